s/"home": true,//
s/"send GETS{now: now} to home"/"send GETS{now: now} to all"/
s/"send WRITE{now: now} to home"/"send WRITE{now: now} to all"/
