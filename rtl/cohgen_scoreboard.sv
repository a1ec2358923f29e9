// Order at a core port whose threads have several operations in flight.
//
//   Threads  threads of the core,                             1 and up
//   Slots    operations of a thread in flight,                2 and up, a power of two
//   Classes  classes of operations,                           1 and up
//   KeyBits  bits of a word's address,                        1 and up
//   Width    bits of a request beside class, word and number, 1 and up
//
// The number of a request is thread * Slots + slot. The core names a slot that is free: it has no request, or was
// answered in an earlier cycle. A request waits for those of its thread that were taken before it and are not answered, if
//
//   before_i[a * Classes + b]   a is the class of the earlier one, b its own; constant from reset on
//   or both are about one word  (req_key_i; of an operation without a word any: it may wait for too much)
//
//   req_*   from the core: taken in a cycle with valid and ready; ready depends on req_id_i
//   out_*   onwards: taken in a cycle with valid and ready
//   ans_*   answers to the core; any number of cycles after the request left, 1 at least
//
// A request of a thread that has no other is offered in its cycle. Another one is kept here, and offered when nothing is
// left that it waits for; such requests take turns, and go before what the core asks. A store (S), a load of its
// thread (L) that need not wait, and a fence (F) that waits for both:
//
//   cycle    0    1    2    3    4    5    6    7
//   req      S    L    F
//   out      S              L              F
//   ans                S         L
//
// Latency: 0; of what is kept 3 cycles, or 2 after the answer that it waits for. out_* depend on req_*, req_ready_o on
// out_ready_i and req_id_i of the same cycle; no other outputs on inputs.

module cohgen_scoreboard #(
  parameter int Threads = 4,
  parameter int Slots   = 2,
  parameter int Classes = 4,
  parameter int KeyBits = 8,
  parameter int Width   = 8
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,

  input  logic [Classes*Classes-1:0]                        before_i,

  input  logic                                              req_valid_i,
  output logic                                              req_ready_o,
  input  logic [$clog2(Threads*Slots)-1:0]                  req_id_i,
  input  logic [((Classes > 1) ? $clog2(Classes) : 1)-1:0]  req_class_i,
  input  logic [KeyBits-1:0]                                req_key_i,
  input  logic [Width-1:0]                                  req_data_i,

  output logic                                              out_valid_o,
  input  logic                                              out_ready_i,
  output logic [$clog2(Threads*Slots)-1:0]                  out_id_o,
  output logic [KeyBits-1:0]                                out_key_o,
  output logic [Width-1:0]                                  out_data_o,

  input  logic                                              ans_valid_i,
  input  logic [$clog2(Threads*Slots)-1:0]                  ans_id_i
);

  if (Threads < 1 || Slots < 2 || (Slots & (Slots - 1)) != 0 || Classes < 1 || KeyBits < 1 || Width < 1)
  begin : gen_illegal
    cohgen_illegal_parameter u_scoreboard ();
  end

  localparam int Ids        = Threads * Slots;
  localparam int IdBits     = $clog2(Ids);
  localparam int SlotBits   = $clog2(Slots);
  localparam int ThreadBits = (Threads > 1) ? $clog2(Threads) : 1;
  localparam int ClassBits  = (Classes > 1) ? $clog2(Classes) : 1;

  logic [Ids-1:0]           busy_q;       // taken, and not answered
  logic [Ids-1:0]           held_q;       // kept here
  logic [Ids-1:0]           free;         // of these, those that wait for nothing
  logic [Ids*Slots-1:0]     wait_q;       // of each: the slots of its thread that it waits for
  logic [Ids-1:0]           grant;
  logic                     accept, keep, alone;
  logic [ThreadBits-1:0]    req_thread;
  logic [SlotBits-1:0]      req_slot;
  logic [Slots-1:0]         others, lane; // of the request's thread: busy slots; the request's own

  // What was kept in the last cycle: it waits for all, until what is beside it has been read.
  logic                      fresh_q;
  logic [IdBits-1:0]         fresh_id_q;
  logic [ClassBits-1:0]      fresh_class_q;
  logic [KeyBits-1:0]        fresh_key_q;
  logic [Slots*(ClassBits+KeyBits)-1:0] beside; // classes and words of its thread's slots
  logic [Slots-1:0]          needs;       // those that it has to wait for

  logic                      own_valid_q, own_free, own_load;
  logic [IdBits-1:0]         own_id_q, load_id;
  logic [KeyBits+Width-1:0]  own_data;

  // The thread of a request.
  function automatic logic [ThreadBits-1:0] thread_of(input logic [IdBits-1:0] id);
    thread_of = '0;
    for (int t = 1; t < Threads; t++) if (32'(id) / Slots == t) thread_of = ThreadBits'(t);
  endfunction

  // From the core.

  assign req_thread = thread_of(req_id_i);
  assign req_slot   = req_id_i[SlotBits-1:0];
  assign alone      = others == '0;
  assign accept     = req_valid_i && req_ready_o;
  assign keep       = accept && !alone;

  assign req_ready_o = !alone || (out_ready_i && !own_valid_q);

  always_comb begin
    others = '0;
    lane   = '0;
    for (int t = 0; t < Threads; t++) if (req_thread == ThreadBits'(t)) others = others | busy_q[t*Slots +: Slots];
    for (int s = 0; s < Slots; s++) if (req_slot == SlotBits'(s)) lane[s] = 1'b1;
  end

  // Onwards.

  assign out_valid_o = own_valid_q || (req_valid_i && alone);
  assign out_id_o    = own_valid_q ? own_id_q : req_id_i;
  assign {out_key_o, out_data_o} = own_valid_q ? own_data : {req_key_i, req_data_i};

  // What the request of the last cycle waits for.

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [ClassBits-1:0] its_class;
    logic [KeyBits-1:0]   its_key;
    logic                 kept;

    assign {its_class, its_key} = beside[s*(ClassBits+KeyBits) +: ClassBits+KeyBits];

    always_comb begin
      kept = 1'b0;
      for (int c = 0; c < Classes; c++)
        for (int d = 0; d < Classes; d++)
          if (its_class == ClassBits'(c) && fresh_class_q == ClassBits'(d)) kept = before_i[c*Classes+d];
    end

    assign needs[s] = kept || its_key == fresh_key_q;
  end

  for (genvar i = 0; i < Ids; i++) begin : gen_id
    logic [Slots-1:0] wait_d, waits;

    assign waits = wait_q[i*Slots +: Slots];

    always_comb begin
      wait_d = waits;
      if (fresh_q && fresh_id_q == IdBits'(i)) wait_d = wait_d & needs;
      if (keep && req_id_i == IdBits'(i)) wait_d = others;
      for (int s = 0; s < Slots; s++)
        if (ans_valid_i && ans_id_i == IdBits'((i / Slots) * Slots + s)) wait_d[s] = 1'b0;
    end

    always_ff @(posedge clk_i) wait_q[i*Slots +: Slots] <= wait_d;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q[i] <= 1'b0;
        held_q[i] <= 1'b0;
      end else begin
        if (accept && req_id_i == IdBits'(i))           busy_q[i] <= 1'b1;
        else if (ans_valid_i && ans_id_i == IdBits'(i)) busy_q[i] <= 1'b0;
        if (keep && req_id_i == IdBits'(i))             held_q[i] <= 1'b1;
        else if (own_free && grant[i])                  held_q[i] <= 1'b0;
      end
    end

    assign free[i] = held_q[i] && waits == '0 && !(fresh_q && fresh_id_q == IdBits'(i));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b0;
    else         fresh_q <= keep;
  end

  always_ff @(posedge clk_i) begin
    fresh_id_q    <= req_id_i;
    fresh_class_q <= req_class_i;
    fresh_key_q   <= req_key_i;
  end

  // What goes next, in turn. It is read from the memory, and offered from the next cycle on.

  assign own_free = !own_valid_q || out_ready_i;
  assign own_load = own_free && free != '0;

  cohgen_arb_rr #(
    .N (Ids)
  ) u_turn (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .req_i     (free),
    .advance_i (own_free),
    .grant_o   (grant)
  );

  always_comb begin
    load_id = '0;
    for (int i = 0; i < Ids; i++) if (grant[i]) load_id = load_id | IdBits'(i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       own_valid_q <= 1'b0;
    else if (own_free) own_valid_q <= own_load;
  end

  always_ff @(posedge clk_i) begin
    if (own_load) own_id_q <= load_id;
  end

  // Of each request that is kept: its word and the rest. Of each thread: the classes and words of its slots.

  cohgen_sram_1r1w #(
    .Depth    (Ids),
    .Lanes    (1),
    .LaneBits (KeyBits + Width)
  ) u_held (
    .clk_i   (clk_i),
    .wen_i   (keep),
    .waddr_i (req_id_i),
    .wlane_i (1'b1),
    .wdata_i ({req_key_i, req_data_i}),
    .ren_i   (own_load),
    .raddr_i (load_id),
    .rdata_o (own_data)
  );

  cohgen_sram_1r1w #(
    .Depth    (Threads),
    .Lanes    (Slots),
    .LaneBits (ClassBits + KeyBits)
  ) u_beside (
    .clk_i   (clk_i),
    .wen_i   (accept),
    .waddr_i (req_thread),
    .wlane_i (lane),
    .wdata_i ({Slots{req_class_i, req_key_i}}),
    .ren_i   (keep),
    .raddr_i (req_thread),
    .rdata_o (beside)
  );

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!req_valid_i || (others & lane) == '0) else $error("cohgen_scoreboard: the slot is not free");
      assert (!ans_valid_i || (busy_q[ans_id_i] && !held_q[ans_id_i])) else $error("cohgen_scoreboard: an answer to nothing");
    end
  end
`endif

`ifdef COHGEN_FORMAL_SCOREBOARD
  `include "cohgen_scoreboard_props.svh"
`endif

endmodule
