// Tree pseudo-LRU replacement that never picks a locked way. Combinational.
//
//   Ways  1, 2, 4, 8 or 16
//
// The caller keeps bits_i, Ways-1 bits per set (1 bit, of no meaning, for Ways = 1). They are the
// inner nodes of a binary tree in heap order: node n has the children 2n+1 and 2n+2, and the leaves
// are the ways, left to right. A bit points to the half to replace next: 0 left, 1 right.
//
//   Ways = 4:            0            bits_i = {node 2, node 1, node 0}
//                      /   \
//                     1     2
//                    / \   / \
//   way              0 1   2 3
//
// touched_o is bits_i after a use of way touch_way_i: every node on its path points away from it.
// victim_o follows the bits from the root, but turns away from a subtree in which every way has its
// locked_i bit set. victim_valid_o: some way is not locked; only then victim_o means something, and
// then victim_o is not locked.
//
//   Example, Ways 4, bits_i = 000: victim 0. With locked_i = 0011: victim 2.
//   touch 0: bits 011 (root and node 1 point right), so the next victim is 2.
//
// No clock; latency 0, depth log2(Ways) multiplexers.

module cohgen_plru #(
  parameter int Ways = 4
) (
  input  logic [((Ways > 1) ? Ways-1 : 1)-1:0]       bits_i,

  input  logic [((Ways > 1) ? $clog2(Ways) : 1)-1:0] touch_way_i,
  output logic [((Ways > 1) ? Ways-1 : 1)-1:0]       touched_o,

  input  logic [Ways-1:0]                            locked_i,
  output logic [((Ways > 1) ? $clog2(Ways) : 1)-1:0] victim_o,
  output logic                                       victim_valid_o
);

  localparam int Levels  = $clog2(Ways);
  localparam int WayBits = (Ways > 1) ? Levels : 1;

  if (Ways < 1 || Ways > 16 || (Ways & (Ways - 1)) != 0) begin : gen_illegal
    cohgen_illegal_parameter u_plru ();
  end

  if (Ways == 1) begin : gen_one_way
    logic unused;
    assign unused         = ^touch_way_i;
    assign touched_o      = bits_i;
    assign victim_o       = '0;
    assign victim_valid_o = !locked_i[0];
  end else begin : gen_tree
    // Level l (root: 0) has nodes 2^l-1 .. 2^(l+1)-2; the path of a way there is its top l bits.
    for (genvar l = 0; l < Levels; l++) begin : gen_level
      for (genvar k = 0; k < (1 << l); k++) begin : gen_node
        localparam int Node = (1 << l) - 1 + k;
        assign touched_o[Node] = ((touch_way_i >> (Levels - l)) == WayBits'(k))
                               ? !touch_way_i[Levels-1-l] : bits_i[Node];
      end
    end

    // From the leaves up: whether all ways below a node are locked, and the way it would give.
    logic [2*Ways-2:0]  full;
    logic [WayBits-1:0] pick [0:2*Ways-2];

    always_comb begin
      for (int w = 0; w < Ways; w++) begin
        full[Ways-1+w] = locked_i[w];
        pick[Ways-1+w] = WayBits'(w);
      end
      for (int n = Ways - 2; n >= 0; n--) begin
        full[n] = full[2*n+1] && full[2*n+2];
        pick[n] = (full[2*n+1] || (bits_i[n] && !full[2*n+2])) ? pick[2*n+2] : pick[2*n+1];
      end
    end

    assign victim_o       = pick[0];
    assign victim_valid_o = !full[0];
  end

`ifdef COHGEN_FORMAL_PLRU
  `include "cohgen_plru_props.svh"
`endif

endmodule
