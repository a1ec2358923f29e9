// Plays a recording of tb_top.sv (+record=FILE) back to the flat Verilog-2005 design, cycle by cycle: the same inputs
// must give the same outputs. Simulated by Icarus, so that a second simulator and Yosys' reading of the sources are
// held against Verilator's. Macros: TOP, CORES, PARTS, ADDR, TID, ID, DATA (widths in bits), MODES (connections of further
// inputs, or nothing), KINDS (connections of the core ports, kind by kind); ORDER if the core ports have order marks,
// SPACES if they have space bits, COMMANDS (bits of a command) if they have commands. +recording=FILE
module replay;
  localparam C = `CORES, P = `PARTS, A = `ADDR, T = `TID, I = `ID, D = `DATA;
`ifdef ORDER
  localparam O = 2;
`else
  localparam O = 0;
`endif
`ifdef SPACES
  localparam S = 1;
`else
  localparam S = 0;
`endif
`ifdef COMMANDS
  localparam B = `COMMANDS;
`else
  localparam B = 0;
`endif
  localparam In = C*(1+2+O+S+B+A+T+32+4+4+32) + P*(3+I+2+2+I+D+2+1);
  localparam Out = C*(2+32+T) + P*(6+2*(29+A+I)+1+D/8+D);

  reg clk = 1'b0, rst_n = 1'b0;
  reg [In-1:0] in = {In{1'b0}};
  reg [In-1:0] next_in;
  reg [Out-1:0] expected, care;
  wire [Out-1:0] out;
  wire [P*8-1:0] awlen, arlen;
  wire [P*3-1:0] awsize, arsize;
  wire [P*2-1:0] awburst, arburst;
  wire [P-1:0] awlock, arlock;
  wire [P*4-1:0] awcache, arcache, awqos, arqos, awregion, arregion;
  wire [P*3-1:0] awprot, arprot;
  wire [P*29-1:0] aw_shape, ar_shape;

  wire [C-1:0] req_valid;
  wire [C*2-1:0] req_op;
  wire [C*A-1:0] req_addr;
  wire [C*T-1:0] req_tid;
  wire [C*32-1:0] req_wdata, req_cmp;
  wire [C*4-1:0] req_wmask, req_aop;
  wire [P-1:0] awready, wready, bvalid, arready, rvalid, rlast;
  wire [P*I-1:0] bid, rid;
  wire [P*2-1:0] bresp, rresp;
  wire [P*D-1:0] rdata;
`ifdef ORDER
  wire [C*2-1:0] req_order;
`endif
`ifdef SPACES
  wire [C-1:0] req_space;
`endif
`ifdef COMMANDS
  wire [C*B-1:0] req_command;
`endif
  assign {req_valid, req_op,
`ifdef ORDER
          req_order,
`endif
`ifdef SPACES
          req_space,
`endif
`ifdef COMMANDS
          req_command,
`endif
          req_addr, req_tid, req_wdata, req_wmask, req_aop, req_cmp, awready, wready, bvalid, bid,
          bresp, arready, rvalid, rid, rdata, rresp, rlast} = in;

  wire [C-1:0] req_ready, resp_valid;
  wire [C*T-1:0] resp_tid;
  wire [C*32-1:0] resp_data;
  wire [P-1:0] awvalid, wvalid, arvalid, bready, rready, axi_error, wlast;
  wire [P*A-1:0] awaddr, araddr;
  wire [P*I-1:0] awid, arid;
  wire [P*D-1:0] wdata;
  wire [P*D/8-1:0] wstrb;
  assign out = {req_ready, resp_valid, awvalid, wvalid, arvalid, bready, rready, axi_error, resp_data, resp_tid,
                aw_shape, awaddr, awid, ar_shape, araddr, arid, wlast, wstrb, wdata};
  genvar p;
  generate
    for (p = 0; p < P; p = p + 1) begin : g_shape
      assign aw_shape[p*29 +: 29] = {awlock[p], awcache[p*4 +: 4], awprot[p*3 +: 3], awqos[p*4 +: 4],
                                       awregion[p*4 +: 4], awburst[p*2 +: 2], awsize[p*3 +: 3], awlen[p*8 +: 8]};
      assign ar_shape[p*29 +: 29] = {arlock[p], arcache[p*4 +: 4], arprot[p*3 +: 3], arqos[p*4 +: 4],
                                       arregion[p*4 +: 4], arburst[p*2 +: 2], arsize[p*3 +: 3], arlen[p*8 +: 8]};
    end
  endgenerate

  `TOP dut (
    .clk_i(clk), .rst_ni(rst_n), `MODES `KINDS
    .m_axi_awvalid_o(awvalid), .m_axi_awready_i(awready), .m_axi_awid_o(awid), .m_axi_awaddr_o(awaddr),
    .m_axi_awlen_o(awlen), .m_axi_awsize_o(awsize), .m_axi_awburst_o(awburst),
    .m_axi_awlock_o(awlock), .m_axi_awcache_o(awcache), .m_axi_awprot_o(awprot), .m_axi_awqos_o(awqos),
    .m_axi_awregion_o(awregion),
    .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_wdata_o(wdata), .m_axi_wstrb_o(wstrb),
    .m_axi_wlast_o(wlast), .m_axi_bvalid_i(bvalid), .m_axi_bready_o(bready), .m_axi_bid_i(bid),
    .m_axi_bresp_i(bresp),
    .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr),
    .m_axi_arlen_o(arlen), .m_axi_arsize_o(arsize), .m_axi_arburst_o(arburst),
    .m_axi_arlock_o(arlock), .m_axi_arcache_o(arcache), .m_axi_arprot_o(arprot), .m_axi_arqos_o(arqos),
    .m_axi_arregion_o(arregion),
    .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready), .m_axi_rid_i(rid), .m_axi_rdata_i(rdata),
    .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast),
    .axi_error_o(axi_error)
  );

  integer file, got, cycle;
  reg same;
  reg [8*512-1:0] name;
  initial begin
    if (!$value$plusargs("recording=%s", name)) begin
      $display("replay: +recording=FILE is missing");
      $finish;
    end
    file = $fopen(name, "r");
    repeat (8) begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
    end
    rst_n = 1'b1;
    cycle = 0;
    same = 1'b1;
    got = $fscanf(file, "%h %h %h\n", next_in, expected, care);
    while (got == 3) begin
      in = next_in;
      #4;
      if (((out ^ expected) & care) !== {Out{1'b0}}) begin
        $display("replay: cycle %0d differs: bits %h", cycle, (out ^ expected) & care);
        same = 1'b0;
        got = 0;
      end else begin
        #1 clk = 1'b1;
        #5 clk = 1'b0;
        cycle = cycle + 1;
        got = $fscanf(file, "%h %h %h\n", next_in, expected, care);
      end
    end
    if (same && cycle > 0) $display("replay: %0d cycles are the same\n1 passed, 0 failed", cycle);
    else $display("0 passed, 1 failed");
    $finish;
  end
endmodule
