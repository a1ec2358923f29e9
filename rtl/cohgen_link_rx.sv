// Receiver's end of a link that is narrower than a line: puts the beats of a line together, in the place where the line
// waits until its message is done with.
//
//   Width           bits in a header,                                      1 and up
//   LinkBits        bits of a line that arrive in a cycle,                 1 and up
//   Beats           cycles that a line takes,                              1 and up; a line has LinkBits * Beats bits
//   Sources         senders that have places of their own,                 1 and up
//   Places          lines of each of them that wait,                       1 and up
//   SrcAt, SrcBits  where in a header its sender's number is; of no matter with one source
//   Lead            flits before its last with which the header of a line is offered, 0 and up, less than Beats
//   Ahead           1: a place whose line is done with in this cycle has room for the next one
//
// A flit is {last, beat, header}, from the most significant bit down (cohgen_link_tx). The flits of a packet come one
// after the other; one that begins and ends with its first flit has no line (with Beats 1: each has one).
//
// With Lead, each cycle takes a flit of a packet that has begun, until its last, and nobody looks at a line or is done with
// it before it is whole, which it is in the cycle after its last flit: Lead + 1 cycles after its header was offered.
//
//                 _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____
//   valid_i     __/~~~~~~~~~~~~~~~~~~~~~~~\____________________________________   two beats
//   last        ______________/~~~~~~~~~~~\____________________________________
//   head_valid_o______________/~~~~~~~~~~~\____________________________________
//   line_o                                | the line              |
//   done_i      ______________________________________/~~~~~~~~~~~\____________
//   room_o      ~~~~~~~~~~~~~~~~~~~~~~~~~~\_______________________/~~~~~~~~~~~~   Places = 1
//
//
// One place, Lead = 2 and Ahead = 1; three cycles after its header was offered each line is done with:
//
//                 _____       _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   valid_i     __/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~    four beats; the next line
//   flit_i        | beat 0    | beat 1    | beat 2    | beat 3    | beat 0    | beat 1
//   head_valid_o______________/~~~~~~~~~~~\___________________________________/~~~~~~~
//   done_i      __________________________________________________/~~~~~~~~~~~\________
//   room_o      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//
// Latency: 0 cycles from the last flit (with Lead from one before it) to head_valid_o, 1 from the last to line_o. fits_o and
// head_* depend on the flit of the same cycle, line_o on src_i, room_o and fits_o with Ahead on done_i and src_i; nothing
// else does on an input.

module cohgen_link_rx #(
  parameter int Width    = 8, // of a header
  parameter int LinkBits = 8, // of a beat
  parameter int Beats    = 4, // of a line
  parameter int Sources  = 1,
  parameter int Places   = 2, // of each source
  parameter int SrcAt    = 0, // first bit in a header
  parameter int SrcBits  = 1,
  parameter int Lead     = 0, // flits
  parameter int Ahead    = 0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      valid_i, // the flit is taken; only with fits_o
  input  logic [LinkBits+Width:0]   flit_i,
  output logic                      fits_o,  // a line has room if this flit begins one: it may be taken, as far as lines go
  output logic [Sources-1:0]        room_o,  // of each source: a line has room, which stays while its packet comes in
  output logic                      inside_o, // the flit that comes next is of a packet that has begun

  output logic                      head_valid_o, // the packet is whole, or will be
  output logic [Width-1:0]          head_o,       // its header goes into a queue, which must have room for it

  input  logic                      done_i, // the line of line_o is done with, and leaves
  input  logic [SrcBits-1:0]        src_i,
  output logic [LinkBits*Beats-1:0] line_o  // the oldest of source src_i, whose messages are done with in their order
);

  localparam int CntBits  = $clog2(Places + 1);
  localparam int PtrBits  = (Places > 1) ? $clog2(Places) : 1;
  localparam int BeatBits = (Beats > 1) ? $clog2(Beats) : 1;
  localparam int LineBits = LinkBits * Beats;

  if (Width < 1 || LinkBits < 1 || Beats < 1 || Sources < 1 || Places < 1 || SrcBits < 1 || Sources > (1 << SrcBits) ||
      Lead < 0 || Lead >= Beats || Ahead < 0 || Ahead > 1 || (Sources > 1 && SrcAt + SrcBits > Width)) begin : gen_illegal
    cohgen_illegal_parameter u_link_rx ();
  end

  logic [BeatBits-1:0]         beat_q; // of the flit that comes next
  logic [LinkBits-1:0]         beat;
  logic                        last, first, has_line;
  logic [Sources-1:0]          from, of; // one-hot: whose flit this is; whose line is shown
  logic [Sources*LineBits-1:0] oldest;

  assign last         = flit_i[LinkBits + Width];
  assign beat         = flit_i[Width +: LinkBits];
  assign head_o       = flit_i[Width-1:0];
  assign first        = beat_q == '0;
  assign has_line     = (Beats == 1) || !first || !last; // this flit brings a beat of one
  assign fits_o       = !(first && has_line) || (room_o & from) != '0;
  assign inside_o     = !first;
  assign head_valid_o = valid_i && (has_line ? beat_q == BeatBits'(Beats - 1 - Lead) : last);

  // The place behind `p`, of Places that form a ring.
  function automatic logic [PtrBits-1:0] next_place(input logic [PtrBits-1:0] p);
    next_place = (p == PtrBits'(Places - 1)) ? '0 : p + 1'b1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      beat_q <= '0;
    else if (valid_i) beat_q <= last ? '0 : beat_q + 1'b1;
  end

  for (genvar s = 0; s < Sources; s++) begin : gen_source
    logic [PtrBits-1:0] wptr_q, rptr_q; // the place that is being filled; the oldest line
    logic [CntBits-1:0] used_q;         // whole lines
    logic               whole, done;

    if (Sources > 1) begin : gen_one_of_several
      assign from[s] = head_o[SrcAt +: SrcBits] == SrcBits'(s);
      assign of[s]   = src_i == SrcBits'(s);
    end else begin : gen_only
      logic unused_src;
      assign unused_src = ^src_i;
      assign from[s] = 1'b1;
      assign of[s]   = 1'b1;
    end

    assign room_o[s] = used_q != CntBits'(Places) || (Ahead != 0 && done);
    assign whole     = valid_i && from[s] && has_line && last;
    assign done      = done_i && of[s];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wptr_q <= '0;
        rptr_q <= '0;
        used_q <= '0;
      end else begin
        if (whole) wptr_q <= next_place(wptr_q);
        if (done)  rptr_q <= next_place(rptr_q);
        if (whole && !done) used_q <= used_q + 1'b1;
        if (done && !whole) used_q <= used_q - 1'b1;
      end
    end

    for (genvar b = 0; b < Beats; b++) begin : gen_beat
      logic [LinkBits-1:0] mem_q [0:Places-1];

      assign oldest[s*LineBits + b*LinkBits +: LinkBits] = mem_q[rptr_q];

`ifdef COHGEN_LATCHES
      // With Ahead the first beat comes while the line is read that is done with.
      for (genvar p = 0; p < Places; p++) begin : gen_place
        if (Ahead != 0 && b == 0) begin : gen_read_on
          always_ff @(posedge clk_i) if (room_o[s] && beat_q == '0 && wptr_q == PtrBits'(p)) mem_q[p] <= beat;
        end else begin : gen_row
          logic [LinkBits-1:0] stored;
          assign mem_q[p] = stored;

          cohgen_row #(
            .Width (LinkBits)
          ) u_row (
            .clk_i  (clk_i),
            .open_i (used_q != CntBits'(Places) && beat_q == BeatBits'(b) && wptr_q == PtrBits'(p)),
            .data_i (beat),
            .row_o  (stored)
          );
        end
      end
`else
      always_ff @(posedge clk_i) begin
`ifdef COHGEN_QUICK
        if (valid_i && from[s] && has_line && beat_q == BeatBits'(b)) mem_q[wptr_q] <= beat;
`else
        if (room_o[s] && beat_q == BeatBits'(b)) mem_q[wptr_q] <= beat; // of use if it is of this source's line
`endif
      end
`endif
    end

`ifdef COHGEN_ASSERT
    always @(posedge clk_i or negedge rst_ni) begin
      if (rst_ni === 1'b1) begin
        assert (!done || used_q != '0) else $error("cohgen_link_rx: a line is done with that is not there");
      end
    end
`endif
  end

  always_comb begin
    line_o = '0;
    for (int s = 0; s < Sources; s++) line_o = line_o | (oldest[s*LineBits +: LineBits] & {LineBits{of[s]}});
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!valid_i || fits_o) else $error("cohgen_link_rx: a flit is taken that has no room");
      assert (Lead == 0 || first || valid_i) else $error("cohgen_link_rx: a packet is held up within it");
      assert (!valid_i || from != '0) else $error("cohgen_link_rx: a flit of no source");
      assert (!valid_i || !has_line || last == (beat_q == BeatBits'(Beats - 1)))
      else $error("cohgen_link_rx: a packet of too few flits, or too many");
    end
  end
`endif

endmodule
