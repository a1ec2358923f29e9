// Order at a core port: an operation waits for its thread's earlier ones, and later ones wait for it.
//
//   Threads   threads of the core, one request in flight each,  1 and up
//   Width     bits of a request beside operation and thread,    1 and up
//   DataBits  bits of an answer,                                1 and up
//
// A request becomes up to three requests to the cache, each made when the one before it is answered:
//
//     release   if req_release_i: the thread's earlier stores are performed before the operation
//     operation req_op_i
//     acquire   if req_acquire_i: the thread's later loads return nothing older than it saw
//
// Operations 0 to 3 are the core's; 4 is an acquire, 5 a release (req_data_i goes with the operation; with the others
// out_data_o has no meaning). The last answer is passed on; it carries the answer of the operation.
//
//   req_*   from the core: taken in a cycle with valid and ready
//   resp_*  to the core: taken in the cycle it is there
//   out_*   to the cache: taken in a cycle with valid and ready
//   ans_*   from it: one answer for each request, two cycles after it was taken or later. In the cycle before, its
//           thread is on ans_next_id_i (in other cycles anything).
//
// A request without release goes through in its cycle, and the answer to one without acquire too. What the part
// itself asks goes before what the core asks. With a release (R), an operation (X) and an acquire (A):
//
//   cycle    0    1    2    3    4    5    6    7    8
//   req      X
//   out      R              X              A
//   ans                R              X              A
//   resp                                             X   (resp_data_o: the answer of cycle 5)
//
// Latency: 0 for what needs neither. After the answer to a release the operation is asked for in the next cycle, or
// later if others of the part's own are before it; likewise an acquire. resp_valid_o and resp_data_o depend on ans_*,
// out_* on req_*, req_ready_o on out_ready_i of the same cycle; no other outputs on inputs.

module cohgen_order #(
  parameter int Threads  = 4,
  parameter int Width    = 8,
  parameter int DataBits = 32
) (
  input  logic                                                clk_i,
  input  logic                                                rst_ni,

  input  logic                                                req_valid_i,
  output logic                                                req_ready_o,
  input  logic [1:0]                                          req_op_i,
  input  logic                                                req_release_i,
  input  logic                                                req_acquire_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0]    req_id_i,
  input  logic [Width-1:0]                                    req_data_i,

  output logic                                                resp_valid_o,
  output logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0]    resp_id_o,
  output logic [DataBits-1:0]                                 resp_data_o,

  output logic                                                out_valid_o,
  input  logic                                                out_ready_i,
  output logic [2:0]                                          out_op_o,
  output logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0]    out_id_o,
  output logic [Width-1:0]                                    out_data_o,

  input  logic                                                ans_valid_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0]    ans_id_i,
  input  logic [DataBits-1:0]                                 ans_data_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0]    ans_next_id_i
);

  if (Threads < 1 || Width < 1 || DataBits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_order ();
  end

  localparam int IdBits = (Threads > 1) ? $clog2(Threads) : 1;

  localparam logic [2:0] Acquire = 3'd4;
  localparam logic [2:0] Release = 3'd5;

  // A thread's last request to the cache: it decides on the use of the answer.
  localparam logic [1:0] Last   = 2'd0; // the operation, and nothing follows: goes to the core
  localparam logic [1:0] Before = 2'd1; // the release: the operation follows
  localparam logic [1:0] Middle = 2'd2; // the operation: the acquire follows
  localparam logic [1:0] After  = 2'd3; // the acquire: goes to the core, with the operation's answer

  logic [1:0]          phase_q [0:(1<<IdBits)-1];
  logic [1:0]          phase_d, next_q;          // next_q: of the thread whose answer may be here
  logic                follows;                  // the answer that is here makes another request
  logic [Threads-1:0]  wait_q, wait_d, grant;    // threads whose next request waits for its turn
  logic                own_valid_q, own_acquire_q, own_free, own_load;
  logic [IdBits-1:0]   own_id_q, load_id;        // the request that the part makes now, and the next one
  logic                keep, issue;
  logic [Width-1:0]    waiting_data;
  logic [1:0]          waiting_op;
  logic                waiting_acquire;
  logic [DataBits-1:0] held_data;

  // To the cache.

  assign out_valid_o = own_valid_q || req_valid_i;
  assign req_ready_o = out_ready_i && !own_valid_q;
  assign issue       = out_valid_o && out_ready_i;
  assign keep        = req_valid_i && req_ready_o && req_release_i;

  always_comb begin
    if (own_valid_q) begin
      out_op_o   = own_acquire_q ? Acquire : {1'b0, waiting_op};
      out_id_o   = own_id_q;
      out_data_o = waiting_data;
      phase_d    = own_acquire_q ? After : waiting_acquire ? Middle : Last;
    end else begin
      out_op_o   = req_release_i ? Release : {1'b0, req_op_i};
      out_id_o   = req_id_i;
      out_data_o = req_data_i;
      phase_d    = req_release_i ? Before : req_acquire_i ? Middle : Last;
    end
  end

  for (genvar t = 0; t < (1 << IdBits); t++) begin : gen_thread
    always_ff @(posedge clk_i) begin
      if (issue && out_id_o == IdBits'(t)) phase_q[t] <= phase_d;
    end
  end

  // From the cache.

  always_ff @(posedge clk_i) begin
    next_q <= phase_q[ans_next_id_i];
  end

  assign resp_valid_o = ans_valid_i && (next_q == Last || next_q == After);
  assign resp_id_o    = ans_id_i;
  assign resp_data_o  = (next_q == After) ? held_data : ans_data_i;
  assign follows      = ans_valid_i && (next_q == Before || next_q == Middle);

  // What is to be asked next, in turn if several wait. It is read from the memory, and asked for in the next cycle.

  assign own_free = !own_valid_q || out_ready_i;
  assign own_load = own_free && (wait_q != '0 || follows);

  cohgen_arb_rr #(
    .N (Threads)
  ) u_turn (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .req_i     (wait_q),
    .advance_i (own_free),
    .grant_o   (grant)
  );

  always_comb begin
    load_id = (wait_q == '0) ? ans_id_i : '0;
    wait_d  = own_free ? wait_q & ~grant : wait_q;
    for (int t = 0; t < Threads; t++) begin
      if (grant[t]) load_id = load_id | IdBits'(t);
      if (follows && ans_id_i == IdBits'(t) && !(own_free && wait_q == '0)) wait_d[t] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_valid_q <= 1'b0;
      wait_q      <= '0;
    end else begin
      if (own_free) own_valid_q <= own_load;
      wait_q <= wait_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (own_load) begin
      own_id_q      <= load_id;
      own_acquire_q <= phase_q[load_id] == Middle;
    end
  end

  // Of each thread: the request that waits for its release, and the answer that waits for its acquire.

  cohgen_sram_1r1w #(
    .Depth    (Threads),
    .Lanes    (1),
    .LaneBits (Width + 3)
  ) u_waiting (
    .clk_i   (clk_i),
    .wen_i   (keep),
    .waddr_i (req_id_i),
    .wlane_i (1'b1),
    .wdata_i ({req_acquire_i, req_op_i, req_data_i}),
    .ren_i   (own_load),
    .raddr_i (load_id),
    .rdata_o ({waiting_acquire, waiting_op, waiting_data})
  );

  cohgen_sram_1r1w #(
    .Depth    (1 << IdBits),
    .Lanes    (1),
    .LaneBits (DataBits)
  ) u_held (
    .clk_i   (clk_i),
    .wen_i   (ans_valid_i && next_q == Middle),
    .waddr_i (ans_id_i),
    .wlane_i (1'b1),
    .wdata_i (ans_data_i),
    .ren_i   (1'b1),
    .raddr_i (ans_next_id_i),
    .rdata_o (held_data)
  );

`ifdef COHGEN_ASSERT
  logic [IdBits-1:0] check_next_q;
  always_ff @(posedge clk_i) check_next_q <= ans_next_id_i;
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!ans_valid_i || ans_id_i == check_next_q) else $error("cohgen_order: an answer that was not announced");
    end
  end
`endif

`ifdef COHGEN_FORMAL_ORDER
  `include "cohgen_order_props.svh"
`endif

endmodule
