// What cohgen_stash_storage promises, by watching one word, with its state and what its chunk knows. The memories answer anything
// to a read of what is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [AddrBits-1:0] f_addr;
  (* keep *) logic [2*ChunkWords-1:0] f_stored_states; // of its chunk in the memories (joined by run.sh)
  (* keep *) logic [NoteBits-1:0]     f_stored_note;
  (* keep *) logic [WordBytes*8-1:0]  f_stored_word;
  logic [ChunkBits-1:0]   f_chunk;
  logic [PlaceBits-1:0]   f_place;
  logic [1:0]             f_state_q;                   // what it must be
  logic [MapBits-1:0]     f_map_q;
  logic                   f_dirty_q;
  logic [WordBytes*8-1:0] f_word_q, f_byte_known_q;
  logic                   f_sweep_q, f_end_q, f_done_q; // a sweep, and whether it has come by
  logic [ChunkBits-1:0]   f_first_q, f_last_q;
  logic [Maps-1:0]        f_coherent_q;
  logic                   f_start, f_reads_q, f_store_q, f_in;
  logic [1:0]             f_swept, f_stored;
  logic                   f_clear_q;

  assign f_chunk  = f_addr[AddrBits-1:PlaceBits];
  assign f_place  = f_addr[PlaceBits-1:0];
  assign f_start  = ready_o && sweep_valid_i;
  assign f_in     = f_chunk >= f_first_q && f_chunk <= f_last_q;

  // The users, and that entries of the stash-map are below Maps.
  always @(*) begin
    assume (32'(f_addr) < Words);
    if (rd_i || st_i) assume (ready_o);
    assume (32'(rd_addr_i) < Words && 32'(wr_addr_i) < Words && 32'(st_chunk_i) < Chunks && 32'(st_map_i) < Maps);
  end

  // The word's state behind the sweep.
  always @(*) begin
    f_swept = f_state_q;
    if (f_clear_q) f_swept = Invalid;
    else if (!f_end_q && f_state_q == Valid) f_swept = Invalid;
    else if (f_end_q && f_in && f_state_q == Valid) f_swept = Invalid;
    else if (f_end_q && f_in && f_state_q == Registered) f_swept = (f_dirty_q && f_coherent_q[f_map_q]) ? Marked : Invalid;
    f_stored = '0;
    for (int w = 0; w < ChunkWords; w++) if (f_place == PlaceBits'(w)) f_stored = f_stored_states[2*w +: 2];
  end

  always @(posedge clk_i) begin
    f_reads_q <= rst_ni && rd_i && rd_addr_i == f_addr;
    f_store_q <= rd_store_i;
    if (!rst_ni) begin
      f_state_q <= Invalid;
      f_map_q   <= '0;
      f_dirty_q <= 1'b0;
      f_sweep_q <= 1'b1;
      f_clear_q <= 1'b1;
      f_end_q   <= 1'b0;
      f_done_q  <= 1'b0;
      f_byte_known_q <= '0;
    end else begin
      if (f_start) begin
        {f_sweep_q, f_end_q, f_done_q, f_clear_q} <= {1'b1, sweep_end_i, 2'b00};
        {f_first_q, f_last_q, f_coherent_q} <= {sweep_first_i, sweep_last_i, coherent_i};
      end else if (reads_q && swept_q == f_chunk) begin
        f_done_q  <= 1'b1;
        f_state_q <= f_swept;
        if (f_end_q && f_in) f_dirty_q <= 1'b0;
      end
      if (reads_q && last_q && !f_start) f_sweep_q <= 1'b0;
      if (st_i && st_chunk_i == f_chunk) begin
        if (st_words_i[f_place]) f_state_q <= st_state_i;
        if (st_note_i) {f_map_q, f_dirty_q} <= {st_map_i, st_dirty_i};
      end
      for (int b = 0; b < WordBytes; b++) begin
        if (wr_i && wr_addr_i == f_addr && wr_bytes_i[b]) begin
          f_word_q[8*b +: 8]       <= wr_data_i[8*b +: 8];
          f_byte_known_q[8*b +: 8] <= '1;
        end
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: what is read is what it must be; a hit is one.
      if (f_reads_q) begin
        assert (out_valid_o && out_state_o == f_seen_q && out_states_o[2*f_place +: 2] == f_seen_q);
        assert (((out_data_o ^ f_seen_word_q) & f_seen_known_q) == '0);
        assert (out_map_o == f_seen_map_q && out_dirty_o == f_seen_dirty_q);
        if (f_seen_q == Marked) assert (marked_o);
        assert (!(hit_o && marked_o));
        if (hit_o) assert (f_seen_q == Registered || (f_seen_q == Valid && !f_store_q));
        if (f_seen_q == Registered || (f_seen_q == Valid && !f_store_q)) assert (hit_o || marked_o);
      end
      // While it sweeps, nobody reads.
      if (ready_o) assert (!f_sweep_q);

      // Why.
      assert ((!sweeps_q || chunk_q <= LastChunk) && (!reads_q || swept_q <= LastChunk));
      assert (f_sweep_q == (sweeps_q || reads_q));
      assert (!last_q || (reads_q && swept_q == LastChunk && !sweeps_q));
      if (reads_q && !last_q) assert (sweeps_q && chunk_q == swept_q + 1'b1);
      if (sweeps_q && !reads_q) assert (chunk_q == '0);
      if (f_sweep_q) assert (f_done_q == ((reads_q ? swept_q : chunk_q) > f_chunk));
      if (!f_sweep_q) assert (f_done_q);
      assert (f_clear_q == clears_q || !f_sweep_q);
      if (clears_q) assert (f_sweep_q && f_clear_q && f_state_q == Invalid && !f_dirty_q && f_map_q == '0);
      if (f_sweep_q && !f_clear_q)
        assert (f_end_q == ends_q && (!ends_q || (f_first_q == first_q && f_last_q == final_q && f_coherent_q == coherent_q)));
      if (!clears_q || f_done_q) assert (f_stored == f_state_q && f_stored_note == {f_map_q, f_dirty_q});
      assert (((f_stored_word ^ f_word_q) & f_byte_known_q) == '0);
      assert (f_map_q <= MapBits'(Maps - 1));
    end
  end

  // What the last read must have seen: what was written at its edge, too.
  logic [1:0]             f_seen_q;
  logic [WordBytes*8-1:0] f_seen_word_q, f_seen_known_q;
  logic [MapBits-1:0]     f_seen_map_q;
  logic                   f_seen_dirty_q;
  always @(posedge clk_i) begin
    f_seen_q       <= (st_i && st_chunk_i == f_chunk && st_words_i[f_place]) ? st_state_i : f_state_q;
    f_seen_map_q   <= (st_i && st_chunk_i == f_chunk && st_note_i) ? st_map_i : f_map_q;
    f_seen_dirty_q <= (st_i && st_chunk_i == f_chunk && st_note_i) ? st_dirty_i : f_dirty_q;
    f_seen_word_q  <= f_word_q;
    f_seen_known_q <= f_byte_known_q;
    for (int b = 0; b < WordBytes; b++) begin
      if (wr_i && wr_addr_i == f_addr && wr_bytes_i[b]) begin
        f_seen_word_q[8*b +: 8]  <= wr_data_i[8*b +: 8];
        f_seen_known_q[8*b +: 8] <= '1;
      end
    end
  end
