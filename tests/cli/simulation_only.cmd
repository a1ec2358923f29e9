for k in gen area check mutate "sim --no-lockstep"; do
    "$COHGEN" $k sc_ideal
    echo "$k: exit $?"
done
"$COHGEN" gen sc_ideal --flat -o here
