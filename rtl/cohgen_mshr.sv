// Miss-status file: the lines under way, one entry each, in flip-flops, found by key.
//
//   Entries  entries,                                          1 and up
//   KeyBits  bits of a key (line address),                     1 and up
//   WayBits  bits of a way index,                              1 and up
//   Width    bits of the caller's own data in an entry,        1 and up
//   Pairs    1: two lines may get entries in one cycle; 0: pair_i is 0, pair_room_o and pair_idx_o are 0, 0 or 1
//   Flashes  0: flash_i is 0; 1: each flash changes the data's bits Flash, and no others; 2: those that flash_mask_i says
//   Flash    see there; else 0
//
// All reads are combinational and show the state before the writes of the same cycle:
//   lookup  key_i -> hit_o: a valid entry has that key (never more than one may); hit_* are its
//           index, data and way. Without a hit they are 0.
//   free    full_o: no free entry; else free_idx_o is the lowest one. pair_room_o: there are two; pair_idx_o is
//           the lowest one but free_idx_o.
//   read    rd_idx_i -> rd_key_o.
//   all     all_valid_o, all_data_o: which entries are valid, and the data of each.
// At a rising edge:
//   write   with wr_i, entry wr_idx_i takes wr_has_way_i, wr_way_i and wr_data_i. With wr_alloc_i it
//           becomes valid, with key wr_key_i; with wr_release_i it becomes free. Not both.
//   pair    with pair_i, another line gets entry pair_idx_o, without a way (hit_way_o is wr_way_i): with key
//           pair_key_i and data pair_data_i. Only beside a write that allocates free_idx_o, with pair_room_o, for another key.
//   flash   with flash_i, the data of every entry become (data & ~flash_mask_i) |
//           (flash_value_i & flash_mask_i), after this cycle's write. The mask is Flash if Flashes is 1.
// occupancy_o counts the valid entries.
//
//              _____       _____       _____
//   clk_i    _/     \_____/     \_____/     \_____
//   key_i      K          | K                          free_idx_o = 0
//   hit_o    _____________/~~~~~~~~~~~~~~~~~~~~~~~     hit_idx_o  = 0
//   wr_i     __/~~~~~~~~~~\_______________________     wr_alloc_i, wr_idx_i = 0, wr_key_i = K
//
// Latency: lookup 0; a write is seen from the next cycle on. Only the valid bits and the count are
// reset.

module cohgen_mshr #(
  parameter int Entries = 4,
  parameter int KeyBits = 8,
  parameter int WayBits = 2,
  parameter int Width   = 8,
  parameter int Pairs   = 1,
  parameter int Flashes = 2,
  parameter logic [Width-1:0] Flash = '0
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,

  input  logic [KeyBits-1:0]                               key_i,
  output logic                                             hit_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] hit_idx_o,
  output logic [Width-1:0]                                 hit_data_o,
  output logic                                             hit_has_way_o,
  output logic [WayBits-1:0]                               hit_way_o,

  output logic                                             full_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] free_idx_o,
  output logic                                             pair_room_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] pair_idx_o,

  input  logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] rd_idx_i,
  output logic [KeyBits-1:0]                               rd_key_o,

  input  logic                                             wr_i,
  input  logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] wr_idx_i,
  input  logic                                             wr_alloc_i,
  input  logic [KeyBits-1:0]                               wr_key_i,
  input  logic                                             wr_release_i,
  input  logic                                             wr_has_way_i,
  input  logic [WayBits-1:0]                               wr_way_i,
  input  logic [Width-1:0]                                 wr_data_i,

  input  logic                                             pair_i,
  input  logic [KeyBits-1:0]                               pair_key_i,
  input  logic [Width-1:0]                                 pair_data_i,

  input  logic                                             flash_i,
  input  logic [Width-1:0]                                 flash_mask_i,
  input  logic [Width-1:0]                                 flash_value_i,

  output logic [$clog2(Entries+1)-1:0]                     occupancy_o,
  output logic [Entries-1:0]                               all_valid_o,
  output logic [Entries*Width-1:0]                         all_data_o
);

  localparam int IdxBits = (Entries > 1) ? $clog2(Entries) : 1;
  localparam int CntBits = $clog2(Entries + 1);

  if (Entries < 1 || KeyBits < 1 || WayBits < 1 || Width < 1 || Pairs < 0 || Pairs > 1 || Flashes < 0 || Flashes > 2 ||
      (Flashes != 1 && Flash != '0)) begin : gen_illegal
    cohgen_illegal_parameter u_mshr ();
  end

  logic [Entries-1:0] valid_q, valid_d;
  logic [Entries-1:0] has_way_q;
  logic [KeyBits-1:0] key_q  [0:Entries-1];
  logic [WayBits-1:0] way_q  [0:Entries-1];
  logic [Width-1:0]   data_q [0:Entries-1];
  logic [CntBits-1:0] count_q;
  logic               full_q, pair_room_q; // of count_q: who asks for them decides what is written, which is late

`ifdef COHGEN_LATCHES
  localparam bit Rows = Pairs == 0 && Flashes != 2; // ways and data, too: one entry is written in a cycle, or all alike
`else
  localparam bit Rows = 1'b0;
`endif

  logic [Entries-1:0] wr_here;   // the entry that is written, one-hot
  logic [Entries-1:0] first;     // the one at free_idx_o, one-hot; 0: none is free
  logic [Entries-1:0] second;    // the one at pair_idx_o, likewise
  logic [Entries-1:0] pair_here; // ... if it is written
  logic [Entries-1:0] match;     // the entry that is hit, one-hot

  // Entries

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign wr_here[e]   = wr_i && (wr_idx_i == IdxBits'(e));
    assign pair_here[e] = Pairs != 0 && pair_i && second[e];
    assign valid_d[e]   = (wr_here[e] && wr_alloc_i) || pair_here[e] ? 1'b1
                        : wr_here[e] && wr_release_i                 ? 1'b0 : valid_q[e];

`ifdef COHGEN_LATCHES
    // Which of the free entries is written has no half cycle to wait for.
    logic [KeyBits-1:0] stored;
    assign key_q[e] = stored;

    cohgen_row #(
      .Width (KeyBits)
    ) u_key (
      .clk_i  (clk_i),
      .open_i (!valid_q[e]),
      .data_i ((Pairs == 0 || wr_idx_i == IdxBits'(e)) ? wr_key_i : pair_key_i),
      .row_o  (stored)
    );
`else
    always_ff @(posedge clk_i) begin
      if (!valid_q[e] && wr_idx_i == IdxBits'(e)) key_q[e] <= wr_key_i; // of use if wr_i comes, which may be late
      else if (Pairs != 0 && second[e])           key_q[e] <= pair_key_i; // likewise of pair_i
    end
`endif

    if (!Rows) begin : gen_flops
      logic [Width-1:0] data;

      assign data = wr_here[e] ? wr_data_i : pair_here[e] ? pair_data_i : data_q[e];

      always_ff @(posedge clk_i) begin
        if (wr_here[e] || pair_here[e]) begin
          has_way_q[e] <= wr_here[e] && wr_has_way_i;
          way_q[e]     <= wr_way_i;
        end
        if (flash_i) data_q[e] <= (data & ~flash_mask_i) | (flash_value_i & flash_mask_i);
        else         data_q[e] <= data;
      end
    end

    assign all_data_o[e*Width +: Width] = data_q[e];

    assign match[e] = valid_q[e] && (key_q[e] == key_i);
  end

`ifdef COHGEN_LATCHES
  // Bits of Flash that are below bit i.
  function automatic int flashed_below(input int i);
    flashed_below = 0;
    for (int b = 0; b < i; b++) if (Flash[b]) flashed_below = flashed_below + 1;
  endfunction

  if (Rows) begin : gen_rows
    localparam int Flashed = flashed_below(Width);
    localparam int Kept    = 1 + WayBits + Width - Flashed; // with the way

    logic unused_inputs; // with a parameter or without
    assign unused_inputs = ^{pair_data_i, flash_i, flash_mask_i, flash_value_i};

    logic [Kept-1:0]         kept;
    logic [Entries*Kept-1:0] kept_rows;

    assign kept[WayBits:0] = {wr_has_way_i, wr_way_i};

    cohgen_rows #(
      .Depth (Entries),
      .Width (Kept)
    ) u_kept (
      .clk_i   (clk_i),
      .wen_i   (wr_i),
      .all_i   (1'b0),
      .waddr_i (wr_idx_i),
      .wdata_i (kept),
      .rows_o  (kept_rows)
    );

    for (genvar e = 0; e < Entries; e++) begin : gen_way
      assign {has_way_q[e], way_q[e]} = kept_rows[e*Kept +: 1+WayBits];
    end

    for (genvar b = 0; b < Width; b++) begin : gen_bit
      localparam int At = 1 + WayBits + b - flashed_below(b);
      if (!Flash[b]) begin : gen_kept
        assign kept[At] = wr_data_i[b];
        for (genvar e = 0; e < Entries; e++) begin : gen_entry
          assign data_q[e][b] = kept_rows[e*Kept + At];
        end
      end
    end

    if (Flashed != 0) begin : gen_flashed
      logic [Flashed-1:0]         flashed;
      logic [Entries*Flashed-1:0] flashed_rows;

      cohgen_rows #(
        .Depth (Entries),
        .Width (Flashed)
      ) u_flashed (
        .clk_i   (clk_i),
        .wen_i   (wr_i),
        .all_i   (flash_i),
        .waddr_i (wr_idx_i),
        .wdata_i (flashed),
        .rows_o  (flashed_rows)
      );

      for (genvar b = 0; b < Width; b++) begin : gen_bit
        localparam int At = flashed_below(b);
        if (Flash[b]) begin : gen_flashed
          assign flashed[At] = flash_i ? flash_value_i[b] : wr_data_i[b];
          for (genvar e = 0; e < Entries; e++) begin : gen_entry
            assign data_q[e][b] = flashed_rows[e*Flashed + At];
          end
        end
      end
    end
  end
`endif

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= '0;
      count_q     <= '0;
      full_q      <= 1'b0;
      pair_room_q <= Pairs != 0 && Entries >= 2;
    end else begin
      valid_q <= valid_d;
      if (Pairs != 0 && pair_i) begin
        count_q     <= count_q + CntBits'(2);
        full_q      <= 32'(count_q) + 2 == Entries;
        pair_room_q <= 32'(count_q) + 4 <= Entries;
      end else if (wr_i && wr_alloc_i) begin
        count_q     <= count_q + 1'b1;
        full_q      <= 32'(count_q) + 1 == Entries;
        pair_room_q <= Pairs != 0 && 32'(count_q) + 3 <= Entries;
      end else if (wr_i && wr_release_i) begin
        count_q     <= count_q - 1'b1;
        full_q      <= 1'b0;
        pair_room_q <= Pairs != 0 && 32'(count_q) + 1 <= Entries;
      end
    end
  end

  // Reads

  always_comb begin
    hit_idx_o     = '0;
    hit_data_o    = '0;
    hit_has_way_o = 1'b0;
    hit_way_o     = '0;
    for (int e = 0; e < Entries; e++) begin
      hit_idx_o     = hit_idx_o  | (IdxBits'(e) & {IdxBits{match[e]}});
      hit_data_o    = hit_data_o | (data_q[e]   & {Width{match[e]}});
      hit_way_o     = hit_way_o  | (way_q[e]    & {WayBits{match[e]}});
      hit_has_way_o = hit_has_way_o || (match[e] && has_way_q[e]);
    end
  end

  // The lowest free entry and the one behind it: what is free in the blocks below, and below in the entry's own block, so that many
  // entries are no long chain.
  localparam int Block = 8;

  always_comb begin
    logic one, two, own_one, own_two, any_below, two_below; // is one free, are two
    one     = 1'b0;
    two     = 1'b0;
    own_one = 1'b0;
    own_two = 1'b0;
    for (int e = 0; e < Entries; e++) begin
      if (e % Block == 0) begin
        two     = two || own_two || (one && own_one);
        one     = one || own_one;
        own_one = 1'b0;
        own_two = 1'b0;
      end
      any_below = one || own_one;
      two_below = two || own_two || (one && own_one);
      first[e]  = !valid_q[e] && !any_below;
      second[e] = Pairs != 0 && !valid_q[e] && any_below && !two_below;
      own_two   = own_two || (own_one && !valid_q[e]);
      own_one   = own_one || !valid_q[e];
    end
  end

  always_comb begin
    free_idx_o = '0;
    for (int e = 0; e < Entries; e++) free_idx_o = free_idx_o | (IdxBits'(e) & {IdxBits{first[e]}});
  end

  always_comb begin
    pair_idx_o = '0;
    for (int e = 0; e < Entries; e++) pair_idx_o = pair_idx_o | (IdxBits'(e) & {IdxBits{second[e]}});
  end

  assign pair_room_o = pair_room_q;

  assign hit_o       = (match != '0);
  assign full_o      = full_q;
  assign rd_key_o    = key_q[rd_idx_i];
  assign occupancy_o = count_q;
  assign all_valid_o = valid_q;

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert ((match & (match - 1'b1)) == '0) else $error("cohgen_mshr: two entries with one key");
      assert (!wr_i || int'(wr_idx_i) < Entries) else $error("cohgen_mshr: write beyond the end");
      assert (!(wr_i && wr_alloc_i && wr_release_i))
      else $error("cohgen_mshr: alloc and release in one write");
      assert (!(wr_i && wr_alloc_i) || (valid_q & wr_here) == '0)
      else $error("cohgen_mshr: alloc of an entry in use");
      assert (!(wr_i && !wr_alloc_i) || (valid_q & wr_here) != '0)
      else $error("cohgen_mshr: write to a free entry");
      assert (!flash_i || Flashes == 2 || (Flashes == 1 && flash_mask_i == Flash))
      else $error("cohgen_mshr: a flash of other bits than were said");
      assert (!pair_i || (pair_room_o && wr_i && wr_alloc_i && wr_idx_i == free_idx_o && pair_key_i != wr_key_i))
      else $error("cohgen_mshr: a pair without room, or without the first of it");
    end
  end
`endif

`ifdef COHGEN_FORMAL_MSHR
  `include "cohgen_mshr_props.svh"
`endif

endmodule
