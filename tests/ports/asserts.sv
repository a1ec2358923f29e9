// Assertions of a system as it ships, whose memory never answers. Core 0 asks for the operation that +op=N says, 0 (a load) or
// 1 (a store), of line 0; with fault 6 its second thread does, too. +which=N switches on one of the faults that run.sh has planted; 0: none.
module asserts;
  import gd_pkg::*;
  logic clk = 1'b0, rst_n = 1'b0, valid = 1'b0;
  logic [1:0] op;
  logic [Cores-1:0] ready;
  logic tick = 1'b0; // another value in each cycle
  logic tid = 1'b0;
  int which;
  always #5 clk = !clk;
  always_ff @(posedge clk) tick <= !tick;

  gd_system u_system (
    .clk_i(clk), .rst_ni(rst_n), .core_req_valid_i(Cores'(valid)), .core_req_ready_o(ready), .core_req_op_i((2*Cores)'(op)), .core_req_addr_i('0),
    .core_req_order_i('0), .core_req_tid_i((Cores*TidBits)'(tid)), .core_req_wdata_i('0), .core_req_wmask_i('1), .core_req_aop_i('0), .core_req_cmp_i('0),
    .m_axi_awready_i('0), .m_axi_wready_i('0), .m_axi_bvalid_i('0), .m_axi_bid_i('0), .m_axi_bresp_i('0),
    .m_axi_arready_i('0), .m_axi_rvalid_i('0), .m_axi_rid_i('0), .m_axi_rdata_i('0), .m_axi_rresp_i('0), .m_axi_rlast_i('0)
  );

  // A queue whose head nobody takes.
  logic queued, offered;
  logic [1:0] unused_free;
  logic [7:0] head;
  cohgen_fifo #(.Width(8), .Depth(2)) u_fifo (
    .clk_i(clk), .rst_ni(rst_n), .push_valid_i(valid), .push_ready_o(queued), .push_data_i(8'd1),
    .pop_valid_o(offered), .pop_ready_i(1'b0), .pop_data_o(head), .free_o(unused_free)
  );

  initial begin
    if ($value$plusargs("op=%d", op) == 0 || $value$plusargs("which=%d", which) == 0) $finish;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    repeat (3) @(negedge clk);
    repeat (which == 6 ? 2 : 1) begin
      valid = 1'b1;
      while (!ready[0]) @(negedge clk);
      @(negedge clk);
      valid = 1'b0;
      repeat (20) @(negedge clk);
      tid = 1'b1;
    end
    repeat (100) @(negedge clk);
    if (queued && offered && head == 8'd1) $display("nothing said, and the queue waits");
    repeat (300) @(negedge clk);
    $display("nothing said");
    $finish;
  end
endmodule
