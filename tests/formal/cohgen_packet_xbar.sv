// A crossbar whose outputs have cohgen_packets beside them does what that part relies on: an output takes flits of those
// inputs only that are let in, and shows whose they are and whether they are their packets' last ones. A flit is
// {last, source}.
module cohgen_packet_xbar #(
  parameter int In  = 3,
  parameter int Out = 2
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [In-1:0]     valid_i, last_i,
  input logic [In*Out-1:0] dst_i,
  input logic [Out-1:0]    ready_i,
  input logic [Out*In-1:0] open_i, lines_i
);
  localparam int Bits = (In > 1) ? $clog2(In) : 1;

  logic [In*(Bits+1)-1:0]  flits;
  logic [In-1:0]           in_ready;
  logic [Out-1:0]          out_valid;
  logic [Out*(Bits+1)-1:0] out;
  logic [Out*In-1:0]       open;

  for (genvar i = 0; i < In; i++) begin : gen_in
    assign flits[i*(Bits+1) +: Bits+1] = {last_i[i], Bits'(i)};
    always @(*) if (rst_ni && valid_i[i]) assume (dst_i[i*Out +: Out] != '0);
  end

  cohgen_xbar #(.In (In), .Out (Out), .Width (Bits+1), .Depth (0)) u_xbar (
    .clk_i (clk_i), .rst_ni (rst_ni), .in_valid_i (valid_i), .in_ready_o (in_ready), .in_dst_i (dst_i), .in_data_i (flits),
    .out_valid_o (out_valid), .out_ready_i (ready_i), .out_open_i (open), .out_data_o (out));

  `include "reset.svh"

  for (genvar o = 0; o < Out; o++) begin : gen_out
    logic [Bits-1:0] src;
    logic            last, taken;

    assign {last, src} = out[o*(Bits+1) +: Bits+1];
    assign taken       = out_valid[o] && ready_i[o];

    cohgen_packets #(.In (In), .SrcBits (Bits)) u_packets (
      .clk_i (clk_i), .rst_ni (rst_ni), .in_last_i (last_i), .open_i (open_i[o*In +: In]), .lines_i (lines_i[o*In +: In]),
      .open_o (open[o*In +: In]), .closed_o (), .taken_i (taken), .src_i (src), .last_i (last));

    always @(*) begin
      if (rst_ni && taken) assert (32'(src) < In && valid_i[src] && open[o*In + src] && last == last_i[src]);
    end
  end
endmodule
