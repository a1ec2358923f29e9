printf 'RISCV A\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x5=0)\n' >a.litmus
"$COHGEN" litmus --allowed --model drf0 a.litmus
echo "status $?"
"$COHGEN" litmus rcc --model drf0 a.litmus
echo "status $?"
"$COHGEN" litmus gd a.litmus
echo "status $?"
rm a.litmus
