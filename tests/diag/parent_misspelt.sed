# < msi3.json
s/send GETS{} to parent/send GETS{} to parnt/
