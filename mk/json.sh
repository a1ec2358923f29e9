# Reading numbers and words out of our own reports, which have one member a line: sourced by scripts.
#
#   json FILE KEY...       value of the first member KEY after members KEY... were met in this order
#   fixed DIGITS NUMBER    the number with so many decimals
#   grouped NUMBER         1234567 as 1,234,567
json() {
    file=$1
    shift
    awk -v keys="$*" '
        BEGIN { n = split(keys, key, " "); i = 1 }
        index($0, "\"" key[i] "\":") {
            if (i < n) { i++; next }
            sub(/^[^:]*: */, ""); sub(/,? *$/, ""); gsub(/^"|"$/, ""); gsub(/\\\//, "/"); print; exit
        }' "$file"
}
fixed() { LC_ALL=C printf "%.$1f" "${2:-0}"; }
grouped() { printf '%.0f' "${1:-0}" | sed -e ':a' -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/;ta'; }
