s/"do": \["now = fit(now + 1)"\]/"do": ["now = fit(now + 1)", "flash lines to I", "flash mshrs to II", "flash mshr.asked = 0"]/
s/{"on": "tick", "do": \[\]}/{"on": "tick", "do": ["flash lines to V", "flash mshrs to IV", "flash mshr.asked = 1"]}/
s/"respond", "release mshr"/"respond", "replay", "release mshr"/
