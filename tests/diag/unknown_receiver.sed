s/to msg.src/to msg.sorce/
