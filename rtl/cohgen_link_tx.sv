// Sender's end of a link that is narrower than a line: messages wait here, and leave as packets of flits.
//
//   Width     bits in a header, with whatever travels beside it,     1 and up
//   LinkBits  bits of a line that leave in a cycle,                  1 and up
//   Beats     cycles that a line takes,                              1 and up; a line has LinkBits * Beats bits
//   Depth     headers that wait,                                     3 and up
//   Places    lines that wait,                                       1 and up
//   Spare     line places beyond those reserved that room_line_o asks for, 0 and up, less than Places
//
// A message is a header, and a line if push_line_i says so. Headers and lines wait in places apart, so that a message
// without a line needs no place for one. A packet is a single flit (last_o at once) or, of a message with a line, Beats
// flits: the header is shown with each of them, beat b is line bits b*LinkBits and up. valid_o, once high, stays until
// the packet's last flit is taken.
//
// The pusher is a pipeline. It pushes exactly two cycles after it has taken an event, or not at all:
//   room_o       headers of the three events that may be on their way have room
//   reserve_i    an event was taken that may push a line in two cycles
//   room_line_o  beside the lines that have been reserved in the last two cycles there is room for Spare + 1 more
//
//                 _____       _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i__/~~~~~~~~~~~\__________________________________________________________    A, with a line of two beats
//   valid_o     ______________/~~~~~~~~~~~~~~~~~~~~~~~\__________________________________
//   head_o                    | A                     |
//   beat_o                    | 0         | 1         |
//   last_o      __________________________/~~~~~~~~~~~\__________________________________
//   ready_i     ______________/~~~~~~~~~~~~~~~~~~~~~~~\__________________________________
//
// Latency: 1 cycle from push to the first flit. No output depends on an input of the same cycle.

module cohgen_link_tx #(
  parameter int Width    = 8,
  parameter int LinkBits = 8,
  parameter int Beats    = 4,
  parameter int Depth    = 4,
  parameter int Places   = 2,
  parameter int Spare    = 0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      push_valid_i,
  input  logic                      push_line_i,
  input  logic [Width-1:0]          push_head_i,
  input  logic [LinkBits*Beats-1:0] push_data_i,
  input  logic                      reserve_i,
  output logic                      room_o,
  output logic                      room_line_o,

  output logic                      valid_o,
  input  logic                      ready_i,
  output logic                      last_o,
  output logic [LinkBits-1:0]       beat_o,
  output logic [Width-1:0]          head_o
);

  localparam int FreeBits = $clog2(Depth + 1);
  localparam int CntBits  = $clog2(Places + 1);
  localparam int PtrBits  = (Places > 1) ? $clog2(Places) : 1;
  localparam int BeatBits = (Beats > 1) ? $clog2(Beats) : 1;

  if (Width < 1 || LinkBits < 1 || Beats < 1 || Depth < 3 || Places < 1 || Spare < 0 || Spare >= Places) begin : gen_illegal
    cohgen_illegal_parameter u_link_tx ();
  end

  // ---- headers, each with a bit that says whether a line belongs to it ----

  logic [FreeBits-1:0] head_free;
  logic                head_ready, head_line, head_pop;

  cohgen_fifo #(
    .Width (Width + 1),
    .Depth (Depth)
  ) u_heads (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_valid_i (push_valid_i),
    .push_ready_o (head_ready),
    .push_data_i  ({push_line_i, push_head_i}),
    .pop_valid_o  (valid_o),
    .pop_ready_i  (head_pop),
    .pop_data_o   ({head_line, head_o}),
    .free_o       (head_free)
  );

  assign room_o = head_free >= FreeBits'(3);

  // ---- lines, in the order of their headers ----

  logic [PtrBits-1:0]  wptr_q, rptr_q; // the next place to fill; the line that leaves
  logic [CntBits-1:0]  free_q;         // empty places
  logic [BeatBits-1:0] beat_q;         // of the flit that is shown
  logic [1:0]          ahead_q;        // lines that may be pushed: reserved one, two cycles ago
  logic [Beats*LinkBits-1:0] line;
  logic                push_line, pop_line;

  // The place behind `p`, of Places that form a ring.
  function automatic logic [PtrBits-1:0] next_place(input logic [PtrBits-1:0] p);
    next_place = (p == PtrBits'(Places - 1)) ? '0 : p + 1'b1;
  endfunction

  assign push_line   = push_valid_i && push_line_i;
  assign last_o      = !head_line || beat_q == BeatBits'(Beats - 1);
  assign head_pop    = ready_i && last_o;
  assign pop_line    = valid_o && ready_i && head_line && last_o;
  assign room_line_o = (CntBits+2)'(free_q) > (CntBits+2)'(ahead_q[0]) + (CntBits+2)'(ahead_q[1]) + (CntBits+2)'(Spare);

  for (genvar b = 0; b < Beats; b++) begin : gen_beat
    logic [LinkBits-1:0] mem_q [0:Places-1];

    assign line[b*LinkBits +: LinkBits] = mem_q[rptr_q];

    always_ff @(posedge clk_i) begin
`ifdef COHGEN_QUICK
      if (push_line) mem_q[wptr_q] <= push_data_i[b*LinkBits +: LinkBits]; // as in cohgen_fifo
`else
      if (free_q != '0) mem_q[wptr_q] <= push_data_i[b*LinkBits +: LinkBits]; // of use if a line is pushed
`endif
    end
  end

  always_comb begin
    beat_o = '0;
    for (int b = 0; b < Beats; b++)
      beat_o = beat_o | (line[b*LinkBits +: LinkBits] & {LinkBits{beat_q == BeatBits'(b)}});
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      free_q  <= CntBits'(Places);
      beat_q  <= '0;
      ahead_q <= '0;
    end else begin
      ahead_q <= {ahead_q[0], reserve_i};
      if (push_line) wptr_q <= next_place(wptr_q);
      if (pop_line)  rptr_q <= next_place(rptr_q);
      if (push_line && !pop_line) free_q <= free_q - 1'b1;
      if (pop_line && !push_line) free_q <= free_q + 1'b1;
      if (valid_o && ready_i) beat_q <= last_o ? '0 : beat_q + 1'b1;
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!push_valid_i || head_ready) else $error("cohgen_link_tx: a header is pushed, and there is no room");
      assert (!push_line || free_q != '0) else $error("cohgen_link_tx: a line is pushed, and there is no room");
    end
  end
`else
  logic unused_ready;
  assign unused_ready = head_ready;
`endif

endmodule
