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

  // Carries by a tree of prefixes (Kogge's and Stone's). After step k bit i of g says that the 2^(k+1) bits up to i
  // yield a carry, bit i of p that they hand one on. Every other step is kept: a synthesis that saves gates first
  // makes one long chain of them else (measured: 3.4 ns in place of 2.7 for this and what is around it in a cache,
  // osu018).
  localparam int Steps = (Width > 1) ? $clog2(Width) : 1;

  logic [Width-1:0] carry;  // into each bit

  for (genvar k = 0; k < Steps; k++) begin : gen_step
    localparam int S = 1 << k;
    logic [Width-1:0] g_in, p_in, g, p;

    if (k == 0) begin : gen_first
      assign g_in = old_i & operand_i;
      assign p_in = old_i | operand_i;
    end else begin : gen_next
      assign g_in = gen_step[k-1].g;
      assign p_in = gen_step[k-1].p;
    end

    // Bits below S are done: nothing comes from below them.
    assign g = g_in | (p_in & (g_in << S));
    assign p = p_in & ((p_in << S) | Width'((64'd1 << S) - 64'd1));

    if (k % 2 == 0 && k < Steps - 1) begin : gen_kept
      (* keep *) logic [2*Width-1:0] unused_kept;
      assign unused_kept = {p, g};
    end
  end

  assign carry = gen_step[Steps-1].g << 1;
  assign sum   = old_i ^ operand_i ^ carry;

  // Order by blocks of eight bits, of each a tree, kept for the same reason: old is the lesser, is not the greater.
  localparam int Blocks = (Width + 7) / 8;
  logic [Blocks*8-1:0] x, y;

  (* keep *) logic [Blocks-1:0] lesser, not_greater;

  assign x = (Blocks*8)'(old_flipped);
  assign y = (Blocks*8)'(operand_flipped);

  for (genvar k = 0; k < Blocks; k++) begin : gen_block
    logic [7:0] low, no_more;
    logic [3:0] low4, no_more4;
    logic [1:0] low2, no_more2;

    assign low     = ~x[8*k +: 8] & y[8*k +: 8];
    assign no_more = ~x[8*k +: 8] | y[8*k +: 8];

    for (genvar i = 0; i < 4; i++) begin : gen_pair
      assign low4[i]     = low[2*i+1] || (no_more[2*i+1] && low[2*i]);
      assign no_more4[i] = no_more[2*i+1] && no_more[2*i];
    end

    for (genvar i = 0; i < 2; i++) begin : gen_four
      assign low2[i]     = low4[2*i+1] || (no_more4[2*i+1] && low4[2*i]);
      assign no_more2[i] = no_more4[2*i+1] && no_more4[2*i];
    end

    assign lesser[k]      = low2[1] || (no_more2[1] && low2[0]);
    assign not_greater[k] = no_more2[1] && no_more2[0];
  end

  always_comb begin
    less = 1'b0;
    for (int k = 0; k < Blocks; k++) less = lesser[k] || (not_greater[k] && less);
  end

  logic unused_bits;  // of the last step, and of the lowest block
  assign unused_bits = ^{gen_step[Steps-1].g, gen_step[Steps-1].p, not_greater};

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
