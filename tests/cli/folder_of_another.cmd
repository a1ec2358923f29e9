# A folder that is no design is never replaced.
mkdir thesis && echo years >thesis/chapter
"$COHGEN" gen rcc -o thesis
