// Reset in the first cycle, never again.
  logic f_run_q = 1'b0;
  always @(posedge clk_i) f_run_q <= 1'b1;
  always @(*) assume (rst_ni == f_run_q);
