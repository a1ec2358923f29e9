// What cohgen_link_tx promises of its order (bounded): of two messages that have a receiver in common, marked 1 and 2 in
// their lowest bits, the later one is not shown before the earlier one has left. A packet that has begun is shown to its end,
// and one that waits is passed once at most. Needs two bits below the receivers'.
  `include "reset.svh"

  (* anyconst *) logic [DstBits-1:0] f_both; // a receiver of both
  logic [1:0] f_push, f_push2, f_shown, f_short;
  logic [DstBits-1:0] f_to;
  logic       f_sent1_q, f_sent2_q, f_left1_q;

  assign f_push  = push_valid_i ? push_head_i[1:0] : 2'd0;
  assign f_to    = push_head_i[Width-1 -: DstBits];
  assign f_push2 = (Pairs != 0 && push2_valid_i) ? push2_head_i[1:0] : 2'd0;
  assign f_shown = valid_o ? head_o[1:0] : 2'd0;
  assign f_short = short_valid_o ? short_head_o[1:0] : 2'd0;

  always @(*) begin
    assume (f_both != '0 && (f_both & (f_both - 1'b1)) == '0);
    if (rst_ni) begin
      assume (!push_valid_i || (push_line_i ? long_free_q != '0 || leaves != '0 : short_free_q != '0));
      assume (Steady == 0 || inside_q == '0 || ready_i);
      assume (!push2_valid_i || (Pairs != 0 && push_valid_i && short_free_q > FreeBits'(!push_line_i)));
      assume (!push_valid_i || !push_line_i || (f_to & (f_to - 1'b1)) == '0); // a line has one receiver
      assume (f_push != 2'd3 && f_push2 != 2'd3);
      assume (f_push != 2'd1 || !f_sent1_q);
      assume (f_push2 != 2'd1 || (!f_sent1_q && f_push == 2'd0));
      assume (f_push != 2'd2 || (f_sent1_q && !f_sent2_q));
      assume (f_push2 != 2'd2 || ((f_sent1_q || f_push == 2'd1) && !f_sent2_q && f_push != 2'd2));
      assume (f_push == 2'd0 || (push_head_i[Width-1 -: DstBits] & f_both) != '0);
      assume (f_push2 == 2'd0 || (push2_head_i[Width-1 -: DstBits] & f_both) != '0);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_sent1_q <= 1'b0;
      f_sent2_q <= 1'b0;
      f_left1_q <= 1'b0;
    end else begin
      if (f_push == 2'd1 || f_push2 == 2'd1) f_sent1_q <= 1'b1;
      if (f_push == 2'd2 || f_push2 == 2'd2) f_sent2_q <= 1'b1;
      if ((f_shown == 2'd1 && ready_i && last_o) || (f_short == 2'd1 && short_ready_i)) f_left1_q <= 1'b1;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      if (f_shown == 2'd2 || f_short == 2'd2) assert (f_left1_q);
      if (f_shown == 2'd1 || f_short == 2'd1) assert (f_sent1_q && !f_left1_q);
    end
  end

  // The packet that has begun, and how many have left since the marked one came, if that has a line.
  logic               f_inside_q, f_line_q;
  logic [Width-1:0]   f_head_q;
  logic [CntBits:0]   f_older_q, f_gone_q;
  logic               f_gone;
  assign f_gone = valid_o && ready_i && last_o && pop_long;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_inside_q <= 1'b0;
      f_line_q   <= 1'b0;
    end else begin
      if (valid_o && ready_i) f_inside_q <= !last_o;
      f_head_q <= head_o;
      if (f_push == 2'd1 && push_line_i) begin
        f_line_q  <= 1'b1;
        f_older_q <= (CntBits+1)'(Places) - (CntBits+1)'(long_free_q);
        f_gone_q  <= (CntBits+1)'(f_gone);
      end else if (f_gone && f_gone_q != '1) begin
        f_gone_q <= f_gone_q + 1'b1;
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      if (f_inside_q) assert (valid_o && head_o == f_head_q);
      if (f_line_q && !f_left1_q) assert (f_gone_q <= f_older_q + 1'b1);
    end
  end
