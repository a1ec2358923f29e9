# Cut in the middle of a rule: one error, and no folder.
head -c 9000 "$HOME_DIR/protocols/rcc.json" >cut.json
"$COHGEN" gen ./cut.json -o design
