// Requests that wait for a miss-status entry, kept aside and handed back for replay.
//
//   Entries  requests it holds,                            1 and up
//   Width    bits of a request,                            1 and up
//   Mshrs    miss-status entries to wait for,              1 and up
//   IdBits   bits of the id by which a waiter is dropped,  1 and up
//   Served   what replay's round robin goes by, see below, 0 or 1
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
//   merge_i   a request enters as WAIT(merge_mshr_i); only when !full_o
//   wake_i    every WAIT(wake_mshr_i) entry becomes READY
//   drop_i    the WAIT(drop_mshr_i) entry with id drop_id_i becomes FREE (answered by other means)
//   take_i    the request shown on data_o is taken; only with valid_o, and only when less than two requests
//             are in flight or this cycle gives a verdict
//   done_i, retry_i, park_i, split_i   the verdict on the request in flight, of two on that which was taken
//             first: one of the four, in the cycle after its take or later; park puts it back to
//             WAIT(park_mshr_i); split is retry, and it is about split_words_i only from then on
//
// With Words > 0 a request enters about merge_words_i and is shown with its words_o; wake_i wakes only what is about
// some of wake_words_i.
//
// All may coincide. wake and drop see the entries as merge, park and the other verdicts of the same
// cycle leave them: a request merged in the cycle of its wake becomes READY. Drop beats wake.
// Replay is round robin over the READY entries. With Served = 0 the entry taken last is the last in the
// order. With Served = 1 it is the one that left last (done, or drop of one that waited already) or was
// to be retried: where every round serves one request and parks the others again, each comes first in its
// turn. full_o, valid_o, data_o, words_o and occupancy_o (entries not FREE) depend on registers only.
//
//               _____       _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____/     \_____
//   merge_i   __/~~~~~~~~~~\_______________________________________________  data A, mshr 2
//   wake_i    ______________/~~~~~~~~~~\___________________________________  mshr 2
//   valid_o   ______________________________________/~~~~~~~~~~~\__________  data_o = A
//   take_i    ______________________________________/~~~~~~~~~~~\__________
//   done_i    __________________________________________________/~~~~~~~~~~
//
// Latency: 2 cycles from wake to valid_o. When an entry becomes FREE full_o may stay high for one cycle more.

module cohgen_waiters #(
  parameter int Entries = 4,
  parameter int Width   = 8,
  parameter int Mshrs   = 4,
  parameter int IdBits  = 2,
  parameter int Served  = 0,
  parameter int Words   = 0
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  logic                                         merge_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] merge_mshr_i,
  input  logic [IdBits-1:0]                            merge_id_i,
  input  logic [Width-1:0]                             merge_data_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         merge_words_i,
  output logic                                         full_o,

  input  logic                                         wake_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] wake_mshr_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         wake_words_i,

  input  logic                                         drop_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] drop_mshr_i,
  input  logic [IdBits-1:0]                            drop_id_i,

  output logic                                         valid_o,
  output logic [Width-1:0]                             data_o,
  output logic [((Words > 0) ? Words : 1)-1:0]         words_o,
  input  logic                                         take_i,

  input  logic                                         done_i,
  input  logic                                         retry_i,
  input  logic                                         park_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] park_mshr_i,
  input  logic                                         split_i,
  input  logic [((Words > 0) ? Words : 1)-1:0]         split_words_i,

  output logic [$clog2(Entries+1)-1:0]                 occupancy_o
);

  localparam int MshrBits = (Mshrs > 1) ? $clog2(Mshrs) : 1;
  localparam int CntBits  = $clog2(Entries + 1);
  localparam int WordBits = (Words > 0) ? Words : 1;

  if (Entries < 1 || Width < 1 || Mshrs < 1 || IdBits < 1 || Served < 0 || Served > 1 || Words < 0) begin : gen_illegal
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
  logic [IdBits-1:0]   f_id   [0:Entries-1];
  logic [Entries-1:0]  f_all_ready;  // those offered included
`endif
  logic [Entries-1:0] is_free, is_ready, is_flight;
  logic [Entries-1:0] last_q;   // the entry that was taken last
  logic [Entries-1:0] settles;  // the entry that a verdict is about
  logic [Entries-1:0] enter;    // the entry that a merge fills: the lowest free one
  logic [Entries-1:0] pick;     // the entry on data_o
  logic [Entries-1:0] waits;    // the entry that drop_i would drop, if it waits already

  // The entry for the next merge is chosen a cycle before, so that full_o comes from registers: the lowest free one
  // but for that which a merge of this cycle fills. up[i]: some bit up to i is set, in steps of 1, 2, 4, ...
  // (cohgen_arb_rr).
  logic [Entries-1:0] enter_q, others, others_up;
  logic               enter_valid_q;

  assign others = is_free & ~enter_q;
  assign enter  = enter_q;
  assign full_o = !enter_valid_q;

  always_comb begin
    others_up = others;
    for (int s = 1; s < Entries; s = 2 * s) others_up = others_up | (others_up << s);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enter_q       <= Entries'(1);
      enter_valid_q <= 1'b1;
    end else if (merge_i || !enter_valid_q) begin
      enter_q       <= others & ~(others_up << 1);
      enter_valid_q <= (others != '0);
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
      offer_valid_q <= (pick != '0);
    end
  end

  // Of two in flight the verdict is about the one that was taken first.
  assign settles = ((is_flight & ~last_q) != '0) ? is_flight & ~last_q : is_flight;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     last_q <= '0;
    else if (take_i) last_q <= offer_q;
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic [1:0]          state_q, state_d;
    logic [MshrBits-1:0] mshr_q, mshr_d;
    logic [IdBits-1:0]   id_q, id_d;
    logic                merged, taken, settled, dropped, woken, about;

    assign merged  = merge_i && enter[e];
    assign taken   = take_i && offer_q[e];
    assign settled = settles[e];

    // First merge, take and verdict; then drop and wake on what these leave.
    always_comb begin
      state_d = state_q;
      mshr_d  = mshr_q;
      id_d    = id_q;

      case (state_q)
        Free: begin
          if (merged) begin
            state_d = Wait;
            mshr_d  = merge_mshr_i;
            id_d    = merge_id_i;
          end
        end
        Ready: begin
          if (taken) state_d = Flight;
        end
        Flight: if (settled) begin
          if (done_i) begin
            state_d = Free;
          end else if (retry_i || split_i) begin
            state_d = Ready;
          end else if (park_i) begin
            state_d = Wait;
            mshr_d  = park_mshr_i;
          end
        end
        default: ;
      endcase

      dropped = drop_i && (state_d == Wait) && (mshr_d == drop_mshr_i) && (id_d == drop_id_i);
      woken   = wake_i && (state_d == Wait) && (mshr_d == wake_mshr_i) && about;
      if (dropped)    state_d = Free;
      else if (woken) state_d = Ready;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) state_q <= Free;
      else         state_q <= state_d;
    end

    always_ff @(posedge clk_i) begin
      mshr_q <= mshr_d;
      id_q   <= id_d;
      if (merged) data_q[e] <= merge_data_i;
    end

    // about: some of the words to be woken are its own.
    if (Words == 0) begin : gen_line
      assign about    = 1'b1;
      assign words[e] = '0;
    end else begin : gen_words
      logic [WordBits-1:0] words_q, words_d;

      always_comb begin
        words_d = words_q;
        if (merged)                  words_d = merge_words_i;
        else if (settled && split_i) words_d = split_words_i;
      end

      always_ff @(posedge clk_i) words_q <= words_d;

      assign about    = (words_d & wake_words_i) != '0;
      assign words[e] = words_q;
    end

    assign waits[e]     = (state_q == Wait) && (mshr_q == drop_mshr_i) && (id_q == drop_id_i);
    assign is_free[e]   = (state_q == Free);
    assign is_ready[e]  = (state_q == Ready) && !offer_q[e];
    assign is_flight[e] = (state_q == Flight);

`ifdef COHGEN_FORMAL_WAITERS
    assign f_mshr[e] = mshr_q;
    assign f_id[e]   = id_q;
    assign f_all_ready[e] = (state_q == Ready);
`endif
  end

  if (Served == 0) begin : gen_taken
    logic unused_waits;
    assign unused_waits = ^waits;

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
    logic [Entries-1:0] mask_q;  // the entries behind the one served last, as in cohgen_arb_rr
    logic [Entries-1:0] first, first_up, ready_up, waits_up, settles_up;

    always_comb begin
      first_up   = first;
      ready_up   = is_ready;
      waits_up   = waits;
      settles_up = settles;
      for (int s = 1; s < Entries; s = 2 * s) begin
        first_up   = first_up | (first_up << s);
        ready_up   = ready_up | (ready_up << s);
        waits_up   = waits_up | (waits_up << s);
        settles_up = settles_up | (settles_up << s);
      end
    end

    assign first = is_ready & mask_q;
    assign pick  = (first != '0) ? first & ~(first_up << 1) : is_ready & ~(ready_up << 1);

    // drop_i and the verdicts come late: they choose, and nothing is computed from them.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                      mask_q <= '1;
      else if (drop_i && waits != '0)   mask_q <= waits_up << 1;
      else if (done_i || retry_i)       mask_q <= settles_up << 1;
    end
  end

  assign valid_o = offer_valid_q;

  always_comb begin
    data_o      = '0;
    words_o     = '0;
    occupancy_o = '0;
    for (int e = 0; e < Entries; e++) begin
      data_o      = data_o | (data_q[e] & {Width{offer_q[e]}});
      words_o     = words_o | (words[e] & {WordBits{offer_q[e]}});
      occupancy_o = occupancy_o + CntBits'(!is_free[e]);
    end
  end

  if (Words == 0) begin : gen_lines
    logic unused_words;
    assign unused_words = ^{merge_words_i, wake_words_i, split_words_i};
  end

`ifdef COHGEN_ASSERT
  logic [3:0] verdict;
  assign verdict = {done_i, retry_i, park_i, split_i};

  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!merge_i || !full_o) else $error("cohgen_waiters: merge_i while full_o");
      assert (!take_i || valid_o) else $error("cohgen_waiters: take_i without valid_o");
      assert (!take_i || (is_flight & (is_flight - 1'b1)) == '0 || verdict != '0)
      else $error("cohgen_waiters: take_i with two requests in flight");
      assert (verdict == '0 || is_flight != '0)
      else $error("cohgen_waiters: verdict without a request in flight");
      assert ((verdict & (verdict - 1'b1)) == '0)
      else $error("cohgen_waiters: two verdicts at once");
    end
  end
`endif

`ifdef COHGEN_FORMAL_WAITERS
  `include "cohgen_waiters_props.svh"
`endif

endmodule
