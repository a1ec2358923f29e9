# A core that waits for its data lets forwards wait, too.
s/^\( *\){"in": "IS_D", "on": "OwnerData"/\1{"in": ["IM_AD", "SM_AD", "SM_A"], "on": ["FwdGetS", "FwdGetM"], "do": ["stall"]},\n&/
