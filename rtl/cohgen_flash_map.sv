// States in flip-flops, rows of lanes (the ways of a set, or their words), with a one-cycle change of all of them by
// what they are.
//
//   Rows   1 and up
//   Lanes  states a row,  1 and up
//   Bits   bits a state,  1 and up; state 0 is what reset leaves, see below
//
//   raddr_i -> rdata_o   the states of a row, combinational, lane 0 lowest
//   wen_i                writes wdata_i to the lanes of wlane_i in row waddr_i
//   flash_i              every state s becomes map_i[s*Bits +: Bits]; beats a write of the same cycle
//
//                _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____
//   wen_i      ~~~~~~~~\____________________________
//   rdata_o     old    X new                             (raddr_i == waddr_i)
//
// The states have no reset of their own, as a flip-flop with one is nearly twice as large: the first clock edge after reset
// makes them 0. Until then rdata_o is unknown, and neither wen_i nor flash_i may be high.

module cohgen_flash_map #(
  parameter int Rows  = 4,
  parameter int Lanes = 2,
  parameter int Bits  = 1
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,

  input  logic [((Rows > 1) ? $clog2(Rows) : 1)-1:0] raddr_i,
  output logic [Lanes*Bits-1:0]                      rdata_o,

  input  logic                                       wen_i,
  input  logic [((Rows > 1) ? $clog2(Rows) : 1)-1:0] waddr_i,
  input  logic [Lanes-1:0]                           wlane_i,
  input  logic [Bits-1:0]                            wdata_i,

  input  logic                                       flash_i,
  input  logic [(1<<Bits)*Bits-1:0]                  map_i
);

  localparam int RowBits = (Rows > 1) ? $clog2(Rows) : 1;

  if (Rows < 1 || Lanes < 1 || Bits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_flash_map ();
  end

  logic [Lanes*Bits-1:0] rows [0:Rows-1];
  logic                  fresh_q; // there has been no edge since reset

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else         fresh_q <= 1'b0;
  end

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic [Bits-1:0] state_q;

      always_ff @(posedge clk_i) begin
        if (fresh_q) state_q <= '0;
        else if (flash_i) state_q <= map_i[state_q*Bits +: Bits];
        else if (wen_i && wlane_i[l] && waddr_i == RowBits'(r)) state_q <= wdata_i;
      end

      assign rows[r][l*Bits +: Bits] = state_q;
    end
  end

  assign rdata_o = rows[raddr_i];

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!fresh_q || !(wen_i || flash_i)) else $error("cohgen_flash_map: a write or flash at the first edge after reset");
    end
  end
`endif

`ifdef COHGEN_FORMAL_FLASH_MAP
  `include "cohgen_flash_map_props.svh"
`endif

endmodule
