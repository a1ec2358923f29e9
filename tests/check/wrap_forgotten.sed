# An L1 that waits for a line when the clock wraps keeps what was sent before it.
s/"flash lines to I", "flash mshrs to II"/"flash lines to I"/
