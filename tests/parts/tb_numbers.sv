// Boxes of the parts that compute, without state; parts_tb.sv makes instances of them.

module tb_amo #(parameter int W = 1) (input logic clk, input logic rst_n);
  logic [3:0] op;
  logic [W-1:0] old, operand, compare, result;
  box #(.Kind ("amo"), .P0 (W), .Ins (4+3*W), .Outs (W))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({op, old, operand, compare}), .outs_i (result));
  cohgen_amo #(.Width (W)) u (.op_i (op), .old_i (old), .operand_i (operand), .compare_i (compare), .new_o (result));
endmodule

module tb_sum #(parameter int W = 1) (input logic clk, input logic rst_n);
  logic [W-1:0] a, b;
  logic [W:0] sum;
  box #(.Kind ("sum"), .P0 (W), .Ins (2*W), .Outs (W+1))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({a, b}), .outs_i (sum));
  cohgen_sum #(.Width (W)) u (.a_i (a), .b_i (b), .sum_o (sum));
endmodule

module tb_divide #(parameter int N = 1, parameter int D = 1) (input logic clk, input logic rst_n);
  logic [N-1:0] dividend, quotient, remainder;
  logic [D-1:0] divisor;
  box #(.Kind ("divide"), .P0 (N), .P1 (D), .Ins (N+D), .Outs (2*N))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({dividend, divisor}), .outs_i ({quotient, remainder}));
  cohgen_divide #(.DividendBits (N), .DivisorBits (D)) u (.dividend_i (dividend), .divisor_i (divisor),
      .quotient_o (quotient), .remainder_o (remainder));
endmodule

module tb_least #(parameter int N = 1) (input logic clk, input logic rst_n);
  logic [N-1:0] bits, least;
  box #(.Kind ("least"), .P0 (N), .Ins (N), .Outs (N))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o (bits), .outs_i (least));
  cohgen_least #(.Bits (N)) u (.bits_i (bits), .least_o (least));
endmodule

module tb_fewer #(parameter int W = 1, parameter int M = 1) (input logic clk, input logic rst_n);
  logic [W-1:0] a, rest;
  logic [M-1:0] least;
  box #(.Kind ("fewer"), .P0 (W), .P1 (M), .Ins (W+M), .Outs (W))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({a, least}), .outs_i (rest));
  cohgen_fewer #(.Width (W), .Most (M)) u (.a_i (a), .least_i (least), .rest_o (rest));
endmodule
