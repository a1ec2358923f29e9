// What cohgen_ram_1rw promises, by watching one address: a read of it returns each lane as last written, this edge included,
// whether the write has reached the memory or waits. The memory (tests/formal/cohgen_sram_1rw_any.svh, in place of the one
// of rtl/) answers anything after a write.
  (* anyconst *) logic [AddrBits-1:0] f_addr;
  logic [Lanes*LaneBits-1:0] f_word_q, f_word;  // the word at f_addr, as written
  logic [Lanes*LaneBits-1:0] f_read_q;          // what the last read must have returned
  logic [Lanes-1:0]          f_known_q = '0;    // lanes written so far
  logic [Lanes-1:0]          f_known;
  logic [Lanes-1:0]          f_check_q = '0;    // lanes of the read a cycle ago to check
  logic [Lanes*LaneBits-1:0] f_stored;          // the word at f_addr, in the memory (joined by run.sh)
  logic [Lanes*LaneBits-1:0] f_later;           // ... when all that waits is written
  logic                      f_reset_q = 1'b0;

  always @(posedge clk_i) f_reset_q <= 1'b1;
  always @(*) assume (rst_ni == f_reset_q);

  always @(*) begin
    f_later = f_stored;
    for (int w = 0; w < Waiting; w++)
      for (int l = 0; l < Lanes; l++)
        if (count_q > CntBits'(w) && addr_q[w*AddrBits +: AddrBits] == f_addr && lane_q[w*Lanes + l])
          f_later[l*LaneBits +: LaneBits] = data_q[(w*Copies + l%Copies)*LaneBits +: LaneBits];
  end

  localparam int F_alike = (Alike != 0) ? 1 : Lanes / Ways; // lanes of which the others are copies

  // With a Latency of 2: the last edge was one with a read, of f_addr or of the word that is written now.
  logic                f_ren_q = 1'b0, f_collides;
  logic [AddrBits-1:0] f_raddr_q;
  logic [Lanes-1:0]    f_later_check_q = '0;
  assign f_collides = f_ren_q && wen_i && waddr_i == f_raddr_q;
  always @(posedge clk_i) begin
    f_ren_q         <= rst_ni && ren_i;
    f_raddr_q       <= raddr_i;
    f_later_check_q <= (rst_ni && f_ren_q && f_raddr_q == f_addr) ? f_known : '0;
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_f_lane
    logic f_wr;
    assign f_wr = rst_ni && wen_i && wlane_i[l] && waddr_i == f_addr;
    assign f_word[l*LaneBits +: LaneBits] =
        f_wr ? wdata_i[l*LaneBits +: LaneBits] : f_word_q[l*LaneBits +: LaneBits];
    assign f_known[l] = f_known_q[l] || f_wr;
    always @(*) begin
      if ((stays || (Latency > 1 && f_collides)) && wlane_i[l])
        assume (wdata_i[l*LaneBits +: LaneBits] == wdata_i[(l%F_alike)*LaneBits +: LaneBits]);
      if (rst_ni) begin
        // The interface.
        if (Latency > 1 && f_later_check_q[l])
          assert (rdata_o[l*LaneBits +: LaneBits] == f_read_q[l*LaneBits +: LaneBits]);
        if (Latency == 1 && f_check_q[l]) assert (rdata_o[l*LaneBits +: LaneBits] == f_read_q[l*LaneBits +: LaneBits]);
        // Why.
        if (f_known_q[l])
          assert (f_later[l*LaneBits +: LaneBits] == f_word_q[l*LaneBits +: LaneBits]);
      end
    end
  end

  always @(*) begin
    if (rst_ni) assert (waiting_o <= CntBits'(Waiting));
    // What the user sees to.
    assume (!(wen_i && ren_i && waiting_o == CntBits'(Waiting)));
    if (wen_i) assume (8'(waddr_i) < 8'(Depth));
    if (ren_i) assume (8'(raddr_i) < 8'(Depth));
    assume (8'(f_addr) < 8'(Depth));
    // Where no word stands, none waits.
    if (rst_ni)
      for (int w = 0; w < Waiting; w++)
        if (count_q > CntBits'(w)) assert (8'(addr_q[w*AddrBits +: AddrBits]) < 8'(Depth));
  end

  always @(posedge clk_i) begin
    f_word_q  <= f_word;
    f_known_q <= f_known;
    f_read_q  <= f_word;
    f_check_q <= (rst_ni && ren_i && raddr_i == f_addr) ? f_known : '0;
  end
