// Sender's end of a link that is narrower than a line: messages wait here, and leave as packets of flits.
//
//   Width     bits in a header,                                      2 and up
//   DstBits   of them, the highest: receivers, a bit each,           1 and up, less than Width
//   LinkBits  bits of a line that leave in a cycle,                  1 and up
//   Beats     cycles that a line takes,                              1 and up; a line has LinkBits * Beats bits
//   Depth     messages without a line that wait,                     Settle + 1 and up
//   Places    messages with a line that wait,                        1 and up
//   Spare     line places beyond those reserved that room_line_o asks for, 0 and up, less than Places
//   Apart     1: messages without a line have a port of their own
//   Steady    1: once the first flit of a packet is taken, each cycle takes one until its last
//   Pairs     1: a message without a line may be pushed behind another in the same cycle; Depth is then Settle + 2
//             and up
//   Settle    cycles from an event's taking to its push,             2 or 3
//
// A message is a header, and a line if push_line_i says so. Those with and those without a line wait in places apart. A
// message with a line has one receiver, and leaves as a packet of Beats flits: the header is shown with each of them, beat
// b is line bits b*LinkBits and up. A message without one is a single flit (last_o at once). With Apart it leaves at the
// short port, also while a packet leaves; messages that have a receiver in common still leave in the order in which they
// came. A packet whose receiver cannot take one (busy_i), or that must wait for a message without a line, may be passed by
// one packet behind it, and then by none. Without Apart all leave at the first port, in their order. A packet that has
// begun is shown until its last flit is taken; one that has not may give way to another. short_valid_o, once high, stays
// until its flit is taken.
//
// With Steady the place of a packet whose last flit leaves in two cycles, or before, counts as free: what is taken now is
// pushed as that flit leaves. So one place is enough for a link that is always busy.
//
// The pusher is a pipeline. It pushes exactly Settle cycles (2 below) after it has taken an event, or not at all. Without keep_i in that
// cycle it pushes no line, and room_line_o says so at once. With Pairs it may push a
// second message, for which it has not asked when it took the event: room_pair_o says in the cycle of the push whether that
// has room. room_spare_o says likewise whether a line has room that was not reserved, if Spare or Pairs is 1 or more. With
// Pairs and a Spare of 0 nothing is reserved in a cycle in which such a line may be pushed.
//
//                   _____       _____       _____       _____       _____       _____
//   clk_i         _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i  __/~~~~~~~~~~~~~~~~~~~~~~~\____________________________________________    A, with a line of two beats; B
//   valid_o       ______________/~~~~~~~~~~~~~~~~~~~~~~~\________________________________    to another receiver
//   head_o                      | A                     |
//   beat_o                      | 0         | 1         |
//   last_o        __________________________/~~~~~~~~~~~\________________________________
//   ready_i       ______________/~~~~~~~~~~~~~~~~~~~~~~~\________________________________
//   short_valid_o __________________________/~~~~~~~~~~~\________________________________    B
//
// Latency: 1 cycle from push to the first flit. valid_o, last_o, beat_o and head_o depend on busy_i of the same cycle, and
// room_line_o on keep_i; no other output depends on an input.

module cohgen_link_tx #(
  parameter int Width    = 8, // of a header
  parameter int DstBits  = 1,
  parameter int LinkBits = 8, // of a beat
  parameter int Beats    = 4, // of a line
  parameter int Depth    = 4, // messages without a line
  parameter int Places   = 2, // messages with one
  parameter int Spare    = 0,
  parameter int Apart    = 0,
  parameter int Pairs    = 0,
  parameter int Steady   = 0,
  parameter int Settle   = 2
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      push_valid_i,
  input  logic                      push_line_i, // the message has a line, push_data_i
  input  logic [Width-1:0]          push_head_i,
  input  logic [LinkBits*Beats-1:0] push_data_i,
  input  logic                      push2_valid_i, // a message without a line behind it; only with push_valid_i and room_pair_o
  input  logic [Width-1:0]          push2_head_i,
  input  logic                      reserve_i,   // an event was taken that may push a line in Settle cycles
  input  logic                      keep_i,      // the one of Settle cycles ago may still push it; of no matter if none did
  output logic                      room_o,      // for messages without a line of the Settle + 1 events that may be on their way
  output logic [$clog2(Depth+1)-1:0] free_o,     // places for messages without a line, at the start of the cycle
  output logic                      room_line_o, // for Spare + 1 lines beside those reserved in the last Settle cycles
  output logic                      room_pair_o, // for two messages without a line beside those of the Settle events that follow
  output logic                      room_spare_o, // for one line beside those reserved

  input  logic [DstBits-1:0]        busy_i, // receivers at which no packet can begin; of no matter without Apart
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic                      last_o, // flit of a packet
  output logic [LinkBits-1:0]       beat_o, // beat b: line bits b*LinkBits and up
  output logic [Width-1:0]          head_o,

  output logic                      short_valid_o,
  input  logic                      short_ready_i,
  output logic [Width-1:0]          short_head_o
);

  localparam int CntBits   = $clog2(Places + 1);
  localparam int SlotBits  = $clog2(Depth);
  localparam int FreeBits  = $clog2(Depth + 1);
  localparam int BeatBits  = (Beats > 1) ? $clog2(Beats) : 1;

  if (Width < 2 || DstBits < 1 || DstBits >= Width || LinkBits < 1 || Beats < 1 || Depth < Settle + 1 || Places < 1 || Spare < 0 ||
      Spare >= Places || Apart < 0 || Apart > 1 || Pairs < 0 || Pairs > 1 || Depth < Settle + 1 + Pairs ||
      Steady < 0 || Steady > 1 || Settle < 2 || Settle > 3) begin : gen_illegal
    cohgen_illegal_parameter u_link_tx ();
  end

  logic push_short, push_long, push_second, pop_short, pop_long;

  assign push_short  = push_valid_i && !push_line_i;
  assign push_long   = push_valid_i && push_line_i;
  assign push_second = Pairs != 0 && push2_valid_i;

  // ---- messages without a line, a ring of slots; each knows the lines that must leave before it ----

  logic [Width-1:0]        short_q [0:Depth-1]; // the registers of the slots
  logic [Depth-1:0]        short_full_q;
  logic [SlotBits-1:0]     short_in_q, short_out_q;
  logic [SlotBits-1:0]     behind_in, second_in; // the slot behind short_in_q; that of a second message
  logic [FreeBits-1:0]     short_free_q;
  logic [Depth*Places-1:0] after_q, after_d;
  logic [Width-1:0]        short_head;
  logic                    short_can;

  // ---- messages with a line; each knows those without one that must leave before it, and those that are older. A message
  // with a line has one receiver, so what keeps it waiting keeps all younger ones to that receiver waiting, too ----

  logic [Width-1:0]          long_q [0:Places-1];
  logic [Places-1:0]         long_full_q, passed_q; // passed by a younger one
  logic [Places-1:0]         long_in, shown, inside_q; // one-hot: the free place that is next; what is shown; what has begun
  logic [CntBits-1:0]        long_free_q;
  logic [Places*Depth-1:0]   behind_q, behind_d;
  logic [Places*Places-1:0]  older_q, older_d;
  logic [Places-1:0]         first, may; // no other must leave before it; it may leave, and its receiver takes packets
  logic [Width-1:0]          long_head, shown_head;
  logic                      long_can;
  logic [BeatBits-1:0]       beat_q;  // of the flit that is shown
  logic [Settle-1:0]         ahead_q; // lines that may be pushed: reserved one, two, ... cycles ago
  logic [CntBits+1:0]        promised; // ... but for those that may be pushed in this cycle
  logic [Beats*LinkBits-1:0] beats;
  logic                      soon; // Steady: a place becomes free in two cycles, or before
  logic [Places-1:0]         leaves; // ... in this one

  // Do two messages have a receiver in common? One port keeps the order of all.
  function automatic logic ordered(input logic [DstBits-1:0] a, input logic [DstBits-1:0] b);
    ordered = (Apart == 0) || (a & b) != '0;
  endfunction

  function automatic logic [SlotBits-1:0] next_slot(input logic [SlotBits-1:0] s);
    next_slot = (s == SlotBits'(Depth - 1)) ? '0 : s + 1'b1;
  endfunction

  logic [DstBits-1:0] short_dst [0:Depth-1];
  logic [DstBits-1:0] long_dst [0:Places-1];
  for (genvar s = 0; s < Depth; s++) assign short_dst[s] = short_q[s][Width-1 -: DstBits];
  for (genvar p = 0; p < Places; p++) assign long_dst[p] = long_q[p][Width-1 -: DstBits];

  // Each slot is a register of its own: of an array of them Yosys makes as many as a power of two.
  for (genvar s = 0; s < Depth; s++) begin : gen_short
`ifdef COHGEN_LATCHES
    logic first_here, second_here; // the next message may come here; one behind it may

    assign first_here  = short_free_q != '0 && short_in_q == SlotBits'(s);
    assign second_here = Pairs != 0 && short_free_q > FreeBits'(1) && behind_in == SlotBits'(s);

    logic [Width-1:0] stored;
    assign short_q[s] = stored;

    cohgen_row #(
      .Width (Width)
    ) u_head (
      .clk_i  (clk_i),
      .open_i (first_here || second_here),
      .data_i ((Pairs != 0 && (push_line_i || !first_here)) ? push2_head_i : push_head_i),
      .row_o  (stored)
    );
`else
    logic [Width-1:0] head_q;

    assign short_q[s] = head_q;

    always_ff @(posedge clk_i) begin
      if (short_free_q != '0 && short_in_q == SlotBits'(s))
        head_q <= (Pairs != 0 && push_line_i) ? push2_head_i : push_head_i;
      else if (Pairs != 0 && short_free_q > FreeBits'(1) && behind_in == SlotBits'(s))
        head_q <= push2_head_i;
    end
`endif
  end

  assign behind_in = next_slot(short_in_q);
  assign second_in = push_line_i ? short_in_q : behind_in;

  for (genvar s = 0; s < Depth; s++) begin : gen_slot
    for (genvar p = 0; p < Places; p++) begin : gen_place
      logic both, both2, after2, made_s, made2_s, made_p, gone_s, gone_p;

      assign both    = ordered(push_head_i[Width-1 -: DstBits], push_line_i ? short_dst[s] : long_dst[p]);
      assign both2   = ordered(push2_head_i[Width-1 -: DstBits], made_p ? push_head_i[Width-1 -: DstBits] : long_dst[p]);
      assign made_s  = push_short && short_in_q == SlotBits'(s);
      assign made2_s = push_second && second_in == SlotBits'(s);
      assign made_p  = push_long && long_in[p];
      assign gone_s  = pop_short && short_out_q == SlotBits'(s);
      assign gone_p  = pop_long && shown[p];

      assign after2  = both2 && (made_p || (long_full_q[p] && !gone_p));

      assign after_d[s*Places+p] = made2_s ? after2 : (made_s ? both && long_full_q[p] : after_q[s*Places+p]) && !gone_p;
      assign behind_d[p*Depth+s] = (made_p ? both && short_full_q[s] : behind_q[p*Depth+s]) && !gone_s;
    end
  end

  for (genvar p = 0; p < Places; p++) begin : gen_order
    for (genvar q = 0; q < Places; q++) begin : gen_other
      assign older_d[p*Places+q] = ((push_long && long_in[p]) || older_q[p*Places+q]) && long_full_q[q] &&
                                   !(pop_long && shown[q]);
    end

    assign long_in[p] = (!long_full_q[p] || leaves[p]) && ((~long_full_q | leaves) & Places'((1 << p) - 1)) == '0;
    assign leaves[p]  = Steady != 0 && inside_q[p] && beat_q == BeatBits'(Beats - 1);
    assign first[p]   = behind_q[p*Depth +: Depth] == '0 && (older_q[p*Places +: Places] & passed_q) == '0;
    assign may[p]     = long_full_q[p] && first[p] && (Apart == 0 || (long_dst[p] & busy_i) == '0);
    assign shown[p]   = (inside_q == '0) ? may[p] && (older_q[p*Places +: Places] & may) == '0 : inside_q[p];
  end

  always_comb begin
    short_can  = 1'b0;
    short_head = '0;
    for (int s = 0; s < Depth; s++) begin
      if (short_out_q == SlotBits'(s)) short_can = short_full_q[s] && after_q[s*Places +: Places] == '0;
      short_head = short_head | (short_q[s] & {Width{short_out_q == SlotBits'(s)}});
    end
    long_head = '0;
    for (int p = 0; p < Places; p++) long_head = long_head | (long_q[p] & {Width{shown[p]}});
  end

`ifdef COHGEN_LATCHES
  // With Steady the next line comes to a place whose last flit leaves: that flit is in registers by then.
  localparam bit Kept = Steady != 0 && Beats > 1;

  logic                at_last;
  logic [LinkBits-1:0] last_beat; // of the line that is shown
  logic [Width-1:0]    kept_head; // what was shown in the cycle before
  logic [LinkBits-1:0] kept_beat; // ... the last beat of its line

  assign at_last = Kept && beat_q == BeatBits'(Beats - 1);

  if (Kept) begin : gen_kept
    logic [Width-1:0]    head_q;
    logic [LinkBits-1:0] last_q;

    always_ff @(posedge clk_i) begin
      head_q <= long_head;
      last_q <= last_beat;
    end

    assign kept_head = head_q;
    assign kept_beat = last_q;
  end else begin : gen_not_kept
    logic unused_beat;
    assign unused_beat = ^last_beat;
    assign kept_head = '0;
    assign kept_beat = '0;
  end

  assign shown_head = at_last ? kept_head : long_head;
`else
  assign shown_head = long_head;
`endif

  assign long_can    = shown != '0;
  always_comb begin
    promised = '0;
    for (int i = 0; i < Settle - 1; i++) promised = promised + (CntBits+2)'(ahead_q[i]);
  end

  assign room_o      = short_free_q >= FreeBits'(Settle + 1);
  assign free_o      = short_free_q;
  assign soon        = Steady != 0 && inside_q != '0 && 32'(beat_q) + 3 >= Beats;
  assign room_line_o = (CntBits+2)'(long_free_q) + (CntBits+2)'(soon) >
      promised + (CntBits+2)'(ahead_q[Settle-1] && keep_i) + (CntBits+2)'(Spare);
  assign room_pair_o  = Pairs != 0 && (FreeBits+1)'(short_free_q) >= (FreeBits+1)'(Settle + 2);
  assign room_spare_o = (Spare != 0 || Pairs != 0) && (CntBits+2)'(long_free_q) + (CntBits+2)'(leaves != '0) >
      promised + (CntBits+2)'(ahead_q[Settle-1]);

  if (Apart != 0) begin : gen_apart
    assign valid_o       = long_can;
    assign last_o        = beat_q == BeatBits'(Beats - 1);
    assign head_o        = shown_head;
    assign short_valid_o = short_can;
    assign short_head_o  = short_head;
    assign pop_short     = short_can && short_ready_i;
  end else begin : gen_together
    logic unused_short;

    assign unused_short  = short_ready_i;
    assign valid_o       = long_can || short_can; // one of them
    assign last_o        = !long_can || beat_q == BeatBits'(Beats - 1);
    assign head_o        = long_can ? shown_head : short_head;
    assign short_valid_o = 1'b0;
    assign short_head_o  = '0;
    assign pop_short     = short_can && ready_i;
  end

  assign pop_long = long_can && ready_i && beat_q == BeatBits'(Beats - 1);

  // Each beat of each place is selected by a bit of its own: a mux of places before one of beats is twice as large.
  for (genvar b = 0; b < Beats; b++) begin : gen_beat
    logic [LinkBits-1:0] mem_q [0:Places-1];
    logic [LinkBits-1:0] beat; // 0 unless it is shown
    logic                here;

    assign here = beat_q == BeatBits'(b);
    assign beats[b*LinkBits +: LinkBits] = beat;

`ifdef COHGEN_LATCHES
    if (b == Beats - 1) begin : gen_last
      always_comb begin
        last_beat = '0;
        for (int p = 0; p < Places; p++) last_beat = last_beat | (mem_q[p] & {LinkBits{shown[p]}});
        beat = (Kept ? kept_beat : last_beat) & {LinkBits{here}};
      end
    end else begin : gen_other
      always_comb begin
        beat = '0;
        for (int p = 0; p < Places; p++) beat = beat | (mem_q[p] & {LinkBits{shown[p] && here}});
      end
    end
`else
    always_comb begin
      beat = '0;
      for (int p = 0; p < Places; p++) beat = beat | (mem_q[p] & {LinkBits{shown[p] && here}});
    end
`endif

    for (genvar p = 0; p < Places; p++) begin : gen_write
`ifdef COHGEN_LATCHES
      logic [LinkBits-1:0] stored;
      assign mem_q[p] = stored;

      cohgen_row #(
        .Width (LinkBits)
      ) u_row (
        .clk_i  (clk_i),
        .open_i (long_in[p]),
        .data_i (push_data_i[b*LinkBits +: LinkBits]),
        .row_o  (stored)
      );
`else
      always_ff @(posedge clk_i) begin
`ifdef COHGEN_QUICK
        if (push_long && long_in[p]) mem_q[p] <= push_data_i[b*LinkBits +: LinkBits]; // as in cohgen_fifo
`else
        if (long_in[p]) mem_q[p] <= push_data_i[b*LinkBits +: LinkBits]; // of use if a line is pushed
`endif
      end
`endif
    end
  end

  always_comb begin
    beat_o = '0;
    for (int b = 0; b < Beats; b++) beat_o = beat_o | beats[b*LinkBits +: LinkBits];
  end

`ifdef COHGEN_LATCHES
  for (genvar p = 0; p < Places; p++) begin : gen_long
    logic [Width-1:0] stored;
    assign long_q[p] = stored;

    cohgen_row #(
      .Width (Width)
    ) u_head (
      .clk_i  (clk_i),
      .open_i (long_in[p]),
      .data_i (push_head_i),
      .row_o  (stored)
    );
  end
`else
  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Places; p++)
      if (long_in[p]) long_q[p] <= push_head_i;
  end
`endif

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      short_full_q <= '0;
      short_in_q   <= '0;
      short_out_q  <= '0;
      short_free_q <= FreeBits'(Depth);
      long_full_q  <= '0;
      passed_q     <= '0;
      inside_q     <= '0;
      older_q      <= '0;
      long_free_q  <= CntBits'(Places);
      after_q      <= '0;
      behind_q     <= '0;
      beat_q       <= '0;
      ahead_q      <= '0;
    end else begin
      ahead_q  <= {ahead_q[Settle-2:0], reserve_i};
      after_q  <= after_d;
      behind_q <= behind_d;
      if (push_short && push_second)      short_in_q <= next_slot(behind_in);
      else if (push_short || push_second) short_in_q <= behind_in;
      if (pop_short)  short_out_q <= next_slot(short_out_q);
      older_q  <= older_d;
      short_free_q <= short_free_q + FreeBits'(pop_short) - FreeBits'(push_short) - FreeBits'(push_second);
      if (push_long && !pop_long) long_free_q <= long_free_q - 1'b1;
      if (pop_long && !push_long) long_free_q <= long_free_q + 1'b1;
      for (int s = 0; s < Depth; s++) begin
        if (push_short && short_in_q == SlotBits'(s)) short_full_q[s] <= 1'b1;
        else if (push_second && second_in == SlotBits'(s)) short_full_q[s] <= 1'b1;
        else if (pop_short && short_out_q == SlotBits'(s)) short_full_q[s] <= 1'b0;
      end
      for (int p = 0; p < Places; p++) begin
        if (push_long && long_in[p]) long_full_q[p] <= 1'b1;
        else if (pop_long && shown[p]) long_full_q[p] <= 1'b0;
        if (push_long && long_in[p]) passed_q[p] <= 1'b0;
        for (int q = 0; q < Places; q++)
          if (pop_long && shown[q] && older_q[q*Places+p]) passed_q[p] <= 1'b1;
      end
      if (long_can && ready_i) begin
        beat_q   <= (beat_q == BeatBits'(Beats - 1)) ? '0 : beat_q + 1'b1;
        inside_q <= (beat_q == BeatBits'(Beats - 1)) ? '0 : shown;
      end
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!push_short || short_free_q != '0) else $error("cohgen_link_tx: a header is pushed, and there is no room");
      assert (Steady == 0 || inside_q == '0 || ready_i) else $error("cohgen_link_tx: a packet is held up within it");
      assert (!push_long || long_free_q != '0 || leaves != '0)
      else $error("cohgen_link_tx: a line is pushed, and there is no room");
      assert (!(push_long && ahead_q[Settle-1]) || keep_i) else $error("cohgen_link_tx: a line is pushed whose place was given back");
      assert (!push2_valid_i || (Pairs != 0 && push_valid_i && short_free_q > FreeBits'(push_short)))
      else $error("cohgen_link_tx: a second header is pushed, and there is no room, or no first one");
      assert (Pairs == 0 || Spare != 0 || !(reserve_i && push_long && !ahead_q[Settle-1]))
      else $error("cohgen_link_tx: a line is pushed that was not reserved, and another is reserved");
      assert (Apart != 0 || !(long_can && short_can)) else $error("cohgen_link_tx: two messages at one port");
    end
  end
`endif

`ifdef COHGEN_FORMAL_LINK_TX
  `include "cohgen_link_tx_props.svh"
`endif
`ifdef COHGEN_FORMAL_LINK_ROOM
  `include "cohgen_link_room_props.svh"
`endif

endmodule
