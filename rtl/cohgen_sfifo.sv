// Synchronization FIFO (S-FIFO): what a write cache may hold that is dirty, in the order of the stores, and the releases
// between them (B. A. Hechtman et al., QuickRelease: a throughput-oriented approach to release consistency on GPUs,
// HPCA 2014, section 3).
//
//   Width    bits of an element's data: a line's address, or what tells one release from another,  1 and up
//   Depth    elements it holds,                                                                      2 and up
//   Pending  write-backs of one epoch under way at most,                                             1 and up; 0: it counts none
//
// An element is an address, whose block may be dirty, or a marker, which is a release. Elements are offered in order,
// taken on trial and committed or given back, as those of cohgen_rollback_fifo: take_i only with valid_o; commit_i ends
// the oldest that is taken; rollback_i gives all taken ones back, with a take_i of the same cycle; commit_i and
// rollback_i never together.
//
//   an address  is offered while the queue drains: as long as a marker is in it, one cycle after drain_i, and, one
//               address at a time, when it is full. Whoever commits it has begun to write its block back, or the
//               block is no longer there
//   a marker    is offered when it is the oldest element and all write-backs are done that began before it was that.
//               What is behind it is offered after its commit
//
// With a Pending of 0 whoever takes a marker knows what it waits for. It is offered in its turn, as an address is: what was
// taken before it need not be committed, and what is behind it may be taken as well. So a queue that drains offers an element in
// each cycle. No write-backs begin (begin_i), and what is said of them is 0.
//
// begin_i says that a write-back begins, for an address or for another reason (the cache needs the place), no later
// than the commit_i of its address, and only with begin_ready_o. It carries epoch_o until it is done: done_i with
// done_epoch_i then. Write-backs of one epoch are counted, not told apart, so they may be done in any order.
// free_o counts the empty places at the start of the cycle, clean_o says that nothing is queued nor under way.
// No output depends on an input of the same cycle.
//
//                 _____       _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i __/~~~~~~~~~~~~~~~~~~~~~~~\________________________________________________   A, then a marker
//   valid_o      __________________________/~~~~~~~~~~~\_______________________/~~~~~~~~~~~\_  A, then the marker
//   take_i       __________________________/~~~~~~~~~~~\_______________________/~~~~~~~~~~~\_
//   commit_i     __________________________/~~~~~~~~~~~\_______________________/~~~~~~~~~~~\_  begin_i with the first
//   done_i       __________________________________________________/~~~~~~~~~~~\_____________
//
// Latency: 2 cycles from push to valid_o, 1 from rollback_i to the returned element; a marker is offered no earlier than
// 2 cycles after the commit of what was before it, and in the cycle after the last done_i that it waits for. With a Pending
// of 0 each is offered in the cycle after the one before it was taken.

module cohgen_sfifo #(
  parameter int Width   = 26,
  parameter int Depth   = 64,
  parameter int Pending = 16
) (
  input  logic                       clk_i, rst_ni,

  input  logic                       push_valid_i,
  output logic                       push_ready_o,
  input  logic                       push_marker_i,
  input  logic [Width-1:0]           push_data_i,
  input  logic                       drain_i,

  output logic                       valid_o, marker_o,
  output logic [Width-1:0]           data_o,
  input  logic                       take_i,
  input  logic                       commit_i,
  input  logic                       rollback_i,

  input  logic                       begin_i,
  output logic                       begin_ready_o,
  output logic                       epoch_o,
  input  logic                       done_i,
  input  logic                       done_epoch_i,

  output logic [$clog2(Depth+1)-1:0] free_o,
  output logic                       clean_o
);

  localparam int PtrBits  = $clog2(Depth);
  localparam int CntBits  = $clog2(Depth + 1);
  localparam int PendBits = (Pending > 0) ? $clog2(Pending + 1) : 1;
  localparam logic [PtrBits-1:0] Last = PtrBits'(Depth - 1);

  if (Width < 1 || Depth < 2 || Pending < 0) begin : gen_illegal
    cohgen_illegal_parameter u_sfifo ();
  end

  logic [PtrBits-1:0]  wptr_q, rptr_q, rptr_d, cptr_q, cptr_d; // next place to fill, element shown next, oldest element
  logic [CntBits-1:0]  used_q, used_d, taken_q, taken_d;       // elements; those of them that are taken
  logic [CntBits-1:0]  due_q;                                  // elements up to the youngest marker, which it drives out
  logic                shown_q, shown_d;                       // the memory shows the oldest that is not taken
  logic                drain_q;
  logic                marker_taken_q;                         // the one that is taken is a marker
  logic                armed_q;                                // the oldest element is a marker, and has its epoch behind it
  logic                epoch_q;                                // of write-backs that begin now
  logic [PendBits-1:0] pending_q [0:1];                        // under way, by epoch
  logic                push, take, drains, full, old_done;
  logic [Width:0]      element;

  assign push_ready_o  = (used_q != CntBits'(Depth));
  assign free_o        = CntBits'(Depth) - used_q;
  assign clean_o       = used_q == '0 && pending_q[0] == '0 && pending_q[1] == '0;
  assign epoch_o       = epoch_q;
  assign begin_ready_o = Pending != 0 && (epoch_q ? pending_q[1] : pending_q[0]) != PendBits'(Pending);

  // Elements

  assign {marker_o, data_o} = element;
  assign full     = used_q == CntBits'(Depth) && taken_q == '0;
  assign drains   = taken_q < due_q || drain_q || full;
  assign old_done = (epoch_q ? pending_q[0] : pending_q[1]) == '0;
  assign valid_o  = shown_q && !marker_taken_q && drains && (!marker_o || Pending == 0 || (armed_q && old_done));

  assign push = push_valid_i && push_ready_o;
  assign take = take_i && valid_o && !rollback_i;

  always_comb begin
    used_d  = used_q + CntBits'(push) - CntBits'(commit_i);
    taken_d = taken_q + CntBits'(take) - CntBits'(commit_i);
    cptr_d  = cptr_q;
    rptr_d  = rptr_q;
    if (commit_i) cptr_d = (cptr_q == Last) ? '0 : cptr_q + 1'b1;
    if (take)     rptr_d = (rptr_q == Last) ? '0 : rptr_q + 1'b1;
    if (rollback_i) begin
      taken_d = '0;
      rptr_d  = cptr_q;
    end
    shown_d = (used_q - CntBits'(commit_i)) != taken_d; // what is pushed now is not in the memory yet
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {wptr_q, rptr_q, cptr_q, used_q, taken_q, due_q, shown_q, drain_q} <= '0;
    end else begin
      if (push) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      rptr_q  <= rptr_d;
      cptr_q  <= cptr_d;
      used_q  <= used_d;
      taken_q <= taken_d;
      shown_q <= shown_d;
      drain_q <= drain_i;
      if (push && push_marker_i)         due_q <= used_d;
      else if (commit_i && due_q != '0)  due_q <= due_q - 1'b1;
    end
  end

  cohgen_sram_1r1w #(.Depth(Depth), .Lanes(1), .LaneBits(Width + 1)) u_sram (
    .clk_i(clk_i), .wen_i(push), .waddr_i(wptr_q), .wlane_i(1'b1), .wdata_i({push_marker_i, push_data_i}),
    .ren_i(shown_d), .raddr_i(rptr_d), .rdata_o(element)
  );

  // Write-backs, and markers that wait for them

  if (Pending == 0) begin : gen_uncounted
    assign pending_q[0] = '0;
    assign pending_q[1] = '0;
    assign {marker_taken_q, armed_q, epoch_q} = '0;
    logic unused;
    assign unused = ^{begin_i, done_i, done_epoch_i};
  end else begin : gen_counted
    logic arm;
    assign arm = shown_q && marker_o && taken_q == '0 && !armed_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {marker_taken_q, armed_q, epoch_q} <= '0;
      end else begin
        marker_taken_q <= !rollback_i && !commit_i && (marker_taken_q || (take && marker_o));
        armed_q        <= !commit_i && (armed_q || arm);
        if (arm) epoch_q <= !epoch_q;
      end
    end

    for (genvar e = 0; e < 2; e++) begin : gen_epoch
      logic begins, ends;
      assign begins = begin_i && epoch_q == 1'(e);
      assign ends   = done_i && done_epoch_i == 1'(e);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) pending_q[e] <= '0;
        else         pending_q[e] <= pending_q[e] + PendBits'(begins) - PendBits'(ends);
      end
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!(take_i && !rollback_i) || valid_o) else $error("cohgen_sfifo: take_i without valid_o");
      assert (!commit_i || take || taken_q != '0) else $error("cohgen_sfifo: commit_i without a taken element");
      assert (!(commit_i && rollback_i)) else $error("cohgen_sfifo: commit_i together with rollback_i");
      assert (!begin_i || begin_ready_o) else $error("cohgen_sfifo: begin_i without begin_ready_o");
      assert (!done_i || (done_epoch_i ? pending_q[1] : pending_q[0]) != '0)
      else $error("cohgen_sfifo: done_i, and no write-back of that epoch is under way");
    end
  end
`endif

`ifdef COHGEN_FORMAL_SFIFO
  `include "cohgen_sfifo_props.svh"
`endif

endmodule
