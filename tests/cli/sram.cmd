# The memories that a design is made for: what is chosen, and what there is not, one error each.
"$COHGEN" gen rcc --point tiny -q -o d --sram ports=1rw --sram pins=test_en,margin:4
grep -h 'test_en_i, \|margin_i, ' d/rcc_system.sv d/cohgen_sram_1rw.sv
for said in ports=2 latency=3 pins= pins=a:65 pins=a:x pins=1a pins=a,b:2,a pins=id words=3; do
    "$COHGEN" gen rcc --point tiny -q -o e --sram "$said" || echo "exit $?"
done
"$COHGEN" gen rcc --point tiny -q -o e --sram latency=2 --sram ports=1rw && grep -h "Latency(2)" e/rcc_l1.sv
"$COHGEN" check rcc --sram ports=1rw
rm -r d e
