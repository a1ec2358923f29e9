// A transfer engine at a core port: moves a strided tile between the global address space and the core's local memory,
// as loads and stores of the thread that asks for it (M. D. Sinclair, Efficient Coherence and Consistency for Specialized
// Memory Hierarchies, 2017, 4.6.1: a transfer blocks the core's requests, and tiles are moved out as well as in).
//
//   IdBits    bits of a request's id,                1 and up
//   Words     words of 4 bytes of the local memory,  2 and up, a power of two
//   AddrBits  bits of a byte address,                $clog2(Words) + 2 and up
//
// A tile, in bytes: move_rows_i rows, move_stride_i apart, each of move_row_i bytes of objects of move_object_i bytes, and
// of each object the first move_field_i bytes. move_addr_i is the first field's address. In the local memory the fields
// stand one after the other from move_place_i on. Where field and object have one size a row is moved as it is, and their
// size means nothing else. Of one row the stride means nothing.
//
//   req_*    the core's request, taken with valid and ready. With req_move_i it is a transfer, in or (req_out_i) out, and
//            then op, local, addr, data and bytes do not count; else it passes. op: 0 load, 1 store, others pass
//   out_*    to what stands behind the port: the core's request or, with out_own_o, the engine's. It stays until taken.
//            What else a request has goes beside this part, and means nothing with out_own_o
//   ans_*    from there: one answer for each request, a cycle after it was taken or later
//   resp_*   to the core: taken in the cycle it is there. Of a transfer with 0 when all words have moved; else why none has
//
// Refused, a bit each, those of cohgen_stash_translate's AddMap (bit 0 is not used):
//
//   1  field, object, row or rows is 0       2  field larger than object, or parts of words
//   3  parts of words: place, address, row, object, stride (of several rows)
//   4  row is no multiple of object          5  rows overlap: stride below row, of several rows
//   6  the tile leaves the local memory      7  the tile leaves the address space
//
// Those of 1, 2, 3 and 5 that hold come together; else the first of 4, 6 and 7, object by object.
//
//                   _____       _____       _____       _____       _____       _____       _____       _____
//   clk_i         _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   req_*, move   _/~~~~~~~~~~~\____________________________________________________________________________________
//   begin, check  _____________/~~~~~~~~~~~~~~~~~~~~~~~\____________________________________________________________
//   out_* (load)  _____________________________________/~~~~~~~~~~~\________________________________________________
//   ans_*         _______________________________________________________________/~~~~~~~~~~~\______________________
//   out_* (store) ___________________________________________________________________________/~~~~~~~~~~~\__________
//
// A transfer takes 2 cycles, one for each object (a row that is moved as it is, is one), and for each word 2 and what its
// load and its store take; one word at a time. While it is under way no request of the core is taken; answers of other
// requests pass, and the transfer's own waits for a cycle without one.
// req_ready_o depends on req_move_i and out_ready_i of the same cycle, out_* on req_*, resp_* on ans_*.

module cohgen_transfer #(
  parameter int IdBits   = 2,
  parameter int Words    = 4096,
  parameter int AddrBits = 32
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic                     req_valid_i,
  output logic                     req_ready_o,
  input  logic                     req_move_i,
  input  logic                     req_out_i,
  input  logic [1:0]               req_op_i,
  input  logic                     req_local_i,
  input  logic [IdBits-1:0]        req_id_i,
  input  logic [AddrBits-1:0]      req_addr_i,
  input  logic [31:0]              req_data_i,
  input  logic [3:0]               req_bytes_i,
  input  logic [$clog2(Words)+1:0] move_place_i,
  input  logic [AddrBits-1:0]      move_addr_i,
  input  logic [AddrBits-1:0]      move_field_i,
  input  logic [AddrBits-1:0]      move_object_i,
  input  logic [AddrBits-1:0]      move_row_i,
  input  logic [AddrBits-1:0]      move_stride_i,
  input  logic [$clog2(Words):0]   move_rows_i,

  output logic                     out_valid_o,
  input  logic                     out_ready_i,
  output logic                     out_own_o,
  output logic [1:0]               out_op_o,
  output logic                     out_local_o,
  output logic [IdBits-1:0]        out_id_o,
  output logic [AddrBits-1:0]      out_addr_o,
  output logic [31:0]              out_data_o,
  output logic [3:0]               out_bytes_o,

  input  logic                     ans_valid_i,
  input  logic [IdBits-1:0]        ans_id_i,
  input  logic [31:0]              ans_data_i,
  output logic                     resp_valid_o,
  output logic [IdBits-1:0]        resp_id_o,
  output logic [31:0]              resp_data_o
);

  localparam int L = $clog2(Words);
  localparam int A = AddrBits - 2;

  if (IdBits < 1 || Words < 2 || (1 << L) != Words || AddrBits < L + 2) begin : gen_illegal
    cohgen_illegal_parameter u_transfer ();
  end

  localparam logic [2:0] Idle = 3'd0, Begin = 3'd1, Check = 3'd2, Ask = 3'd3, Wait = 3'd4, Answer = 3'd5;
  localparam logic [1:0] Load = 2'd0, Store = 2'd1;

  logic [2:0]          step_q;
  logic                out_q, second_q;                      // second: the word's store, in front of that its load
  logic [IdBits-1:0]   id_q;
  logic [31:0]         data_q;
  logic [7:0]          why_q;
  logic [L+1:0]        place_q;                              // the operands
  logic [AddrBits-1:0] base_q, field_q, object_q, row_q, stride_q;
  logic [L:0]          num_q;
  logic [A-1:0]        gap_q;                                // words from a row's end to the next one's begin
  logic [L:0]          local_q;                              // the next word, on both sides
  logic [A+1:0]        addr_q;
  logic [A-1:0]        in_field_q, in_row_q;                 // words left of the field, of the row
  logic [L:0]          rows_q;                               // rows left
  logic                take, mine, several, flat, field_ends, row_ends, last, answered, moved;
  logic [7:0]          wrong, leaves;
  logic [A-1:0]        field, object, row;                   // in words
  logic [A+1:0]        local_end, addr_end, to_row;

  assign take     = req_valid_i && req_move_i && step_q == Idle;
  assign mine     = step_q == Wait && ans_id_i == id_q;
  assign answered = ans_valid_i && mine;

  // What an operand is wrong by itself, or beside another one.
  assign several = num_q != (L+1)'(1);
  assign flat    = field_q == object_q;
  assign wrong   = {1'b0, 1'b0, several && stride_q < row_q, 1'b0,
                    place_q[1:0] != '0 || base_q[1:0] != '0 || row_q[1:0] != '0 || (several && stride_q[1:0] != '0) ||
                    (object_q[1:0] != '0 && !flat),
                    (field_q[1:0] != '0 && !flat) || field_q > object_q,
                    field_q == '0 || object_q == '0 || row_q == '0 || num_q == '0,
                    1'b0};

  // From Check on a row that is moved as it is, is one field of one object.
  assign field      = field_q[AddrBits-1:2];
  assign object     = object_q[AddrBits-1:2];
  assign row        = row_q[AddrBits-1:2];
  assign field_ends = in_field_q == A'(1);
  assign row_ends   = in_row_q == object;
  assign last       = row_ends && rows_q == (L+1)'(1);
  assign local_end  = (A+2)'(local_q) + (A+2)'(field);
  assign addr_end   = addr_q + (A+2)'(object);
  assign to_row     = row_ends ? (A+2)'(gap_q) : '0;
  assign leaves     = (in_row_q < object)        ? 8'h10 :
                      (local_end > (A+2)'(Words) || addr_end > (A+2)'(1) << A) ?
                        {addr_end > (A+2)'(1) << A, local_end > (A+2)'(Words), 6'd0} : 8'h00;
  assign moved      = field_ends && last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q   <= Idle;
      second_q <= 1'b0;
    end else begin
      case (step_q)
        Idle:    if (take) step_q <= Begin;
        Begin:   step_q <= (wrong != '0) ? Answer : Check;
        Check:   if (leaves != '0) step_q <= Answer;
                 else if (last) step_q <= Ask;
        Ask:     if (out_ready_i) step_q <= Wait;
        Wait:    if (answered) begin
                   step_q   <= (second_q && moved) ? Answer : Ask;
                   second_q <= !second_q;
                 end
        default: if (!ans_valid_i) step_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    case (step_q)
      Idle: begin
        if (take) begin
          out_q    <= req_out_i;
          id_q     <= req_id_i;
          place_q  <= move_place_i;
          base_q   <= move_addr_i;
          field_q  <= move_field_i;
          object_q <= move_object_i;
          row_q    <= move_row_i;
          stride_q <= move_stride_i;
          num_q    <= move_rows_i;
        end
      end
      Begin: begin
        why_q <= wrong;
        gap_q <= stride_q[AddrBits-1:2] - row;
        if (flat) begin
          field_q  <= row_q;
          object_q <= row_q;
        end
      end
      Check: why_q <= leaves;
      Wait:  if (!second_q) data_q <= ans_data_i;
      default: ;
    endcase
    // Once over the objects, then over the words.
    if (step_q == Begin || (step_q == Check && last)) begin
      local_q    <= (L+1)'(place_q[L+1:2]);
      addr_q     <= (A+2)'(base_q[AddrBits-1:2]);
      in_field_q <= field;
      in_row_q   <= row;
      rows_q     <= num_q;
    end else if (step_q == Check) begin
      local_q  <= local_end[L:0];
      addr_q   <= addr_end + to_row;
      in_row_q <= row_ends ? row : in_row_q - object;
      if (row_ends) rows_q <= rows_q - 1'b1;
    end else if (second_q && answered) begin
      local_q    <= local_q + 1'b1;
      in_field_q <= field_ends ? field : in_field_q - 1'b1;
      if (!field_ends) addr_q <= addr_q + 1'b1;
      else             addr_q <= addr_end - (A+2)'(field) + to_row + 1'b1;
      if (field_ends) in_row_q <= row_ends ? row : in_row_q - object;
      if (field_ends && row_ends) rows_q <= rows_q - 1'b1;
    end
  end

  // To what stands behind the port.
  assign req_ready_o = step_q == Idle && (req_move_i || out_ready_i);
  assign out_own_o   = step_q != Idle;
  assign out_valid_o = (step_q == Idle) ? req_valid_i && !req_move_i : step_q == Ask;
  assign out_op_o    = !out_own_o ? req_op_i : second_q ? Store : Load;
  assign out_local_o = !out_own_o ? req_local_i : second_q != out_q;
  assign out_id_o    = !out_own_o ? req_id_i : id_q;
  assign out_addr_o  = !out_own_o ? req_addr_i : out_local_o ? AddrBits'({local_q, 2'd0}) : {addr_q[A-1:0], 2'd0};
  assign out_data_o  = !out_own_o ? req_data_i : data_q;
  assign out_bytes_o = !out_own_o ? req_bytes_i : '1;

  // To the core.
  assign resp_valid_o = (ans_valid_i && !mine) || (step_q == Answer);
  assign resp_id_o    = (ans_valid_i && !mine) ? ans_id_i : id_q;
  assign resp_data_o  = (ans_valid_i && !mine) ? ans_data_i : 32'(why_q);

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!ans_valid_i || step_q == Idle || step_q == Wait || ans_id_i != id_q)
      else $error("cohgen_transfer: an answer to nothing");
    end
  end
`endif

`ifdef COHGEN_FORMAL_TRANSFER
  `include "cohgen_transfer_props.svh"
`endif

endmodule
