# Lengths of functions in C files, as clang-format leaves them: a head that ends in ") {" opens one, a "}" in the first column
# closes it. Prints "LINES FILE:LINE" for each; both lines count.
FNR == 1 { open = 0 }
/^[A-Za-z_].*\) \{$/ || (/\) \{$/ && split_head) { open = FNR }
{ split_head = /^[A-Za-z_].*[,(]$/ || (split_head && /,$/) }
/^}$/ && open { print FNR - open + 1, FILENAME ":" open; open = 0 }
