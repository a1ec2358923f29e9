printf 'RISCV A\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x5=0)\n' >a.litmus
"$COHGEN" litmus --allowed --model drf0 a.litmus
echo "status $?"
printf 'RISCV B\n{ 0:x6=x; 1:x6=x; }\n P0 | P1 ;\n lw x5,0(x6) | sw x6,0(x6) ;\nexists (0:x5=0)\n' >b.litmus
"$COHGEN" litmus --allowed --model drf1 a.litmus b.litmus
echo "status $?"
"$COHGEN" litmus --allowed --model drf1 --json b.litmus
echo "status $?"
printf 'RISCV C\nMarks = quantum\n{ 0:x6=x; }\n P0 ;\n lw.quantum x5,0(x6) ;\nexists (0:x5=0)\n' >c.litmus
"$COHGEN" litmus --allowed --model drf1 c.litmus
echo "status $?"
"$COHGEN" litmus --allowed -q c.litmus
echo "status $?"
"$COHGEN" litmus rcc --model drf0 a.litmus
echo "status $?"
"$COHGEN" litmus gd b.litmus
echo "status $?"
"$COHGEN" sim gd -w litmus -O "file=$HOME_DIR/tests/litmus/MP+lrsc.rl+lr.aq.litmus"
echo "status $?"
rm a.litmus b.litmus c.litmus
