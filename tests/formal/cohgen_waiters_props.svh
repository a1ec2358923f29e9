// What cohgen_waiters promises, by watching one request chosen freely among those merged.
  `include "reset.svh"

  logic [3:0] f_verdict;
  assign f_verdict = {done_i, retry_i, park_i, split_i};

  logic [1:0] f_flying_q;  // requests in flight

  // The caller.
  always @(*) begin
    if (rst_ni) begin
      if (merge_i) assume (!full_o);
      if (take_i) assume (valid_o && (f_flying_q != 2'd2 || f_verdict != '0));
      if (f_verdict != '0) assume (f_flying_q != 2'd0);
      assume ((f_verdict & (f_verdict - 1'b1)) == '0);
      if (Words == 0) assume (!split_i);
      assume (8'(merge_mshr_i) < 8'(Mshrs) && 8'(park_mshr_i) < 8'(Mshrs));
    end
  end

  (* anyseq *) logic f_pick;
  logic [1:0]          f_state_q, f_state;  // of the request: the states of the diagram
  logic [MshrBits-1:0] f_mshr_q, f_mshr_d;
  logic [IdBits-1:0]   f_id_q, f_id_d;
  logic [Width-1:0]    f_data_q;
  logic [WordBits-1:0] f_words_q, f_words_d;
  logic [Entries-1:0]  f_entry_q;           // where it is, one-hot
  logic                f_start;             // it is merged in this cycle
  logic                f_left_q;            // it left in the last cycle
  logic                f_behind_q;          // the request in flight was taken behind another that still is
  logic                f_mine;              // a verdict is on it
  logic                f_ready_q;           // it was ready in the last cycle
  logic                f_room_q;            // two were free then
  logic [CntBits-1:0]  f_count;

  assign f_start = f_state_q == Free && merge_i && f_pick;
  assign f_mine  = f_state_q == Flight && !f_behind_q;

  always @(*) begin
    f_state   = f_state_q;
    f_mshr_d  = f_mshr_q;
    f_id_d    = f_id_q;
    f_words_d = f_words_q;
    if (f_start) begin
      f_state   = Wait;
      f_mshr_d  = merge_mshr_i;
      f_id_d    = merge_id_i;
      f_words_d = merge_words_i;
    end
    if (f_state_q == Ready && take_i && (offer_q & f_entry_q) != '0) f_state = Flight;
    if (f_mine && done_i)  f_state = Free;
    if (f_mine && retry_i) f_state = Ready;
    if (f_mine && split_i) begin
      f_state   = Ready;
      f_words_d = split_words_i;
    end
    if (f_mine && park_i) begin
      f_state  = Wait;
      f_mshr_d = park_mshr_i;
    end
    if (f_state == Wait && drop_i && drop_mshr_i == f_mshr_d && drop_id_i == f_id_d) f_state = Free;
    if (f_state == Wait && wake_i && wake_mshr_i == f_mshr_d && (Words == 0 || (wake_words_i & f_words_d) != '0))
      f_state = Ready;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_state_q <= Free;
      f_left_q  <= 1'b0;
      f_ready_q <= 1'b0;
      f_room_q  <= 1'b0;
      f_flying_q <= 2'd0;
    end else begin
      f_flying_q <= f_flying_q + 2'(take_i) - 2'(f_verdict != '0);
      if (f_verdict != '0) f_behind_q <= 1'b0;
      if (f_state_q == Ready && f_state == Flight) f_behind_q <= f_flying_q != 2'(f_verdict != '0);
      f_left_q  <= (f_state_q != Free || f_start) && f_state == Free;
      f_state_q <= f_state;
      f_ready_q <= f_state_q == Ready;
      f_room_q  <= (is_free & (is_free - 1'b1)) != '0;
      f_mshr_q  <= f_mshr_d;
      f_id_q    <= f_id_d;
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
      if (f_state_q == Ready && f_ready_q) assert (valid_o); // it was in the cycle before
      if (f_state_q == Ready && (offer_q & f_entry_q) != '0) assert (data_o == f_data_q);
      if (Words != 0 && f_state_q == Ready && (offer_q & f_entry_q) != '0) assert (words_o == f_words_q);
      if (f_state_q != Free) assert (occupancy_o != '0);
      if (f_left_q) assert ((is_free & f_entry_q) != '0);
      if (occupancy_o == CntBits'(Entries)) assert (full_o);
      if (f_room_q) assert (!full_o); // two were free in the cycle before
      assert (valid_o == (offer_q != '0));
      assert ((offer_q & (offer_q - 1'b1)) == '0);

      // Why.
      assert (occupancy_o == f_count);
      assert (enter_valid_q == (enter_q != '0) && (enter_q & (enter_q - 1'b1)) == '0 && (enter_q & ~is_free) == '0);
      assert ((offer_q & ~f_all_ready) == '0);
      if ((offer_q & f_entry_q) != '0 && f_state_q != Free) assert (f_state_q == Ready);
      if (f_ready_q && f_state_q == Ready) assert (offer_valid_q);
      assert (f_flying_q != 2'd3 && (last_q & (last_q - 1'b1)) == '0);
      assert ((is_flight == '0) == (f_flying_q == 2'd0));
      if (f_flying_q == 2'd1) assert (is_flight == last_q);
      if (f_flying_q == 2'd2) assert ((is_flight & last_q) != '0 && (is_flight & ~last_q) != '0
                                    && ((is_flight & ~last_q) & ((is_flight & ~last_q) - 1'b1)) == '0);
      if (f_state_q == Flight) assert (f_behind_q == (f_flying_q == 2'd2 && last_q == f_entry_q));
      if (f_state_q != Free) begin
        assert (f_entry_q != '0 && (f_entry_q & (f_entry_q - 1'b1)) == '0);
        assert (((is_free & f_entry_q) != '0) == 1'b0);
        assert ((((is_ready | offer_q) & f_entry_q) != '0) == (f_state_q == Ready));
        assert (((is_flight & f_entry_q) != '0) == (f_state_q == Flight));
      end
      for (int e = 0; e < Entries; e++) begin
        if (f_state_q != Free && f_entry_q[e]) begin
          assert (data_q[e] == f_data_q);
          assert (f_id[e] == f_id_q);
          if (Words != 0) assert (words[e] == f_words_q);
          if (f_state_q == Wait) assert (f_mshr[e] == f_mshr_q);
        end
      end
    end
  end
