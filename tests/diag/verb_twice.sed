s/"fill", "respond msg"/"fill", "fill", "respond msg"/
