// A system whose table has no event for some operations, or whose core ports have MARKS marks. Core 0 asks for the operation
// that +op=N says, with the marks that +marks=N says. SYSTEM, PKG: its modules.
module asks;
  import `PKG::*;
  logic clk = 1'b0, rst_n = 1'b0, valid = 1'b0;
  logic [1:0] op;
`ifdef MARKS
  logic [`MARKS-1:0] marks;
`endif
  logic [Cores-1:0] ready;
  always #5 clk = !clk;

  `SYSTEM u_system (
`ifdef MARKS
    .core_req_order_i((Cores*`MARKS)'(marks)),
`endif
    .clk_i(clk), .rst_ni(rst_n), .core_req_valid_i(Cores'(valid)), .core_req_ready_o(ready), .core_req_op_i((2*Cores)'(op)), .core_req_addr_i('0),
    .core_req_tid_i('0), .core_req_wdata_i('0), .core_req_wmask_i('0), .core_req_aop_i('0), .core_req_cmp_i('0),
    .m_axi_awready_i('0), .m_axi_wready_i('0), .m_axi_bvalid_i('0), .m_axi_bid_i('0), .m_axi_bresp_i('0),
    .m_axi_arready_i('0), .m_axi_rvalid_i('0), .m_axi_rid_i('0), .m_axi_rdata_i('0), .m_axi_rresp_i('0), .m_axi_rlast_i('0)
  );

  initial begin
    if ($value$plusargs("op=%d", op) == 0) $finish;
`ifdef MARKS
    if ($value$plusargs("marks=%d", marks) == 0) $finish;
`endif
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    repeat (3) @(negedge clk);
    valid = 1'b1;
    while (!ready[0]) @(negedge clk);
    @(negedge clk);
    valid = 1'b0;
    @(negedge clk);
    $display("nothing said");
    $finish;
  end
endmodule
