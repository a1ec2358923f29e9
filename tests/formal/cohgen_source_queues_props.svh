// What cohgen_source_queues promises, by watching one sender, and one of its elements chosen freely among those pushed.
  `include "reset.svh"

  (* anyconst *) logic [SrcBits-1:0] f_me; // the sender under watch
  (* anyseq *) logic f_choose;
  logic               f_watch_q;  // an element of it is under watch, still in the queue
  logic [Width-1:0]   f_data_q;   // its data
  logic [CntBits-1:0] f_before_q; // elements of the sender before it
  logic [CntBits-1:0] f_used_q;   // elements of the sender
  logic               f_s0_q, f_s1_q, f_s2_q; // something is settled in two cycles, in the next one, in this one
  logic [SrcBits-1:0] f_s0_src_q, f_s1_src_q, f_s2_src_q; // whose
  logic [7:0]         f_sleep_q;  // cycles that the sender has slept
  logic               f_missed_q; // it has gone back, or was offered in vain, since it was served
  logic [SrcBits-1:0] f_push_src, f_src;
  logic               f_push, f_done, f_back, f_take;

  assign f_push_src = push_data_i[SrcAt +: SrcBits];
  assign f_src      = data_o[SrcAt +: SrcBits];
  assign f_push     = push_valid_i && f_push_src == f_me;
  assign f_done     = commit_i && f_s2_src_q == f_me;
  assign f_back     = rollback_i && f_s2_src_q == f_me;
  assign f_take     = take_i && !(rollback_i && f_src == f_s2_src_q);

  // The senders, and the consumer.
  always @(*) begin
    assume (32'(f_me) < Sources);
    if (push_valid_i) assume (32'(f_push_src) < Sources);
    if (take_i) assume (valid_o);
    assume ((commit_i || rollback_i) == f_s2_q);
    assume (!commit_i || !rollback_i);
    for (int s = 0; s < Sources; s++)
      if (push_valid_i && f_push_src == SrcBits'(s)) assume (push_ready_o[s]);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_watch_q  <= 1'b0;
      f_used_q   <= '0;
      f_s0_q     <= 1'b0;
      f_s1_q     <= 1'b0;
      f_s2_q     <= 1'b0;
      f_sleep_q  <= '0;
      f_missed_q <= 1'b0;
    end else begin
      f_used_q   <= f_used_q + CntBits'(f_push) - CntBits'(f_done);
      f_s0_q     <= Settle > 2 && f_take;
      f_s0_src_q <= f_src;
      f_s1_q     <= (Settle > 2) ? f_s0_q && !(rollback_i && f_s0_src_q == f_s2_src_q) : f_take;
      f_s1_src_q <= (Settle > 2) ? f_s0_src_q : f_src;
      f_s2_q     <= f_s1_q && !(rollback_i && f_s1_src_q == f_s2_src_q);
      f_s2_src_q <= f_s1_src_q;
      if (f_watch_q && f_done) begin
        if (f_before_q == '0) f_watch_q <= 1'b0;
        else                  f_before_q <= f_before_q - 1'b1;
      end
      if (!f_watch_q && f_choose && f_push) begin
        f_watch_q  <= 1'b1;
        f_data_q   <= push_data_i;
        f_before_q <= f_used_q - CntBits'(f_done);
      end
      if (f_done)                         f_missed_q <= 1'b0;
      else if (f_back && sleep_i != '0)   f_missed_q <= 1'b1;
      else if (f_offered && !take_i)      f_missed_q <= 1'b1;
      if (f_back || f_asleep == '0)       f_sleep_q <= '0;
      else                                f_sleep_q <= f_sleep_q + 8'd1;
    end
  end

  // What the part knows of the sender.
  logic               f_offered, f_ready, f_far, f_ahead, f_taken, f_waits, f_awake, f_only, f_missed;
  logic [Reasons-1:0] f_asleep;
  logic [CntBits-1:0] f_on_way;
  logic [Sources-1:0] f_late_q; // the only one that was allowed in the last cycle
  assign f_offered = pick_q[f_me];
  assign f_ready   = push_ready_o[f_me];
  assign f_far     = far_q[f_me];
  assign f_ahead   = ahead_q[f_me];
  assign f_taken   = taken_q[f_me];
  assign f_waits   = waits[f_me];
  assign f_awake   = awake[f_me];
  assign f_only    = only[f_me];
  assign f_missed  = missed_q[f_me];
  assign f_on_way  = CntBits'(f_s0_q && f_s0_src_q == f_me) + CntBits'(f_s1_q && f_s1_src_q == f_me) + CntBits'(f_s2_q && f_s2_src_q == f_me);
  always_comb begin
    f_asleep = '0;
    for (int s = 0; s < Sources; s++) if (f_me == SrcBits'(s)) f_asleep = asleep_q[s*Reasons +: Reasons];
  end

  // What was so in the last cycle: somebody could be offered, and nobody went back.
  logic f_able_q, f_kept_out_q;
  always @(posedge clk_i) begin
    f_able_q     <= rst_ni && !rollback_i && (waits & awake & only & ~(pick_q & {Sources{take_i}})) != '0;
    f_late_q     <= rst_ni ? only : '1;
    f_kept_out_q <= rst_ni && f_asleep != '0 && !f_awake && !f_back;
  end

  for (genvar s = 0; s < Sources; s++) begin : gen_f_source
    always @(*) begin
      if (rst_ni) begin
        assert (far_q[s] == (f_s0_q && f_s0_src_q == SrcBits'(s)));
        assert (ahead_q[s] == (f_s1_q && f_s1_src_q == SrcBits'(s)));
        assert (taken_q[s] == (f_s2_q && f_s2_src_q == SrcBits'(s)));
        if (pick_q[s]) assert (waits[s] && f_src == SrcBits'(s));
        assert (gen_queue[s].used_q <= CntBits'(Depth));
        assert (gen_queue[s].used_q >= gen_queue[s].taken);
        assert (32'(gen_queue[s].used_q) >= 32'(far_q[s]) + 32'(ahead_q[s]) + 32'(taken_q[s]));
        assert (32'(far_q[s]) + 32'(ahead_q[s]) + 32'(taken_q[s]) <= Depth);
        assert (32'(gen_queue[s].first_q) < Depth);
        // Every element is in the queue of its sender.
        for (int n = 0; n < Depth; n = n + 1)
          if (n < 32'(gen_queue[s].used_q))
            assert (gen_queue[s].mem_q[slot(gen_queue[s].first_q, CntBits'(n))][SrcAt +: SrcBits] == SrcBits'(s));
        if (f_me == SrcBits'(s)) begin
          assert (gen_queue[s].used_q == f_used_q);
          if (f_watch_q) assert (gen_queue[s].mem_q[slot(gen_queue[s].first_q, f_before_q)] == f_data_q);
        end
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: what is offered is the sender's oldest element that is not taken, what is settled its oldest.
      assert (f_ready == (f_used_q != CntBits'(Depth)));
      assert (valid_o == (pick_q != '0));
      if (f_watch_q && f_offered && f_before_q == f_on_way) assert (valid_o && data_o == f_data_q);
      if (Oldest != 0 && f_watch_q && f_taken && f_before_q == '0) assert (oldest_o == f_data_q);
      // Who sleeps is not offered, and sleeps for Nap cycles at most; while one can be offered, one is.
      if (f_kept_out_q) assert (!f_offered);
      assert (f_asleep == '0 || f_sleep_q < 8'(Nap));
      if (f_able_q) assert (valid_o);
      // Others wait for a sender that is late.
      assert ((pick_q & ~f_late_q) == '0);
      if (wait_q == WaitBits'(Patience)) assert (watch_q == only);
      if (wait_q != WaitBits'(Patience)) assert (only == '1);
      if (f_missed_q && watch_q[f_me] && wait_q != '0) assert (watched);

      // Why.
      assert ((pick_q & (pick_q - 1'b1)) == '0);
      assert ((far_q & (far_q - 1'b1)) == '0);
      assert ((ahead_q & (ahead_q - 1'b1)) == '0);
      assert ((taken_q & (taken_q - 1'b1)) == '0);
      assert (watch_q != '0 && (watch_q & (watch_q - 1'b1)) == '0);
      assert (wait_q <= WaitBits'(Patience));
      assert (f_missed == f_missed_q);
      assert (nap_q <= NapBits'(Nap - 1));
      if (f_watch_q) assert (f_before_q < f_used_q);
      if (f_watch_q) assert (f_data_q[SrcAt +: SrcBits] == f_me);
      if (f_asleep != '0) assert (f_sleep_q <= 8'(nap_q));
      if (f_asleep != '0) assert (f_missed_q && f_waits && !f_taken && !f_ahead && !f_far);
    end
  end
