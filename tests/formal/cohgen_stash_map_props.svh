// What cohgen_stash_map promises, by watching two entries (e, and g, which may be what e reuses) and a place of the table. The
// memory answers anything to a read of what is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [IdxBits-1:0]   f_e, f_g;
  (* anyconst *) logic [BlockBits-1:0] f_b;
  (* anyconst *) logic [PlaceBits-1:0] f_m;
  (* keep *) logic [Width-1:0] f_stored;  // of g in the memory (joined by run.sh)
  logic                 f_live_q;         // e is of a block that runs: which
  logic [BlockBits-1:0] f_owner_q;
  logic [CountBits-1:0] f_count_q;        // dirty chunks of e
  logic [Width-1:0]     f_data_q, f_g_data_q; // their mappings
  logic                 f_known_q, f_g_known_q;
  logic                 f_add, f_add_e, f_add_g, f_has, f_in;
  logic [IdxBits-1:0]   f_place, f_next_q;

  assign f_add   = add_valid_i && add_ready_o && !add_refused_o;
  assign f_add_e = f_add && add_idx_o == f_e;
  assign f_add_g = f_add && add_idx_o == f_g;

  // The place under watch; the users.
  always @(*) begin
    f_has   = 1'b0;
    f_place = '0;
    f_in    = 1'b0;
    for (int b = 0; b < Blocks; b++)
      for (int m = 0; m < Maps; m++) begin
        if (f_b == BlockBits'(b) && f_m == PlaceBits'(m)) begin
          f_has   = has_q[b*Maps+m];
          f_place = place_q[(b*Maps+m)*IdxBits +: IdxBits];
        end
        if (f_owner_q == BlockBits'(b) && has_q[b*Maps+m] && place_q[(b*Maps+m)*IdxBits +: IdxBits] == f_e) f_in = 1'b1;
      end
    assume (32'(f_e) < Entries && 32'(f_g) < Entries && f_e != f_g && 32'(f_b) < Blocks && 32'(f_m) < Maps);
    assume (32'(add_block_i) < Blocks && 32'(end_block_i) < Blocks);
    assume (32'(chg_idx_i) < Entries && 32'(rd_idx_i) < Entries && 32'(more_idx_i) < Entries && 32'(less_idx_i) < Entries);
    if (rst_ni) begin
      for (int i = 0; i < Entries; i++) begin
        if (more_i && more_idx_i == IdxBits'(i)) assume (valid[i] && count_q[i] != CountBits'(Chunks));
        if (less_i && less_idx_i == IdxBits'(i)) assume (count_q[i] != '0);
        if (chg_valid_i && chg_idx_i == IdxBits'(i)) assume (valid[i]);
      end
      assume (!(end_i && add_valid_i && end_block_i == add_block_i));
      if (f_waits_q) assume (add_valid_i && add_block_i == f_block_q && add_data_i == f_add_q);
    end
  end

  logic                 f_waits_q;
  logic [BlockBits-1:0] f_block_q;
  logic [Width-1:0]     f_add_q;

  always @(posedge clk_i) begin
    f_waits_q <= rst_ni && add_valid_i && !add_ready_o;
    f_block_q <= add_block_i;
    f_add_q   <= add_data_i;
    if (!rst_ni) begin
      f_live_q    <= 1'b0;
      f_count_q   <= '0;
      f_known_q   <= 1'b0;
      f_g_known_q <= 1'b0;
      f_next_q    <= '0;
    end else begin
      if (f_add_e) f_live_q <= 1'b1;
      else if (end_i && end_block_i == f_owner_q) f_live_q <= 1'b0;
      if (f_add_e) f_owner_q <= add_block_i;
      f_count_q <= f_count_q + CountBits'(more_i && more_idx_i == f_e) - CountBits'(less_i && less_idx_i == f_e);
      if (f_add_e) {f_known_q, f_data_q} <= {1'b1, add_data_i};
      if (f_add_g) {f_g_known_q, f_g_data_q} <= {1'b1, add_data_i};
      if (chg_valid_i && chg_ready_o && chg_idx_i == f_e) f_data_q <= chg_data_i;
      if (chg_valid_i && chg_ready_o && chg_idx_i == f_g) f_g_data_q <= chg_data_i;
      if (f_add) f_next_q <= (f_next_q == Last) ? '0 : f_next_q + 1'b1;
    end
  end

  // Of e and g in the module.
  logic               f_bit_live, f_bit_reuse, f_g_valid;
  logic [CountBits-1:0] f_bits;
  logic [IdxBits-1:0] f_reuse;
  always @(*) begin
    {f_bit_live, f_bit_reuse, f_g_valid} = '0;
    f_bits  = '0;
    f_reuse = '0;
    for (int i = 0; i < Entries; i++) begin
      if (f_e == IdxBits'(i)) begin
        f_bit_live  = live_q[i];
        f_bit_reuse = reuse_q[i];
        f_bits      = count_q[i];
        f_reuse     = reuse_idx_q[i*IdxBits +: IdxBits];
      end
      if (f_g == IdxBits'(i)) f_g_valid = valid[i];
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: only a free entry is taken, in the order of the ring, for a block that has a place left.
      if (f_add_e) assert (!f_live_q && f_count_q == '0);
      if (f_add) assert (add_idx_o == f_next_q);
      if (f_add && add_block_i == f_b && add_place_o == f_m) assert (!f_has);
      if (add_refused_o && add_block_i == f_b) assert (f_has);
      if (evict_valid_o && add_idx_o == f_e) assert (f_live_q || f_count_q != '0);
      if (state_idx_i == f_e) begin
        assert (state_valid_o == (f_live_q || f_count_q != '0));
        assert (state_dirty_o == f_count_q);
        // What it reuses is the same tile.
        if (state_reuse_o && state_reuse_idx_o == f_g) assert (f_data_q[KeyBits-1:0] == f_g_data_q[KeyBits-1:0]);
      end
      // A place has an entry of its block, which lives.
      if (look_block_i == f_b && look_place_i == f_m) begin
        assert (look_valid_o == f_has);
        if (look_valid_o && look_idx_o == f_e) assert (f_live_q && f_owner_q == f_b);
      end

      // Why.
      assert (tail_q == f_next_q && tail_q <= Last && step_q != 2'd3);
      assert (f_bit_live == f_live_q && f_bits == f_count_q && f_count_q <= CountBits'(Chunks));
      if (f_has && f_place == f_e) assert (f_live_q && f_owner_q == f_b);
      if (f_has) assert (f_place <= Last);
      if (f_live_q) assert (f_in);
      if (f_live_q || f_count_q != '0) assert (f_known_q);
      if (f_g_valid) assert (f_g_known_q);
      if (f_g_known_q) assert (f_stored == f_g_data_q);
      if (f_bit_reuse) assert (f_known_q && f_reuse != f_e);
      if (f_bit_reuse && f_reuse == f_g)
        assert (f_g_known_q && f_data_q[KeyBits-1:0] == f_g_data_q[KeyBits-1:0]);
      if (step_q != Idle && found_q && found_idx_q == f_g && f_g_valid)
        assert (f_g_data_q[KeyBits-1:0] == add_data_i[KeyBits-1:0]);
      if (step_q != Idle) assert (f_waits_q);
      if (step_q == Search) assert (!found_q);
      assert (next_q <= Last || step_q == Idle);
      assert (!read_q || step_q == Search);
      if (read_q) assert (seen_q <= Last);
    end
  end

  // A live entry has one place: that under watch, or another one of its block.
  for (genvar f_i = 0; f_i < Blocks * Maps; f_i++) begin : gen_f_place
    always @(*) begin
      if (rst_ni && has_q[f_i] && place_q[f_i*IdxBits +: IdxBits] == f_e)
        assert (f_live_q && 32'(f_owner_q) == f_i / Maps);
    end
  end
