// Beside an output of cohgen_xbar: keeps the flits of a packet together, by what it lets the output see.
//
//   In       inputs of the crossbar,              1 and up
//   SrcBits  bits of an input's number,           1 and up
//
// The messages of the crossbar are flits of packets. Once the output has taken a flit that is not its packet's last one,
// it is open for that packet's input alone, until the last flit is taken. An output that is in no packet is open for those
// inputs that open_i lets in, and of these for packets of several flits only where lines_i has a bit too: the receiver
// then has room for all that comes. A packet of several flits goes to one output; two that went to the same two outputs
// could wait for each other.
//
//   in_last_i       of each input: the flit that it shows is its packet's last one
//   open_i, lines_i of each input: a packet of one flit may begin; one of several may, if both say so. They must not
//                   depend on out_open_o
//   open_o          for out_open_i of the crossbar
//   closed_o        of each input: no packet of several flits of its can begin in this cycle
//   taken_i         the output's flit is taken in this cycle; src_i: whose it is, last_i: it is its packet's last one.
//                   Of an input that shows packets of one flit only, src_i may be another input's number
//
//               _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____
//   src_i       2          | 2         | 0
//   last_i    ______________/~~~~~~~~~~~~~~~~~~~~~~~\_________
//   taken_i   __/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\_________
//   open_o      101        | 100       | 101       | 101
//
// Latency: open_o depends on in_last_i, open_i and lines_i of the same cycle, closed_o on open_i and lines_i, and on nothing
// else of it.

module cohgen_packets #(
  parameter int In      = 4,
  parameter int SrcBits = 2
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic [In-1:0]      in_last_i,
  input  logic [In-1:0]      open_i,
  input  logic [In-1:0]      lines_i,
  output logic [In-1:0]      open_o,
  output logic [In-1:0]      closed_o,

  input  logic               taken_i,
  input  logic [SrcBits-1:0] src_i,
  input  logic               last_i
);

  if (In < 1 || SrcBits < 1 || In > (1 << SrcBits)) begin : gen_illegal
    cohgen_illegal_parameter u_packets ();
  end

  logic [In-1:0] inside_q; // the input whose packet has begun and not ended, one-hot or none
  logic [In-1:0] from;

  for (genvar i = 0; i < In; i++) begin : gen_in
    assign from[i]     = src_i == SrcBits'(i);
    assign closed_o[i] = inside_q != '0 || !open_i[i] || !lines_i[i];
    assign open_o[i]   = (inside_q == '0) ? open_i[i] && (in_last_i[i] || lines_i[i]) : inside_q[i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      inside_q <= '0;
    else if (taken_i) inside_q <= from & {In{!last_i}};
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!taken_i || inside_q == '0 || (from & inside_q) != '0)
      else $error("cohgen_packets: a flit is taken between those of a packet");
      assert (!taken_i || last_i || (from & open_o) != '0)
      else $error("cohgen_packets: a packet begins that was not let in");
    end
  end
`endif

`ifdef COHGEN_FORMAL_PACKETS
  `include "cohgen_packets_props.svh"
`endif

endmodule
