// Memory with one port that takes a read and a write at one edge: the write waits, and reads see it.
//
//   Depth, Lanes, LaneBits  as in cohgen_sram_1rw
//   Waiting                 writes that may wait,  1 or 2
//   Alike                   1: the lanes of a write that waits get the same bits, those of the lowest lane of wdata_i: one
//                           copy is kept,  0 or 1
//
// A read has the port at its edge. A write has it if there is no read and no older write waits; else it waits, and the
// oldest that waits has the port at the next edge without a read. waiting_o says how many wait. A write may be asked for at
// any edge at which one can wait: with waiting_o below Waiting, or without a read. That is for the user to see to, by
// asking for no reads for some cycles.
//
// A read at the same edge as a write to that word, or while writes to it wait, returns in every lane that is written the
// new data, and in every other lane the old data. So the word read is the one that holds after the edge, as in
// cohgen_ram_fwd. rdata_o shows it in the cycle after the read, and is unspecified in all others.
//
//                 _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____
//   wen_i       __/~~~~~~~~~~~\_________________________________    waddr_i = A, wlane_i = 01, wdata_i = {x, n}
//   ren_i       __/~~~~~~~~~~~\_________________________________    raddr_i = A, word A was {p, q}
//   waiting_o     0          | 1         | 0
//   rdata_o     -------------< {p, n}    >----------------------
//
// Latency: read 1 cycle, then a 2:1 multiplexer after the memory for each write that may wait. Cost: for each of these a
// register as wide as the word (Alike: as a lane), two bits per lane, an address and a comparator. waiting_o is a register.

module cohgen_ram_1rw #(
  parameter int Depth    = 64,
  parameter int Lanes    = 1,
  parameter int LaneBits = 8,
  parameter int Waiting  = 1,
  parameter int Alike    = 0
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
  localparam int Copies   = (Alike != 0) ? 1 : Lanes;

  if (Waiting < 1 || Waiting > 2) begin : gen_illegal
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
    .LaneBits (LaneBits)
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

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    localparam int Copy = l % Copies;
    assign rdata_o[l*LaneBits +: LaneBits] =
        fwd_q[Last*Lanes + l] ? data_q[(Last*Copies + Copy)*LaneBits +: LaneBits] :
        fwd_q[l]              ? data_q[Copy*LaneBits +: LaneBits] : ram_rdata[l*LaneBits +: LaneBits];
  end

`ifdef COHGEN_ASSERT
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      assert (!(wen_i && ren_i && count_q == CntBits'(Waiting)))
      else $error("cohgen_ram_1rw: a write and a read, and no more writes can wait");
    end
  end
  if (Alike != 0) begin : gen_alike
    for (genvar l = 1; l < Lanes; l++) begin : gen_lane
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (rst_ni) begin
          assert (!stays || !wlane_i[l] || wdata_i[l*LaneBits +: LaneBits] == wdata_i[LaneBits-1:0])
          else $error("cohgen_ram_1rw: lanes are to be written later that are not alike");
        end
      end
    end
  end
`endif

`ifdef COHGEN_FORMAL_RAM_1RW
  `include "cohgen_ram_1rw_props.svh"
`endif

endmodule
