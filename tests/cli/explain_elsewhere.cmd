# Our tests say nothing of a table elsewhere.
cp "$HOME_DIR/protocols/rcc.json" mine.json
"$COHGEN" explain mine.json l1.tick.1 | grep tests
