s/"fill", "respond msg"/"fill", "respond line"/
