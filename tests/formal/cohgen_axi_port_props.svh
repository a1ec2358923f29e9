// What cohgen_axi_port promises, by watching one read id chosen freely, one beat of a line, and one line that is
// written. The memory may answer a read as soon as it has left the head, in any order and with the beats of all ids
// mixed; of the other ids it may send anything, also what nobody asked for. The queues before AR and W are
// cohgen_fifo, which has a proof of its own. The memory of the beats answers anything to a read of what is written at
// the same edge (tests/formal/cohgen_sram_1r1w_any.svh).
  `include "reset.svh"

  (* anyconst *) logic [ReadBits-1:0] f_id;
  (* anyconst *) logic [BeatBits-1:0] f_beat;
  (* anyconst *) logic [TagBits-1:0]  f_line;
  logic [RamBits-1:0]   f_word;                // of the beat in the memory
  logic [DataBits-1:0]  f_stored;              // ... and what it holds (joined by run.sh)

  // The read: nowhere, at the head, under way, whole in the memory, being read from there, a fill.
  localparam logic [2:0] Idle = 3'd0, Head = 3'd1, Asked = 3'd2, Whole = 3'd3, Read = 3'd4, Fill = 3'd5;
  logic [2:0]           f_state_q;
  logic [LeftBits-1:0]  f_came_q;              // beats that have come
  logic [DataBits-1:0]  f_data_q;              // the watched one
  logic [TagBits-1:0]   f_tag_q;               // the line that was asked for
  logic                 f_mine;                // a beat of it comes
  logic [LeftBits-1:0]  f_got_q, f_pos_q;      // beats of the line being read that are in the line register; the number
                                               // of the beat at the memory's output
  logic                 f_writing_q;           // a write of the line f_line is outstanding
  logic [IdBits-1:0]    f_slot_q;
  logic [DataBits-1:0]  f_wbeat_q;             // the watched beat of the write in wdata_q
  logic                 f_aw_q, f_fill_q;      // AW, the fill had to wait
  logic [TagBits-1:0]   f_awtag_q;
  logic [IdBits-1:0]    f_awid_q;
  logic [ReadBits-1:0]  f_fill_id_q;
  logic [LineBits-1:0]  f_fill_data_q;

  assign f_mine = r_beat && r_id == f_id;
  if (Beats > 1) begin : f_gen_beats
    assign f_word = (RamBits'(f_id) << BeatBits) | RamBits'(f_beat);
  end else begin : f_gen_beat
    assign f_word = RamBits'(f_id);
  end

  // The caller, and the memory.
  always @(*) begin
    assume (32'(f_id) < Reads && 32'(f_beat) < Beats);
    if (rst_ni) begin
      assume (32'(m_axi_rid_i) < Reads);
      if (req_valid_i && !req_write_i) assume (32'(req_id_i) < Reads);
      if (accept && !req_write_i && req_id_i == IdBits'(f_id)) assume (f_state_q == Idle);
      if (f_mine) assume (f_state_q == Asked && m_axi_rlast_i == (f_came_q == LeftBits'(Beats - 1)));
      if (m_axi_bvalid_i) assume ((slot_end & slot_valid_q) != '0);
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_state_q   <= Idle;
      f_came_q    <= '0;
      f_got_q     <= '0;
      f_writing_q <= 1'b0;
      f_aw_q      <= 1'b0;
      f_fill_q    <= 1'b0;
    end else begin
      case (f_state_q)
        Idle: if (accept && !req_write_i && req_id_i == IdBits'(f_id)) begin
          f_state_q <= Head;
          f_tag_q   <= req_addr_i[AddrBits-1:Offset];
        end
        Head: if (read_go) begin
          f_state_q <= Asked;
          f_came_q  <= '0;
        end
        Asked: if (f_mine) begin
          f_came_q <= f_came_q + 1'b1;
          if (f_came_q == LeftBits'(f_beat)) f_data_q <= m_axi_rdata_i;
          if (m_axi_rlast_i) f_state_q <= direct ? Fill : Whole;
        end
        Whole: if (out_begin && out_next == f_id) f_state_q <= Read;
        Read: if (beat_take && beat_last_q && beat_id_q == f_id) f_state_q <= Fill;
        default: if (fill_ready_i) f_state_q <= Idle;
      endcase
      if (out_read) f_pos_q <= LeftBits'(out_beat_q);
      if (beat_take) f_got_q <= beat_last_q ? '0 : f_got_q + 1'b1;

      if (write_go && head_tag_q == f_line) begin
        f_writing_q <= 1'b1;
        f_slot_q    <= slot_idx;
      end else if (m_axi_bvalid_i && m_axi_bid_i == f_slot_q) begin
        f_writing_q <= 1'b0;
      end
      if (load) begin
        for (int b = 0; b < Beats; b++) if (f_beat == BeatBits'(b)) f_wbeat_q <= req_data_i[b*DataBits +: DataBits];
      end
      f_aw_q        <= m_axi_awvalid_o && !m_axi_awready_i;
      f_awtag_q     <= awtag_q;
      f_awid_q      <= awid_q;
      f_fill_q      <= fill_valid_q && !fill_ready_i;
      f_fill_id_q   <= fill_id_q;
      f_fill_data_q <= fill_data_q;
    end
  end

  // The watched beat, with n beats of its line in the line register; and that of the write, with n left.
  logic [LeftBits-1:0] f_n;
  logic [DataBits-1:0] f_in_line, f_in_write;
  always @(*) begin
    f_n        = (f_state_q == Asked) ? f_came_q : f_got_q;
    if (f_state_q == Fill) f_n = LeftBits'(Beats);
    f_in_line  = '0;
    f_in_write = '0;
    for (int b = 0; b < Beats; b++) begin
      if (32'(b) + 32'(f_n) == 32'(Beats) + 32'(f_beat)) f_in_line = fill_data_q[b*DataBits +: DataBits];
      if (32'(b) + 32'(Beats) == 32'(wleft_q) + 32'(f_beat)) f_in_write = wdata_q[b*DataBits +: DataBits];
    end
  end

  logic f_whole;
  assign f_whole = (whole_q & (Reads'(1) << f_id)) != '0;

  always @(*) begin
    if (rst_ni) begin
      // The interface: the fill is of a read that was asked for and whose beats have all come, with its line and the
      // watched beat in its place; there is one for each.
      assert ((fill_valid_o && fill_id_o == IdBits'(f_id)) == (f_state_q == Fill));
      if (f_state_q == Fill) assert (fill_addr_o == AddrBits'(f_tag_q) << Offset && f_in_line == f_data_q);
      if (f_fill_q) assert (fill_valid_o && fill_id_q == f_fill_id_q && fill_data_q == f_fill_data_q);
      assert (m_axi_rready_o && m_axi_bready_o);
      // A read leaves the head once, with its line, and not beside a write of that line.
      if (f_state_q == Head && read_go) assert (head_id_q == IdBits'(f_id) && head_tag_q == f_tag_q);
      if (read_go && head_id_q == IdBits'(f_id)) assert (f_state_q == Head);
      if (head_go && head_tag_q == f_line) assert (!f_writing_q);
      // Writes have distinct ids; each has its beats, in order, after it left the head, and the last one is the last.
      if (write_go) assert ((slot_valid_q & (Writes'(1) << slot_idx)) == '0);
      if (w_beat && 32'(wleft_q) + 32'(f_beat) == 32'(Beats)) assert (wdata_q[DataBits-1:0] == f_wbeat_q);
      if (w_beat) assert (w_last == (wleft_q == LeftBits'(1)) && (wgo_q || write_go));
      if (write_go) assert (wleft_q == LeftBits'(Beats) && !wgo_q);
      if (load) assert (wleft_q == '0 || w_end);
      if (f_aw_q) assert (m_axi_awvalid_o && awtag_q == f_awtag_q && awid_q == f_awid_q);

      // Why.
      assert (f_state_q <= Fill);
      assert ((head_valid_q && !head_write_q && head_id_q == IdBits'(f_id)) == (f_state_q == Head));
      if (f_state_q == Head) assert (head_tag_q == f_tag_q);
      if (head_valid_q && !head_write_q) assert (32'(head_id_q) < Reads);
      if (f_state_q > Head) assert (read_tag_q[f_id] == f_tag_q);
      assert (came_q[f_id] == ((f_state_q == Asked) ? BeatBits'(f_came_q) : '0));
      if (f_state_q == Asked) assert (f_came_q < LeftBits'(Beats));
      assert (f_whole == (f_state_q == Whole));
      assert (((out_busy_q && out_id_q == f_id) || (beat_valid_q && beat_id_q == f_id)) == (f_state_q == Read));
      if (direct_q && direct_id_q == f_id) assert (f_state_q == Asked && f_came_q != '0);
      assert (!(direct_q && (fill_valid_q || out_busy_q || beat_valid_q)));
      if (out_busy_q)   assert (32'(out_id_q) < Reads);
      if (fill_valid_q) assert (32'(fill_id_q) < Reads);
      // The line that is being read, beat by beat.
      if (out_busy_q && !beat_valid_q) assert (out_beat_q == '0);
      if (beat_valid_q) begin
        assert (32'(beat_id_q) < Reads && f_pos_q == f_got_q && f_pos_q < LeftBits'(Beats));
        assert (beat_last_q == (f_pos_q == LeftBits'(Beats - 1)));
        if (!beat_last_q) assert (out_busy_q && out_id_q == beat_id_q && 32'(out_beat_q) == 32'(f_pos_q) + 1);
        if (beat_last_q && out_busy_q) assert (out_beat_q == '0);
        if (beat_last_q && beat_id_q == f_id) assert (!(out_busy_q && out_id_q == f_id));
        if (beat_id_q == f_id && f_pos_q == LeftBits'(f_beat)) assert (beat_data == f_data_q);
      end else begin
        assert (f_got_q == '0);
      end
      // Where the watched beat is.
      if ((f_state_q == Asked && f_came_q > LeftBits'(f_beat)) || f_state_q == Whole || f_state_q == Read)
        assert (f_stored == f_data_q);
      if (f_state_q == Asked && direct_q && direct_id_q == f_id && f_came_q > LeftBits'(f_beat))
        assert (f_in_line == f_data_q);
      if (f_state_q == Read && beat_valid_q && beat_id_q == f_id && f_got_q > LeftBits'(f_beat))
        assert (f_in_line == f_data_q);
      // Writes.
      assert (wleft_q <= LeftBits'(Beats));
      if (wgo_q) assert (wleft_q != '0);
      assert ((head_valid_q && head_write_q) == (wleft_q != '0 && !wgo_q));
      if (wleft_q != '0 && !wgo_q) assert (wleft_q == LeftBits'(Beats));
      if (wleft_q != '0 && 32'(f_beat) + 32'(wleft_q) >= 32'(Beats)) assert (f_in_write == f_wbeat_q);
      if (f_writing_q) assert (32'(f_slot_q) < Writes);
      for (int s = 0; s < Writes; s++)
        assert ((slot_valid_q[s] && slot_tag_q[s] == f_line) == (f_writing_q && f_slot_q == IdBits'(s)));
    end
  end
