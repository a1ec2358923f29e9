# stash.json
# A registered word of an older mapping is taken for one of the current one.
s/line.own ? line.map : map/map/g
