// What cohgen_join promises, by watching one word of a message that is pushed, chosen freely.
  `include "reset.svh"

  (* anyconst *) logic [$clog2(Words)-1:0] f_word;
  (* anyseq *)   logic                     f_pick;
  logic                f_watch_q; // it was pushed and has not left
  logic [LikeBits-1:0] f_like_q;  // its message's bits
  logic [WordBits-1:0] f_data_q;  // its data
  logic [7:0]          f_age_q;   // cycles since the last push
  logic                f_last_q;  // which said that no more is to come
  logic                f_in_q;    // this word of what waits was pushed

  always @(*) assume (32'(f_word) < Words);
  always @(*) assume (!push_valid_i || push_words_i != '0);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q <= 1'b0;
      f_in_q    <= 1'b0;
      f_age_q   <= '0;
    end else begin
      if (f_watch_q && valid_o) f_watch_q <= 1'b0;
      if ((!f_watch_q || valid_o) && f_pick && push_valid_i && push_words_i[f_word]) begin
        f_watch_q <= 1'b1;
        f_like_q  <= push_like_i;
        f_data_q  <= push_data_i;
      end
      if (push_valid_i) f_in_q <= push_words_i[f_word] || (join_o && f_in_q);
      f_age_q  <= push_valid_i ? '0 : f_age_q + 8'(f_age_q != 8'hff);
      if (push_valid_i) f_last_q <= !push_more_i;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (f_watch_q && valid_o) assert (like_o == f_like_q && words_o[f_word] && data_o[f_word*WordBits +: WordBits] == f_data_q);
      if (valid_o) assert (words_o[f_word] == f_in_q);
      if (join_o) assert (!valid_o && waits_q && push_like_i == like_o && (push_words_i & words_o) == '0);
      if (waits_q && push_valid_i) assert (valid_o != join_o);
      if (waits_q && !push_valid_i) assert (valid_o == (f_age_q + 8'd1 >= (f_last_q ? 8'd1 : 8'(Cycles))));

      // Why.
      if (f_watch_q) assert (waits_q && like_q == f_like_q && words_q[f_word] && data_o[f_word*WordBits +: WordBits] == f_data_q);
      if (waits_q) assert (words_q[f_word] == f_in_q);
      if (waits_q) assert (8'(left_q) == (f_last_q ? 8'd0 : 8'(Cycles - 1) - f_age_q));
      if (waits_q) assert (f_last_q ? f_age_q == 8'd0 : f_age_q <= 8'(Cycles - 1));
    end
  end
