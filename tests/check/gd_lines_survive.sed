# An acquire leaves the copies that are here.
s/"flash lines to I", "flash mshrs/"flash mshrs/
