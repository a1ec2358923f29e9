# The core that loses the race for a line that both have goes on reading its copy.
/"in": "SM_AD", "on": "Inv"/s/, "next": "IM_AD"//
