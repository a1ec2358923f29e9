// First-in first-out queue, of flip-flops, that takes one or two elements a cycle.
//
//   Width  bits in an element,  1 and up
//   Depth  elements it holds,   2 and up (need not be a power of two)
//
// As cohgen_fifo, but for the second element of a cycle. No output depends on an input of the same cycle.
//
//                   _____       _____       _____       _____
//   clk_i         _/     \_____/     \_____/     \_____/     \_____
//   push_valid_i  __/~~~~~~~~~~~\__________________________________    push_data_i  = A
//   push2_valid_i __/~~~~~~~~~~~\__________________________________    push2_data_i = B
//   pop_valid_o   ______________/~~~~~~~~~~~~~~~~~~~~~~~\__________    pop_data_o   = A, B
//   pop_ready_i   ______________/~~~~~~~~~~~~~~~~~~~~~~~\__________
//   free_o          4           | 2         | 3         | 4
//
// Latency: 1 cycle from push to pop.

module cohgen_pair_fifo #(
  parameter int Width = 8, // bits
  parameter int Depth = 4  // elements
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       push_valid_i,
  output logic                       push_ready_o,
  input  logic [Width-1:0]           push_data_i,
  input  logic                       push2_valid_i, // only with push_valid_i, and while free_o is 2 or more
  input  logic [Width-1:0]           push2_data_i,  // behind push_data_i

  output logic                       pop_valid_o,
  input  logic                       pop_ready_i,
  output logic [Width-1:0]           pop_data_o,

  output logic [$clog2(Depth+1)-1:0] free_o
);

  localparam int CntBits = $clog2(Depth + 1);
  localparam int PtrBits = $clog2(Depth);

  if (Depth < 2 || Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_pair_fifo ();
  end

  logic [Width-1:0]   mem_q [0:Depth-1];
  logic [PtrBits-1:0] wptr_q, rptr_q, next; // next: the slot behind wptr_q
  logic [CntBits-1:0] free_q;
  logic               push, push2, pop;

  assign push_ready_o = (free_q != '0);
  assign pop_valid_o  = (free_q != CntBits'(Depth));
  assign pop_data_o   = mem_q[rptr_q];
  assign free_o       = free_q;

  assign push  = push_valid_i && push_ready_o;
  assign push2 = push && push2_valid_i;
  assign pop   = pop_valid_o && pop_ready_i;

  // The slot behind slot `at` of a ring.
  function automatic logic [PtrBits-1:0] behind(input logic [PtrBits-1:0] at);
    behind = (at == PtrBits'(Depth - 1)) ? '0 : at + 1'b1;
  endfunction

  assign next = behind(wptr_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
      rptr_q <= '0;
      free_q <= CntBits'(Depth);
    end else begin
      if (push) wptr_q <= push2 ? behind(next) : next;
      if (pop)  rptr_q <= behind(rptr_q);
      free_q <= free_q + CntBits'(pop) - CntBits'(push) - CntBits'(push2);
    end
  end

  always_ff @(posedge clk_i) begin
    // Of use if they are pushed, so that the push is not on their way.
    if (free_q != '0) mem_q[wptr_q] <= push_data_i;
    if (free_q > CntBits'(1)) mem_q[next] <= push2_data_i;
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (int'(free_q) <= Depth) else $error("cohgen_pair_fifo: more free slots than slots");
      assert (!push2_valid_i || (push_valid_i && free_q > CntBits'(1)))
      else $error("cohgen_pair_fifo: a second element without room, or without a first");
    end
  end
`endif

`ifdef COHGEN_FORMAL_PAIR_FIFO
  `include "cohgen_pair_fifo_props.svh"
`endif

endmodule
