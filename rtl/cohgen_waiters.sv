// Deferred requests: they wait for a miss-status entry, and are handed back for replay.
//
//   Entries  requests it holds,                            1 and up
//   Width    bits of a request,                            1 and up
//   Mshrs    miss-status entries to wait for,              1 and up
//   IdBits   bits of the id by which a waiter is dropped,  1 to Width - IdAt
//   IdAt     where the id lies in a request,               0 and up
//   Served   what replay's round robin goes by, see below, 0 or 1
//   Settle   cycles from a take to its verdict,            2 or 3
//   Words    words a line, where a request is about some of them; 0: it is about its line; then split_i must
//            be 0, and merge_words_i, wake_words_i and split_words_i (a bit each) have no meaning
//
// Each entry is in one of four states:
//
//              merge            wake             take            done
//       FREE --------> WAIT(m) ------> READY ----------> FLIGHT ------> FREE
//         ^              | ^             ^                | |
//         +-----drop-----+ |             +-----retry------+ |
//                          +--------------park--------------+
//
//   try_i     a request may come in this cycle: merge_data_i is it. What becomes of it may be told late.
//   merge_i   it enters as WAIT(mshr_i); only with try_i, and when !full_o
//   wake_i    every WAIT(mshr_i) entry becomes READY
//   drop_i    the WAIT(mshr_i) entry with id drop_id_i becomes FREE (answered by other means)
//   take_i    the request shown on data_o is taken; only with valid_o
//   done_i, retry_i, park_i, split_i   the verdict on the request that was taken Settle cycles before: then just one of
//             the four, else none; park puts it back to WAIT(mshr_i); split is retry, and it is about
//             split_words_i only from then on. Without try_i
//
// With Words > 0 a request enters about merge_words_i and is shown with its words_o; wake_i wakes only what is about
// some of wake_words_i.
//
// Commands (all but take) go into registers and take effect one cycle later, all of a cycle together: wake and drop
// see the entries as merge, park and the other verdicts of the same cycle leave them: a request merged in the cycle
// of its wake becomes READY. Drop beats wake.
// Replay is round robin over the READY entries. With Served = 0 the entry taken last is the last in the
// order. With Served = 1 it is the one that left last or was to be retried (done, retry; drop of one that waited when
// the drop came, without a verdict beside it): where every round serves one request and parks the others again, each
// comes first in its turn. full_o, valid_o, data_o, words_o and occupancy_o (entries not FREE) depend on registers only.
//
//               _____       _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____/     \_____
//   merge_i   __/~~~~~~~~~~\_______________________________________________  data A, mshr 2
//   wake_i    ______________/~~~~~~~~~~\___________________________________  mshr 2
//   valid_o   ______________________________________/~~~~~~~~~~\___________  data_o = A
//   take_i    ______________________________________/~~~~~~~~~~\___________  done_i Settle cycles later
//
// Latency: 2 cycles from wake to valid_o. A merge counts in full_o in the next cycle; when an entry becomes FREE full_o
// may stay high for one cycle more.

module cohgen_waiters #(
  parameter int Entries = 4,
  parameter int Width   = 8,
  parameter int Mshrs   = 4,
  parameter int IdBits  = 2,
  parameter int IdAt    = 0,
  parameter int Served  = 0,
  parameter int Words   = 0,
  parameter int Settle  = 2
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  logic                                         try_i,
  input  logic                                         merge_i,
  input  logic [Width-1:0]                             merge_data_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         merge_words_i,
  output logic                                         full_o,

  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] mshr_i,
  input  logic                                         wake_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         wake_words_i,
  input  logic                                         drop_i,
  input  logic [IdBits-1:0]                            drop_id_i,

  output logic                                         valid_o,
  output logic [Width-1:0]                             data_o,
  output logic [((Words > 0) ? Words : 1)-1:0]         words_o,
  input  logic                                         take_i,

  input  logic                                         done_i,
  input  logic                                         retry_i,
  input  logic                                         park_i,
  input  logic                                         split_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         split_words_i,

  output logic [$clog2(Entries+1)-1:0]                 occupancy_o
);

  localparam int MshrBits  = (Mshrs > 1) ? $clog2(Mshrs) : 1;
  localparam int EntryBits = (Entries > 1) ? $clog2(Entries) : 1;
  localparam int CntBits   = $clog2(Entries + 1);
  localparam int WordBits  = (Words > 0) ? Words : 1;

  if (Entries < 1 || Width < 1 || Mshrs < 1 || IdBits < 1 || IdAt < 0 || IdAt + IdBits > Width || Served < 0 ||
      Served > 1 || Words < 0 || Settle < 2 || Settle > 3) begin : gen_illegal
    cohgen_illegal_parameter u_waiters ();
  end

  localparam logic [1:0] Free   = 2'd0;
  localparam logic [1:0] Wait   = 2'd1;
  localparam logic [1:0] Ready  = 2'd2;
  localparam logic [1:0] Flight = 2'd3;

  logic [Width-1:0]    data_q [0:Entries-1];
  logic [WordBits-1:0] words  [0:Entries-1];  // of each entry

`ifdef COHGEN_FORMAL_WAITERS
  logic [MshrBits-1:0] f_mshr [0:Entries-1];
  logic [Entries-1:0]  f_all_ready;  // those offered included
  logic [Entries-1:0]  f_all_flight;
`endif
  logic [Entries-1:0] is_free;
  logic [Entries-1:0] is_ready;  // is or becomes READY in this cycle, and is not on data_o
  logic [Entries-1:0] enter;    // the entry for a request that comes now
  logic [Entries-1:0] pick;     // the entry to show next
  logic [Entries-1:0] waits;    // the entry that drop_i would drop, if it waits already

  // The commands of the last cycle. What comes late is a bit each: neither of wait_q and ready_q is done, or no merge.
  logic                merge_q, wait_q, ready_q, put_q, wake_q, drop_q;
  logic [MshrBits-1:0] mshr_q;
  logic [IdBits-1:0]   drop_id_q;
  logic [1:0]          to;  // where its subject goes

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      merge_q <= 1'b0;
      wait_q  <= 1'b0;
      ready_q <= 1'b0;
      wake_q  <= 1'b0;
      drop_q  <= 1'b0;
    end else begin
      merge_q <= merge_i;
      wait_q  <= merge_i || park_i;
      ready_q <= retry_i || split_i;
      wake_q  <= wake_i;
      drop_q  <= drop_i;
    end
  end

  always_ff @(posedge clk_i) begin
    put_q     <= merge_i || split_i;
    mshr_q    <= mshr_i;
    drop_id_q <= drop_id_i;
  end

  assign to = ready_q ? Ready : wait_q ? Wait : Free;

  // Bit i: some bit of x below i is set, as in cohgen_arb_rr.
  function automatic logic [Entries-1:0] below(input logic [Entries-1:0] x);
    logic blocks, own;
    blocks = 1'b0;
    own    = 1'b0;
    for (int at = 0; at < Entries; at++) begin
      if (at % 4 == 0) begin
        blocks = blocks | own;
        own    = 1'b0;
      end
      below[at] = blocks | own;
      own       = own | x[at];
    end
  endfunction

  // The entry for a request that comes is chosen before, and its data are written whether it stays or not: first_q is
  // the one of the last cycle, second_q another free one, for when a request stayed. Chosen is the lowest free one that
  // neither is promised nor was given away.
  logic [Entries-1:0] first_q, second_q, others;
  logic               first_valid_q, second_valid_q, next;

  assign next   = merge_q || !first_valid_q;
  assign enter  = next ? second_q : first_q;
  assign full_o = next && !second_valid_q;
  assign others = is_free & ~first_q & ~(second_q & {Entries{next}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q        <= Entries'(1);
      first_valid_q  <= 1'b1;
      second_q       <= '0;
      second_valid_q <= 1'b0;
    end else begin
      first_q        <= enter;
      first_valid_q  <= !full_o;
      second_q       <= others & ~below(others);
      second_valid_q <= (others != '0);
    end
  end

  // What is shown was chosen a cycle before.
  logic [Entries-1:0] offer_q;
  logic               offer_valid_q, load;

  assign load = !offer_valid_q || take_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      offer_q       <= '0;
      offer_valid_q <= 1'b0;
    end else if (load) begin
      offer_q       <= pick;
      offer_valid_q <= (is_ready != '0);
    end
  end

  // Where the requests are that were taken: taken_q is due for its verdict in the next cycle, due_q in this one. And which
  // entry the last cycle's verdict, or else merge, if there was one, is about.
  logic [EntryBits-1:0] offer_at, far_at, taken_at_q, due_at_q;
  logic                 far, taken_q, due_q;
  logic [Entries-1:0]   subject_q;

  always_comb begin
    offer_at = '0;
    for (int e = 0; e < Entries; e++) offer_at = offer_at | (EntryBits'(e) & {EntryBits{offer_q[e]}});
  end

  if (Settle > 2) begin : gen_far
    logic                 far_q;
    logic [EntryBits-1:0] far_at_q;
    assign far    = far_q;
    assign far_at = far_at_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) far_q <= 1'b0;
      else         far_q <= take_i;
    end
    always_ff @(posedge clk_i) far_at_q <= offer_at;
  end else begin : gen_near
    assign far    = take_i;
    assign far_at = offer_at;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= 1'b0;
      due_q   <= 1'b0;
    end else begin
      taken_q <= far;
      due_q   <= taken_q;
    end
  end

  always_ff @(posedge clk_i) begin
    taken_at_q <= far_at;
    due_at_q   <= taken_at_q;
    for (int e = 0; e < Entries; e++) subject_q[e] <= due_q ? due_at_q == EntryBits'(e) : enter[e];
  end

  // The words of those that a command of the last cycle is about.
  logic [WordBits-1:0] own_words_q, wake_words_q;

  if (Words == 0) begin : gen_lines
    logic unused_words;
    assign own_words_q  = '0;
    assign wake_words_q = '0;
    assign unused_words = ^{merge_words_i, wake_words_i, split_words_i, put_q, own_words_q, wake_words_q};
  end else begin : gen_its_words
    always_ff @(posedge clk_i) begin
      own_words_q  <= due_q ? split_words_i : merge_words_i;
      wake_words_q <= wake_words_i;
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    (* fsm_encoding = "none" *)  // two bits; Yosys made three of them
    logic [1:0]          state_q;
    logic [1:0]          state_d;  // but for a take
    logic [MshrBits-1:0] waits_for_q;
    logic                taken, told, here, its_id, dropped, woken, about;

    assign taken = take_i && offer_q[e];
    assign told  = subject_q[e];

    // here: the last cycle's wake and drop see it waiting; for mshr_q, as what has just begun to wait does.
    assign here   = told ? to == Wait : state_q == Wait && waits_for_q == mshr_q;
    assign its_id = data_q[e][IdAt +: IdBits] == drop_id_q;

    always_comb begin
      state_d = told ? to : state_q;
      dropped = drop_q && here && its_id;
      woken   = wake_q && here && about;
      if (dropped)    state_d = Free;
      else if (woken) state_d = Ready;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) state_q <= Free;
      else         state_q <= taken ? Flight : state_d;
    end

`ifdef COHGEN_LATCHES
    logic             unused_try; // a row is open whether or not a request comes
    logic [Width-1:0] stored;
    assign unused_try = try_i;
    assign data_q[e] = stored;

    cohgen_row #(
      .Width (Width)
    ) u_data (
      .clk_i  (clk_i),
      .open_i (enter[e]),
      .data_i (merge_data_i),
      .row_o  (stored)
    );

    cohgen_row #(
      .Width (MshrBits)
    ) u_waits_for (
      .clk_i  (clk_i),
      .open_i (told),
      .data_i (mshr_q),
      .row_o  (waits_for_q)
    );
`else
    always_ff @(posedge clk_i) begin
      if (told)              waits_for_q <= mshr_q;
      if (try_i && enter[e]) data_q[e]   <= merge_data_i;
    end
`endif

    // about: some of the words to be woken are its own.
    if (Words == 0) begin : gen_line
      assign about    = 1'b1;
      assign words[e] = '0;
    end else begin : gen_words
      logic [WordBits-1:0] words_q, words_d;

      assign words_d = (told && put_q) ? own_words_q : words_q;

      always_ff @(posedge clk_i) words_q <= words_d;

      assign about    = (words_d & wake_words_q) != '0;
      assign words[e] = words_q;
    end

    assign waits[e]    = (state_q == Wait) && (waits_for_q == mshr_i) && (data_q[e][IdAt +: IdBits] == drop_id_i);
    assign is_free[e]  = (state_q == Free);
    assign is_ready[e] = (state_d == Ready) && !offer_q[e];

`ifdef COHGEN_FORMAL_WAITERS
    assign f_mshr[e]       = waits_for_q;
    assign f_all_ready[e]  = (state_q == Ready);
    assign f_all_flight[e] = (state_q == Flight);
`endif
  end

  if (Served == 0) begin : gen_taken
    logic unused_waits;
    assign unused_waits = ^{waits, done_i};

    cohgen_arb_rr #(
      .N (Entries)
    ) u_arb (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .req_i     (is_ready),
      .advance_i (load),
      .grant_o   (pick)
    );
  end else begin : gen_served
    // The entries behind the one served last, as in cohgen_arb_rr; those behind the one that the last cycle may have
    // served, and whether it has.
    logic [Entries-1:0] mask, mask_q, behind, behind_q, first;
    logic               serves_q, waits_q;

    always_comb begin
      behind = below(waits);
      for (int e = 0; e < Entries; e++) if (due_q) behind[e] = EntryBits'(e) > due_at_q;
    end

    assign mask  = (serves_q || (drop_q && waits_q)) ? behind_q : mask_q;
    assign first = is_ready & mask;
    assign pick  = (first != '0) ? first & ~below(first) : is_ready & ~below(is_ready);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        mask_q   <= '1;
        serves_q <= 1'b0;
      end else begin
        mask_q   <= mask;
        serves_q <= done_i || retry_i;
      end
    end

    always_ff @(posedge clk_i) begin
      behind_q <= behind;
      waits_q  <= !due_q && waits != '0;
    end
  end

  assign valid_o = offer_valid_q;

  always_comb begin
    data_o      = '0;
    words_o     = '0;
    occupancy_o = '0;
    for (int e = 0; e < Entries; e++) begin
`ifdef COHGEN_QUICK
      if (offer_q[e]) data_o = data_o | data_q[e];
`else
      data_o      = data_o | (data_q[e] & {Width{offer_q[e]}});
`endif
      words_o     = words_o | (words[e] & {WordBits{offer_q[e]}});
      occupancy_o = occupancy_o + CntBits'(!is_free[e]);
    end
  end

`ifdef COHGEN_ASSERT
  logic [3:0] verdict;
  assign verdict = {done_i, retry_i, park_i, split_i};

  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!merge_i || (try_i && !full_o)) else $error("cohgen_waiters: merge_i without try_i, or while full_o");
      assert (!take_i || valid_o) else $error("cohgen_waiters: take_i without valid_o");
      assert ((verdict != '0) == due_q)
      else $error("cohgen_waiters: a verdict that is not due after a take, or none then");
      assert (!due_q || !try_i) else $error("cohgen_waiters: try_i with a verdict");
      assert ((verdict & (verdict - 1'b1)) == '0)
      else $error("cohgen_waiters: two verdicts at once");
    end
  end
`endif

`ifdef COHGEN_FORMAL_WAITERS
  `include "cohgen_waiters_props.svh"
`endif

endmodule
