for words in 0 1025 -1 many 64x; do
    "$COHGEN" area rcc --macros-from $words
done
