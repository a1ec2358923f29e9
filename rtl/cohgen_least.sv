// How many bits are set, said as bit by bit whether there are more. Combinational; latency 0.
//
//   Bits  bits to count, 1 and up
//
//   bits_i  ──► least_o  bit k: more than k bits are set. Of 8 bits with three set: 00000111
//
// Halves are counted by themselves and put together: at least k are set if for some i at least i are in the lower half and
// at least k - i in the upper one. So there is no sum, and each step has gates of two kinds only. What counts from there
// begins with one bit for each number (cohgen_fewer).
//
// The result is to be kept as it is: logic optimizers that count gates only find sums of bits in it again.

module cohgen_least #(
  parameter int Bits = 16
) (
  input  logic [Bits-1:0] bits_i,
  output logic [Bits-1:0] least_o
);

  if (Bits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_least ();
  end

  localparam int Steps = (Bits > 1) ? $clog2(Bits) : 0;
  localparam int All   = 1 << Steps; // the rest are not set

  for (genvar l = 0; l <= Steps; l++) begin : gen_step
    logic [All-1:0] count;                       // of each group of Size bits
    if (l == 0) begin : gen_bits
      assign count = All'(bits_i);
    end else begin : gen_join
      localparam int Size = 1 << l;
      localparam int Half = Size / 2;
      for (genvar g = 0; g < All / Size; g++) begin : gen_group
        logic [Half:0]   low, high;              // bit i: i at least
        logic [Size-1:0] both;
        assign low  = {gen_step[l-1].count[g*Size +: Half], 1'b1};
        assign high = {gen_step[l-1].count[g*Size+Half +: Half], 1'b1};
        always_comb begin
          both = '0;
          for (int k = 1; k <= Size; k++) begin
            for (int i = 0; i <= Half; i++) begin
              if (k - i >= 0 && k - i <= Half) both[k-1] = both[k-1] | (low[i] & high[k-i]);
            end
          end
        end
        assign count[g*Size +: Size] = both;
      end
    end
  end

  (* keep *) logic [Bits-1:0] least;
  assign least   = gen_step[Steps].count[Bits-1:0];
  assign least_o = least;
  if (All > Bits) begin : gen_unused
    logic unused; // of bits that are not there
    assign unused = ^gen_step[Steps].count[All-1:Bits];
  end

`ifdef COHGEN_FORMAL_LEAST
  `include "cohgen_least_props.svh"
`endif

endmodule
