# What the table of a step does not have: of the bounds all but the one for two cores and one line, and what the head says of the whole.
/^  "\$schema"/d
/^  "source"/d
/^  "doc": \[/,/^  \],/d
s/, with evictions of both caches/, with evictions of the L1s/
/"threads": {"doc"/,/"partitions"/d
/"three": /,/"partitions"/d
/"upgrade": /,/"partitions"/d
/"deep": {/,/^    },/d
