// Boxes of the parts beside a write cache; parts_tb.sv makes instances of them.

module tb_store_buffer #(parameter int E = 1, parameter int K = 1, parameter int L = 1, parameter int F = 1,
                         parameter int P = 1, parameter int T = 2) (input logic clk, input logic rst_n);
  logic look, read, put, set, want, all, leave, retry, take, hit, full, valid;
  logic [K-1:0] look_key, key;
  logic [L-1:0] put_bytes, bytes;
  logic [L*8-1:0] put_data, line;
  logic [F-1:0] fields, hit_fields, look_fields;
  localparam int I = (E > 1) ? $clog2(E) : 1;
  logic [I-1:0] look_idx, here_idx, drain_idx;
  box #(.Kind ("store_buffer"), .P0 (E), .P1 (K), .P2 (L), .P3 (F), .P4 (P), .P5 (T), .Ins (9+K+9*L+F), .Outs (3+K+9*L+2*F+3*I))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({look, look_key, read, put, put_bytes, put_data, set, fields, want, all, leave, retry, take}),
           .outs_i ({look_fields, look_idx, hit, hit_fields, here_idx, full, valid, key, drain_idx, line, bytes}));
  cohgen_store_buffer #(.Entries (E), .KeyBits (K), .LineBytes (L), .FieldBits (F), .Pause (P), .Settle (T)) u (.clk_i (clk),
    .rst_ni (rst_n), .look_i (look), .look_key_i (look_key), .read_i (read), .look_fields_o (look_fields), .look_idx_o (look_idx), .here_idx_o (here_idx),
    .hit_o (hit), .hit_fields_o (hit_fields), .full_o (full), .put_i (put), .put_bytes_i (put_bytes), .put_data_i (put_data), .set_i (set),
    .fields_i (fields), .want_i (want), .want_all_i (all), .leave_i (leave), .retry_i (retry),
    .drain_valid_o (valid), .drain_key_o (key), .drain_idx_o (drain_idx), .drain_take_i (take), .line_o (line), .bytes_o (bytes));
endmodule

module tb_sfifo #(parameter int W = 1, parameter int D = 2, parameter int P = 1) (input logic clk, input logic rst_n);
  logic push, marker, drain, take, commit, rollback, begins, done, done_epoch;
  logic ready, valid, is_marker, begin_ready, epoch, clean;
  logic [W-1:0] push_data, data;
  logic [$clog2(D+1)-1:0] free;
  box #(.Kind ("sfifo"), .P0 (W), .P1 (D), .P2 (P), .Ins (W+9), .Outs (W+6+$clog2(D+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({push, marker, push_data, drain, take, commit, rollback, begins, done, done_epoch}),
           .outs_i ({ready, valid, is_marker, data, begin_ready, epoch, free, clean}));
  cohgen_sfifo #(.Width (W), .Depth (D), .Pending (P)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push),
    .push_ready_o (ready), .push_marker_i (marker), .push_data_i (push_data), .drain_i (drain), .valid_o (valid),
    .marker_o (is_marker), .data_o (data), .take_i (take), .commit_i (commit), .rollback_i (rollback),
    .begin_i (begins), .begin_ready_o (begin_ready), .epoch_o (epoch), .done_i (done), .done_epoch_i (done_epoch),
    .free_o (free), .clean_o (clean));
endmodule
