#!/bin/sh
# docs/diagnostics.md, made from the list in gen/base/diag.h: mk/diagnostics.sh > docs/diagnostics.md
cd "$(dirname "$0")/.."
cat <<'TEXT'
# Diagnostics

All problems of an input are reported at once, in the order of the file, each with its place, a JSON pointer and a
code. Codes from 500 are warnings. This page is made from gen/base/diag.h by mk/diagnostics.sh; tests/diag/ has an input and
the expected output for each.

| code | name | meaning |
|------|------|---------|
TEXT
sed -n 's/^ *X(\([EW]\)_\([A-Z_]*\), \([0-9]*\), "\(.*\)").*/\1 \2 \3 \4/p' gen/base/diag.h |
    while read -r letter name number text; do
        printf '| %s0%s | %s_%s | %s |\n' "$letter" "$number" "$letter" "$name" "$text"
    done
