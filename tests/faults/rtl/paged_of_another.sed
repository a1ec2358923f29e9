# paged_system.sv
# Every core gets the answer that the first one gets.
# by: lockstep
# run: -w random -n 10000 -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10
s/\.frame_i(core_frame_i\[i\*10 +: 10\])/.frame_i(core_frame_i[0 +: 10])/
