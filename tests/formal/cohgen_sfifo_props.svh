// What cohgen_sfifo promises, by watching one element chosen freely among those pushed, and one write-back. The memory
// answers anything to a read of what is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyseq *) logic f_pick;      // the element that comes is watched
  (* anyseq *) logic f_pick_wb;   // the write-back that begins is
  (* anyseq *) logic f_ends;      // it is the one that is done
  (* keep *) logic [PtrBits-1:0] f_addr;
  (* keep *) logic [Width:0]     f_stored; // what the memory has there
  (* keep *) logic [Width:0]     f_head;   // ... and in the place of the oldest element
  (* keep *) logic [PtrBits-1:0] f_last_addr;
  (* keep *) logic [Width:0]     f_last;   // ... and in that of the youngest marker
  logic               f_watch_q;  // an element is under watch, still in the queue
  logic [Width:0]     f_element_q;
  logic [CntBits-1:0] f_ahead_q;  // elements before it
  logic [CntBits-1:0] f_used_q;   // elements in the queue
  logic [CntBits-1:0] f_taken_q;  // those of them that are taken
  logic               f_wb_q;     // a write-back is under watch, still under way
  logic               f_epoch_q;  // its epoch
  logic               f_early_q;  // it began before the marker under watch was the oldest element
  logic [PendBits-1:0] f_others0_q, f_others1_q; // others under way, by epoch
  logic               f_marker, f_oldest; // the element under watch is a marker, and the oldest element
  logic [7:0]         f_slot, f_end, f_next, f_due;

  assign f_marker = f_watch_q && f_element_q[Width];
  assign f_oldest = f_watch_q && f_ahead_q == '0;

  // The user: takes what is offered, commits what is taken, and ends what has begun.
  always @(*) begin
    if (rst_ni) begin
      if (take_i && !rollback_i) assume (valid_o);
      if (commit_i) assume (!rollback_i && (f_taken_q != '0 || take_i));
      if (begin_i) assume (begin_ready_o); // never, of none that are counted
      if (f_ends) assume (done_i && f_wb_q && done_epoch_i == f_epoch_q);
      if (done_i && !f_ends) assume ((done_epoch_i ? f_others1_q : f_others0_q) != '0);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q   <= 1'b0;
      f_used_q    <= '0;
      f_taken_q   <= '0;
      f_wb_q      <= 1'b0;
      f_others0_q <= '0;
      f_others1_q <= '0;
    end else begin
      f_used_q  <= f_used_q + CntBits'(push_valid_i && push_ready_o) - CntBits'(commit_i);
      f_taken_q <= rollback_i ? '0 : f_taken_q + CntBits'(take_i) - CntBits'(commit_i);
      if (f_watch_q && commit_i) begin
        if (f_ahead_q == '0) f_watch_q <= 1'b0;
        else                 f_ahead_q <= f_ahead_q - 1'b1;
      end
      if (!f_watch_q && f_pick && push_valid_i && push_ready_o) begin
        f_watch_q   <= 1'b1;
        f_element_q <= {push_marker_i, push_data_i};
        f_ahead_q   <= f_used_q - CntBits'(commit_i);
        f_early_q   <= 1'b1;
      end
      if (begin_i && f_pick_wb && !f_wb_q) begin
        f_wb_q    <= 1'b1;
        f_epoch_q <= epoch_o;
        f_early_q <= !(f_marker && f_oldest);
      end
      if (f_ends) f_wb_q <= 1'b0;
      f_others0_q <= f_others0_q + PendBits'(begin_i && !epoch_o && (!f_pick_wb || f_wb_q))
                                 - PendBits'(done_i && !done_epoch_i && !f_ends);
      f_others1_q <= f_others1_q + PendBits'(begin_i && epoch_o && (!f_pick_wb || f_wb_q))
                                 - PendBits'(done_i && done_epoch_i && !f_ends);
    end
  end

  always @(*) begin
    f_slot = 8'(cptr_q) + 8'(f_ahead_q);
    if (f_slot >= 8'(Depth)) f_slot = f_slot - 8'(Depth);
    f_next = 8'(cptr_q) + 8'(f_taken_q);
    if (f_next >= 8'(Depth)) f_next = f_next - 8'(Depth);
    f_end = 8'(cptr_q) + 8'(f_used_q);
    if (f_end >= 8'(Depth)) f_end = f_end - 8'(Depth);
    f_due = 8'(cptr_q) + 8'(due_q) - 8'd1;
    if (f_due >= 8'(Depth)) f_due = f_due - 8'(Depth);
    f_addr = f_slot[PtrBits-1:0];
    f_last_addr = f_due[PtrBits-1:0];
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: order, and nothing lost.
      assert (push_ready_o == (f_used_q != CntBits'(Depth)));
      assert (free_o == CntBits'(Depth) - f_used_q);
      if (valid_o) assert (f_used_q != f_taken_q);
      if (valid_o && f_watch_q && f_ahead_q == f_taken_q) assert ({marker_o, data_o} == f_element_q);
      // A marker is offered alone, and when all write-backs are done that began before it was the oldest element.
      if (valid_o && marker_o && Pending != 0) assert (f_taken_q == '0);
      if (valid_o && f_marker && f_oldest && f_taken_q == '0) assert (!(f_wb_q && f_early_q));
      // Nothing behind a marker is offered before it has left; a full queue drains, and one that is not may stop behind its
      // youngest marker.
      if (f_marker && f_ahead_q < f_taken_q && Pending != 0) assert (!valid_o);
      if (valid_o && !drain_q && !(f_taken_q == '0 && f_used_q == CntBits'(Depth))) assert (f_taken_q < due_q && f_last[Width]);
      if (shown_q && !marker_o && f_taken_q == '0 && f_used_q == CntBits'(Depth)) assert (valid_o);
      if (clean_o) assert (!f_watch_q && !f_wb_q);
`ifdef COHGEN_FORMAL_SFIFO_DRAINS
      // While a marker is in the queue, addresses are offered; by a bounded proof, as only one element is known.
      if (f_marker && shown_q && !marker_o && !marker_taken_q && f_ahead_q > f_taken_q) assert (valid_o);
      if (f_marker && shown_q && Pending == 0 && f_ahead_q >= f_taken_q) assert (valid_o);
`endif

      // Why.
      assert (f_used_q <= CntBits'(Depth) && used_q == f_used_q);
      assert (f_taken_q <= f_used_q && taken_q == f_taken_q);
      assert (cptr_q <= Last && rptr_q <= Last && wptr_q <= Last);
      assert (8'(rptr_q) == f_next);
      assert (8'(wptr_q) == f_end);
      if (f_watch_q) assert (f_ahead_q < f_used_q && f_stored == f_element_q);
      assert (due_q <= f_used_q);
      if (f_marker) assert (f_ahead_q < due_q);
      if (due_q != '0) assert (f_last[Width]);
      if (shown_q) assert (f_used_q != f_taken_q);
      if (shown_q && f_watch_q && f_ahead_q == f_taken_q) assert (element == f_element_q);
      assert (9'(pending_q[0]) == 9'(f_others0_q) + 9'(f_wb_q && !f_epoch_q));
      assert (9'(pending_q[1]) == 9'(f_others1_q) + 9'(f_wb_q && f_epoch_q));
      assert (pending_q[0] <= PendBits'(Pending) && pending_q[1] <= PendBits'(Pending));
      if (marker_taken_q) assert (armed_q && f_taken_q == CntBits'(1));
      if (marker_taken_q && f_oldest) assert (f_marker);
      if (f_marker && f_ahead_q < f_taken_q && Pending != 0) assert (marker_taken_q && f_oldest);
      if (armed_q) assert (f_used_q != '0 && (f_taken_q == '0 || marker_taken_q));
      if (armed_q) assert (f_head[Width]);
      if (f_oldest) assert (f_head == f_element_q);
      if (shown_q && f_taken_q == '0) assert (element == f_head);
      if (!armed_q || marker_taken_q) assert (old_done);
      if (armed_q && f_marker && f_oldest && f_wb_q && f_early_q) assert (f_epoch_q != epoch_q);
    end
  end
