// A row of an array of small storage, of latches; there with COHGEN_LATCHES only. Without, parts write such rows with flip-flops.
//
//   Width  bits in the row,  1 and up
//
//   open_i   the row may be written at the edge that ends this cycle
//   data_i   what is written
//   row_o    what is stored
//
// The latches are open in the second half of a cycle with open_i, and close at the edge that ends it. What they store is what
// flip-flops with that enable would, and:
//
// * open_i has half a cycle: it comes from flip-flops through little logic. data_i has a whole one, but for a latch's set-up.
// * In a cycle with open_i row_o is of no use: in its second half it is data_i. Nobody may need it then, and data_i may not depend on it. So
//   a row is open while nothing is kept in it, whether it is written or not.
//
//                  _____       _____       _____
//   clk_i        _/     \_____/     \_____/     \_____/
//   open_i       __/~~~~~~~~~~~\_______________________
//   data_i       xxxxxx A ~~~~~~\xxxxxxxxxxxxxxxxxxxxxx
//   row_o        xxxxxxxxxx A ~~~~~~~~~~~~~~~~~~~~~~~~~
//
// The clock's gate is one gate a row and needs no latch of its own, as open_i is steady while the clock is low. A latch of osu018 is
// 56 um2, a flip-flop and the multiplexer that keeps it 144 (docs/area.md).
//
// COHGEN_OPEN_ROWS beside it: flip-flops, and data_i on row_o in a cycle with open_i. That is what an edge of the clock sees of latches; proofs
// and simulations of parts run with it.
`ifdef COHGEN_LATCHES

module cohgen_row #(
  parameter int Width = 8
) (
  input  logic             clk_i,
  input  logic             open_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] row_o
);

  if (Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_row ();
  end

`ifdef COHGEN_OPEN_ROWS
  logic [Width-1:0] row_q;

  always_ff @(posedge clk_i) if (open_i) row_q <= data_i;

  assign row_o = open_i ? data_i : row_q;
`else
  logic gate;

  assign gate = !clk_i && open_i;

  always_latch if (gate) row_o = data_i;
`endif

endmodule

`endif
