// What cohgen_spaces promises: every answer goes to the core once, with its data, announced in the cycle before; nothing
// is lost. With Both, so does the second answer to a request of both sides, and the first one goes nowhere. By watching
// one request chosen freely, of either side or of both.
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0] f_me; // the request under watch

  localparam logic [1:0] Free = 2'd0, Asked = 2'd1, Answered = 2'd2; // Answered: and has not gone to the core
  logic [1:0]          f_step_q;
  logic                f_local_q;                 // Answered: it waits with the local answers
  logic [1:0]          f_sides_q, f_left;         // Asked: who has to answer, 1: the cache, 0: the memory; and after this cycle
  logic                f_both_q, f_both, f_last;
  logic [IdBits-1:0]   f_id;                      // of a request for both sides
  logic [DataBits-1:0] f_data_q;
  logic [IdBits-1:0]   f_global_next_q, f_next_q; // announced to the part, and by it
  logic [CntBits-1:0]  f_out_q;                   // local requests that the memory has not answered
  (* anyseq *) logic   f_mine;                    // the request in this cycle is the one under watch
  logic                f_take, f_global, f_local, f_gone;

  assign f_take   = req_valid_i && req_ready_o && f_mine;
  assign f_global = global_answer_i && global_id_i == f_me;
  assign f_local  = local_answer_i && local_id_i == f_me;
  assign f_gone   = resp_valid_o && resp_id_o == f_me;
  assign f_left   = f_sides_q & ~{f_global, f_local};
  assign f_last   = (f_global || f_local) && f_left == '0;
  if (Both != 0) begin : gen_f_both
    assign {f_id, f_both} = req_local_i[Both +: IdBits+1];
    always @(*) if (rst_ni) begin
      assume (f_mine == (f_id == f_me));
      assert (!both || (global_valid_o && global_ready_i) == local_taken); // both take it, or none
      assert (gen_both.both_q[f_me] == (f_both_q && f_step_q == Asked));
      assert (gen_both.half_q[f_me] == (f_both_q && f_step_q == Asked && f_sides_q != 2'b11));
    end
  end else begin : gen_f_one
    assign {f_id, f_both} = '0;
    always @(posedge clk_i) if (rst_ni) assert (!f_both_q);
  end

  always @(*) begin
    assume (32'(f_me) < Threads);
    if (!rst_ni) assume (!local_answer_i); // nobody has asked yet
    if (rst_ni) begin
      if (f_mine) assume (f_step_q == Free);
      if (global_answer_i) assume (global_id_i == f_global_next_q);
      if (f_global) assume (f_step_q == Asked && f_sides_q[1]);
      if (f_local) assume (f_step_q == Asked && f_sides_q[0]);
      if (local_answer_i) assume (f_out_q != '0);
      // The one under watch is among them.
      if (local_answer_i && !f_local && f_step_q == Asked && f_sides_q[0]) assume (f_out_q > CntBits'(1));
    end
  end

  always @(posedge clk_i) begin
    f_global_next_q <= global_next_id_i;
    f_next_q        <= resp_next_id_o;
    if (!rst_ni) begin
      f_step_q  <= Free;
      f_sides_q <= '0;
      f_both_q  <= 1'b0;
      f_out_q   <= '0;
    end else begin
      f_out_q <= f_out_q + CntBits'(local_taken) - CntBits'(local_answer_i);
      if (f_take) begin
        f_step_q  <= Asked;
        f_sides_q <= f_both ? 2'b11 : req_local_i[0] ? 2'b01 : 2'b10;
        f_both_q  <= f_both;
      end else begin
        f_sides_q <= f_left;
        if (f_gone) f_step_q <= Free;
        else if (f_last) f_step_q <= Answered;
      end
      if (f_last) f_local_q <= !f_global;
      if (f_last) f_data_q <= f_global ? global_data_i : local_data_i;
    end
  end

  // The places of the queue that are in use, and those that have the watched answer.
  logic [Credits-1:0] f_used, f_has;
  logic [31:0]        f_copies, f_n;
  always @(*) begin
    f_copies = 0;
    f_n      = 0;
    for (int k = 0; k < Credits; k++) begin
      f_used[k] = (32'(k) >= 32'(rptr_q)) ? 32'(k) - 32'(rptr_q) < 32'(count_q) : 32'(k + Credits) - 32'(rptr_q) < 32'(count_q);
      f_has[k]  = f_used[k] && queue_q[k][DataBits +: IdBits] == f_me;
      f_copies  = f_copies + 32'(f_has[k]);
      f_n       = f_n + 32'(f_used[k]);
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Counts.
      assert (count_q <= CntBits'(Credits) && owed_q <= CntBits'(Credits) && 32'(rptr_q) < 32'(Credits));
      assert (32'(wptr_q) == (32'(rptr_q) + 32'(count_q)) % 32'(Credits));
      assert (32'(owed_q) == 32'(count_q) + 32'(f_out_q) && f_n == 32'(count_q));
      assert (!turn_q || (count_q != '0 && !waits_q));
      assert (age_q <= AgeBits'(Patience) && (age_q == '0 || count_q != '0));
      // Where the watched answer is.
      assert (f_copies == 32'(f_step_q == Answered && f_local_q));
      assert ((waits_q && waits_id_q == f_me) == (f_step_q == Answered && !f_local_q));
      for (int k = 0; k < Credits; k++) assert (!f_has[k] || queue_q[k][0 +: DataBits] == f_data_q);
      assert (!(waits_q && waits_id_q == f_me) || waits_data_q == f_data_q);
      assert (!(f_step_q == Asked && f_sides_q[0]) || f_out_q != '0);
      assert (f_step_q != Asked || (f_sides_q != '0 && (f_both_q || f_sides_q != 2'b11)));
      // What goes to the core.
      assert (!f_gone || f_step_q == Answered || (f_global && f_last));
      assert (!f_gone || resp_data_o == (f_step_q == Answered ? f_data_q : global_data_i));
      assert (!resp_valid_o || resp_id_o == f_next_q);
      // The cache's answer goes at once, or waits where none does.
      assert (!global_answers || (resp_valid_o && resp_id_o == global_id_i && !turn_q && !waits_q) || waits_d);
    end
  end
