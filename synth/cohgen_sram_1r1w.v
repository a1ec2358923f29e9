// The SRAM wrapper as synthesis sees it: ports only. arrays.ys puts the real one in its place where an array is small; the
// bits of the others are counted from their parameters and reported apart, as a macro takes their place in a real
// flow. Must have the ports of rtl/cohgen_sram_1r1w.sv (a test).
(* blackbox *) (* dynports *)
module cohgen_sram_1r1w #(
  parameter Depth    = 64,
  parameter Lanes    = 1,
  parameter LaneBits = 8,
  parameter Latency  = 1
) (
  input  clk_i,
  input  wen_i,
  input  [((Depth > 1) ? $clog2(Depth) : 1)-1:0] waddr_i,
  input  [Lanes-1:0] wlane_i,
  input  [Lanes*LaneBits-1:0] wdata_i,
  input  ren_i,
  input  [((Depth > 1) ? $clog2(Depth) : 1)-1:0] raddr_i,
  output [Lanes*LaneBits-1:0] rdata_o
);
endmodule
