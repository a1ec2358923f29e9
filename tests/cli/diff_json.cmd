sed "s/\"default\": 1024/\"default\": 512/" "$HOME_DIR/protocols/rcc.json" >other.json
"$COHGEN" diff rcc other.json --json
