// Clock that all controllers of a system read: a counter, and a warning before it begins anew.
//
//   Bits    of the clock,                           1 and up
//   Cycles  in which it counts one up,              1 and up
//
// clock_o counts from 0 after reset. wrap_o is there in the last cycle of the last count: in the cycle after it
// clock_o is 0 again.
//
//              __    __    __    __    __    __
//   clk_i    _/  \__/  \__/  \__/  \__/  \__/  \__     Bits = 1, Cycles = 2
//   clock_o    0          |1          |0
//   wrap_o   ___________________/~~~~~\____________
//
// Latency: 0.

module cohgen_clock #(
  parameter int Bits   = 8,
  parameter int Cycles = 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  output logic [Bits-1:0] clock_o,
  output logic            wrap_o
);

  localparam int CountBits = (Cycles > 1) ? $clog2(Cycles) : 1;

  if (Bits < 1 || Cycles < 1) begin : gen_illegal
    cohgen_illegal_parameter u_clock ();
  end

  logic [Bits-1:0]      clock_q;
  logic [CountBits-1:0] count_q;
  logic                 step;

  assign step    = (count_q == CountBits'(Cycles - 1));
  assign clock_o = clock_q;
  assign wrap_o  = step && (clock_q == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_q <= '0;
      count_q <= '0;
    end else if (step) begin
      clock_q <= clock_q + 1'b1;
      count_q <= '0;
    end else begin
      count_q <= count_q + 1'b1;
    end
  end

`ifdef COHGEN_FORMAL_CLOCK
  `include "cohgen_clock_props.svh"
`endif

endmodule
