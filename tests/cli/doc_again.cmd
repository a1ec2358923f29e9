# A document is replaced as a whole.
"$COHGEN" doc rcc -q -o page && touch page/left_over && "$COHGEN" doc rcc -o page
