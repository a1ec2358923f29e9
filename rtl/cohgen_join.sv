// Messages about words of one line join on their way out: one waits here for others that are like it.
//
//   LikeBits  bits of a message that all words of it have in common,  1 and up
//   Words     words of a line,                                       2 and up
//   WordBits  bits of a word,                                        1 and up
//   Cycles    that a message waits at most for the next word,         1 and up
//
// A message is bits, a set of words of its line, and one word of data for all of the set: push_words_i is not empty. One
// that is pushed waits. The next one joins it (join_o, in the cycle of the push) if their bits are the same and they have no
// word in common; the message that waits then has the words of both, each with its data. Otherwise the one that waits leaves
// in that cycle, and the pushed one waits. It also leaves Cycles cycles after its last word was pushed, or one cycle after
// a word that was pushed without push_more_i, if none is pushed then. What leaves is taken in that cycle: valid_o is no offer.
//
// So not more messages leave than were pushed, and in their order. What leaves without a push has had room since it was pushed, if
// who pushes keeps a place free for it.
//
//                 _____       _____       _____       _____       _____
//   clk_i       _/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_valid_i _/~~~~~~~~~~~\___________/~~~~~~~~~~~\_______________________   A, words 0 and 1; no more is to come
//   push_more_i  _/~~~~~~~~~~~\_______________________________________________
//   join_o       _________________________/~~~~~~~~~~~\_______________________
//   valid_o      _____________________________________/~~~~~~~~~~~\___________   A
//   words_o                   | 1                     | 3
//
// Latency: 1 cycle at least. join_o and valid_o depend on the inputs of the same cycle; no other output does.

module cohgen_join #(
  parameter int LikeBits = 8,
  parameter int Words    = 4,
  parameter int WordBits = 32,
  parameter int Cycles   = 15
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      push_valid_i,
  input  logic [LikeBits-1:0]       push_like_i,
  input  logic [Words-1:0]          push_words_i,
  input  logic [WordBits-1:0]       push_data_i, // of each of the words
  input  logic                      push_more_i, // another word is to come
  output logic                      join_o,      // it is one message with that which waits

  output logic                      valid_o, // a message leaves
  output logic [LikeBits-1:0]       like_o,
  output logic [Words-1:0]          words_o,
  output logic [Words*WordBits-1:0] data_o   // word w: bits w*WordBits and up, of use if it is of words_o
);

  localparam int CntBits = $clog2(Cycles + 1);

  if (LikeBits < 1 || Words < 2 || WordBits < 1 || Cycles < 1) begin : gen_illegal
    cohgen_illegal_parameter u_join ();
  end

  logic                waits_q;
  logic [LikeBits-1:0] like_q;
  logic [Words-1:0]    words_q;
  logic [CntBits-1:0]  left_q; // cycles that it waits yet

  assign join_o  = push_valid_i && waits_q && push_like_i == like_q && (push_words_i & words_q) == '0;
  assign valid_o = waits_q && (push_valid_i ? !join_o : left_q == '0);
  assign like_o  = like_q;
  assign words_o = words_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      left_q  <= '0;
    end else if (push_valid_i) begin
      waits_q <= 1'b1;
      left_q  <= push_more_i ? CntBits'(Cycles - 1) : '0;
    end else begin
      if (valid_o) waits_q <= 1'b0;
      if (left_q != '0) left_q <= left_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_valid_i) begin
      like_q  <= push_like_i;
      words_q <= join_o ? words_q | push_words_i : push_words_i;
    end
  end

  for (genvar w = 0; w < Words; w++) begin : gen_word
    logic [WordBits-1:0] word_q;

    assign data_o[w*WordBits +: WordBits] = word_q;

    always_ff @(posedge clk_i) begin
      if (push_valid_i && push_words_i[w]) word_q <= push_data_i;
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!push_valid_i || push_words_i != '0) else $error("cohgen_join: a message about no word");
    end
  end
`endif

`ifdef COHGEN_FORMAL_JOIN
  `include "cohgen_join_props.svh"
`endif

endmodule
