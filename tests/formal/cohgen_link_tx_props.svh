// What cohgen_link_tx promises of its order (bounded): of two messages that have a receiver in common, marked 1 and 2 in
// their lowest bits, the later one is not shown before the earlier one has left. Needs two bits below the receivers'.
  `include "reset.svh"

  (* anyconst *) logic [DstBits-1:0] f_both; // a receiver of both
  logic [1:0] f_push, f_shown, f_short;
  logic       f_sent1_q, f_sent2_q, f_left1_q;

  assign f_push  = push_valid_i ? push_head_i[1:0] : 2'd0;
  assign f_shown = valid_o ? head_o[1:0] : 2'd0;
  assign f_short = short_valid_o ? short_head_o[1:0] : 2'd0;

  always @(*) begin
    assume (f_both != '0 && (f_both & (f_both - 1'b1)) == '0);
    if (rst_ni) begin
      assume (!push_valid_i || (push_line_i ? long_free_q != '0 : short_free_q != '0));
      assume (f_push != 2'd3);
      assume (f_push != 2'd1 || !f_sent1_q);
      assume (f_push != 2'd2 || (f_sent1_q && !f_sent2_q));
      assume (f_push == 2'd0 || (push_head_i[Width-1 -: DstBits] & f_both) != '0);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_sent1_q <= 1'b0;
      f_sent2_q <= 1'b0;
      f_left1_q <= 1'b0;
    end else begin
      if (f_push == 2'd1) f_sent1_q <= 1'b1;
      if (f_push == 2'd2) f_sent2_q <= 1'b1;
      if ((f_shown == 2'd1 && ready_i && last_o) || (f_short == 2'd1 && short_ready_i)) f_left1_q <= 1'b1;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      if (f_shown == 2'd2 || f_short == 2'd2) assert (f_left1_q);
      if (f_shown == 2'd1 || f_short == 2'd1) assert (f_sent1_q && !f_left1_q);
    end
  end
