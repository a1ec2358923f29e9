# < deferral.json
s/"mshr.owes = Back"\]/"mshr.owes = Back", "send GetS{} to home for mshr.asks"]/
s/"do": \["send Fetch{} to memory"\]/&/
s/"merge", "send Fetch{} to memory"/"merge", "send Fetch{} to memory for msg.request"/
