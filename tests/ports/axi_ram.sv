// A memory for one partition's port, as plain as AXI4 allows: one read and one write at a time, a few cycles each. Reads of
// the line at ErrorAddr are answered with SLVERR.
module axi_ram #(
  parameter int ErrorAddr = 0
) (
  input  logic   clk_i,
  input  logic   rst_ni,
  axi_bus.memory axi
);

  localparam int AddrBits = axi.AddrBits;
  localparam int DataBits = axi.DataBits;
  localparam int Shift = $clog2(DataBits / 8);
  localparam int Words = 1 << (AddrBits - Shift);

  logic [DataBits-1:0] mem [0:Words-1]; // survives a reset, as a memory does
  initial for (int i = 0; i < Words; i++) mem[i] = '0;

  // ---------------------------------------------------------------------------------------------------- writes
  typedef enum logic [1:0] {WIdle, WData, WAnswer} write_e;
  write_e            w_q;
  logic [AddrBits-1:0] waddr_q;
  assign axi.awready = (w_q == WIdle);
  assign axi.wready  = (w_q == WData);
  assign axi.bvalid  = (w_q == WAnswer);
  assign axi.bresp   = 2'b00;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_q     <= WIdle;
      waddr_q <= '0;
      axi.bid   <= '0;
    end else begin
      case (w_q)
        WIdle: if (axi.awvalid) begin
          w_q     <= WData;
          waddr_q <= axi.awaddr;
          axi.bid   <= axi.awid;
        end
        WData: if (axi.wvalid) begin
          for (int b = 0; b < DataBits / 8; b++)
            if (axi.wstrb[b]) mem[waddr_q[AddrBits-1:Shift]][b*8 +: 8] <= axi.wdata[b*8 +: 8];
          waddr_q <= waddr_q + AddrBits'(DataBits / 8);
          if (axi.wlast) w_q <= WAnswer;
        end
        default: if (axi.bready) w_q <= WIdle;
      endcase
    end
  end

  // ----------------------------------------------------------------------------------------------------- reads
  logic                busy_q, error_q;
  logic [AddrBits-1:0] raddr_q;
  logic [7:0]          left_q;
  assign axi.arready = !busy_q;
  assign axi.rvalid  = busy_q;
  assign axi.rdata   = mem[raddr_q[AddrBits-1:Shift]];
  assign axi.rresp   = error_q ? 2'b10 : 2'b00;
  assign axi.rlast   = (left_q == 8'd0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      error_q <= 1'b0;
      raddr_q <= '0;
      left_q  <= 8'd0;
      axi.rid   <= '0;
    end else if (!busy_q) begin
      busy_q  <= axi.arvalid;
      error_q <= (axi.araddr == AddrBits'(ErrorAddr));
      raddr_q <= axi.araddr;
      left_q  <= axi.arlen;
      axi.rid   <= axi.arid;
    end else if (axi.rready) begin
      busy_q  <= !axi.rlast;
      raddr_q <= raddr_q + AddrBits'(DataBits / 8);
      left_q  <= left_q - 8'd1;
    end
  end

endmodule
