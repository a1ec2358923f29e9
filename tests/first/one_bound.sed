# Of the bounds only the one for two cores and one line.
/"threads": {"doc"/,/"partitions"/d
/"three": /,/"partitions"/d
/"upgrade": /,/"partitions"/d
/"deep": {/,/^    },/d
