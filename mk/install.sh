#!/bin/sh
# Puts a built cohgen below a prefix: mk/install.sh BUILD PREFIX. `make install` calls it.
#
#     PREFIX/bin/cohgen
#     PREFIX/share/cohgen/    protocols, rtl, synth and tb as in the source tree, the lists that mutate and explain read,
#                             and lib/: the archives that simulated designs are linked with
#     PREFIX/share/man, bash-completion, zsh
set -eu
cd "$(dirname "$0")/.."
build=$1 prefix=$2
share=$prefix/share
put() { # put MODE FOLDER FILE...
    mode=$1 folder=$2
    shift 2
    install -d "$folder"
    install -m "$mode" "$@" "$folder"
}

put 755 "$prefix/bin" "$build/cohgen"
put 644 "$share/cohgen/lib" "$build/libsim.a" "$build/libcohgen.a"
find protocols rtl synth -type f | while read -r file; do put 644 "$share/cohgen/$(dirname "$file")" "$file"; done
put 644 "$share/cohgen/tb" tb/*.sv tb/model.mk
put 644 "$share/cohgen/tests/mutate" tests/mutate/*.equivalent tests/mutate/*.stages
put 644 "$share/cohgen/tests/sim" tests/sim/*.list
put 644 "$share/man/man1" "$build/man/cohgen.1"
install -d "$share/bash-completion/completions" "$share/zsh/site-functions"
install -m 644 "$build/completion/cohgen.bash" "$share/bash-completion/completions/cohgen"
install -m 644 "$build/completion/_cohgen" "$share/zsh/site-functions/_cohgen"
