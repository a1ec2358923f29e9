// Entries that are taken in order, at a tail that goes round, and given back in any order: a log, a map of what is mapped.
//
//   Entries   entries,                                                  2 and up
//   DataBits  bits of an entry,                                         1 and up
//   Search    entries can be found by what is in them, 0 or 1; with 0 search_i, match_i and care_i are not looked at
//
//   find_i    looks for an entry: the one at_i, or with search_i the newest live one whose bits are those of match_i where
//             care_i is 1. found_o in the same cycle, its number in at_o and its data in data_o; both are 0 if it is not found.
//             An entry that is not live is not found
//   tail_o    the entry that is taken next; full_o: it is live still, whatever the others are
//   insert_i  the entry at the tail is live from the next cycle on, with data_i. Not with full_o
//   set_i     the entry that is found gets data_i. Only with found_o, and not with insert_i
//   remove_i  the entry that is found is not live in the next cycle. Only with found_o
//
//                _____       _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____/     \_____
//   insert_i   __/~~~~~~~~~~~~~~~~~~~~~~~\__________________________________   two entries of two
//   full_o     __________________________/~~~~~~~~~~~\_______________________
//   find_i     __________________________/~~~~~~~~~~~\_______________________   the one at the tail
//   remove_i   __________________________/~~~~~~~~~~~\_______________________
//
// One look-up, and one entry taken and one given back, a cycle. found_o, at_o and data_o depend on inputs of the same cycle,
// full_o and tail_o on none. The newest one is the one that was taken last: entries are not taken again before they were given
// back, so it is the last one before the tail, going backwards.

module cohgen_ring #(
  parameter int Entries  = 8,
  parameter int DataBits = 20,
  parameter bit Search   = 1'b1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic                       find_i,
  input  logic [$clog2(Entries)-1:0] at_i,
  input  logic                       search_i,
  input  logic [DataBits-1:0]        match_i,
  input  logic [DataBits-1:0]        care_i,
  output logic                       found_o,
  output logic [$clog2(Entries)-1:0] at_o,
  output logic [DataBits-1:0]        data_o,
  output logic [$clog2(Entries)-1:0] tail_o,
  output logic                       full_o,

  input  logic                       insert_i,
  input  logic                       set_i,
  input  logic                       remove_i,
  input  logic [DataBits-1:0]        data_i
);

  if (Entries < 2 || DataBits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_ring ();
  end

  localparam int I = $clog2(Entries);
  localparam logic [I-1:0] Last = I'(Entries - 1);

  logic [I-1:0]                tail_q;
  logic [Entries-1:0]          live_q, at, alike, lately, hit; // lately: alike, and before the tail
  logic [Entries*DataBits-1:0] data_q;

  // The highest bit alone.
  function automatic logic [Entries-1:0] highest(input logic [Entries-1:0] set);
    highest = '0;
    for (int e = 0; e < Entries; e++) begin
      if (set[e]) highest = {{(Entries-1){1'b0}}, 1'b1} << e;
    end
  endfunction

  assign tail_o  = tail_q;
  assign found_o = hit != '0;
  assign full_o  = live_q[tail_q];
  assign lately  = alike & ~({Entries{1'b1}} << tail_q);

  if (Search) begin : gen_search
    assign hit = !find_i ? '0 : !search_i ? at : highest((lately != '0) ? lately : alike);
  end else begin : gen_index
    logic unused_search; // entries are found by their number alone
    assign unused_search = ^{search_i, match_i, care_i, alike, lately, highest('0)};
    assign hit = find_i ? at : '0;
  end

  always_comb begin
    at_o   = '0;
    data_o = '0;
    for (int e = 0; e < Entries; e++) begin
      at_o   = at_o | ({I{hit[e]}} & I'(e));
      data_o = data_o | ({DataBits{hit[e]}} & data_q[e*DataBits +: DataBits]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       tail_q <= '0;
    else if (insert_i) tail_q <= (tail_q == Last) ? '0 : tail_q + 1'b1;
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic takes;

    assign at[e]    = live_q[e] && at_i == I'(e);
    assign alike[e] = Search && live_q[e] && ((data_q[e*DataBits +: DataBits] ^ match_i) & care_i) == '0;
    assign takes    = insert_i && tail_q == I'(e);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                 live_q[e] <= 1'b0;
      else if (takes)              live_q[e] <= 1'b1;
      else if (remove_i && hit[e]) live_q[e] <= 1'b0;
    end

    always_ff @(posedge clk_i) begin
      if (takes || (set_i && hit[e])) data_q[e*DataBits +: DataBits] <= data_i;
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!insert_i || (!full_o && !set_i)) else $error("cohgen_ring: insert_i while full_o, or with set_i");
      assert (!(set_i || remove_i) || found_o) else $error("cohgen_ring: set_i or remove_i, and nothing is found");
    end
  end
`endif

`ifdef COHGEN_FORMAL_RING
  `include "cohgen_ring_props.svh"
`endif
endmodule
