// Cache walk: releases that each wait until every line which was in the cache before them has been offered, or has left.
//
//   Width    bits of a marker's data, what tells one release from another,  1 and up
//   Depth    markers it holds,                                              2 and up
//   Sets     sets of the cache,                                             1 and up
//   Ways     ways of the cache,                                             1 and up
//   TagBits  bits of a tag,                                                 1 and up
//
// A walk goes from set 0 to the last one. It reads the tags of a set, by a probe, and offers each way that is live, from the
// lowest one on. When it has been through it offers the markers that were in when it began, the oldest first. Markers that come
// during a walk wait for the next one, and those that wait together share it.
//
//   valid_o    one of three is offered, until its answer
//   probe_o    the tags of set set_o are to be read. The answer is seen_i, in any later cycle, with live_i and tags_i: of each
//              way (way w in bits [w*TagBits +: TagBits]) whether a line has it, and its tag
//   marker_o   a marker, with data_o. The answer is commit_i, in any cycle: it leaves
//   neither    a line, tag_o and set_o. The answer is commit_i: it is done with
//
// A line that came behind the probe of its set is not offered. One that left behind it is: what is offered has been there.
// The user answers a probe with what there is at some time after it was offered. No output depends on an input of the same cycle.
//
//                 _____       _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i __/~~~~~~~~~~~\___________________________________________________________   a marker; of 1 set, 1 way
//   valid_o      __________________________/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\__________
//   probe_o      __________________________/~~~~~~~~~~~~~~~~~~~~~~~\______________________
//   seen_i       ______________________________________/~~~~~~~~~~~\______________________   no line has the way
//   marker_o     __________________________________________________/~~~~~~~~~~~\__________
//   commit_i     __________________________________________________/~~~~~~~~~~~\__________
//
// Latency: 2 cycles from push to the first probe; the next probe, line or marker in the cycle after the answer. push_ready_o says
// that there is room. Cost: flip-flops for all markers and for the tags of a set.

module cohgen_cache_walk #(
  parameter int Width   = 6,
  parameter int Depth   = 4,
  parameter int Sets    = 64,
  parameter int Ways    = 4,
  parameter int TagBits = 20
) (
  input  logic                                       clk_i, rst_ni,

  input  logic                                       push_valid_i,
  output logic                                       push_ready_o,
  input  logic [Width-1:0]                           push_data_i,

  output logic                                       valid_o, probe_o, marker_o,
  output logic [Width-1:0]                           data_o,
  output logic [((Sets > 1) ? $clog2(Sets) : 1)-1:0] set_o,
  output logic [TagBits-1:0]                         tag_o,
  input  logic                                       commit_i,

  input  logic                                       seen_i,
  input  logic [Ways-1:0]                            live_i,
  input  logic [Ways*TagBits-1:0]                    tags_i
);

  localparam int SetBits = (Sets > 1) ? $clog2(Sets) : 1;
  localparam int PtrBits = $clog2(Depth);
  localparam int CntBits = $clog2(Depth + 1);
  localparam logic [PtrBits-1:0] Last    = PtrBits'(Depth - 1);
  localparam logic [SetBits-1:0] LastSet = SetBits'(Sets - 1);

  if (Width < 1 || Depth < 2 || Sets < 1 || Ways < 1 || TagBits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_cache_walk ();
  end

  logic [Width-1:0]        marker_q [0:Depth-1];
  logic [PtrBits-1:0]      wptr_q, rptr_q; // next place to fill, oldest marker
  logic [CntBits-1:0]      used_q;         // markers
  logic [CntBits-1:0]      group_q;        // those of them that this walk is for
  logic                    walking_q;
  logic [SetBits-1:0]      set_q;          // it is there
  logic                    seen_q;         // ... and has read the tags
  logic [Ways-1:0]         live_q, first;  // ways that are not done with; the lowest of them
  logic [Ways*TagBits-1:0] tags_q;
  logic                    push, pop, line_done, set_done;

  assign push_ready_o = used_q != CntBits'(Depth);
  assign push         = push_valid_i && push_ready_o;
  assign data_o       = marker_q[rptr_q];
  assign set_o        = set_q;
  assign first        = live_q & (~live_q + 1'b1);

  assign valid_o  = group_q != '0;
  assign marker_o = valid_o && !walking_q;
  assign probe_o  = walking_q && !seen_q;

  assign pop       = commit_i && marker_o;
  assign line_done = commit_i && walking_q && seen_q;
  assign set_done  = (seen_i && live_i == '0) || (line_done && live_q == first);

  always_comb begin
    tag_o = '0;
    for (int w = 0; w < Ways; w++) tag_o = tag_o | ({TagBits{first[w]}} & tags_q[w*TagBits +: TagBits]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {wptr_q, rptr_q, used_q, group_q} <= '0;
      {walking_q, seen_q, set_q, live_q} <= '0;
    end else begin
      if (push) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      if (pop)  rptr_q <= (rptr_q == Last) ? '0 : rptr_q + 1'b1;
      used_q <= used_q + CntBits'(push) - CntBits'(pop);
      if (group_q == '0) begin
        group_q   <= used_q;
        walking_q <= used_q != '0;
      end else begin
        group_q <= group_q - CntBits'(pop);
      end
      if (seen_i)         live_q <= live_i;
      else if (line_done) live_q <= live_q & ~first;
      if (seen_i) seen_q <= 1'b1;
      if (set_done) begin
        seen_q <= 1'b0;
        set_q  <= (set_q == LastSet) ? '0 : set_q + 1'b1;
        if (set_q == LastSet) walking_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (push)   marker_q[wptr_q] <= push_data_i;
    if (seen_i) tags_q <= tags_i;
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!commit_i || (valid_o && !probe_o)) else $error("cohgen_cache_walk: commit_i, and neither line nor marker is offered");
      assert (!seen_i || probe_o) else $error("cohgen_cache_walk: seen_i without a probe");
    end
  end
`endif

`ifdef COHGEN_FORMAL_CACHE_WALK
  `include "cohgen_cache_walk_props.svh"
`endif

endmodule
