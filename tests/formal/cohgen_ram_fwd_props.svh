// What cohgen_ram_fwd promises, by watching one address: a read of it returns each lane as last
// written, this edge included, and with a Latency of 2 the next one, too. The memory (tests/formal/cohgen_sram_1r1w_any.svh, in place of the one of
// rtl/) answers anything in a lane that is read and written at the same edge.
  (* anyconst *) logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] f_addr;
  logic [Lanes*LaneBits-1:0] f_word_q, f_word;  // the word at f_addr, as written
  logic [Lanes*LaneBits-1:0] f_read_q;          // what the last read must have returned
  logic [Lanes-1:0]          f_known_q = '0;    // lanes written so far
  logic [Lanes-1:0]          f_known;
  logic [Lanes-1:0]          f_check_q = '0;    // lanes of the last read to check
  logic [Lanes*LaneBits-1:0] f_stored;          // the word at f_addr, in the memory (joined by run.sh)

  // The last edge was one with a read of the word that is written now.
  logic f_ren_q = 1'b0, f_collides;
  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] f_raddr_q;
  assign f_collides = f_ren_q && wen_i && waddr_i == f_raddr_q;
  always @(posedge clk_i) begin
    f_ren_q   <= ren_i;
    f_raddr_q <= raddr_i;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_f_lane
    logic f_wr;
    assign f_wr = wen_i && wlane_i[l] && waddr_i == f_addr;
    assign f_word[l*LaneBits +: LaneBits] =
        f_wr ? wdata_i[l*LaneBits +: LaneBits] : f_word_q[l*LaneBits +: LaneBits];
    assign f_known[l] = f_known_q[l] || f_wr;
    always @(*) begin
      if (Alike != 0 && (collide || (Latency > 1 && f_collides)) && wlane_i[l])
        assume (wdata_i[l*LaneBits +: LaneBits] == wdata_i[LaneBits-1:0]);
      // The interface.
      if (Latency > 1 && f_later_check_q[l])
        assert (rdata_o[l*LaneBits +: LaneBits] == f_later_q[l*LaneBits +: LaneBits]);
      if (Latency == 1 && f_check_q[l]) assert (rdata_o[l*LaneBits +: LaneBits] == f_read_q[l*LaneBits +: LaneBits]);
      // Why.
      if (f_known_q[l])
        assert (f_stored[l*LaneBits +: LaneBits] == f_word_q[l*LaneBits +: LaneBits]);
    end
  end

  // With a Latency of 2: what is to be shown in the next cycle is the word as the edge before that leaves it.
  logic                      f_reads_q = 1'b0; // the last edge was one with a read of f_addr
  logic [Lanes-1:0]          f_later_check_q = '0;
  logic [Lanes*LaneBits-1:0] f_later_q;

  always @(posedge clk_i) begin
    f_reads_q       <= ren_i && raddr_i == f_addr;
    f_later_q       <= f_word;
    f_later_check_q <= f_reads_q ? f_known : '0;
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
