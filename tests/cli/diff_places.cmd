# For which place a message is, a field or what is computed; and how wide the operands of a function are.
cp "$HOME_DIR/tests/tables/local.json" "$HOME_DIR/tests/tables/window.json" "$HOME_DIR/tests/tables/tiles.json" .
sed "s/\"dividend\": \"span\"/\"dividend\": \"gline\"/" "$HOME_DIR/tests/tables/reverse.json" >other.json
"$COHGEN" diff "$HOME_DIR/tests/tables/reverse.json" other.json
"$COHGEN" diff tiles.json other.json | grep "for place" || true
