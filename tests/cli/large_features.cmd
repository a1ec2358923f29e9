# Any number of features may be left out at once; a name in one of them may be as long as names can be.
longest=$(printf 'f%060d' 0) # and three figures
sh "$HOME_DIR/tests/tables/large.sh" features 300 | sed "s/\bf\([0-9][0-9][0-9]\)\b/$longest\1/g" >table.json
# shellcheck disable=SC2046 # arguments are words
"$COHGEN" gen table.json -q -o design $(seq -f --without=x%g 0 299)
echo "exit $?, $(grep -c '_f[0-9]*_o' design/directory_l2_table.sv) lines with outputs of these fields"
"$COHGEN" gen table.json -q -o design
echo "exit $?, $(grep -c '_f[0-9]*_o' design/directory_l2_table.sv)"
rm -rf design
