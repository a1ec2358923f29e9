# --dump-ir says what a controller's signals are made of, and why; no term is without a reason
$COHGEN gen rcc --dump-ir | sed -n '/^machine l2/,$p' | sed -n '/signal s2_drop/,/signal s2_fire/p'
for table in rcc dd gd mesi tcs; do $COHGEN gen "$table" --dump-ir | grep ': \((null)\)\{0,1\}$' | wc -l; done
