// Port of whole lines to an AXI4 memory (manager side).
//
//   AddrBits   bits of a byte address,                       above log2(LineBytes)
//   LineBytes  bytes in a line, a power of two,              DataBits/8 to 4096, 256 beats at most
//   DataBits   bits of an AXI beat, a power of two,          8 to 1024
//   IdBits     bits of an AXI id; up to 2^IdBits reads at a time,    1 and up
//   Writes     writes outstanding (no B response yet) at a time,     1 to 2^IdBits
//   Strobes    1: a write says which of its bytes count, in bits above its data in req_data_i (first byte lowest)
//
// Requests: valid/ready. req_addr_i is line aligned. A read carries the caller's req_id_i, which
// must not be that of a read whose fill has not been taken; the fill (valid/ready) brings back id,
// address and line. A write is posted: there is no answer, req_id_i is not used, and on the AXI side
// it has an id of its own, distinct from those of the other writes outstanding.
//
// Order: a request, read or write, waits while a write to the same line is outstanding, and the
// requests behind it wait with it. So a read returns every write accepted before it. Nothing else is
// ordered: reads may answer in any order, and a write may overtake an earlier read of its line (the
// caller must have seen the fill first, if it cares).
//
// AXI: one INCR burst of LineBytes*8/DataBits beats, full width, all strobes (but see Strobes). The memory must not
// interleave the beats of reads with different ids (there is one assembly buffer). No valid depends
// on a ready; a payload is stable from valid to ready; outputs depend on registers only. LOCK,
// CACHE, PROT, QOS and REGION are the integrator's to tie off. error_o: some response so far was
// SLVERR or DECERR (held until reset); the fill comes all the same.
//
//                     _____       _____       _____       _____       _____
//   clk_i           _/     \_____/     \_____/     \_____/     \_____/     \_____
//   req_valid_i     __/~~~~~~~~~~\_______________________________________________
//   m_axi_arvalid_o __________________________/~~~~~~~~~~\_______________________
//   m_axi_rvalid_i  ______________________________________/~~~~~~~~~~\___________   last beat
//   fill_valid_o    __________________________________________________/~~~~~~~~~~\
//
// Latency: 2 cycles from request to AR or AW/W, 1 cycle from the last beat to the fill. Rate: one
// AR a cycle; a fill every beats+1 cycles; a write every beats+2 cycles.

module cohgen_axi_port #(
  parameter int AddrBits  = 32,
  parameter int LineBytes = 64,
  parameter int DataBits  = 64,
  parameter int IdBits    = 4,
  parameter int Writes    = 4,
  parameter int Strobes   = 0
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   req_valid_i,
  output logic                   req_ready_o,
  input  logic                   req_write_i,
  input  logic [AddrBits-1:0]    req_addr_i,
  input  logic [IdBits-1:0]      req_id_i,
  input  logic [LineBytes*(8+Strobes)-1:0] req_data_i,

  output logic                   fill_valid_o,
  input  logic                   fill_ready_i,
  output logic [IdBits-1:0]      fill_id_o,
  output logic [AddrBits-1:0]    fill_addr_o,
  output logic [LineBytes*8-1:0] fill_data_o,

  output logic                   error_o,

  output logic                   m_axi_awvalid_o,
  input  logic                   m_axi_awready_i,
  output logic [IdBits-1:0]      m_axi_awid_o,
  output logic [AddrBits-1:0]    m_axi_awaddr_o,
  output logic [7:0]             m_axi_awlen_o,
  output logic [2:0]             m_axi_awsize_o,
  output logic [1:0]             m_axi_awburst_o,

  output logic                   m_axi_wvalid_o,
  input  logic                   m_axi_wready_i,
  output logic [DataBits-1:0]    m_axi_wdata_o,
  output logic [DataBits/8-1:0]  m_axi_wstrb_o,
  output logic                   m_axi_wlast_o,

  input  logic                   m_axi_bvalid_i,
  output logic                   m_axi_bready_o,
  input  logic [IdBits-1:0]      m_axi_bid_i,
  input  logic [1:0]             m_axi_bresp_i,

  output logic                   m_axi_arvalid_o,
  input  logic                   m_axi_arready_i,
  output logic [IdBits-1:0]      m_axi_arid_o,
  output logic [AddrBits-1:0]    m_axi_araddr_o,
  output logic [7:0]             m_axi_arlen_o,
  output logic [2:0]             m_axi_arsize_o,
  output logic [1:0]             m_axi_arburst_o,

  input  logic                   m_axi_rvalid_i,
  output logic                   m_axi_rready_o,
  input  logic [IdBits-1:0]      m_axi_rid_i,
  input  logic [DataBits-1:0]    m_axi_rdata_i,
  input  logic [1:0]             m_axi_rresp_i,
  input  logic                   m_axi_rlast_i
);

  localparam int LineBits = LineBytes * 8;
  localparam int Beats    = LineBits / DataBits;
  localparam int Offset   = $clog2(LineBytes);
  localparam int TagBits  = AddrBits - Offset;
  localparam int Ids      = 1 << IdBits;
  localparam int LeftBits = $clog2(Beats + 1);
  localparam logic [7:0] Len       = 8'(Beats - 1);
  localparam logic [2:0] Size      = 3'($clog2(DataBits / 8));
  localparam logic [1:0] BurstIncr = 2'b01;

  if (DataBits < 8 || DataBits > 1024 || (DataBits & (DataBits - 1)) != 0 ||
      LineBits < DataBits || LineBytes > 4096 || (LineBytes & (LineBytes - 1)) != 0 ||
      Beats > 256 || AddrBits <= Offset || IdBits < 1 || Writes < 1 ||
      Writes > Ids || Strobes < 0 || Strobes > 1) begin : gen_illegal
    cohgen_illegal_parameter u_axi_port ();
  end

  // The request at the head, and the outstanding writes it must not pass. The data of a write go
  // straight to the W shift register, which therefore must be empty to accept one.

  logic                head_valid_q, head_write_q, head_go;
  logic [TagBits-1:0]  head_tag_q;
  logic [IdBits-1:0]   head_id_q;
  logic                accept;

  logic [Writes-1:0]   slot_valid_q, slot_new, slot_same, slot_end;
  logic [TagBits-1:0]  slot_tag_q [0:Writes-1];
  logic [IdBits-1:0]   slot_idx;
  logic                conflict, read_go, write_go;

  logic                awvalid_q, wvalid_q;
  logic [TagBits-1:0]  awtag_q;
  logic [IdBits-1:0]   awid_q;
  logic [LineBits-1:0] wdata_q;
  logic [LeftBits-1:0] wleft_q;
  logic                w_beat, w_empty;

  logic                ar_ready;
  logic [1:0]          unused_ar_free;
  logic [TagBits-1:0]  ar_tag;

  assign w_empty     = !wvalid_q && !(head_valid_q && head_write_q);
  assign req_ready_o = (!head_valid_q || head_go) && (!req_write_i || w_empty);
  assign accept      = req_valid_i && req_ready_o;

  assign conflict = (slot_same != '0);
  assign read_go  = head_valid_q && !head_write_q && !conflict && ar_ready;
  assign write_go = head_valid_q && head_write_q && !conflict && !awvalid_q &&
                    (slot_valid_q != '1);
  assign head_go  = read_go || write_go;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      head_valid_q <= 1'b0;
    else if (accept)  head_valid_q <= 1'b1;
    else if (head_go) head_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      head_write_q <= req_write_i;
      head_tag_q   <= req_addr_i[AddrBits-1:Offset];
      head_id_q    <= req_id_i;
    end
  end

  // Outstanding writes: from leaving the head to B. The AXI id of a write is its slot.

  for (genvar s = 0; s < Writes; s++) begin : gen_slot
    assign slot_same[s] = slot_valid_q[s] && (slot_tag_q[s] == head_tag_q);
    assign slot_new[s]  = write_go && (slot_idx == IdBits'(s));
    assign slot_end[s]  = m_axi_bvalid_i && (m_axi_bid_i == IdBits'(s));

    always_ff @(posedge clk_i) begin
      if (slot_new[s]) slot_tag_q[s] <= head_tag_q;
    end
  end

  always_comb begin
    slot_idx = '0;
    for (int s = Writes - 1; s >= 0; s--) begin
      if (!slot_valid_q[s]) slot_idx = IdBits'(s);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) slot_valid_q <= '0;
    else         slot_valid_q <= (slot_valid_q & ~slot_end) | slot_new;
  end

  // AW and W start together; neither waits for the other.

  assign w_beat = wvalid_q && m_axi_wready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awvalid_q <= 1'b0;
      wvalid_q  <= 1'b0;
      wleft_q   <= '0;
    end else begin
      if (write_go)             awvalid_q <= 1'b1;
      else if (m_axi_awready_i) awvalid_q <= 1'b0;

      if (write_go) begin
        wvalid_q <= 1'b1;
        wleft_q  <= LeftBits'(Beats);
      end else if (w_beat) begin
        wvalid_q <= !m_axi_wlast_o;
        wleft_q  <= wleft_q - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_go) begin
      awtag_q <= head_tag_q;
      awid_q  <= slot_idx;
    end
    if (accept && req_write_i) wdata_q <= req_data_i[LineBits-1:0];
    else if (w_beat)           wdata_q <= wdata_q >> DataBits;
  end

  assign m_axi_awvalid_o = awvalid_q;
  assign m_axi_awid_o    = awid_q;
  assign m_axi_awaddr_o  = AddrBits'(awtag_q) << Offset;
  assign m_axi_awlen_o   = Len;
  assign m_axi_awsize_o  = Size;
  assign m_axi_awburst_o = BurstIncr;

  assign m_axi_wvalid_o  = wvalid_q;
  assign m_axi_wdata_o   = wdata_q[DataBits-1:0];
  if (Strobes != 0) begin : gen_strobes
    logic [LineBytes-1:0] wstrb_q;
    always_ff @(posedge clk_i) begin
      if (accept && req_write_i) wstrb_q <= req_data_i[LineBits +: LineBytes];
      else if (w_beat)           wstrb_q <= wstrb_q >> (DataBits / 8);
    end
    assign m_axi_wstrb_o = wstrb_q[DataBits/8-1:0];
  end else begin : gen_whole
    assign m_axi_wstrb_o = '1;
  end
  assign m_axi_wlast_o   = (wleft_q == LeftBits'(1));

  assign m_axi_bready_o  = 1'b1;

  // AR: a queue of two, so that a request a cycle passes without a path from ARREADY to req_ready_o.

  cohgen_fifo #(
    .Width (IdBits + TagBits),
    .Depth (2)
  ) u_ar (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_valid_i (read_go),
    .push_ready_o (ar_ready),
    .push_data_i  ({head_id_q, head_tag_q}),
    .pop_valid_o  (m_axi_arvalid_o),
    .pop_ready_i  (m_axi_arready_i),
    .pop_data_o   ({m_axi_arid_o, ar_tag}),
    .free_o       (unused_ar_free)
  );

  assign m_axi_araddr_o  = AddrBits'(ar_tag) << Offset;
  assign m_axi_arlen_o   = Len;
  assign m_axi_arsize_o  = Size;
  assign m_axi_arburst_o = BurstIncr;

  // R: beats shift in from the top, so that after the last one the first is at the bottom. The
  // buffer takes no beat while it shows a fill.

  logic                fill_valid_q;
  logic [IdBits-1:0]   fill_id_q;
  logic [LineBits-1:0] fill_data_q;
  logic [TagBits-1:0]  read_tag_q [0:Ids-1];
  logic                r_beat;

  assign m_axi_rready_o = !fill_valid_q;
  assign r_beat         = m_axi_rvalid_i && !fill_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                      fill_valid_q <= 1'b0;
    else if (r_beat && m_axi_rlast_i) fill_valid_q <= 1'b1;
    else if (fill_ready_i)            fill_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (r_beat) begin
      fill_id_q   <= m_axi_rid_i;
      fill_data_q <= (fill_data_q >> DataBits) |
                     (LineBits'(m_axi_rdata_i) << (LineBits - DataBits));
    end
    if (read_go) read_tag_q[head_id_q] <= head_tag_q;
  end

  assign fill_valid_o = fill_valid_q;
  assign fill_id_o    = fill_id_q;
  assign fill_data_o  = fill_data_q;
  assign fill_addr_o  = AddrBits'(read_tag_q[fill_id_q]) << Offset;

  // Errors: SLVERR 10, DECERR 11.

  logic error_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= 1'b0;
    end else if ((r_beat && m_axi_rresp_i[1]) || (m_axi_bvalid_i && m_axi_bresp_i[1])) begin
      error_q <= 1'b1;
    end
  end

  assign error_o = error_q;

  // The offset within a line, and the response bits that do not tell errors.
  logic unused;
  assign unused = ^{req_addr_i, m_axi_bresp_i[0], m_axi_rresp_i[0]};

`ifdef COHGEN_ASSERT
  logic [Ids-1:0]      reading_q;      // reads from acceptance to fill
  logic [LeftBits-1:0] beat_q;         // beats of the burst under way
  logic [IdBits-1:0]   beat_id_q;      // and its id

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q <= '0;
      beat_q    <= '0;
    end else begin
      if (fill_valid_q && fill_ready_i) reading_q[fill_id_q] <= 1'b0;
      if (accept && !req_write_i) reading_q[req_id_i] <= 1'b1;
      if (r_beat) begin
        beat_q    <= m_axi_rlast_i ? '0 : beat_q + 1'b1;
        beat_id_q <= m_axi_rid_i;
      end

      assert (!req_valid_i || req_addr_i == (req_addr_i >> Offset) << Offset)
      else $error("cohgen_axi_port: address not aligned to a line");
      assert (!(accept && !req_write_i && reading_q[req_id_i]))
      else $error("cohgen_axi_port: read with the id of a read under way");
      assert (!r_beat || reading_q[m_axi_rid_i])
      else $error("cohgen_axi_port: R beat of an id not being read");
      assert (!r_beat || beat_q == '0 || beat_id_q == m_axi_rid_i)
      else $error("cohgen_axi_port: R beats of two ids interleaved");
      assert (!r_beat || m_axi_rlast_i == (int'(beat_q) == Beats - 1))
      else $error("cohgen_axi_port: RLAST not on the last beat");
      assert (!m_axi_bvalid_i || (slot_end & slot_valid_q) != '0)
      else $error("cohgen_axi_port: B response to no write");
    end
  end
`endif

endmodule
