// What cohgen_fences promises, by watching one thread chosen freely. Turns are the arbiter's promise
// (cohgen_arb_rr_props.svh, compiled in as well).
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0] f_me; // the thread under watch
  logic       f_parked_q;                 // its fence was pushed and is not done
  logic       f_far_q;                    // it was taken in the last cycle, and is settled in two
  logic       f_ahead_q;                  // it is settled in the next cycle
  logic       f_taken_q;                  // it is being settled
  logic       f_out_q;                    // some fence is
  logic       f_next_q;                   // some fence will be in the next cycle
  logic       f_then_q;                   // ... in the one after that
  logic [7:0] f_rest_q;                   // cycles still to pass without an offer
  logic [7:0] f_wait_q;                   // cycles that the present offer has waited

  always @(*) begin
    assume (32'(f_me) < Threads);
    if (push_i) assume (32'(push_id_i) < Threads);
    if (push_i && push_id_i == f_me) assume (!f_parked_q);
    if (take_i) assume (valid_o);
    assume (done_i == (f_out_q && !retry_i));
    if (retry_i) assume (f_out_q);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_parked_q <= 1'b0;
      f_taken_q  <= 1'b0;
      f_out_q    <= 1'b0;
      f_ahead_q  <= 1'b0;
      f_far_q    <= 1'b0;
      f_next_q   <= 1'b0;
      f_then_q   <= 1'b0;
      f_rest_q   <= '0;
      f_wait_q   <= '0;
    end else begin
      if (push_i && push_id_i == f_me) f_parked_q <= 1'b1;
      else if (f_taken_q && done_i)    f_parked_q <= 1'b0;
      f_far_q   <= Settle > 2 && take_i && id_o == f_me;
      f_ahead_q <= (Settle > 2) ? f_far_q : take_i && id_o == f_me;
      f_taken_q <= f_ahead_q;
      f_then_q  <= Settle > 2 && take_i;
      f_next_q  <= (Settle > 2) ? f_then_q : take_i;
      f_out_q   <= f_next_q;
      if (retry_i)               f_rest_q <= 8'(Pause);
      else if (f_rest_q != 8'd0) f_rest_q <= f_rest_q - 8'd1;
      if (!valid_o || take_i)             f_wait_q <= 8'd0;
      else if (f_wait_q != 8'(Patience)) f_wait_q <= f_wait_q + 8'd1;
    end
  end

  logic f_bit, f_taken_bit, f_ahead_bit, f_far_bit;
  always @(*) begin
    f_bit       = 1'b0;
    f_taken_bit = 1'b0;
    f_ahead_bit = 1'b0;
    f_far_bit   = 1'b0;
    for (int t = 0; t < Threads; t++) begin
      if (f_me == IdBits'(t)) f_bit       = parked_q[t];
      if (f_me == IdBits'(t)) f_taken_bit = taken_q[t];
      if (f_me == IdBits'(t)) f_ahead_bit = ahead_q[t];
      if (f_me == IdBits'(t)) f_far_bit   = far_q[t];
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: only what is parked is offered, never while one is being settled or too soon after; and
      // what is parked is offered as soon as it may be.
      if (valid_o && id_o == f_me) assert (f_parked_q);
      if (valid_o) assert (!f_then_q && !f_next_q && !f_out_q && f_rest_q == 8'd0 && 32'(id_o) < Threads);
      if (f_parked_q && !f_then_q && !f_next_q && !f_out_q && f_rest_q == 8'd0) assert (valid_o);
      assert (late_o == (f_wait_q == 8'(Patience)));
      if (late_o) assert (valid_o);

      // Why.
      assert (f_bit == f_parked_q);
      assert (f_taken_bit == f_taken_q);
      assert (f_ahead_bit == f_ahead_q);
      assert ((taken_q != '0) == f_out_q);
      assert ((ahead_q != '0) == f_next_q);
      assert ((far_q != '0) == f_then_q);
      assert (f_far_bit == f_far_q);
      assert (!f_far_q || f_parked_q);
      assert (2'(f_then_q) + 2'(f_next_q) + 2'(f_out_q) <= 2'd1);
      assert (!f_taken_q || f_parked_q);
      assert (!f_ahead_q || f_parked_q);
      assert (8'(pause_q) == f_rest_q);
      assert (8'(wait_q) == f_wait_q);
      assert (f_wait_q <= 8'(Patience));
      assert (f_rest_q <= 8'(Pause));
      if (f_wait_q != 8'd0) assert (valid_o);
    end
  end
