// What cohgen_stash_translate promises. Of AddMap: what is refused, and that an entry fits its operands. Of translations: that
// with such an entry they are what plain division says; one address is watched, chosen freely, with one mapping.
// COHGEN_FORMAL_STASH_TRANSLATE_MAP and ..._PIPE choose which.
  `include "reset.svh"

  localparam int M = 2 * W + 1; // bits of the sums and products here

  // A reciprocal m, with its L, of d: note [reciprocals].
  function automatic logic f_fits(input logic [M-1:0] m, input logic [5:0] l, input logic [M-1:0] d, input int n);
    logic [M-1:0] two;
    two    = M'(1) << (6'(n) + l);
    f_fits = (M'(1) << l) >= d && (M'(1) << l) < (d << 1) && m * d >= two && m * d < two + d;
  endfunction

`ifdef COHGEN_FORMAL_STASH_TRANSLATE_MAP
  logic [W-1:0] f_stash_base_q, f_global_base_q, f_field_q, f_object_q, f_row_q, f_stride_q, f_num_q; // the operands
  logic [W-1:0] f_n_q, f_rem_q;    // rowSize / objectSize, and what is left
  logic [M-1:0] f_spr_q, f_tile_q; // products, as they were made

  always @(posedge clk_i) begin
    if (map_valid_i && map_ready_o) begin
      f_stash_base_q  <= W'(map_stash_base_i);
      f_global_base_q <= W'(map_global_base_i);
      f_field_q       <= W'(map_field_size_i);
      f_object_q      <= W'(map_object_size_i);
      f_row_q         <= W'(map_row_size_i);
      f_stride_q      <= W'(map_stride_size_i);
      f_num_q         <= W'(map_num_strides_i);
    end
    if (begins && step_q == Row) begin
      f_n_q   <= quo_q;
      f_rem_q <= acc_q[W-1:0];
    end
    if (begins && step_q == Tile) f_spr_q <= M'({acc_q, quo_q});
    if (begins && step_q == Span) f_tile_q <= M'({acc_q, quo_q});
  end

  // The step whose result is in acc_q and quo_q, its bits, those of them that are done.
  step_e              f_work;
  logic [CntBits-1:0] f_bits, f_done;
  logic [M-1:0]       f_a, f_b; // the factors
  logic [W-1:0]       f_low, f_high, f_less;
  always @(*) begin
    f_work = step_q;
    if (count_q == '0) begin
      case (step_q)
        Row:      f_work = Objects;
        Tile:     f_work = Row;
        Span:     f_work = Tile;
        OfRow:    f_work = Span;
        OfField:  f_work = OfRow;
        OfStride: f_work = OfField;
        OfObject: f_work = OfStride;
        Done:     f_work = OfObject;
        default:  f_work = Idle;
      endcase
    end
    f_bits = CntBits'(W);
    if (f_work == OfRow || f_work == OfField)     f_bits = CntBits'(Sn);
    if (f_work == OfStride || f_work == OfObject) f_bits = CntBits'(Vn);
    f_done = f_bits - count_q;
    f_low  = (W'(1) << count_q) - 1'b1;
    f_high = quo_q >> count_q;
    f_a    = M'(by_q);
    f_b    = (f_work == Row) ? M'(f_n_q) : (f_work == Tile) ? M'(f_spr_q[W-1:0]) : M'(f_less);
  end

  logic f_empty, f_flat, f_several;
  logic [M-1:0] f_span;
  assign f_empty   = f_field_q == '0 || f_object_q == '0 || f_row_q == '0 || f_num_q == '0;
  assign f_flat    = f_field_q == f_object_q;
  assign f_several = f_num_q != W'(1);
  assign f_less    = f_num_q - 1'b1;
  assign f_span    = M'(f_less) * M'(f_stride_q) + M'(f_row_q);

  always @(*) begin
    if (rst_ni) begin
      assert (step_q <= Done);
      assert (made_q ? step_q == Done : 1'b1);
      assert (map_ready_o == (step_q == Idle));
      if (step_q == Idle || step_q == Done) assert (count_q == '0);
      assert (count_q <= f_bits);
      if (step_q != Idle) begin
        assert (stash_base_q == f_stash_base_q && global_base_q == f_global_base_q && field_q == f_field_q);
        assert (object_q == f_object_q && row_q == f_row_q && stride_q == f_stride_q && num_q == f_num_q);
        assert (!(stash_base_q[W-1] || global_base_q[W-1] || field_q[W-1] || object_q[W-1] || row_q[W-1] ||
                  stride_q[W-1] || num_q[W-1]));
      end

      // The unit, after some of its bits.
      case (f_work)
        Objects: begin
          assert (by_q == f_object_q && quo_q >> f_done == (f_row_q & f_low));
          if (f_object_q != '0) begin
            assert (acc_q < (W+1)'(f_object_q));
            assert (M'(quo_q & ((W'(1) << f_done) - 1'b1)) * M'(f_object_q) + M'(acc_q) == M'(f_row_q >> count_q));
          end
        end
        Row, Tile, Span: begin
          assert (by_q == ((f_work == Row) ? f_field_q : (f_work == Tile) ? f_num_q : f_stride_q));
          assert (M'(quo_q & f_low) == f_b >> f_done);
          assert ((M'(acc_q) << f_done) + M'(f_high) == f_a * (f_b & ((M'(1) << f_done) - 1'b1)));
          assert (acc_q[W] == 1'b0);
        end
        OfRow, OfField, OfStride, OfObject: begin
          if (refused_q == '0) begin
            assert (by_q == ((f_work == OfRow) ? W'(spr_q) : (f_work == OfField) ? field >> 2 :
                             (f_work == OfStride) ? stride >> 2 : object >> 2));
            assert (f_a != '0 && M'(acc_q) < f_a);
            assert (M'(quo_q) * f_a + M'(acc_q) == M'(1) << (6'(f_done) + log_of(by_q)));
          end
        end
        default: ;
      endcase

      // What the steps have left.
      if (step_q > Row || (step_q == Row && count_q != '0)) begin
        if (f_object_q != '0) begin
          assert (M'(f_n_q) * M'(f_object_q) + M'(f_rem_q) == M'(f_row_q) && f_rem_q < f_object_q);
          assert (refused_q[4] == (f_rem_q != '0));
        end
      end
      if (step_q > Tile || (step_q == Tile && count_q != '0)) assert (f_spr_q == M'(f_n_q) * M'(f_field_q));
      if ((step_q == Tile && count_q != '0) || (step_q == Span && count_q == '0)) begin
        assert (refused_q[6] == (f_spr_q >> W != '0 || f_spr_q > M'(1) << StashBits));
        if (!refused_q[6]) assert (M'(spr_q) == f_spr_q >> 2);
      end
      if (step_q > Span || (step_q == Span && count_q != '0)) begin
        assert (f_tile_q == M'(f_spr_q[W-1:0]) * M'(f_num_q));
        assert (refused_q[6] == (f_spr_q >> W != '0 || f_spr_q > M'(1) << StashBits || f_tile_q >> W != '0 ||
                                 M'(f_stash_base_q) + f_tile_q > M'(1) << StashBits));
        if (!refused_q[6]) assert (M'(spr_q) == f_spr_q >> 2 && M'(tile_q) == f_tile_q >> 2);
      end
      if (step_q > Objects || (step_q == Objects && count_q != '0)) begin
        assert (refused_q[0] == (f_stash_base_q[CB-1:0] != '0) && refused_q[1] == f_empty);
        assert (refused_q[2] == ((!f_flat && f_field_q[1:0] != '0) || f_field_q > f_object_q));
        assert (refused_q[3] == (f_global_base_q[1:0] != '0 || f_row_q[1:0] != '0 || (f_several && f_stride_q[1:0] != '0) ||
                                 (!f_flat && f_object_q[1:0] != '0)));
        assert (refused_q[5] == (f_several && f_stride_q < f_row_q));
      end
      if ((step_q > OfRow || (step_q == OfRow && count_q != '0)) && !refused_q[1]) begin
        assert (refused_q[7] == (f_span > M'(1) << SpanBits || M'(f_global_base_q) + f_span > M'(1) << AddrBits));
        if (!refused_q[7]) assert (M'(span_q) == f_span >> 2);
      end
      if (refused_q == '0) begin
        if (step_q > OfRow || (step_q == OfRow && count_q != '0)) assert (l_row_q == log_of(W'(spr_q)));
        if (step_q > OfField || (step_q == OfField && count_q != '0))
          assert (f_fits(M'(m_row_q), l_row_q, M'(spr_q), Sn) && l_field_q == log_of(field >> 2));
        if (step_q > OfStride || (step_q == OfStride && count_q != '0))
          assert (f_fits(M'(m_field_q), l_field_q, M'(field >> 2), Sn) && l_stride_q == log_of(stride >> 2));
        if (step_q > OfObject || (step_q == OfObject && count_q != '0))
          assert ((f_several ? f_fits(M'(m_stride_q), l_stride_q, M'(stride >> 2), Vn) : m_stride_q == '0) &&
                  l_object_q == log_of(object >> 2));
        if (made_q) assert (f_fits(M'(m_object_q), l_object_q, M'(object >> 2), Vn));
      end
      // The interface.
      if (made_valid_o) begin
        assert (step_q == Done && made_refused_o == refused_q);
        if (f_object_q != '0) assert (made_refused_o[4] == (f_row_q % f_object_q != '0));
      end
    end
  end
`endif

`ifdef COHGEN_FORMAL_STASH_TRANSLATE_PIPE
  (* anyconst *) logic [AddrBits + 6*StashBits + 8*SpanBits + 8 - $clog2(ChunkBytes):0] f_entry;
  (* anyconst *) logic [Sn:0] f_n, f_num;       // objects of a row, rows
  (* anyconst *) logic [AddrBits-1:0] f_addr;   // the address under watch
  (* anyconst *) logic f_reverse;
  (* anyconst *) logic [A-1:0] f_row, f_in_row, f_object, f_in_object; // its quotients and remainders
  logic [10:0] f_watch_q;                       // in which stages it is
  logic [M-1:0] f_x, f_to, f_row_by, f_object_by, f_count, f_sum;
  logic f_inside, f_in_len, f_one;
  logic [Vn:0] f_row_m, f_object_m, f_row_adds, f_object_adds;
  logic [5:0]  f_row_l, f_object_l;
  logic [A-1:0] f_base;

  always @(*) begin
    assume (entry_i == f_entry);
    // The mapping, in words.
    assume (f_n != '0 && f_num != '0 && e_field != '0 && M'(e_object) >= M'(e_field));
    assume (M'(e_spr) == M'(f_n) * M'(e_field) && M'(e_row) == M'(f_n) * M'(e_object));
    assume (M'(e_tile) == M'(e_spr) * M'(f_num) && M'(e_stride) >= M'(e_row));
    assume (M'(f_num) * M'(e_stride) + M'(e_row) == M'(e_span) + M'(e_stride));
    assume (M'(stash_word) + M'(e_tile) <= M'(1) << Sn && M'(e_global) + M'(e_span) <= M'(1) << A && M'(e_span) <= M'(1) << Vn);
    assume (M'(e_row_skip) == M'(e_stride) - M'(e_row) && M'(e_object_skip) == M'(e_object) - M'(e_field));
    assume (f_fits(M'(e_row_m), e_row_l, M'(e_spr), Sn) && f_fits(M'(e_object_m), e_object_l, M'(e_field), Sn));
    assume (f_fits(M'(e_object_m2), e_object_l2, M'(e_object), Vn));
    assume (f_one ? e_row_m2 == '0 : f_fits(M'(e_row_m2), e_row_l2, M'(e_stride), Vn));
    assume (e_row_m >= (Sn+1)'(1) << Sn && e_object_m >= (Sn+1)'(1) << Sn && e_object_m2 >= (Vn+1)'(1) << Vn);
    if (!f_reverse) assume ((f_addr >> StashBits) == '0);
    // The divisions of the address.
    if (f_inside) begin
      assume (M'(f_row) * f_row_by + M'(f_in_row) == f_x && (M'(f_in_row) < f_row_by || (f_reverse && f_one)));
      if (f_reverse && f_one) assume (f_row == '0);
      assume (M'(f_object) * f_object_by + M'(f_in_object) == M'(f_in_row) && M'(f_in_object) < f_object_by);
    end
  end

  always @(*) begin
    f_one         = f_num == (Sn+1)'(1);
    f_x           = M'(f_addr >> 2) - (f_reverse ? M'(e_global) : M'(stash_word));
    f_inside      = M'(f_addr >> 2) >= (f_reverse ? M'(e_global) : M'(stash_word)) && f_x < (f_reverse ? M'(e_span) : M'(e_tile));
    f_row_by      = f_reverse ? M'(e_stride) : M'(e_spr);
    f_object_by   = f_reverse ? M'(e_object) : M'(e_field);
    f_count       = f_reverse ? M'(f_object) : M'(f_row) * M'(f_n) + M'(f_object); // what stage 7 counts
    f_sum         = M'(f_row) * M'(f_row_adds) + f_count * M'(f_object_adds);
    f_in_len      = !f_reverse || (M'(f_in_row) < M'(e_row) && M'(f_in_object) < M'(e_field));
    f_to          = f_reverse ? M'(stash_word) + M'(f_row) * M'(e_spr) + M'(f_object) * M'(e_field) + M'(f_in_object)
                              : M'(e_global) + M'(f_row) * M'(e_stride) + M'(f_object) * M'(e_object) + M'(f_in_object);
    f_row_m       = f_reverse ? e_row_m2 : (Vn+1)'(e_row_m) << (Vn - Sn);
    f_object_m    = f_reverse ? e_object_m2 : (Vn+1)'(e_object_m) << (Vn - Sn);
    f_row_l       = f_reverse ? e_row_l2 : e_row_l;
    f_object_l    = f_reverse ? e_object_l2 : e_object_l;
    f_row_adds    = f_reverse ? (Vn+1)'(e_spr) : e_row_skip;
    f_object_adds = f_reverse ? (Vn+1)'(e_field) : e_object_skip;
    f_base        = f_reverse ? stash_word : e_global;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) f_watch_q <= '0;
    else         f_watch_q <= {f_watch_q[9:1], valid_i && addr_i == f_addr && reverse_i == f_reverse, 1'b0};
  end

  always @(*) begin
    if (rst_ni) begin
      assert ((f_watch_q[10:1] & ~valid_q) == '0);
      for (int k = 1; k <= 10; k++) if (f_watch_q[k]) assert (byte_q[k] == f_addr[1:0]);
      for (int k = 1; k <= 8; k++) if (f_watch_q[k])
        assert (reverse_q[k] == f_reverse && base_q[k] == f_base && object_len_q[k] == (Vn+1)'(e_field));
      for (int k = 1; k <= 5; k++) if (f_watch_q[k]) assert (object_m_q[k] == f_object_m);
      for (int k = 1; k <= 6; k++) if (f_watch_q[k]) assert (object_l_q[k] == f_object_l);
      for (int k = 1; k <= 7; k++) if (f_watch_q[k]) assert (object_by_q[k] == e_object && object_adds_q[k] == f_object_adds);
      for (int k = 1; k <= 2; k++) if (f_watch_q[k]) assert (row_l_q[k] == f_row_l);
      for (int k = 1; k <= 3; k++) if (f_watch_q[k]) assert (row_by_q[k] == e_stride && row_adds_q[k] == f_row_adds);
      for (int k = 1; k <= 4; k++) if (f_watch_q[k]) assert (row_len_q[k] == e_row && inside_q[k] == f_inside);
      if (f_watch_q[1]) assert (row_m_q[1] == f_row_m);
      for (int k = 5; k <= 8; k++) if (f_watch_q[k]) assert (f_inside || !inside_q[k]);
      if (f_inside) begin
        for (int k = 1; k <= 4; k++) if (f_watch_q[k]) assert (M'(x_q[k]) == f_x);
        for (int k = 5; k <= 8; k++) if (f_watch_q[k]) assert (M'(x_q[k]) == (f_reverse ? M'(f_in_row) : f_x));
        if (f_watch_q[2]) assert (M'(row_p_q) == f_x * M'(f_row_m));
        if (f_watch_q[3]) assert (M'(row_n_q) == M'(f_row));
        if (f_watch_q[4]) assert (M'(row_x_q) == ((M'(f_row) * M'(e_stride)) & ((M'(1) << Vn) - 1'b1)));
        for (int k = 4; k <= 7; k++) if (f_watch_q[k]) assert (sum_q[k] == A'(M'(f_row) * M'(f_row_adds)));
        for (int k = 5; k <= 8; k++) if (f_watch_q[k]) assert (inside_q[k] == (!f_reverse || M'(f_in_row) < M'(e_row)));
        if (!f_reverse || M'(f_in_row) < M'(e_row)) begin
          if (f_watch_q[6]) assert (M'(object_p_q) == (f_reverse ? M'(f_in_row) : f_x) * M'(f_object_m));
          if (f_watch_q[7]) assert (M'(object_n_q) == f_count);
          if (f_watch_q[8] && f_reverse) assert (M'(object_x_q) == M'(f_object) * M'(e_object));
          if (f_watch_q[8]) assert (sum_q[8] == A'(f_sum));
          if (f_watch_q[9]) assert (sum9_q == A'(f_sum + M'(f_base)) && M'(x_q[9]) == (f_reverse ? M'(f_in_object) : f_x));
        end
      end
      if (f_watch_q[9]) assert (inside_q[9] == (f_inside && f_in_len));
      // The interface.
      if (f_watch_q[10]) begin
        assert (valid_o);
        assert (mapped_o == (f_inside && f_in_len));
        if (mapped_o) assert (M'(addr_o[AddrBits-1:2]) == f_to && addr_o[1:0] == f_addr[1:0]);
      end
    end
  end
`endif
