// What cohgen_flash_map promises, by watching one state.
  `include "reset.svh"

  (* anyconst *) logic [RowBits-1:0]       f_row;
  (* anyconst *) logic [$clog2(Lanes):0]   f_lane;
  logic [Bits-1:0] f_state_q;  // what the writes and the flashes so far have made of it
  logic            f_known_q;  // there was a reset that says what it is, or a write

  always @(*) begin
    assume (8'(f_row) < 8'(Rows) && 8'(f_lane) < 8'(Lanes));
    if (rst_ni) assume (8'(raddr_i) < 8'(Rows) && 8'(waddr_i) < 8'(Rows));
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_state_q <= '0;
      f_known_q <= Reset != 0;
    end else if (flash_i) begin
      f_state_q <= map_i[f_state_q*Bits +: Bits];
    end else if (wen_i && waddr_i == f_row && |(wlane_i & (Lanes'(1) << f_lane))) begin
      f_state_q <= wdata_i;
      f_known_q <= 1'b1;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (raddr_i == f_row && f_known_q) assert (rdata_o[f_lane*Bits +: Bits] == f_state_q);

      // Why.
      for (int r = 0; r < Rows; r++) begin
        if (f_row == RowBits'(r) && f_known_q) assert (rows[r][f_lane*Bits +: Bits] == f_state_q);
      end
    end
  end
