// States of all lines of a cache, in flip-flops, with a one-cycle clear.
//
//   Sets   2 and up, a power of two
//   Ways   1 and up
//   Bits   bits a state, 1 and up; state 0 is "nothing here", and what reset leaves
//
//   raddr_i -> rdata_o   the states of a set, combinational, way 0 lowest
//   wen_i                writes wdata_i to the ways of wlane_i in set waddr_i
//   flash_i              every line whose state is not 0 gets flash_value_i; beats a write of the same cycle
//
//                _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____
//   wen_i      ~~~~~~~~\____________________________
//   rdata_o     old    X new                             (raddr_i == waddr_i)

module cohgen_flash_array #(
  parameter int Sets = 4,
  parameter int Ways = 2,
  parameter int Bits = 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  logic [$clog2(Sets)-1:0] raddr_i,
  output logic [Ways*Bits-1:0]    rdata_o,

  input  logic                    wen_i,
  input  logic [$clog2(Sets)-1:0] waddr_i,
  input  logic [Ways-1:0]         wlane_i,
  input  logic [Bits-1:0]         wdata_i,

  input  logic                    flash_i,
  input  logic [Bits-1:0]         flash_value_i
);

  localparam int SetBits = $clog2(Sets);

  logic [Ways*Bits-1:0] rows [0:Sets-1];

  for (genvar s = 0; s < Sets; s++) begin : gen_set
    for (genvar w = 0; w < Ways; w++) begin : gen_way
      logic [Bits-1:0] state_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) state_q <= '0;
        else if (flash_i) state_q <= (state_q != '0) ? flash_value_i : '0;
        else if (wen_i && wlane_i[w] && waddr_i == SetBits'(s)) state_q <= wdata_i;
      end

      assign rows[s][w*Bits +: Bits] = state_q;
    end
  end

  assign rdata_o = rows[raddr_i];

endmodule
