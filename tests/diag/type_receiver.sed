# < directory.json
s/send DOWN{} to line.owner/send DOWN{} to line.dirty/
s/send GETS{} to home/send GETS{} to {self}/
s/send FETCH{} to memory/send FETCH{} to {self}/
