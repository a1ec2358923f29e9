# < paged.json
s/(pages.frame << 2) + //
