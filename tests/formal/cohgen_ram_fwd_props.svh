// What cohgen_ram_fwd promises, by watching one address: a read of it returns each lane as last
// written, this edge included. The memory (tests/formal/cohgen_sram_1r1w_any.svh, in place of the one of
// rtl/) answers anything in a lane that is read and written at the same edge.
  (* anyconst *) logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] f_addr;
  logic [Lanes*LaneBits-1:0] f_word_q, f_word;  // the word at f_addr, as written
  logic [Lanes*LaneBits-1:0] f_read_q;          // what the last read must have returned
  logic [Lanes-1:0]          f_known_q = '0;    // lanes written so far
  logic [Lanes-1:0]          f_known;
  logic [Lanes-1:0]          f_check_q = '0;    // lanes of the last read to check
  logic [Lanes*LaneBits-1:0] f_stored;          // the word at f_addr, in the memory (joined by run.sh)

  for (genvar l = 0; l < Lanes; l++) begin : gen_f_lane
    logic f_wr;
    assign f_wr = wen_i && wlane_i[l] && waddr_i == f_addr;
    assign f_word[l*LaneBits +: LaneBits] =
        f_wr ? wdata_i[l*LaneBits +: LaneBits] : f_word_q[l*LaneBits +: LaneBits];
    assign f_known[l] = f_known_q[l] || f_wr;
    always @(*) begin
      if (Alike != 0 && collide && wlane_i[l])
        assume (wdata_i[l*LaneBits +: LaneBits] == wdata_i[LaneBits-1:0]);
      // The interface.
      if (f_check_q[l]) assert (rdata_o[l*LaneBits +: LaneBits] == f_read_q[l*LaneBits +: LaneBits]);
      // Why.
      if (f_known_q[l])
        assert (f_stored[l*LaneBits +: LaneBits] == f_word_q[l*LaneBits +: LaneBits]);
    end
  end

  always @(posedge clk_i) begin
    f_word_q  <= f_word;
    f_known_q <= f_known;
    if (ren_i) begin
      f_read_q  <= f_word;
      f_check_q <= (raddr_i == f_addr) ? f_known : '0;
    end
  end

  always @(*) begin
    if (wen_i) assume (8'(waddr_i) < 8'(Depth));
    if (ren_i) assume (8'(raddr_i) < 8'(Depth));
    assume (8'(f_addr) < 8'(Depth));
  end
