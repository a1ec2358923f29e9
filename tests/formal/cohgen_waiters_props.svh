// What cohgen_waiters promises, by watching one request chosen freely among those merged.
  `include "reset.svh"

  logic [3:0] f_verdict;
  assign f_verdict = {done_i, retry_i, park_i, split_i};

  logic f_far_q, f_taken_q, f_due_q, f_told_q;  // something is due in two cycles, in the next, in this one; was in the last

  // The caller.
  always @(*) begin
    if (rst_ni) begin
      if (merge_i) assume (try_i && !full_o);
      if (f_due_q) assume (!try_i);
      if (take_i) assume (valid_o);
      assume ((f_verdict != '0) == f_due_q);
      assume ((f_verdict & (f_verdict - 1'b1)) == '0);
      if (Words == 0) assume (!split_i);
      assume (8'(mshr_i) < 8'(Mshrs));
    end
  end

  // What was said in the last cycle; the request follows it in this.
  logic                f_wake_q, f_drop_q, f_done_q, f_retry_q, f_park_q, f_split_q;
  logic [MshrBits-1:0] f_said_q;
  logic [IdBits-1:0]   f_drop_id_q;
  logic [WordBits-1:0] f_wake_words_q, f_split_words_q, f_merge_words_q;

  (* anyseq *) logic f_pick;
  logic [1:0]          f_state_q, f_state;  // of the request: the states of the diagram
  logic                f_comes_q;           // it was merged in the last cycle
  logic [MshrBits-1:0] f_mshr_q, f_mshr_d;
  logic [WordBits-1:0] f_words_q, f_words_d;
  logic [Width-1:0]    f_data_q;
  logic [Entries-1:0]  f_entry_q;           // where it is, one-hot
  logic [2:0]          f_since_q;           // it was taken so many cycles ago
  logic                f_start;             // it is merged in this cycle
  logic                f_left_q;            // it left in the last cycle
  logic                f_mine;              // the last cycle's verdict was on it
  logic [Entries-1:0]  f_free;              // free and not given away in the last cycle
  logic                f_room_q;            // some were left in the last cycle
  logic [CntBits-1:0]  f_count;

  assign f_start = f_state_q == Free && !f_comes_q && merge_i && f_pick;
  assign f_mine  = f_state_q == Flight && f_since_q == 3'(Settle + 1);
  assign f_free  = is_free & ~(first_q & {Entries{merge_q}});

  always @(*) begin
    f_state   = f_state_q;
    f_mshr_d  = f_mshr_q;
    f_words_d = f_words_q;
    if (f_comes_q) begin
      f_state   = Wait;
      f_mshr_d  = f_said_q;
      f_words_d = f_merge_words_q;
    end
    if (f_state_q == Ready && take_i && (offer_q & f_entry_q) != '0) f_state = Flight;
    if (f_mine && f_done_q)  f_state = Free;
    if (f_mine && f_retry_q) f_state = Ready;
    if (f_mine && f_split_q) begin
      f_state   = Ready;
      f_words_d = f_split_words_q;
    end
    if (f_mine && f_park_q) begin
      f_state  = Wait;
      f_mshr_d = f_said_q;
    end
    if (f_state == Wait && f_drop_q && f_said_q == f_mshr_d && f_drop_id_q == f_data_q[IdAt +: IdBits]) f_state = Free;
    if (f_state == Wait && f_wake_q && f_said_q == f_mshr_d && (Words == 0 || (f_wake_words_q & f_words_d) != '0))
      f_state = Ready;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_state_q <= Free;
      f_comes_q <= 1'b0;
      f_left_q  <= 1'b0;
      f_room_q  <= 1'b0;
      f_far_q   <= 1'b0;
      f_taken_q <= 1'b0;
      f_due_q   <= 1'b0;
      f_told_q  <= 1'b0;
      {f_wake_q, f_drop_q, f_done_q, f_retry_q, f_park_q, f_split_q} <= '0;
    end else begin
      f_far_q   <= Settle > 2 && take_i;
      f_taken_q <= (Settle > 2) ? f_far_q : take_i;
      f_due_q   <= f_taken_q;
      f_told_q  <= f_due_q;
      f_wake_q  <= wake_i;
      f_drop_q  <= drop_i;
      f_done_q  <= done_i;
      f_retry_q <= retry_i;
      f_park_q  <= park_i;
      f_split_q <= split_i;
      f_said_q  <= mshr_i;
      f_drop_id_q     <= drop_id_i;
      f_wake_words_q  <= wake_words_i;
      f_split_words_q <= split_words_i;
      f_merge_words_q <= merge_words_i;

      f_since_q <= f_state_q == Ready ? 3'd1 : f_since_q + 3'd1;
      f_left_q  <= (f_state_q != Free || f_comes_q) && f_state == Free;
      f_state_q <= f_state;
      f_comes_q <= f_start;
      f_room_q  <= (f_free & ~(enter & {Entries{merge_i}})) != '0;
      f_mshr_q  <= f_mshr_d;
      f_words_q <= f_words_d;
      if (f_start) begin
        f_data_q  <= merge_data_i;
        f_entry_q <= enter;
      end
    end
  end

  always @(*) begin
    f_count = '0;
    for (int e = 0; e < Entries; e++) if (!is_free[e]) f_count = f_count + 1'b1;
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (f_state_q == Ready) assert (valid_o);
      if (f_state_q == Ready && (offer_q & f_entry_q) != '0) assert (data_o == f_data_q);
      if (Words != 0 && f_state_q == Ready && (offer_q & f_entry_q) != '0) assert (words_o == f_words_q);
      if (f_state_q != Free) assert (occupancy_o != '0);
      if (f_left_q) assert ((is_free & f_entry_q) != '0);
      if (occupancy_o == CntBits'(Entries)) assert (full_o);
      if (f_room_q) assert (!full_o);
      assert (full_o || (enter != '0 && (enter & ~f_free) == '0));
      assert (valid_o == (offer_q != '0));
      assert ((offer_q & (offer_q - 1'b1)) == '0);

      // Why.
      assert (occupancy_o == f_count);
      assert (first_valid_q == (first_q != '0) && (first_q & (first_q - 1'b1)) == '0 && (first_q & ~is_free) == '0);
      assert (second_valid_q == (second_q != '0) && (second_q & (second_q - 1'b1)) == '0);
      assert ((second_q & ~is_free) == '0 && (second_q & first_q) == '0 && (!merge_q || first_valid_q));
      assert ((offer_q & ~f_all_ready) == '0);
      assert (offer_valid_q || f_all_ready == '0);
      assert ({taken_q, due_q} == {f_taken_q, f_due_q});
      if (Settle > 2) assert (far == f_far_q);
      assert ({wake_q, drop_q} == {f_wake_q, f_drop_q});
      if (wake_q || drop_q || wait_q) assert (mshr_q == f_said_q);
      if (drop_q) assert (drop_id_q == f_drop_id_q);
      assert (ready_q == (f_retry_q || f_split_q) && wait_q == (merge_q || f_park_q));
      if (f_told_q) assert (!merge_q && f_done_q + f_retry_q + f_park_q + f_split_q == 3'd1);
      else          assert (subject_q == first_q && !f_done_q && !f_retry_q && !f_park_q && !f_split_q);
      if (Words != 0 && wake_q) assert (wake_words_q == f_wake_words_q);
      if (Words != 0 && (merge_q || f_split_q))
        assert (put_q && own_words_q == (f_told_q ? f_split_words_q : f_merge_words_q));
      if (Words != 0 && (f_park_q || f_retry_q)) assert (!put_q);
      for (int e = 0; e < Entries; e++)
        assert (2'(f_far_q && far_at == EntryBits'(e)) + 2'(taken_q && taken_at_q == EntryBits'(e)) + 2'(due_q && due_at_q == EntryBits'(e)) +
                2'(f_told_q && subject_q[e]) == 2'(f_all_flight[e]));
      if (f_comes_q) assert (f_state_q == Free && merge_q && first_q == f_entry_q);
      if (f_state_q != Free || f_comes_q) assert (f_entry_q != '0 && (f_entry_q & (f_entry_q - 1'b1)) == '0);
      if (f_state_q != Free) begin
        assert ((is_free & f_entry_q) == '0);
        assert (((f_all_ready & f_entry_q) != '0) == (f_state_q == Ready));
        assert (((f_all_flight & f_entry_q) != '0) == (f_state_q == Flight));
      end
      for (int e = 0; e < Entries; e++) begin
        if ((f_state_q != Free || f_comes_q) && f_entry_q[e]) assert (data_q[e] == f_data_q);
        if (f_state_q != Free && f_entry_q[e]) begin
          if (Words != 0) assert (words[e] == f_words_q);
          if (f_state_q == Wait) assert (f_mshr[e] == f_mshr_q);
          if (f_state_q == Flight)
            assert (f_since_q == 3'd1 && f_far_q && far_at == EntryBits'(e) ||
                    f_since_q == 3'(Settle - 1) && taken_q && taken_at_q == EntryBits'(e) ||
                    f_since_q == 3'(Settle) && due_q && due_at_q == EntryBits'(e) ||
                    f_since_q == 3'(Settle + 1) && f_told_q && subject_q[e]);
        end
      end
    end
  end
