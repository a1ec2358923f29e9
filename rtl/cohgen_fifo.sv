// First-in first-out queue, of flip-flops.
//
//   Width  bits in an element,  1 and up
//   Depth  elements it holds,   1 and up (need not be a power of two)
//
// Both sides are valid/ready: an element moves at a rising edge with valid and ready. No output
// depends on an input of the same cycle: not pop_ready_i to push_ready_o, not push to pop. So a full
// queue does not accept in the cycle it is popped, and Depth 1 moves one element every other cycle.
// free_o counts the empty slots at the start of the cycle (before this cycle's push and pop).
//
//                  _____       _____       _____       _____
//   clk_i        _/     \_____/     \_____/     \_____/     \_____
//   push_valid_i __/~~~~~~~~~~~\__________________________________    push_data_i = A
//   pop_valid_o  ______________/~~~~~~~~~~~\______________________    pop_data_o  = A
//   pop_ready_i  ______________/~~~~~~~~~~~\______________________
//   free_o         4           | 3         | 4
//
// Latency: 1 cycle from push to pop.

module cohgen_fifo #(
  parameter int Width = 8,
  parameter int Depth = 4
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       push_valid_i,
  output logic                       push_ready_o,
  input  logic [Width-1:0]           push_data_i,

  output logic                       pop_valid_o,
  input  logic                       pop_ready_i,
  output logic [Width-1:0]           pop_data_o,

  output logic [$clog2(Depth+1)-1:0] free_o
);

  localparam int CntBits = $clog2(Depth + 1);
  localparam int PtrBits = (Depth > 1) ? $clog2(Depth) : 1;
  localparam logic [PtrBits-1:0] Last = PtrBits'(Depth - 1);

  if (Depth < 1 || Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_fifo ();
  end

  logic [Width-1:0]   mem_q [0:Depth-1];
  logic [PtrBits-1:0] wptr_q, rptr_q;
  logic [CntBits-1:0] free_q;
  logic               push, pop;

  assign push_ready_o = (free_q != '0);
  assign pop_valid_o  = (free_q != CntBits'(Depth));
  assign pop_data_o   = mem_q[rptr_q];
  assign free_o       = free_q;

  assign push = push_valid_i && push_ready_o;
  assign pop  = pop_valid_o && pop_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
      rptr_q <= '0;
      free_q <= CntBits'(Depth);
    end else begin
      if (push) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      if (pop)  rptr_q <= (rptr_q == Last) ? '0 : rptr_q + 1'b1;
      if (push && !pop) free_q <= free_q - 1'b1;
      if (pop && !push) free_q <= free_q + 1'b1;
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
`ifdef COHGEN_QUICK
    if (push) mem_q[wptr_q] <= push_data_i; // for simulation: only a pushed element is copied; proved too
`else
    if (free_q != '0) mem_q[wptr_q] <= push_data_i; // of use if it is pushed; so push_valid_i is not on its way
`endif
  end
`endif

`ifdef COHGEN_ASSERT
  logic waits_q; // an element was offered and not taken
  logic [Width-1:0] offered_q;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= pop_valid_o && !pop_ready_i;
  end
  always @(posedge clk_i) if (pop_valid_o && !pop_ready_i) offered_q <= pop_data_o;
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (int'(free_q) <= Depth) else $error("cohgen_fifo: more free slots than slots");
      assert (!waits_q || (pop_valid_o && pop_data_o == offered_q))
      else $error("cohgen_fifo: what was offered has changed before it was taken");
    end
  end
`endif

`ifdef COHGEN_FORMAL_FIFO
  `include "cohgen_fifo_props.svh"
`endif

endmodule
