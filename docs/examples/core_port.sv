// The load/store unit of a small in-order core, on one core port of a generated system: a worked example for
// docs/ports.md. It asks one operation at a time, so one thread id is enough.
//
//   AddrBits, TidBits   widths of the core port: AddrBits and TidBits of the system's package
//   Tid                 the thread id of every request, below the parameter `threads`
//
// The core's side: valid/ready; the operation is taken in a cycle with both, and done_o is high for one cycle when it is
// over. An access that is not aligned to its size is not asked: done_o comes with misaligned_o in the cycle after.
//
//   op_kind_i   0 load, 1 store, 2 atomic, 3 fence
//   op_size_i   0 byte, 1 half word, 2 word; atomics are words
//   op_data_i   store: the value in the low bits; atomic: the operand (compare and swap: the new value)
//   data_o      load: the value, extended; atomic: the word before. A compare and swap has succeeded if this is
//               op_compare_i
//
//                _   _   _   _   _
//   clk_i      _/ \_/ \_/ \_/ \_/ \_
//   op_valid_i _/~~~\_______________
//   core_req_valid_o ___/~~~\_______    held until core_req_ready_i
//   core_resp_valid_i ________/~~~\_    a hit: two edges after it was taken
//   done_o     _______________/~~~\_

module core_port #(
  parameter int AddrBits = 32, // of a byte address; as in the package
  parameter int TidBits  = 1,  // of a thread id; as in the package
  parameter int Tid      = 0   // 0 to threads - 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                op_valid_i,
  output logic                op_ready_o,
  input  logic [1:0]          op_kind_i,    // 0 load, 1 store, 2 atomic, 3 fence
  input  logic [1:0]          op_size_i,    // 0 byte, 1 half word, 2 word
  input  logic                op_signed_i,  // of a load: extend the sign
  input  logic [AddrBits-1:0] op_addr_i,    // bytes
  input  logic [31:0]         op_data_i,
  input  logic [3:0]          op_aop_i,     // 0 to 9: rtl/cohgen_amo.sv
  input  logic [31:0]         op_compare_i, // of a compare and swap
  output logic                done_o,
  output logic                misaligned_o,
  output logic [31:0]         data_o,

  output logic                core_req_valid_o, // as docs/ports.md has them, for one core
  input  logic                core_req_ready_i,
  output logic [1:0]          core_req_op_o,
  output logic [AddrBits-1:0] core_req_addr_o,
  output logic [TidBits-1:0]  core_req_tid_o,
  output logic [31:0]         core_req_wdata_o,
  output logic [3:0]          core_req_wmask_o, // bit 0: the byte at the lowest address
  output logic [3:0]          core_req_aop_o,
  output logic [31:0]         core_req_cmp_o,
  input  logic                core_resp_valid_i,
  input  logic [TidBits-1:0]  core_resp_tid_i,
  input  logic [31:0]         core_resp_data_i
);

  localparam logic [1:0] Load = 2'd0, Store = 2'd1, Atomic = 2'd2, Fence = 2'd3;
  localparam logic [1:0] Byte = 2'd0, Half = 2'd1;

  typedef enum logic [1:0] {Idle, Ask, Wait, Refuse} state_e;

  state_e              state_q;
  logic [1:0]          kind_q, size_q, offset_q;
  logic                signed_q;
  logic [AddrBits-1:0] addr_q;
  logic [31:0]         data_q, compare_q;
  logic [3:0]          aop_q, mask_q;

  function automatic logic misaligned(input logic [1:0] kind, input logic [1:0] size, input logic [1:0] offset);
    case (size)
      Byte:    misaligned = (kind == Atomic);
      Half:    misaligned = (kind == Atomic) || offset[0];
      default: misaligned = (offset != 2'd0) && (kind != Fence);
    endcase
  endfunction

  // Bytes of the word that the operation is about. Byte 0, the one at the lowest address, is bits 7:0: mask bit 0.
  function automatic logic [3:0] bytes(input logic [1:0] size, input logic [1:0] offset);
    case (size)
      Byte:    bytes = 4'b0001 << offset;
      Half:    bytes = offset[1] ? 4'b1100 : 4'b0011;
      default: bytes = 4'b1111;
    endcase
  endfunction

  assign op_ready_o = (state_q == Idle);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= Idle;
      kind_q    <= Load;
      size_q    <= Byte;
      offset_q  <= 2'd0;
      signed_q  <= 1'b0;
      addr_q    <= '0;
      data_q    <= 32'd0;
      compare_q <= 32'd0;
      aop_q     <= 4'd0;
      mask_q    <= 4'd0;
    end else begin
      case (state_q)
        Idle: begin
          if (op_valid_i) state_q <= misaligned(op_kind_i, op_size_i, op_addr_i[1:0]) ? Refuse : Ask;
          kind_q    <= op_kind_i;
          size_q    <= op_size_i;
          offset_q  <= op_addr_i[1:0];
          signed_q  <= op_signed_i;
          addr_q    <= {op_addr_i[AddrBits-1:2], 2'b00};
          // The value stands in every byte or half word; the mask says which of them counts.
          data_q    <= (op_size_i == Byte) ? {4{op_data_i[7:0]}} :
                       (op_size_i == Half) ? {2{op_data_i[15:0]}} : op_data_i;
          compare_q <= op_compare_i;
          aop_q     <= (op_kind_i == Atomic) ? op_aop_i : 4'd0;
          mask_q    <= (op_kind_i == Store) ? bytes(op_size_i, op_addr_i[1:0]) : 4'd0; // counts for stores only
        end
        Ask:     if (core_req_ready_i) state_q <= Wait;
        Wait:    if (done_o) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  // A request stays as it is until it is taken.
  assign core_req_valid_o = (state_q == Ask);
  assign core_req_op_o    = kind_q;
  assign core_req_addr_o  = addr_q;
  assign core_req_tid_o   = TidBits'(Tid);
  assign core_req_wdata_o = data_q;
  assign core_req_wmask_o = mask_q;
  assign core_req_aop_o   = aop_q;
  assign core_req_cmp_o   = compare_q;

  assign misaligned_o = (state_q == Refuse);
  assign done_o       = misaligned_o ||
                        (state_q == Wait && core_resp_valid_i && core_resp_tid_i == TidBits'(Tid));

  // The port answers whole words; the byte or half word is chosen here.
  logic [7:0]  byte_value;
  logic [15:0] half_value;
  always_comb begin
    byte_value = core_resp_data_i[{offset_q, 3'd0} +: 8];
    half_value = core_resp_data_i[{offset_q[1], 4'd0} +: 16];
    if (kind_q != Load)      data_o = core_resp_data_i;
    else if (size_q == Byte) data_o = {{24{signed_q && byte_value[7]}}, byte_value};
    else if (size_q == Half) data_o = {{16{signed_q && half_value[15]}}, half_value};
    else                     data_o = core_resp_data_i;
  end

endmodule
