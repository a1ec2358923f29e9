// Address translation of a stash: between a tile of the global address space and where it lies in the stash, both ways
// (M. D. Sinclair, Efficient Coherence and Consistency for Specialized Memory Hierarchies, 2017, 4.4.1 and 4.5.3).
//
//   StashBits   bits of a stash address, in bytes,                        more than those of ChunkBytes
//   SpanBits    bits of an offset from globalBase, in bytes; what a mapping spans at most, StashBits to AddrBits
//   AddrBits    bits of a virtual address, and of an operand, in bytes,   up to 64
//   ChunkBytes  what stashBase is a multiple of,                          4 and up, a power of two
//
// A tile is numStrides rows, strideSize apart; a row is rowSize bytes of objects, of objectSize each; of an object a
// field is mapped, of fieldSize bytes. globalBase is the address of the first field. The fields lie in the stash one
// behind the other, from stashBase on; a row has spr = rowSize / objectSize * fieldSize bytes there. All sizes are bytes.
//
//   forward   v = s / spr * strideSize + s % spr / fieldSize * objectSize + s % fieldSize
//   reverse   s = v / strideSize * spr + r / objectSize * fieldSize + r % objectSize   with r = v % strideSize;
//             not mapped, if r is behind the row, r % objectSize behind the field, or v behind the last row
//
// s and v are offsets from stashBase and globalBase. With one row strideSize says nothing, and may be 0. The part counts in
// words of 4 bytes, as all of this is whole words; the two low bits of an address pass through. Where fieldSize is objectSize
// a row is taken as one object: objects may have any size then.
//
//   map_*    a mapping (AddMap, ChgMap): its raw operands, but for isCoherent, which no address depends on. Taken with valid and ready, one at a time
//   made_*   what has become of it, later: refused_o, or 0 and entry_o, which translations need (opaque; precomputed
//            sums and reciprocals). Both stay until made_ready_i. ready for the next one then
//   valid_i  a translation, one a cycle: of addr_i with the mapping entry_i; reverse_i: a virtual address
//   valid_o  its result: mapped_o, and then addr_o. An address outside the mapping is not mapped
//
//   refused_o  bit 0  stashBase is no multiple of ChunkBytes    bit 4  rowSize is no multiple of objectSize
//              bit 1  a size, or numStrides, is 0               bit 5  rows overlap: several, strideSize below rowSize
//              bit 2  fieldSize is neither a multiple of 4      bit 6  it does not fit into the stash
//                     nor objectSize, or above objectSize       bit 7  it spans more than 2^SpanBits bytes, or ends
//              bit 3  parts of words: globalBase, rowSize,             behind the last address
//                     strideSize of several rows, objectSize
//                     beside another fieldSize
//
// note [reciprocals]: a division by d, 1 <= d <= 2^N, of x < 2^N is a product. With L so that 2^(L-1) < d <= 2^L, and
// m = ceil(2^(N+L) / d), x / d is x * m >> (N+L), without an error: m * d = 2^(N+L) + e, 0 <= e < d, so x * m / 2^(N+L) is
// x / d + x * e / (d * 2^(N+L)); and x * e < 2^N * 2^L, so what is added is below 1 / d, and a quotient is that far from the
// next integer. m has N+1 bits. In the stash N is StashBits-2, in the span SpanBits-2.
//
// A translation takes 10 cycles. Forward: 1 difference, 4 products, 3 sums; reverse: 3, 6, 3.
// AddMap takes 4 * (AddrBits+1) + 2 * (StashBits-2) + 2 * (SpanBits-2) + 10 cycles, refused or not.
//
//                _____       _____       _____       _____             _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \__ ... ____/     \_____/     \_____/     \_____
//   valid_i    __/~~~~~~~~~~~~~~~~~~~~~~~\___________________ ... ________________________________________
//   addr_i     --<    A      X    B      >------------------- ... ----------------------------------------
//   valid_o    ______________________________________________ ... ____/~~~~~~~~~~~~~~~~~~~~~~~\___________
//   addr_o     ---------------------------------------------- ... ----<  of A    X   of B     >-----------   10 cycles later
//
// No output depends on an input of the same cycle.

module cohgen_stash_translate #(
  parameter int StashBits  = 14,
  parameter int SpanBits   = 32,
  parameter int AddrBits   = 32,
  parameter int ChunkBytes = 64
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                map_valid_i,
  output logic                map_ready_o,
  input  logic [AddrBits-1:0] map_stash_base_i,
  input  logic [AddrBits-1:0] map_global_base_i,
  input  logic [AddrBits-1:0] map_field_size_i,
  input  logic [AddrBits-1:0] map_object_size_i,
  input  logic [AddrBits-1:0] map_row_size_i,
  input  logic [AddrBits-1:0] map_stride_size_i,
  input  logic [AddrBits-1:0] map_num_strides_i,

  output logic                made_valid_o,
  input  logic                made_ready_i,
  output logic [7:0]          made_refused_o,
  output logic [AddrBits + 6*StashBits + 8*SpanBits + 8 - $clog2(ChunkBytes):0] made_entry_o,

  input  logic                valid_i,
  input  logic                reverse_i,
  input  logic [AddrBits-1:0] addr_i,
  input  logic [AddrBits + 6*StashBits + 8*SpanBits + 8 - $clog2(ChunkBytes):0] entry_i,

  output logic                valid_o,
  output logic                mapped_o,
  output logic [AddrBits-1:0] addr_o
);

  if (ChunkBytes < 4 || (ChunkBytes & (ChunkBytes - 1)) != 0 || StashBits <= $clog2(ChunkBytes) || SpanBits < StashBits || AddrBits < SpanBits || AddrBits > 64) begin : gen_illegal
    cohgen_illegal_parameter u_stash_translate ();
  end

  localparam int W  = AddrBits + 1;  // bits of a size: 2^AddrBits is one
  localparam int CB = $clog2(ChunkBytes);
  localparam int A  = AddrBits - 2;  // bits of a word's address
  localparam int Sn = StashBits - 2; // ... of an offset in the stash, in words
  localparam int Vn = SpanBits - 2;  // ... of one in the span

  // ---- AddMap: a unit that divides and multiplies, a bit a cycle ----
  // A step is a cycle in which it begins, and takes the result of the step before, and a cycle for each bit.

  typedef enum logic [3:0] {
    Idle,
    Objects,   // rowSize / objectSize, n
    Row,       // n * fieldSize: spr
    Tile,      // spr * numStrides: bytes in the stash
    Span,      // (numStrides - 1) * strideSize: bytes to the last row
    OfRow,     // reciprocals: of spr,
    OfField,   // of fieldSize,
    OfStride,  // of strideSize,
    OfObject,  // of objectSize
    Done
  } step_e;

  localparam int CntBits = $clog2(W + 1);

  step_e               step_q, step_d;
  logic [CntBits-1:0]  count_q;  // bits left of a step
  logic                made_q;   // the last step's result is there
  logic [W:0]          acc_q;    // remainder, or the product's upper half
  logic [W-1:0]        quo_q, by_q;
  logic                begins, divides, multiplies;

  logic [W-1:0]        stash_base_q, global_base_q, field_q, object_q, row_q, stride_q, num_q;
  logic [7:0]          refused_q;
  logic [Sn:0]         spr_q, tile_q, m_row_q, m_field_q;  // in words; reciprocals
  logic [Vn:0]         span_q, m_stride_q, m_object_q;
  logic [5:0]          l_row_q, l_field_q, l_stride_q, l_object_q;
  logic                flat, several;
  logic [W-1:0]        field, object, stride; // of what is translated: a row is one object where field and object are
  logic [W+1:0]        stash_end, span, global_end;

  // L: 2^(L-1) < d <= 2^L
  function automatic logic [5:0] log_of(input logic [W-1:0] d);
    logic [W-1:0] less;
    less   = d - 1'b1;
    log_of = '0;
    for (int b = 0; b < W; b++) if (less[b]) log_of = 6'(b + 1);
  endfunction

  assign flat    = field_q == object_q;
  assign several = num_q != W'(1);
  assign field   = flat ? row_q : field_q;
  assign object  = flat ? row_q : object_q;
  assign stride  = several ? stride_q : row_q;

  assign map_ready_o  = step_q == Idle;
  assign made_valid_o = made_q;
  assign begins       = step_q != Idle && step_q != Done && count_q == '0;
  assign divides      = step_q == Objects || step_q == OfRow || step_q == OfField || step_q == OfStride || step_q == OfObject;
  assign multiplies   = step_q == Row || step_q == Tile || step_q == Span;

  assign stash_end  = (W+2)'(stash_base_q) + (W+2)'(quo_q);
  assign span       = (W+2)'(quo_q) + (W+2)'(row_q);
  assign global_end = (W+2)'(global_base_q) + span;

  // What a step divides or multiplies by.
  logic [W-1:0]       by;
  logic [CntBits-1:0] bits;
  logic [5:0]         l;
  logic [W:0]         twice, rest;
  logic               fits;

  always_comb begin
    case (step_q)
      Objects:  by = object_q;
      Row:      by = field_q;
      Tile:     by = num_q;
      Span:     by = stride_q;
      OfRow:    by = W'(spr_q);
      OfField:  by = field >> 2;
      OfStride: by = stride >> 2;
      OfObject: by = object >> 2;
      default:  by = '0;
    endcase
    case (step_q)
      OfRow, OfField:     bits = CntBits'(Sn);
      OfStride, OfObject: bits = CntBits'(Vn);
      default:            bits = CntBits'(W);
    endcase
  end

  assign l     = log_of(by);
  assign twice = {acc_q[W-1:0], quo_q[W-1] && step_q == Objects}; // a reciprocal's dividend has zeros only
  assign fits  = twice >= (W+1)'(by_q);
  assign rest  = twice - (W+1)'(by_q);

  logic [W:0] sum;
  assign sum = acc_q + (quo_q[0] ? (W+1)'(by_q) : '0);

  logic last;
  assign last = count_q == CntBits'(1);
  always_comb begin
    step_d = step_q;
    if (step_q == Idle && map_valid_i)      step_d = Objects;
    else if (step_q == Done && made_q && made_ready_i) step_d = Idle;
    else if (last) begin
      case (step_q)
        Objects:  step_d = Row;
        Row:      step_d = Tile;
        Tile:     step_d = Span;
        Span:     step_d = OfRow;
        OfRow:    step_d = OfField;
        OfField:  step_d = OfStride;
        OfStride: step_d = OfObject;
        default:  step_d = Done;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q  <= Idle;
      count_q <= '0;
      made_q  <= 1'b0;
    end else begin
      step_q <= step_d;
      made_q <= step_q == Done && !(made_q && made_ready_i);
      if (begins)             count_q <= bits;
      else if (count_q != '0) count_q <= count_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begins) begin
      by_q  <= by;
      acc_q <= '0;
      if (step_q == Objects) quo_q <= row_q;
      if (step_q == Span)    quo_q <= num_q - 1'b1;
      if (divides && step_q != Objects) begin
        acc_q <= ((W+1)'(1) << l) - (W+1)'(by);
        quo_q <= W'(1);
      end
    end else if (count_q != '0) begin
      if (divides) begin
        acc_q <= fits ? rest : twice;
        quo_q <= {quo_q[W-2:0], fits};
      end
      if (multiplies) {acc_q, quo_q} <= {1'b0, sum, quo_q[W-1:1]};
    end
  end

  // Results, and what is refused.
  always_ff @(posedge clk_i) begin
    if (step_q == Idle) begin
      stash_base_q  <= W'(map_stash_base_i);
      global_base_q <= W'(map_global_base_i);
      field_q       <= W'(map_field_size_i);
      object_q      <= W'(map_object_size_i);
      row_q         <= W'(map_row_size_i);
      stride_q      <= W'(map_stride_size_i);
      num_q         <= W'(map_num_strides_i);
    end
    if (begins) begin
      case (step_q)
        Objects: begin
          refused_q[0] <= stash_base_q[CB-1:0] != '0;
          refused_q[1] <= field_q == '0 || object_q == '0 || row_q == '0 || num_q == '0;
          refused_q[2] <= (field_q[1:0] != '0 && !flat) || field_q > object_q;
          refused_q[3] <= global_base_q[1:0] != '0 || row_q[1:0] != '0 || (stride_q[1:0] != '0 && several) ||
                          (object_q[1:0] != '0 && !flat);
          refused_q[4] <= 1'b0;
          refused_q[5] <= several && stride_q < row_q;
          refused_q[6] <= 1'b0;
          refused_q[7] <= 1'b0;
        end
        Row: refused_q[4] <= acc_q != '0;
        Tile: begin
          spr_q        <= quo_q[Sn+2:2];
          refused_q[6] <= acc_q != '0 || (W+2)'(quo_q) > ((W+2)'(1) << StashBits);
        end
        Span: begin
          tile_q       <= quo_q[Sn+2:2];
          refused_q[6] <= refused_q[6] || acc_q != '0 || stash_end > ((W+2)'(1) << StashBits);
        end
        OfRow: begin
          span_q       <= span[Vn+2:2];
          refused_q[7] <= acc_q != '0 || span > ((W+2)'(1) << SpanBits) || global_end > ((W+2)'(1) << AddrBits);
          l_row_q      <= l;
        end
        OfField: begin
          m_row_q   <= quo_q[Sn:0] + (Sn+1)'(acc_q != '0);
          l_field_q <= l;
        end
        OfStride: begin
          m_field_q  <= quo_q[Sn:0] + (Sn+1)'(acc_q != '0);
          l_stride_q <= l;
        end
        OfObject: begin
          m_stride_q <= several ? quo_q[Vn:0] + (Vn+1)'(acc_q != '0) : '0;
          l_object_q <= l;
        end
        default: ;
      endcase
    end
    if (step_q == Done && !made_q) m_object_q <= quo_q[Vn:0] + (Vn+1)'(acc_q != '0);
  end

  assign made_refused_o = refused_q;
  assign made_entry_o   = {stash_base_q[StashBits-1:CB], global_base_q[A+1:2],
                           tile_q, spr_q, field[Sn+2:2], m_row_q, m_field_q,
                           span_q, object[Vn+2:2], row_q[Vn+2:2], m_stride_q, m_object_q,
                           stride[Vn+2:2], stride[Vn+2:2] - row_q[Vn+2:2], object[Vn+2:2] - field[Vn+2:2],
                           l_row_q, l_field_q, l_stride_q, l_object_q};

  // ---- translations: a divisor and what it is worth on the other side, twice ----

  // The fields of a mapping, in words. l and m: a reciprocal, of rows and objects in the stash; 2: in the span. skip: what
  // one of the span is longer than in the stash, and what follows the last row, for rows.
  logic [StashBits-CB-1:0] e_stash;
  logic [A-1:0]         e_global, stash_word, offset;
  logic [Sn:0]          e_tile, e_spr, e_field, e_row_m, e_object_m;
  logic [Vn:0]          e_span, e_object, e_row, e_row_m2, e_object_m2, e_stride, e_row_skip, e_object_skip;
  logic [5:0]           e_row_l, e_object_l, e_row_l2, e_object_l2;
  assign {e_stash, e_global, e_tile, e_spr, e_field, e_row_m, e_object_m, e_span, e_object, e_row, e_row_m2,
          e_object_m2, e_stride, e_row_skip, e_object_skip, e_row_l, e_object_l, e_row_l2, e_object_l2} = entry_i;

  assign stash_word = A'(e_stash) << (CB - 2);
  assign offset     = reverse_i ? addr_i[A+1:2] - e_global : A'(addr_i[StashBits-1:2]) - stash_word;

  // What a translation carries from stage to stage, by the stage that it is in. `row` and `object`: what is divided by there.
  logic [10:1]   valid_q;
  logic [10:1]   inside_q;                   // the address is mapped, as far as is known
  logic [8:1]    reverse_q;
  logic [1:0]    byte_q     [1:10];
  logic [A-1:0]  base_q     [1:8];           // to what the result is added
  logic [Vn-1:0] x_q        [1:9];           // what is left of the offset
  logic [Vn:0]   row_m_q    [1:1], object_m_q    [1:5]; // reciprocal
  logic [5:0]    row_l_q    [1:2], object_l_q    [1:6]; // ... and its L
  logic [Vn:0]   row_by_q   [1:3], object_by_q   [1:7]; // what one takes of the offset
  logic [Vn:0]   row_adds_q [1:3], object_adds_q [1:7]; // what one adds to the result
  logic [Vn:0]   row_len_q  [1:4], object_len_q  [1:8]; // how much of one is mapped
  logic [A-1:0]  sum_q      [4:8];           // what rows, and then objects add
  logic [2*Vn:0] row_p_q, object_p_q;        // stages 2 and 6: products
  logic [Sn-1:0] row_n_q, object_n_q;        // stages 3 and 7: which row, which object; below 2^Sn where it is mapped
  logic [Vn-1:0] row_x_q, object_x_q;        // stages 4 and 8: what they take of the offset
  logic [A-1:0]  sum9_q, word_q;

  logic [Sn-1:0] row_n, object_n;
  logic [Vn-1:0] x5, x9;
  assign row_n    = Sn'((row_p_q >> Vn) >> row_l_q[2]);
  assign object_n = Sn'((object_p_q >> Vn) >> object_l_q[6]);
  assign x5 = reverse_q[4] ? x_q[4] - row_x_q : x_q[4]; // forward nothing is taken: what rows and objects add is less by it
  assign x9 = reverse_q[8] ? x_q[8] - object_x_q : x_q[8];

  always_ff @(posedge clk_i) begin
    // Stage 1. The reciprocals of the stash have fewer bits, which stand at the top.
    byte_q[1]        <= addr_i[1:0];
    base_q[1]        <= reverse_i ? stash_word : e_global;
    x_q[1]           <= Vn'(offset);
    row_m_q[1]       <= reverse_i ? e_row_m2 : (Vn+1)'(e_row_m) << (Vn - Sn);
    object_m_q[1]    <= reverse_i ? e_object_m2 : (Vn+1)'(e_object_m) << (Vn - Sn);
    row_l_q[1]       <= reverse_i ? e_row_l2 : e_row_l;
    object_l_q[1]    <= reverse_i ? e_object_l2 : e_object_l;
    row_adds_q[1]    <= reverse_i ? (Vn+1)'(e_spr) : e_row_skip;
    object_adds_q[1] <= reverse_i ? (Vn+1)'(e_field) : e_object_skip;
    row_by_q[1]      <= e_stride;
    object_by_q[1]   <= e_object;
    row_len_q[1]     <= e_row;
    object_len_q[1]  <= (Vn+1)'(e_field);

    row_p_q    <= (2*Vn+1)'(x_q[1]) * (2*Vn+1)'(row_m_q[1]);
    row_n_q    <= row_n;
    row_x_q    <= Vn'(row_n_q) * Vn'(row_by_q[3]);
    sum_q[4]   <= A'(row_n_q) * A'(row_adds_q[3]);
    object_p_q <= (2*Vn+1)'(x_q[5]) * (2*Vn+1)'(object_m_q[5]);
    object_n_q <= object_n;
    object_x_q <= Vn'(object_n_q) * Vn'(object_by_q[7]);
    sum_q[8]   <= sum_q[7] + A'(object_n_q) * A'(object_adds_q[7]);
    sum9_q     <= sum_q[8] + base_q[8];
    word_q     <= sum9_q + A'(x_q[9]);

    x_q[5] <= x5;
    x_q[9] <= x9;
    for (int k = 2; k <= 10; k++) byte_q[k] <= byte_q[k-1];
    for (int k = 2; k <= 8; k++) begin
      base_q[k] <= base_q[k-1];
      object_len_q[k] <= object_len_q[k-1];
      if (k != 5) x_q[k] <= x_q[k-1];
    end
    row_l_q[2] <= row_l_q[1];
    for (int k = 2; k <= 3; k++) begin
      row_by_q[k]   <= row_by_q[k-1];
      row_adds_q[k] <= row_adds_q[k-1];
    end
    for (int k = 2; k <= 4; k++) row_len_q[k] <= row_len_q[k-1];
    for (int k = 2; k <= 5; k++) object_m_q[k] <= object_m_q[k-1];
    for (int k = 2; k <= 6; k++) object_l_q[k] <= object_l_q[k-1];
    for (int k = 2; k <= 7; k++) begin
      object_by_q[k]   <= object_by_q[k-1];
      object_adds_q[k] <= object_adds_q[k-1];
    end
    for (int k = 5; k <= 7; k++) sum_q[k] <= sum_q[k-1];

    reverse_q <= {reverse_q[7:1], reverse_i};
    inside_q  <= {inside_q[9], inside_q[8] && (!reverse_q[8] || (Vn+1)'(x9) < object_len_q[8]), inside_q[7:5],
                  inside_q[4] && (!reverse_q[4] || (Vn+1)'(x5) < row_len_q[4]), inside_q[3:1],
                  (A+1)'(offset) < (reverse_i ? (A+1)'(e_span) : (A+1)'(e_tile))};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= {valid_q[9:1], valid_i};
  end

  assign valid_o  = valid_q[10];
  assign mapped_o = inside_q[10];
  assign addr_o   = {word_q, byte_q[10]};

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!valid_i || reverse_i || (addr_i >> StashBits) == '0)
      else $error("cohgen_stash_translate: no address of the stash");
    end
  end
`endif

`ifdef COHGEN_FORMAL_STASH_TRANSLATE
  `include "cohgen_stash_translate_props.svh"
`endif

endmodule
