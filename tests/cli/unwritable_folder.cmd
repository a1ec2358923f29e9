touch file
"$COHGEN" gen rcc -o file/design
