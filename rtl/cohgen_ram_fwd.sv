// Memory with forwarding: a cohgen_sram_1r1w whose read sees the write of the same edge.
//
//   Depth, Lanes, LaneBits  as in cohgen_sram_1r1w
//   Latency                 cycles of a read,  1 or 2
//   Alike                   1: the lanes that are written at an edge at which a read of their word must see it get the same
//                           bits, those of the lowest lane of wdata_i: one copy is kept,  0 or 1
//
// Ports as in cohgen_sram_1r1w. The one difference: a read at the same edge as a write to that word
// returns, in every lane that is written, the new data, and in every other lane the old data. So
// the word read is the one that holds after the edge. With a Latency of 2, a write at the edge after
// that counts, too: the word is the one that holds as rdata_o begins to show it.
//
//             _____       _____       _____
//   clk_i   _/     \_____/     \_____/     \_____
//   wen_i   __/~~~~~~~~~~~\_____________________    waddr_i = A, wlane_i = 01, wdata_i = {x, n}
//   ren_i   __/~~~~~~~~~~~\_____________________    raddr_i = A, word A was {p, q}
//   rdata_o ---------------< {p, n}                 (held until the next read)
//
// Latency: read 1 or 2 cycles, then one 2:1 multiplexer after the memory. Cost: a register as wide as the
// word (Alike: as a lane), one bit per lane, one address comparator; with a Latency of 2 twice
// of each, an address, and one more 2:1 multiplexer. With that rdata_o shows the word for one
// cycle, and is unspecified in others. No reset: what the first read returns is what the
// memory holds; rdata_o is unknown before it.

module cohgen_ram_fwd #(
  parameter int Depth    = 64,
  parameter int Lanes    = 1,
  parameter int LaneBits = 8,
  parameter int Alike    = 0,
  parameter int Latency  = 1
) (
  input  logic                                         clk_i,

  input  logic                                         wen_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] waddr_i,
  input  logic [Lanes-1:0]                             wlane_i,
  input  logic [Lanes*LaneBits-1:0]                    wdata_i,

  input  logic                                         ren_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] raddr_i,
  output logic [Lanes*LaneBits-1:0]                    rdata_o
);

  localparam int Copies = (Alike != 0) ? 1 : Lanes;

  logic [Lanes*LaneBits-1:0]  ram_rdata;
  logic [Copies*LaneBits-1:0] fwd_data_q;
  logic [Lanes-1:0]          fwd_q;
  logic                      collide;

  cohgen_sram_1r1w #(
    .Depth    (Depth),
    .Lanes    (Lanes),
    .LaneBits (LaneBits),
    .Latency  (Latency)
  ) u_sram (
    .clk_i   (clk_i),
    .wen_i   (wen_i),
    .waddr_i (waddr_i),
    .wlane_i (wlane_i),
    .wdata_i (wdata_i),
    .ren_i   (ren_i),
    .raddr_i (raddr_i),
    .rdata_o (ram_rdata)
  );

  assign collide = ren_i && wen_i && (waddr_i == raddr_i);

  // A read without collision drops the forwarded lanes of the read before it.
  always_ff @(posedge clk_i) begin
    if (ren_i) fwd_q      <= collide ? wlane_i : '0;
    if (ren_i) fwd_data_q <= wdata_i[Copies*LaneBits-1:0]; // of use after a collision only; so no address is on its way
  end

  if (Latency == 2) begin : gen_later
    // What was written at the edge of the read, and what at the next one, which counts where both are there.
    localparam int AddrBits = (Depth > 1) ? $clog2(Depth) : 1;
    logic                       ren_q;
    logic [AddrBits-1:0]        raddr_q;
    logic [Lanes-1:0]           later, later_q, early_q;
    logic [Copies*LaneBits-1:0] later_data_q, early_data_q;

    assign later = (ren_q && wen_i && waddr_i == raddr_q) ? wlane_i : '0;

    always_ff @(posedge clk_i) begin
      ren_q        <= ren_i;
      raddr_q      <= raddr_i;
      early_q      <= fwd_q;
      early_data_q <= fwd_data_q;
      later_q      <= later;
      later_data_q <= wdata_i[Copies*LaneBits-1:0];
    end

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int Copy = l % Copies;
      assign rdata_o[l*LaneBits +: LaneBits] = later_q[l] ? later_data_q[Copy*LaneBits +: LaneBits] :
          early_q[l] ? early_data_q[Copy*LaneBits +: LaneBits] : ram_rdata[l*LaneBits +: LaneBits];
    end

`ifdef COHGEN_ASSERT
    if (Alike != 0) begin : gen_alike
      for (genvar l = 1; l < Lanes; l++) begin : gen_lane
        always @(posedge clk_i) begin
          assert (later[l] !== 1'b1 || wdata_i[l*LaneBits +: LaneBits] == wdata_i[LaneBits-1:0])
          else $error("cohgen_ram_fwd: lanes are written that are not alike");
        end
      end
    end
`endif
  end else begin : gen_next
    logic [Lanes*LaneBits-1:0] fwd_data;
    assign fwd_data = {(Lanes / Copies){fwd_data_q}};

`ifdef COHGEN_QUICK
    // For simulation: Verilator makes a test of each lane in each cycle. Most reads collide with no write, and lanes
    // of one bit are a mask. tests/formal proves this form too.
    if (LaneBits == 1) begin : gen_bits
      assign rdata_o = (fwd_data & fwd_q) | (ram_rdata & ~fwd_q);
    end else begin : gen_lanes
      always_comb begin
        rdata_o = ram_rdata;
        if (fwd_q != '0) begin
          for (int l = 0; l < Lanes; l++) begin
            if (fwd_q[l]) rdata_o[l*LaneBits +: LaneBits] = fwd_data[l*LaneBits +: LaneBits];
          end
        end
      end
    end
`else
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign rdata_o[l*LaneBits +: LaneBits] =
          fwd_q[l] ? fwd_data[l*LaneBits +: LaneBits] : ram_rdata[l*LaneBits +: LaneBits];
    end
`endif
  end

`ifdef COHGEN_ASSERT
  if (Alike != 0) begin : gen_alike
    for (genvar l = 1; l < Lanes; l++) begin : gen_lane
      always @(posedge clk_i) begin
        assert (collide !== 1'b1 || !wlane_i[l] || wdata_i[l*LaneBits +: LaneBits] == wdata_i[LaneBits-1:0])
        else $error("cohgen_ram_fwd: lanes are written that are not alike");
      end
    end
  end
`endif

`ifdef COHGEN_FORMAL_RAM_FWD
  `include "cohgen_ram_fwd_props.svh"
`endif

endmodule
