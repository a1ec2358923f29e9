# At a rollover the L1 starts its time again but keeps its copies.
s/"flash lines to I", "flash mshrs to II", //
