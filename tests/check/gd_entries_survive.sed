# An acquire leaves the copies that are on their way.
s/"flash lines to I", "flash mshrs to II"/"flash lines to I"/
