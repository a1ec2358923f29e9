# window_win.sv
# The last bit of the global line that a message is about is lost.
# by: assertion
# when: full
# run: -w random -O lines=5 -O words=1 -O stride=5 -O memory=50 -c commands=10 -c scatter=0 -n 20000
s/win_in.msg_line = down_home_win_msg.addr\[15:4\]/win_in.msg_line = {down_home_win_msg.addr[15:5], 1'b0}/
