// cohgen_rows of latches beside flip-flops, at every moment: clk_i is free, a step of the solver is any moment. All that is written may
// change at any moment, too.
module cohgen_rows_same #(
  parameter int Depth = 3,
  parameter int Width = 2
) (
  input logic                                         clk_i,
  input logic                                         wen_i,
  input logic                                         all_i,
  input logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] waddr_i,
  input logic [Width-1:0]                             wdata_i
);

  localparam int AddrBits = (Depth > 1) ? $clog2(Depth) : 1;

  logic [Depth*Width-1:0] rows;

  cohgen_rows #(
    .Depth (Depth),
    .Width (Width)
  ) u_rows (
    .clk_i   (clk_i),
    .wen_i   (wen_i),
    .all_i   (all_i),
    .waddr_i (waddr_i),
    .wdata_i (wdata_i),
    .rows_o  (rows)
  );

  for (genvar r = 0; r < Depth; r++) begin : gen_row
    logic [Width-1:0] flop_q;
    logic             written_q = 1'b0; // before, both are unknown

    always_ff @(posedge clk_i) begin
      if (all_i || (wen_i && waddr_i == AddrBits'(r))) flop_q <= wdata_i;
      written_q <= written_q || all_i || (wen_i && waddr_i == AddrBits'(r));
    end

    always_comb if (written_q) assert (rows[r*Width +: Width] == flop_q);
  end

endmodule
