# A table that is made of another one: its text is whole, and so are its mutants; the design is that of the whole text.
cp "$HOME_DIR/tests/diag/base.json" toy.json
cat >made.json <<'END'
{
  "base": "toy", "name": "made", "title": "Made of another",
  "parameters": {"cores": {"default": 3, "min": 1, "max": 4, "doc": "fewer"}, "period": null},
  "machines": {"l1": {"events": {"tick": {"every": 64}}, "cache": {"ways": 1}}},
  "messages": {"FETCH": {"doc": "a line is read"}}
}
END
mkdir whole
$COHGEN gen made.json --dump-table >whole/made.json
grep -c '"base"' whole/made.json
grep -n '"title"\|"every"\|"ways"\|"a line is read"' whole/made.json
$COHGEN gen made.json -q -o one
$COHGEN gen whole/made.json -q -o two
diff -r one two && echo same
$COHGEN mutate made.json --list -q -o mutants
grep -l '"base"' mutants/* | wc -l
$COHGEN gen made.json --set period=3
rm -r mutants one two
