# A design is replaced as a whole.
"$COHGEN" gen rcc -q -o design && echo old >design/leftover
"$COHGEN" gen rcc -q -o design && ls design | grep -c leftover
rm -r design
