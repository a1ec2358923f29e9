# The golden models follow a trace that a design as it ships has not.
"$COHGEN" gen msi --point tiny -q -o shipped && "$COHGEN" sim msi --point tiny --design shipped -n 100
status=$?
rm -rf shipped
exit $status
