// What cohgen_spaces promises: every answer goes to the core once, with its data, announced in the cycle before; nothing
// is lost. By watching one request chosen freely, of either side.
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0] f_me; // the request under watch

  localparam logic [1:0] Free = 2'd0, Asked = 2'd1, Answered = 2'd2; // Answered: and has not gone to the core
  logic [1:0]          f_step_q;
  logic                f_local_q;
  logic [DataBits-1:0] f_data_q;
  logic [IdBits-1:0]   f_global_next_q, f_next_q; // announced to the part, and by it
  logic [CntBits-1:0]  f_out_q;                   // local requests that the memory has not answered
  (* anyseq *) logic   f_mine;                    // the request in this cycle is the one under watch
  logic                f_take, f_global, f_local, f_gone;

  assign f_take   = req_valid_i && req_ready_o && f_mine;
  assign f_global = global_answer_i && global_id_i == f_me;
  assign f_local  = local_answer_i && local_id_i == f_me;
  assign f_gone   = resp_valid_o && resp_id_o == f_me;

  always @(*) begin
    assume (32'(f_me) < Threads);
    if (!rst_ni) assume (!local_answer_i); // nobody has asked yet
    if (rst_ni) begin
      if (f_mine) assume (f_step_q == Free);
      if (global_answer_i) assume (global_id_i == f_global_next_q);
      if (f_global) assume (f_step_q == Asked && !f_local_q);
      if (f_local) assume (f_step_q == Asked && f_local_q);
      if (local_answer_i) assume (f_out_q != '0);
      // The one under watch is among them.
      if (local_answer_i && !f_local && f_step_q == Asked && f_local_q) assume (f_out_q > CntBits'(1));
    end
  end

  always @(posedge clk_i) begin
    f_global_next_q <= global_next_id_i;
    f_next_q        <= resp_next_id_o;
    if (!rst_ni) begin
      f_step_q <= Free;
      f_out_q  <= '0;
    end else begin
      f_out_q <= f_out_q + CntBits'(local_taken) - CntBits'(local_answer_i);
      if (f_take) begin
        f_step_q  <= Asked;
        f_local_q <= req_local_i;
      end else if (f_gone) f_step_q <= Free;
      else if (f_global || f_local) f_step_q <= Answered;
      if (f_global) f_data_q <= global_data_i;
      if (f_local) f_data_q <= local_data_i;
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
      assert (!(f_step_q == Asked && f_local_q) || f_out_q != '0);
      // What goes to the core.
      assert (!f_gone || f_step_q == Answered || f_global);
      assert (!f_gone || resp_data_o == (f_step_q == Answered ? f_data_q : global_data_i));
      assert (!resp_valid_o || resp_id_o == f_next_q);
      // The cache's answer goes at once, or waits where none does.
      assert (!global_answer_i || (resp_valid_o && resp_id_o == global_id_i && !turn_q && !waits_q) || waits_d);
    end
  end
