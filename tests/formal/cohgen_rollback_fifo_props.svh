// What cohgen_rollback_fifo promises, by watching one element chosen freely among those pushed.
  `include "reset.svh"

  always @(*) begin
    if (rst_ni) begin
      if (take_i && !rollback_i) assume (valid_o);
      if (commit_i) assume (!rollback_i && (f_taken_q != '0 || take_i));
    end
  end

  (* anyseq *) logic f_pick;
  logic               f_watch_q;  // an element is under watch, still in the queue
  logic [Width-1:0]   f_data_q;   // its data
  logic [CntBits-1:0] f_ahead_q;  // elements before it
  logic [CntBits-1:0] f_used_q;   // elements in the queue
  logic [CntBits-1:0] f_taken_q;  // those of them that are taken
  logic [7:0]         f_slot, f_end, f_next;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q <= 1'b0;
      f_used_q  <= '0;
      f_taken_q <= '0;
    end else begin
      f_used_q  <= f_used_q + CntBits'(push_valid_i && push_ready_o) - CntBits'(commit_i);
      f_taken_q <= rollback_i ? '0 : f_taken_q + CntBits'(take_i) - CntBits'(commit_i);
      if (f_watch_q && commit_i) begin
        if (f_ahead_q == '0) f_watch_q <= 1'b0;
        else                 f_ahead_q <= f_ahead_q - 1'b1;
      end
      if (!f_watch_q && f_pick && push_valid_i && push_ready_o && (f_used_q != '0 || !commit_i)) begin
        f_watch_q <= 1'b1;
        f_data_q  <= push_data_i;
        f_ahead_q <= f_used_q - CntBits'(commit_i);
      end
    end
  end

  always @(*) begin
    f_slot = 8'(cptr_q) + 8'(f_ahead_q);
    if (f_slot >= 8'(Depth)) f_slot = f_slot - 8'(Depth);
    f_next = 8'(cptr_q) + 8'(f_taken_q);
    if (f_next >= 8'(Depth)) f_next = f_next - 8'(Depth);
    f_end = 8'(cptr_q) + 8'(f_used_q);
    if (f_end >= 8'(Depth)) f_end = f_end - 8'(Depth);
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: data_o is the oldest element that is not taken, with FlowThrough also one that comes now.
      assert (push_ready_o == (f_used_q != CntBits'(Depth)));
      assert (valid_o == (f_used_q != f_taken_q || (FlowThrough != 0 && push_valid_i && push_ready_o)));
      if (f_used_q == f_taken_q && valid_o) assert (data_o == push_data_i);
      assert (free_o == CntBits'(Depth) - f_used_q);
      if (f_watch_q && f_ahead_q == f_taken_q) assert (valid_o && data_o == f_data_q);
      if (Oldest != 0 && f_watch_q && f_ahead_q == '0) assert (oldest_o == f_data_q);

      // Why.
      assert (f_used_q <= CntBits'(Depth));
      assert (f_taken_q <= f_used_q);
      assert (wait_q == f_used_q - f_taken_q);
      assert (cptr_q <= Last && sptr_q <= Last && wptr_q <= Last);
      assert (8'(sptr_q) == f_next);
      assert (8'(wptr_q) == f_end);
      if (f_watch_q) assert (f_ahead_q < f_used_q);
      if (f_watch_q) assert (mem_q[f_slot[PtrBits-1:0]] == f_data_q);
    end
  end
