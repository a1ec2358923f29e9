# < buffer.json
s/"waits": {"type"/"buffered": {"type"/
