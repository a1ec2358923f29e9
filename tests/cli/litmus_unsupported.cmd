mkdir t
printf 'RISCV A\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x5=0)\n' >t/a.litmus
printf 'RISCV B\n{ 0:x6=x; }\n P0 ;\n lh x5,0(x6) ;\nexists (0:x5=0)\n' >t/b.litmus
printf 'RISCV C\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\n ld x5,0(x6) ;\nexists (0:x5=0)\n' >t/c.litmus
printf 'X86 D\n' >t/d.litmus
"$COHGEN" litmus --allowed t t/none.litmus
echo "status $?"
"$COHGEN" litmus --allowed --skip t
echo "status $?"
rm -r t
