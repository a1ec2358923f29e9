// Memory of Depth words, one read port and one write port, write enables per lane.
//
// This is the wrapper to replace with a memory macro that has a port of each kind. Every array of a cohgen design
// that no register file or queue holds is an instance of it, or, in a design made for memories of one port
// (gen --sram ports=1rw: tags, data, a local memory's lines), of cohgen_sram_1rw. Nothing else in the design
// infers memory. Small arrays are instances, too: `cohgen area` leaves those of 64 words and more to a macro,
// and synthesises what stands below for the others. A replacement must keep the port protocol below. What it
// answers to a read of the word that is written at the same edge is its own affair in the lanes being written
// (cohgen_ram_fwd, around it, supplies them); the other lanes of that word must read as stored. A
// macro that spoils the whole word needs one macro per lane.
//
//   Depth     words,               1 and up (need not be a power of two)
//   Lanes     lanes in a word,     1 and up
//   LaneBits  bits in a lane,      1 and up
//   Latency   cycles of a read,    1 or 2 (gen --sram latency=2: the macro has a register at its output)
//
// At a rising edge with wen_i, the lanes of word waddr_i that have their bit of wlane_i set become
// the matching lanes of wdata_i. At a rising edge with ren_i, word raddr_i is read; rdata_o shows it
// from then on, until the next edge with ren_i. With a Latency of 2 all that rdata_o shows comes a cycle later. A lane that is read and written at the same edge reads
// as unspecified (this model gives the old one). No reset: contents and rdata_o start unknown.
//
//             _____       _____       _____       _____
//   clk_i   _/     \_____/     \_____/     \_____/     \_____
//   ren_i   __/~~~~~~~~~~~~~\_________________________________
//   raddr_i --<  A          >---------------------------------
//   rdata_o -----------------< word A                           (held)
//
// Latency: read 1 or 2 cycles; a write is visible to reads from the next edge on.

module cohgen_sram_1r1w #(
  parameter int Depth    = 64,
  parameter int Lanes    = 1,
  parameter int LaneBits = 8,
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

  if (Depth < 1 || Lanes < 1 || LaneBits < 1 || Latency < 1 || Latency > 2) begin : gen_illegal
    cohgen_illegal_parameter u_sram_1r1w ();
  end

  // Groups of at most 32 lanes, each an array of its own: simulators unroll a loop over the lanes of a group.
  localparam int Group  = 32;
  localparam int Groups = (Lanes + Group - 1) / Group;

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int First = g * Group;
    localparam int Here  = (Lanes - First < Group) ? Lanes - First : Group;

    logic [Here*LaneBits-1:0] mem_q [0:Depth-1];
    logic [Here*LaneBits-1:0] rdata_q;

`ifdef COHGEN_QUICK
    // For simulation: a write of some lanes as one write of the whole word. Verilator makes of each lane's write a
    // copy of its own, with a test at every edge; and lanes of one bit are a mask. Not for synthesis, which would see a second read port here, and
    // no write enables. tests/formal proves that both are the same memory.
    if (LaneBits == 1) begin : gen_bits
      always_ff @(posedge clk_i) begin
        if (wen_i) mem_q[waddr_i] <= (mem_q[waddr_i] & ~wlane_i[First +: Here]) |
                                     (wdata_i[First +: Here] & wlane_i[First +: Here]);
      end
    end else begin : gen_lanes
      always_ff @(posedge clk_i) begin
        if (wen_i) begin : write
          logic [Here*LaneBits-1:0] merged;
          if (wlane_i[First +: Here] == '1) begin
            merged = wdata_i[First*LaneBits +: Here*LaneBits];
          end else begin
            merged = mem_q[waddr_i];
            for (int l = 0; l < Here; l++) begin
              if (wlane_i[First + l]) merged[l*LaneBits +: LaneBits] = wdata_i[(First+l)*LaneBits +: LaneBits];
            end
          end
          mem_q[waddr_i] <= merged;
        end
      end
    end
`else
`ifdef COHGEN_LATCHES
    // Of fewer words or bits latches would be larger; of 64 words and more this stands for a macro.
    if (Depth >= 4 && Depth < 64 && LaneBits >= 4) begin : gen_latches
      logic [Depth*Here*LaneBits-1:0] words;

      for (genvar l = 0; l < Here; l++) begin : gen_lane
        logic [Depth*LaneBits-1:0] rows;

        cohgen_rows #(
          .Depth (Depth),
          .Width (LaneBits)
        ) u_rows (
          .clk_i   (clk_i),
          .wen_i   (wen_i && wlane_i[First + l]),
          .all_i   (1'b0),
          .waddr_i (waddr_i),
          .wdata_i (wdata_i[(First+l)*LaneBits +: LaneBits]),
          .rows_o  (rows)
        );

        for (genvar r = 0; r < Depth; r++) begin : gen_row
          assign words[(r*Here+l)*LaneBits +: LaneBits] = rows[r*LaneBits +: LaneBits];
        end
      end
      for (genvar r = 0; r < Depth; r++) begin : gen_word
        assign mem_q[r] = words[r*Here*LaneBits +: Here*LaneBits];
      end
    end else begin : gen_flops
      always_ff @(posedge clk_i) begin
        for (int l = 0; l < Here; l++) begin
          if (wen_i && wlane_i[First + l]) begin
            mem_q[waddr_i][l*LaneBits +: LaneBits] <= wdata_i[(First+l)*LaneBits +: LaneBits];
          end
        end
      end
    end
`else
    always_ff @(posedge clk_i) begin
      for (int l = 0; l < Here; l++) begin
        if (wen_i && wlane_i[First + l]) begin
          mem_q[waddr_i][l*LaneBits +: LaneBits] <= wdata_i[(First+l)*LaneBits +: LaneBits];
        end
      end
    end
`endif
`endif

    always_ff @(posedge clk_i) begin
      if (ren_i) rdata_q <= mem_q[raddr_i];
    end

    if (Latency == 2) begin : gen_later
      logic [Here*LaneBits-1:0] later_q;
      always_ff @(posedge clk_i) later_q <= rdata_q;
      assign rdata_o[First*LaneBits +: Here*LaneBits] = later_q;
    end else begin : gen_next
      assign rdata_o[First*LaneBits +: Here*LaneBits] = rdata_q;
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i) begin
    if (wen_i === 1'b1) begin
      assert (int'(waddr_i) < Depth) else $error("cohgen_sram_1r1w: write beyond the last word");
    end
    if (ren_i === 1'b1) begin
      assert (int'(raddr_i) < Depth) else $error("cohgen_sram_1r1w: read beyond the last word");
    end
  end
`endif

endmodule
