// The boxes of memories: cohgen_sram_1r1w, cohgen_sram_1rw, cohgen_ram_fwd, cohgen_ram_1rw.

module tb_ram #(parameter int Fwd = 0, D = 1, L = 1, B = 1, S = 0, T = 1) (input logic clk, input logic rst_n);
  localparam int A = (D > 1) ? $clog2(D) : 1;
  logic wen, ren;
  logic [A-1:0] waddr, raddr;
  logic [L-1:0] wlane;
  logic [L*B-1:0] wdata, rdata;
  box #(.Kind (Fwd != 0 ? "ram_fwd" : "sram_1r1w"), .P0 (D), .P1 (L), .P2 (B), .P3 (S), .P4 (T), .Ins (2+2*A+L+L*B), .Outs (L*B))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({wen, waddr, wlane, wdata, ren, raddr}), .outs_i (rdata));
  if (Fwd != 0) begin : gen_fwd
    cohgen_ram_fwd #(.Depth (D), .Lanes (L), .LaneBits (B), .Alike (S), .Latency (T)) u (.clk_i (clk), .wen_i (wen), .waddr_i (waddr),
      .wlane_i (wlane), .wdata_i (wdata), .ren_i (ren), .raddr_i (raddr), .rdata_o (rdata));
  end else begin : gen_sram
    cohgen_sram_1r1w #(.Depth (D), .Lanes (L), .LaneBits (B), .Latency (T)) u (.clk_i (clk), .wen_i (wen), .waddr_i (waddr),
      .wlane_i (wlane), .wdata_i (wdata), .ren_i (ren), .raddr_i (raddr), .rdata_o (rdata));
  end
endmodule

module tb_sram_1rw #(parameter int D = 1, L = 1, B = 1, T = 1) (input logic clk, input logic rst_n);
  localparam int A = (D > 1) ? $clog2(D) : 1;
  logic en, we;
  logic [A-1:0] addr;
  logic [L-1:0] wlane;
  logic [L*B-1:0] wdata, rdata;
  box #(.Kind ("sram_1rw"), .P0 (D), .P1 (L), .P2 (B), .P4 (T), .Ins (2+A+L+L*B), .Outs (L*B))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({en, we, addr, wlane, wdata}), .outs_i (rdata));
  cohgen_sram_1rw #(.Depth (D), .Lanes (L), .LaneBits (B), .Latency (T)) u (.clk_i (clk), .en_i (en), .we_i (we), .addr_i (addr),
    .wlane_i (wlane), .wdata_i (wdata), .rdata_o (rdata));
endmodule

module tb_ram_1rw #(parameter int D = 1, L = 1, B = 1, W = 1, S = 0, T = 1, Y = 1) (input logic clk, input logic rst_n);
  localparam int A = (D > 1) ? $clog2(D) : 1;
  logic wen, ren;
  logic [A-1:0] waddr, raddr;
  logic [L-1:0] wlane;
  logic [L*B-1:0] wdata, rdata;
  logic [$clog2(W+1)-1:0] waiting;
  box #(.Kind ("ram_1rw"), .P0 (D), .P1 (L), .P2 (B), .P3 (W), .P4 (S + 2*(T-1) + 4*(Y-1)), .Ins (2+2*A+L+L*B), .Outs (L*B+$clog2(W+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({wen, waddr, wlane, wdata, ren, raddr}), .outs_i ({rdata, waiting}));
  cohgen_ram_1rw #(.Depth (D), .Lanes (L), .LaneBits (B), .Waiting (W), .Alike (S), .Ways (Y), .Latency (T)) u (.clk_i (clk), .rst_ni (rst_n),
    .wen_i (wen), .waddr_i (waddr), .wlane_i (wlane), .wdata_i (wdata), .ren_i (ren), .raddr_i (raddr), .rdata_o (rdata),
    .waiting_o (waiting));
endmodule
