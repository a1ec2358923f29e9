// Boxes of the parts that a table's structures are made of, and of what counts; parts_tb.sv makes instances of them.

module tb_cam #(parameter int E = 1, K = 1, D = 1) (input logic clk, input logic rst_n);
  logic find, found, full, insert, set, remove;
  logic [K-1:0] key;
  logic [D-1:0] data, in_data;
  box #(.Kind ("cam"), .P0 (E), .P1 (K), .P2 (D), .Ins (4+K+D), .Outs (2+D))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({find, key, insert, set, remove, in_data}),
           .outs_i ({found, data, full}));
  cohgen_cam #(.Entries (E), .KeyBits (K), .DataBits (D)) u (.clk_i (clk), .rst_ni (rst_n), .find_i (find), .key_i (key),
    .found_o (found), .data_o (data), .full_o (full), .insert_i (insert), .set_i (set), .remove_i (remove), .data_i (in_data));
endmodule

module tb_ring #(parameter int E = 2, D = 1, parameter bit S = 1'b1) (input logic clk, input logic rst_n);
  localparam int I = $clog2(E);
  logic find, search, found, full, insert, set, remove;
  logic [I-1:0] at, out_at, tail;
  logic [D-1:0] match, care, data, in_data;
  box #(.Kind ("ring"), .P0 (E), .P1 (D), .P2 (int'(S)), .Ins (5+I+3*D), .Outs (2+2*I+D))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({find, at, search, match, care, insert, set, remove, in_data}),
           .outs_i ({found, out_at, data, tail, full}));
  cohgen_ring #(.Entries (E), .DataBits (D), .Search (S)) u (.clk_i (clk), .rst_ni (rst_n), .find_i (find), .at_i (at),
    .search_i (search), .match_i (match), .care_i (care), .found_o (found), .at_o (out_at), .data_o (data), .tail_o (tail),
    .full_o (full), .insert_i (insert), .set_i (set), .remove_i (remove), .data_i (in_data));
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
