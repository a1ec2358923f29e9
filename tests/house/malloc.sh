# Sourced by what runs tools for tests: Verilator, Yosys, z3 and the compilers get their memory from jemalloc (packages.txt) where it is
# installed. They allocate much: a fifth to a quarter of Verilator's and Yosys' time is saved, a tenth of the C++ compiler's.
# Sanitizers bring an allocator of their own.
if [ "${SAN:-0}" = 1 ]; then
    unset LD_PRELOAD
elif /sbin/ldconfig -p | grep -q 'libjemalloc\.so\.2 '; then
    export LD_PRELOAD=libjemalloc.so.2
fi
