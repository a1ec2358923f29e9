// What cohgen_cache_walk promises, by watching a marker chosen freely among those pushed, and a line in a way chosen freely, which
// may be in the cache when the marker is pushed, and may leave in any cycle.
  `include "reset.svh"

  (* anyconst *) logic [SetBits-1:0] f_set;
  (* anyconst *) logic [Ways-1:0]    f_way;    // one bit
  (* anyconst *) logic [TagBits-1:0] f_tag;
  (* anyseq *) logic f_pick;                   // the marker that comes is watched
  (* anyseq *) logic f_here;                   // ... and the line is in the cache then
  (* anyseq *) logic f_leaves;                 // the line leaves
  logic               f_watch_q;  // a marker is under watch, still in the queue
  logic [Width-1:0]   f_data_q;
  logic [CntBits-1:0] f_ahead_q;  // markers before it
  logic               f_due_q;    // the line was there when it came, and has neither left nor been offered
  logic [CntBits-1:0] f_used_q;   // markers in the queue
  logic               f_offered;  // the line is
  logic               f_seen_live;
  logic [7:0]         f_slot, f_end;

  always @(*) begin
    assume (f_set <= LastSet);
    assume (f_way != '0 && (f_way & (f_way - 1'b1)) == '0);
  end

  always @(*) begin
    f_seen_live = 1'b0;
    for (int w = 0; w < Ways; w++)
      if (f_way[w] && live_i[w] && tags_i[w*TagBits +: TagBits] == f_tag) f_seen_live = 1'b1;
  end
  assign f_offered = valid_o && !probe_o && !marker_o && set_o == f_set && tag_o == f_tag && first == f_way;

  // The user answers what is offered, and a probe with what is there.
  always @(*) begin
    if (rst_ni) begin
      assume (!commit_i || (valid_o && !probe_o));
      assume (!seen_i || (valid_o && probe_o));
      if (seen_i && set_o == f_set && f_due_q) assume (f_seen_live);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q <= 1'b0;
      f_due_q   <= 1'b0;
      f_used_q  <= '0;
    end else begin
      f_used_q <= f_used_q + CntBits'(push_valid_i && push_ready_o) - CntBits'(commit_i && marker_o);
      if (f_leaves || (f_offered && commit_i)) f_due_q <= 1'b0;
      if (f_watch_q && commit_i && marker_o) begin
        if (f_ahead_q == '0) f_watch_q <= 1'b0;
        else                 f_ahead_q <= f_ahead_q - 1'b1;
      end
      if (!f_watch_q && f_pick && push_valid_i && push_ready_o) begin
        f_watch_q <= 1'b1;
        f_data_q  <= push_data_i;
        f_ahead_q <= f_used_q - CntBits'(commit_i && marker_o);
        f_due_q   <= f_here;
      end
    end
  end

  always @(*) begin
    f_slot = 8'(rptr_q) + 8'(f_ahead_q);
    if (f_slot >= 8'(Depth)) f_slot = f_slot - 8'(Depth);
    f_end = 8'(rptr_q) + 8'(f_used_q);
    if (f_end >= 8'(Depth)) f_end = f_end - 8'(Depth);
  end

  logic f_behind; // of the watched marker's walk: the line's set is behind it, or its way is done with
  always @(*) begin
    f_behind = !walking_q || set_q > f_set || (set_q == f_set && seen_q && (live_q & f_way) == '0);
  end

  logic [TagBits-1:0] f_kept; // the tag that the walk has of the way
  always @(*) begin
    f_kept = '0;
    for (int w = 0; w < Ways; w++) if (f_way[w]) f_kept = tags_q[w*TagBits +: TagBits];
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: order, nothing lost, and no marker before a line that was there.
      assert (push_ready_o == (f_used_q != CntBits'(Depth)));
      if (marker_o) assert (valid_o && f_used_q != '0);
      if (probe_o) assert (valid_o && !marker_o && set_o <= LastSet);
      if (marker_o && f_watch_q && f_ahead_q == '0) assert (data_o == f_data_q && !f_due_q);
      if (valid_o && !probe_o && !marker_o) assert (first != '0);

      // Why.
      assert (f_used_q <= CntBits'(Depth) && used_q == f_used_q && group_q <= used_q);
      assert (rptr_q <= Last && wptr_q <= Last && 8'(wptr_q) == f_end && set_q <= LastSet);
      if (f_watch_q) assert (f_ahead_q < f_used_q && marker_q[f_slot[PtrBits-1:0]] == f_data_q);
      if (walking_q) assert (group_q != '0);
      else           assert (set_q == '0 && !seen_q);
      if (seen_q) assert (live_q != '0);
      else        assert (live_q == '0);
      if (f_watch_q && f_ahead_q < group_q && f_behind) assert (!f_due_q);
      if (f_watch_q && f_due_q && f_ahead_q < group_q && seen_q && set_q == f_set) assert (f_kept == f_tag);
    end
  end
