# Explained survivors must be mutants, and survive. The reader refuses this one; nothing has to be built.
echo 'sim 60 sim @' > sim.stages
printf '%s\n' '# comment' 'toy.l1.V.evict:stall: it only waits' > killed.equivalent
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --only toy.l1.V.evict:stall --stages sim.stages --equivalent killed.equivalent -q
echo "exit $?"
printf '%s\n' 'toy.l1.V.evict:stal: no such mutant' 'no reason' > unknown.equivalent
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --only toy.l1.V.evict:stall --stages sim.stages --equivalent unknown.equivalent
echo "exit $?"
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --only toy.l1.V.evict:stall --stages sim.stages --equivalent none.equivalent
echo "exit $?"
# --equivalents takes what is in the list, and nothing else.
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --equivalents --equivalent killed.equivalent --list
"$COHGEN" mutate "$HOME_DIR/tests/diag/base.json" --equivalents --equivalent killed.equivalent --only toy.l1.V.load.1:drop:hit
