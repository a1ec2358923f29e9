printf 'RISCV ABA\n{ 0:x6=x; 1:x6=x; 1:x5=1; }\n P0 | P1 ;\n lr.w x5,(x6) | sw x5,0(x6) ;\n lw x8,(x6) | sw x0,0(x6) ;\n sc.w x7,x6,(x6) | ;\nexists (0:x5=0 /\\ 0:x7=0 /\\ 0:x8=1)\n' >aba.litmus
"$COHGEN" litmus rcc aba.litmus
status=$?
rm aba.litmus
exit $status
