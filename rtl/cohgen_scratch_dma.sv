// A scratchpad, and an engine that moves strided tiles between it and memory: what a stash is compared with (M. D. Sinclair,
// Efficient Coherence and Consistency for Specialized Memory Hierarchies, 2017, 4.2.2 and 4.6.1).
//
//   Words     words of 4 bytes,                                    2 and up
//   AddrBits  bits of a memory address, in bytes,                  more than $clog2(Words) + 2
//   Ids       words under way between memory and scratchpad,       2 and up
//
// A tile is what cohgen_stash_translate says, and legal there: rows of objects, of each a field; here its operands are words, and
// where field and object are one a row is one object. base is the first local word. While a tile moves the core's requests wait.
//
//   start_*  a tile: in, or out with start_out_i; taken with valid and ready. busy_o until all of it has moved
//   core_*   a request, taken with valid and ready; core_valid_o in the next cycle, of a load with its word
//   mem_*    a word to read or to write, taken with valid and ready; mem_data_o with a write. Offers stay until they are taken
//   ans_*    memory has read (ans_data_i) or written the word with this id, in any order; 1 cycle after it was taken at least
//
//                 _____       _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   start_*     __/~~~~~~~~~~~\______________________________________________________________   two words, in
//   busy_o      ______________/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\___
//   mem_valid_o __________________________/~~~~~~~~~~~~~~~~~~~~~~~\________________________
//   ans_valid_i ______________________________________/~~~~~~~~~~~~~~~~~~~~~~~\____________
//
// A word a cycle, while there are ids. No output depends on an input of the same cycle.

module cohgen_scratch_dma #(
  parameter int Words    = 4096,
  parameter int AddrBits = 32,
  parameter int Ids      = 16
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       start_valid_i,
  output logic                       start_ready_o,
  input  logic                       start_out_i,
  input  logic [$clog2(Words)-1:0]   start_base_i,
  input  logic [AddrBits-3:0]        start_addr_i,
  input  logic [AddrBits-3:0]        start_field_i,
  input  logic [AddrBits-3:0]        start_object_i,
  input  logic [AddrBits-3:0]        start_row_i,
  input  logic [AddrBits-3:0]        start_stride_i,
  input  logic [AddrBits-3:0]        start_num_i,
  output logic                       busy_o,

  input  logic                       core_valid_i,
  output logic                       core_ready_o,
  input  logic                       core_write_i,
  input  logic [$clog2(Words)-1:0]   core_addr_i,
  input  logic [3:0]                 core_bytes_i,
  input  logic [31:0]                core_data_i,
  output logic                       core_valid_o,
  output logic [31:0]                core_data_o,

  output logic                       mem_valid_o,
  input  logic                       mem_ready_i,
  output logic                       mem_write_o,
  output logic [$clog2(Ids)-1:0]     mem_id_o,
  output logic [AddrBits-3:0]        mem_addr_o,
  output logic [31:0]                mem_data_o,
  input  logic                       ans_valid_i,
  input  logic [$clog2(Ids)-1:0]     ans_id_i,
  input  logic [31:0]                ans_data_i
);

  if (Words < 2 || AddrBits <= $clog2(Words) + 2 || Ids < 2) begin : gen_illegal
    cohgen_illegal_parameter u_scratch_dma ();
  end

  localparam int L = $clog2(Words);
  localparam int A = AddrBits - 2;
  localparam int I = $clog2(Ids);

  logic           busy_q, out_q, steps_q;                     // steps: words are left to ask for
  logic [L-1:0]   local_q;                                    // the next word, on both sides
  logic [A-1:0]   addr_q;
  logic [A-1:0]   field_q, object_q, row_q, to_object_q, to_row_q;
  logic [A-1:0]   in_field_q, in_row_q, rows_q;               // words left of the field, of the row; rows left
  logic           field_ends, row_ends, step, start;
  logic [Ids-1:0] used_q, free, pick;
  logic [I-1:0]   id;
  logic [Ids*L-1:0] place_q;                                  // local words of the ids
  logic [L-1:0]   ans_place;
  logic           req_q, req_write_q, core_q;
  logic [I-1:0]   req_id_q;
  logic [A-1:0]   req_addr_q;
  logic [31:0]    word;
  logic           core, arrives;

  assign start_ready_o = !busy_q;
  assign busy_o        = busy_q;
  assign core_ready_o  = !busy_q;
  assign start   = start_valid_i && start_ready_o;
  assign core    = core_valid_i && core_ready_o;
  assign arrives = ans_valid_i && !out_q;

  assign free = ~used_q;
  assign pick = free & (~free + 1'b1);
  assign step = steps_q && free != '0 && (!req_q || mem_ready_i);
  always_comb begin
    id        = '0;
    ans_place = '0;
    for (int i = 0; i < Ids; i++) begin
      if (pick[i]) id = I'(i);
      if (ans_id_i == I'(i)) ans_place = place_q[i*L +: L];
    end
  end

  assign field_ends = in_field_q == A'(1);
  assign row_ends   = in_row_q == object_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      steps_q <= 1'b0;
      used_q  <= '0;
      req_q   <= 1'b0;
      core_q  <= 1'b0;
      out_q   <= 1'b0;
    end else begin
      core_q <= core;
      if (start) begin
        busy_q  <= 1'b1;
        steps_q <= 1'b1;
        out_q   <= start_out_i;
      end else begin
        if (step && field_ends && row_ends && rows_q == A'(1)) steps_q <= 1'b0;
        if (!steps_q && !req_q && used_q == '0) busy_q <= 1'b0;
      end
      if (step)             req_q <= 1'b1;
      else if (mem_ready_i) req_q <= 1'b0;
      for (int i = 0; i < Ids; i++) used_q[i] <= (step && pick[i]) || (used_q[i] && !(ans_valid_i && ans_id_i == I'(i)));
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      local_q     <= start_base_i;
      addr_q      <= start_addr_i;
      field_q     <= start_field_i;
      object_q    <= start_object_i;
      row_q       <= start_row_i;
      to_object_q <= start_object_i - start_field_i + 1'b1;
      to_row_q    <= start_stride_i - start_row_i;
      in_field_q  <= start_field_i;
      in_row_q    <= start_row_i;
      rows_q      <= start_num_i;
    end else if (step) begin
      local_q    <= local_q + 1'b1;
      in_field_q <= field_ends ? field_q : in_field_q - 1'b1;
      if (!field_ends)    addr_q <= addr_q + 1'b1;
      else if (!row_ends) addr_q <= addr_q + to_object_q;
      else                addr_q <= addr_q + to_object_q + to_row_q;
      if (field_ends) in_row_q <= row_ends ? row_q : in_row_q - object_q;
      if (field_ends && row_ends) rows_q <= rows_q - 1'b1;
    end
    if (step) begin
      req_write_q <= out_q;
      req_id_q    <= id;
      req_addr_q  <= addr_q;
      for (int i = 0; i < Ids; i++) if (pick[i]) place_q[i*L +: L] <= local_q;
    end
  end

  assign mem_valid_o  = req_q;
  assign mem_write_o  = req_write_q;
  assign mem_id_o     = req_id_q;
  assign mem_addr_o   = req_addr_q;
  assign mem_data_o   = word;
  assign core_valid_o = core_q;
  assign core_data_o  = word;

  cohgen_sram_1r1w #(
    .Depth    (Words),
    .Lanes    (4),
    .LaneBits (8)
  ) u_words (
    .clk_i   (clk_i),
    .wen_i   (arrives || (core && core_write_i)),
    .waddr_i (arrives ? ans_place : core_addr_i),
    .wlane_i (arrives ? '1 : core_bytes_i),
    .wdata_i (arrives ? ans_data_i : core_data_i),
    .ren_i   ((core && !core_write_i) || (step && out_q)),
    .raddr_i (core ? core_addr_i : local_q),
    .rdata_o (word)
  );

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!ans_valid_i || (used_q[ans_id_i] && !(req_q && req_id_q == ans_id_i)))
      else $error("cohgen_scratch_dma: an answer to nothing");
      assert (!start || (start_field_i != '0 && start_object_i >= start_field_i && start_num_i != '0))
      else $error("cohgen_scratch_dma: no legal tile");
    end
  end
`endif

`ifdef COHGEN_FORMAL_SCRATCH_DMA
  `include "cohgen_scratch_dma_props.svh"
`endif

endmodule
