// The signals of one AXI4 port that memory and system exchange and that say something; the others are constants.
interface axi_bus #(
  parameter int AddrBits = 20,
  parameter int DataBits = 32,
  parameter int IdBits   = 2
);

  logic                  awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready, rlast;
  logic [IdBits-1:0]     awid, bid, arid, rid;
  logic [AddrBits-1:0]   awaddr, araddr;
  logic [7:0]            arlen;
  logic [DataBits-1:0]   wdata, rdata;
  logic [DataBits/8-1:0] wstrb;
  logic [1:0]            bresp, rresp;

  modport memory (
    input  awvalid, awid, awaddr, wvalid, wdata, wstrb, wlast, bready, arvalid, arid, araddr, arlen, rready,
    output awready, wready, bvalid, bid, bresp, arready, rvalid, rid, rdata, rresp, rlast
  );

endinterface
