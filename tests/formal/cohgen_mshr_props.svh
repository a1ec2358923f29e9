// What cohgen_mshr promises, by watching one key.
  `include "reset.svh"

  (* anyconst *) logic [KeyBits-1:0] f_key;
  logic               f_here_q;     // the key has an entry
  logic [IdxBits-1:0] f_idx_q;      // its index
  logic               f_has_way_q;  // what was written to it, flashes included
  logic [WayBits-1:0] f_way_q;
  logic [Width-1:0]   f_data_q, f_data;
  logic [CntBits-1:0] f_count_q;    // allocs minus releases
  logic               f_mine;       // this write is to the entry under watch
  logic               f_paired;     // this pair gives the key its entry
  logic               f_known;      // the key to alloc has an entry
  logic               f_known2;     // ... that of the pair
  logic [CntBits-1:0] f_valids;
  logic               f_wr_valid;

  always @(*) begin
    f_known    = 1'b0;
    f_known2   = 1'b0;
    f_valids   = '0;
    f_wr_valid = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      if (valid_q[e] && key_q[e] == wr_key_i) f_known = 1'b1;
      if (valid_q[e] && key_q[e] == pair_key_i) f_known2 = 1'b1;
      if (valid_q[e]) f_valids = f_valids + 1'b1;
      if (valid_q[e] && wr_idx_i == IdxBits'(e)) f_wr_valid = 1'b1;
    end
  end

  // The caller: allocs a free entry for a key without one, writes and releases a valid one.
  always @(*) begin
    if (rst_ni && wr_i) begin
      assume (8'(wr_idx_i) < 8'(Entries));
      assume (!(wr_alloc_i && wr_release_i));
      assume (f_wr_valid != wr_alloc_i);
      assume (!(wr_alloc_i && f_known));
    end
    if (rst_ni && pair_i) begin
      assume (pair_room_o && wr_i && wr_alloc_i && wr_idx_i == free_idx_o);
      assume (!f_known2 && pair_key_i != wr_key_i);
    end
    if (rst_ni && flash_i) assume (Flashes == 2 || (Flashes == 1 && flash_mask_i == Flash));
  end

  assign f_mine = wr_i && (wr_alloc_i ? wr_key_i == f_key : (f_here_q && wr_idx_i == f_idx_q));
  assign f_paired = pair_i && pair_key_i == f_key;
  assign f_data   = f_mine ? wr_data_i : f_paired ? pair_data_i : f_data_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_here_q  <= 1'b0;
      f_count_q <= '0;
    end else begin
      if (f_mine) begin
        f_here_q    <= !wr_release_i;
        f_idx_q     <= wr_idx_i;
        f_has_way_q <= wr_has_way_i;
        f_way_q     <= wr_way_i;
      end else if (f_paired) begin
        f_here_q    <= 1'b1;
        f_idx_q     <= pair_idx_o;
        f_has_way_q <= 1'b0;
        f_way_q     <= wr_way_i;
      end
      f_data_q  <= flash_i ? (f_data & ~flash_mask_i) | (flash_value_i & flash_mask_i) : f_data;
      f_count_q <= f_count_q + CntBits'(wr_i && wr_alloc_i) + CntBits'(pair_i)
                             - CntBits'(wr_i && wr_release_i);
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (key_i == f_key) begin
        assert (hit_o == f_here_q);
        assert (hit_idx_o == (f_here_q ? f_idx_q : '0));
        assert (hit_data_o == (f_here_q ? f_data_q : '0));
        assert (hit_has_way_o == (f_here_q && f_has_way_q));
        assert (hit_way_o == (f_here_q ? f_way_q : '0));
      end
      assert (occupancy_o == f_count_q);
      assert (full_o == (f_count_q == CntBits'(Entries)));
      if (!full_o) assert (!(|(valid_q & (Entries'(1) << free_idx_o))));
      if (!full_o) assert ((~valid_q & ((Entries'(1) << free_idx_o) - 1'b1)) == '0);
      assert (pair_room_o == (Pairs != 0 && 8'(f_count_q) + 8'd1 < 8'(Entries)));
      if (pair_room_o) begin
        assert (pair_idx_o != free_idx_o);
        assert (!(|(valid_q & (Entries'(1) << pair_idx_o))));
      end
      if (f_here_q && rd_idx_i == f_idx_q) assert (rd_key_o == f_key);

      for (int e = 0; e < Entries; e++) begin
        if (f_here_q && f_idx_q == IdxBits'(e)) assert (all_valid_o[e] && all_data_o[e*Width +: Width] == f_data_q);
        if (f_count_q == '0) assert (!all_valid_o[e]);
      end

      // Why.
      assert (f_valids == f_count_q);
      for (int e = 0; e < Entries; e++) begin
        assert ((valid_q[e] && key_q[e] == f_key) == (f_here_q && f_idx_q == IdxBits'(e)));
        if (f_here_q && f_idx_q == IdxBits'(e))
          assert (data_q[e] == f_data_q && has_way_q[e] == f_has_way_q && way_q[e] == f_way_q);
      end
      if (f_here_q) assert (8'(f_idx_q) < 8'(Entries));
    end
  end
