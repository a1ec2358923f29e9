# rcc_wo.json
# In the strict mode stores do not move the read view: it is not sequentially consistent.
# run: -w random -O lines=4 -n 30000 -s 1 -c strict=1
s/"now = strict ? max(now, msg.ver) : now"/"now = strict ? now : now"/
