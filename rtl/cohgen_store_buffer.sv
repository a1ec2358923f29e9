// Write-combining store buffer: bytes of stores, gathered by the line until the line is wanted out.
//
//   Entries    lines it holds,                                      1 to 256
//   KeyBits    bits of a line's key,                                1 and up
//   LineBytes  bytes of a line,                                     1 and up
//   FieldBits  bits that the caller keeps with an entry,            1 and up
//   Pause      cycles without an offer after one that went back,    1 and up
//   Settle     cycles from a take to leave_i or retry_i,            2 or 3
//   Ahead      entries leave while one place is free,               0 or 1; 1 from eight entries on
//
// Made for a pipeline of three stages in which one transition a cycle looks up what there is of a line, and finds out
// and changes it one cycle later, when the line's data are there, too:
//
//   S0  look_i       the line look_key_i will be in S1 in the next cycle, and in S2 after that
//   S1  read_i       data and mask of its entry are read; it must have one, not made by the transition just ahead
//       look_fields_o  the entry's fields as the transitions before the one just ahead have left them (0 without);
//       look_idx_o   its number (0 without): entries are numbered from 0 on, and made in this order, 0 again behind the last
//   S2  hit_o        it has an entry; hit_fields_o the entry's fields (0 without). Both see all that earlier
//                    transitions did, also the one just ahead. They mean something two cycles after look_i only.
//       here_idx_o   the number of that entry, or of the one that put_i would make
//       line_o, bytes_o  data and mask as read; they see the one just ahead, too, and stay until the next read_i
//       put_i        the bytes put_bytes_i of put_data_i go into the line's entry; without an entry into a new one, for
//                    which full_o must be low
//       set_i        the entry's fields become fields_i; a new entry's do in any case
//       want_i       the line's entry, if there is one, is to leave before others
//       want_all_i   all entries that are there after this transition are to leave
//       leave_i      the line's entry leaves, if there is one
//
// Which entry is offered (drain_valid_o, drain_key_o): one that was wanted by want_i, else one of those wanted by
// want_all_i, else the one in the next place of the ring (full_o is high), and with Ahead also that in the place after it, so
// that a store seldom waits for a drain; in each case the one made first. Entries that nobody wants stay, so that
// stores to their lines join them (which does not make them younger). An offer that is taken (drain_take_i, only with
// drain_valid_o) looks its line up in the same cycle, with a Settle of 3 in the next one, reads in S1, and is settled in S2: leave_i, or retry_i. An
// entry that went back is offered again when each other one that may be has been offered, Pause cycles later at the earliest: it may wait
// for one of these. One offer can be taken each cycle. An offer stands until it is taken. drain_idx_o is the number of its entry.
//
// Entries are made in a ring, and leave in any order. full_o: the next place of the ring is not free. That is the
// place of the entry made first. So places that entries out of turn have left are of use again when those made
// before them have gone.
//
//   cycle      0    1    2    3    4    5    6    7    8    9   10
//   look_i     A    A    A                        A
//   put_i                A
//   hit_o                0    1    1                        1
//   want_i                         A
//   drain_*                                       A                (drain_take_i in the same cycle)
//   read_i                                             A
//   line_o                                                  A
//   leave_i                                                 A
//
// Latency: three cycles from want_i to the offer. full_o and drain_* depend on registers only. Keys are compared in S0
// and the matches registered, so that S1 and S2 begin with them (note [match]). Data and masks are in a cohgen_ram_fwd.

module cohgen_store_buffer #(
  parameter int Entries   = 4,
  parameter int KeyBits   = 8,
  parameter int LineBytes = 16,
  parameter int FieldBits = 1,
  parameter int Pause     = 3,
  parameter int Settle    = 2,
  parameter bit Ahead     = Entries >= 8
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   look_i,
  input  logic [KeyBits-1:0]     look_key_i,

  input  logic                   read_i,
  output logic [FieldBits-1:0]   look_fields_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] look_idx_o,

  output logic                   hit_o,
  output logic [FieldBits-1:0]   hit_fields_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] here_idx_o,
  output logic                   full_o,
  input  logic                   put_i,
  input  logic [LineBytes-1:0]   put_bytes_i,
  input  logic [LineBytes*8-1:0] put_data_i,
  input  logic                   set_i,
  input  logic [FieldBits-1:0]   fields_i,
  input  logic                   want_i,
  input  logic                   want_all_i,
  input  logic                   leave_i,
  input  logic                   retry_i,

  output logic                   drain_valid_o,
  output logic [KeyBits-1:0]     drain_key_o,
  output logic [((Entries > 1) ? $clog2(Entries) : 1)-1:0] drain_idx_o,
  input  logic                   drain_take_i,

  output logic [LineBytes*8-1:0] line_o,
  output logic [LineBytes-1:0]   bytes_o
);

  localparam int IdxBits   = (Entries > 1) ? $clog2(Entries) : 1;
  localparam int PauseBits = $clog2(Pause + 1);

  if (Entries < 1 || Entries > 256 || KeyBits < 1 || LineBytes < 1 || FieldBits < 1 || Pause < 1 ||
      Settle < 2 || Settle > 3 || (Ahead && Entries < 2)) begin : gen_illegal
    cohgen_illegal_parameter u_store_buffer ();
  end

  logic [Entries-1:0]   valid_q, valid_d;
  logic [Entries-1:0]   want_q;            // wanted by want_i
  logic [Entries-1:0]   all_q;             // wanted by want_all_i
  logic [Entries-1:0]   out_q;             // offered, or taken and not settled
  logic [Entries-1:0]   ring_q;            // the next place and those above it: with the next place 2 of 5, 11100
  logic [Entries-1:0]   place;             // the next place, one-hot: 00100
  logic [Entries-1:0]   due;               // places that are to be free: the next one, and with Ahead that after it
  logic [KeyBits-1:0]   key_q    [0:Entries-1];
  logic [FieldBits-1:0] fields_q [0:Entries-1];

  logic                 make;              // a new entry is made, in the next place
  logic [Entries-1:0]   here;              // the line's entry, the new one included
  logic [Entries-1:0]   match;             // the line's entry, if it has one
  logic [IdxBits-1:0]   place_idx;
  logic                 hit_q;             // the line of S2 has an entry: note [fields]
  logic [IdxBits-1:0]   idx_q;             // which one
  logic [FieldBits-1:0] s2_fields_q;       // its fields

  // note [match]: keys are compared in S0 with the entries as they are. What the transition in S2 changes at the same
  // edge is put right in S1, and what the next one in S2 changes at the next edge is put right in S2. It may remove an
  // entry: then its place is not valid any more, and nobody can have it anew so soon. It may make one: that is this
  // line's if both transitions are about one line.
  logic [KeyBits-1:0]   s1_key_q, s2_key_q;
  logic                 look_q;            // a transition is in S1
  logic [Entries-1:0]   found_q;           // compared in S0
  logic [Entries-1:0]   found, known_q;    // ... and put right in S1, registered
  logic [Entries-1:0]   made;              // the place before the next one
  logic                 made_q, made2_q;   // an entry for the line of S1, of S2 was made there
  logic [IdxBits-1:0]   found_idx;

  assign made[Entries-1] = place[0];
  if (Entries > 1) begin : gen_made
    assign made[Entries-2:0] = place[Entries-1:1];
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    if (e == 0) begin : gen_first
      assign place[e] = ring_q[0];
    end else begin : gen_rest
      assign place[e] = ring_q[e] && !ring_q[e-1];
    end

    assign found[e] = (found_q[e] && valid_q[e]) || (made_q && made[e]);
    assign match[e] = (known_q[e] && valid_q[e]) || (made2_q && made[e]);

    always_ff @(posedge clk_i) begin
      if (look_i) found_q[e] <= valid_q[e] && key_q[e] == look_key_i;
      if (look_q) known_q[e] <= found[e];
      if (make && place[e]) key_q[e] <= s2_key_q;
      if ((make && place[e]) || (set_i && match[e])) fields_q[e] <= fields_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      look_q  <= 1'b0;
      made_q  <= 1'b0;
      made2_q <= 1'b0;
    end else begin
      look_q  <= look_i;
      made_q  <= look_i && make && look_key_i == s2_key_q;
      made2_q <= look_q && make && s1_key_q == s2_key_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (look_i) s1_key_q <= look_key_i;
    if (look_q) s2_key_q <= s1_key_q;
  end

  // note [fields]: S1 registers what it has found for S2, put right by what the transition in S2 does at the same edge if
  // that is about the same line. So S2 begins with registers, and what it decides late is the last choice before one.
  logic look_same, same_made, same_set;
  assign look_same = s1_key_q == s2_key_q;
  assign same_made = look_same && make;
  assign same_set  = look_same && (make || (set_i && hit_q));

  always_ff @(posedge clk_i) begin
    if (look_q) begin
      hit_q       <= (found != '0 && !(look_same && leave_i)) || same_made;
      idx_q       <= same_made ? place_idx : found_idx;
      s2_fields_q <= (look_same && leave_i) ? '0 : same_set ? fields_i : look_fields_o;
    end
  end

  assign hit_o        = hit_q;
  assign hit_fields_o = s2_fields_q;
  assign here_idx_o   = hit_q ? idx_q : place_idx;
  assign look_idx_o   = found_idx;
  assign full_o = (valid_q & place) != '0;
  assign make   = put_i && !hit_o;
  assign here   = make ? place : match;

  always_comb begin
    look_fields_o = '0;
    found_idx     = '0;
    place_idx     = '0;
    for (int e = 0; e < Entries; e++) begin
      look_fields_o = look_fields_o | (fields_q[e] & {FieldBits{found[e]}});
      found_idx     = found_idx | (IdxBits'(e) & {IdxBits{found[e]}});
      place_idx     = place_idx | (IdxBits'(e) & {IdxBits{place[e]}});
    end
  end

  // Entries

  if (Ahead) begin : gen_due
    assign due = place | {place[Entries-2:0], place[Entries-1]};
  end else begin : gen_due
    assign due = place;
  end

  logic [Entries-1:0] ring_next;           // 11100 becomes 11000; 10000 becomes 11111
  if (Entries > 1) begin : gen_ring
    assign ring_next = place[Entries-1] ? '1 : {ring_q[Entries-2:0], 1'b0};
  end else begin : gen_ring
    assign ring_next = '1;
  end

  assign valid_d = (valid_q | (place & {Entries{make}})) & ~(match & {Entries{leave_i}});

  // Offers. up[e] says that some bit up to e is set: in steps of 1, 2, 4, ..., so that the path grows with the logarithm of
  // Entries only (x & -x is a chain of carries to many tools). The lowest set bit is the one with none below: of 0110
  // up is 1110, and 0110 & ~1100 = 0010.

  logic [Entries-1:0]   back_q;                     // went back, and some that did not have not been offered since
  logic [Entries-1:0]   urgent, calm, after, first_urgent; // wanted; which of these come after the others
  logic [Entries-1:0]   wanted_d, wanted_q;         // what may be offered, as of the cycle before
  logic [Entries-1:0]   wanted, first, pick;
  logic [Entries-1:0]   first_up, wanted_up;
  logic                 offer_valid_q, load;
  logic [KeyBits-1:0]   offer_key_q, pick_key;
  logic [IdxBits-1:0]   offer_idx_q, pick_idx;
  logic [PauseBits-1:0] pause_q;

  assign urgent   = want_q & ~out_q;
  assign calm     = (all_q | (valid_q & due)) & ~out_q;
  assign after    = (((urgent | calm) & ~back_q) != '0) ? back_q : '0;
  assign first_urgent = urgent & ~after;
  assign wanted_d = (first_urgent != '0) ? first_urgent : calm & ~after;
  assign wanted   = wanted_q & ~out_q;
  assign first    = wanted & ring_q;
  assign pick     = (first != '0) ? first & ~(first_up << 1) : wanted & ~(wanted_up << 1);
  assign load     = !offer_valid_q || drain_take_i;

  always_comb begin
    first_up  = first;
    wanted_up = wanted;
    for (int s = 1; s < Entries; s = 2 * s) begin
      first_up  = first_up | (first_up << s);
      wanted_up = wanted_up | (wanted_up << s);
    end
  end

  always_comb begin
    pick_key = '0;
    pick_idx = '0;
    for (int e = 0; e < Entries; e++) begin
      pick_key = pick_key | (key_q[e] & {KeyBits{pick[e]}});
      pick_idx = pick_idx | (IdxBits'(e) & {IdxBits{pick[e]}});
    end
  end

  assign drain_valid_o = offer_valid_q && pause_q == '0;
  assign drain_key_o   = offer_key_q;
  assign drain_idx_o   = offer_idx_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q       <= '0;
      want_q        <= '0;
      all_q         <= '0;
      wanted_q      <= '0;
      back_q        <= '0;
      out_q         <= '0;
      ring_q        <= '1;
      offer_valid_q <= 1'b0;
      pause_q       <= '0;
    end else begin
      valid_q  <= valid_d;
      want_q   <= (want_q | (here & {Entries{want_i}})) & valid_d;
      all_q    <= (all_q | {Entries{want_all_i}}) & valid_d;
      wanted_q <= wanted_d & valid_d;
      back_q   <= (after | (match & {Entries{retry_i}})) & valid_d;
      out_q    <= ((out_q & ~(match & {Entries{retry_i}})) | (pick & {Entries{load}})) & valid_d;
      if (make) ring_q <= ring_next;
      if (load) offer_valid_q <= (pick != '0);
      if (retry_i)            pause_q <= PauseBits'(Pause);
      else if (pause_q != '0) pause_q <= pause_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      offer_key_q <= pick_key;
      offer_idx_q <= pick_idx;
    end
  end

  // Data and masks: nine bits a byte, the ninth says that it counts. A new entry writes them all.

  logic [LineBytes*9-1:0] lanes_in, lanes_out;

  for (genvar b = 0; b < LineBytes; b++) begin : gen_byte
    assign lanes_in[b*9 +: 9] = {put_bytes_i[b], put_data_i[b*8 +: 8]};
    assign line_o[b*8 +: 8]   = lanes_out[b*9 +: 8];
    assign bytes_o[b]         = lanes_out[b*9+8];
  end

  cohgen_ram_fwd #(
    .Depth    (Entries),
    .Lanes    (LineBytes),
    .LaneBits (9)
  ) u_data (
    .clk_i   (clk_i),
    .wen_i   (put_i),
    .waddr_i (here_idx_o),
    .wlane_i (put_bytes_i | {LineBytes{!hit_o}}),
    .wdata_i (lanes_in),
    .ren_i   (read_i),
    .raddr_i (found_idx),
    .rdata_o (lanes_out)
  );

`ifdef COHGEN_ASSERT
  // What is taken looks its line up.
  logic               looks_now, looks_q;
  logic [KeyBits-1:0] taken_key_q;
  assign looks_now = Settle == 2 && drain_take_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) looks_q <= 1'b0;
    else         looks_q <= Settle > 2 && drain_take_i;
  end
  always_ff @(posedge clk_i) taken_key_q <= drain_key_o;

  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!make || !full_o) else $error("cohgen_store_buffer: a new entry, and no room");
      assert (!drain_take_i || drain_valid_o) else $error("cohgen_store_buffer: taken without an offer");
      assert (!(looks_now || looks_q) || (look_i && look_key_i == (looks_q ? taken_key_q : drain_key_o)))
      else $error("cohgen_store_buffer: taken, and another line is looked up");
      assert (!(put_i && (leave_i || retry_i)) && !(leave_i && retry_i))
      else $error("cohgen_store_buffer: put, leave and retry exclude each other");
    end
  end
`endif

`ifdef COHGEN_FORMAL_STORE_BUFFER
  `include "cohgen_store_buffer_props.svh"
`endif

endmodule
