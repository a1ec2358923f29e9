# mappings.json
# A mapping that becomes another block's takes its page along to that page of the ring.
s/"maps.block = command.block", "pages.by = maps.at"/"maps.block = command.block", "pages.by = maps.tail"/
