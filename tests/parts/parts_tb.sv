// The parts, several instances of each, against their reference models in C (ref.h).

import "DPI-C" function int part_new(input string kind, input int p0, input int p1, input int p2,
                                     input int p3, input int p4, input int p5, input int p6, input int seed);
import "DPI-C" function void part_step(input int part, input bit [1023:0] out, output bit [1023:0] in);
import "DPI-C" function int part_report(input int some);

// One instance under test: its outputs go to the model, which gives the inputs of the next cycle.
module box #(
  parameter string Kind = "",
  parameter int P0 = -1, P1 = -1, P2 = -1, P3 = -1, P4 = -1, P5 = -1, P6 = -1,
  parameter int Ins  = 1,
  parameter int Outs = 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  output logic [Ins-1:0]  ins_o,
  input  logic [Outs-1:0] outs_i
);

  int           part, seed;
  bit           spoil;
  bit           runs; // +only=WORD: the parts whose name begins so run alone
  string        only;
  bit [1023:0]  out, in;

  initial begin
    ins_o = '0;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    spoil = $test$plusargs("spoil") != 0;
    runs  = !$value$plusargs("only=%s", only) || Kind.substr(0, only.len() - 1) == only;
    if (runs) part = part_new(Kind, P0, P1, P2, P3, P4, P5, P6, seed);
  end

  always @(posedge clk_i) begin
    if (rst_ni && runs) begin
      out = '0;
      out[1023 -: Outs] = spoil ? ~outs_i : outs_i;
      part_step(part, out, in);
      ins_o <= in[1023 -: Ins];
    end
  end

endmodule

module tb_pair_fifo #(parameter int W = 1, parameter int D = 2) (input logic clk, input logic rst_n);
  logic push, push2, take, ready, valid;
  logic [W-1:0] data, data2, out;
  logic [$clog2(D+1)-1:0] free;
  box #(.Kind ("pair_fifo"), .P0 (W), .P1 (D), .Ins (2*W+3), .Outs (W+2+$clog2(D+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, data, push2, data2, take}),
           .outs_i ({ready, valid, out, free}));
  cohgen_pair_fifo #(.Width (W), .Depth (D)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push),
    .push_ready_o (ready), .push_data_i (data), .push2_valid_i (push2), .push2_data_i (data2), .pop_valid_o (valid),
    .pop_ready_i (take), .pop_data_o (out), .free_o (free));
endmodule

module tb_fifo #(parameter int W = 1, parameter int D = 1) (input logic clk, input logic rst_n);
  logic push, push_ready, valid, pop;
  logic [W-1:0] push_data, data;
  logic [$clog2(D+1)-1:0] free;
  box #(.Kind ("fifo"), .P0 (W), .P1 (D), .Ins (W+2), .Outs (W+2+$clog2(D+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, push_data, pop}), .outs_i ({push_ready, valid, data, free}));
  cohgen_fifo #(.Width (W), .Depth (D)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push),
    .push_ready_o (push_ready), .push_data_i (push_data), .pop_valid_o (valid), .pop_ready_i (pop),
    .pop_data_o (data), .free_o (free));
endmodule

module tb_delay #(parameter int W = 1, parameter int L = 1) (input logic clk, input logic rst_n);
  logic push, push_ready, valid, pop;
  logic [W-1:0] push_data, data;
  box #(.Kind ("delay"), .P0 (W), .P1 (L), .Ins (W+2), .Outs (W+2))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, push_data, pop}), .outs_i ({push_ready, valid, data}));
  cohgen_delay #(.Width (W), .Latency (L)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push),
    .push_ready_o (push_ready), .push_data_i (push_data), .pop_valid_o (valid), .pop_ready_i (pop),
    .pop_data_o (data));
endmodule

module tb_rollback_fifo #(parameter int W = 1, D = 1, F = 0, O = 0) (input logic clk, input logic rst_n);
  logic push, push_ready, valid, take, commit, rollback;
  logic [W-1:0] push_data, data, oldest;
  logic [$clog2(D+1)-1:0] free;
  box #(.Kind ("rollback_fifo"), .P0 (W), .P1 (D), .P2 (F), .P3 (O), .Ins (W+4), .Outs (2*W+2+$clog2(D+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({push, push_data, take, commit, rollback}),
           .outs_i ({push_ready, valid, data, oldest, free}));
  cohgen_rollback_fifo #(.Width (W), .Depth (D), .FlowThrough (F), .Oldest (O)) u (.clk_i (clk), .rst_ni (rst_n),
    .push_valid_i (push), .push_ready_o (push_ready), .push_data_i (push_data), .valid_o (valid), .data_o (data),
    .take_i (take), .commit_i (commit), .rollback_i (rollback), .oldest_o (oldest), .free_o (free));
endmodule

module tb_arb_rr #(parameter int N = 1) (input logic clk, input logic rst_n);
  logic [N-1:0] req, grant;
  logic advance;
  box #(.Kind ("arb_rr"), .P0 (N), .Ins (N+1), .Outs (N))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({req, advance}), .outs_i (grant));
  cohgen_arb_rr #(.N (N)) u (.clk_i (clk), .rst_ni (rst_n), .req_i (req), .advance_i (advance), .grant_o (grant));
endmodule

module tb_xbar #(parameter int I = 1, parameter int O = 1, parameter int W = 1, parameter int D = 1)
  (input logic clk, input logic rst_n);
  logic [I-1:0] valid, ready;
  logic [I*O-1:0] dst;
  logic [I*W-1:0] data;
  logic [O-1:0] out_valid, out_ready;
  logic [O*I-1:0] open;
  logic [O*W-1:0] out_data;
  box #(.Kind ("xbar"), .P0 (I), .P1 (O), .P2 (W), .P3 (D), .Ins (I+2*I*O+I*W+O), .Outs (I+O+O*W))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({valid, dst, data, out_ready, open}), .outs_i ({ready, out_valid, out_data}));
  cohgen_xbar #(.In (I), .Out (O), .Width (W), .Depth (D)) u (.clk_i (clk), .rst_ni (rst_n), .in_valid_i (valid),
    .in_ready_o (ready), .in_dst_i (dst), .in_data_i (data), .out_valid_o (out_valid), .out_ready_i (out_ready),
    .out_open_i (open), .out_data_o (out_data));
endmodule

module tb_packets #(parameter int I = 1) (input logic clk, input logic rst_n);
  localparam int B = (I > 1) ? $clog2(I) : 1;
  logic [I-1:0] in_last, open, lines, seen, closed;
  logic taken, last;
  logic [B-1:0] src;
  box #(.Kind ("packets"), .P0 (I), .Ins (3*I+B+2), .Outs (2*I))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({in_last, open, lines, taken, src, last}), .outs_i ({seen, closed}));
  cohgen_packets #(.In (I), .SrcBits (B)) u (.clk_i (clk), .rst_ni (rst_n), .in_last_i (in_last), .open_i (open),
    .lines_i (lines), .open_o (seen), .closed_o (closed), .taken_i (taken), .src_i (src), .last_i (last));
endmodule

module tb_link_tx #(parameter int W = 3, L = 1, B = 1, D = 3, P = 1, S = 0, A = 0, T = 0, Y = 0, E = 2) (input logic clk, input logic rst_n);
  logic push, push_line, push2, reserve, keep, room, room_line, room_pair, room_spare, valid, ready, last, short_valid, short_ready;
  logic [W-1:0] push_head, push2_head, head, short_head;
  logic [1:0] busy;
  logic [L*B-1:0] push_data;
  logic [L-1:0] beat;
  logic [$clog2(D+1)-1:0] free;
  box #(.Kind ("link_tx"), .P0 (W), .P1 (L), .P2 (B), .P3 (D), .P4 (P), .P5 (S), .P6 (A + 2*T + 4*Y + 8*(E-2)), .Ins (2*W+L*B+9), .Outs (2*W+L+7+$clog2(D+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({push, push_line, push_head, push_data, push2, push2_head, reserve, keep, busy, ready, short_ready}),
           .outs_i ({room, free, room_line, room_pair, room_spare, valid, last, beat, head, short_valid, short_head}));
  cohgen_link_tx #(.Width (W), .DstBits (2), .LinkBits (L), .Beats (B), .Depth (D), .Places (P), .Spare (S), .Apart (A),
    .Pairs (T), .Steady (Y), .Settle (E)) u (.clk_i (clk), .rst_ni (rst_n), .push_valid_i (push), .push_line_i (push_line), .push_head_i (push_head),
    .push_data_i (push_data), .push2_valid_i (push2), .push2_head_i (push2_head), .reserve_i (reserve), .keep_i (keep), .room_o (room), .free_o (free),
    .room_line_o (room_line), .room_pair_o (room_pair), .room_spare_o (room_spare), .busy_i (busy), .valid_o (valid),
    .ready_i (ready), .last_o (last), .beat_o (beat), .head_o (head), .short_valid_o (short_valid),
    .short_ready_i (short_ready), .short_head_o (short_head));
endmodule

// A sender's number is in the top bits of a header.
module tb_link_rx #(parameter int W = 1, L = 1, B = 1, S = 1, P = 1, E = 0, A = 0) (input logic clk, input logic rst_n);
  localparam int X = (S > 1) ? $clog2(S) : 1;
  logic valid, fits, begun, head_valid, done;
  logic [L+W:0] flit;
  logic [S-1:0] room;
  logic [W-1:0] head;
  logic [X-1:0] src;
  logic [L*B-1:0] line;
  box #(.Kind ("link_rx"), .P0 (W), .P1 (L), .P2 (B), .P3 (S), .P4 (P), .P5 (E), .P6 (A), .Ins (W+L+X+3), .Outs (W+L*B+S+3))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({valid, flit, done, src}),
           .outs_i ({fits, room, begun, head_valid, head, line}));
  cohgen_link_rx #(.Width (W), .LinkBits (L), .Beats (B), .Sources (S), .Places (P), .SrcAt (W - X), .SrcBits (X), .Lead (E),
    .Ahead (A)) u (.clk_i (clk), .rst_ni (rst_n), .valid_i (valid), .flit_i (flit), .fits_o (fits), .room_o (room), .inside_o (begun),
    .head_valid_o (head_valid), .head_o (head), .done_i (done), .src_i (src), .line_o (line));
endmodule

module tb_plru #(parameter int Ways = 1) (input logic clk, input logic rst_n);
  localparam int N = (Ways > 1) ? Ways - 1 : 1;
  localparam int B = (Ways > 1) ? $clog2(Ways) : 1;
  logic [N-1:0] bits, touched;
  logic [B-1:0] touch, victim;
  logic [Ways-1:0] locked;
  logic valid;
  box #(.Kind ("plru"), .P0 (Ways), .Ins (N+B+Ways), .Outs (N+B+1))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({bits, touch, locked}), .outs_i ({touched, victim, valid}));
  cohgen_plru #(.Ways (Ways)) u (.bits_i (bits), .touch_way_i (touch), .touched_o (touched), .locked_i (locked),
    .victim_o (victim), .victim_valid_o (valid));
endmodule

module tb_mshr #(parameter int E = 1, parameter int K = 1, parameter int B = 1, parameter int W = 1,
                 parameter int Pairs = 1, parameter int Flashes = 2) (input logic clk, input logic rst_n);
  localparam int X = (E > 1) ? $clog2(E) : 1;
  localparam logic [W-1:0] Flash = (Flashes == 1) ? W'(64'h5555555555555555) : '0;
  logic [K-1:0] key, wr_key, rd_key, pair_key;
  logic [X-1:0] rd_idx, wr_idx, hit_idx, free_idx, pair_idx;
  logic wr, alloc, rel, has_way, flash, hit, hit_has_way, full, pair, pair_room;
  logic [B-1:0] way, hit_way;
  logic [W-1:0] data, mask, value, hit_data, pair_data;
  logic [$clog2(E+1)-1:0] occupancy;
  logic [E-1:0] all_valid;
  logic [E*W-1:0] all_data;
  box #(.Kind ("mshr"), .P0 (E), .P1 (K), .P2 (Pairs), .P3 (B), .P4 (Flashes), .P5 (W), .Ins (3*K+2*X+6+B+4*W),
        .Outs (4+3*X+W+B+K+$clog2(E+1)+E+E*W))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({key, rd_idx, wr, wr_idx, alloc, wr_key, rel, has_way, way, data, pair, pair_key,
                    pair_data, flash, mask, value}),
           .outs_i ({hit, hit_idx, hit_data, hit_has_way, hit_way, full, free_idx, pair_room, pair_idx,
                    rd_key, occupancy, all_valid, all_data}));
  cohgen_mshr #(.Entries (E), .KeyBits (K), .WayBits (B), .Width (W), .Pairs (Pairs), .Flashes (Flashes), .Flash (Flash))
    u (.clk_i (clk), .rst_ni (rst_n), .key_i (key), .hit_o (hit), .hit_idx_o (hit_idx), .hit_data_o (hit_data),
    .hit_has_way_o (hit_has_way), .hit_way_o (hit_way), .full_o (full),
    .free_idx_o (free_idx), .rd_idx_i (rd_idx), .rd_key_o (rd_key), .wr_i (wr), .wr_idx_i (wr_idx),
    .wr_alloc_i (alloc), .wr_key_i (wr_key), .wr_release_i (rel), .wr_has_way_i (has_way), .wr_way_i (way),
    .wr_data_i (data), .pair_i (pair), .pair_key_i (pair_key), .pair_data_i (pair_data), .pair_room_o (pair_room),
    .pair_idx_o (pair_idx), .flash_i (flash), .flash_mask_i (mask), .flash_value_i (value), .occupancy_o (occupancy),
    .all_valid_o (all_valid), .all_data_o (all_data));
endmodule

module tb_waiters #(parameter int E = 1, parameter int W = 1, parameter int M = 1, parameter int B = 1,
                    parameter int S = 0, parameter int N = 0, parameter int T = 2)
  (input logic clk, input logic rst_n);
  localparam int X = (M > 1) ? $clog2(M) : 1;
  localparam int Y = (N > 0) ? N : 1;
  logic tries, merge, wake, drop, take, done, retry, park, split, full, valid;
  logic [X-1:0] mshr;
  logic [B-1:0] drop_id;
  logic [Y-1:0] merge_words, wake_words, split_words, words;
  logic [W-1:0] merge_data, data;
  logic [$clog2(E+1)-1:0] occupancy;
  box #(.Kind ("waiters"), .P0 (E), .P1 (W), .P2 (M), .P3 (B), .P4 (S), .P5 (N), .P6 (T), .Ins (9+X+B+3*Y+W),
        .Outs (2+Y+W+$clog2(E+1)))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({tries, merge, merge_data, merge_words, mshr, wake, wake_words, drop, drop_id, take, done, retry, park,
                    split, split_words}),
           .outs_i ({full, valid, data, words, occupancy}));
  cohgen_waiters #(.Entries (E), .Width (W), .Mshrs (M), .IdBits (B), .IdAt (W-B), .Served (S), .Words (N), .Settle (T)) u (
    .clk_i (clk), .rst_ni (rst_n), .try_i (tries), .merge_i (merge), .merge_data_i (merge_data),
    .merge_words_i (merge_words), .full_o (full), .mshr_i (mshr), .wake_i (wake), .wake_words_i (wake_words),
    .drop_i (drop), .drop_id_i (drop_id), .valid_o (valid), .data_o (data), .words_o (words), .take_i (take),
    .done_i (done), .retry_i (retry), .park_i (park), .split_i (split), .split_words_i (split_words),
    .occupancy_o (occupancy));
endmodule

module tb_flash_map #(parameter int R = 2, parameter int L = 1, parameter int B = 1)
  (input logic clk, input logic rst_n);
  localparam int X = (R > 1) ? $clog2(R) : 1;
  logic [(1<<B)*B-1:0] map;
  logic [X-1:0] raddr, waddr;
  logic wen, flash;
  logic [L-1:0] wlane;
  logic [B-1:0] wdata;
  logic [L*B-1:0] rdata;
  box #(.Kind ("flash_map"), .P0 (R), .P1 (L), .P2 (B), .Ins (2*X+2+L+B+(1<<B)*B), .Outs (L*B))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o ({raddr, wen, waddr, wlane, wdata, flash, map}), .outs_i (rdata));
  cohgen_flash_map #(.Rows (R), .Lanes (L), .Bits (B)) u (.clk_i (clk), .rst_ni (rst_n), .raddr_i (raddr),
    .rdata_o (rdata), .wen_i (wen), .waddr_i (waddr), .wlane_i (wlane), .wdata_i (wdata), .flash_i (flash),
    .map_i (map));
endmodule

module tb_clock #(parameter int B = 1, parameter int C = 1) (input logic clk, input logic rst_n);
  logic [B-1:0] clock;
  logic wrap, unused_in;
  box #(.Kind ("clock"), .P0 (B), .P1 (C), .Ins (1), .Outs (B+1))
    u_box (.clk_i (clk), .rst_ni (rst_n), .ins_o (unused_in), .outs_i ({clock, wrap}));
  cohgen_clock #(.Bits (B), .Cycles (C)) u (.clk_i (clk), .rst_ni (rst_n), .clock_o (clock), .wrap_o (wrap));
endmodule

module tb_axi_port #(parameter int A = 32, parameter int L = 16, parameter int D = 32, parameter int B = 2,
                     parameter int W = 2, parameter int S = 0, parameter int R = 1 << B)
  (input logic clk, input logic rst_n);
  logic req_valid, req_ready, req_write, fill_valid, fill_ready, error;
  logic [A-1:0] req_addr, fill_addr, awaddr, araddr;
  logic [B-1:0] req_id, fill_id, awid, bid, arid, rid;
  logic [L*(8+S)-1:0] req_data;
  logic [L*8-1:0] fill_data;
  logic awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready, rlast;
  logic [7:0] awlen, arlen;
  logic [2:0] awsize, arsize;
  logic [1:0] awburst, arburst, bresp, rresp;
  logic [15:0] awkind, arkind; // lock, cache, prot, qos, region
  logic [D-1:0] wdata, rdata;
  logic [D/8-1:0] wstrb;
  box #(.Kind ("axi_port"), .P0 (A), .P1 (L), .P2 (D), .P3 (B), .P4 (W), .P5 (S), .P6 (R),
        .Ins (A+3*B+L*(8+S)+D+13), .Outs (3*A+3*B+L*8+D+D/8+67))
    u_box (.clk_i (clk), .rst_ni (rst_n),
           .ins_o ({req_valid, req_write, req_addr, req_id, req_data, fill_ready, awready, wready, bvalid, bid, bresp,
                    arready, rvalid, rid, rdata, rresp, rlast}),
           .outs_i ({req_ready, fill_valid, fill_id, fill_addr, fill_data, error, awvalid, awid, awaddr, awlen, awsize,
                     awburst, awkind, wvalid, wdata, wstrb, wlast, bready, arvalid, arid, araddr, arlen, arsize, arburst,
                     arkind, rready}));
  cohgen_axi_port #(.AddrBits (A), .LineBytes (L), .DataBits (D), .IdBits (B), .Reads (R), .Writes (W), .Strobes (S)) u (
    .clk_i (clk), .rst_ni (rst_n), .req_valid_i (req_valid), .req_ready_o (req_ready), .req_write_i (req_write),
    .req_addr_i (req_addr), .req_id_i (req_id), .req_data_i (req_data), .fill_valid_o (fill_valid),
    .fill_ready_i (fill_ready), .fill_id_o (fill_id), .fill_addr_o (fill_addr), .fill_data_o (fill_data),
    .error_o (error), .m_axi_awvalid_o (awvalid), .m_axi_awready_i (awready), .m_axi_awid_o (awid),
    .m_axi_awaddr_o (awaddr), .m_axi_awlen_o (awlen), .m_axi_awsize_o (awsize), .m_axi_awburst_o (awburst),
    .m_axi_awlock_o (awkind[15]), .m_axi_awcache_o (awkind[14:11]), .m_axi_awprot_o (awkind[10:8]),
    .m_axi_awqos_o (awkind[7:4]), .m_axi_awregion_o (awkind[3:0]), .m_axi_wvalid_o (wvalid),
    .m_axi_wready_i (wready), .m_axi_wdata_o (wdata), .m_axi_wstrb_o (wstrb),
    .m_axi_wlast_o (wlast), .m_axi_bvalid_i (bvalid), .m_axi_bready_o (bready), .m_axi_bid_i (bid),
    .m_axi_bresp_i (bresp), .m_axi_arvalid_o (arvalid), .m_axi_arready_i (arready), .m_axi_arid_o (arid),
    .m_axi_araddr_o (araddr), .m_axi_arlen_o (arlen), .m_axi_arsize_o (arsize), .m_axi_arburst_o (arburst),
    .m_axi_arlock_o (arkind[15]), .m_axi_arcache_o (arkind[14:11]), .m_axi_arprot_o (arkind[10:8]),
    .m_axi_arqos_o (arkind[7:4]), .m_axi_arregion_o (arkind[3:0]), .m_axi_rvalid_i (rvalid),
    .m_axi_rready_o (rready), .m_axi_rid_i (rid), .m_axi_rdata_i (rdata),
    .m_axi_rresp_i (rresp), .m_axi_rlast_i (rlast));
endmodule

module parts_tb;
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  int   cycles;

  always #1 clk = !clk;

  initial begin
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 20000;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    repeat (cycles) @(negedge clk);
    void'(part_report($test$plusargs("only") != 0 ? 1 : 0));
    $finish;
  end

  // The instances: below, one line each.
  tb_ram #(.D (1), .L (1), .B (1)) sram_0 (.*);
  tb_ram #(.D (6), .L (3), .B (8)) sram_1 (.*);
  tb_ram #(.D (64), .L (4), .B (32)) sram_2 (.*);
  tb_ram #(.D (6), .L (3), .B (8), .T (2)) sram_3 (.*);
  tb_ram #(.Fwd (1), .D (1), .L (1), .B (1)) ram_fwd_0 (.*);
  tb_ram #(.Fwd (1), .D (6), .L (3), .B (8), .T (2)) ram_fwd_5 (.*);
  tb_ram #(.Fwd (1), .D (4), .L (4), .B (5), .S (1), .T (2)) ram_fwd_6 (.*);
  tb_ram #(.Fwd (1), .D (6), .L (3), .B (8)) ram_fwd_1 (.*);
  tb_ram #(.Fwd (1), .D (64), .L (4), .B (32)) ram_fwd_2 (.*);
  tb_ram #(.Fwd (1), .D (6), .L (3), .B (8), .S (1)) ram_fwd_3 (.*);
  tb_sram_1rw #(.D (1), .L (1), .B (1)) sram_1rw_0 (.*);
  tb_sram_1rw #(.D (6), .L (3), .B (8)) sram_1rw_1 (.*);
  tb_sram_1rw #(.D (6), .L (3), .B (8), .T (2)) sram_1rw_3 (.*);
  tb_ram_1rw #(.D (6), .L (3), .B (8), .W (1), .T (2)) ram_1rw_5 (.*);
  tb_ram_1rw #(.D (4), .L (6), .B (5), .W (2), .Y (2), .T (2)) ram_1rw_6 (.*);
  tb_ram_1rw #(.D (4), .L (4), .B (5), .W (1), .S (1), .T (2)) ram_1rw_7 (.*);
  tb_sram_1rw #(.D (64), .L (4), .B (32)) sram_1rw_2 (.*);
  tb_ram_1rw #(.D (1), .L (1), .B (1)) ram_1rw_0 (.*);
  tb_ram_1rw #(.D (6), .L (3), .B (8)) ram_1rw_1 (.*);
  tb_ram_1rw #(.D (6), .L (3), .B (8), .W (2)) ram_1rw_2 (.*);
  tb_ram_1rw #(.D (64), .L (4), .B (32), .W (2)) ram_1rw_3 (.*);
  tb_ram_1rw #(.D (6), .L (3), .B (8), .S (1)) ram_1rw_4 (.*);
  tb_pair_fifo #(.W (1), .D (2)) pair_fifo_0 (.*);
  tb_pair_fifo #(.W (8), .D (5)) pair_fifo_1 (.*);
  tb_pair_fifo #(.W (64), .D (8)) pair_fifo_2 (.*);
  tb_fifo #(.W (1), .D (1)) fifo_0 (.*);
  tb_fifo #(.W (8), .D (2)) fifo_1 (.*);
  tb_fifo #(.W (33), .D (5)) fifo_2 (.*);
  tb_fifo #(.W (64), .D (16)) fifo_3 (.*);
  tb_delay #(.W (1), .L (1)) delay_0 (.*);
  tb_delay #(.W (8), .L (2)) delay_1 (.*);
  tb_delay #(.W (33), .L (7)) delay_2 (.*);
  tb_delay #(.W (64), .L (40)) delay_3 (.*);
  tb_rollback_fifo #(.W (1), .D (1)) rollback_fifo_0 (.*);
  tb_rollback_fifo #(.W (9), .D (5)) rollback_fifo_1 (.*);
  tb_rollback_fifo #(.W (64), .D (8)) rollback_fifo_2 (.*);
  tb_rollback_fifo #(.W (9), .D (5), .O (1)) rollback_fifo_3 (.*);
  tb_rollback_fifo #(.W (9), .D (4), .F (1), .O (1)) rollback_fifo_4 (.*);
  tb_source_queues #(.W (1), .D (1), .S (1), .R (1), .N (2), .P (1)) source_queues_0 (.*);
  tb_source_queues #(.W (9), .D (1), .S (4), .O (1), .R (3), .N (16), .P (9)) source_queues_1 (.*);
  tb_source_queues #(.W (20), .D (2), .S (4), .O (0), .R (4), .N (9), .P (30)) source_queues_2 (.*);
  tb_source_queues #(.W (40), .D (3), .S (5), .O (1), .R (2), .N (5), .P (3)) source_queues_3 (.*);
  tb_source_queues #(.W (20), .D (3), .S (4), .O (1), .R (3), .N (9), .P (30), .T (3)) source_queues_4 (.*);
  tb_arb_rr #(.N (1)) arb_rr_0 (.*);
  tb_arb_rr #(.N (3)) arb_rr_1 (.*);
  tb_arb_rr #(.N (16)) arb_rr_2 (.*);
  tb_xbar #(.I (1), .O (1), .W (1), .D (1)) xbar_0 (.*);
  tb_xbar #(.I (3), .O (2), .W (9), .D (3)) xbar_1 (.*);
  tb_xbar #(.I (4), .O (5), .W (32), .D (2)) xbar_2 (.*);
  tb_xbar #(.I (3), .O (3), .W (16), .D (0)) xbar_3 (.*);
  tb_packets #(.I (1)) packets_0 (.*);
  tb_packets #(.I (3)) packets_1 (.*);
  tb_packets #(.I (8)) packets_2 (.*);
  tb_link_tx #(.W (3), .L (8), .B (4), .D (4), .P (2)) link_tx_0 (.*);
  tb_link_tx #(.W (9), .L (16), .B (1), .D (3), .P (2), .S (1)) link_tx_1 (.*);
  tb_link_tx #(.W (4), .L (1), .B (2), .D (6), .P (1), .A (1)) link_tx_2 (.*);
  tb_link_tx #(.W (20), .L (8), .B (8), .D (5), .P (3), .S (1), .A (1)) link_tx_3 (.*);
  tb_link_tx #(.W (12), .L (8), .B (4), .D (4), .P (2), .A (1)) link_tx_4 (.*);
  tb_link_tx #(.W (9), .L (8), .B (4), .D (5), .P (2), .S (1), .A (1), .T (1)) link_tx_5 (.*);
  tb_link_tx #(.W (6), .L (16), .B (4), .D (8), .P (3), .S (1), .A (0), .T (1)) link_tx_6 (.*);
  tb_link_tx #(.W (12), .L (8), .B (4), .D (8), .P (3), .A (1)) link_tx_7 (.*);
  tb_link_tx #(.W (12), .L (8), .B (4), .D (4), .P (1), .A (1), .Y (1)) link_tx_8 (.*);
  tb_link_tx #(.W (9), .L (8), .B (4), .D (5), .P (2), .S (1), .A (1), .T (1), .Y (1)) link_tx_9 (.*);
  tb_link_tx #(.W (6), .L (8), .B (8), .D (8), .P (2), .A (0), .Y (1)) link_tx_10 (.*);
  tb_link_tx #(.W (12), .L (8), .B (4), .D (5), .P (1), .A (1), .Y (1), .E (3)) link_tx_13 (.*);
  tb_link_tx #(.W (9), .L (8), .B (4), .D (6), .P (2), .S (1), .A (1), .T (1), .Y (1), .E (3)) link_tx_14 (.*);
  tb_link_rx #(.W (3), .L (8), .B (4), .S (1), .P (2)) link_rx_0 (.*);
  tb_link_rx #(.W (9), .L (16), .B (1), .S (2), .P (2)) link_rx_1 (.*);
  tb_link_rx #(.W (5), .L (1), .B (2), .S (4), .P (1)) link_rx_2 (.*);
  tb_link_rx #(.W (20), .L (8), .B (8), .S (5), .P (3)) link_rx_3 (.*);
  tb_link_rx #(.W (3), .L (8), .B (4), .S (1), .P (1), .E (2), .A (1)) link_rx_4 (.*);
  tb_link_rx #(.W (5), .L (16), .B (2), .S (4), .P (1), .E (1), .A (1)) link_rx_5 (.*);
  tb_link_rx #(.W (9), .L (8), .B (8), .S (2), .P (2), .E (2), .A (0)) link_rx_6 (.*);
  tb_link_rx #(.W (4), .L (16), .B (1), .S (1), .P (1), .E (0), .A (1)) link_rx_7 (.*);
  tb_plru #(.Ways (1)) plru_0 (.*);
  tb_plru #(.Ways (2)) plru_1 (.*);
  tb_plru #(.Ways (4)) plru_2 (.*);
  tb_plru #(.Ways (8)) plru_3 (.*);
  tb_plru #(.Ways (16)) plru_4 (.*);
  tb_mshr #(.E (1), .K (1), .B (1), .W (1)) mshr_0 (.*);
  tb_mshr #(.E (3), .K (6), .B (2), .W (12)) mshr_1 (.*);
  tb_mshr #(.E (8), .K (26), .B (3), .W (40)) mshr_2 (.*);
  tb_mshr #(.E (6), .K (8), .B (2), .W (13), .Pairs (0), .Flashes (1)) mshr_3 (.*);
  tb_mshr #(.E (4), .K (6), .B (1), .W (10), .Pairs (0), .Flashes (0)) mshr_4 (.*);
  tb_waiters #(.E (1), .W (1), .M (1), .B (1)) waiters_0 (.*);
  tb_waiters #(.E (3), .W (8), .M (3), .B (2)) waiters_1 (.*);
  tb_waiters #(.E (8), .W (50), .M (4), .B (2)) waiters_2 (.*);
  tb_waiters #(.E (1), .W (3), .M (2), .B (1), .S (1)) waiters_3 (.*);
  tb_waiters #(.E (5), .W (9), .M (2), .B (2), .S (1)) waiters_4 (.*);
  tb_waiters #(.E (1), .W (1), .M (1), .B (1), .N (1)) waiters_5 (.*);
  tb_waiters #(.E (4), .W (9), .M (3), .B (2), .N (4)) waiters_6 (.*);
  tb_waiters #(.E (6), .W (9), .M (2), .B (2), .S (1), .N (3)) waiters_7 (.*);
  tb_waiters #(.E (5), .W (9), .M (2), .B (2), .S (1), .T (3)) waiters_8 (.*);
  tb_waiters #(.E (4), .W (9), .M (3), .B (2), .N (4), .T (3)) waiters_9 (.*);
  tb_flash_map #(.R (1), .L (1), .B (1)) flash_map_0 (.*);
  tb_flash_map #(.R (5), .L (6), .B (3)) flash_map_1 (.*);
  tb_flash_map #(.R (8), .L (4), .B (3)) flash_map_2 (.*);
  tb_fences #(.T (1), .B (1), .P (1), .L (1)) fences_0 (.*);
  tb_fences #(.T (3), .B (2), .P (3), .L (8)) fences_1 (.*);
  tb_fences #(.T (16), .B (5), .P (2), .L (3)) fences_2 (.*);
  tb_fences #(.T (5), .B (3), .P (2), .L (4), .S (3)) fences_3 (.*);
  tb_amo #(.W (1)) amo_0 (.*);
  tb_amo #(.W (32)) amo_1 (.*);
  tb_amo #(.W (64)) amo_2 (.*);
  tb_sum #(.W (1)) sum_0 (.*);
  tb_sum #(.W (20)) sum_1 (.*);
  tb_sum #(.W (63)) sum_2 (.*);
  tb_least #(.N (1)) least_0 (.*);
  tb_least #(.N (13)) least_1 (.*);
  tb_least #(.N (32)) least_2 (.*);
  tb_fewer #(.W (1), .M (3)) fewer_0 (.*);
  tb_fewer #(.W (9), .M (16)) fewer_1 (.*);
  tb_axi_port #(.A (12), .L (4), .D (32), .B (1), .W (1)) axi_port_0 (.*);
  tb_axi_port #(.A (32), .L (16), .D (32), .B (2), .W (3)) axi_port_1 (.*);
  tb_axi_port #(.A (40), .L (64), .D (64), .B (4), .W (16)) axi_port_2 (.*);
  tb_axi_port #(.A (32), .L (32), .D (256), .B (3), .W (8), .R (5)) axi_port_3 (.*);
  tb_axi_port #(.A (32), .L (16), .D (32), .B (2), .W (3), .S (1)) axi_port_4 (.*);
  tb_axi_port #(.A (40), .L (64), .D (64), .B (3), .W (4), .S (1), .R (6)) axi_port_5 (.*);
  tb_axi_port #(.A (32), .L (32), .D (64), .B (5), .W (32), .R (1)) axi_port_6 (.*);
  tb_axi_port #(.A (32), .L (32), .D (64), .B (5), .W (32), .R (16)) axi_port_7 (.*);
  tb_clock #(.B (1), .C (1)) clock_0 (.*);
  tb_clock #(.B (3), .C (5)) clock_1 (.*);
  tb_clock #(.B (8), .C (8)) clock_2 (.*);
  tb_store_buffer #(.E (1), .K (1), .L (1), .F (1), .P (1)) store_buffer_0 (.*);
  tb_store_buffer #(.E (3), .K (3), .L (4), .F (2), .P (3)) store_buffer_1 (.*);
  tb_store_buffer #(.E (8), .K (26), .L (16), .F (1), .P (2)) store_buffer_2 (.*);
  tb_store_buffer #(.E (32), .K (6), .L (8), .F (3), .P (3)) store_buffer_3 (.*);
  tb_store_buffer #(.E (4), .K (4), .L (4), .F (2), .P (3), .T (3)) store_buffer_4 (.*);
  tb_sfifo #(.W (1), .D (2), .P (1)) sfifo_0 (.*);
  tb_sfifo #(.W (9), .D (5), .P (3)) sfifo_1 (.*);
  tb_sfifo #(.W (26), .D (64), .P (16)) sfifo_2 (.*);
  tb_sfifo #(.W (26), .D (256), .P (31)) sfifo_3 (.*);
  tb_sfifo #(.W (3), .D (2), .P (0)) sfifo_4 (.*);
  tb_sfifo #(.W (9), .D (7), .P (0)) sfifo_5 (.*);
  tb_stash_translate #(.S (7), .P (7), .A (7)) stash_translate_0 (.*);
  tb_stash_translate #(.S (9), .P (12), .A (16)) stash_translate_1 (.*);
  tb_stash_translate #(.S (14), .P (32), .A (32)) stash_translate_2 (.*);
  tb_stash_translate #(.S (14), .P (24), .A (48)) stash_translate_3 (.*);
  tb_stash_map #(.E (2), .B (1), .M (1), .C (1), .W (1), .K (1)) stash_map_0 (.*);
  tb_stash_map #(.E (5), .B (3), .M (2), .C (3), .W (20), .K (2)) stash_map_1 (.*);
  tb_stash_map #(.E (64), .B (8), .M (4), .C (256), .W (60), .K (4)) stash_map_2 (.*);
  tb_vp_map #(.E (2), .M (2), .G (1), .V (3), .P (3)) vp_map_0 (.*);
  tb_vp_map #(.E (5), .M (3), .G (4), .V (9), .P (8)) vp_map_1 (.*);
  tb_vp_map #(.E (64), .M (64), .G (12), .V (32), .P (40)) vp_map_2 (.*);
  tb_stash_storage #(.W (4), .C (2), .B (1), .M (2)) stash_storage_0 (.*);
  tb_stash_storage #(.W (24), .C (4), .B (2), .M (5)) stash_storage_1 (.*);
  tb_stash_storage #(.W (4096), .C (16), .B (4), .M (64)) stash_storage_2 (.*);
  tb_scratch_dma #(.W (4), .A (6), .N (2)) scratch_dma_0 (.*);
  tb_scratch_dma #(.W (60), .A (12), .N (3)) scratch_dma_1 (.*);
  tb_scratch_dma #(.W (4096), .A (32), .N (16)) scratch_dma_2 (.*);
  tb_order #(.T (1), .W (1), .D (1)) order_0 (.*);
  tb_order #(.T (5), .W (9), .D (32)) order_1 (.*);
  tb_order #(.T (16), .W (60), .D (32)) order_2 (.*);
  tb_spaces #(.T (1), .D (1), .C (1), .P (1)) spaces_0 (.*);
  tb_spaces #(.T (5), .D (9), .C (3), .P (2)) spaces_1 (.*);
  tb_spaces #(.T (5), .D (9), .C (3), .P (2), .O (1)) spaces_2 (.*);
  tb_scoreboard #(.T (1), .S (2)) scoreboard_0 (.*);
  tb_scoreboard #(.T (3), .S (4), .C (4), .K (2), .W (9)) scoreboard_1 (.*);
  tb_scoreboard #(.T (16), .S (8), .C (7), .K (4), .W (60)) scoreboard_2 (.*);
  tb_link_tx #(.W (9), .L (8), .B (4), .D (8), .P (1), .A (1), .T (1), .Y (1)) link_tx_11 (.*);
  tb_link_tx #(.W (12), .L (8), .B (4), .D (6), .P (2), .A (1), .Y (1)) link_tx_12 (.*);
  tb_transfer #(.I (1), .W (2), .A (3)) transfer_0 (.*);
  tb_transfer #(.I (2), .W (64), .A (10)) transfer_1 (.*);
  tb_transfer #(.I (4), .W (4096), .A (32)) transfer_2 (.*);
  tb_join #(.L (1), .W (2), .B (1), .C (1)) join_0 (.*);
  tb_join #(.L (3), .W (5), .B (9), .C (4)) join_1 (.*);
  tb_join #(.L (57), .W (16), .B (32), .C (15)) join_2 (.*);
  tb_gather #(.L (1), .K (1), .W (2), .E (1), .C (1)) gather_0 (.*);
  tb_gather #(.L (3), .K (4), .W (5), .E (3), .C (7)) gather_1 (.*);
  tb_gather #(.L (53), .K (10), .W (16), .E (8), .C (64)) gather_2 (.*);
  tb_cam #(.E (1), .K (1), .D (1)) cam_0 (.*);
  tb_cam #(.E (5), .K (4), .D (9)) cam_1 (.*);
  tb_cam #(.E (64), .K (36), .D (48)) cam_2 (.*);
  tb_tlb #(.E (2), .K (2), .T (1)) tlb_0 (.*);
  tb_tlb #(.E (5), .K (4), .T (7)) tlb_1 (.*);
  tb_tlb #(.E (64), .K (7)) tlb_2 (.*);
  tb_tlb #(.E (64), .K (20)) tlb_3 (.*);
  tb_ring #(.E (2), .D (1)) ring_0 (.*);
  tb_ring #(.E (5), .D (9)) ring_1 (.*);
  tb_ring #(.E (5), .D (9), .S (1'b0)) ring_2 (.*);
  tb_ring #(.E (64), .D (60)) ring_3 (.*);
  tb_cache_walk #(.W (1), .D (2), .S (1), .A (1), .T (1)) cache_walk_0 (.*);
  tb_cache_walk #(.W (5), .D (3), .S (3), .A (2), .T (4)) cache_walk_1 (.*);
  tb_cache_walk #(.W (10), .D (16), .S (64), .A (8), .T (22)) cache_walk_2 (.*);
  tb_divide #(.N (1), .D (1)) divide_0 (.*);
  tb_divide #(.N (8), .D (4)) divide_1 (.*);
  tb_divide #(.N (5), .D (9)) divide_2 (.*);
  tb_divide #(.N (16), .D (16)) divide_3 (.*);
  tb_spaces #(.T (5), .D (9), .C (5), .P (1)) spaces_3 (.*);
  tb_spaces #(.T (16), .D (9), .C (16), .P (4), .O (1)) spaces_4 (.*);
endmodule
