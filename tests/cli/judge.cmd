printf '# message passing\n0: v1 := 1\n0: v2 := 1\n1: v2 == 1\n1: v1 == 0\ncheck\n' >mp.axe
printf '0: v1 := 1\n1: v1 == 1\ncheck\n' >ok.axe
"$COHGEN" judge ok.axe mp.axe
"$COHGEN" judge ok.axe && "$COHGEN" judge mp.axe
echo "status $?"
rm mp.axe ok.axe
