// Port of whole lines to an AXI4 memory (manager side).
//
//   AddrBits   bits of a byte address,                       above log2(LineBytes)
//   LineBytes  bytes in a line, a power of two,              DataBits/8 to 4096, 256 beats at most
//   DataBits   bits of an AXI beat, a power of two,          8 to 1024
//   IdBits     bits of an AXI id,                            1 and up
//   Reads      reads under way at a time,                    1 to 2^IdBits
//   Writes     writes outstanding (no B response yet) at a time,     1 to 2^IdBits
//   Strobes    1: a write says which of its bytes count, in bits above its data in req_data_i (first byte lowest)
//
// Requests: valid/ready; a request stays unchanged until it is taken. req_addr_i is line aligned. A read carries the
// caller's req_id_i, below Reads, which must not be that of a read whose fill has not been taken; the fill
// (valid/ready) brings back id, address and line. A write is posted: there is no answer, req_id_i is not used, and
// on the AXI side it has an id of its own, distinct from those of the other writes outstanding.
//
// Order: a request, read or write, waits while a write to the same line is outstanding, and the
// requests behind it wait with it. So a read returns every write accepted before it. Nothing else is
// ordered: reads may answer in any order, and a write may overtake an earlier read of its line (the
// caller must have seen the fill first, if it cares).
//
// AXI: one INCR burst of LineBytes*8/DataBits beats, full width, all strobes (but see Strobes). Ids 0 to Reads-1 for
// reads, 0 to Writes-1 for writes. The memory may answer different ids in any order, and may interleave the beats of
// reads with different ids. RREADY and BREADY are always high. No valid depends on a ready; a payload is stable from
// valid to ready; outputs depend on registers only, but req_ready_o on req_write_i, too. AxLOCK, AxCACHE, AxPROT,
// AxQOS and AxREGION are constants (below). error_o: some response so far was SLVERR or DECERR (held until reset);
// the fill comes all the same.
//
// Read data: each beat goes into a memory of Reads lines, a beat a word. Beats of a burst that comes by itself also
// go straight into the line register, which is the fill when the last one is there. A burst that was interleaved with
// others, or began while a fill was not taken, is read from the memory when all of it has come, in turn.
//
//                     _____       _____       _____       _____       _____
//   clk_i           _/     \_____/     \_____/     \_____/     \_____/     \_____
//   req_valid_i     __/~~~~~~~~~~\_______________________________________________
//   m_axi_arvalid_o __________________________/~~~~~~~~~~\_______________________
//   m_axi_rvalid_i  ______________________________________/~~~~~~~~~~\___________   last beat
//   fill_valid_o    __________________________________________________/~~~~~~~~~~\
//
// Latency: 2 cycles from request to AR or AW/W; 1 cycle from the last beat to the fill, and beats+2 more if the line
// is read from the memory. Rate: one AR a cycle; a fill every `beats` cycles; a write every `beats` cycles, and one
// of a single beat every other cycle.

module cohgen_axi_port #(
  parameter int AddrBits  = 32,
  parameter int LineBytes = 64,
  parameter int DataBits  = 64,
  parameter int IdBits    = 4,
  parameter int Reads     = 16,
  parameter int Writes    = 16,
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
  output logic                   m_axi_awlock_o,
  output logic [3:0]             m_axi_awcache_o,
  output logic [2:0]             m_axi_awprot_o,
  output logic [3:0]             m_axi_awqos_o,
  output logic [3:0]             m_axi_awregion_o,

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
  output logic                   m_axi_arlock_o,
  output logic [3:0]             m_axi_arcache_o,
  output logic [2:0]             m_axi_arprot_o,
  output logic [3:0]             m_axi_arqos_o,
  output logic [3:0]             m_axi_arregion_o,

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
  localparam int ReadBits = (Reads > 1) ? $clog2(Reads) : 1;
  localparam int BeatBits = (Beats > 1) ? $clog2(Beats) : 1;
  localparam int LeftBits = $clog2(Beats + 1);
  localparam logic [7:0] Len       = 8'(Beats - 1);
  localparam logic [2:0] Size      = 3'($clog2(DataBits / 8));
  localparam logic [1:0] BurstIncr = 2'b01;

  // What a line is to the memory system (ARM IHI 0022, A4, A7, A8); docs/ports.md has the reasons.
  localparam logic       LockNormal = 1'b0;    // no exclusive access: atomics are done in the cache
  localparam logic [3:0] CacheMem   = 4'b0011; // Normal memory, Non-cacheable, Bufferable
  localparam logic [2:0] ProtData   = 3'b000;  // unprivileged, secure, data
  localparam logic [3:0] QosNone    = 4'b0000; // takes no part in quality of service
  localparam logic [3:0] RegionNone = 4'b0000; // one address space

  if (DataBits < 8 || DataBits > 1024 || (DataBits & (DataBits - 1)) != 0 ||
      LineBits < DataBits || LineBytes > 4096 || (LineBytes & (LineBytes - 1)) != 0 ||
      Beats > 256 || AddrBits <= Offset || IdBits < 1 || Reads < 1 ||
      Reads > Ids || Writes < 1 || Writes > Ids || Strobes < 0 || Strobes > 1) begin : gen_illegal
    cohgen_illegal_parameter u_axi_port ();
  end

  // The request at the head, and the outstanding writes it must not pass. The line of a write goes straight to the W
  // register, which takes it when its last beat leaves.

  logic                head_valid_q, head_write_q, head_go;
  logic [TagBits-1:0]  head_tag_q;
  logic [IdBits-1:0]   head_id_q;
  logic                accept, load;

  logic [Writes-1:0]   slot_valid_q, slot_new, slot_same, slot_end;
  logic [TagBits-1:0]  slot_tag_q [0:Writes-1];
  logic [IdBits-1:0]   slot_idx;
  logic                conflict, read_go, write_go;

  logic                awvalid_q;
  logic [TagBits-1:0]  awtag_q;
  logic [IdBits-1:0]   awid_q;
  logic [LineBits-1:0] wdata_q;
  logic [LeftBits-1:0] wleft_q;        // beats of wdata_q
  logic                wgo_q;          // its AW has been there
  logic                w_beat, w_last, w_end, w_ready;
  logic                ar_ready;
  logic [TagBits-1:0]  ar_tag;
  logic [1:0]          unused_w_free, unused_ar_free;

  assign req_ready_o = (!head_valid_q || head_go) && (!req_write_i || wleft_q == '0 || w_end);
  assign accept      = req_valid_i && req_ready_o;
  assign load        = accept && req_write_i;

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

  // AW and W start together; neither waits for the other. W: a queue of two beats, so that the next line comes when
  // the last beat leaves, without a path from WREADY to req_ready_o.

  assign w_beat = wleft_q != '0 && (wgo_q || write_go) && w_ready;
  assign w_last = (wleft_q == LeftBits'(1));
  assign w_end  = w_beat && w_last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awvalid_q <= 1'b0;
      wgo_q     <= 1'b0;
      wleft_q   <= '0;
    end else begin
      if (write_go)             awvalid_q <= 1'b1;
      else if (m_axi_awready_i) awvalid_q <= 1'b0;

      if (w_end)         wgo_q <= 1'b0;
      else if (write_go) wgo_q <= 1'b1;

      if (load)        wleft_q <= LeftBits'(Beats);
      else if (w_beat) wleft_q <= wleft_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_go) begin
      awtag_q <= head_tag_q;
      awid_q  <= slot_idx;
    end
    if (load)        wdata_q <= req_data_i[LineBits-1:0];
    else if (w_beat) wdata_q <= wdata_q >> DataBits;
  end

  assign m_axi_awvalid_o  = awvalid_q;
  assign m_axi_awid_o     = awid_q;
  assign m_axi_awaddr_o   = AddrBits'(awtag_q) << Offset;
  assign m_axi_awlen_o    = Len;
  assign m_axi_awsize_o   = Size;
  assign m_axi_awburst_o  = BurstIncr;
  assign m_axi_awlock_o   = LockNormal;
  assign m_axi_awcache_o  = CacheMem;
  assign m_axi_awprot_o   = ProtData;
  assign m_axi_awqos_o    = QosNone;
  assign m_axi_awregion_o = RegionNone;

  localparam int Enables = (Strobes != 0) ? DataBits / 8 : 0; // strobes that the queue has
  logic [DataBits+Enables:0] w_push, w_pop;

  if (Strobes != 0) begin : gen_strobes
    logic [LineBytes-1:0] wstrb_q;
    always_ff @(posedge clk_i) begin
      if (load)        wstrb_q <= req_data_i[LineBits +: LineBytes];
      else if (w_beat) wstrb_q <= wstrb_q >> (DataBits / 8);
    end
    assign w_push        = {wstrb_q[DataBits/8-1:0], wdata_q[DataBits-1:0], w_last};
    assign m_axi_wstrb_o = w_pop[DataBits+1 +: DataBits/8];
  end else begin : gen_whole
    assign w_push        = {wdata_q[DataBits-1:0], w_last};
    assign m_axi_wstrb_o = '1;
  end

  cohgen_fifo #(.Width (DataBits + Enables + 1), .Depth (2)) u_w (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .push_valid_i (w_beat), .push_ready_o (w_ready), .push_data_i (w_push),
    .pop_valid_o (m_axi_wvalid_o), .pop_ready_i (m_axi_wready_i), .pop_data_o (w_pop), .free_o (unused_w_free)
  );

  assign m_axi_wdata_o  = w_pop[1 +: DataBits];
  assign m_axi_wlast_o  = w_pop[0];

  assign m_axi_bready_o = 1'b1;

  // AR: a queue of two, so that a request a cycle passes without a path from ARREADY to req_ready_o.

  cohgen_fifo #(.Width (IdBits + TagBits), .Depth (2)) u_ar (
    .clk_i (clk_i), .rst_ni (rst_ni),
    .push_valid_i (read_go), .push_ready_o (ar_ready), .push_data_i ({head_id_q, head_tag_q}),
    .pop_valid_o (m_axi_arvalid_o), .pop_ready_i (m_axi_arready_i), .pop_data_o ({m_axi_arid_o, ar_tag}),
    .free_o (unused_ar_free)
  );

  assign m_axi_araddr_o   = AddrBits'(ar_tag) << Offset;
  assign m_axi_arlen_o    = Len;
  assign m_axi_arsize_o   = Size;
  assign m_axi_arburst_o  = BurstIncr;
  assign m_axi_arlock_o   = LockNormal;
  assign m_axi_arcache_o  = CacheMem;
  assign m_axi_arprot_o   = ProtData;
  assign m_axi_arqos_o    = QosNone;
  assign m_axi_arregion_o = RegionNone;

  // R: what has come. Each beat goes into the memory; came_q counts those of a burst, and whole_q says that all of them
  // are there and the line is to be read from the memory.

  logic                 r_beat, r_first;
  logic [ReadBits-1:0]  r_id;
  logic [BeatBits-1:0]  came_q [0:Reads-1];
  logic [Reads-1:0]     whole_q, whole_new, whole_end;

  assign m_axi_rready_o = 1'b1;
  assign r_beat         = m_axi_rvalid_i;
  assign r_id           = ReadBits'(m_axi_rid_i);
  assign r_first        = (came_q[r_id] == '0);

  // The line register: beats shift in from the top, so that after the last one the first is at the bottom. They come
  // straight from R (direct), or from the memory (out).

  logic                 fill_valid_q;
  logic [ReadBits-1:0]  fill_id_q;
  logic [LineBits-1:0]  fill_data_q;
  logic [TagBits-1:0]   read_tag_q [0:Reads-1];
  logic                 line_free;

  logic                 direct_q;            // all beats of direct_id_q so far are in the line register
  logic [ReadBits-1:0]  direct_id_q;
  logic                 direct_begin, direct_more, direct;

  logic                 out_busy_q;          // beats of out_id_q are being read, the next one is out_beat_q
  logic [ReadBits-1:0]  out_id_q, out_next;
  logic [BeatBits-1:0]  out_beat_q;
  logic                 out_begin, out_read, out_last;
  logic                 beat_valid_q;        // a beat is at the memory's output
  logic                 beat_last_q;
  logic [ReadBits-1:0]  beat_id_q;
  logic                 beat_take;
  logic [DataBits-1:0]  beat_data, next_beat;

  assign line_free    = !fill_valid_q || fill_ready_i;
  assign direct_begin = r_beat && r_first && !direct_q && line_free && whole_q == '0 && !out_busy_q && !beat_valid_q;
  assign direct_more  = direct_q && r_beat && (r_id == direct_id_q);
  assign direct       = direct_begin || direct_more;

  // A line that is there goes before one whose beats keep us waiting; the memory has those of the latter too.
  assign out_last  = out_read && (out_beat_q == BeatBits'(Beats - 1));
  assign out_begin = whole_q != '0 && (!out_busy_q || out_last) && !direct_more;
  assign out_read  = out_busy_q && (!beat_valid_q || beat_take);
  assign beat_take = beat_valid_q && line_free;
  assign next_beat = beat_take ? beat_data : m_axi_rdata_i;

  for (genvar r = 0; r < Reads; r++) begin : gen_read
    logic mine;
    assign mine         = r_beat && (r_id == ReadBits'(r));
    assign whole_new[r] = mine && m_axi_rlast_i && !direct;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)   came_q[r] <= '0;
      else if (mine) came_q[r] <= m_axi_rlast_i ? '0 : came_q[r] + 1'b1;
    end
  end

  logic [Reads-1:0] whole_grant;
  cohgen_arb_rr #(.N (Reads)) u_turn (
    .clk_i (clk_i), .rst_ni (rst_ni), .req_i (whole_q), .advance_i (out_begin), .grant_o (whole_grant)
  );

  assign whole_end = out_begin ? whole_grant : '0;

  always_comb begin
    out_next = '0;
    for (int r = 0; r < Reads; r++) begin
      if (whole_grant[r]) out_next = out_next | ReadBits'(r);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      whole_q      <= '0;
      direct_q     <= 1'b0;
      out_busy_q   <= 1'b0;
      beat_valid_q <= 1'b0;
      fill_valid_q <= 1'b0;
    end else begin
      whole_q <= (whole_q & ~whole_end) | whole_new;

      if (direct)         direct_q <= !m_axi_rlast_i;
      else if (out_begin) direct_q <= 1'b0;

      if (out_begin)     out_busy_q <= 1'b1;
      else if (out_last) out_busy_q <= 1'b0;

      if (out_read)       beat_valid_q <= 1'b1;
      else if (beat_take) beat_valid_q <= 1'b0;

      if ((direct && m_axi_rlast_i) || (beat_take && beat_last_q)) fill_valid_q <= 1'b1;
      else if (fill_ready_i)                                       fill_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (direct) direct_id_q <= r_id;
    if (out_begin) begin
      out_id_q   <= out_next;
      out_beat_q <= '0;
    end else if (out_read) begin
      out_beat_q <= out_beat_q + 1'b1;
    end
    if (out_read) begin
      beat_id_q   <= out_id_q;
      beat_last_q <= (out_beat_q == BeatBits'(Beats - 1));
    end
    if (direct || beat_take) begin
      fill_id_q   <= beat_take ? beat_id_q : r_id;
      fill_data_q <= (fill_data_q >> DataBits) | (LineBits'(next_beat) << (LineBits - DataBits));
    end
    if (read_go) read_tag_q[ReadBits'(head_id_q)] <= head_tag_q;
  end

  // A beat is written before all of its line has come, and read after that: never both at one edge.
  localparam int RamBits = (Reads * Beats > 1) ? $clog2(Reads * Beats) : 1;
  logic [RamBits-1:0] ram_waddr, ram_raddr;

  if (Beats > 1) begin : gen_beats
    assign ram_waddr = (RamBits'(r_id) << BeatBits) | RamBits'(came_q[r_id]);
    assign ram_raddr = (RamBits'(out_id_q) << BeatBits) | RamBits'(out_beat_q);
  end else begin : gen_beat
    assign ram_waddr = RamBits'(r_id);
    assign ram_raddr = RamBits'(out_id_q);
  end

  cohgen_sram_1r1w #(.Depth (Reads * Beats), .Lanes (1), .LaneBits (DataBits)) u_beats (
    .clk_i (clk_i),
    .wen_i (r_beat), .waddr_i (ram_waddr), .wlane_i (1'b1), .wdata_i (m_axi_rdata_i),
    .ren_i (out_read), .raddr_i (ram_raddr), .rdata_o (beat_data)
  );

  assign fill_valid_o = fill_valid_q;
  assign fill_id_o    = IdBits'(fill_id_q);
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

  // The offset within a line, the response bits that do not tell errors, and bits of ids above those of reads.
  logic unused;
  assign unused = ^{req_addr_i, m_axi_bresp_i[0], m_axi_rresp_i[0], m_axi_rid_i};

`ifdef COHGEN_ASSERT
  logic [Ids-1:0] reading_q, asked_q; // reads from acceptance to fill, and to their last beat
  logic ar_waits_q, aw_waits_q; // an address was offered and not taken
  logic [IdBits+AddrBits-1:0] ar_offered_q, aw_offered_q;
  always @(posedge clk_i) {ar_offered_q, aw_offered_q} <= {m_axi_arid_o, m_axi_araddr_o, m_axi_awid_o, m_axi_awaddr_o};
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {reading_q, asked_q, ar_waits_q, aw_waits_q} <= '0;
    end else begin
      ar_waits_q <= m_axi_arvalid_o && !m_axi_arready_i;
      aw_waits_q <= m_axi_awvalid_o && !m_axi_awready_i;
      if (fill_valid_q && fill_ready_i) reading_q[fill_id_o] <= 1'b0;
      if (r_beat && m_axi_rlast_i)      asked_q[m_axi_rid_i] <= 1'b0;
      if (accept && !req_write_i)       reading_q[req_id_i] <= 1'b1;
      if (accept && !req_write_i)       asked_q[req_id_i] <= 1'b1;
      assert (!req_valid_i || req_addr_i == (req_addr_i >> Offset) << Offset)
      else $error("cohgen_axi_port: address not aligned to a line");
      assert (!(accept && !req_write_i && reading_q[req_id_i]))
      else $error("cohgen_axi_port: read with the id of a read under way");
      assert (!(accept && !req_write_i && int'(req_id_i) >= Reads))
      else $error("cohgen_axi_port: read with an id beyond Reads");
      assert (!r_beat || asked_q[m_axi_rid_i]) else $error("cohgen_axi_port: R beat of an id not being read");
      assert (!r_beat || m_axi_rlast_i == (int'(came_q[r_id]) == Beats - 1))
      else $error("cohgen_axi_port: RLAST not on the last beat");
      assert (!m_axi_bvalid_i || (slot_end & slot_valid_q) != '0) else $error("cohgen_axi_port: B response to no write");
      assert (!ar_waits_q || (m_axi_arvalid_o && {m_axi_arid_o, m_axi_araddr_o} == ar_offered_q))
      else $error("cohgen_axi_port: AR changed before it was taken");
      assert (!aw_waits_q || (m_axi_awvalid_o && {m_axi_awid_o, m_axi_awaddr_o} == aw_offered_q))
      else $error("cohgen_axi_port: AW changed before it was taken");
      assert (!(direct && beat_take)) else $error("cohgen_axi_port: two beats for the line register");
    end
  end
`endif

`ifdef COHGEN_FORMAL_AXI_PORT
  `include "cohgen_axi_port_props.svh"
`endif

endmodule
