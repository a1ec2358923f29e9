// Memory of Depth words with one port, which reads or writes; write enables per lane.
//
// The wrapper to replace with a macro where a design is made for memories of one port (gen --sram ports=1rw); the arrays
// of other designs, and small ones of these, are instances of cohgen_sram_1r1w. A replacement must keep the port
// protocol below.
//
//   Depth     words,               1 and up (need not be a power of two)
//   Lanes     lanes in a word,     1 and up
//   LaneBits  bits in a lane,      1 and up
//   Latency   cycles of a read,    1 or 2 (gen --sram latency=2: the macro has a register at its output)
//
// At a rising edge with en_i and we_i, the lanes of word addr_i that have their bit of wlane_i set become the matching
// lanes of wdata_i, and rdata_o is unspecified from then on (this model keeps it). At a rising edge with en_i and without
// we_i, word addr_i is read; rdata_o shows it from then on, until the next edge with en_i. With a Latency of 2 all
// that rdata_o shows comes a cycle later. No reset: contents and rdata_o
// start unknown.
//
//             _____       _____       _____       _____
//   clk_i   _/     \_____/     \_____/     \_____/     \_____
//   en_i    __/~~~~~~~~~~~~~~~~~~~~~~~\______________________
//   we_i    ________________/~~~~~~~~~\______________________
//   addr_i  --<  A        ><  B       >----------------------
//   rdata_o -----------------< word A >----------------------   B is written
//
// Latency: read 1 or 2 cycles; a write is visible to reads from the next edge on.

module cohgen_sram_1rw #(
  parameter int Depth    = 64,
  parameter int Lanes    = 1,
  parameter int LaneBits = 8,
  parameter int Latency  = 1
) (
  input  logic                                         clk_i,

  input  logic                                         en_i,
  input  logic                                         we_i,
  input  logic [((Depth > 1) ? $clog2(Depth) : 1)-1:0] addr_i,
  input  logic [Lanes-1:0]                             wlane_i,
  input  logic [Lanes*LaneBits-1:0]                    wdata_i,
  output logic [Lanes*LaneBits-1:0]                    rdata_o
);

  if (Depth < 1 || Lanes < 1 || LaneBits < 1 || Latency < 1 || Latency > 2) begin : gen_illegal
    cohgen_illegal_parameter u_sram_1rw ();
  end

  // Groups of at most 32 lanes, each an array of its own: simulators unroll a loop over the lanes of a group.
  localparam int Group  = 32;
  localparam int Groups = (Lanes + Group - 1) / Group;

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int First = g * Group;
    localparam int Here  = (Lanes - First < Group) ? Lanes - First : Group;

    logic [Here*LaneBits-1:0] mem_q [0:Depth-1];
    logic [Here*LaneBits-1:0] rdata_q;

    always_ff @(posedge clk_i) begin
      for (int l = 0; l < Here; l++) begin
        if (en_i && we_i && wlane_i[First + l]) begin
          mem_q[addr_i][l*LaneBits +: LaneBits] <= wdata_i[(First+l)*LaneBits +: LaneBits];
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (en_i && !we_i) rdata_q <= mem_q[addr_i];
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
    if (en_i === 1'b1) begin
      assert (int'(addr_i) < Depth) else $error("cohgen_sram_1rw: beyond the last word");
    end
  end
`endif

endmodule
