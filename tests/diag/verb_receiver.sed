s/send FETCH{} to memory/send FETCH{} to home/
