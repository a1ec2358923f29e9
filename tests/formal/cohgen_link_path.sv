// Two senders' ends of links, a crossbar and a receiver's end, end to end: one message of one sender, chosen freely, comes
// out as it was pushed, in its order. A header says in its lowest bit whether a line belongs to it, and in its highest
// bits its only receiver and who sent it. With Lead, its line is looked at Lead + 1 cycles after its header, or later.
module cohgen_link_path #(
  parameter int LinkBits = 1,
  parameter int Beats    = 2,
  parameter int Apart    = 1,
  parameter int Lead     = 0,
  parameter int Ahead    = 0,
  parameter int Steady   = 0
) (
  input logic                        clk_i, rst_ni,
  input logic [1:0]                  push_valid_i, push_line_i, push_tag_i,
  input logic [2*LinkBits*Beats-1:0] push_data_i,
  input logic                        done_i, src_i
);
  localparam int LineBits = LinkBits * Beats;

  localparam int W = 4 + LinkBits; // a flit: {last, beat, source, tag, has a line}

  // Ports 0 and 1 are the senders' first ones, 2 and 3 their short ones.
  logic [1:0]     room, room_line, lines_open;
  logic [3:0]     valid, ready, last, dst, open, closed;
  logic [4*W-1:0] flits;
  logic [W-1:0]   flit;
  logic           out_valid, fits, head_valid, begun;
  logic [2:0]     head;
  logic [LineBits-1:0] line;

  for (genvar s = 0; s < 2; s++) begin : gen_sender
    cohgen_link_tx #(.Width (4), .DstBits (1), .LinkBits (LinkBits), .Beats (Beats), .Depth (3), .Places (2), .Apart (Apart), .Steady (Steady)) u_tx (
      .clk_i (clk_i), .rst_ni (rst_ni), .push_valid_i (push_valid_i[s]), .push_line_i (push_line_i[s]),
      .push_head_i ({1'b1, 1'(s), push_tag_i[s], push_line_i[s]}),
      .push_data_i (push_data_i[s*LineBits +: LineBits]), .push2_valid_i (1'b0), .push2_head_i ('0), .reserve_i (1'b0), .keep_i (1'b1),
      .room_o (room[s]), .room_line_o (room_line[s]), .room_pair_o (), .room_spare_o (), .busy_i (closed[s]),
      .valid_o (valid[s]), .ready_i (ready[s]), .last_o (flits[s*W+W-1]), .beat_o (flits[s*W+3 +: LinkBits]),
      .head_o ({dst[s], flits[s*W +: 3]}), .short_valid_o (valid[2+s]), .short_ready_i (ready[2+s]),
      .short_head_o ({dst[2+s], flits[(2+s)*W +: 3]}));
    assign flits[(2+s)*W+3 +: 1+LinkBits] = {1'b1, LinkBits'(0)};
    always @(*) if (rst_ni) assume (!push_valid_i[s] || (room[s] && (!push_line_i[s] || room_line[s])));
  end

  for (genvar i = 0; i < 4; i++) assign last[i] = flits[i*W+W-1];
  cohgen_packets #(.In (4), .SrcBits (2)) u_packets (
    .clk_i (clk_i), .rst_ni (rst_ni), .in_last_i (last), .open_i (4'b1111), .lines_i ({2{lines_open}}), .open_o (open),
    .closed_o (closed), .taken_i (out_valid), .src_i ({1'b0, flit[2]}), .last_i (flit[W-1]));

  cohgen_xbar #(.In (4), .Out (1), .Width (W), .Depth (0)) u_xbar (
    .clk_i (clk_i), .rst_ni (rst_ni), .in_valid_i (valid), .in_ready_o (ready), .in_dst_i (dst), .in_data_i (flits),
    .out_valid_o (out_valid), .out_ready_i (1'b1), .out_open_i (open), .out_data_o (flit));

  cohgen_link_rx #(.Width (3), .LinkBits (LinkBits), .Beats (Beats), .Sources (2), .Places (1), .SrcAt (2), .SrcBits (1),
    .Lead (Lead), .Ahead (Ahead)) u_rx (
    .clk_i (clk_i), .rst_ni (rst_ni), .valid_i (out_valid), .flit_i (flit), .fits_o (fits), .room_o (lines_open), .inside_o (begun),
    .head_valid_o (head_valid), .head_o (head), .done_i (done_i), .src_i (src_i), .line_o (line));

  `include "reset.svh"

  (* anyconst *) logic f_me;
  (* anyseq *) logic f_choose;
  logic                f_watch_q, f_whole_q; // a message is under watch; its header has come out
  logic [2:0]          f_head_q;
  logic [LineBits-1:0] f_line_q;
  logic [3:0]          f_heads_q, f_lines_q;     // of the sender: pushed and not out; ... lines that are not done with
  logic [3:0]          f_before_q, f_between_q;  // of those, before the one under watch
  logic [3:0]          f_out_q [0:1];            // lines that are whole and not done with, by sender
  logic [1:0]          f_late [0:Lead];          // ... that are so many flits from being whole at most
  logic                f_push, f_push_line, f_came, f_done;

  assign f_push      = push_valid_i[f_me];
  assign f_push_line = push_valid_i[f_me] && push_line_i[f_me];
  assign f_came      = head_valid && head[2] == f_me;
  assign f_done      = done_i && src_i == f_me;

  assign f_late[0] = {2{head_valid && head[0]}} & {head[2], !head[2]};
  for (genvar l = 0; l < Lead; l++) begin : gen_lead
    logic [1:0] late_q;
    assign f_late[l+1] = late_q;
    always @(posedge clk_i) late_q <= rst_ni ? f_late[l] : 2'b00;
  end

  always @(*) if (rst_ni) assume (!done_i || f_out_q[src_i] != '0);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q  <= 1'b0;
      f_whole_q  <= 1'b0;
      f_heads_q  <= '0;
      f_lines_q  <= '0;
      f_out_q[0] <= '0;
      f_out_q[1] <= '0;
    end else begin
      f_heads_q  <= f_heads_q + 4'(f_push) - 4'(f_came);
      f_lines_q  <= f_lines_q + 4'(f_push_line) - 4'(f_done);
      f_out_q[0] <= f_out_q[0] + 4'(f_late[Lead][0]) - 4'(done_i && !src_i);
      f_out_q[1] <= f_out_q[1] + 4'(f_late[Lead][1]) - 4'(done_i && src_i);
      if (f_watch_q && f_came && f_before_q != '0) f_before_q <= f_before_q - 1'b1;
      if (f_watch_q && f_came && f_before_q == '0) f_whole_q <= 1'b1;
      if (f_watch_q && f_done && f_between_q != '0) f_between_q <= f_between_q - 1'b1;
      if (f_watch_q && f_done && f_between_q == '0) f_watch_q <= 1'b0;
      if (!f_watch_q && f_choose && f_push_line) begin
        f_watch_q   <= 1'b1;
        f_whole_q   <= 1'b0;
        f_head_q    <= {f_me, push_tag_i[f_me], 1'b1};
        f_line_q    <= f_me ? push_data_i[LineBits +: LineBits] : push_data_i[LineBits-1:0];
        f_before_q  <= f_heads_q - 4'(f_came);
        f_between_q <= f_lines_q - 4'(f_done);
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      assert (!out_valid || fits);
      assert (!f_came || f_heads_q != '0); // nothing comes out that was not pushed
      if (f_watch_q && f_came && !f_whole_q && f_before_q == '0) assert (head == f_head_q);
      if (f_watch_q && f_whole_q && f_between_q == '0 && src_i == f_me && f_out_q[f_me] != '0) assert (line == f_line_q);
      assert (Lead == 0 || !begun || out_valid); // no gap within a packet
      if (f_watch_q && f_done && f_between_q == '0) assert (f_whole_q);
    end
  end
endmodule
