// Queues that take turns, one for each sender, whose consumer may take elements on trial and give them back.
//
//   Width           bits in an element,                              1 and up
//   Depth           elements of each sender,                         1 and up
//   Sources         senders,                                         1 and up
//   SrcAt, SrcBits  where in an element its sender's number is
//   Oldest          1: oldest_o shows the element that is settled in this cycle; 0: oldest_o is 0
//   Reasons         things that an element may have to wait for,     1 and up
//   Nap             cycles after which it is offered again anyway,   2 and up
//   Patience        cycles after which a sender that was not served is offered alone, 1 and up
//   Settle          cycles after which an element that is taken is settled, 2 or 3
//
// Elements of one sender stay in order; those of different senders pass each other. A sender may push while its bit of
// push_ready_o is high. Of the senders that have something waiting and do not sleep, one is offered: round robin,
// beginning behind the one that was served last. An offer that is not taken stays or gives way to another one, by chance.
//
//   valid_o     an element is offered: data_o
//   take_i      it is taken; only with valid_o. It is settled Settle cycles later (2 below), unless its sender goes back before
//   commit_i    the element that is settled is finished and leaves
//   rollback_i  it goes back, with all taken elements of its sender; a take_i of the same cycle that is of this
//               sender is ignored. The sender sleeps until all that sleep_i says has happened (wake_i, a bit a reason);
//               with sleep_i 0 it is offered again at once
// When an element is settled, exactly one of commit_i and rollback_i is high; else none. What has happened up to two
// cycles before the rollback counts, too: the consumer may have known something older then.
//
//                _____       _____       _____       _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   data_o       A0         | B0        | A1        | B1        | B1                    | A0         A, B: senders
//   take_i     __/~~~~~~~~~~~~~~~~~~~~~~~\______________________/~~~~~~~~~~~\____________
//   rollback_i _________________________/~~~~~~~~~~~\_______________________________________________  A0 goes back, A sleeps
//   commit_i   _____________________________________/~~~~~~~~~~~\___________________________________  B0 leaves
//   wake_i     _____________________________________/~~~~~~~~~~~\___________________________________  what A waits for
//
// A sender that has gone back, or was offered in vain, and was not served for Patience cycles is the only one that is
// offered until it is: others may not take what it waits for again and again, be it a consumer that takes one every few
// cycles, always in step with theirs. One sender at a time is under such watch.
//
// Latency: 1 cycle from push to valid_o; 2 cycles from wake_i to valid_o. No output depends on an input of the same cycle.

module cohgen_source_queues #(
  parameter int Width    = 8,
  parameter int Depth    = 2,
  parameter int Sources  = 4,
  parameter int SrcAt    = 0,
  parameter int SrcBits  = 2,
  parameter int Oldest   = 0,
  parameter int Reasons  = 1,
  parameter int Nap      = 64,
  parameter int Patience = 1023,
  parameter int Settle   = 2
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               push_valid_i,
  output logic [Sources-1:0] push_ready_o,
  input  logic [Width-1:0]   push_data_i,

  output logic               valid_o,
  output logic [Width-1:0]   data_o,
  input  logic               take_i,
  input  logic               commit_i,
  input  logic               rollback_i,
  input  logic [Reasons-1:0] sleep_i,
  input  logic [Reasons-1:0] wake_i,
  output logic [Width-1:0]   oldest_o
);

  localparam int CntBits  = $clog2(Depth + 1);
  localparam int PtrBits  = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int NapBits  = $clog2(Nap);
  localparam int WaitBits = $clog2(Patience + 1);

  if (Width < 1 || Depth < 1 || Sources < 1 || SrcBits < 1 || Sources > (1 << SrcBits) || SrcAt + SrcBits > Width ||
      Reasons < 1 || Nap < 2 || Patience < 1 || Settle < 2 || Settle > 3) begin : gen_illegal
    cohgen_illegal_parameter u_source_queues ();
  end

  // Senders, one-hot or none: the one offered in this cycle, the one whose element is settled in two cycles, in the next
  // cycle, and in this one.
  logic [Sources-1:0] pick_q, pick_d, far_q, ahead_q, taken_q, taken_now;
  logic [Sources-1:0] push;          // the sender that pushes
  logic [Sources-1:0] waits, more;   // senders with an element that is not taken; with one more
  logic [Sources-1:0] awake;
  logic [Sources-1:0] back;          // the sender that goes back in this cycle
  logic [Sources*Width-1:0] head, oldest; // what each sender offers; the oldest element of the one that is settled; else 0

  assign back      = taken_q & {Sources{rollback_i}};
  assign taken_now = pick_q & ~back & {Sources{take_i}};

  if (Settle > 2) begin : gen_far
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) far_q <= '0;
      else         far_q <= taken_now;
    end
  end else begin : gen_near
    assign far_q = '0;
  end

  // The slot `n` behind slot `first`, of Depth that form a ring; n is at most Depth.
  function automatic logic [PtrBits-1:0] slot(input logic [PtrBits-1:0] first, input logic [CntBits-1:0] n);
    logic [CntBits:0] sum;
    sum  = (CntBits+1)'(first) + (CntBits+1)'(n);
    slot = PtrBits'((sum >= (CntBits+1)'(Depth)) ? sum - (CntBits+1)'(Depth) : sum);
  endfunction

  // ---- the queues: a taken element stays, and is counted by far_q, ahead_q and taken_q alone ----

  for (genvar s = 0; s < Sources; s++) begin : gen_queue
    logic [Width-1:0]   mem_q [0:Depth-1];
    logic [PtrBits-1:0] first_q; // the oldest element's slot
    logic [CntBits-1:0] used_q;  // elements
    logic [CntBits-1:0] taken;   // those of them that are taken
    logic               done;
    logic               is_picked, is_taken;
    logic [Width-1:0]   picked; // the element that the pick is of, 0 if it is another queue's
    logic [Width-1:0]   eldest; // the oldest one while it is taken, 0 otherwise

    assign push_ready_o[s] = used_q != CntBits'(Depth);
    assign push[s]         = push_valid_i && push_ready_o[s] && push_data_i[SrcAt +: SrcBits] == SrcBits'(s);
    assign done            = commit_i && taken_q[s];
    assign taken           = CntBits'(far_q[s]) + CntBits'(ahead_q[s]) + CntBits'(taken_q[s]);
    assign waits[s]        = used_q != taken;
    assign more[s]         = waits[s] && used_q != taken + 1'b1;
    assign is_picked       = pick_q[s];
    assign is_taken        = taken_q[s];

    // Each element is selected by a bit of its own: a mux of elements before one of senders is larger.
    always_comb begin
      picked = '0;
      eldest = '0;
      for (int e = 0; e < Depth; e++) begin
        picked = picked | (mem_q[e] & {Width{is_picked && slot(first_q, taken) == PtrBits'(e)}});
        if (Oldest != 0) eldest = eldest | (mem_q[e] & {Width{is_taken && first_q == PtrBits'(e)}});
      end
    end
    assign head[s*Width +: Width]   = picked;
    assign oldest[s*Width +: Width] = eldest;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q <= '0;
        used_q  <= '0;
      end else begin
        if (done) first_q <= slot(first_q, CntBits'(1));
        if (push[s] && !done) used_q <= used_q + 1'b1;
        if (done && !push[s]) used_q <= used_q - 1'b1;
      end
    end

`ifdef COHGEN_LATCHES
    for (genvar e = 0; e < Depth; e++) begin : gen_element
      logic [Width-1:0] stored;
      assign mem_q[e] = stored;

      cohgen_row #(
        .Width (Width)
      ) u_row (
        .clk_i  (clk_i),
        .open_i (push_ready_o[s] && slot(first_q, used_q) == PtrBits'(e)),
        .data_i (push_data_i),
        .row_o  (stored)
      );
    end
`else
    always_ff @(posedge clk_i) begin
      if (push[s]) mem_q[slot(first_q, used_q)] <= push_data_i;
    end
`endif
  end

  assign valid_o = pick_q != '0;

  always_comb begin
    data_o   = '0;
    oldest_o = '0;
    for (int s = 0; s < Sources; s++) begin
      data_o   = data_o | head[s*Width +: Width];
      oldest_o = oldest_o | oldest[s*Width +: Width];
    end
  end

  // ---- senders that sleep ----

  logic [Sources*Reasons-1:0] asleep_q;                  // what each sender waits for
  logic [Reasons-1:0]         wake1_q, wake2_q, wake3_q; // what has happened 1, 2, 3 cycles ago
  logic [Reasons-1:0]         stirred;
  logic [NapBits-1:0]         nap_q;                     // cycles that somebody has slept

  assign stirred = wake1_q | wake2_q | wake3_q | {Reasons{nap_q == NapBits'(Nap - 1)}};

  always_comb begin
    for (int s = 0; s < Sources; s++) awake[s] = (asleep_q[s*Reasons +: Reasons] & ~stirred) == '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asleep_q <= '0;
      wake1_q  <= '0;
      wake2_q  <= '0;
      wake3_q  <= '0;
      nap_q    <= '0;
    end else begin
      for (int s = 0; s < Sources; s++) begin
        asleep_q[s*Reasons +: Reasons] <= back[s] ? sleep_i : asleep_q[s*Reasons +: Reasons] & ~stirred;
      end
      wake1_q <= wake_i;
      wake2_q <= wake1_q;
      wake3_q <= wake2_q;
      if (asleep_q == '0 || nap_q == NapBits'(Nap - 1)) nap_q <= '0;
      else                                              nap_q <= nap_q + 1'b1;
    end
  end

  // ---- the first sender: a watch goes round, and stays with a sender that has missed until it is served ----

  logic [Sources-1:0]  missed_q; // senders that have gone back, or were not taken, since they were served
  logic [Sources-1:0]  watch_q;  // one-hot
  logic [Sources-1:0]  only;     // senders that may be offered
  logic [WaitBits-1:0] wait_q;
  logic                watched;

  assign watched = (watch_q & missed_q) != '0;
  assign only    = (wait_q == WaitBits'(Patience)) ? watch_q : '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      missed_q <= '0;
      watch_q  <= Sources'(1);
      wait_q   <= '0;
    end else begin
      missed_q <= (missed_q | (back & {Sources{sleep_i != '0}}) | (pick_q & {Sources{!take_i}}))
          & ~(taken_q & {Sources{commit_i}});
      if (!watched) begin
        for (int s = 0; s < Sources; s++) watch_q[(s + 1) % Sources] <= watch_q[s];
        wait_q <= '0;
      end else if (wait_q != WaitBits'(Patience)) begin
        wait_q <= wait_q + 1'b1;
      end
    end
  end

  // ---- the next offer; take_i and rollback_i may come late: they choose between values that are there ----

  logic [Sources-1:0] turn_q;               // senders above the one that was served last
  logic [Sources-1:0] able, fresh, turn, again, kept, go;

  // The lowest bit alone.
  function automatic logic [Sources-1:0] lowest(input logic [Sources-1:0] x);
    logic found;
    found = 1'b0;
    for (int s = 0; s < Sources; s++) begin
      lowest[s] = x[s] && !found;
      found     = found || x[s];
    end
  endfunction

  assign able  = waits & awake & only;
  assign fresh = able & ~(pick_q | far_q | ahead_q | taken_q); // those first that have nothing on its way
  assign turn  = lowest(((fresh & turn_q) != '0) ? fresh & turn_q : fresh);
  assign again = lowest(able & ~pick_q); // ... then those that have
  assign kept  = able & pick_q & (more | {Sources{!take_i}});

  // A consumer that takes one every few cycles must not meet the same senders for ever: whether an offer that was not
  // taken stays, or gives way, is drawn (a shift register of 255 states).
  logic [7:0] dice_q;
  logic       stays;
  assign stays = dice_q[0] && !take_i && kept != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) dice_q <= 8'd1;
    else         dice_q <= {dice_q[6:0], dice_q[7] ^ dice_q[5] ^ dice_q[4] ^ dice_q[3]};
  end

  always_comb begin
    if (stays)            go = kept;
    else if (fresh != '0) go = turn;
    else if (again != '0) go = again;
    else if (kept != '0)  go = kept;
    else                  go = push & awake & only;
    if (rollback_i) pick_d = (sleep_i == '0) ? taken_q & only : go & ~taken_q;
    else            pick_d = go;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pick_q  <= '0;
      ahead_q <= '0;
      taken_q <= '0;
      turn_q  <= '0;
    end else begin
      pick_q  <= pick_d;
      ahead_q <= (Settle > 2) ? far_q & ~back : taken_now;
      taken_q <= ahead_q & ~back;
      if (commit_i) begin
        for (int s = 0; s < Sources; s++) turn_q[s] <= (taken_q & ((Sources'(1) << s) - 1'b1)) != '0;
      end
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!take_i || valid_o || rollback_i) else $error("cohgen_source_queues: take_i without valid_o");
      assert ((taken_q != '0) == (commit_i || rollback_i))
      else $error("cohgen_source_queues: settled out of its cycle");
      assert (!(commit_i && rollback_i)) else $error("cohgen_source_queues: commit_i together with rollback_i");
      assert (!push_valid_i || push != '0) else $error("cohgen_source_queues: a sender pushes that is full, or none");
    end
  end
`endif

`ifdef COHGEN_FORMAL_SOURCE_QUEUES
  `include "cohgen_source_queues_props.svh"
`endif

endmodule
