# Which bytes an entry of a store buffer has: the exhaustive check does not know them, and says so.
sed -e 's/"name": "gd"/"name": "entry"/' -e '/"in": "V", "on": "WRITE"/s/line.dirty = true/line.dirty = bytes == all/' \
    "$HOME_DIR/protocols/gd.json" >entry.json
"$COHGEN" check entry.json --bounds handover
