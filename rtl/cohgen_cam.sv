// Entries that are found by a key: a translation buffer, a record of lines.
//
//   Entries   entries,                  1 and up
//   KeyBits   bits of a key,            1 and up
//   DataBits  bits beside the key,      1 and up
//
//   find_i    looks for key_i: found_o in the same cycle, and the entry's data in data_o, which are 0 if it is not found
//   full_o    all entries are used
//   insert_i  a free entry gets key_i and data_i, in the next cycle. Only with find_i, for a key that is not found, and not
//             when it is full
//   set_i     the entry that is found gets data_i. Only with found_o
//   remove_i  the entry that is found is free in the next cycle. Only with found_o
//
//                _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____
//   find_i     __/~~~~~~~~~~~\___________/~~~~~~~~~~~\__________   a key, and the same one again
//   found_o    __________________________/~~~~~~~~~~~\__________
//   insert_i   __/~~~~~~~~~~~\__________________________________
//   remove_i   __________________________/~~~~~~~~~~~\__________
//
// One look-up and one change a cycle. found_o and data_o depend on find_i and key_i of the same cycle, full_o on no input. No
// key is in two entries. Which free entry is taken is of no matter to anybody: the lowest one.

module cohgen_cam #(
  parameter int Entries  = 8,
  parameter int KeyBits  = 20,
  parameter int DataBits = 20
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                find_i,
  input  logic [KeyBits-1:0]  key_i,
  output logic                found_o,
  output logic [DataBits-1:0] data_o,
  output logic                full_o,

  input  logic                insert_i,
  input  logic                set_i,
  input  logic                remove_i,
  input  logic [DataBits-1:0] data_i
);

  if (Entries < 1 || KeyBits < 1 || DataBits < 1) begin : gen_illegal
    cohgen_illegal_parameter u_cam ();
  end

  logic [Entries-1:0]          used_q, hit, free, place; // place: the lowest of the free ones
  logic [Entries*KeyBits-1:0]  key_q;
  logic [Entries*DataBits-1:0] data_q;

  assign free    = ~used_q;
  assign place   = free & (~free + 1'b1);
  assign full_o  = free == '0;
  assign found_o = hit != '0;

  always_comb begin
    data_o = '0;
    for (int e = 0; e < Entries; e++) data_o = data_o | ({DataBits{hit[e]}} & data_q[e*DataBits +: DataBits]);
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic takes;

    assign hit[e] = find_i && used_q[e] && key_q[e*KeyBits +: KeyBits] == key_i;
    assign takes  = insert_i && place[e];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)                 used_q[e] <= 1'b0;
      else if (takes)              used_q[e] <= 1'b1;
      else if (remove_i && hit[e]) used_q[e] <= 1'b0;
    end

    always_ff @(posedge clk_i) begin
      if (takes)                      key_q[e*KeyBits +: KeyBits]    <= key_i;
      if (takes || (set_i && hit[e])) data_q[e*DataBits +: DataBits] <= data_i;
    end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!insert_i || (find_i && !found_o && !full_o)) else $error("cohgen_cam: insert_i of a key that is in, or while full_o");
      assert (!(set_i || remove_i) || found_o) else $error("cohgen_cam: set_i or remove_i, and nothing is found");
    end
  end
`endif

`ifdef COHGEN_FORMAL_CAM
  `include "cohgen_cam_props.svh"
`endif
endmodule
