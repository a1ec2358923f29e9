# A statement whose lines were broken before an operator (gen/emit/sv/wrap.c) is one line again, so that a fault finds it whatever
# its length: awk -f unwrap.awk emitted
NR > 1 && /^ +(&&|\|\||[?:|^&+]) / {
    sub(/ *\/\/.*/, "", kept) # a remark in between
    sub(/^ +/, " ")
    kept = kept $0
    next
}
NR > 1 { print kept }
{ kept = $0 }
END { print kept }
