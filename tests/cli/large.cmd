# A table may have many of anything: it becomes hardware (in so many files of which the last one stands), a model for the exhaustive
# check, walks, words and a page. The checker itself is a false one, which has nothing but a version.
mkdir bin
printf '#!/bin/sh\n[ "$1" = --version ] && echo "Rumur version v2022"\n' >bin/rumur && chmod +x bin/rumur
said() {
    command=$1
    shift
    "$@" >said 2>&1
    echo "$command: exit $?"
    grep -E 'error|Sanitizer' said | sed 's/check-directory-one-[0-9a-f]*/check-directory-one-KEY/'
}
while read -r kind n last; do
    echo "== $n $kind"
    sh "$HOME_DIR/tests/tables/large.sh" "$kind" "$n" >table.json
    said gen "$COHGEN" gen table.json -q -o design
    grep -lw -- "$last" design/*.sv | wc -l
    said check env PATH="$PWD/bin:$PATH" "$COHGEN" check table.json -q
    said walk "$COHGEN" walk table.json -q -n 300
    said explain "$COHGEN" explain table.json S GETS
    said doc "$COHGEN" doc table.json -q -o page
    rm -rf table.json design page said
done <<END
line 300 line_f299_o
mshr 300 mshr_f299_o
registers 300 r299_o
rules 300 L2_RULE_S_GETS_299
lets 300 n299
lanes 70 net69_l1_l2_valid_o
messages 300 L2_EV_NOTE299
arguments 300 msg_a299_i
deep 100 n100
parameters 300 l1
states 300 L1_S299
END
rm -r bin
