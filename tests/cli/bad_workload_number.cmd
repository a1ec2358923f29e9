# What a workload refuses is said before a model is built.
export COHGEN_CACHE="$PWD/cache"
"$COHGEN" sim rcc -w random -O loads=80 -O stores=70
echo "exit $?"
"$COHGEN" sim rcc -w random -O lines=x
echo "exit $?"
"$COHGEN" sim rcc -w random -c threads=64
echo "exit $?"
printf '%s\n' 'RISCV A' '{ 0:x6=x; }' ' P0 ;' ' lw x5,0(x6) ;' 'exists (0:x5=0)' >a.litmus
"$COHGEN" litmus rcc a.litmus -O spread=x
echo "exit $?"
rm a.litmus
[ -z "$(ls cache 2>/dev/null)" ] && echo "nothing in the cache"
rm -rf cache
