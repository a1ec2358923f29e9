#!/bin/sh
# make figures: the figures of benches in our documents and pictures, from docs/results, with marks where the hardware
# has changed since. Runs nothing. New results: cohgen bench NAME --report docs/results/bench-NAME.json.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for results in docs/results/bench-*.json; do
    name=$(basename "$results" .json)
    into=
    for document in $(grep -l '<!-- bench ' README.md docs/*.md); do into="$into --into $document"; done
    # shellcheck disable=SC2086
    build/cohgen bench --kept "$results" -q -o "$tmp/$name" $into
    for figure in "$tmp/$name"/*.svg; do
        [ -f "$figure" ] || continue
        picture=docs/$name-$(basename "$figure")
        if grep -qF "($(basename "$picture"))" docs/*.md; then cp "$figure" "$picture"; fi
    done
    echo "$results: $(grep -c '"workload"' "$results") results, $(sed -n 's/^  "older": //p' "$tmp/$name/bench.json") older"
done
