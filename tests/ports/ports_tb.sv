// Two cores with docs/examples/core_port.sv on the core ports of a generated system of two threads a core and one partition. Tries
// what docs/ports.md says of the ports; every line that fails is printed, the last line counts.
//
// `both.sv` has it twice in one model, for two systems: PORTS is the module's name, PROTOCOL the argument of the run with which this one
// has a clock, PKG and SYSTEM are the system's, FENCE is the number of edges from the one at which a fence is taken that need not
// wait to the one at which its answer is taken. ORDER: the port has order marks, and only fences and loads are tried.
module `PORTS;
  localparam int Cores = 2;
  localparam int AddrBits = `PKG::AddrBits, TidBits = `PKG::TidBits, DataBits = `PKG::AxiDataBits;
  localparam int IdBits = `PKG::AxiIdBits;
  localparam int ErrorAddr = 'h8000;
  localparam logic [1:0] Load = 2'd0, Store = 2'd1, Atomic = 2'd2, Fence = 2'd3;
  localparam logic [1:0] Byte = 2'd0, Half = 2'd1, Word = 2'd2;
  localparam logic [3:0] Add = 4'd0, Swap = 4'd1, Cas = 4'd9;

  logic clk = 1'b0, rst_n = 1'b0, chosen = 1'b0;
  initial chosen = $test$plusargs(`PROTOCOL) != 0;
  always #5 clk = chosen && !clk;

  // ------------------------------------------------------------------------------------------- cores and system
  logic [Cores-1:0]               op_valid, op_ready, op_signed, done, misaligned;
  logic [Cores-1:0][1:0]          op_kind, op_size;
  logic [Cores-1:0][AddrBits-1:0] op_addr;
  logic [Cores-1:0][31:0]         op_data, op_compare, data;
  logic [Cores-1:0][3:0]          op_aop;

  logic [Cores-1:0]          req_valid, req_ready, resp_valid;
  logic [Cores*2-1:0]        req_op;
  logic [Cores*AddrBits-1:0] req_addr;
  logic [Cores*TidBits-1:0]  req_tid, resp_tid;
  logic [Cores*32-1:0]       req_wdata, req_cmp, resp_data;
  logic [Cores*4-1:0]        req_wmask, req_aop;

  for (genvar c = 0; c < Cores; c++) begin : g_core
    core_port #(.AddrBits(AddrBits), .TidBits(TidBits), .Tid(1)) u_port (
      .clk_i(clk), .rst_ni(rst_n),
      .op_valid_i(op_valid[c]), .op_ready_o(op_ready[c]), .op_kind_i(op_kind[c]), .op_size_i(op_size[c]),
      .op_signed_i(op_signed[c]), .op_addr_i(op_addr[c]), .op_data_i(op_data[c]), .op_aop_i(op_aop[c]),
      .op_compare_i(op_compare[c]), .done_o(done[c]), .misaligned_o(misaligned[c]), .data_o(data[c]),
      .core_req_valid_o(req_valid[c]), .core_req_ready_i(req_ready[c]), .core_req_op_o(req_op[c*2 +: 2]),
      .core_req_addr_o(req_addr[c*AddrBits +: AddrBits]), .core_req_tid_o(req_tid[c*TidBits +: TidBits]),
      .core_req_wdata_o(req_wdata[c*32 +: 32]), .core_req_wmask_o(req_wmask[c*4 +: 4]),
      .core_req_aop_o(req_aop[c*4 +: 4]), .core_req_cmp_o(req_cmp[c*32 +: 32]),
      .core_resp_valid_i(resp_valid[c]), .core_resp_tid_i(resp_tid[c*TidBits +: TidBits]),
      .core_resp_data_i(resp_data[c*32 +: 32])
    );
  end

  axi_bus #(.AddrBits(AddrBits), .DataBits(DataBits), .IdBits(IdBits)) axi ();
  logic axi_error;

  `SYSTEM u_system (
`ifdef ORDER
    .core_req_order_i('0),
`endif
    .clk_i(clk), .rst_ni(rst_n),
    .core_req_valid_i(req_valid), .core_req_ready_o(req_ready), .core_req_op_i(req_op), .core_req_addr_i(req_addr),
    .core_req_tid_i(req_tid), .core_req_wdata_i(req_wdata), .core_req_wmask_i(req_wmask), .core_req_aop_i(req_aop),
    .core_req_cmp_i(req_cmp), .core_resp_valid_o(resp_valid), .core_resp_tid_o(resp_tid), .core_resp_data_o(resp_data),
    .m_axi_awvalid_o(axi.awvalid), .m_axi_awready_i(axi.awready), .m_axi_awid_o(axi.awid), .m_axi_awaddr_o(axi.awaddr),
    .m_axi_awlen_o(), .m_axi_awsize_o(), .m_axi_awburst_o(), .m_axi_awlock_o(), .m_axi_awcache_o(),
    .m_axi_awprot_o(), .m_axi_awqos_o(), .m_axi_awregion_o(),
    .m_axi_wvalid_o(axi.wvalid), .m_axi_wready_i(axi.wready), .m_axi_wdata_o(axi.wdata), .m_axi_wstrb_o(axi.wstrb), .m_axi_wlast_o(axi.wlast),
    .m_axi_bvalid_i(axi.bvalid), .m_axi_bready_o(axi.bready), .m_axi_bid_i(axi.bid), .m_axi_bresp_i(axi.bresp),
    .m_axi_arvalid_o(axi.arvalid), .m_axi_arready_i(axi.arready), .m_axi_arid_o(axi.arid), .m_axi_araddr_o(axi.araddr),
    .m_axi_arlen_o(axi.arlen), .m_axi_arsize_o(), .m_axi_arburst_o(), .m_axi_arlock_o(), .m_axi_arcache_o(),
    .m_axi_arprot_o(), .m_axi_arqos_o(), .m_axi_arregion_o(),
    .m_axi_rvalid_i(axi.rvalid), .m_axi_rready_o(axi.rready), .m_axi_rid_i(axi.rid), .m_axi_rdata_i(axi.rdata), .m_axi_rresp_i(axi.rresp),
    .m_axi_rlast_i(axi.rlast), .axi_error_o(axi_error)
  );

  axi_ram #(.ErrorAddr(ErrorAddr)) u_ram (
    .clk_i(clk), .rst_ni(rst_n), .axi(axi)
  );

  // ----------------------------------------------------------------------------------------------- what cores do
  int passed = 0, failed = 0;
  function automatic void expect_eq(input string what, input logic [31:0] got, input logic [31:0] wanted);
    if (got === wanted) begin
      passed++;
      $display("ok   %s", what);
    end else begin
      failed++;
      $display("FAIL %s: 0x%08h, expected 0x%08h", what, got, wanted);
    end
  endfunction

  // One operation of core c, from its request to its end; everything here reads and changes between rising edges. `cycles`: from
  // the edge at which the system takes the request to that at which its answer is taken (0: nothing was asked).
  task automatic op(input int c, input logic [1:0] kind, input logic [1:0] size, input logic sign, input int addr,
                    input logic [31:0] value, input logic [3:0] aop, input logic [31:0] compare, output logic [31:0] got,
                    output int cycles);
    @(negedge clk);
    op_kind[c] = kind;
    op_size[c] = size;
    op_signed[c] = sign;
    op_addr[c] = AddrBits'(addr);
    op_data[c] = value;
    op_aop[c] = aop;
    op_compare[c] = compare;
    op_valid[c] = 1'b1;
    while (!op_ready[c]) @(negedge clk);
    @(negedge clk);
    op_valid[c] = 1'b0;
    cycles = 0;
    while (!done[c]) begin
      if (cycles > 0 || (req_valid[c] && req_ready[c])) cycles++;
      @(negedge clk);
    end
    got = misaligned[c] ? 32'hdead_0bad : data[c];
  endtask

  task automatic load(input int c, input logic [1:0] size, input logic sign, input int addr, output logic [31:0] got);
    int cycles;
    op(c, Load, size, sign, addr, 0, 0, 0, got, cycles);
  endtask
  task automatic store(input int c, input logic [1:0] size, input int addr, input logic [31:0] value);
    logic [31:0] got;
    int cycles;
    op(c, Store, size, 1'b0, addr, value, 0, 0, got, cycles);
  endtask
  task automatic atomic(input int c, input logic [3:0] aop, input int addr, input logic [31:0] value,
                        input logic [31:0] compare, output logic [31:0] got);
    int cycles;
    op(c, Atomic, Word, 1'b0, addr, value, aop, compare, got, cycles);
  endtask
  task automatic reset();
    for (int c = 0; c < Cores; c++) op_valid[c] = 1'b0;
    rst_n = 1'b0;
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
  endtask

  // n times: take the lock at 0x100, add one to 0x140 by a plain load and store, give the lock back.
  task automatic count(input int c, input int n);
    logic [31:0] got, sum;
    for (int i = 0; i < n; i++) begin
      do atomic(c, Cas, 'h100, 32'd1, 32'd0, got); while (got != 32'd0);
      load(c, Word, 1'b0, 'h140, sum);
      store(c, Word, 'h140, sum + 32'd1);
      atomic(c, Swap, 'h100, 32'd0, 32'd0, got);
    end
  endtask

  logic [31:0] r, s;
  int cycles;

  // A fence that need not wait: a table's own, or what it becomes where a table has rules for acquires and releases.
  task automatic fence();
    op(0, Fence, Word, 1'b0, 0, 0, 0, 0, r, cycles);
    expect_eq("edges from a fence that need not wait to its answer", cycles, `FENCE);
  endtask

`ifdef ORDER
  initial begin
    reset();
    load(0, Word, 1'b0, 'h80, r); // the arrays have been cleared when it is answered
    fence();
    load(0, Word, 1'b0, 'h80, r);
    fence();
    $display("%0d passed, %0d failed", passed, failed);
    $finish;
  end
`else
  initial begin
    reset();
    // The arrays are still being cleared: the request is taken, and answered when they are.
    op(0, Load, Word, 1'b0, 'h40, 0, 0, 0, r, cycles);
    expect_eq("a load right after reset is answered", r, 32'd0);

    store(0, Word, 'h40, 32'h8877_6655);
    for (int i = 0; i < 4; i++) begin
      load(1, Byte, 1'b0, 'h40 + i, r);
      expect_eq($sformatf("byte %0d of 0x88776655, seen by the other core", i), r, 32'h55 + 32'h11 * i);
    end
    load(1, Byte, 1'b1, 'h43, r);
    expect_eq("a signed byte", r, 32'hffff_ff88);
    load(1, Half, 1'b0, 'h40, r);
    expect_eq("the low half word", r, 32'h6655);
    load(1, Half, 1'b1, 'h42, r);
    expect_eq("a signed half word", r, 32'hffff_8877);
    store(1, Byte, 'h41, 32'h1234_56aa);
    store(0, Half, 'h42, 32'h0000_ccbb);
    load(0, Word, 1'b0, 'h40, r);
    expect_eq("a byte and a half word stored into a word", r, 32'hccbb_aa55);
    load(0, Half, 1'b0, 'h41, r);
    expect_eq("a half word at an odd address is refused by the core", r, 32'hdead_0bad);
    store(0, Word, 'h44, 32'h0102_0304);
    load(0, Word, 1'b0, 'h40, r);
    load(0, Word, 1'b0, 'h44, s);
    expect_eq("the next word is another one", s - r, 32'h0102_0304 - 32'hccbb_aa55);

    store(0, Word, 'h80, 32'd5);
    atomic(1, Add, 'h80, 32'd3, 32'd0, r);
    expect_eq("an atomic answers the word before", r, 32'd5);
    atomic(0, Cas, 'h80, 32'd100, 32'd7, r);
    expect_eq("compare and swap that fails answers the word there", r, 32'd8);
    load(1, Word, 1'b0, 'h80, s);
    expect_eq("and stores nothing", s, 32'd8);
    atomic(0, Cas, 'h80, 32'd100, 32'd8, r);
    expect_eq("one that succeeds answers what it compared with", r, 32'd8);
    atomic(1, Add, 'h80, 32'd0, 32'd0, s); // a load may read an older copy of this core, where the model allows it
    expect_eq("and stores the operand", s, 32'd100);
    fence();
    load(0, Word, 1'b0, 'h80, r);
    op(0, Load, Word, 1'b0, 'h80, 0, 0, 0, r, cycles);
    expect_eq("edges from a load hit to its answer", cycles, 32'd2);

    fork
      count(0, 40);
      count(1, 40);
    join
    load(0, Word, 1'b0, 'h140, r);
    expect_eq("two cores count under a lock", r, 32'd80);

    // Memory errors: told at axi_error_o until reset, and the data that came are used.
    expect_eq("no memory error so far", 32'(axi_error), 32'd0);
    load(0, Word, 1'b0, ErrorAddr, r);
    expect_eq("a load that met a memory error is answered with what the memory gave", r, 32'd0);
    expect_eq("and axi_error_o says so", 32'(axi_error), 32'd1);

    // Reset with a request outstanding: system, cores and memory together. What was only in the caches is lost.
    op_kind[0] = Load;
    op_size[0] = Word;
    op_addr[0] = 20'h4000;
    op_valid[0] = 1'b1;
    repeat (3) @(negedge clk);
    reset();
    expect_eq("reset clears axi_error_o", 32'(axi_error), 32'd0);
    repeat (200) begin
      @(negedge clk);
      if (resp_valid != '0) begin
        failed++;
        $display("FAIL an answer to a request from before the reset");
      end
    end
    store(1, Word, 'h4000, 32'd77);
    load(0, Word, 1'b0, 'h4000, r);
    expect_eq("after a reset in the middle of a request the system works", r, 32'd77);

    $display("%0d passed, %0d failed", passed, failed);
    $finish;
  end
`endif

  initial begin
    repeat (200000) @(posedge clk);
    $display("FAIL no end after 200000 cycles");
    $display("%0d passed, %0d failed", passed, failed + 1);
    $finish;
  end
endmodule
