# qr.json
# The second level does not count the markers that are announced, and counts those that come.
# without: drain_in_turn
# point: qr_two
s/"send HURRY4{} to all", "hurry = fit(hurry + 1)"/"send HURRY4{} to all"/
