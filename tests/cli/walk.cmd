# A table with a mistake: found, and how to find it again. The right one passes.
sed 's/"is": "line.exp >= now"/"is": "line.exp + 1 >= now"/' "$HOME_DIR/protocols/rcc.json" > wrong.json
"$COHGEN" walk wrong.json --point stress -q 2>&1 | sed 's/ --set .* --ops/ SETTINGS --ops/'
"$COHGEN" walk wrong.json --point stress --json -n 5000 2>/dev/null | grep -c '"verdict": "fail"'
"$COHGEN" walk rcc --point stress -q -n 2000
echo "exit $?"
