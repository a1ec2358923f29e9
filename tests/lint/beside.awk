# A module with two designs in it, each with all its ports: awk -v tops="A B" -f beside.awk A.sv B.sv
FNR == 1 { n++; open = 0 }
/^module / { open = 1; next }
/^\);/ { open = 0 }
!open { next }
/^`/ { ports = ports $0 "\n"; pins[n] = pins[n] $0 "\n"; next }
/^  (in|out)put/ {
    sub(/ *\/\/.*/, "")
    sub(/,$/, "")
    name = $NF
    sub(/[a-z0-9_]*$/, "d" n "_" name)
    ports = ports $0 ",\n"
    pins[n] = pins[n] "    ." name "(d" n "_" name "),\n"
}
END {
    split(tops, top, " ")
    sub(/,\n$/, "\n", ports)
    print "module beside (\n" ports ");"
    for (i = 1; i <= n; i++) {
        sub(/,\n$/, "\n", pins[i])
        print "  " top[i] " u_" i " (\n" pins[i] "  );"
    }
    print "endmodule"
}
