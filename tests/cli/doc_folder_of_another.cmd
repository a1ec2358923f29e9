# A folder that is no document of cohgen is never replaced, nor is a page of somebody else.
mkdir thesis && echo years >thesis/index.html
"$COHGEN" doc rcc -o thesis
