// What cohgen_order promises, by watching one thread chosen freely. The memories answer anything to a read of what
// is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0] f_me; // the thread under watch
  logic [Width+2:0]    f_waiting;            // its words of the memories (joined by run.sh)
  logic [DataBits-1:0] f_held;

  // Its request, and how far it is.
  localparam logic [1:0] Free = 2'd0, Rel = 2'd1, Op = 2'd2, Acq = 2'd3;
  logic [1:0]          f_step_q;          // Rel, Op, Acq: to be asked next is what comes after the release; ...
  logic                f_asked_q;         // ... the step's request is with the cache
  logic                f_old_q;           // ... for a cycle or more
  logic                f_release_q, f_acquire_q;
  logic [1:0]          f_op_q;
  logic [Width-1:0]    f_data_q;
  logic [DataBits-1:0] f_answer_q;
  logic [IdBits-1:0]   f_next_q;

  // Of all threads: a request is with the cache, and may be answered.
  logic [Threads-1:0]  f_out_q, f_ripe_q, f_busy_q;
  logic                f_take, f_ask, f_ans;

  assign f_take = req_valid_i && req_ready_o && req_id_i == f_me;
  assign f_ask  = issue && out_id_o == f_me;
  assign f_ans  = ans_valid_i && ans_id_i == f_me;

  always @(*) begin
    assume (32'(f_me) < Threads);
    if (rst_ni) begin
      if (req_valid_i) begin
        assume (32'(req_id_i) < Threads);
        for (int t = 0; t < Threads; t++) if (req_id_i == IdBits'(t)) assume (!f_busy_q[t]);
      end
      if (ans_valid_i) begin
        assume (ans_id_i == f_next_q && 32'(ans_id_i) < Threads);
        for (int t = 0; t < Threads; t++) if (ans_id_i == IdBits'(t)) assume (f_ripe_q[t]);
      end
    end
  end

  always @(posedge clk_i) begin
    f_next_q <= ans_next_id_i;
    for (int t = 0; t < Threads; t++) begin
      if (!rst_ni) begin
        f_out_q[t]  <= 1'b0;
        f_ripe_q[t] <= 1'b0;
        f_busy_q[t] <= 1'b0;
      end else begin
        f_ripe_q[t] <= f_out_q[t] && !(ans_valid_i && ans_id_i == IdBits'(t));
        if (issue && out_id_o == IdBits'(t))              f_out_q[t] <= 1'b1;
        else if (ans_valid_i && ans_id_i == IdBits'(t))   f_out_q[t] <= 1'b0;
        if (req_valid_i && req_ready_o && req_id_i == IdBits'(t)) f_busy_q[t] <= 1'b1;
        else if (resp_valid_o && resp_id_o == IdBits'(t))         f_busy_q[t] <= 1'b0;
      end
    end
    if (!rst_ni) begin
      f_step_q  <= Free;
      f_asked_q <= 1'b0;
      f_old_q   <= 1'b0;
    end else begin
      f_old_q <= f_asked_q && !f_ans;
      if (f_take) begin
        f_step_q    <= req_release_i ? Rel : Op;
        f_asked_q   <= 1'b1;
        f_release_q <= req_release_i;
        f_acquire_q <= req_acquire_i;
        f_op_q      <= req_op_i;
        f_data_q    <= req_data_i;
      end else if (f_ask) begin
        f_asked_q <= 1'b1;
      end else if (f_ans) begin
        f_asked_q <= 1'b0;
        f_step_q  <= f_step_q == Rel ? Op : f_step_q == Op && f_acquire_q ? Acq : Free;
        if (f_step_q == Op) f_answer_q <= ans_data_i;
      end
    end
  end

  logic f_wait;
  logic [1:0] f_phase;
  always @(*) begin
    f_wait  = 1'b0;
    f_phase = 2'd0;
    for (int t = 0; t < Threads; t++) begin
      if (f_me == IdBits'(t)) f_wait  = wait_q[t];
      if (f_me == IdBits'(t)) f_phase = phase_q[t];
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface. The cache is asked for the release, the operation and the acquire, in this order, each when
      // the one before it is answered.
      if (out_valid_o && out_id_o == f_me) begin
        if (f_step_q == Free)
          assert (out_op_o == (req_release_i ? Release : {1'b0, req_op_i}) && req_valid_i && req_id_i == f_me);
        else assert (!f_asked_q && f_step_q != Rel);
        if (f_step_q == Free && !req_release_i) assert (out_data_o == req_data_i);
        if (f_step_q == Op)  assert (out_op_o == {1'b0, f_op_q} && out_data_o == f_data_q && f_release_q);
        if (f_step_q == Acq) assert (out_op_o == Acquire && f_acquire_q);
      end
      // The core is answered once, with the answer to the operation.
      if (resp_valid_o && resp_id_o == f_me) begin
        assert (f_ans && f_asked_q);
        assert (f_step_q == Acq || (f_step_q == Op && !f_acquire_q));
        if (f_step_q == Op)  assert (resp_data_o == ans_data_i);
        if (f_step_q == Acq) assert (resp_data_o == f_answer_q);
      end
      if (f_ans && (f_step_q == Acq || (f_step_q == Op && !f_acquire_q))) assert (resp_valid_o && resp_id_o == f_me);
      // What needs nothing goes through.
      if (req_valid_i && !own_valid_q) assert (out_valid_o && out_id_o == req_id_i);

      // Why.
      for (int t = 0; t < Threads; t++) begin
        assert (!f_ripe_q[t] || f_out_q[t]);
        assert (!f_out_q[t] || f_busy_q[t]);
        assert (!wait_q[t] || (f_busy_q[t] && !f_out_q[t]));
        if (own_valid_q && own_id_q == IdBits'(t)) assert (f_busy_q[t] && !f_out_q[t] && !wait_q[t]);
        if (wait_q[t] || (own_valid_q && own_id_q == IdBits'(t))) assert (phase_q[t] == Before || phase_q[t] == Middle);
        if (own_valid_q && own_id_q == IdBits'(t)) assert (own_acquire_q == (phase_q[t] == Middle));
        if (f_ripe_q[t] && f_next_q == IdBits'(t)) assert (next_q == phase_q[t]);
        assert (!f_busy_q[t] || f_out_q[t] || wait_q[t] || (own_valid_q && own_id_q == IdBits'(t)));
        if (f_me == IdBits'(t)) begin
          assert (f_busy_q[t] == (f_step_q != Free));
          assert (f_out_q[t] == f_asked_q);
          assert (f_ripe_q[t] == f_old_q);
        end
      end
      if (own_valid_q) assert (32'(own_id_q) < Threads);
      assert (!f_old_q || f_asked_q);
      if (f_step_q == Free) assert (!f_asked_q && !f_wait);
      if (f_step_q == Rel) assert (f_asked_q && f_release_q && f_phase == Before);
      if (f_step_q == Op && !f_asked_q) assert (f_release_q && f_phase == Before);
      if (f_step_q == Op && f_asked_q) assert (f_phase == (f_acquire_q ? Middle : Last));
      if (f_step_q == Acq) assert (f_acquire_q && f_phase == (f_asked_q ? After : Middle));
      if ((f_step_q == Rel || f_step_q == Op) && f_release_q && !(f_step_q == Op && f_asked_q))
        assert (f_waiting == {f_acquire_q, f_op_q, f_data_q});
      if (own_valid_q && own_id_q == f_me && f_step_q == Op)
        assert ({waiting_acquire, waiting_op, waiting_data} == {f_acquire_q, f_op_q, f_data_q});
      if (f_step_q == Acq) assert (f_held == f_answer_q);
      if (f_step_q == Acq && f_old_q && f_next_q == f_me) assert (held_data == f_answer_q);
    end
  end
