printf '# message passing\n0: v1 := 1\n0: v2 := 1\n1: v2 == 1\n1: v1 == 0\ncheck\n0: v1 := 1\ncheck\n' >mp.axe
"$COHGEN" judge --json --model sc mp.axe >out
echo "status $?"
grep -v _second out
rm mp.axe out
