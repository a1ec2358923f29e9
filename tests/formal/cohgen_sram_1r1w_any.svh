// The memory as cohgen_ram_fwd may count on it, for its proof: a lane that is read and written at the
// same edge reads as anything. run.sh puts this behind the port list of rtl/cohgen_sram_1r1w.sv.
  (* anyseq *) logic [Lanes*LaneBits-1:0] any;
  (* keep *)   logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] f_addr, f_addr2, f_addr3;
  (* keep *)   logic [Lanes*LaneBits-1:0] f_stored, f_stored2, f_stored3;

  logic [Lanes*LaneBits-1:0] mem_q [0:Depth-1];
  logic [Lanes*LaneBits-1:0] rdata_q;

  assign f_stored = mem_q[f_addr];
  assign f_stored2 = mem_q[f_addr2];
  assign f_stored3 = mem_q[f_addr3];

  always @(posedge clk_i) begin
    for (int l = 0; l < Lanes; l++) begin
      if (wen_i && wlane_i[l])
        mem_q[waddr_i][l*LaneBits +: LaneBits] <= wdata_i[l*LaneBits +: LaneBits];
      if (ren_i)
        rdata_q[l*LaneBits +: LaneBits] <=
            (wen_i && wlane_i[l] && waddr_i == raddr_i) ? any[l*LaneBits +: LaneBits]
                                                        : mem_q[raddr_i][l*LaneBits +: LaneBits];
    end
  end

  if (Latency > 1) begin : gen_later
    logic [Lanes*LaneBits-1:0] later_q;
    always @(posedge clk_i) later_q <= rdata_q;
    assign rdata_o = later_q;
  end else begin : gen_next
    assign rdata_o = rdata_q;
  end

endmodule
