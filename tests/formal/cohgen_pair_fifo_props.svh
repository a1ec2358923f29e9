// What cohgen_pair_fifo promises, by watching one element chosen freely among those pushed.
  `include "reset.svh"

  (* anyseq *) logic f_pick, f_pick2;
  logic               f_watch_q;  // an element is under watch, still in the queue
  logic [Width-1:0]   f_data_q;   // its data
  logic [CntBits-1:0] f_ahead_q;  // elements before it
  logic [CntBits-1:0] f_used_q;   // elements in the queue
  logic [7:0]         f_slot, f_end;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q <= 1'b0;
      f_used_q  <= '0;
    end else begin
      f_used_q <= f_used_q + CntBits'(push_valid_i && push_ready_o) + CntBits'(push2_valid_i)
                           - CntBits'(pop_valid_o && pop_ready_i);
      if (f_watch_q && pop_valid_o && pop_ready_i) begin
        if (f_ahead_q == '0) f_watch_q <= 1'b0;
        else                 f_ahead_q <= f_ahead_q - 1'b1;
      end
      if (!f_watch_q && f_pick && push_valid_i && push_ready_o) begin
        f_watch_q <= 1'b1;
        f_data_q  <= push_data_i;
        f_ahead_q <= f_used_q - CntBits'(pop_valid_o && pop_ready_i);
      end else if (!f_watch_q && f_pick2 && push2_valid_i) begin
        f_watch_q <= 1'b1;
        f_data_q  <= push2_data_i;
        f_ahead_q <= f_used_q + 1'b1 - CntBits'(pop_valid_o && pop_ready_i);
      end
    end
  end

  // The caller: a second element comes with a first, and with room for both.
  always @(*) if (rst_ni && push2_valid_i) assume (push_valid_i && free_o >= CntBits'(2));

  always @(*) begin
    f_slot = 8'(rptr_q) + 8'(f_ahead_q);
    if (f_slot >= 8'(Depth)) f_slot = f_slot - 8'(Depth);
    f_end = 8'(rptr_q) + 8'(f_used_q);
    if (f_end >= 8'(Depth)) f_end = f_end - 8'(Depth);
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      assert (push_ready_o == (f_used_q != CntBits'(Depth)));
      assert (pop_valid_o == (f_used_q != '0));
      assert (free_o == CntBits'(Depth) - f_used_q);
      if (f_watch_q && f_ahead_q == '0) assert (pop_valid_o && pop_data_o == f_data_q);

      // Why.
      assert (f_used_q <= CntBits'(Depth));
      assert (8'(rptr_q) < 8'(Depth) && 8'(wptr_q) < 8'(Depth));
      assert (8'(wptr_q) == f_end);
      if (f_watch_q) assert (f_ahead_q < f_used_q);
      if (f_watch_q) assert (mem_q[f_slot[PtrBits-1:0]] == f_data_q);
    end
  end
