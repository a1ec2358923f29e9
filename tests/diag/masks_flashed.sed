# < wcache.json
s/"flash V to D"/"flash lines to I"/
