"$COHGEN" area rcc --html nowhere/area.html
