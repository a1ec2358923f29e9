// What cohgen_xbar promises. The handshake (by induction): each output takes each copy meant for it
// exactly once, one at a time, and gets the data of its sender. With COHGEN_FORMAL_XBAR_END, end to
// end (bounded): two marked messages A, then B, of one input, leave at each of their outputs once, in
// order, are not lost, and appear nowhere else. Needs Width 2.
  `include "reset.svh"

  logic [In-1:0]       f_valid_q, f_ready_q;
  logic [In*Out-1:0]   f_dst_q;
  logic [In*Width-1:0] f_data_q;

  always @(posedge clk_i) begin
    f_valid_q <= rst_ni ? in_valid_i : '0;
    f_ready_q <= in_ready_o;
    f_dst_q   <= in_dst_i;
    f_data_q  <= in_data_i;
  end

  // The sender: a message stays until ready, and goes somewhere.
  for (genvar i = 0; i < In; i++) begin : gen_f_in
    always @(*) begin
      if (rst_ni && in_valid_i[i]) assume (in_dst_i[i*Out +: Out] != '0);
      if (rst_ni && f_valid_q[i] && !f_ready_q[i]) begin
        assume (in_valid_i[i]);
        assume (in_dst_i[i*Out +: Out] == f_dst_q[i*Out +: Out]);
        assume (in_data_i[i*Width +: Width] == f_data_q[i*Width +: Width]);
      end
    end

    // Copies of the message now at input i that each output has taken so far.
    logic [Out-1:0] f_taken_q;
    always @(posedge clk_i) begin
      if (!rst_ni || in_ready_o[i]) f_taken_q <= '0;
      else                          f_taken_q <= f_taken_q | take[i*Out +: Out];
    end

    always @(*) begin
      if (rst_ni) begin
        assert ((take[i*Out +: Out] & f_taken_q) == '0);
        if (take[i*Out +: Out] != '0)
          assert (in_valid_i[i] && (take[i*Out +: Out] & ~in_dst_i[i*Out +: Out]) == '0);
        assert (in_ready_o[i] == (in_valid_i[i] &&
                (f_taken_q | take[i*Out +: Out]) == in_dst_i[i*Out +: Out]));
        assert (done_q[i*Out +: Out] == f_taken_q);
        if (f_taken_q != '0) assert (f_valid_q[i] && !f_ready_q[i]);
        assert ((f_taken_q & ~f_dst_q[i*Out +: Out]) == '0);
      end
    end
  end

  for (genvar o = 0; o < Out; o++) begin : gen_f_out
    logic [In-1:0]    f_take;
    logic [Width-1:0] f_data;
    for (genvar i = 0; i < In; i++) begin : gen_f_take
      assign f_take[i] = take[i*Out+o];
      always @(*) begin
        if (rst_ni && f_take[i]) begin
          assert (f_push[o] && f_push_data[o*Width +: Width] == in_data_i[i*Width +: Width]);
        end
      end
    end
    always @(*) begin
      if (rst_ni) begin
        assert ((f_take & (f_take - 1'b1)) == '0);
        assert (f_push[o] == (f_take != '0));
      end
    end
  end

`ifdef COHGEN_FORMAL_XBAR_END
  (* anyconst *) logic [7:0] f_src;  // the input that sends A and B
  (* anyconst *) logic [7:0] f_to;   // an output both go to
  (* anyconst *) logic [7:0] f_no;   // an output neither goes to (if it is not f_to)
  logic f_sent_a_q, f_sent_b_q, f_got_a_q, f_got_b_q;

  always @(*) assume (f_src < 8'(In) && f_to < 8'(Out) && f_no < 8'(Out));

  for (genvar i = 0; i < In; i++) begin : gen_f_mark
    always @(*) begin
      if (in_valid_i[i] && f_src != 8'(i)) assume (in_data_i[i*2 +: 2] == 2'd0);
      if (in_valid_i[i] && f_src == 8'(i)) begin
        assume (in_data_i[i*2 +: 2] != 2'd3);
        if (in_data_i[i*2 +: 2] == 2'd1) assume (!f_sent_a_q);
        if (in_data_i[i*2 +: 2] == 2'd2) assume (f_sent_a_q && !f_sent_b_q);
        if (in_data_i[i*2 +: 2] != 2'd0) begin
          assume (in_dst_i[i*Out + f_to]);
          assume (f_no == f_to || !in_dst_i[i*Out + f_no]);
        end
      end
    end
  end

  logic       f_out;
  logic [1:0] f_out_data, f_no_data;
  assign f_out      = out_valid_o[f_to] && out_ready_i[f_to];
  assign f_out_data = out_data_o[f_to*2 +: 2];
  assign f_no_data  = out_data_o[f_no*2 +: 2];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_sent_a_q <= 1'b0;
      f_sent_b_q <= 1'b0;
      f_got_a_q  <= 1'b0;
      f_got_b_q  <= 1'b0;
    end else begin
      if (in_ready_o[f_src] && in_data_i[f_src*2 +: 2] == 2'd1) f_sent_a_q <= 1'b1;
      if (in_ready_o[f_src] && in_data_i[f_src*2 +: 2] == 2'd2) f_sent_b_q <= 1'b1;
      if (f_out && f_out_data == 2'd1) f_got_a_q <= 1'b1;
      if (f_out && f_out_data == 2'd2) f_got_b_q <= 1'b1;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      if (f_out && f_out_data == 2'd1) assert (!f_got_a_q && !f_got_b_q);
      if (f_out && f_out_data == 2'd2) assert (f_got_a_q && !f_got_b_q);
      if (f_sent_a_q && !f_got_a_q) assert (out_valid_o[f_to]);
      if (f_sent_b_q && !f_got_b_q) assert (out_valid_o[f_to]);
      if (out_valid_o[f_no] && f_no != f_to) assert (f_no_data == 2'd0);
    end
  end
`endif
