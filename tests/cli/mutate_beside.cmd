# A stage names a file beside its own by '@/'; one that is not there is refused with the line.
mkdir beside
printf '%s\n' 'one 10 walk @ --ops 100' 'two 10 sim @ --script @/nowhere.json' > beside/bad.stages
"$COHGEN" mutate "$HOME_DIR/tests/tables/bare.json" --sample 1 --stages beside/bad.stages
