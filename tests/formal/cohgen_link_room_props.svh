// What cohgen_link_tx promises of its room (bounded): a pusher that takes an event only with room_o, reserves a place for a
// line only with room_line_o, and asks for a second message and for a line that was not reserved when it pushes, finds room.
  `include "reset.svh"

  (* anyseq *) logic f_take; // an event is taken, whose message is pushed Settle cycles later, or none is
  logic [Settle-1:0] f_taken_q;

  always @(*) begin
    if (rst_ni) begin
      assume (!f_take || room_o);
      assume (Steady == 0 || inside_q == '0 || ready_i);
      assume (!reserve_i || (f_take && room_line_o));
      assume (!push_valid_i || f_taken_q[Settle-1]);
      assume (!push_long || (ahead_q[Settle-1] && keep_i) || room_spare_o);
      assume (Pairs == 0 || Spare != 0 || !(reserve_i && push_long && !ahead_q[Settle-1]));
      assume (!push2_valid_i || (push_valid_i && room_pair_o));
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) f_taken_q <= '0;
    else         f_taken_q <= {f_taken_q[Settle-2:0], f_take};
  end

  always @(*) begin
    if (rst_ni) begin
      assert (!push_long || long_free_q != '0 || leaves != '0);
      assert (32'(short_free_q) >= 32'(push_short) + 32'(push_second));
    end
  end
