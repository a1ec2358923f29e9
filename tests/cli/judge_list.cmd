mkdir t
printf '# one\n0: v1 := 1\ncheck\n' >t/one.axe
printf '# two\n0: v1 == 0\ncheck\n' >t/two.axe
printf '# a comment\n\none.axe\n  two.axe  \n' >t/all
printf '@all\n' >t/nested
"$COHGEN" judge @t/all t/one.axe | grep ^OK
"$COHGEN" judge @t/nested
echo "status $?"
"$COHGEN" judge @t/nowhere
echo "status $?"
rm -r t
