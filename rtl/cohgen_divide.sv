// Quotient and remainder of two natural numbers. Combinational; latency 0.
//
//   DividendBits  bits of the dividend, of the quotient and of the remainder, 1 and up
//   DivisorBits   bits of the divisor, 1 and up
//
// A step for each bit of the dividend, from the highest on, each behind the one before: the rest so far gets the bit,
// and the divisor is taken off if it fits.
//
//   dividend_i  ──► bit n-1 ─► bit n-2 ─► ... ─► bit 0 ─► remainder_o
//   divisor_i   ──────┴──────────┴──────────────────┘
//   quotient_o         n-1        n-2             0        did it fit?
//
// So it is for numbers of a few bits: places of a tile, not addresses. Of a divisor of 0 the quotient is all ones, as 0 always fits,
// and the remainder is the dividend. A design divides by another number where it wants something else.

module cohgen_divide #(
  parameter int DividendBits = 8,
  parameter int DivisorBits  = 4
) (
  input  logic [DividendBits-1:0] dividend_i,
  input  logic [DivisorBits-1:0]  divisor_i,
  output logic [DividendBits-1:0] quotient_o,
  output logic [DividendBits-1:0] remainder_o
);

  if (DividendBits < 1 || DivisorBits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_divide ();
  end

  // Rests and the divisor, brought to one width; a rest with one bit more is below twice the divisor.
  localparam int Bits = (DividendBits > DivisorBits ? DividendBits : DivisorBits) + 1;

  logic [Bits-1:0] divisor, rest;
  assign divisor = Bits'(divisor_i);

  always_comb begin
    rest = '0;
    for (int k = DividendBits - 1; k >= 0; k--) begin
      rest = rest << 1 | Bits'(dividend_i[k]);
      quotient_o[k] = rest >= divisor;
      if (rest >= divisor) rest = rest - divisor;
    end
  end
  assign remainder_o = rest[DividendBits-1:0];

  logic unused; // a rest is no greater than the dividend
  assign unused = ^rest;

`ifdef COHGEN_FORMAL_DIVIDE
  `include "cohgen_divide_props.svh"
`endif

endmodule
