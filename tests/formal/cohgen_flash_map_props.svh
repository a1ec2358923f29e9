// What cohgen_flash_map promises, by watching one state.
  `include "reset.svh"

  (* anyconst *) logic [RowBits-1:0]       f_row;
  (* anyconst *) logic [$clog2(Lanes):0]   f_lane;
  logic            f_known_q = 1'b0; // an edge after reset has been
  always @(posedge clk_i) f_known_q <= rst_ni;
  logic [Bits-1:0] f_state_q;  // what the writes and the flashes so far have made of it

  always @(*) begin
    assume (8'(f_row) < 8'(Rows) && 8'(f_lane) < 8'(Lanes));
    if (rst_ni) assume (8'(raddr_i) < 8'(Rows) && 8'(waddr_i) < 8'(Rows));
    if (rst_ni && !f_known_q) assume (!wen_i && !flash_i);
  end

  always @(posedge clk_i) begin
    if (!rst_ni)
      f_state_q <= '0;
    else if (flash_i)
      f_state_q <= map_i[f_state_q*Bits +: Bits];
    else if (wen_i && waddr_i == f_row && |(wlane_i & (Lanes'(1) << f_lane)))
      f_state_q <= wdata_i;
  end

  always @(*) begin
    if (f_known_q) begin
      // The interface.
      if (raddr_i == f_row) assert (rdata_o[f_lane*Bits +: Bits] == f_state_q);

      // Why.
      assert (!fresh_q);
      for (int r = 0; r < Rows; r++) begin
        if (f_row == RowBits'(r)) assert (rows[r][f_lane*Bits +: Bits] == f_state_q);
      end
    end
  end
