// An array of small storage that is written late in a cycle, of latches; there with COHGEN_LATCHES only.
//
//   Depth  rows,           1 and up (need not be a power of two)
//   Width  bits in a row,  1 and up
//
// At a rising edge with wen_i, row waddr_i becomes wdata_i; with all_i each row does. rows_o has all rows, row 0 in the lowest bits. It shows what is
// written in the cycle behind that edge, as flip-flops do.
//
// What is written goes into one register that all rows share, and the row's latches are open in the first half of the next cycle. So
// wen_i, all_i, waddr_i and wdata_i have a whole cycle each, and a row may be read in the cycle in which it is written (cohgen_row is smaller,
// and has neither). In the cycle behind a write the row is there a gate and a latch later than a flip-flop would be.
//
//                  _____       _____       _____
//   clk_i        _/     \_____/     \_____/     \_____
//   wen_i        ________/~~~~~~~\____________________
//   wdata_i      xxxxxxxxxx A xxxxxxxxxxxxxxxxxxxxxxxx
//   rows_o       old ~~~~~~~~~~~~~~xA ~~~~~~~~~~~~~~~~
//
// A bit is a latch, 1 / Depth of a flip-flop, and 1 / Width of the row's gate, which is a latch and a gate: it keeps wen_i from
// opening the row before it is steady. Of less than four rows that is more than flip-flops.
`ifdef COHGEN_LATCHES

module cohgen_rows #(
  parameter int Depth = 4,
  parameter int Width = 8
) (
  input  logic                                         clk_i,
  input  logic                                         wen_i,
  input  logic                                         all_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] waddr_i,
  input  logic [Width-1:0]                             wdata_i,
  output logic [Depth*Width-1:0]                       rows_o
);

  localparam int AddrBits = (Depth > 1) ? $clog2(Depth) : 1;

  if (Depth < 1 || Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_rows ();
  end

`ifdef COHGEN_OPEN_ROWS
  for (genvar r = 0; r < Depth; r++) begin : gen_row
    logic [Width-1:0] row_q;

    always_ff @(posedge clk_i) if (all_i || (wen_i && waddr_i == AddrBits'(r))) row_q <= wdata_i;

    assign rows_o[r*Width +: Width] = row_q;
  end
`else
  logic [Width-1:0] data_q;

  always_ff @(posedge clk_i) data_q <= wdata_i;

  for (genvar r = 0; r < Depth; r++) begin : gen_row
    logic             here, gate; // here: the row is written at the edge that comes
    logic [Width-1:0] row;

    always_latch if (!clk_i) here = all_i || (wen_i && waddr_i == AddrBits'(r));

    assign gate = clk_i && here;

    always_latch if (gate) row = data_q;

    assign rows_o[r*Width +: Width] = row;
  end
`endif

endmodule

`endif
