# A load that is under way when its core acquires leaves a copy behind.
s/"flash lines to I", "flash mshrs to II", "respond"/"flash lines to I", "respond"/
