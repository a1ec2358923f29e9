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
  logic [N-1:0] first_up, req_up;

  assign first = req_i & mask_q;

  // up[i]: some bit up to i is set; in steps of 1, 2, 4, ..., as x & -x is a chain of carries to many tools. The
  // lowest set bit is the one with none below: of 0110 up is 1110, and 0110 & ~1100 = 0010.
  always_comb begin
    first_up = first;
    req_up   = req_i;
    for (int s = 1; s < N; s = 2 * s) begin
      first_up = first_up | (first_up << s);
      req_up   = req_up | (req_up << s);
    end
  end

  assign grant_o = (first != '0) ? first & ~(first_up << 1) : req_i & ~(req_up << 1);

  // The bits above the granted one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mask_q <= '1;
    end else if (advance_i && grant_o != '0) begin
      mask_q <= (first != '0) ? first_up << 1 : req_up << 1;
    end
  end

`ifdef COHGEN_FORMAL_ARB_RR
  `include "cohgen_arb_rr_props.svh"
`endif

endmodule
