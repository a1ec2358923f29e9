// Round-robin arbiter.
//
//   N  requesters, 1 and up (need not be a power of two)
//
// grant_o is one-hot when some bit of req_i is set, else 0; combinational from req_i and a registered
// pointer. It picks the first requester at or after the pointer, cyclically. At a rising edge with
// advance_i and a grant, the pointer moves just past the granted requester; otherwise it stays. So a
// requester that keeps asking is passed over by at most N-1 advances.
//
//               _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____
//   req_i       101        | 101       | 101       | 101
//   grant_o     001        | 100       | 100       | 001
//   advance_i __/~~~~~~~~~~\___________/~~~~~~~~~~~~~~~~~~~~~~~
//
// Latency: 0.

module cohgen_arb_rr #(
  parameter int N = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic [N-1:0] req_i,
  input  logic         advance_i,
  output logic [N-1:0] grant_o
);

  if (N < 1) begin : gen_illegal
    cohgen_illegal_parameter u_arb_rr ();
  end

  // The pointer as a thermometer: the requesters at or after it. With pointer 2 of 5: 11100.
  logic [N-1:0] mask_q;
  logic [N-1:0] first;

  assign first = req_i & mask_q;

  // Bit i: some bit of x below i is set; of 0100 it is 1000. So 0110 & ~below(0110) is the lowest, 0010. In blocks of
  // four, side by side: as one chain of ORs it is long, as x & -x a chain of carries to many tools.
  function automatic logic [N-1:0] below(input logic [N-1:0] x);
    logic blocks, own;
    blocks = 1'b0;
    own    = 1'b0;
    for (int at = 0; at < N; at++) begin
      if (at % 4 == 0) begin
        blocks = blocks | own;
        own    = 1'b0;
      end
      below[at] = blocks | own;
      own       = own | x[at];
    end
  endfunction

  assign grant_o = (first != '0) ? first & ~below(first) : req_i & ~below(req_i);

  // The bits above the granted one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mask_q <= '1;
    end else if (advance_i && grant_o != '0) begin
      mask_q <= (first != '0) ? below(first) : below(req_i);
    end
  end

`ifdef COHGEN_FORMAL_ARB_RR
  `include "cohgen_arb_rr_props.svh"
`endif

endmodule
