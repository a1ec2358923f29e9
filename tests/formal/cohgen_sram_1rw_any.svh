// The memory of one port as cohgen_ram_1rw may count on it, for its proof: what it shows after a write is anything. run.sh puts
// this behind the port list of rtl/cohgen_sram_1rw.sv.
  (* anyseq *) logic [Lanes*LaneBits-1:0] any;
  (* keep *)   logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] f_addr;
  (* keep *)   logic [Lanes*LaneBits-1:0] f_stored;

  logic [Lanes*LaneBits-1:0] mem_q [0:Depth-1];
  logic [Lanes*LaneBits-1:0] rdata_q;
  logic                      wrote_q;

  assign f_stored = mem_q[f_addr];

  always @(posedge clk_i) begin
    for (int l = 0; l < Lanes; l++) begin
      if (en_i && we_i && wlane_i[l])
        mem_q[addr_i][l*LaneBits +: LaneBits] <= wdata_i[l*LaneBits +: LaneBits];
    end
    if (en_i) rdata_q <= mem_q[addr_i];
    if (en_i) wrote_q <= we_i;
  end

  if (Latency > 1) begin : gen_later
    logic [Lanes*LaneBits-1:0] later_q;
    always @(posedge clk_i) later_q <= wrote_q ? any : rdata_q;
    assign rdata_o = later_q;
  end else begin : gen_next
    assign rdata_o = wrote_q ? any : rdata_q;
  end

endmodule
