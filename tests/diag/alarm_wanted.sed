# < ../../protocols/dd.json
s/{"mshr": "mshr.give"}/{"mshr": "mshr.give \&\& wanted"}/
