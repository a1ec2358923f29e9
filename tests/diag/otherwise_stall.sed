# whole file at once: rules that only say "impossible" go, and the comma before the end of a list with them
H;1h;$!d;x
s/\n[^\n]*"do": \["impossible"\][^\n]*//g
s/,\(\n *\]\)/\1/g
s/"rules": \[/"otherwise": ["stall"], &/g
