// Test top of every co-simulated design: clock, reset, the design, and one DPI call a clock cycle.
//
//   COHGEN_TOP    module under test                COHGEN_PKG  its package (geometry)
//   COHGEN_INPUTS the connections of the design's modes, each with its comma: .strict_i(inputs[0]),
//   COHGEN_KINDS  with several kinds of cores: for each `COHGEN_CORES(name, its first core, how many). The ports of a kind
//                 are name_req_* and name_resp_*; not defined: core_*, of all cores
//   COHGEN_ALL    then how many cores there are of all kinds
//   COHGEN_ORDER  how many marks an operation has at the design's core ports; not defined: these have no marks
//   COHGEN_SPACES some kinds have space bits (req_space_q), which COHGEN_KINDS connects; not defined: none has
//   COHGEN_COMMANDS how many bits a command has at the design's core ports; not defined: these have none
//   COHGEN_PAGES  how many bits the number of a page has at the design's core ports; not defined: these ask for no pages
//   COHGEN_SRAM_LATENCY  of the memories that the design is made for; not defined: 1
//   COHGEN_TRACE  the design tells of the transitions it fires, by calls of cohgen_record(): for lockstep
//   COHGEN_STEER  the design has steer_i: what waits, which line is evicted, which timer ticks (tb/sim/steer.h)
//
//   +cohgen=FILE                    configuration of the run (tb/sim/config.h), or its lines joined by commas
//   +fst=FILE                       waveform
//   +record=FILE                    a line for each cycle: inputs, outputs, and which bits of the outputs mean
//                                   something in it, in hexadecimal; tests/icarus plays it back
//
// Timing: cohgen_tick() sees the design's outputs as they are just before the rising edge, settled for the inputs
// of this cycle, and gives the inputs of the next cycle, which change after the edge like any register's output.
//
//             __    __    __
//   clk    __|  |__|  |__|  |__
//               ^ sample n     outputs of cycle n; handshakes of cycle n are decided from them
//   inputs  --n--X-----n+1---
//
// Every vector that crosses is padded to whole 32-bit words, element 0 in the low bits.
`ifdef COHGEN_ORDER
`define COHGEN_MARKED(N, F, K) .N``_req_order_i(req_order_q[(F)*Marks +: (K)*Marks]),
`else
`define COHGEN_MARKED(N, F, K)
`endif
`ifdef COHGEN_COMMANDS
`define COHGEN_COMMANDED(N, F, K) .N``_req_command_i(req_command_q[(F)*CommandBits +: (K)*CommandBits]),
`else
`define COHGEN_COMMANDED(N, F, K)
`endif
`ifdef COHGEN_PAGES
`define COHGEN_PAGED(N, F, K) \
    .N``_page_valid_o(page_valid[(F) +: (K)]), .N``_page_ready_i(page_ready_q[(F) +: (K)]), \
    .N``_page_o(page[(F)*PageBits +: (K)*PageBits]), .N``_frame_valid_i(frame_valid_q[(F) +: (K)]), \
    .N``_frame_i(frame_q[(F)*PageBits +: (K)*PageBits]),
`else
`define COHGEN_PAGED(N, F, K)
`endif
`define COHGEN_CORES(N, F, K) \
    .N``_req_valid_i(req_valid_q[(F) +: (K)]), .N``_req_ready_o(req_ready[(F) +: (K)]), \
    .N``_req_op_i(req_op_q[(F)*2 +: (K)*2]), `COHGEN_MARKED(N, F, K) `COHGEN_COMMANDED(N, F, K) \
    .N``_req_addr_i(req_addr_q[(F)*AddrBits +: (K)*AddrBits]), \
    .N``_req_tid_i(req_tid_q[(F)*TidBits +: (K)*TidBits]), \
    .N``_req_wdata_i(req_wdata_q[(F)*32 +: (K)*32]), .N``_req_wmask_i(req_wmask_q[(F)*4 +: (K)*4]), \
    .N``_req_aop_i(req_aop_q[(F)*4 +: (K)*4]), .N``_req_cmp_i(req_cmp_q[(F)*32 +: (K)*32]), \
    .N``_resp_valid_o(resp_valid[(F) +: (K)]), \
    .N``_resp_tid_o(resp_tid[(F)*TidBits +: (K)*TidBits]), \
    .N``_resp_data_o(resp_data[(F)*32 +: (K)*32]), `COHGEN_PAGED(N, F, K)
`ifndef COHGEN_SRAM_LATENCY
`define COHGEN_SRAM_LATENCY 1
`endif
`ifndef COHGEN_KINDS
`define COHGEN_KINDS `COHGEN_CORES(core, 0, Cores)
`define COHGEN_ALL `COHGEN_PKG::Cores
`endif

module tb_top;
  localparam int Cores = `COHGEN_ALL;
  localparam int Partitions = `COHGEN_PKG::Partitions;
  localparam int AddrBits = `COHGEN_PKG::AddrBits;
  localparam int TidBits = `COHGEN_PKG::TidBits;
  localparam int DataBits = `COHGEN_PKG::AxiDataBits;
  localparam int IdBits = `COHGEN_PKG::AxiIdBits;
`ifdef COHGEN_TRACE
  localparam int RecordBits = `COHGEN_PKG::RecordBits;
`else
  localparam int RecordBits = 0;
`endif
`ifdef COHGEN_STEER
  localparam int SteerBits = `COHGEN_PKG::SteerBits;
`else
  localparam int SteerBits = 0;
`endif
  localparam int ResetCycles = 8;

  // Bits of a vector of N elements of B bits, in whole words.
  localparam int C1 = ((Cores + 31) / 32) * 32;
  localparam int C2 = ((Cores * 2 + 31) / 32) * 32;
  localparam int C4 = ((Cores * 4 + 31) / 32) * 32;
`ifdef COHGEN_ORDER
  localparam int Marks = `COHGEN_ORDER;
`else
  localparam int Marks = 2; // which nobody reads
`endif
`ifdef COHGEN_COMMANDS
  localparam int CommandBits = `COHGEN_COMMANDS;
`else
  localparam int CommandBits = 1; // which nobody reads
`endif
`ifdef COHGEN_PAGES
  localparam int PageBits = `COHGEN_PAGES;
`else
  localparam int PageBits = 1; // which nobody reads
`endif
  localparam int CP = ((Cores * PageBits + 31) / 32) * 32;
  localparam int CC = ((Cores * CommandBits + 31) / 32) * 32;
  localparam int CM = ((Cores * Marks + 31) / 32) * 32;
  localparam int C32 = Cores * 32;
  localparam int CA = ((Cores * AddrBits + 31) / 32) * 32;
  localparam int CT = ((Cores * TidBits + 31) / 32) * 32;
  localparam int P1 = ((Partitions + 31) / 32) * 32;
  localparam int P2 = ((Partitions * 2 + 31) / 32) * 32;
  localparam int P3 = ((Partitions * 3 + 31) / 32) * 32;
  localparam int P8 = ((Partitions * 8 + 31) / 32) * 32;
  localparam int P16 = ((Partitions * 16 + 31) / 32) * 32;
  localparam int PA = ((Partitions * AddrBits + 31) / 32) * 32;
  localparam int PI = ((Partitions * IdBits + 31) / 32) * 32;
  localparam int PD = Partitions * DataBits;
  localparam int PS = ((Partitions * DataBits / 8 + 31) / 32) * 32;
  localparam int ST = ((SteerBits + 32) / 32) * 32; // at least one word

  // verilator lint_off UNUSEDSIGNAL
  bit [31:0] inputs; // the modes, as the configuration says; held from reset on
  // verilator lint_on UNUSEDSIGNAL

  import "DPI-C" context function int cohgen_init(
    input string config_text, input int cores, input int partitions, input int addr_bits,
    input int tid_bits, input int axi_data_bits, input int axi_id_bits, input int record_bits,
    input int steer_bits, input int sram_latency
  );
  import "DPI-C" context function int cohgen_inputs();
`ifdef COHGEN_PLANTED
  import "DPI-C" context function int cohgen_which_planted(); // tests/faults
`endif
  import "DPI-C" context function int cohgen_tick(
    input bit [C1-1:0] core_req_ready,
    input bit [C1-1:0] core_resp_valid,
    input bit [CT-1:0] core_resp_tid,
    input bit [C32-1:0] core_resp_data,
    input bit [C1-1:0] core_page_valid,
    input bit [CP-1:0] core_page,
    input bit [P1-1:0] awvalid,
    input bit [PI-1:0] awid,
    input bit [PA-1:0] awaddr,
    input bit [P8-1:0] awlen,
    input bit [P3-1:0] awsize,
    input bit [P2-1:0] awburst,
    input bit [P16-1:0] awkind,
    input bit [P1-1:0] wvalid,
    input bit [PD-1:0] wdata,
    input bit [PS-1:0] wstrb,
    input bit [P1-1:0] wlast,
    input bit [P1-1:0] bready,
    input bit [P1-1:0] arvalid,
    input bit [PI-1:0] arid,
    input bit [PA-1:0] araddr,
    input bit [P8-1:0] arlen,
    input bit [P3-1:0] arsize,
    input bit [P2-1:0] arburst,
    input bit [P16-1:0] arkind,
    input bit [P1-1:0] rready,
    input bit [P1-1:0] axi_error,
    output bit [C1-1:0] core_req_valid,
    output bit [C2-1:0] core_req_op,
    output bit [CM-1:0] core_req_order,
    output bit [C1-1:0] core_req_space,
    output bit [CC-1:0] core_req_command,
    output bit [CA-1:0] core_req_addr,
    output bit [CT-1:0] core_req_tid,
    output bit [C32-1:0] core_req_wdata,
    output bit [C4-1:0] core_req_wmask,
    output bit [C4-1:0] core_req_aop,
    output bit [C32-1:0] core_req_cmp,
    output bit [C1-1:0] core_page_ready,
    output bit [C1-1:0] core_frame_valid,
    output bit [CP-1:0] core_frame,
    output bit [P1-1:0] awready,
    output bit [P1-1:0] wready,
    output bit [P1-1:0] bvalid,
    output bit [PI-1:0] bid,
    output bit [P2-1:0] bresp,
    output bit [P1-1:0] arready,
    output bit [P1-1:0] rvalid,
    output bit [PI-1:0] rid,
    output bit [PD-1:0] rdata,
    output bit [P2-1:0] rresp,
    output bit [P1-1:0] rlast,
    output bit [ST-1:0] steer
  );

  // ------------------------------------------------------------------------------------- clock and reset
  bit clk = 1'b0;
  bit rst_n = 1'b0;
  bit high = 1'b1; // reset: it has to fall
  bit stop = 1'b0;
  int reset_left = ResetCycles;
  int record_fd = 0;

  initial begin
    string config_text, fst, record;
    if (!$value$plusargs("cohgen=%s", config_text)) config_text = "";
    if ($value$plusargs("fst=%s", fst)) begin
      $dumpfile(fst);
      $dumpvars;
    end
    if ($value$plusargs("record=%s", record)) record_fd = $fopen(record, "w");
    if (cohgen_init(config_text, Cores, Partitions, AddrBits, TidBits, DataBits, IdBits, RecordBits,
                    SteerBits, `COHGEN_SRAM_LATENCY) != 0)
      stop = 1'b1;
    else begin
      inputs = cohgen_inputs();
`ifdef COHGEN_PLANTED
      cohgen_planted::which = cohgen_which_planted();
`endif
    end
    #1 high = 1'b0;
    while (!stop) begin // ends with the clock: no event is left, so the simulation is over
      #5 clk = 1'b1;
      #5 clk = 1'b0;
    end
  end

  // ---------------------------------------------------------------------------------------------- design
  logic [Cores-1:0] req_ready, resp_valid;
  logic [Cores*TidBits-1:0] resp_tid;
  logic [Cores*32-1:0] resp_data;
  logic [Cores-1:0] page_valid;
  logic [Cores*PageBits-1:0] page;
`ifndef COHGEN_PAGES
  assign page_valid = '0;
  assign page = '0;
`endif
  logic [Partitions-1:0] awvalid, wvalid, wlast, bready, arvalid, rready, axi_error;
  logic [Partitions*IdBits-1:0] awid, arid;
  logic [Partitions*AddrBits-1:0] awaddr, araddr;
  logic [Partitions*8-1:0] awlen, arlen;
  logic [Partitions*3-1:0] awsize, arsize;
  logic [Partitions*2-1:0] awburst, arburst;
  logic [Partitions-1:0] awlock, arlock;
  logic [Partitions*4-1:0] awcache, arcache, awqos, arqos, awregion, arregion;
  logic [Partitions*3-1:0] awprot, arprot;
  logic [Partitions*16-1:0] awkind, arkind; // of each partition: lock, cache, prot, qos, region, from above
  for (genvar p = 0; p < Partitions; p++) begin : g_kind
    assign awkind[p*16 +: 16] = {awlock[p], awcache[p*4 +: 4], awprot[p*3 +: 3], awqos[p*4 +: 4], awregion[p*4 +: 4]};
    assign arkind[p*16 +: 16] = {arlock[p], arcache[p*4 +: 4], arprot[p*3 +: 3], arqos[p*4 +: 4], arregion[p*4 +: 4]};
  end
  logic [Partitions*DataBits-1:0] wdata;
  logic [Partitions*DataBits/8-1:0] wstrb;

  // verilator lint_off UNUSEDSIGNAL
  // What the harness drives: _q now, _d from the next edge on. The padding of a vector is driven by nobody and read by
  // nobody.
  bit [C1-1:0] req_valid_q, req_valid_d;
  bit [C2-1:0] req_op_q, req_op_d;
  bit [CM-1:0] req_order_q, req_order_d;
  bit [C1-1:0] req_space_q, req_space_d;
  bit [CC-1:0] req_command_q, req_command_d;
  bit [CA-1:0] req_addr_q, req_addr_d;
  bit [CT-1:0] req_tid_q, req_tid_d;
  bit [C32-1:0] req_wdata_q, req_cmp_q, req_wdata_d, req_cmp_d;
  bit [C4-1:0] req_wmask_q, req_aop_q, req_wmask_d, req_aop_d;
  bit [C1-1:0] page_ready_q, page_ready_d, frame_valid_q, frame_valid_d;
  bit [CP-1:0] frame_q, frame_d;
  bit [P1-1:0] awready_q, wready_q, bvalid_q, arready_q, rvalid_q, rlast_q, awready_d, wready_d, bvalid_d, arready_d, rvalid_d, rlast_d;
  bit [PI-1:0] bid_q, rid_q, bid_d, rid_d;
  bit [P2-1:0] bresp_q, rresp_q, bresp_d, rresp_d;
  bit [PD-1:0] rdata_q, rdata_d;
  bit [ST-1:0] steer_q, steer_d;
  // verilator lint_on UNUSEDSIGNAL

  `COHGEN_TOP dut (
    .clk_i(clk),
    .rst_ni(rst_n || high),
`ifdef COHGEN_INPUTS
    `COHGEN_INPUTS
`endif
    `COHGEN_KINDS
    .m_axi_awvalid_o(awvalid),
    .m_axi_awready_i(awready_q[Partitions-1:0]),
    .m_axi_awid_o(awid),
    .m_axi_awaddr_o(awaddr),
    .m_axi_awlen_o(awlen),
    .m_axi_awsize_o(awsize),
    .m_axi_awburst_o(awburst),
    .m_axi_awlock_o(awlock),
    .m_axi_awcache_o(awcache),
    .m_axi_awprot_o(awprot),
    .m_axi_awqos_o(awqos),
    .m_axi_awregion_o(awregion),
    .m_axi_wvalid_o(wvalid),
    .m_axi_wready_i(wready_q[Partitions-1:0]),
    .m_axi_wdata_o(wdata),
    .m_axi_wstrb_o(wstrb),
    .m_axi_wlast_o(wlast),
    .m_axi_bvalid_i(bvalid_q[Partitions-1:0]),
    .m_axi_bready_o(bready),
    .m_axi_bid_i(bid_q[Partitions*IdBits-1:0]),
    .m_axi_bresp_i(bresp_q[Partitions*2-1:0]),
    .m_axi_arvalid_o(arvalid),
    .m_axi_arready_i(arready_q[Partitions-1:0]),
    .m_axi_arid_o(arid),
    .m_axi_araddr_o(araddr),
    .m_axi_arlen_o(arlen),
    .m_axi_arsize_o(arsize),
    .m_axi_arburst_o(arburst),
    .m_axi_arlock_o(arlock),
    .m_axi_arcache_o(arcache),
    .m_axi_arprot_o(arprot),
    .m_axi_arqos_o(arqos),
    .m_axi_arregion_o(arregion),
    .m_axi_rvalid_i(rvalid_q[Partitions-1:0]),
    .m_axi_rready_o(rready),
    .m_axi_rid_i(rid_q[Partitions*IdBits-1:0]),
    .m_axi_rdata_i(rdata_q[Partitions*DataBits-1:0]),
    .m_axi_rresp_i(rresp_q[Partitions*2-1:0]),
    .m_axi_rlast_i(rlast_q[Partitions-1:0]),
`ifdef COHGEN_STEER
    .steer_i(steer_q[SteerBits-1:0]),
`endif
    .axi_error_o(axi_error)
  );

  // ------------------------------------------------------------------------------------------ recording
  // A payload means something while its valid is high; valid and ready always do.
  logic [Cores*(TidBits+32)-1:0] resp_care;
  logic [Partitions*(IdBits+AddrBits+29)-1:0] aw_care, ar_care;
  logic [Partitions*(DataBits+DataBits/8+1)-1:0] w_care;
  for (genvar c = 0; c < Cores; c++) begin : g_core_care
    assign resp_care[c*TidBits +: TidBits] = {TidBits{resp_valid[c]}};
    assign resp_care[Cores*TidBits+c*32 +: 32] = {32{resp_valid[c]}};
  end
  localparam int P = Partitions;
  for (genvar p = 0; p < P; p++) begin : g_memory_care
    assign aw_care[p*IdBits +: IdBits] = {IdBits{awvalid[p]}};
    assign aw_care[P*IdBits+p*AddrBits +: AddrBits] = {AddrBits{awvalid[p]}};
    assign aw_care[P*(IdBits+AddrBits)+p*29 +: 29] = {29{awvalid[p]}};
    assign ar_care[p*IdBits +: IdBits] = {IdBits{arvalid[p]}};
    assign ar_care[P*IdBits+p*AddrBits +: AddrBits] = {AddrBits{arvalid[p]}};
    assign ar_care[P*(IdBits+AddrBits)+p*29 +: 29] = {29{arvalid[p]}};
    assign w_care[p*DataBits +: DataBits] = {DataBits{wvalid[p]}};
    assign w_care[P*DataBits+p*DataBits/8 +: DataBits/8] = {(DataBits/8){wvalid[p]}};
    assign w_care[P*(DataBits+DataBits/8)+p] = wvalid[p];
  end

  // Length, size, burst and the rest of the partitions' addresses, partition by partition, as the masks above have them.
  logic [P*29-1:0] aw_shape, ar_shape;
  for (genvar p = 0; p < P; p++) begin : g_shape
    assign aw_shape[p*29 +: 29] = {awkind[p*16 +: 16], awburst[p*2 +: 2], awsize[p*3 +: 3], awlen[p*8 +: 8]};
    assign ar_shape[p*29 +: 29] = {arkind[p*16 +: 16], arburst[p*2 +: 2], arsize[p*3 +: 3], arlen[p*8 +: 8]};
  end

  always @(posedge clk) begin
    if (record_fd != 0 && reset_left == 0) begin
      $fwrite(record_fd, "%h", {
        req_valid_q[Cores-1:0], req_op_q[Cores*2-1:0],
`ifdef COHGEN_ORDER
        req_order_q[Cores*Marks-1:0],
`endif
`ifdef COHGEN_SPACES
        req_space_q[Cores-1:0],
`endif
`ifdef COHGEN_COMMANDS
        req_command_q[Cores*CommandBits-1:0],
`endif
        req_addr_q[Cores*AddrBits-1:0], req_tid_q[Cores*TidBits-1:0],
        req_wdata_q, req_wmask_q[Cores*4-1:0], req_aop_q[Cores*4-1:0], req_cmp_q,
`ifdef COHGEN_PAGES
        page_ready_q[Cores-1:0], frame_valid_q[Cores-1:0], frame_q[Cores*PageBits-1:0],
`endif
        awready_q[P-1:0], wready_q[P-1:0], bvalid_q[P-1:0], bid_q[P*IdBits-1:0], bresp_q[P*2-1:0],
        arready_q[P-1:0], rvalid_q[P-1:0], rid_q[P*IdBits-1:0], rdata_q, rresp_q[P*2-1:0], rlast_q[P-1:0]});
      $fwrite(record_fd, " %h", {req_ready, resp_valid, awvalid, wvalid, arvalid, bready, rready, axi_error,
        resp_data, resp_tid, aw_shape, awaddr, awid, ar_shape, araddr, arid, wlast, wstrb, wdata});
      $fwrite(record_fd, " %h\n", {{(2*Cores+6*P){1'b1}}, resp_care, aw_care, ar_care, w_care});
    end
  end

  always @(posedge clk) begin
    if (reset_left != 0) begin
      reset_left <= reset_left - 1;
      if (reset_left == 1) rst_n <= 1'b1;
    end else begin
      if (cohgen_tick(
          C1'(req_ready), C1'(resp_valid), CT'(resp_tid), resp_data, C1'(page_valid), CP'(page),
          P1'(awvalid), PI'(awid), PA'(awaddr), P8'(awlen), P3'(awsize), P2'(awburst), P16'(awkind),
          P1'(wvalid), wdata, PS'(wstrb), P1'(wlast), P1'(bready),
          P1'(arvalid), PI'(arid), PA'(araddr), P8'(arlen), P3'(arsize), P2'(arburst), P16'(arkind),
          P1'(rready), P1'(axi_error),
          req_valid_d, req_op_d, req_order_d, req_space_d, req_command_d, req_addr_d, req_tid_d, req_wdata_d, req_wmask_d, req_aop_d, req_cmp_d,
          page_ready_d, frame_valid_d, frame_d,
          awready_d, wready_d, bvalid_d, bid_d, bresp_d,
          arready_d, rvalid_d, rid_d, rdata_d, rresp_d, rlast_d, steer_d
        ) != 0)
        stop <= 1'b1;
      req_valid_q <= req_valid_d;
      req_op_q <= req_op_d;
      req_order_q <= req_order_d;
      req_space_q <= req_space_d;
      req_command_q <= req_command_d;
      req_addr_q <= req_addr_d;
      req_tid_q <= req_tid_d;
      req_wdata_q <= req_wdata_d;
      req_wmask_q <= req_wmask_d;
      req_aop_q <= req_aop_d;
      req_cmp_q <= req_cmp_d;
      page_ready_q <= page_ready_d;
      frame_valid_q <= frame_valid_d;
      frame_q <= frame_d;
      awready_q <= awready_d;
      wready_q <= wready_d;
      bvalid_q <= bvalid_d;
      bid_q <= bid_d;
      bresp_q <= bresp_d;
      arready_q <= arready_d;
      rvalid_q <= rvalid_d;
      rid_q <= rid_d;
      rdata_q <= rdata_d;
      rresp_q <= rresp_d;
      rlast_q <= rlast_d;
      steer_q <= steer_d;
    end
  end
endmodule
