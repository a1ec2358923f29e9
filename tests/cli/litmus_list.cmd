mkdir t t/more
printf 'RISCV A\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x5=0)\n' >t/a.litmus
sed 's/RISCV A/RISCV B/' t/a.litmus >t/more/b.litmus
printf '# two of them\na.litmus\n\n more\n' >t/some
printf 'a.litmus\n@some\n' >t/nested
"$COHGEN" litmus --allowed @t/some | grep -v '^ *$'
"$COHGEN" litmus --allowed @t/nested
echo "status $?"
rm -r t
