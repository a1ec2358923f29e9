// Memory with one port that takes a read and a write at one edge: the write waits, and reads see it.
//
//   Depth, Lanes, LaneBits  as in cohgen_sram_1rw
//   Waiting                 writes that may wait,  1 or 2
//   Alike                   1: the lanes of a write that waits get the same bits, those of the lowest lane of wdata_i: one
//                           copy is kept,  0 or 1
//   Ways                    the lanes are those of so many ways, of which all get the same bits, those of the lowest in
//                           wdata_i (lane l is like lane l modulo Lanes/Ways): one copy is kept of them,  1 and up
//   Latency                 cycles of a read,  1 or 2
//
// A read has the port at its edge. A write has it if there is no read and no older write waits; else it waits, and the
// oldest that waits has the port at the next edge without a read. waiting_o says how many wait. A write may be asked for at
// any edge at which one can wait: with waiting_o below Waiting, or without a read. That is for the user to see to, by
// asking for no reads for some cycles.
//
// A read at the same edge as a write to that word, or while writes to it wait, returns in every lane that is written the
// new data, and in every other lane the old data. So the word read is the one that holds after the edge, as in
// cohgen_ram_fwd. rdata_o shows it in the cycle after the read, and is unspecified in all others. With a Latency of 2 it
// shows it in the second cycle, and a write at the edge between counts, too.
//
//                 _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____
//   wen_i       __/~~~~~~~~~~~\_________________________________    waddr_i = A, wlane_i = 01, wdata_i = {x, n}
//   ren_i       __/~~~~~~~~~~~\_________________________________    raddr_i = A, word A was {p, q}
//   waiting_o     0          | 1         | 0
//   rdata_o     -------------< {p, n}    >----------------------
//
// Latency: read 1 or 2 cycles, then a 2:1 multiplexer after the memory for each write that may wait. Cost: for each of these a
// register as wide as the word (Alike: as a lane), two bits per lane, an address and a comparator; with a Latency
// of 2 a register as wide for each of these and one more. waiting_o is a register.

module cohgen_ram_1rw #(
  parameter int Depth    = 64,
  parameter int Lanes    = 1,
  parameter int LaneBits = 8,
  parameter int Waiting  = 1,
  parameter int Alike    = 0,
  parameter int Ways     = 1,
  parameter int Latency  = 1
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  logic                                         wen_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] waddr_i,
  input  logic [Lanes-1:0]                             wlane_i,
  input  logic [Lanes*LaneBits-1:0]                    wdata_i,

  input  logic                                         ren_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] raddr_i,
  output logic [Lanes*LaneBits-1:0]                    rdata_o,
  output logic [$clog2(Waiting+1)-1:0]                 waiting_o
);

  localparam int AddrBits = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int CntBits  = $clog2(Waiting + 1);
  localparam int Copies   = (Alike != 0) ? 1 : Lanes / Ways;

  if (Waiting < 1 || Waiting > 2 || Ways < 1 || Lanes % Ways != 0 || Latency < 1 || Latency > 2) begin : gen_illegal
    cohgen_illegal_parameter u_ram_1rw ();
  end

  // Writes that wait, the oldest first. Behind them, in the next free place, comes the one of this edge.
  logic [CntBits-1:0]                 count_q, left;
  logic [Waiting*AddrBits-1:0]        addr_q, addr_d;
  logic [Waiting*Lanes-1:0]           lane_q, lane_d;
  logic [Waiting*Copies*LaneBits-1:0] data_q, data_d;
  logic                               leaves, stays; // the oldest has the port; the new one waits

  assign leaves    = !ren_i && count_q != '0;
  assign stays     = wen_i && (ren_i || count_q != '0);
  assign left      = count_q - CntBits'(leaves);
  assign waiting_o = count_q;

  for (genvar w = 0; w < Waiting; w++) begin : gen_later
    localparam int Next = (w + 1 < Waiting) ? w + 1 : w;
    logic here; // the new one comes here; else, as one leaves, the one behind this
    assign here = left == CntBits'(w);
    assign addr_d[w*AddrBits +: AddrBits] =
        here ? waddr_i : leaves ? addr_q[Next*AddrBits +: AddrBits] : addr_q[w*AddrBits +: AddrBits];
    assign lane_d[w*Lanes +: Lanes] =
        here ? wlane_i : leaves ? lane_q[Next*Lanes +: Lanes] : lane_q[w*Lanes +: Lanes];
    assign data_d[w*Copies*LaneBits +: Copies*LaneBits] =
        here ? wdata_i[Copies*LaneBits-1:0] :
        leaves ? data_q[Next*Copies*LaneBits +: Copies*LaneBits] : data_q[w*Copies*LaneBits +: Copies*LaneBits];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= left + CntBits'(stays);
  end
  always_ff @(posedge clk_i) begin
    addr_q <= addr_d;
    lane_q <= lane_d;
    data_q <= data_d;
  end

  logic [AddrBits-1:0]       port_addr;
  logic [Lanes-1:0]          port_lane;
  logic [Lanes*LaneBits-1:0] port_data, ram_rdata;

  assign port_addr = ren_i ? raddr_i : (count_q != '0) ? addr_q[AddrBits-1:0] : waddr_i;
  assign port_lane = (count_q != '0) ? lane_q[Lanes-1:0] : wlane_i;
  assign port_data = (count_q != '0) ? {(Lanes/Copies){data_q[Copies*LaneBits-1:0]}} : wdata_i;

  cohgen_sram_1rw #(
    .Depth    (Depth),
    .Lanes    (Lanes),
    .LaneBits (LaneBits),
    .Latency  (Latency)
  ) u_sram (
    .clk_i   (clk_i),
    .en_i    (ren_i || wen_i || count_q != '0),
    .we_i    (!ren_i),
    .addr_i  (port_addr),
    .wlane_i (port_lane),
    .wdata_i (port_data),
    .rdata_o (ram_rdata)
  );

  // What a read must see beside the memory stands in the registers above in the cycle after it: no write leaves at its edge.
  logic [Waiting*Lanes-1:0] fwd_q;

  for (genvar w = 0; w < Waiting; w++) begin : gen_fwd
    logic waits, comes;
    assign waits = count_q > CntBits'(w) && addr_q[w*AddrBits +: AddrBits] == raddr_i;
    assign comes = count_q == CntBits'(w) && wen_i && waddr_i == raddr_i;
    always_ff @(posedge clk_i) begin
      fwd_q[w*Lanes +: Lanes] <= waits ? lane_q[w*Lanes +: Lanes] : comes ? wlane_i : '0;
    end
  end

  // The youngest counts.
  localparam int Last = Waiting - 1;

  if (Latency == 2) begin : gen_second
    // All of these a cycle later, and the write of the edge between.
    logic                               ren_q;
    logic [AddrBits-1:0]                raddr_q;
    logic [Lanes-1:0]                   later, later_q;
    logic [Copies*LaneBits-1:0]         later_data_q;
    logic [Waiting*Lanes-1:0]           early_q;
    logic [Waiting*Copies*LaneBits-1:0] early_data_q;

    assign later = (ren_q && wen_i && waddr_i == raddr_q) ? wlane_i : '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ren_q <= 1'b0;
      else         ren_q <= ren_i;
    end
    always_ff @(posedge clk_i) begin
      raddr_q      <= raddr_i;
      early_q      <= fwd_q;
      early_data_q <= data_q;
      later_q      <= later;
      later_data_q <= wdata_i[Copies*LaneBits-1:0];
    end

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int Copy = l % Copies;
      assign rdata_o[l*LaneBits +: LaneBits] =
          later_q[l]              ? later_data_q[Copy*LaneBits +: LaneBits] :
          early_q[Last*Lanes + l] ? early_data_q[(Last*Copies + Copy)*LaneBits +: LaneBits] :
          early_q[l]              ? early_data_q[Copy*LaneBits +: LaneBits] : ram_rdata[l*LaneBits +: LaneBits];
    end

`ifdef COHGEN_ASSERT
    for (genvar l = Copies; l < Lanes; l++) begin : gen_alike
      localparam int Copy = l % Copies;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (rst_ni) begin
          assert (!later[l] || wdata_i[l*LaneBits +: LaneBits] == wdata_i[Copy*LaneBits +: LaneBits])
          else $error("cohgen_ram_1rw: lanes are written behind their read that are not alike");
        end
      end
    end
`endif
  end else begin : gen_first
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int Copy = l % Copies;
      assign rdata_o[l*LaneBits +: LaneBits] =
          fwd_q[Last*Lanes + l] ? data_q[(Last*Copies + Copy)*LaneBits +: LaneBits] :
          fwd_q[l]              ? data_q[Copy*LaneBits +: LaneBits] : ram_rdata[l*LaneBits +: LaneBits];
    end
  end

`ifdef COHGEN_ASSERT
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      assert (!(wen_i && ren_i && count_q == CntBits'(Waiting)))
      else $error("cohgen_ram_1rw: a write and a read, and no more writes can wait");
    end
  end
  for (genvar l = Copies; l < Lanes; l++) begin : gen_alike
    localparam int Copy = l % Copies;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (rst_ni) begin
        assert (!stays || !wlane_i[l] || wdata_i[l*LaneBits +: LaneBits] == wdata_i[Copy*LaneBits +: LaneBits])
        else $error("cohgen_ram_1rw: lanes are to be written later that are not alike");
      end
    end
  end
`endif

`ifdef COHGEN_FORMAL_RAM_1RW
  `include "cohgen_ram_1rw_props.svh"
`endif

endmodule
