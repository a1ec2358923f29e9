// Crossbar with multicast: every output has a round-robin arbiter and a queue.
//
//   In, Out  inputs and outputs,            1 and up
//   Width    bits in a message,             1 and up
//   Depth    messages in an output's queue (1 halves the output's throughput); 0: no queue, for
//            receivers with one of their own, whose out_ready_i does not depend on out_valid_o
//
// Input i presents in_data_i[i*Width +: Width] with the set of outputs in_dst_i[i*Out +: Out] (bit o
// is output o; not empty while valid) and holds all three until in_ready_o[i]. Each output of the set
// takes its copy when its queue has room and its arbiter picks this input, each on its own cycle; in
// the cycle in which the last one takes its copy, in_ready_o[i] is high. An output takes at most one
// message a cycle. Messages of one input to one output stay in order; nothing else is ordered.
//
// out_open_i[o*In + i]: output o takes messages of input i; of an input that is closed it sees none, so that
// those of others pass. It is for receivers that have room for each sender apart (cohgen_source_queues), and must
// not depend on in_valid_i; all others set all bits.
//
// in_ready_o depends on in_valid_i, in_dst_i and out_open_i of the same cycle (so in_valid_i must not depend on
// in_ready_o); with queues it does not depend on out_ready_i, and outputs come from flip-flops.
// Without queues it does, outputs are combinational, and an output that is not ready may show
// another message in the next cycle.
//
//                   _____       _____       _____       _____
//   clk_i         _/     \_____/     \_____/     \_____/     \_____
//   in_valid_i[0] __/~~~~~~~~~~~~~~~~~~~~~~~\______________________    in_dst_i = 11
//   in_ready_o[0] ______________/~~~~~~~~~~~\______________________    output 1 was busy
//   out_valid_o[0]______________/~~~~~~~~~~~\______________________
//   out_valid_o[1]__________________________/~~~~~~~~~~~\__________
//
// Latency: 1 cycle with queues (as drawn), 0 without.

module cohgen_xbar #(
  parameter int In    = 2,
  parameter int Out   = 2,
  parameter int Width = 8,
  parameter int Depth = 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic [In-1:0]        in_valid_i,
  output logic [In-1:0]        in_ready_o,
  input  logic [In*Out-1:0]    in_dst_i,
  input  logic [In*Width-1:0]  in_data_i,

  output logic [Out-1:0]       out_valid_o,
  input  logic [Out-1:0]       out_ready_i,
  input  logic [Out*In-1:0]    out_open_i,
  output logic [Out*Width-1:0] out_data_o
);

  if (In < 1 || Out < 1 || Width < 1 || Depth < 0) begin : gen_illegal
    cohgen_illegal_parameter u_xbar ();
  end

  // want[i*Out+o]: input i has a copy still to deliver to output o.
  // take[i*Out+o]: output o takes it in this cycle. done_q: taken in an earlier cycle.
  logic [In*Out-1:0] want, take, done_q, done_d;

  assign want = in_dst_i & ~done_q;

  for (genvar i = 0; i < In; i++) begin : gen_in
    logic [Out-1:0] left;

    assign left          = want[i*Out +: Out] & ~take[i*Out +: Out];
    assign in_ready_o[i] = in_valid_i[i] && (left == '0);

    assign done_d[i*Out +: Out] =
        in_ready_o[i] ? '0 : (done_q[i*Out +: Out] | take[i*Out +: Out]);
  end

`ifdef COHGEN_FORMAL_XBAR
  logic [Out-1:0]       f_push;
  logic [Out*Width-1:0] f_push_data;
`endif

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= '0;
    else         done_q <= done_d;
  end

  for (genvar o = 0; o < Out; o++) begin : gen_out
    logic [In-1:0]    req, grant;
    logic [Width-1:0] data;
    logic             ready;

    for (genvar i = 0; i < In; i++) begin : gen_req
      assign req[i]         = in_valid_i[i] && want[i*Out+o] && out_open_i[o*In+i];
      assign take[i*Out+o]  = grant[i] && ready;
    end

    cohgen_arb_rr #(
      .N (In)
    ) u_arb (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .req_i     (req),
      .advance_i (ready),
      .grant_o   (grant)
    );

    always_comb begin
      data = '0;
      for (int i = 0; i < In; i++) begin
`ifdef COHGEN_QUICK
        if (grant[i]) data = data | in_data_i[i*Width +: Width];
`else
        data = data | (in_data_i[i*Width +: Width] & {Width{grant[i]}});
`endif
      end
    end

    if (Depth == 0) begin : gen_wire
      assign ready                          = out_ready_i[o];
      assign out_valid_o[o]                 = (grant != '0);
      assign out_data_o[o*Width +: Width]   = data;
    end else begin : gen_fifo
      logic [$clog2(Depth+1)-1:0] unused_free;

      cohgen_fifo #(
        .Width (Width),
        .Depth (Depth)
      ) u_fifo (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        .push_valid_i (grant != '0),
        .push_ready_o (ready),
        .push_data_i  (data),
        .pop_valid_o  (out_valid_o[o]),
        .pop_ready_i  (out_ready_i[o]),
        .pop_data_o   (out_data_o[o*Width +: Width]),
        .free_o       (unused_free)
      );
    end

`ifdef COHGEN_FORMAL_XBAR
    assign f_push[o]                     = (grant != '0) && ready;
    assign f_push_data[o*Width +: Width] = data;
`endif
  end

`ifdef COHGEN_ASSERT
  for (genvar i = 0; i < In; i++) begin : gen_assert
    always @(posedge clk_i or negedge rst_ni) begin
      if (rst_ni === 1'b1) begin
        assert (!in_valid_i[i] || in_dst_i[i*Out +: Out] != '0)
        else $error("cohgen_xbar: input %0d is valid without a destination", i);
        assert ((done_q[i*Out +: Out] & ~in_dst_i[i*Out +: Out]) == '0)
        else $error("cohgen_xbar: input %0d changed its destinations before ready", i);
      end
    end
  end
`endif

`ifdef COHGEN_FORMAL_XBAR
  `include "cohgen_xbar_props.svh"
`endif

endmodule
