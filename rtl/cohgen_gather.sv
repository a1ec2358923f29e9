// Messages of different events about words of one line wait here for others that are like them, several lines at a time.
//
//   LikeBits  bits of a message that all words of it have in common,    1 and up
//   KeepBits  bits of which a message has those of its first word,      1 and up
//   Words     words of a line,                                          2 and up
//   Entries   messages that wait,                                       1 and up
//   Cycles    that a message waits,                                     1 and up
//
// A message is bits and a set of words of its line: push_words_i is not empty. One that is pushed joins (join_o, in the cycle of the
// push) the youngest one that waits and has the same bits, if they have no word in common; else it waits behind all others.
// Messages leave in the order in which they began to wait: Cycles cycles later, or while hurry_i asks for it, or because one that joins none
// finds all entries taken. One leaves in a cycle, and what leaves then is joined no more. What leaves is taken in that cycle:
// valid_o is no offer. So whoever pushes keeps Entries places free for what leaves without a push.
//
//                 _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i _/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\_______________________   A, word 0; B; A, word 1
//   join_o       _________________________/~~~~~~~~~~~\_______________________
//   hurry_i      _____________________________________/~~~~~~~~~~~~~~~~~~~~~~~
//   valid_o      _____________________________________/~~~~~~~~~~~~~~~~~~~~~~~   A, B
//   words_o                                           | 3         |
//
// Latency: 1 cycle at least. join_o and valid_o depend on the inputs of the same cycle; no other output does.

module cohgen_gather #(
  parameter int LikeBits = 8,
  parameter int KeepBits = 4,
  parameter int Words    = 4,
  parameter int Entries  = 4,
  parameter int Cycles   = 32
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                push_valid_i,
  input  logic [LikeBits-1:0] push_like_i,
  input  logic [KeepBits-1:0] push_keep_i,
  input  logic [Words-1:0]    push_words_i,
  output logic                join_o,       // it is one message with one that waits

  input  logic                hurry_i,      // nothing waits for others

  output logic                valid_o,      // a message leaves
  output logic [LikeBits-1:0] like_o,
  output logic [KeepBits-1:0] keep_o,
  output logic [Words-1:0]    words_o
);

  localparam int CntBits = $clog2(Cycles + 1);
  localparam int IdxBits = Entries > 1 ? $clog2(Entries) : 1;

  if (LikeBits < 1 || KeepBits < 1 || Words < 2 || Entries < 1 || Cycles < 1) begin : gen_illegal
    cohgen_illegal_parameter u_gather ();
  end

  logic [IdxBits-1:0]  head_q, tail_q;
  logic [Entries-1:0]  waits_q;
  logic [Entries-1:0]  open_q;  // no younger one has its bits
  logic [LikeBits-1:0] like_q  [Entries];
  logic [KeepBits-1:0] keep_q  [Entries];
  logic [Words-1:0]    words_q [Entries];
  logic [CntBits-1:0]  left_q  [Entries]; // cycles that it waits yet

  logic               due, takes; // the oldest one leaves; a push takes an entry
  logic [Entries-1:0] alike, joins;

  assign due = waits_q[head_q] && (hurry_i || left_q[head_q] == '0);

  for (genvar e = 0; e < Entries; e++) begin : gen_alike
    assign alike[e] = waits_q[e] && open_q[e] && like_q[e] == push_like_i && !(due && head_q == IdxBits'(e));
    assign joins[e] = alike[e] && (words_q[e] & push_words_i) == '0;
  end

  assign join_o  = push_valid_i && joins != '0;
  assign takes   = push_valid_i && joins == '0;
  assign valid_o = due || (takes && waits_q == '1);
  assign like_o  = like_q[head_q];
  assign keep_o  = keep_q[head_q];
  assign words_o = words_q[head_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      waits_q <= '0;
      open_q  <= '0;
    end else begin
      if (valid_o) begin
        waits_q[head_q] <= 1'b0;
        head_q          <= head_q == IdxBits'(Entries - 1) ? '0 : head_q + 1'b1;
      end
      if (takes) begin
        open_q          <= open_q & ~alike;
        waits_q[tail_q] <= 1'b1;
        open_q[tail_q]  <= 1'b1;
        tail_q          <= tail_q == IdxBits'(Entries - 1) ? '0 : tail_q + 1'b1;
      end
    end
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    always_ff @(posedge clk_i) begin
      if (takes && tail_q == IdxBits'(e)) begin
        like_q[e]  <= push_like_i;
        keep_q[e]  <= push_keep_i;
        words_q[e] <= push_words_i;
        left_q[e]  <= CntBits'(Cycles - 1);
      end else begin
        if (push_valid_i && joins[e]) words_q[e] <= words_q[e] | push_words_i;
        if (left_q[e] != '0) left_q[e] <= left_q[e] - 1'b1;
      end
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!push_valid_i || push_words_i != '0) else $error("cohgen_gather: a message about no word");
    end
  end
`endif

`ifdef COHGEN_FORMAL_GATHER
  `include "cohgen_gather_props.svh"
`endif

endmodule
