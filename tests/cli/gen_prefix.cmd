# Modules, package and files begin with the prefix, in the folder, the lists and the cores; the parts' core is the same beside all.
"$COHGEN" gen rcc --point tiny --prefix a | tail -n 1
"$COHGEN" gen gd --point tiny --prefix b_2 -q -o b
ls out/a_rcc | grep -v '^cohgen_.*sv$'
cat out/a_rcc/*.f out/a_rcc/*.core
grep -h '^module\|^package' out/a_rcc/a_*.sv
grep -h 'rcc_' out/a_rcc/a_*.sv out/a_rcc/manifest.json | grep -v 'a_rcc_' | wc -l
cmp out/a_rcc/cohgen_parts.core b/cohgen_parts.core
rm -r out b
