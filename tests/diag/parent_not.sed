# < msi3.json
s/send GETS2{} to home/send GETS2{} to parent/
s/send DATA2{} to msg.src/send DATA2{} to parent/
s/send DATA{} to msg.src/send DATA{} to parent/
