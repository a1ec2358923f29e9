# The compiler's level for models: found wrong before anything is built.
COHGEN_OPTIMIZE=fast "$COHGEN" sim rcc -n 10
