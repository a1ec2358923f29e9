mkdir t
printf 'RISCV A\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x5=0)\n' >t/a.litmus
printf 'RISCV B\n{ 0:x6=x; }\n P0 ;\n lh x5,0(x6) ;\nexists (0:x5=0)\n' >t/b.litmus
printf 'X86_64 C\n' >t/c.litmus
printf 'RISCV D\n{ 0:x6=x; }\n P0 ;\n flw x5,0(x6) ;\nexists (0:x5=0)\n' >t/d.litmus
printf 'RISCV E\n{ 0:x6=x; }\n P0 \n lw x5,0(x6) ;\nexists (0:x5=0\n' >t/e.litmus
printf 'RISCV F\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\n ld x5,0(x6) ;\nexists (0:x5=0)\n' >t/f.litmus
"$COHGEN" litmus --allowed t
echo "status $?"
"$COHGEN" litmus --allowed --skip t
"$COHGEN" litmus --allowed --skip --json t | sed -n '/"summary"/,$p'
"$COHGEN" litmus --allowed --skip --json t/c.litmus | grep class
rm -r t
