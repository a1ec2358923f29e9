"$COHGEN" area rcc --tech osu18
