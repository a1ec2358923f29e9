// Instances of the parts that stand at a core port, for parts_tb.sv.

module tb_order #(parameter int T = 1, parameter int W = 1, parameter int D = 1) (input logic clk, input logic rst_n);
  localparam int B = (T > 1) ? $clog2(T) : 1;
  logic req, req_ready, rel, acq, resp, out, out_ready, ans;
  logic [1:0] op;
  logic [2:0] out_op;
  logic [B-1:0] id, resp_id, out_id, ans_id, next_id;
  logic [W-1:0] data, out_data;
  logic [D-1:0] resp_data, ans_data;
  box #(.Kind ("order"), .P0 (T), .P1 (W), .P2 (D), .Ins (7+3*B+W+D), .Outs (6+2*B+D+W))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({req, op, rel, acq, id, data, out_ready, ans, ans_id, ans_data, next_id}),
           .outs_i ({req_ready, resp, resp_id, resp_data, out, out_op, out_id, out_data}));
  cohgen_order #(.Threads (T), .Width (W), .DataBits (D)) u (.clk_i (clk), .rst_ni (rst_n), .req_valid_i (req),
    .req_ready_o (req_ready), .req_op_i (op), .req_release_i (rel), .req_acquire_i (acq), .req_id_i (id),
    .req_data_i (data), .resp_valid_o (resp), .resp_id_o (resp_id), .resp_data_o (resp_data), .out_valid_o (out),
    .out_ready_i (out_ready), .out_op_o (out_op), .out_id_o (out_id), .out_data_o (out_data), .ans_valid_i (ans),
    .ans_id_i (ans_id), .ans_data_i (ans_data), .ans_next_id_i (next_id));
endmodule

module tb_scoreboard #(parameter int T = 1, parameter int S = 2, parameter int C = 1, parameter int K = 1,
                       parameter int W = 1) (input logic clk, input logic rst_n);
  localparam int B = $clog2(T*S);
  localparam int L = (C > 1) ? $clog2(C) : 1;
  logic req, req_ready, out, out_ready, ans;
  logic [C*C-1:0] kept;
  logic [B-1:0] id, out_id, ans_id;
  logic [L-1:0] cls;
  logic [K-1:0] key, out_key;
  logic [W-1:0] data, out_data;
  box #(.Kind ("scoreboard"), .P0 (T), .P1 (S), .P2 (C), .P3 (K), .P4 (W), .Ins (C*C+3+2*B+L+K+W), .Outs (2+B+K+W))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({kept, req, id, cls, key, data, out_ready, ans, ans_id}),
           .outs_i ({req_ready, out, out_id, out_key, out_data}));
  cohgen_scoreboard #(.Threads (T), .Slots (S), .Classes (C), .KeyBits (K), .Width (W)) u (.clk_i (clk),
    .rst_ni (rst_n), .before_i (kept), .req_valid_i (req), .req_ready_o (req_ready), .req_id_i (id),
    .req_class_i (cls), .req_key_i (key), .req_data_i (data), .out_valid_o (out), .out_ready_i (out_ready),
    .out_id_o (out_id), .out_key_o (out_key), .out_data_o (out_data), .ans_valid_i (ans), .ans_id_i (ans_id));
endmodule

module tb_spaces #(parameter int T = 1, parameter int D = 1, parameter int C = 1, parameter int P = 1, parameter int O = 0)
                  (input logic clk, input logic rst_n);
  localparam int B = (T > 1) ? $clog2(T) : 1;
  localparam int S = 1 + O * (1 + B);
  logic req, req_ready, gv, gr, lv, lr, ga, la, resp;
  logic [S-1:0] req_local;
  logic [B-1:0] gid, gnext, lid, resp_id, resp_next;
  logic [D-1:0] gdata, ldata, resp_data;
  box #(.Kind ("spaces"), .P0 (T), .P1 (D), .P2 (C), .P3 (P), .P4 (O), .Ins (5+S+3*B+2*D), .Outs (4+2*B+D))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({req, req_local, gr, lr, ga, gid, gdata, gnext, la, lid, ldata}),
           .outs_i ({req_ready, gv, lv, resp, resp_id, resp_data, resp_next}));
  cohgen_spaces #(.Threads (T), .DataBits (D), .Credits (C), .Patience (P), .Both (O)) u (.clk_i (clk), .rst_ni (rst_n),
    .req_valid_i (req), .req_ready_o (req_ready), .req_local_i (req_local), .global_valid_o (gv), .global_ready_i (gr),
    .local_valid_o (lv), .local_ready_i (lr), .global_answer_i (ga), .global_id_i (gid), .global_data_i (gdata),
    .global_next_id_i (gnext), .local_answer_i (la), .local_id_i (lid), .local_data_i (ldata), .resp_valid_o (resp),
    .resp_id_o (resp_id), .resp_data_o (resp_data), .resp_next_id_o (resp_next));
endmodule

module tb_fences #(parameter int T = 1, parameter int B = 1, parameter int P = 1, parameter int L = 1, parameter int S = 2)
  (input logic clk, input logic rst_n);
  logic push, take, done, retry, valid, late;
  logic [B-1:0] push_id, id;
  box #(.Kind ("fences"), .P0 (T), .P1 (B), .P2 (P), .P3 (L), .P4 (S), .Ins (4+B), .Outs (2+B))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, push_id, take, done, retry}), .outs_i ({valid, id, late}));
  cohgen_fences #(.Threads (T), .IdBits (B), .Pause (P), .Patience (L), .Settle (S)) u (.clk_i (clk), .rst_ni (rst_n),
    .push_i (push), .push_id_i (push_id), .valid_o (valid), .id_o (id), .late_o (late), .take_i (take),
    .done_i (done), .retry_i (retry));
endmodule

// A sender's number is in the top bits of an element.
module tb_source_queues #(parameter int W = 1, D = 1, S = 1, O = 0, R = 1, N = 2, P = 1, T = 2) (input logic clk, input logic rst_n);
  localparam int B = (S > 1) ? $clog2(S) : 1;
  logic push, valid, take, commit, rollback;
  logic [S-1:0] push_ready;
  logic [W-1:0] push_data, data, oldest;
  logic [R-1:0] sleep, wake;
  box #(.Kind ("source_queues"), .P0 (W), .P1 (D), .P2 (S), .P3 (O + 2*(T-2)), .P4 (R), .P5 (N), .P6 (P), .Ins (W+4+2*R),
        .Outs (2*W+1+S))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, push_data, take, commit, rollback, sleep, wake}),
           .outs_i ({push_ready, valid, data, oldest}));
  cohgen_source_queues #(.Width (W), .Depth (D), .Sources (S), .SrcAt (W - B), .SrcBits (B), .Oldest (O), .Reasons (R),
    .Nap (N), .Patience (P), .Settle (T)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push), .push_ready_o (push_ready),
    .push_data_i (push_data), .valid_o (valid), .data_o (data), .take_i (take), .commit_i (commit),
    .rollback_i (rollback), .sleep_i (sleep), .wake_i (wake), .oldest_o (oldest));
endmodule
