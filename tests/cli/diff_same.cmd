# Another order of independent actions and another name of a let are the same table.
sed "s/\"allocate mshr\", \"merge\"/\"merge\", \"allocate mshr\"/;s/fresh/still_good/g" "$HOME_DIR/protocols/rcc.json" >other.json
"$COHGEN" diff rcc other.json
