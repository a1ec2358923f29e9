// Instances of the parts of a stash, for parts_tb.sv.

module tb_stash_translate #(parameter int S = 7, P = 7, A = 7) (input logic clk, input logic rst_n);
  localparam int E = A + 6*S + 8*P + 3;
  logic map, map_ready, made, made_ready, valid, reverse, out, mapped;
  logic [A-1:0] stash_base, global_base, field, object, row, stride, num, addr, to;
  logic [7:0] refused;
  logic [E-1:0] made_entry, entry;
  box #(.Kind ("stash_translate"), .P0 (S), .P1 (P), .P2 (A), .Ins (8*A+E+4), .Outs (A+E+12))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({map, stash_base, global_base, field, object, row, stride, num, made_ready, valid, reverse, addr, entry}),
           .outs_i ({map_ready, made, refused, made_entry, out, mapped, to}));
  cohgen_stash_translate #(.StashBits (S), .SpanBits (P), .AddrBits (A)) u (.clk_i (clk), .rst_ni (rst_n),
    .map_valid_i (map), .map_ready_o (map_ready), .map_stash_base_i (stash_base), .map_global_base_i (global_base),
    .map_field_size_i (field), .map_object_size_i (object), .map_row_size_i (row), .map_stride_size_i (stride),
    .map_num_strides_i (num), .made_valid_o (made), .made_ready_i (made_ready), .made_refused_o (refused),
    .made_entry_o (made_entry), .valid_i (valid), .reverse_i (reverse), .addr_i (addr), .entry_i (entry),
    .valid_o (out), .mapped_o (mapped), .addr_o (to));
endmodule

module tb_stash_map #(parameter int E = 2, B = 1, M = 1, C = 1, W = 1, K = 1) (input logic clk, input logic rst_n);
  localparam int X = $clog2(E);
  localparam int Y = (B > 1) ? $clog2(B) : 1;
  localparam int Z = (M > 1) ? $clog2(M) : 1;
  localparam int N = $clog2(C+1);
  logic adds, ready, refused, evict, evict_live, chg, chg_ready, ends, look_valid, rd, more, less, valid, reuse;
  logic [Y-1:0] block, end_block, look_block;
  logic [Z-1:0] place, look_place;
  logic [W-1:0] data, chg_data, rd_data;
  logic [X-1:0] add_idx, chg_idx, look_idx, rd_idx, more_idx, less_idx, state_idx, reuse_idx;
  logic [N-1:0] dirty;
  box #(.Kind ("stash_map"), .P0 (E), .P1 (B), .P2 (M), .P3 (C), .P4 (W), .P5 (K), .Ins (6+3*Y+Z+2*W+5*X),
        .Outs (8+3*X+Z+W+N))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({adds, block, data, chg, chg_idx, chg_data, ends, end_block, look_block, look_place, rd, rd_idx, more,
                    more_idx, less, less_idx, state_idx}),
           .outs_i ({ready, refused, add_idx, place, evict, evict_live, chg_ready, look_valid, look_idx, rd_data, valid, dirty,
                     reuse, reuse_idx}));
  cohgen_stash_map #(.Entries (E), .Blocks (B), .Maps (M), .Chunks (C), .Width (W), .KeyBits (K)) u (.clk_i (clk),
    .rst_ni (rst_n), .add_valid_i (adds), .add_ready_o (ready), .add_refused_o (refused), .add_block_i (block),
    .add_data_i (data), .add_idx_o (add_idx), .add_place_o (place), .evict_valid_o (evict), .evict_live_o (evict_live),
    .chg_valid_i (chg), .chg_ready_o (chg_ready), .chg_idx_i (chg_idx), .chg_data_i (chg_data), .end_i (ends),
    .end_block_i (end_block), .look_block_i (look_block), .look_place_i (look_place), .look_valid_o (look_valid),
    .look_idx_o (look_idx), .rd_i (rd), .rd_idx_i (rd_idx), .rd_data_o (rd_data), .more_i (more), .more_idx_i (more_idx),
    .less_i (less), .less_idx_i (less_idx), .state_idx_i (state_idx), .state_valid_o (valid), .state_dirty_o (dirty),
    .state_reuse_o (reuse), .state_reuse_idx_o (reuse_idx));
endmodule

module tb_vp_map #(parameter int E = 2, M = 2, G = 1, V = 2, P = 2) (input logic clk, input logic rst_n);
  localparam int X = $clog2(M);
  logic ins, ready, excess, known, want, rm, fill, bad, tl_here, tl_known, rl_here;
  logic [X-1:0] tail, ins_map, want_map, rm_map, rl_map;
  logic [V-G-1:0] ins_virt, fill_virt, tl_virt, rl_virt;
  logic [P-G-1:0] ins_phys, fill_phys, tl_phys, rl_phys;
  box #(.Kind ("vp_map"), .P0 (E), .P1 (M), .P2 (G), .P3 (V), .P4 (P), .Ins (4+3*X+3*(V-G)+3*(P-G)), .Outs (7+2*X+V-G+P-G))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({tail, ins, ins_virt, ins_map, known, ins_phys, rm, rm_map, fill, fill_virt, fill_phys, tl_virt, rl_phys}),
           .outs_i ({ready, excess, want, want_map, bad, tl_here, tl_known, tl_phys, rl_here, rl_virt, rl_map}));
  cohgen_vp_map #(.Pages (E), .Maps (M), .PageBits (G), .VirtBits (V), .PhysBits (P)) u (.clk_i (clk), .rst_ni (rst_n),
    .tail_i (tail), .ins_valid_i (ins), .ins_ready_o (ready), .too_large_o (excess), .ins_virt_i (ins_virt),
    .ins_map_i (ins_map), .ins_known_i (known), .ins_phys_i (ins_phys), .want_valid_o (want), .want_map_o (want_map),
    .rm_i (rm), .rm_map_i (rm_map), .fill_i (fill), .fill_virt_i (fill_virt), .fill_phys_i (fill_phys), .fill_bad_o (bad),
    .tl_virt_i (tl_virt), .tl_here_o (tl_here), .tl_known_o (tl_known), .tl_phys_o (tl_phys), .rl_phys_i (rl_phys),
    .rl_here_o (rl_here), .rl_virt_o (rl_virt), .rl_map_o (rl_map));
endmodule

module tb_stash_storage #(parameter int W = 4, C = 2, B = 1, M = 2) (input logic clk, input logic rst_n);
  localparam int A = $clog2(W);
  localparam int K = $clog2(W/C);
  localparam int X = $clog2(M);
  logic ready, rd, store, out, hit, marked, out_dirty, wr, st, note, dirty, sweep, ends;
  logic [A-1:0] rd_addr, wr_addr;
  logic [B*8-1:0] data, wr_data;
  logic [B-1:0] bytes;
  logic [1:0] state, st_state;
  logic [2*C-1:0] states;
  logic [X-1:0] out_map, map;
  logic [K-1:0] chunk, first, last;
  logic [C-1:0] words;
  logic [M-1:0] coherent;
  box #(.Kind ("stash_storage"), .P0 (W), .P1 (C), .P2 (B), .P3 (M), .Ins (10+2*A+9*B+3*K+C+X+M), .Outs (7+8*B+2*C+X))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({rd, store, rd_addr, wr, wr_addr, bytes, wr_data, st, chunk, words, st_state, note, dirty, map, sweep, ends,
                    first, last, coherent}),
           .outs_i ({ready, out, hit, marked, data, state, states, out_map, out_dirty}));
  cohgen_stash_storage #(.Words (W), .ChunkWords (C), .WordBytes (B), .Maps (M)) u (.clk_i (clk), .rst_ni (rst_n),
    .ready_o (ready), .rd_i (rd), .rd_store_i (store), .rd_addr_i (rd_addr), .out_valid_o (out), .hit_o (hit),
    .marked_o (marked), .out_data_o (data), .out_state_o (state), .out_states_o (states), .out_map_o (out_map),
    .out_dirty_o (out_dirty), .wr_i (wr), .wr_addr_i (wr_addr), .wr_bytes_i (bytes), .wr_data_i (wr_data), .st_i (st),
    .st_chunk_i (chunk), .st_words_i (words), .st_state_i (st_state), .st_note_i (note), .st_dirty_i (dirty),
    .st_map_i (map), .sweep_valid_i (sweep), .sweep_end_i (ends), .sweep_first_i (first), .sweep_last_i (last),
    .coherent_i (coherent));
  // Of a chunk of 64 bytes, with 64 entries: 39 bits.
  if (W == 4096) begin : gen_bits
    initial begin
      if ($bits(u.u_states.rdata_o) + $bits(u.u_notes.rdata_o) != 39 || C * B != 64) begin
        $display("FAIL stash_storage: a chunk of %0d bytes has %0d bits", C * B,
                 $bits(u.u_states.rdata_o) + $bits(u.u_notes.rdata_o));
      end
    end
  end
endmodule

module tb_scratch_dma #(parameter int W = 2, A = 4, N = 2) (input logic clk, input logic rst_n);
  localparam int L = $clog2(W);
  localparam int I = $clog2(N);
  logic start, start_ready, to_memory, busy, core, core_ready, core_write, answer, mem, mem_ready, mem_write, ans;
  logic [L-1:0] base, core_addr;
  logic [A-3:0] addr, field, object, row, stride, num, mem_addr;
  logic [3:0] bytes;
  logic [31:0] core_data, answer_data, mem_data, ans_data;
  logic [I-1:0] mem_id, ans_id;
  box #(.Kind ("scratch_dma"), .P0 (W), .P1 (A), .P2 (N), .Ins (6+2*L+6*(A-2)+4+64+I), .Outs (6+I+A-2+64))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({start, to_memory, base, addr, field, object, row, stride, num, core, core_write, core_addr, bytes,
                    core_data, mem_ready, ans, ans_id, ans_data}),
           .outs_i ({start_ready, busy, core_ready, answer, answer_data, mem, mem_write, mem_id, mem_addr, mem_data}));
  cohgen_scratch_dma #(.Words (W), .AddrBits (A), .Ids (N)) u (.clk_i (clk), .rst_ni (rst_n), .start_valid_i (start),
    .start_ready_o (start_ready), .start_out_i (to_memory), .start_base_i (base), .start_addr_i (addr),
    .start_field_i (field), .start_object_i (object), .start_row_i (row), .start_stride_i (stride), .start_num_i (num),
    .busy_o (busy), .core_valid_i (core), .core_ready_o (core_ready), .core_write_i (core_write),
    .core_addr_i (core_addr), .core_bytes_i (bytes), .core_data_i (core_data), .core_valid_o (answer),
    .core_data_o (answer_data), .mem_valid_o (mem), .mem_ready_i (mem_ready), .mem_write_o (mem_write),
    .mem_id_o (mem_id), .mem_addr_o (mem_addr), .mem_data_o (mem_data), .ans_valid_i (ans), .ans_id_i (ans_id),
    .ans_data_i (ans_data));
endmodule

module tb_transfer #(parameter int I = 1, W = 2, A = 3) (input logic clk, input logic rst_n);
  localparam int L = $clog2(W);
  logic req, ready, move, to_memory, in_local, out, out_ready, own, out_local, ans, resp;
  logic [1:0] op, out_op;
  logic [3:0] bytes, out_bytes;
  logic [I-1:0] id, out_id, ans_id, resp_id;
  logic [A-1:0] addr, out_addr, base, field, object, row, stride;
  logic [31:0] data, out_data, ans_data, resp_data;
  logic [L+1:0] place;
  logic [L:0] rows;
  box #(.Kind ("transfer"), .P0 (I), .P1 (W), .P2 (A), .Ins (79+2*I+6*A+2*L), .Outs (75+2*I+A))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({req, move, to_memory, op, in_local, id, addr, data, bytes, place, base, field, object, row, stride, rows,
                    out_ready, ans, ans_id, ans_data}),
           .outs_i ({ready, out, own, out_op, out_local, out_id, out_addr, out_data, out_bytes, resp, resp_id, resp_data}));
  cohgen_transfer #(.IdBits (I), .Words (W), .AddrBits (A)) u (.clk_i (clk), .rst_ni (rst_n), .req_valid_i (req),
    .req_ready_o (ready), .req_move_i (move), .req_out_i (to_memory), .req_op_i (op), .req_local_i (in_local), .req_id_i (id),
    .req_addr_i (addr), .req_data_i (data), .req_bytes_i (bytes), .move_place_i (place), .move_addr_i (base),
    .move_field_i (field), .move_object_i (object), .move_row_i (row), .move_stride_i (stride), .move_rows_i (rows),
    .out_valid_o (out), .out_ready_i (out_ready), .out_own_o (own), .out_op_o (out_op), .out_local_o (out_local),
    .out_id_o (out_id), .out_addr_o (out_addr), .out_data_o (out_data), .out_bytes_o (out_bytes), .ans_valid_i (ans),
    .ans_id_i (ans_id), .ans_data_i (ans_data), .resp_valid_o (resp), .resp_id_o (resp_id), .resp_data_o (resp_data));
endmodule

module tb_join #(parameter int L = 1, W = 2, B = 1, C = 1) (input logic clk, input logic rst_n);
  logic push, more, join_one, valid;
  logic [L-1:0] push_like, like;
  logic [W-1:0] push_words, words;
  logic [B-1:0] push_data;
  logic [W*B-1:0] data;
  box #(.Kind ("join"), .P0 (L), .P1 (W), .P2 (B), .P3 (C), .Ins (2+L+W+B), .Outs (2+L+W+W*B))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({push, push_like, push_words, push_data, more}),
           .outs_i ({join_one, valid, like, words, data}));
  cohgen_join #(.LikeBits (L), .Words (W), .WordBits (B), .Cycles (C)) u (.clk_i (clk), .rst_ni (rst_n),
    .push_valid_i (push), .push_like_i (push_like), .push_words_i (push_words), .push_data_i (push_data),
    .push_more_i (more), .join_o (join_one), .valid_o (valid), .like_o (like), .words_o (words), .data_o (data));
endmodule

module tb_gather #(parameter int L = 1, K = 1, W = 2, E = 1, C = 1) (input logic clk, input logic rst_n);
  logic push, hurry, join_one, valid;
  logic [L-1:0] push_like, like;
  logic [K-1:0] push_keep, keep;
  logic [W-1:0] push_words, words;
  box #(.Kind ("gather"), .P0 (L), .P1 (K), .P2 (W), .P3 (E), .P4 (C), .Ins (2+L+K+W), .Outs (2+L+K+W))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({push, push_like, push_keep, push_words, hurry}),
           .outs_i ({join_one, valid, like, keep, words}));
  cohgen_gather #(.LikeBits (L), .KeepBits (K), .Words (W), .Entries (E), .Cycles (C)) u (.clk_i (clk),
    .rst_ni (rst_n), .push_valid_i (push), .push_like_i (push_like), .push_keep_i (push_keep),
    .push_words_i (push_words), .join_o (join_one), .hurry_i (hurry), .valid_o (valid), .like_o (like),
    .keep_o (keep), .words_o (words));
endmodule
