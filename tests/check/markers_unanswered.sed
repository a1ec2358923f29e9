# A release is over when its marker is under way.
s/"send RELEASE{} to parent", "thread.waits = true", "stall"/"send RELEASE{} to parent", "respond"/
