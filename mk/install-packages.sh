#!/bin/sh
# Installs those packages of packages.txt that are not there yet. As root, or with sudo.
set -eu
cd "$(dirname "$0")/.."
wanted=$(sed 's/#.*//' packages.txt)
missing=
for p in $wanted; do
    dpkg-query -W -f='${db:Status-Status}\n' "$p" 2>/dev/null | grep -qx installed || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
echo "installing:$missing"
root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "error: run as root, or install sudo; missing:$missing" >&2; exit 3; }
    root=sudo
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# shellcheck disable=SC2086
if ! { $root apt-get -q update && $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install \
    --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -20 "$log" >&2
    rm -f "$log"
    echo "error: apt-get could not install:$missing" >&2
    exit 3
fi
rm -f "$log"
