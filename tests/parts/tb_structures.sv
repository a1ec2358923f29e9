// Boxes of the parts that structures of a table are made of; parts_tb.sv makes instances of them.

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

module tb_tlb #(parameter int E = 2, K = 1, T = 255) (input logic clk, input logic rst_n);
  logic find, found, want, walk_valid, walk_ready, walked_valid;
  logic [K-1:0] page, frame, walk_page, walked_frame;
  box #(.Kind ("tlb"), .P0 (E), .P1 (K), .P2 (T), .Ins (4+2*K), .Outs (2+2*K))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({find, page, want, walk_ready, walked_valid, walked_frame}),
           .outs_i ({found, frame, walk_valid, walk_page}));
  cohgen_tlb #(.Entries (E), .PageBits (K), .Patience (T)) u (.clk_i (clk), .rst_ni (rst_n), .find_i (find), .page_i (page),
    .want_i (want), .found_o (found), .frame_o (frame), .walk_valid_o (walk_valid), .walk_ready_i (walk_ready),
    .walk_page_o (walk_page), .walked_valid_i (walked_valid), .walked_frame_i (walked_frame));
endmodule

module tb_cache_walk #(parameter int W = 1, D = 2, S = 1, A = 1, T = 1) (input logic clk, input logic rst_n);
  localparam int I = (S > 1) ? $clog2(S) : 1;
  logic push, ready, valid, probe, marker, commit, seen;
  logic [W-1:0] push_data, data;
  logic [I-1:0] set;
  logic [T-1:0] tag;
  logic [A-1:0] live;
  logic [A*T-1:0] tags;
  box #(.Kind ("cache_walk"), .P0 (W), .P1 (D), .P2 (S), .P3 (A), .P4 (T), .Ins (3+W+A+A*T), .Outs (4+W+I+T))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({push, push_data, commit, seen, live, tags}),
           .outs_i ({ready, valid, probe, marker, data, set, tag}));
  cohgen_cache_walk #(.Width (W), .Depth (D), .Sets (S), .Ways (A), .TagBits (T)) u (.clk_i (clk), .rst_ni (rst_n),
    .push_valid_i (push), .push_ready_o (ready), .push_data_i (push_data), .valid_o (valid), .probe_o (probe),
    .marker_o (marker), .data_o (data), .set_o (set), .tag_o (tag), .commit_i (commit), .seen_i (seen), .live_i (live),
    .tags_i (tags));
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
