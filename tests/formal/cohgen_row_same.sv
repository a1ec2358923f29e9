// cohgen_row of latches beside flip-flops with the same enable, at every moment and not only at edges: clk_i is free, a step of the
// solver is any moment. open_i keeps to the rule of cohgen_row.sv: it is steady from the clock's fall to its next rise.
module cohgen_row_same #(
  parameter int Width = 2
) (
  input logic             clk_i,
  input logic             open_i,
  input logic [Width-1:0] data_i
);

  logic [Width-1:0] row, flop_q;
  logic             written_q = 1'b0; // before, both are unknown

  cohgen_row #(
    .Width (Width)
  ) u_row (
    .clk_i  (clk_i),
    .open_i (open_i),
    .data_i (data_i),
    .row_o  (row)
  );

  always_ff @(posedge clk_i) begin
    if (open_i) flop_q <= data_i;
    written_q <= written_q || open_i;
  end

  // The moment before.
  logic clk_before = 1'b1, open_before = 1'b0;
  always @($global_clock) begin
    clk_before  <= clk_i;
    open_before <= open_i;
  end

  always_comb begin
    if (!clk_before) assume (open_i == open_before);
    if (!clk_i && open_i) assert (row == data_i);
    else if (written_q && !(clk_i && open_i && !clk_before)) assert (row == flop_q);
  end

endmodule
