// What cohgen_scoreboard promises, by watching a request (me) and another of its thread (it), chosen freely. The
// memories answer anything to a read of what is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0]          f_me, f_it;
  (* anyconst *) logic [Classes*Classes-1:0] f_before;
  logic [KeyBits+Width-1:0] f_held; // their words of the memories (joined by run.sh)
  logic [Slots*(ClassBits+KeyBits)-1:0] f_beside;
  logic [ThreadBits-1:0]    f_row;
  assign f_row = thread_of(f_me);

  logic                 f_busy_q, f_gone_q; // me: taken and not answered; left
  logic [KeyBits-1:0]   f_key_q;
  logic [Width-1:0]     f_data_q;
  logic [ClassBits-1:0] f_class_q;
  logic                 f_it_busy_q;        // it: likewise
  logic                 f_it_gone_q;
  logic [KeyBits-1:0]   f_it_key_q;
  logic [ClassBits-1:0] f_it_class_q;
  logic                 f_behind_q;         // me was taken while it was busy, which has not been answered since
  logic                 f_take, f_it_take, f_leave, f_it_leave, f_conflict, f_kept;

  assign f_take     = accept && req_id_i == f_me;
  assign f_it_take  = accept && req_id_i == f_it;
  assign f_leave    = out_valid_o && out_ready_i && out_id_o == f_me;
  assign f_it_leave = out_valid_o && out_ready_i && out_id_o == f_it;

  always @(*) begin
    f_kept = 1'b0;
    for (int c = 0; c < Classes; c++)
      for (int d = 0; d < Classes; d++)
        if (f_it_class_q == ClassBits'(c) && f_class_q == ClassBits'(d)) f_kept = f_before[c*Classes+d];
    f_conflict = f_kept || f_it_key_q == f_key_q;
  end

  always @(*) begin
    assume (32'(f_me) < Ids && 32'(f_it) < Ids && f_me != f_it && thread_of(f_me) == thread_of(f_it));
    assume (before_i == f_before);
    if (req_valid_i) assume (32'(req_id_i) < Ids && 32'(req_class_i) < Classes);
    if (ans_valid_i) assume (32'(ans_id_i) < Ids);
    // The core's and the cache's side, of all requests: what is taken was free, what is answered has left.
    for (int i = 0; i < Ids; i++) begin
      if (req_valid_i && req_id_i == IdBits'(i)) assume (!busy_q[i]);
      if (ans_valid_i && ans_id_i == IdBits'(i))
        assume (busy_q[i] && !held_q[i] && !(own_valid_q && own_id_q == IdBits'(i)));
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_busy_q    <= 1'b0;
      f_gone_q    <= 1'b0;
      f_it_busy_q <= 1'b0;
      f_it_gone_q <= 1'b0;
      f_behind_q  <= 1'b0;
    end else begin
      if (f_take) begin
        f_busy_q   <= 1'b1;
        f_key_q    <= req_key_i;
        f_data_q   <= req_data_i;
        f_class_q  <= req_class_i;
        f_behind_q <= f_it_busy_q && !(ans_valid_i && ans_id_i == f_it);
      end else if (ans_valid_i && (ans_id_i == f_it || ans_id_i == f_me)) begin
        f_behind_q <= 1'b0;
      end
      if (ans_valid_i && ans_id_i == f_me) f_busy_q <= 1'b0;
      if (f_leave) f_gone_q <= 1'b1;
      else if (ans_valid_i && ans_id_i == f_me) f_gone_q <= 1'b0;
      if (f_it_take) begin
        f_it_busy_q  <= 1'b1;
        f_it_key_q   <= req_key_i;
        f_it_class_q <= req_class_i;
      end
      if (ans_valid_i && ans_id_i == f_it) f_it_busy_q <= 1'b0;
      if (f_it_leave) f_it_gone_q <= 1'b1;
      else if (ans_valid_i && ans_id_i == f_it) f_it_gone_q <= 1'b0;
    end
  end

  // Of me and of it in the module.
  logic                 f_bit_busy, f_bit_held, f_bit_wait, f_it_bit_busy, f_it_bit_held, f_mine;
  logic [Slots-1:0]     f_waits;
  logic [ClassBits-1:0] f_class, f_it_class;
  logic [KeyBits-1:0]   f_lane, f_it_lane;
  logic [ClassBits+KeyBits-1:0] f_it_read;
  always @(*) begin
    {f_bit_busy, f_bit_held, f_bit_wait, f_it_bit_busy, f_it_bit_held} = '0;
    f_waits    = '0;
    f_class    = '0;
    f_it_class = '0;
    f_lane     = '0;
    f_it_lane  = '0;
    f_it_read  = '0;
    for (int i = 0; i < Ids; i++) begin
      if (f_me == IdBits'(i)) begin
        f_bit_busy = busy_q[i];
        f_bit_held = held_q[i];
        f_waits    = wait_q[i*Slots +: Slots];
      end
      if (f_it == IdBits'(i)) begin
        f_it_bit_busy = busy_q[i];
        f_it_bit_held = held_q[i];
      end
    end
    for (int s = 0; s < Slots; s++) begin
      if (f_me[SlotBits-1:0] == SlotBits'(s)) {f_class, f_lane} = f_beside[s*(ClassBits+KeyBits) +: ClassBits+KeyBits];
      if (f_it[SlotBits-1:0] == SlotBits'(s)) begin
        f_bit_wait = f_waits[s];
        {f_it_class, f_it_lane} = f_beside[s*(ClassBits+KeyBits) +: ClassBits+KeyBits];
        f_it_read  = beside[s*(ClassBits+KeyBits) +: ClassBits+KeyBits];
      end
    end
    f_mine = fresh_q && fresh_id_q == f_me;
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: a request leaves once, as it came; never before one that it must wait for has been answered.
      if (out_valid_o && out_id_o == f_me && f_busy_q) begin
        assert (!f_gone_q);
        assert (!(f_behind_q && f_conflict));
        assert (out_data_o == f_data_q && out_key_o == f_key_q);
      end
      if (out_valid_o && out_id_o == f_me && !f_busy_q) begin
        assert (req_valid_i && req_id_i == f_me && !f_it_busy_q);
        assert (out_data_o == req_data_i && out_key_o == req_key_i);
      end
      // What is kept waits only for such a one, or for its turn.
      if (f_busy_q && !f_gone_q && !f_mine && !(f_behind_q && f_conflict)) assert (!f_bit_wait);
      if (f_busy_q && !f_gone_q && !f_mine && f_waits == '0)
        assert ((free != '0 && f_bit_held) || (own_valid_q && own_id_q == f_me));

      // Why.
      assert (f_bit_busy == f_busy_q);
      assert (f_it_bit_busy == f_it_busy_q);
      assert (!f_gone_q || f_busy_q);
      assert (!f_it_gone_q || f_it_busy_q);
      assert (!f_behind_q || (f_busy_q && f_it_busy_q));
      assert (f_bit_held == (f_busy_q && !f_gone_q && !(own_valid_q && own_id_q == f_me)));
      assert (f_it_bit_held == (f_it_busy_q && !f_it_gone_q && !(own_valid_q && own_id_q == f_it)));
      if (own_valid_q && own_id_q == f_me) assert (f_busy_q && !f_gone_q && !f_mine && f_waits == '0);
      if (own_valid_q && own_id_q == f_it) assert (f_it_busy_q && !f_it_gone_q);
      if (own_valid_q) assert (32'(own_id_q) < Ids);
      if (f_busy_q) assert (f_class == f_class_q && f_lane == f_key_q);
      if (f_it_busy_q) assert (f_it_class == f_it_class_q && f_it_lane == f_it_key_q);
      if (f_bit_held) assert (f_held == {f_key_q, f_data_q});
      if (own_valid_q && own_id_q == f_me) assert (own_data == {f_key_q, f_data_q});
      // A bit of what is kept: that of one that is busy and was taken before. After the cycle in which all are, just those
      // that it has to wait for.
      if (f_bit_held) assert (!f_bit_wait || f_behind_q);
      if (f_bit_held && f_behind_q && (f_mine || f_conflict)) assert (f_bit_wait);
      if (f_mine) assert (f_bit_held && fresh_class_q == f_class_q && fresh_key_q == f_key_q);
      if (f_mine && f_behind_q) assert (f_it_read == {f_it_class_q, f_it_key_q});
      if (f_bit_held && !f_mine && !f_conflict) assert (!f_bit_wait);
    end
  end
