// Atomic operations: the value to store back. Combinational.
//
//   Width  bits, 1 and up
//
//   op_i | new_o                                    op_i | new_o
//   -----+------------------------------            -----+------------------------------
//     0  | add   old + operand                        5  | min   lesser, signed
//     1  | swap  operand                              6  | max   greater, signed
//     2  | and   old & operand                        7  | minu  lesser, unsigned
//     3  | or    old | operand                        8  | maxu  greater, unsigned
//     4  | xor   old ^ operand                        9  | cas   old == compare ? operand : old
//   other: old
//
// compare_i matters to cas only. No clock; latency 0.

module cohgen_amo #(
  parameter int Width = 32
) (
  input  logic [3:0]       op_i,
  input  logic [Width-1:0] old_i,
  input  logic [Width-1:0] operand_i,
  input  logic [Width-1:0] compare_i,
  output logic [Width-1:0] new_o
);

  if (Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_amo ();
  end

  localparam logic [3:0] OpAdd  = 4'd0;
  localparam logic [3:0] OpSwap = 4'd1;
  localparam logic [3:0] OpAnd  = 4'd2;
  localparam logic [3:0] OpOr   = 4'd3;
  localparam logic [3:0] OpXor  = 4'd4;
  localparam logic [3:0] OpMin  = 4'd5;
  localparam logic [3:0] OpMax  = 4'd6;
  localparam logic [3:0] OpMinu = 4'd7;
  localparam logic [3:0] OpMaxu = 4'd8;
  localparam logic [3:0] OpCas  = 4'd9;

  // One comparator for all four: flipping both sign bits turns a signed order into an unsigned one.
  logic             is_signed, less;
  logic [Width-1:0] flip, sum, old_flipped, operand_flipped;

  always_comb begin
    is_signed       = (op_i == OpMin) || (op_i == OpMax);
    flip            = '0;
    flip[Width-1]   = is_signed;
    old_flipped     = old_i ^ flip;
    operand_flipped = operand_i ^ flip;
  end

  // Sum and order by blocks of eight bits, of each block for both values of what comes in; so that the carry passes one
  // multiplexer a block.
  localparam int Blocks = (Width + 7) / 8;
  logic [Blocks*8-1:0] a, b, x, y, total;
  logic [Blocks*9-1:0] with0, with1;  // each block's sum and carry, without and with a carry from the one below
  logic [Blocks-1:0]   lower, equal;
  logic                carry;

  assign a   = (Blocks*8)'(old_i);
  assign b   = (Blocks*8)'(operand_i);
  assign x   = (Blocks*8)'(old_flipped);
  assign y   = (Blocks*8)'(operand_flipped);
  assign sum = total[Width-1:0];

  for (genvar k = 0; k < Blocks; k++) begin : gen_block
    assign with0[9*k +: 9] = {1'b0, a[8*k +: 8]} + {1'b0, b[8*k +: 8]};
    assign with1[9*k +: 9] = {1'b0, a[8*k +: 8]} + {1'b0, b[8*k +: 8]} + 9'd1;
    assign lower[k]        = x[8*k +: 8] < y[8*k +: 8];
    assign equal[k]        = x[8*k +: 8] == y[8*k +: 8];
  end

  always_comb begin
    carry = 1'b0;
    less  = 1'b0;
    total = '0;
    for (int k = 0; k < Blocks; k++) begin
      total[8*k +: 8] = carry ? with1[9*k +: 8] : with0[9*k +: 8];
      carry           = carry ? with1[9*k + 8] : with0[9*k + 8];
      less            = lower[k] || (equal[k] && less);
    end
  end

  logic unused_total;
  assign unused_total = ^{carry, total};

  always_comb begin
    case (op_i)
      OpAdd:          new_o = sum;
      OpSwap:         new_o = operand_i;
      OpAnd:          new_o = old_i & operand_i;
      OpOr:           new_o = old_i | operand_i;
      OpXor:          new_o = old_i ^ operand_i;
      OpMin, OpMinu:  new_o = less ? old_i : operand_i;
      OpMax, OpMaxu:  new_o = less ? operand_i : old_i;
      OpCas:          new_o = (old_i == compare_i) ? operand_i : old_i;
      default:        new_o = old_i;
    endcase
  end

endmodule
