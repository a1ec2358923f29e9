s/"do": \["mode = Run"\]/"do": ["mode = Run", "flash lines to IV", "flash mshrs to V"]/
