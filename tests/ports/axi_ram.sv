// A memory for one partition's port, as plain as AXI4 allows: one read and one write at a time, a few cycles each. Reads of
// the line at ErrorAddr are answered with SLVERR.
module axi_ram #(
  parameter int AddrBits  = 20,
  parameter int DataBits  = 32,
  parameter int IdBits    = 2,
  parameter int ErrorAddr = 0
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  awvalid_i,
  output logic                  awready_o,
  input  logic [IdBits-1:0]     awid_i,
  input  logic [AddrBits-1:0]   awaddr_i,
  input  logic                  wvalid_i,
  output logic                  wready_o,
  input  logic [DataBits-1:0]   wdata_i,
  input  logic [DataBits/8-1:0] wstrb_i,
  input  logic                  wlast_i,
  output logic                  bvalid_o,
  input  logic                  bready_i,
  output logic [IdBits-1:0]     bid_o,
  output logic [1:0]            bresp_o,
  input  logic                  arvalid_i,
  output logic                  arready_o,
  input  logic [IdBits-1:0]     arid_i,
  input  logic [AddrBits-1:0]   araddr_i,
  input  logic [7:0]            arlen_i,
  output logic                  rvalid_o,
  input  logic                  rready_i,
  output logic [IdBits-1:0]     rid_o,
  output logic [DataBits-1:0]   rdata_o,
  output logic [1:0]            rresp_o,
  output logic                  rlast_o
);

  localparam int Shift = $clog2(DataBits / 8);
  localparam int Words = 1 << (AddrBits - Shift);

  logic [DataBits-1:0] mem [0:Words-1]; // survives a reset, as a memory does
  initial for (int i = 0; i < Words; i++) mem[i] = '0;

  // ---------------------------------------------------------------------------------------------------- writes
  typedef enum logic [1:0] {WIdle, WData, WAnswer} write_e;
  write_e            w_q;
  logic [AddrBits-1:0] waddr_q;
  assign awready_o = (w_q == WIdle);
  assign wready_o  = (w_q == WData);
  assign bvalid_o  = (w_q == WAnswer);
  assign bresp_o   = 2'b00;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_q     <= WIdle;
      waddr_q <= '0;
      bid_o   <= '0;
    end else begin
      case (w_q)
        WIdle: if (awvalid_i) begin
          w_q     <= WData;
          waddr_q <= awaddr_i;
          bid_o   <= awid_i;
        end
        WData: if (wvalid_i) begin
          for (int b = 0; b < DataBits / 8; b++)
            if (wstrb_i[b]) mem[waddr_q[AddrBits-1:Shift]][b*8 +: 8] <= wdata_i[b*8 +: 8];
          waddr_q <= waddr_q + AddrBits'(DataBits / 8);
          if (wlast_i) w_q <= WAnswer;
        end
        default: if (bready_i) w_q <= WIdle;
      endcase
    end
  end

  // ----------------------------------------------------------------------------------------------------- reads
  logic                busy_q, error_q;
  logic [AddrBits-1:0] raddr_q;
  logic [7:0]          left_q;
  assign arready_o = !busy_q;
  assign rvalid_o  = busy_q;
  assign rdata_o   = mem[raddr_q[AddrBits-1:Shift]];
  assign rresp_o   = error_q ? 2'b10 : 2'b00;
  assign rlast_o   = (left_q == 8'd0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      error_q <= 1'b0;
      raddr_q <= '0;
      left_q  <= 8'd0;
      rid_o   <= '0;
    end else if (!busy_q) begin
      busy_q  <= arvalid_i;
      error_q <= (araddr_i == AddrBits'(ErrorAddr));
      raddr_q <= araddr_i;
      left_q  <= arlen_i;
      rid_o   <= arid_i;
    end else if (rready_i) begin
      busy_q  <= !rlast_o;
      raddr_q <= raddr_q + AddrBits'(DataBits / 8);
      left_q  <= left_q - 8'd1;
    end
  end

endmodule
