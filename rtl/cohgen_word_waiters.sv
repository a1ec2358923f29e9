// Requests that wait for words of a miss-status entry, kept aside and handed back for replay.
//
//   Entries  requests it holds,                            1 and up
//   Width    bits of a request,                            1 and up
//   Words    words a line,                                 1 and up
//   Mshrs    miss-status entries to wait for,              1 and up
//   IdBits   bits of the id by which a waiter is dropped,  1 and up
//   Served   what replay's round robin goes by, as in cohgen_waiters, 0 or 1
//
// As cohgen_waiters, but a request is about a set of words of its line, which it loses group by group:
//
//   merge_i   a request enters as waiting for entry merge_mshr_i, about merge_words_i; only when !full_o
//   wake_i    every request that waits for entry wake_mshr_i and is about any of wake_words_i becomes ready
//   drop_i    the request that waits for drop_mshr_i with id drop_id_i is gone
//   take_i    the request shown on data_o and words_o is taken; only with valid_o
//   done_i, retry_i, park_i, split_i   the verdict on the request in flight (of two, the one taken first), one of the four, in the cycle
//             after its take or later: it is gone; it is ready again; it waits for park_mshr_i; it is ready
//             again, and about split_words_i only
//
//               _____       _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____/     \_____
//   merge_i   __/~~~~~~~~~~\_______________________________________________  words 11
//   wake_i    ______________/~~~~~~~~~~\___________________________________  words 01
//   valid_o   __________________________/~~~~~~~~~~~\___________/~~~~~~~~~~  words_o = 11, later 10
//   take_i    __________________________/~~~~~~~~~~~\______________________
//   split_i   ______________________________________/~~~~~~~~~~\___________  words 10
//
// Latency: 1 cycle from wake to valid_o. Outputs depend on registers only.

module cohgen_word_waiters #(
  parameter int Entries = 4,
  parameter int Width   = 8,
  parameter int Words   = 4,
  parameter int Mshrs   = 4,
  parameter int IdBits  = 2,
  parameter int Served  = 0
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  logic                                         merge_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] merge_mshr_i,
  input  logic [Words-1:0]                             merge_words_i,
  input  logic [IdBits-1:0]                            merge_id_i,
  input  logic [Width-1:0]                             merge_data_i,
  output logic                                         full_o,

  input  logic                                         wake_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] wake_mshr_i,
  input  logic [Words-1:0]                             wake_words_i,

  input  logic                                         drop_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] drop_mshr_i,
  input  logic [IdBits-1:0]                            drop_id_i,

  output logic                                         valid_o,
  output logic [Words-1:0]                             words_o,
  output logic [Width-1:0]                             data_o,
  input  logic                                         take_i,

  input  logic                                         done_i,
  input  logic                                         retry_i,
  input  logic                                         park_i,
  input  logic [((Mshrs > 1) ? $clog2(Mshrs) : 1)-1:0] park_mshr_i,
  input  logic                                         split_i,
  input  logic [Words-1:0]                             split_words_i
);

  localparam int MshrBits = (Mshrs > 1) ? $clog2(Mshrs) : 1;

  localparam logic [1:0] Free   = 2'd0;
  localparam logic [1:0] Wait   = 2'd1;
  localparam logic [1:0] Ready  = 2'd2;
  localparam logic [1:0] Flight = 2'd3;

  logic [Width-1:0]   data_q  [0:Entries-1];
  logic [Words-1:0]   words_q [0:Entries-1];  // of each entry
  logic [Entries-1:0] is_free, is_ready, is_flight;
  logic [Entries-1:0] last_q;   // the entry that was taken last
  logic [Entries-1:0] settles;  // the entry that a verdict is about
  logic [Entries-1:0] enter;  // the entry that a merge fills: the lowest free one
  logic [Entries-1:0] pick;   // the entry on data_o
  logic [Entries-1:0] waits;  // the entry that drop_i would drop, if it waits already

  assign enter = is_free & -is_free;

  // Of two in flight the verdict is about the one that was taken first.
  assign settles = ((is_flight & ~last_q) != '0) ? is_flight & ~last_q : is_flight;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     last_q <= '0;
    else if (take_i) last_q <= pick;
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic [1:0]          state_q, state_d;
    logic [MshrBits-1:0] mshr_q, mshr_d;
    logic [Words-1:0]    mine_q, words_d;
    logic [IdBits-1:0]   id_q;
    logic                merged, taken;

    assign merged = merge_i && enter[e];
    assign taken  = take_i && pick[e];

    // First merge, take and verdict; then drop and wake on what these leave.
    always_comb begin
      state_d = state_q;
      mshr_d  = mshr_q;
      words_d = mine_q;

      case (state_q)
        Free: begin
          if (merged) begin
            state_d = Wait;
            mshr_d  = merge_mshr_i;
            words_d = merge_words_i;
          end
        end
        Ready: begin
          if (taken) state_d = Flight;
        end
        Flight: if (settles[e]) begin
          if (done_i) begin
            state_d = Free;
          end else if (retry_i) begin
            state_d = Ready;
          end else if (split_i) begin
            state_d = Ready;
            words_d = split_words_i;
          end else if (park_i) begin
            state_d = Wait;
            mshr_d  = park_mshr_i;
          end
        end
        default: ;
      endcase

      if (state_d == Wait) begin
        if (drop_i && mshr_d == drop_mshr_i && (merged ? merge_id_i : id_q) == drop_id_i) state_d = Free;
        else if (wake_i && mshr_d == wake_mshr_i && (words_d & wake_words_i) != '0) state_d = Ready;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) state_q <= Free;
      else         state_q <= state_d;
    end

    always_ff @(posedge clk_i) begin
      mshr_q <= mshr_d;
      mine_q <= words_d;
      if (merged) begin
        id_q      <= merge_id_i;
        data_q[e] <= merge_data_i;
      end
    end

    assign words_q[e]   = mine_q;
    assign waits[e]     = (state_q == Wait) && (mshr_q == drop_mshr_i) && (id_q == drop_id_i);
    assign is_free[e]   = (state_q == Free);
    assign is_ready[e]  = (state_q == Ready);
    assign is_flight[e] = (state_q == Flight);
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
      .advance_i (take_i),
      .grant_o   (pick)
    );
  end else begin : gen_served
    logic [Entries-1:0] mask_q;  // the entries behind the one served last, as in cohgen_arb_rr
    logic [Entries-1:0] first, lowest;

    assign first  = is_ready & mask_q;
    assign pick   = (first != '0) ? (first & -first) : (is_ready & -is_ready);
    assign lowest = waits & -waits;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                          mask_q <= '1;
      else if (drop_i && waits != '0)       mask_q <= ~(lowest | (lowest - 1'b1));
      else if (done_i || retry_i)           mask_q <= ~(settles | (settles - 1'b1));
    end
  end

  assign full_o  = (is_free == '0);
  assign valid_o = (is_ready != '0);

  always_comb begin
    data_o  = '0;
    words_o = '0;
    for (int e = 0; e < Entries; e++) begin
      data_o  = data_o  | (data_q[e]  & {Width{pick[e]}});
      words_o = words_o | (words_q[e] & {Words{pick[e]}});
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!merge_i || !full_o) else $error("cohgen_word_waiters: merge_i while full_o");
      assert (!take_i || valid_o) else $error("cohgen_word_waiters: take_i without valid_o");
      assert (!(done_i || retry_i || park_i || split_i) || is_flight != '0)
      else $error("cohgen_word_waiters: verdict without a request in flight");
    end
  end
`endif

endmodule
