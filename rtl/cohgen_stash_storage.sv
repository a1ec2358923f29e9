// The storage of a stash: words that a local address selects, their states, and what a chunk of them knows of write-backs
// (M. D. Sinclair, Efficient Coherence and Consistency for Specialized Memory Hierarchies, 2017, 4.5.1, 4.5.2, 4.5.5).
//
//   Words       words,                                           2 * ChunkWords and up, a multiple of it
//   ChunkWords  words of a chunk,                                2 and up, a power of two
//   WordBytes   bytes of a word,                                 1 and up
//   Maps        entries of the stash-map,                        2 and up
//
// A word is 0 invalid, 1 valid, 2 registered (dirty), or 3 to be written back: dirty for a thread block that has ended. A chunk
// has the states of its words, a stash-map entry and a dirty bit (that the entry is counted for): 16 * 2 + 6 + 1 = 39 bits for
// chunks of 64 bytes and 64 entries, 7.6% of their data. No tag is kept or compared. The banks of the thesis (32) are not
// modelled: one word is read and one is written in a cycle.
//
//   rd_i      reads word rd_addr_i, with ready: in the next cycle out_valid_o, the word, its state, and of its chunk all states, map
//             and dirty bit; marked_o: words of the chunk are to be written back, before it is used. hit_o: not marked, and
//             valid or registered, for a store (rd_store_i) registered. What is written at the edge of the read is seen
//   wr_i      bytes wr_bytes_i of word wr_addr_i
//   st_i      in chunk st_chunk_i: the words of st_words_i get state st_state_i; with st_note_i dirty bit and map, too
//   sweep_*   changes all chunks, one a cycle, taken with valid and ready; no rd_i, st_i until ready again
//             sweep_end_i 0: valid words become invalid (acquire, end of a kernel); registered ones stay
//             sweep_end_i 1: in the chunks from sweep_first_i to sweep_last_i (the block that ends has them) registered words
//             are to be written back, if the chunk is dirty and its map's bit of coherent_i is set, and are invalid else; valid
//             ones are invalid; dirty bits are clear
//
//                _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____
//   rd_i       __/~~~~~~~~~~~\__________________________________
//   out_data_o --------------<    word   >----------------------    hit_o with it
//
// After reset a sweep makes all words invalid; a sweep takes Words / ChunkWords + 1 cycles. No output depends on an input of
// the same cycle.

module cohgen_stash_storage #(
  parameter int Words      = 4096,
  parameter int ChunkWords = 16,
  parameter int WordBytes  = 4,
  parameter int Maps       = 64
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  output logic                                 ready_o,
  input  logic                                 rd_i,
  input  logic                                 rd_store_i,
  input  logic [$clog2(Words)-1:0]             rd_addr_i,
  output logic                                 out_valid_o,
  output logic                                 hit_o,
  output logic                                 marked_o,
  output logic [WordBytes*8-1:0]               out_data_o,
  output logic [1:0]                           out_state_o,
  output logic [2*ChunkWords-1:0]              out_states_o,
  output logic [$clog2(Maps)-1:0]              out_map_o,
  output logic                                 out_dirty_o,

  input  logic                                 wr_i,
  input  logic [$clog2(Words)-1:0]             wr_addr_i,
  input  logic [WordBytes-1:0]                 wr_bytes_i,
  input  logic [WordBytes*8-1:0]               wr_data_i,

  input  logic                                 st_i,
  input  logic [$clog2(Words/ChunkWords)-1:0]  st_chunk_i,
  input  logic [ChunkWords-1:0]                st_words_i,
  input  logic [1:0]                           st_state_i,
  input  logic                                 st_note_i,
  input  logic                                 st_dirty_i,
  input  logic [$clog2(Maps)-1:0]              st_map_i,

  input  logic                                 sweep_valid_i,
  input  logic                                 sweep_end_i,
  input  logic [$clog2(Words/ChunkWords)-1:0]  sweep_first_i,
  input  logic [$clog2(Words/ChunkWords)-1:0]  sweep_last_i,
  input  logic [Maps-1:0]                      coherent_i
);

  if (ChunkWords < 2 || (ChunkWords & (ChunkWords - 1)) != 0 || Words < 2 * ChunkWords || Words % ChunkWords != 0 ||
      WordBytes < 1 || Maps < 2) begin : gen_illegal
    cohgen_illegal_parameter u_stash_storage ();
  end

  localparam int Chunks    = Words / ChunkWords;
  localparam int AddrBits  = $clog2(Words);
  localparam int ChunkBits = $clog2(Chunks);
  localparam int PlaceBits = $clog2(ChunkWords);
  localparam int MapBits   = $clog2(Maps);
  localparam int NoteBits  = MapBits + 1;                // map and dirty bit
  localparam logic [ChunkBits-1:0] LastChunk = ChunkBits'(Chunks - 1);

  localparam logic [1:0] Invalid = 2'd0, Valid = 2'd1, Registered = 2'd2, Marked = 2'd3;

  logic                 out_q, store_q;
  logic [PlaceBits-1:0] place_q;
  logic [2*ChunkWords-1:0] states;

  // ---- sweeps: chunk by chunk, read in a cycle and written in the next ----

  logic                 sweeps_q, clears_q, ends_q, reads_q, last_q; // clears: after reset
  logic [ChunkBits-1:0] chunk_q, swept_q, first_q, final_q;
  logic [Maps-1:0]      coherent_q;
  logic                 in_block, owes;
  logic [2*ChunkWords-1:0] swept;

  assign ready_o = !sweeps_q && !reads_q;
  assign in_block  = swept_q >= first_q && swept_q <= final_q;
  assign owes    = out_dirty_o && coherent_q[out_map_o];

  always_comb begin
    for (int w = 0; w < ChunkWords; w++) begin
      swept[2*w +: 2] = states[2*w +: 2];
      if (clears_q) swept[2*w +: 2] = Invalid;
      else if (!ends_q || in_block) begin
        if (states[2*w +: 2] == Valid) swept[2*w +: 2] = Invalid;
        if (ends_q && states[2*w +: 2] == Registered) swept[2*w +: 2] = owes ? Marked : Invalid;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sweeps_q <= 1'b1;
      clears_q <= 1'b1;
      reads_q  <= 1'b0;
      last_q   <= 1'b0;
      out_q    <= 1'b0;
      chunk_q  <= '0;
    end else begin
      out_q   <= rd_i;
      reads_q <= sweeps_q;
      last_q  <= sweeps_q && chunk_q == LastChunk;
      if (ready_o && sweep_valid_i) begin
        sweeps_q <= 1'b1;
        chunk_q  <= '0;
      end else if (sweeps_q) begin
        chunk_q  <= chunk_q + 1'b1;
        sweeps_q <= chunk_q != LastChunk;
      end
      if (last_q) clears_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    swept_q <= chunk_q;
    if (ready_o && sweep_valid_i) begin
      ends_q     <= sweep_end_i;
      first_q    <= sweep_first_i;
      final_q    <= sweep_last_i;
      coherent_q <= coherent_i;
    end
    if (rd_i) begin
      store_q <= rd_store_i;
      place_q <= rd_addr_i[PlaceBits-1:0];
    end
  end

  // ---- what is kept: of chunks, and the words ----

  logic [ChunkBits-1:0] chunk;
  assign chunk = sweeps_q ? chunk_q : rd_addr_i[AddrBits-1:PlaceBits];

  cohgen_ram_fwd #(
    .Depth    (Chunks),
    .Lanes    (ChunkWords),
    .LaneBits (2)
  ) u_states (
    .clk_i   (clk_i),
    .wen_i   (reads_q || st_i),
    .waddr_i (reads_q ? swept_q : st_chunk_i),
    .wlane_i (reads_q ? '1 : st_words_i),
    .wdata_i (reads_q ? swept : {ChunkWords{st_state_i}}),
    .ren_i   (rd_i || sweeps_q),
    .raddr_i (chunk),
    .rdata_o (states)
  );

  // The map of words that are to be written back stays.
  cohgen_ram_fwd #(
    .Depth    (Chunks),
    .Lanes    (1),
    .LaneBits (NoteBits)
  ) u_notes (
    .clk_i   (clk_i),
    .wen_i   (reads_q ? clears_q || (ends_q && in_block) : st_i && st_note_i),
    .waddr_i (reads_q ? swept_q : st_chunk_i),
    .wlane_i (1'b1),
    .wdata_i (clears_q ? '0 : reads_q ? {out_map_o, 1'b0} : {st_map_i, st_dirty_i}),
    .ren_i   (rd_i || sweeps_q),
    .raddr_i (chunk),
    .rdata_o ({out_map_o, out_dirty_o})
  );

  cohgen_ram_fwd #(
    .Depth    (Words),
    .Lanes    (WordBytes),
    .LaneBits (8)
  ) u_words (
    .clk_i   (clk_i),
    .wen_i   (wr_i),
    .waddr_i (wr_addr_i),
    .wlane_i (wr_bytes_i),
    .wdata_i (wr_data_i),
    .ren_i   (rd_i),
    .raddr_i (rd_addr_i),
    .rdata_o (out_data_o)
  );

  assign out_valid_o  = out_q;
  assign out_states_o = states;
  always_comb begin
    out_state_o = '0;
    for (int w = 0; w < ChunkWords; w++) if (place_q == PlaceBits'(w)) out_state_o = states[2*w +: 2];
  end

  always_comb begin
    marked_o = 1'b0;
    for (int w = 0; w < ChunkWords; w++) if (states[2*w +: 2] == Marked) marked_o = 1'b1;
  end

  assign hit_o = !marked_o && (out_state_o == Registered || (!store_q && out_state_o == Valid));

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!(rd_i || st_i) || ready_o) else $error("cohgen_stash_storage: used while it sweeps");
    end
  end
`endif

`ifdef COHGEN_FORMAL_STASH_STORAGE
  `include "cohgen_stash_storage_props.svh"
`endif

endmodule
