// What cohgen_gather promises, by watching one message that is pushed, chosen freely, and one of its words.
  `include "reset.svh"

  (* anyconst *) logic [$clog2(Words)-1:0] f_word;
  (* anyconst *) logic [LikeBits-1:0]      f_like;
  (* anyseq *)   logic                     f_pick;
  logic               f_watch_q; // the word was pushed with the bits, and has not left
  logic               f_first_q; // nothing waited that it joined
  logic [IdxBits-1:0] f_at_q;    // where it waits
  logic [7:0]         f_age_q;   // cycles since it was pushed
  logic               f_here;    // what is pushed is the word
  logic [IdxBits-1:0] f_joined;  // what is pushed joins this one

  always @(*) assume (32'(f_word) < Words);
  always @(*) assume (!push_valid_i || push_words_i != '0);

  assign f_here = push_valid_i && push_like_i == f_like && push_words_i[f_word];
  always @(*) begin
    f_joined = '0;
    for (int e = 0; e < Entries; e++) if (joins[e]) f_joined = IdxBits'(e);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q <= 1'b0;
      f_age_q   <= '0;
    end else if (f_watch_q) begin
      if (valid_o && head_q == f_at_q) f_watch_q <= 1'b0;
      f_age_q <= f_age_q + 8'd1;
    end else if (f_pick && f_here) begin
      f_watch_q <= 1'b1;
      f_first_q <= !join_o;
      f_at_q    <= join_o ? f_joined : tail_q;
      f_age_q   <= '0;
    end
  end

  // Entries that are taken lie between head and tail.
  logic [Entries-1:0] f_between, f_alike;
  logic [7:0]         f_before; // entries in front of it
  assign f_before = 8'(f_at_q) + (f_at_q < head_q ? 8'(Entries) : 8'd0) - 8'(head_q);
  for (genvar e = 0; e < Entries; e++) begin : gen_between
    assign f_between[e] = head_q < tail_q ? IdxBits'(e) >= head_q && IdxBits'(e) < tail_q
                        : head_q > tail_q ? IdxBits'(e) >= head_q || IdxBits'(e) < tail_q : waits_q[0];
    always @(*) begin
      if (rst_ni && f_watch_q && waits_q[e] && 8'(e) + (IdxBits'(e) < head_q ? 8'(Entries) : 8'd0) - 8'(head_q) < f_before)
        assert (left_q[e] <= left_q[f_at_q]);
    end
    assign f_alike[e]   = waits_q[e] && open_q[e] && like_q[e] == f_like;
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (f_watch_q && head_q == f_at_q) assert (like_o == f_like && words_o[f_word]);
      if (f_watch_q && f_here && join_o) assert (!joins[f_at_q]);
      if (f_watch_q && join_o && joins[f_at_q]) assert (push_like_i == f_like && !(valid_o && head_q == f_at_q));
      if (push_valid_i && push_like_i == f_like) assert ((joins & (joins - 1'b1)) == '0);
      if (f_watch_q) assert (f_age_q < 8'(Cycles + Entries));
      if (waits_q != '0 && hurry_i) assert (valid_o);
      if (takes && waits_q == '1) assert (valid_o);
      if (valid_o) assert (waits_q[head_q]);

      // Why.
      assert (32'(head_q) < Entries && 32'(tail_q) < Entries);
      assert (waits_q == f_between);
      assert ((f_alike & (f_alike - 1'b1)) == '0);
      if (f_watch_q) assert (waits_q[f_at_q] && like_q[f_at_q] == f_like && words_q[f_at_q][f_word]);
      if (f_watch_q && f_first_q && left_q[f_at_q] != '0) assert (f_age_q + 8'(left_q[f_at_q]) == 8'(Cycles - 1));
      if (f_watch_q && !f_first_q && left_q[f_at_q] != '0) assert (f_age_q + 8'(left_q[f_at_q]) < 8'(Cycles - 1));
      if (f_watch_q && left_q[f_at_q] == '0) assert (f_age_q + f_before <= 8'(Cycles + Entries - 2));
      if (f_watch_q) assert (32'(left_q[f_at_q]) <= Cycles - 1);
    end
  end
