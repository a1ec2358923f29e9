printf 'RISCV SB\n{ 0:x5=1; 0:x6=x; 0:x8=y; 1:x5=1; 1:x6=y; 1:x8=x; }\n P0 | P1 ;\n sw x5,0(x6) | sw x5,0(x6) ;\n lw x7,0(x8) | lw x7,0(x8) ;\nexists (0:x7=0 /\\ 1:x7=0)\n' >sb.litmus
"$COHGEN" litmus --allowed sb.litmus
"$COHGEN" litmus --allowed --model tso --json sb.litmus | grep -c '"sc":true'
rm sb.litmus
