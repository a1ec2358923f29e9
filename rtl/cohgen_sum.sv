// The sum of two numbers, with its carry. Combinational; latency 0.
//
//   Width  bits of each, 1 and up; the sum has one more
//
// By blocks of eight bits, each added for both values of the carry that comes in, which then passes two gates a block:
//
//   a_i, b_i  ──┬─► block 0 ─► sum 0, over 0 ──────────────────────┐
//               ├─► block 1 ─► sums and overs for carry 0 and 1 ─► choose ─┐
//               └─► block 2 ─► likewise ─────────────────────────────► choose ─► ...
//
// The carries out of a block are to be kept as they are: logic optimizers that count gates only find that a carry can as
// well be had from the bit before, block after block, and end with one chain through all bits.

module cohgen_sum #(
  parameter int Width = 32
) (
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width:0]   sum_o
);

  if (Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_sum ();
  end

  localparam int Blocks = (Width + 7) / 8;

  (* keep *) logic [Blocks-1:0] over0, over1; // carry out of a block when none comes in, when one does
  logic [Blocks:0] carry; // into each block, and out of the last
  logic passed;

  always_comb begin
    passed = 1'b0;
    for (int k = 0; k < Blocks; k++) begin
      carry[k] = passed;
      passed = over0[k] || (over1[k] && passed);
    end
    carry[Blocks] = passed;
  end

  for (genvar k = 0; k < Blocks; k++) begin : g_block
    localparam int Bits = Width - 8 * k < 8 ? Width - 8 * k : 8;
    logic [Bits-1:0] with0, with1;
    assign {over0[k], with0} = {1'b0, a_i[8*k +: Bits]} + {1'b0, b_i[8*k +: Bits]};
    assign {over1[k], with1} = {1'b0, a_i[8*k +: Bits]} + {1'b0, b_i[8*k +: Bits]} + (Bits + 1)'(1);
    assign sum_o[8*k +: Bits] = carry[k] ? with1 : with0;
  end
  assign sum_o[Width] = carry[Blocks];

`ifdef COHGEN_FORMAL_SUM
  `include "cohgen_sum_props.svh"
`endif

endmodule
