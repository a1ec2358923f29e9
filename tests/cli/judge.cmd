printf '# message passing\n0: v1 := 1\n0: v2 := 1\n1: v2 == 1\n1: v1 == 0\ncheck\n' >mp.axe
printf '0: v1 := 1\n1: v1 == 1\ncheck\n' >ok.axe
count() { sed 's/[0-9]* a second/N a second/'; }
"$COHGEN" judge ok.axe mp.axe | count
"$COHGEN" judge ok.axe >out && "$COHGEN" judge mp.axe >>out
echo "status $?"
count <out
"$COHGEN" judge -q ok.axe mp.axe
echo "status $?"
rm mp.axe ok.axe out
