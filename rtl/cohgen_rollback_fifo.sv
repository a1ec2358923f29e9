// Queue whose consumer may take elements on trial and give them back.
//
//   Width  bits in an element,  1 and up
//   Depth  elements it holds,   1 and up (need not be a power of two)
//   FlowThrough  1: an element may be taken in the very cycle it is pushed; it is kept all the same until it is
//                committed. valid_o and data_o then depend on the push side in the same cycle.
//   Oldest       1: oldest_o shows the oldest element, the one that commit_i removes; 0: oldest_o is 0
//
// Push side: as cohgen_fifo. Consumer side: an element is waiting, then taken, then gone.
//
//       oldest                                              youngest
//     | taken, taken, ... | waiting, waiting, ...         | free ... |
//       ^ commit_i removes  ^ data_o; take_i moves it left    ^ push
//         this one            rollback_i: all taken are waiting again
//
//   valid_o     some element is waiting; data_o is the oldest waiting one
//   take_i      that element becomes taken; only with valid_o
//   commit_i    the oldest taken element is finished and leaves (the one taken in this very cycle
//               counts, if there is no older)
//   rollback_i  all taken elements become waiting; a take_i of the same cycle is ignored
// take_i and commit_i may come together; commit_i and rollback_i never do.
// With Oldest, oldest_o is the element that was taken first of those not committed; without such an element, and in
// the cycle of a flow-through, it means nothing.
// free_o counts the empty slots at the start of the cycle; a taken element still fills its slot.
// Without FlowThrough no output depends on an input of the same cycle.
//
//                _____       _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____/     \_____
//   data_o       A          | B         | C         | B         | C
//   take_i     __/~~~~~~~~~~~~~~~~~~~~~~~\___________/~~~~~~~~~~~\____________
//   commit_i   _____________/~~~~~~~~~~~\___________________________________   A leaves
//   rollback_i _________________________/~~~~~~~~~~~\_______________________   B comes back
//
// Latency: 1 cycle (0 with FlowThrough) from push to valid_o, 1 cycle from rollback_i to the returned element.

module cohgen_rollback_fifo #(
  parameter int Width = 8,
  parameter int Depth = 4,
  parameter int FlowThrough = 0,
  parameter int Oldest = 0
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       push_valid_i,
  output logic                       push_ready_o,
  input  logic [Width-1:0]           push_data_i,

  output logic                       valid_o,
  output logic [Width-1:0]           data_o,
  input  logic                       take_i,
  input  logic                       commit_i,
  input  logic                       rollback_i,
  output logic [Width-1:0]           oldest_o,

  output logic [$clog2(Depth+1)-1:0] free_o
);

  localparam int CntBits = $clog2(Depth + 1);
  localparam int PtrBits = (Depth > 1) ? $clog2(Depth) : 1;
  localparam logic [PtrBits-1:0] Last = PtrBits'(Depth - 1);

  if (Depth < 1 || Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_rollback_fifo ();
  end

  logic [Width-1:0]   mem_q [0:Depth-1];
  logic [PtrBits-1:0] wptr_q, wptr_d;  // next slot to fill
  logic [PtrBits-1:0] sptr_q, sptr_d;  // oldest waiting element
  logic [PtrBits-1:0] cptr_q, cptr_d;  // oldest element
  logic [CntBits-1:0] free_q, free_d;  // empty slots
  logic [CntBits-1:0] wait_q, wait_d;  // waiting elements
  logic [CntBits-1:0] back;            // ... when all taken ones have come back
  logic               push, take;

  assign push_ready_o = (free_q != '0);
  if (FlowThrough != 0) begin : gen_flow
    assign valid_o = (wait_q != '0) || push;
    assign data_o  = (wait_q != '0) ? mem_q[sptr_q] : push_data_i;
  end else begin : gen_stored
    assign valid_o = (wait_q != '0);
    assign data_o  = mem_q[sptr_q];
  end
  assign free_o       = free_q;
  if (Oldest != 0) begin : gen_oldest
    assign oldest_o = mem_q[cptr_q];
  end else begin : gen_no_oldest
    assign oldest_o = '0;
  end

  assign push = push_valid_i && push_ready_o;
  assign take = take_i && valid_o;
  assign back = CntBits'(Depth) - free_q + CntBits'(push);

  // commit_i and rollback_i may come late: they choose between sums that are there.
  always_comb begin
    wptr_d = wptr_q;
    sptr_d = sptr_q;
    cptr_d = cptr_q;
    free_d = free_q;
    wait_d = wait_q;

    if (push)     wptr_d = (wptr_q == Last) ? '0 : wptr_q + 1'b1;
    if (take)     sptr_d = (sptr_q == Last) ? '0 : sptr_q + 1'b1;
    if (commit_i) cptr_d = (cptr_q == Last) ? '0 : cptr_q + 1'b1;

    if (push && !commit_i) free_d = free_q - 1'b1;
    if (commit_i && !push) free_d = free_q + 1'b1;

    if (push && !take) wait_d = wait_q + 1'b1;
    if (take && !push) wait_d = wait_q - 1'b1;

    if (rollback_i) begin
      sptr_d = cptr_q;
      wait_d = back;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
      sptr_q <= '0;
      cptr_q <= '0;
      free_q <= CntBits'(Depth);
      wait_q <= '0;
    end else begin
      wptr_q <= wptr_d;
      sptr_q <= sptr_d;
      cptr_q <= cptr_d;
      free_q <= free_d;
      wait_q <= wait_d;
    end
  end

`ifdef COHGEN_LATCHES
  for (genvar e = 0; e < Depth; e++) begin : gen_element
    logic [Width-1:0] stored;
    assign mem_q[e] = stored;

    cohgen_row #(
      .Width (Width)
    ) u_row (
      .clk_i  (clk_i),
      .open_i (free_q != '0 && wptr_q == PtrBits'(e)),
      .data_i (push_data_i),
      .row_o  (stored)
    );
  end
`else
  always_ff @(posedge clk_i) begin
    if (push) mem_q[wptr_q] <= push_data_i;
  end
`endif

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!(take_i && !rollback_i) || valid_o)
      else $error("cohgen_rollback_fifo: take_i without valid_o");
      assert (!commit_i || take || int'(free_q) + int'(wait_q) != Depth)
      else $error("cohgen_rollback_fifo: commit_i without a taken element");
      assert (!(commit_i && rollback_i))
      else $error("cohgen_rollback_fifo: commit_i together with rollback_i");
    end
  end
`endif

`ifdef COHGEN_FORMAL_ROLLBACK_FIFO
  `include "cohgen_rollback_fifo_props.svh"
`endif

endmodule
