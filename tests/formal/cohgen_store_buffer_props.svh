// What cohgen_store_buffer promises, by watching one line chosen freely and one of its bytes, and for the order of
// offers a second line. The memory answers anything to a read of what is written at the same edge
// (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [KeyBits-1:0] f_key, f_key2;
  (* anyconst *) logic [7:0]         f_byte;      // which byte of the line
  logic [LineBytes*9-1:0]            f_stored;    // the line's word of the memory (joined by run.sh)

  logic                 f_s1_q, f_look_q;         // a transition is in S1; it is about the line
  logic                 f_ahead_q;                // ... and an offer's
  logic                 f_s2_q, f_mine_q;         // likewise of S2
  logic                 f_taken_q;
  logic                 f_far_q;          // Settle 3: an offer was taken in the last cycle, of this line
  logic [KeyBits-1:0]   f_far_key_q;
  logic                 f_here_q, f_here2_q;      // the line has an entry
  logic [IdxBits-1:0]   f_idx_q, f_idx2_q;        // which one
  logic                 f_older_q;                // the line's is older than that of the second line
  logic                 f_counts_q;               // the byte counts
  logic [7:0]           f_value_q;                // ... and is
  logic [FieldBits-1:0] f_fields_q;
  logic                 f_want_q, f_all_q, f_want2_q, f_all2_q;
  logic                 f_ready_q, f_calm_q;      // in the cycle before it could have been offered, and was not one that had
                                                  // gone back: wanted, or wanted with all and no other such for itself
  logic                 f_back2_q;                // ... and the second line's was one that had gone back
  logic                 f_read_q, f_read_counts_q;  // what was read last was this line's
  logic [7:0]           f_read_value_q;
  logic                 f_put_here;                 // put_bytes_i and put_data_i of the byte
  logic [7:0]           f_put_value, f_line_value, f_stored_value;
  logic                 f_line_counts, f_stored_counts;

  always @(*) begin
    f_put_here      = 1'b0;
    f_put_value     = '0;
    f_line_value    = '0;
    f_line_counts   = 1'b0;
    f_stored_value  = '0;
    f_stored_counts = 1'b0;
    for (int b = 0; b < LineBytes; b++) begin
      if (f_byte == 8'(b)) begin
        f_put_here      = put_bytes_i[b];
        f_put_value     = put_data_i[b*8 +: 8];
        f_line_value    = line_o[b*8 +: 8];
        f_line_counts   = bytes_o[b];
        f_stored_value  = f_stored[b*9 +: 8];
        f_stored_counts = f_stored[b*9+8];
      end
    end
  end

  // The caller. Only what was offered leaves.
  always @(*) begin
    assume (f_byte < 8'(LineBytes));
    assume (f_key != f_key2);
    if (rst_ni) begin
      if (!f_s2_q) assume (!put_i && !set_i && !want_i && !want_all_i);
      if (put_i) assume (hit_o || !full_o);
      assume (read_i == f_ahead_q);
      assume (f_taken_q == (leave_i || retry_i));
      assume (!(leave_i && retry_i));
      if (f_taken_q) assume (!put_i);
      if (drain_take_i) assume (drain_valid_o);
      if (Settle == 2 && drain_take_i) assume (look_i && look_key_i == drain_key_o);
      if (f_far_q) assume (look_i && look_key_i == f_far_key_q);
    end
  end

  logic f_make, f_make2, f_leave;
  assign f_make  = f_s2_q && f_mine_q && put_i && !f_here_q;
  assign f_make2 = f_s2_q && s2_key_q == f_key2 && put_i && !f_here2_q;
  assign f_leave = f_s2_q && f_mine_q && leave_i;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_s1_q    <= 1'b0;
      f_s2_q    <= 1'b0;
      f_ahead_q <= 1'b0;
      f_far_q   <= 1'b0;
    f_taken_q <= 1'b0;
      f_here_q  <= 1'b0;
      f_here2_q <= 1'b0;
      f_read_q  <= 1'b0;
      f_ready_q <= 1'b0;
      f_calm_q  <= 1'b0;
      f_want_q  <= 1'b0;
      f_all_q   <= 1'b0;
      f_want2_q <= 1'b0;
      f_all2_q  <= 1'b0;
    end else begin
      f_s1_q    <= look_i;
      f_s2_q    <= f_s1_q;
      f_far_q   <= Settle > 2 && drain_take_i;
      f_far_key_q <= drain_key_o;
      f_ahead_q <= (Settle > 2) ? f_far_q : drain_take_i;
      f_taken_q <= f_ahead_q;
      f_ready_q <= f_want_q && !f_out && !f_back;
      f_calm_q  <= f_all_q && !f_out && !f_back && (urgent & ~back_q) == '0;
      f_back2_q <= (back_q & f_at2) != '0;
      if (look_i) f_look_q <= look_key_i == f_key;
      if (f_s1_q) f_mine_q <= f_look_q;
      if (f_make) begin
        f_idx_q   <= place_idx;
        f_older_q <= 1'b0;
      end
      if (f_make2) begin
        f_idx2_q  <= place_idx;
        f_older_q <= 1'b1;
      end
      if (f_s2_q && f_mine_q && put_i) begin
        f_here_q   <= 1'b1;
        f_counts_q <= f_put_here || (f_here_q && f_counts_q);
        if (f_put_here) f_value_q <= f_put_value;
      end
      if (f_s2_q && f_mine_q && (f_make || (f_here_q && set_i))) f_fields_q <= fields_i;
      if (f_make2) f_here2_q <= 1'b1;
      if (f_s2_q && f_mine_q && want_i && (f_here_q || put_i)) f_want_q <= 1'b1;
      if (f_s2_q && s2_key_q == f_key2 && want_i && (f_here2_q || put_i)) f_want2_q <= 1'b1;
      if (want_all_i && (f_here_q || f_make))   f_all_q  <= 1'b1;
      if (want_all_i && (f_here2_q || f_make2)) f_all2_q <= 1'b1;
      if (read_i) begin
        f_read_q        <= f_look_q && f_here_q;
        f_read_counts_q <= f_counts_q || (f_s2_q && f_mine_q && put_i && f_put_here);
        f_read_value_q  <= (f_s2_q && f_mine_q && put_i && f_put_here) ? f_put_value : f_value_q;
      end
      if (f_leave) begin
        f_here_q <= 1'b0;
        f_want_q <= 1'b0;
        f_all_q  <= 1'b0;
      end
      if (f_s2_q && s2_key_q == f_key2 && leave_i) begin
        f_here2_q <= 1'b0;
        f_want2_q <= 1'b0;
        f_all2_q  <= 1'b0;
      end
    end
  end

  // Of the two lines' entries.
  logic [Entries-1:0] f_at, f_at2;
  logic f_out, f_out2, f_back, f_going, f_offered;
  logic f_next, f_after; // in the place that is taken next, and in the one after it
  assign f_at   = f_here_q ? Entries'(1) << f_idx_q : '0;
  assign f_at2  = f_here2_q ? Entries'(1) << f_idx2_q : '0;
  assign f_next  = (place & f_at) != '0;
  assign f_after = (((place << 1) | (place >> (Entries - 1))) & f_at) != '0;
  assign f_out  = (out_q & f_at) != '0;
  assign f_out2 = (out_q & f_at2) != '0;
  assign f_back = (back_q & f_at) != '0;
  assign f_going   = (f_far_q && f_far_key_q == f_key) || (f_ahead_q && f_look_q) || (f_taken_q && f_mine_q);
  assign f_offered = (offer_valid_q && offer_key_q == f_key) || f_going;

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (f_s2_q && f_mine_q) begin
        assert (hit_o == f_here_q);
        assert (hit_fields_o == (f_here_q ? f_fields_q : '0));
        assert (here_idx_o == (f_here_q ? f_idx_q : place_idx));
      end
      if (f_s1_q && f_look_q) begin
        assert (look_fields_o == (f_here_q ? f_fields_q : '0));
        assert (look_idx_o == (f_here_q ? f_idx_q : '0));
      end
      if (f_ahead_q && f_look_q) assert (f_here_q);
      if (f_read_q) begin
        assert (f_line_counts == f_read_counts_q);
        if (f_read_counts_q) assert (f_line_value == f_read_value_q);
      end
      if (f_taken_q && f_mine_q) assert (f_read_q && f_line_counts == f_counts_q && (!f_counts_q || f_line_value == f_value_q));
      if (valid_q == '0) assert (!full_o);
      // What is offered has an entry that somebody wants out, or the buffer is full and it is the oldest, or with Ahead it is
      // the oldest but for that one; and it is not on its way already.
      if (drain_valid_o && drain_key_o == f_key) assert (f_here_q && !f_going && drain_idx_o == f_idx_q);
      if ((pick & f_at) != '0) assert (f_want_q || f_all_q || f_next || (Ahead && f_after));
      if (f_next && f_here2_q) assert (full_o && f_older_q);
      if (f_after && f_here2_q && (place & f_at2) == '0) assert (f_older_q);
      // What is wanted goes before the rest, in the order in which it was made.
      if (f_ready_q && !f_out) assert ((pick & want_q) != '0);
      if (f_calm_q && !f_out) assert (pick != '0);
      if (f_older_q && f_here_q && (f_ready_q || f_calm_q) && !f_out) assert ((pick & f_at2) == '0);
      // One that went back does not go before one that did not: so those that are wanted take turns.
      if (f_back2_q && (f_ready_q || f_calm_q) && !f_out) assert ((pick & f_at2) == '0);

      // Why.
      if (offer_valid_q && offer_key_q == f_key) assert (f_here_q && offer_idx_q == f_idx_q);
      assert (ring_q[Entries-1] && (~ring_q & (~ring_q + 1'b1)) == '0);
      assert ((wanted_q & ~(want_q | all_q | (valid_q & due))) == '0 && (wanted_q & ~valid_q) == '0);
      if (f_ready_q) assert (f_here_q && f_want_q && (wanted_q & f_at) != '0 && (wanted_q & ~want_q) == '0);
      if (f_calm_q) assert (f_here_q && f_all_q && (wanted_q & f_at) != '0);
      if (f_back2_q && (f_ready_q || f_calm_q)) assert ((wanted_q & f_at2) == '0);
      assert ((back_q & ~valid_q) == '0);
      assert ((want_q & ~valid_q) == '0 && (all_q & ~valid_q) == '0 && (out_q & ~valid_q) == '0);
      for (int e = 0; e < Entries; e++) begin
        assert ((valid_q[e] && key_q[e] == f_key) == (f_here_q && f_idx_q == IdxBits'(e)));
        assert ((valid_q[e] && key_q[e] == f_key2) == (f_here2_q && f_idx2_q == IdxBits'(e)));
        if (f_here_q && f_idx_q == IdxBits'(e)) begin
          assert (fields_q[e] == f_fields_q && want_q[e] == f_want_q && all_q[e] == f_all_q);
          assert (out_q[e] == f_offered);
        end
        if (f_here2_q && f_idx2_q == IdxBits'(e)) assert (want_q[e] == f_want2_q && all_q[e] == f_all2_q);
      end
      if (f_here_q)  assert (32'(f_idx_q) < Entries);
      if (f_here2_q) assert (32'(f_idx2_q) < Entries);
      if (!f_here_q) assert (!f_offered && !f_want_q && !f_all_q);
      if (!f_here2_q) assert (!f_want2_q && !f_all2_q);
      assert (!(offer_valid_q && offer_key_q == f_key && f_going));
      assert (!(f_ahead_q && f_look_q && f_taken_q && f_mine_q));
      assert (!(f_far_q && f_far_key_q == f_key && ((f_ahead_q && f_look_q) || (f_taken_q && f_mine_q))));
      assert ((!f_ahead_q || f_s1_q) && (!f_taken_q || f_s2_q) && look_q == f_s1_q);
      if (f_s1_q) begin
        assert ((s1_key_q == f_key) == f_look_q);
        for (int e = 0; e < Entries; e++) assert (found[e] == (valid_q[e] && key_q[e] == s1_key_q));
      end
      if (f_s2_q) begin
        assert ((s2_key_q == f_key) == f_mine_q);
        for (int e = 0; e < Entries; e++) assert (match[e] == (valid_q[e] && key_q[e] == s2_key_q));
        assert (hit_q == (match != '0));
      end
      for (int e = 0; e < Entries; e++)
        for (int k = 0; k < e; k++) assert (!(valid_q[e] && valid_q[k] && key_q[e] == key_q[k]));
      if (f_here_q && f_here2_q)
        assert (f_older_q == (((ring_q & f_at) != '0) == ((ring_q & f_at2) != '0) ? f_idx_q < f_idx2_q
                                                                                  : (ring_q & f_at) != '0));
      if (f_here_q) begin
        assert (f_stored_counts == f_counts_q);
        if (f_counts_q) assert (f_stored_value == f_value_q);
      end
    end
  end
