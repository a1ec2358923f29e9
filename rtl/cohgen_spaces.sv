// The two address spaces of a core port: a cache behind it, and a local memory beside that.
//
//   Threads   requests of the core in flight, each with its id,   1 and up
//   DataBits  bits of an answer,                                  1 and up
//   Credits   local requests in flight,                           1 and up
//   Patience  cycles that a local answer waits at most before no  1 and up
//             more requests are taken
//   Both      1: a request may be for both sides,                 0 or 1
//
//   req_*     from the core: taken in a cycle with valid and ready. Bit 0 of req_local_i says whose it is; what else a
//             request has goes to both, beside this part. With Both, bit 1 says that it is for both sides, whatever
//             bit 0 is, and its id stands above that. Both take it in one cycle, and each answers it once, in any
//             order: the first answer ends here, and the second one goes to the core.
//   global_*, local_*  to the cache and to the memory: one of them, in the cycle of the request
//   global_answer_*    from the cache: one answer for each request. In the cycle before it, its id is on
//                      global_next_id_i (in other cycles anything).
//   local_answer_*     likewise from the memory, without an announcement
//   resp_*    to the core: taken in the cycle it is there; announced on resp_next_id_o likewise
//
// Who answers is known one cycle ahead. The cache's answers pass in their cycle; a local one waits in a queue of
// Credits places for a cycle that is its own: one before which no answer of the cache waits. An answer of the cache
// that comes in such a cycle waits in a place of its own, and goes next. So at most one of the cache's waits, as it
// has all cycles until the place is empty again.
//
//   cycle             0    1    2    3    4
//   global_answer          A         B
//   local_answer      X    Y
//   resp                   X    A    B    Y      in 1 the cycle is X's, and A waits; in 2 B is not known
//
// (Y: in cycle 2 the place is A's; in 3 it is B's that comes and passes; so the next free one is 4.)
//
// A local answer that has waited for Patience cycles stops the core: no request is taken until it has gone. The
// cache's requests in flight are answered meanwhile, and then a cycle is free.
//
// Latency: 0 for a request and for the cache's answer, 1 for the memory's. req_ready_o depends on req_local_i,
// global_ready_i and local_ready_i of the same cycle, and with Both so do global_valid_o and local_valid_o;
// resp_valid_o, resp_id_o and resp_data_o on global_answer_*, with Both on local_answer_i and local_id_i, too;
// resp_next_id_o on all answers; no other outputs on inputs but the valids on req_*.

module cohgen_spaces #(
  parameter int Threads  = 4,
  parameter int DataBits = 32,
  parameter int Credits  = 4,
  parameter int Patience = 32,
  parameter int Both     = 0
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,

  input  logic                                             req_valid_i,
  output logic                                             req_ready_o,
  input  logic [((Both != 0) ? ((Threads > 1) ? $clog2(Threads) : 1) + 1 : 0):0]
                                                           req_local_i,

  output logic                                             global_valid_o,
  input  logic                                             global_ready_i,
  output logic                                             local_valid_o,
  input  logic                                             local_ready_i,

  input  logic                                             global_answer_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0] global_id_i,
  input  logic [DataBits-1:0]                              global_data_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0] global_next_id_i,

  input  logic                                             local_answer_i,
  input  logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0] local_id_i,
  input  logic [DataBits-1:0]                              local_data_i,

  output logic                                             resp_valid_o,
  output logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0] resp_id_o,
  output logic [DataBits-1:0]                              resp_data_o,
  output logic [((Threads > 1) ? $clog2(Threads) : 1)-1:0] resp_next_id_o
);

  if (Threads < 1 || DataBits < 1 || Credits < 1 || Patience < 1 || Both < 0 || Both > 1) begin : gen_illegal
    cohgen_illegal_parameter u_spaces ();
  end

  localparam int IdBits  = (Threads > 1) ? $clog2(Threads) : 1;
  localparam int CntBits = $clog2(Credits + 1);
  localparam int PtrBits = (Credits > 1) ? $clog2(Credits) : 1;
  localparam int AgeBits = $clog2(Patience + 1);
  localparam logic [PtrBits-1:0] Last = PtrBits'(Credits - 1);

  // To the cache, or to the memory.

  logic [CntBits-1:0] owed_q; // local requests that have not been answered here
  logic               hold, both, credit, local_taken, local_gone;
  logic               local_ends, global_ends;     // the answer is the first one of two
  logic               local_answers, global_answers; // ... or it goes to the core

  assign credit         = owed_q != CntBits'(Credits);
  assign global_valid_o = req_valid_i && !hold && (both ? local_ready_i && credit : !req_local_i[0]);
  assign local_valid_o  = req_valid_i && !hold && credit && (both ? global_ready_i : req_local_i[0]);
  assign req_ready_o    = !hold && ((!both && !req_local_i[0]) || (local_ready_i && credit)) &&
                          ((!both && req_local_i[0]) || global_ready_i);
  assign local_taken    = local_valid_o && local_ready_i;
  assign local_answers  = local_answer_i && !local_ends;
  assign global_answers = global_answer_i && !global_ends;

  // Requests for both, by thread: not answered, and answered by one.
  if (Both != 0) begin : gen_both
    logic [Threads-1:0] both_q, half_q, both_d, half_d;
    logic               local_is, global_is, local_half, global_half;
    logic               together; // both answer the same request in this cycle
    logic [IdBits-1:0]  asks;     // the thread of the request that comes

    assign both        = req_local_i[1 % (1 + Both)];
    assign asks        = req_local_i[Both*2 +: IdBits];
    assign local_ends  = local_answer_i && local_is && !local_half;
    assign together    = local_answer_i && local_id_i == global_id_i;
    assign global_ends = global_answer_i && global_is && !global_half && !together;

    always_comb begin
      {local_is, global_is, local_half, global_half} = '0;
      both_d = both_q;
      half_d = half_q;
      for (int t = 0; t < Threads; t++) begin
        if (local_id_i == IdBits'(t)) {local_is, local_half} = {both_q[t], half_q[t]};
        if (global_id_i == IdBits'(t)) {global_is, global_half} = {both_q[t], half_q[t]};
        if (both && local_taken && asks == IdBits'(t)) both_d[t] = 1'b1;
        if ((local_ends && local_id_i == IdBits'(t)) || (global_ends && global_id_i == IdBits'(t)))
          half_d[t] = 1'b1;
        if ((local_answers && local_id_i == IdBits'(t)) || (global_answers && global_id_i == IdBits'(t)))
          {both_d[t], half_d[t]} = 2'b00;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        both_q <= '0;
        half_q <= '0;
      end else begin
        both_q <= both_d;
        half_q <= half_d;
      end
    end
  end else begin : gen_one
    assign both        = 1'b0;
    assign local_ends  = 1'b0;
    assign global_ends = 1'b0;
  end

  // Local answers, the oldest first.

  logic [IdBits+DataBits-1:0] queue_q [0:Credits-1];
  logic [PtrBits-1:0]         wptr_q, rptr_q, next_rptr;
  logic [CntBits-1:0]         count_q, left; // left: of those that are there, behind this cycle
  logic [IdBits-1:0]          next_local_id;
  logic                       turn_q, turn_d; // the cycle is the first one's

  assign local_gone    = turn_q;
  assign left          = count_q - CntBits'(turn_q);
  assign next_rptr     = !turn_q ? rptr_q : (rptr_q == Last) ? '0 : rptr_q + PtrBits'(1);
  assign next_local_id = (left == '0) ? local_id_i : queue_q[next_rptr][DataBits +: IdBits];

  for (genvar k = 0; k < Credits; k++) begin : gen_place
    always_ff @(posedge clk_i) begin
      if (local_answers && wptr_q == PtrBits'(k)) queue_q[k] <= {local_id_i, local_data_i};
    end
  end

  // An answer of the cache that came in a cycle that was not its own, or behind another one.

  logic                waits_q, waits_d;
  logic [IdBits-1:0]   waits_id_q;
  logic [DataBits-1:0] waits_data_q;

  assign waits_d = global_answers && (turn_q || waits_q);
  assign turn_d  = !waits_d && (left != '0 || local_answers);

  // How long the first local answer has waited.

  logic [AgeBits-1:0] age_q;

  assign hold = age_q == AgeBits'(Patience);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q  <= '0;
      count_q <= '0;
      wptr_q  <= '0;
      rptr_q  <= '0;
      turn_q  <= 1'b0;
      waits_q <= 1'b0;
      age_q   <= '0;
    end else begin
      owed_q  <= owed_q + CntBits'(local_taken) - CntBits'(local_gone) - CntBits'(local_ends);
      count_q <= left + CntBits'(local_answers);
      rptr_q  <= next_rptr;
      turn_q  <= turn_d;
      waits_q <= waits_d;
      if (local_answers) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + PtrBits'(1);
      if (turn_q || count_q == '0) age_q <= '0;
      else if (!hold) age_q <= age_q + AgeBits'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (waits_d) begin
      waits_id_q   <= global_id_i;
      waits_data_q <= global_data_i;
    end
  end

  // To the core.

  assign resp_valid_o   = turn_q || waits_q || global_answers;
  assign resp_next_id_o = turn_d ? next_local_id : waits_d ? global_id_i : global_next_id_i;

  always_comb begin
    if (turn_q) {resp_id_o, resp_data_o} = queue_q[rptr_q];
    else if (waits_q) {resp_id_o, resp_data_o} = {waits_id_q, waits_data_q};
    else {resp_id_o, resp_data_o} = {global_id_i, global_data_i};
  end

`ifdef COHGEN_ASSERT
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      assert (!local_answer_i || count_q != owed_q) else $error("cohgen_spaces: a local answer that nobody waits for");
    end
  end
`endif

`ifdef COHGEN_FORMAL_SPACES
  `include "cohgen_spaces_props.svh"
`endif

endmodule
