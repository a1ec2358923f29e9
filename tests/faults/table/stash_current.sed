# stash.json
# A registered word of an older mapping is taken for one of the current one.
# run: -c commands=0 -w fields -s 1 -O rounds=40
s/line.own ? line.map : map/map/g
