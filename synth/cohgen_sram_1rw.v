// The SRAM wrapper of one port as synthesis sees it: as cohgen_sram_1r1w.v. Must have the ports of rtl/cohgen_sram_1rw.sv (a
// test).
(* blackbox *) (* dynports *)
module cohgen_sram_1rw #(
  parameter Depth    = 64,
  parameter Lanes    = 1,
  parameter LaneBits = 8,
  parameter Latency  = 1
) (
  input  clk_i,
  input  en_i,
  input  we_i,
  input  [((Depth > 1) ? $clog2(Depth) : 1)-1:0] addr_i,
  input  [Lanes-1:0] wlane_i,
  input  [Lanes*LaneBits-1:0] wdata_i,
  output [Lanes*LaneBits-1:0] rdata_o
);
endmodule
