s/send FETCH{} to memory/send FETCH to memory/
