// What cohgen_clock promises, against the number of the cycle since reset within a round.
  `include "reset.svh"

  localparam int Round = (1 << Bits) * Cycles;

  logic [15:0] f_cycle_q;  // of this round
  logic        f_wrap_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_cycle_q <= '0;
      f_wrap_q  <= 1'b0;
    end else begin
      f_cycle_q <= (f_cycle_q == 16'(Round - 1)) ? '0 : f_cycle_q + 1'b1;
      f_wrap_q  <= wrap_o;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      assert (16'(clock_o) == f_cycle_q / 16'(Cycles));
      assert (wrap_o == (f_cycle_q == 16'(Round - 1)));
      if (f_wrap_q) assert (clock_o == '0 && f_cycle_q == '0);

      // Why.
      assert (f_cycle_q < 16'(Round));
      assert (16'(count_q) == f_cycle_q % 16'(Cycles));
    end
  end
