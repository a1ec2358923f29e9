// The clock of a steered model (COHGEN_STEER): cohgen_clock seen from outside, but the harness can hold it and make it
// count. It is no part of the design, only of the simulation.
//
// hold_i: it stands still. go_i: it counts one up, held or not, and the count that it has begun begins anew. With both
// low it runs by itself, but for the first cycle after the reset, which is not counted: a harness that holds it
// from the beginning finds it at 0. cg_steer_time() follows it (tb/sim/steer.h).
module cohgen_steer_clock #(
  parameter int Bits   = 8, // of the clock, 1 and up
  parameter int Cycles = 1  // in which it counts one up, 1 and up
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            hold_i, // it stands still
  input  logic            go_i,   // it counts one up

  output logic [Bits-1:0] clock_o,
  output logic            wrap_o
);

  localparam int CountBits = (Cycles > 1) ? $clog2(Cycles) : 1;

  logic [Bits-1:0]      clock_q;
  logic [CountBits-1:0] count_q;
  logic                 runs_q;
  logic                 step;

  assign step    = go_i || (runs_q && !hold_i && count_q == CountBits'(Cycles - 1));
  assign clock_o = clock_q;
  assign wrap_o  = step && (clock_q == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_q <= '0;
      count_q <= '0;
      runs_q  <= 1'b0;
    end else begin
      runs_q <= 1'b1;
      if (step) begin
        clock_q <= clock_q + 1'b1;
        count_q <= '0;
      end else if (runs_q && !hold_i) begin
        count_q <= count_q + 1'b1;
      end
    end
  end
endmodule
