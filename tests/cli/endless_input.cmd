# A file that never ends is one error, whatever it is for; a pipe that ends is a file as any other.
for arguments in "gen /dev/zero" "gen rcc --point /dev/zero" "judge /dev/zero" "judge --model /dev/zero /dev/null" \
    "litmus --allowed /dev/zero" "bench /dev/zero" "sweep /dev/zero" "mutate mesi_wt --stages /dev/zero" \
    "mutate mesi_wt --list --equivalent /dev/zero" "doc rcc --coverage /dev/zero" "sim rcc --replay /dev/zero" \
    "sim rcc --script /dev/zero" "diff rcc /dev/zero"; do
    (ulimit -t 60 && exec "$COHGEN" $arguments)
    echo "cohgen $arguments: exit $?"
done
yes '' | (ulimit -t 60 && exec "$COHGEN" gen /dev/stdin)
echo "blank lines for ever: exit $?"
yes '# x' | tr -d '\n' | (ulimit -t 60 && exec "$COHGEN" judge)
echo "a line for ever: exit $?"
cat "$HOME_DIR/protocols/rcc.json" | "$COHGEN" gen /dev/stdin -q -o piped && ls piped/rcc_system.sv && rm -r piped
