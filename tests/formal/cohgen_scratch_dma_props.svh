// What cohgen_scratch_dma promises, by watching an id and a local word, chosen freely. Which addresses a tile has, the model in
// tests/parts knows. The memory answers anything to a read of what is written at the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [I-1:0] f_id;
  (* anyconst *) logic [L-1:0] f_word;
  (* keep *) logic [31:0] f_stored;  // of the word in the memory (joined by run.sh)
  logic         f_asked_q, f_gone_q; // the id is under way; memory has taken it
  logic [L-1:0] f_place_q;           // with this word
  logic [L-1:0] f_next_q;            // the word that has to be asked for next
  logic [31:0]  f_data_q;            // the word's bytes, where they are known
  logic [31:0]  f_known_q;
  logic         f_offer_q, f_write_q; // what was offered in the last cycle, and not taken
  logic [I-1:0] f_offer_id_q;
  logic [A-1:0] f_addr_q;
  logic [31:0]  f_offer_data_q;
  logic         f_core_q, f_load_q;
  logic [31:0]  f_load_data_q, f_load_known_q;
  logic         f_used;
  logic [L-1:0] f_place, f_req_place;

  always @(*) begin
    assume (32'(f_id) < Ids && 32'(f_word) < Words && 32'(core_addr_i) < Words);
    if (rst_ni && ans_valid_i) begin
      assume (32'(ans_id_i) < Ids);
      for (int i = 0; i < Ids; i++)
        if (ans_id_i == I'(i)) assume (used_q[i] && !(req_q && req_id_q == I'(i)));
    end
    f_used      = 1'b0;
    f_place     = '0;
    f_req_place = '0;
    for (int i = 0; i < Ids; i++) begin
      if (f_id == I'(i)) begin
        f_used  = used_q[i];
        f_place = place_q[i*L +: L];
      end
      if (req_id_q == I'(i)) f_req_place = place_q[i*L +: L];
    end
  end

  always @(posedge clk_i) begin
    f_offer_q      <= rst_ni && mem_valid_o && !mem_ready_i;
    f_offer_id_q   <= mem_id_o;
    f_addr_q       <= mem_addr_o;
    f_write_q      <= mem_write_o;
    f_offer_data_q <= mem_data_o;
    f_core_q       <= rst_ni && core_valid_i && core_ready_o;
    f_load_q       <= !core_write_i && core_addr_i == f_word;
    f_load_data_q  <= f_data_q;
    f_load_known_q <= f_known_q;
    if (!rst_ni) begin
      f_asked_q <= 1'b0;
      f_gone_q  <= 1'b0;
      f_known_q <= '0;
    end else begin
      if (step && pick[f_id]) {f_asked_q, f_place_q} <= {1'b1, f_next_q};
      else if (ans_valid_i && ans_id_i == f_id) f_asked_q <= 1'b0;
      if (mem_valid_o && mem_ready_i && mem_id_o == f_id) f_gone_q <= 1'b1;
      else if (ans_valid_i && ans_id_i == f_id) f_gone_q <= 1'b0;
      if (start) f_next_q <= start_base_i;
      else if (step) f_next_q <= f_next_q + 1'b1;
      for (int b = 0; b < 4; b++) begin
        if (core_valid_i && core_ready_o && core_write_i && core_bytes_i[b] && core_addr_i == f_word) begin
          f_data_q[8*b +: 8]  <= core_data_i[8*b +: 8];
          f_known_q[8*b +: 8] <= '1;
        end
      end
      if (ans_valid_i && !out_q && ans_id_i == f_id && f_place_q == f_word) {f_data_q, f_known_q} <= {ans_data_i, 32'hffffffff};
      // Another id may bring the word, too: only of the watched one it is known what.
      else if (ans_valid_i && !out_q && ans_place == f_word) f_known_q <= '0;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: while a tile moves the core waits, and nothing is under way behind its end.
      assert (core_ready_o == !busy_o && start_ready_o == !busy_o);
      assert (core_valid_o == f_core_q);
      if (!busy_o) assert (!mem_valid_o && !f_asked_q);
      // An offer stays; an id is not used twice; a word that comes goes where it belongs.
      if (f_offer_q)
        assert (mem_valid_o && mem_id_o == f_offer_id_q && mem_addr_o == f_addr_q && mem_write_o == f_write_q &&
                (!mem_write_o || mem_data_o == f_offer_data_q));
      if (step && pick[f_id]) assert (!f_asked_q);
      if (ans_valid_i && ans_id_i == f_id) assert (ans_place == f_place_q);
      if (mem_valid_o && mem_id_o == f_id) assert (f_asked_q && !f_gone_q);
      // What leaves, and what the core loads, is the word.
      if (mem_valid_o && mem_write_o && f_req_place == f_word) assert (((mem_data_o ^ f_data_q) & f_known_q) == '0);
      if (core_valid_o && f_load_q) assert (((core_data_o ^ f_load_data_q) & f_load_known_q) == '0);

      // Why.
      assert (f_used == f_asked_q && (!f_gone_q || f_asked_q));
      if (f_asked_q) assert (f_place == f_place_q && (f_gone_q || (req_q && req_id_q == f_id)));
      if (steps_q) assert (local_q == f_next_q && busy_q);
      if (req_q) assert (busy_q && 32'(req_id_q) < Ids && used_q[req_id_q] && req_write_q == out_q);
      if (!busy_q) assert (used_q == '0 && !steps_q);
      assert (((f_stored ^ f_data_q) & f_known_q) == '0);
    end
  end
