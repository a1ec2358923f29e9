// The stash-map, and the map index table in front of it: which tiles of the global address space are mapped into a stash
// (M. D. Sinclair, Efficient Coherence and Consistency for Specialized Memory Hierarchies, 2017, 4.5.1, 4.5.2, 4.5.6).
//
//   Entries  mappings,                                                      2 and up
//   Blocks   thread blocks at a time,                                       1 and up
//   Maps     mappings of a block,                                           1 and up
//   Chunks   chunks of the stash: what a mapping has dirty at most,         1 and up
//   Width    bits of a mapping,                                             1 and up
//   KeyBits  bits of it, the lowest ones, that say which tile it is,        1 to Width
//
// The entries are a ring: a mapping takes the one at the tail, which moves on. An entry is valid while its thread block runs,
// or chunks of it are dirty, whatever comes last; then it is free. The entry at the tail must be free: if it is not, AddMap
// waits, and evict_valid_o asks for it to be written back. If it is that of a block that runs (evict_live_o) that block has
// to end: entries leave in the order in which they came, which the pointers of the VP-map need.
//
//   add_*     AddMap of block add_block_i: taken with valid and ready, 3 cycles after valid at the soonest. The mapping has
//             entry add_idx_o then, and place add_place_o of the block's table. With add_refused_o the block has Maps already,
//             and nothing is made. Inputs stay until then
//   chg_*     ChgMap: entry chg_idx_i, which is valid, becomes another mapping; taken with valid and ready
//   end_i     block end_block_i ends: its places are free
//   look_*    the table: the entry of a block's place, look_valid_o if it has one
//   rd_i      reads entry rd_idx_i: rd_data_o in the next cycle, until the next read by whomever
//   more_i    a chunk of entry more_idx_i becomes dirty; only of a valid one
//   less_i    one of less_idx_i is dirty no more; only of one that has some
//   state_*   of entry state_idx_i: valid, chunks that are dirty; whether an older mapping of the same tile was found when
//             it was added (reuse), which is still there as it was, and which
//
// AddMap looks for a valid mapping of the same tile, an entry a cycle, from the newest on, in cycles without rd_i. The thesis
// has a CAM for that; AddMap takes longer for its reciprocals than for all entries here.
//
//                 _____       _____       _____             _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \__ ... ____/     \_____/     \_____/     \_____
//   add_valid_i __/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ ... ~~~~~~~~~~~~~~~~~\__________________
//   add_ready_o __________________________________ ... ____/~~~~~~~~~~~\__________________   at most Entries + 3 cycles
//   add_idx_o   ---------------------------------- ... ----<    tail    >------------------   without rd_i, tail free
//
// look_*, state_* depend on their inputs of the same cycle; add_refused_o on add_block_i; no others on any.

module cohgen_stash_map #(
  parameter int Entries = 64,
  parameter int Blocks  = 8,
  parameter int Maps    = 4,
  parameter int Chunks  = 256,
  parameter int Width   = 371,
  parameter int KeyBits = 150
) (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,

  input  logic                                               add_valid_i,
  output logic                                               add_ready_o,
  output logic                                               add_refused_o,
  input  logic [((Blocks > 1) ? $clog2(Blocks) : 1)-1:0]     add_block_i,
  input  logic [Width-1:0]                                   add_data_i,
  output logic [$clog2(Entries)-1:0]                         add_idx_o,
  output logic [((Maps > 1) ? $clog2(Maps) : 1)-1:0]         add_place_o,
  output logic                                               evict_valid_o,
  output logic                                               evict_live_o,

  input  logic                                               chg_valid_i,
  output logic                                               chg_ready_o,
  input  logic [$clog2(Entries)-1:0]                         chg_idx_i,
  input  logic [Width-1:0]                                   chg_data_i,

  input  logic                                               end_i,
  input  logic [((Blocks > 1) ? $clog2(Blocks) : 1)-1:0]     end_block_i,

  input  logic [((Blocks > 1) ? $clog2(Blocks) : 1)-1:0]     look_block_i,
  input  logic [((Maps > 1) ? $clog2(Maps) : 1)-1:0]         look_place_i,
  output logic                                               look_valid_o,
  output logic [$clog2(Entries)-1:0]                         look_idx_o,

  input  logic                                               rd_i,
  input  logic [$clog2(Entries)-1:0]                         rd_idx_i,
  output logic [Width-1:0]                                   rd_data_o,

  input  logic                                               more_i,
  input  logic [$clog2(Entries)-1:0]                         more_idx_i,
  input  logic                                               less_i,
  input  logic [$clog2(Entries)-1:0]                         less_idx_i,

  input  logic [$clog2(Entries)-1:0]                         state_idx_i,
  output logic                                               state_valid_o,
  output logic [$clog2(Chunks+1)-1:0]                        state_dirty_o,
  output logic                                               state_reuse_o,
  output logic [$clog2(Entries)-1:0]                         state_reuse_idx_o
);

  if (Entries < 2 || Blocks < 1 || Maps < 1 || Chunks < 1 || KeyBits < 1 || Width < KeyBits) begin : gen_illegal
    cohgen_illegal_parameter u_stash_map ();
  end

  localparam int IdxBits   = $clog2(Entries);
  localparam int CountBits = $clog2(Chunks + 1);
  localparam int BlockBits = (Blocks > 1) ? $clog2(Blocks) : 1;
  localparam int PlaceBits = (Maps > 1) ? $clog2(Maps) : 1;
  localparam logic [IdxBits-1:0] Last = IdxBits'(Entries - 1);

  logic [Entries-1:0]         live_q;                        // of a block that runs
  logic [Entries-1:0]         valid, dirty;                  // valid: live or dirty
  logic [CountBits-1:0]       count_q [0:Entries-1];
  logic [Entries-1:0]         reuse_q;
  logic [Entries*IdxBits-1:0] reuse_idx_q;
  logic [IdxBits-1:0]         tail_q;
  logic [Blocks*Maps-1:0]     has_q;                         // the table: places that have an entry
  logic [Blocks*Maps*IdxBits-1:0] place_q;

  // ---- AddMap ----

  typedef enum logic [1:0] {Idle, Search, Write} step_e;
  step_e              step_q, step_d;
  logic [IdxBits-1:0] next_q, seen_q;  // the entry to look at next; the one that was read in the last cycle
  logic               reads, read_q;
  logic [IdxBits:0]   left_q;          // entries still to look at
  logic               found_q, match, write, changes;
  logic [IdxBits-1:0] found_idx_q;
  logic [Maps-1:0]    of_block;        // places of the block that adds
  logic [IdxBits-1:0] rd_idx;

  function automatic logic [IdxBits-1:0] older(input logic [IdxBits-1:0] i);
    older = (i == '0) ? Last : i - 1'b1;
  endfunction

  always_comb begin
    of_block = '0;
    for (int b = 0; b < Blocks; b++) if (add_block_i == BlockBits'(b)) of_block = has_q[b*Maps +: Maps];
    add_place_o = '0;
    for (int m = Maps - 1; m >= 0; m--) if (!of_block[m]) add_place_o = PlaceBits'(m);
  end

  assign add_refused_o = of_block == '1;
  assign add_idx_o     = tail_q;
  assign evict_valid_o = step_q == Write && valid[tail_q];
  assign evict_live_o  = live_q[tail_q];
  assign add_ready_o   = step_q == Write && !valid[tail_q];
  assign chg_ready_o   = step_q == Idle;
  assign write         = add_ready_o && add_valid_i && !add_refused_o;
  assign changes       = chg_valid_i && chg_ready_o;

  // The tile that was read is that of the new mapping.
  assign match = read_q && valid[seen_q] && rd_data_o[KeyBits-1:0] == add_data_i[KeyBits-1:0];
  assign reads = step_q == Search && left_q != '0 && !rd_i && !match;

  always_comb begin
    step_d = step_q;
    if (step_q == Idle && add_valid_i && !chg_valid_i)        step_d = Search;
    if (step_q == Search && (match || (left_q == '0 && !read_q))) step_d = Write;
    if (add_ready_o && add_valid_i)                           step_d = Idle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Idle;
      read_q  <= 1'b0;
      tail_q  <= '0;
      left_q  <= '0;
      found_q <= 1'b0;
    end else begin
      step_q <= step_d;
      read_q <= reads;
      if (step_q == Idle) begin
        left_q  <= (IdxBits+1)'(Entries);
        found_q <= 1'b0;
      end else begin
        if (reads) left_q <= left_q - 1'b1;
        if (step_q == Search && match) found_q <= 1'b1;
      end
      if (write) tail_q <= (tail_q == Last) ? '0 : tail_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (step_q == Idle) next_q <= older(tail_q);
    else if (reads)     next_q <= older(next_q);
    if (reads) seen_q <= next_q;
    if (step_q == Search && match) found_idx_q <= seen_q;
  end

  // ---- entries ----

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic more, less, ends, lost, here;

    assign more     = more_i && more_idx_i == IdxBits'(e);
    assign less     = less_i && less_idx_i == IdxBits'(e);
    assign here     = write && tail_q == IdxBits'(e);
    assign dirty[e] = count_q[e] != '0;
    assign valid[e] = live_q[e] || dirty[e];

    // The mapping that it reuses is another one from now on.
    assign lost = (write && reuse_idx_q[e*IdxBits +: IdxBits] == tail_q) ||
                  (changes && (reuse_idx_q[e*IdxBits +: IdxBits] == chg_idx_i || chg_idx_i == IdxBits'(e)));

    always_comb begin
      ends = 1'b0;
      for (int b = 0; b < Blocks; b++)
        for (int m = 0; m < Maps; m++)
          if (end_i && end_block_i == BlockBits'(b) && has_q[b*Maps+m] && place_q[(b*Maps+m)*IdxBits +: IdxBits] == IdxBits'(e))
            ends = 1'b1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        live_q[e]  <= 1'b0;
        count_q[e] <= '0;
        reuse_q[e] <= 1'b0;
      end else begin
        live_q[e]  <= here || (live_q[e] && !ends);
        count_q[e] <= count_q[e] + CountBits'(more) - CountBits'(less);
        reuse_q[e] <= here ? found_q && valid[found_idx_q] : reuse_q[e] && !lost;
      end
    end

    always_ff @(posedge clk_i) if (here) reuse_idx_q[e*IdxBits +: IdxBits] <= found_idx_q;
  end

  assign state_valid_o     = valid[state_idx_i];
  assign state_dirty_o     = count_q[state_idx_i];
  assign state_reuse_o     = reuse_q[state_idx_i];
  always_comb begin
    state_reuse_idx_o = '0;
    for (int e = 0; e < Entries; e++) if (state_idx_i == IdxBits'(e)) state_reuse_idx_o = reuse_idx_q[e*IdxBits +: IdxBits];
  end

  // ---- the table ----

  for (genvar b = 0; b < Blocks; b++) begin : gen_block
    for (genvar m = 0; m < Maps; m++) begin : gen_place
      logic fills;
      assign fills = write && add_block_i == BlockBits'(b) && add_place_o == PlaceBits'(m);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni)                                       has_q[b*Maps+m] <= 1'b0;
        else if (fills)                                    has_q[b*Maps+m] <= 1'b1;
        else if (end_i && end_block_i == BlockBits'(b))    has_q[b*Maps+m] <= 1'b0;
      end

      always_ff @(posedge clk_i) if (fills) place_q[(b*Maps+m)*IdxBits +: IdxBits] <= tail_q;
    end
  end

  always_comb begin
    look_valid_o = 1'b0;
    look_idx_o   = '0;
    for (int b = 0; b < Blocks; b++) begin
      for (int m = 0; m < Maps; m++) begin
        if (look_block_i == BlockBits'(b) && look_place_i == PlaceBits'(m)) begin
          look_valid_o = has_q[b*Maps+m];
          look_idx_o   = place_q[(b*Maps+m)*IdxBits +: IdxBits];
        end
      end
    end
  end

  // ---- mappings ----

  assign rd_idx = rd_i ? rd_idx_i : next_q;

  cohgen_ram_fwd #(
    .Depth    (Entries),
    .Lanes    (1),
    .LaneBits (Width)
  ) u_maps (
    .clk_i   (clk_i),
    .wen_i   (write || changes),
    .waddr_i (changes ? chg_idx_i : tail_q),
    .wlane_i (1'b1),
    .wdata_i (changes ? chg_data_i : add_data_i),
    .ren_i   (rd_i || reads),
    .raddr_i (rd_idx),
    .rdata_o (rd_data_o)
  );

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!more_i || (valid[more_idx_i] && count_q[more_idx_i] != CountBits'(Chunks)))
      else $error("cohgen_stash_map: a dirty chunk of an entry that is not valid, or one too many");
      assert (!less_i || count_q[less_idx_i] != '0) else $error("cohgen_stash_map: no chunk is dirty");
      assert (!changes || valid[chg_idx_i]) else $error("cohgen_stash_map: ChgMap of an entry that is not valid");
      assert (!(end_i && add_valid_i && end_block_i == add_block_i))
      else $error("cohgen_stash_map: a block ends while it adds a mapping");
    end
  end
`endif

`ifdef COHGEN_FORMAL_STASH_MAP
  `include "cohgen_stash_map_props.svh"
`endif

endmodule
