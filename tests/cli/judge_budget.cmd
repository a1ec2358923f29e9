awk 'BEGIN { s = 1; for (i = 0; i < 4000; i++) { s = (s * 16807) % 2147483647; t = s % 6; v = int(s / 8) % 4; x = int(s / 64) % 3
    if (int(s / 256) % 10 < 6) printf "%d: v%d == %d\n", t, v, m[v]; else { m[v] = x; printf "%d: v%d := %d\n", t, v, x } }
    print "check"; print "0: v1 == 7" }' >long.axe
"$COHGEN" judge --budget 1 long.axe >out
echo "status $?"
sed '$d' out
sed '$d' long.axe | "$COHGEN" judge --budget 1 >out
echo "status $?"
sed 's/[0-9]* a second/N a second/' out
rm long.axe out
