#!/bin/sh
# The programs of tests/unit that do more in the plain build than under sanitizers: those that ask (cases.h).
cd "$(dirname "$0")/../.." || exit
grep -lE 'SANITIZED|runs_whole\(|long_search\(' tests/unit/test_*.c | xargs basename -s .c
