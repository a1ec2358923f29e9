// What cohgen_transfer promises, whatever the tile: the core's requests pass or wait, own ones come in pairs, a load from
// one space and a store of its word into the other, whose local word is the next one; one answer, of nothing else the
// answers of others. Which addresses a tile has, the model in tests/parts knows.
  `include "reset.svh"

  (* anyconst *) logic [IdBits-1:0] f_id; // an id of the core under watch
  logic              f_busy_q, f_move_q;   // it waits for an answer; of a transfer
  logic              f_behind_q;           // what stands behind the port has a request of this id
  logic              f_own_q;              // some transfer is under way, of this id:
  logic [IdBits-1:0] f_who_q;
  logic              f_out_q, f_store_q, f_loaded_q; // it moves out; the next request is a store; a load was answered
  logic [L+1:0]      f_place_q;
  logic [31:0]       f_data_q;
  logic [L:0]        f_words_q;            // moved so far
  logic              f_offer_q;            // what was offered in the last cycle, and not taken
  logic [1:0]        f_op_q;
  logic              f_local_q;
  logic [AddrBits-1:0] f_addr_q;
  logic [31:0]       f_word_q;
  logic              f_asked_q;            // the transfer's own request is behind the port
  logic              f_take, f_gone, f_ends;

  assign f_take = req_valid_i && req_ready_o;
  assign f_gone = resp_valid_o && resp_id_o == f_id;
  assign f_ends = f_own_q && resp_valid_o && resp_id_o == f_who_q;

  always @(*) begin
    if (rst_ni) begin
      if (req_valid_i && req_id_i == f_id) assume (!f_busy_q);
      if (ans_valid_i && ans_id_i == f_id) assume (f_behind_q);
      if (f_own_q && ans_valid_i && ans_id_i == f_who_q) assume (f_asked_q);
    end
  end

  always @(posedge clk_i) begin
    f_offer_q <= rst_ni && out_valid_o && out_own_o && !out_ready_i;
    f_op_q    <= out_op_o;
    f_local_q <= out_local_o;
    f_addr_q  <= out_addr_o;
    f_word_q  <= out_data_o;
    if (!rst_ni) begin
      f_busy_q   <= 1'b0;
      f_move_q   <= 1'b0;
      f_behind_q <= 1'b0;
      f_own_q    <= 1'b0;
      f_asked_q  <= 1'b0;
    end else begin
      if (f_take && req_id_i == f_id) {f_busy_q, f_move_q} <= {1'b1, req_move_i};
      else if (f_gone) {f_busy_q, f_move_q} <= 2'b00;
      if (out_valid_o && out_ready_i && out_id_o == f_id) f_behind_q <= 1'b1;
      else if (ans_valid_i && ans_id_i == f_id) f_behind_q <= 1'b0;
      if (f_take && req_move_i) begin
        f_own_q   <= 1'b1;
        f_who_q   <= req_id_i;
        f_out_q   <= req_out_i;
        f_store_q <= 1'b0;
        f_place_q <= move_place_i;
        f_words_q <= '0;
      end else if (f_ends) f_own_q <= 1'b0;
      if (out_valid_o && out_own_o && out_ready_i) f_asked_q <= 1'b1;
      else if (f_own_q && ans_valid_i && ans_id_i == f_who_q) begin
        f_asked_q <= 1'b0;
        f_store_q <= !f_store_q;
        if (!f_store_q) f_data_q <= ans_data_i;
        else f_words_q <= f_words_q + 1'b1;
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The core: nothing of it is taken meanwhile; else it passes, but for a transfer, which does not.
      assert (out_own_o == f_own_q);
      if (out_own_o) assert (!req_ready_o);
      else begin
        assert (out_valid_o == (req_valid_i && !req_move_i) && (req_move_i || req_ready_o == out_ready_i));
        assert (out_op_o == req_op_i && out_local_o == req_local_i && out_id_o == req_id_i && out_addr_o == req_addr_i &&
                out_data_o == req_data_i && out_bytes_o == req_bytes_i);
      end
      // Own requests: they stay; a load and a store in turn, of whole words, the store with what the load brought; one of
      // them is of the next local word, which there is.
      if (f_offer_q) assert (out_valid_o && out_own_o && out_op_o == f_op_q && out_local_o == f_local_q &&
                             out_addr_o == f_addr_q && (out_op_o == Load || out_data_o == f_word_q));
      if (out_valid_o && out_own_o) begin
        assert (out_id_o == f_who_q && !f_asked_q && out_op_o == (f_store_q ? Store : Load) && out_bytes_o == '1);
        assert (out_local_o == (f_store_q != f_out_q) && (!f_store_q || out_data_o == f_data_q));
        assert (out_addr_o[1:0] == '0);
        if (out_local_o) assert (out_addr_o == AddrBits'({(L+1)'(f_place_q[L+1:2]) + f_words_q, 2'd0}));
      end
      // Answers: of an id that waits, each as it came, and of a transfer its own, with nothing under way.
      if (f_gone) assert (f_busy_q);
      if (ans_valid_i && ans_id_i == f_id && !f_move_q) assert (resp_valid_o && resp_id_o == f_id && resp_data_o == ans_data_i);
      if (f_gone && f_move_q) assert (!f_asked_q && !f_store_q && f_ends);
      if (f_gone && f_move_q && f_words_q != '0) assert (resp_data_o == '0);
      if (f_gone && !f_move_q) assert (ans_valid_i && ans_id_i == f_id);

      // Why.
      assert (step_q <= Answer && f_own_q == (step_q != Idle) && f_asked_q == (step_q == Wait));
      if (f_own_q) assert (id_q == f_who_q && out_q == f_out_q && place_q == f_place_q);
      if (f_own_q) assert (f_store_q == second_q && (step_q == Ask || step_q == Wait || !second_q));
      if (!f_own_q) assert (!second_q);
      if (f_store_q && f_own_q) assert (data_q == f_data_q);
      if (step_q == Begin || step_q == Check) assert (f_words_q == '0);
      if (step_q == Ask || step_q == Wait) assert (local_q == (L+1)'(place_q[L+1:2]) + f_words_q && why_q == '0);
      if (step_q == Answer && f_words_q != '0) assert (why_q == '0);
      assert (f_busy_q || !f_move_q);
      assert ((f_move_q == (f_own_q && f_who_q == f_id)));
      if (f_move_q) assert (f_behind_q == f_asked_q);
      else assert (f_behind_q == f_busy_q);
    end
  end
