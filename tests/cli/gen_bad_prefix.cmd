# A prefix that no module's name can begin with, or that the parts have, is refused; nothing is written.
for prefix in '' 1a _a a_ a-b 'a b' ../a é cohgen cohgen_x a2345678901234567890123456789012345678901; do
    "$COHGEN" gen rcc --prefix "$prefix"
    echo $?
done
"$COHGEN" gen rcc --prefix
echo $?
"$COHGEN" check rcc --prefix a
