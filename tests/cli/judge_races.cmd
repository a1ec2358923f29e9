printf '0: v1 := 1\ncheck\n' | "$COHGEN" judge --model drf0
