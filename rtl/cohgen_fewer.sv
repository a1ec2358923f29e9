// A number less another one that comes late. Combinational; latency 0.
//
//   Width  bits of the number, 1 and up
//   Most   the greatest that is taken from it, 1 and up
//
//   a_i, least_i  ──► rest_o = a_i less as many as least_i has bits set, modulo 2^Width. Of least_i they are the lowest
//                     (cohgen_least)
//
// All that can be left over is computed from a_i alone, and least_i selects: no carry waits for it.

module cohgen_fewer #(
  parameter int Width = 8,
  parameter int Most  = 4
) (
  input  logic [Width-1:0] a_i,
  input  logic [Most-1:0]  least_i,
  output logic [Width-1:0] rest_o
);

  if (Width < 1 || Most < 1) begin : gen_illegal
    cohgen_illegal_parameter u_fewer ();
  end

  logic [Most:0] is; // it is this number
  assign is = {least_i, 1'b1} & ~{1'b0, least_i};

  always_comb begin
    rest_o = '0;
    for (int k = 0; k <= Most; k++) rest_o = rest_o | ((a_i - Width'(k)) & {Width{is[k]}});
  end

`ifdef COHGEN_FORMAL_FEWER
  `include "cohgen_fewer_props.svh"
`endif

endmodule
