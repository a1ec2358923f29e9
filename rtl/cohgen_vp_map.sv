// The VP-map of a stash: translations of the pages that are mapped, both ways (M. D. Sinclair, Efficient Coherence and
// Consistency for Specialized Memory Hierarchies, 2017, 4.5.1 and 4.5.2).
//
//   Pages      pages,                                                       2 and up
//   Maps       entries of the stash-map, a ring,                            2 and up
//   PageBits   bits of an address inside a page (12: pages of 4 KB); a page's number has that many fewer,  1 and up
//   VirtBits   bits of a virtual address,                                   more than PageBits
//   PhysBits   bits of a physical address,                                  more than PageBits
//
// A page is here once, with its virtual number (the TLB looks for that), its physical one as soon as it is known (the RTLB
// looks for that), and the newest stash-map entry that maps it. tail_i is the entry that the next AddMap takes: the oldest,
// and the one before it is the newest.
//
//   ins_*   a page of stash-map entry ins_map_i, one a cycle; taken with valid and ready. A page that is here points to the
//           newer of both entries then. ins_known_i: with its physical number
//   rm_i    entry rm_map_i is gone: what points to it is removed. In the order of age: an entry that is older has no pages then
//   want_*  ins_* waits because all places are taken: entry want_map_o has to leave, and be removed (its data written back,
//           which the stash-map asks). It is the oldest that has pages here, and not ins_map_i. With too_large_o there is none:
//           the tile has more pages than fit, and ins_* is refused: not inserted, but taken
//   fill_*  the physical number of a page that is here. fill_bad_o: it is another page's, or the page has another one
//           already; nothing changes then
//   tl_*    looks for a virtual page: tl_here_o, and with tl_known_o its number
//   rl_*    looks for a physical page: rl_here_o, its virtual number and its entry
//
//                _____       _____       _____       _____       _____
//   clk_i      _/     \_____/     \_____/     \_____/     \_____/     \_____
//   ins_valid_i __/~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\____________
//   ins_ready_o __/~~~~~~~~~~~\_______________________/~~~~~~~~~~~\________   a page; one that waits for a place
//   want_valid_o _______________________/~~~~~~~~~~~\______________________
//   rm_i        ________________________/~~~~~~~~~~~\______________________
//
// want_valid_o comes 0 to Maps cycles after the page. A page that some entry maps is here until that entry is removed: so the
// RTLB does not miss for it. All outputs but want_map_o depend on inputs of the same cycle.

module cohgen_vp_map #(
  parameter int Pages    = 64,
  parameter int Maps     = 64,
  parameter int PageBits = 12,
  parameter int VirtBits = 32,
  parameter int PhysBits = 32
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [$clog2(Maps)-1:0]      tail_i,

  input  logic                         ins_valid_i,
  output logic                         ins_ready_o,
  output logic                         too_large_o,
  input  logic [VirtBits-PageBits-1:0] ins_virt_i,
  input  logic [$clog2(Maps)-1:0]      ins_map_i,
  input  logic                         ins_known_i,
  input  logic [PhysBits-PageBits-1:0] ins_phys_i,
  output logic                         want_valid_o,
  output logic [$clog2(Maps)-1:0]      want_map_o,

  input  logic                         rm_i,
  input  logic [$clog2(Maps)-1:0]      rm_map_i,

  input  logic                         fill_i,
  input  logic [VirtBits-PageBits-1:0] fill_virt_i,
  input  logic [PhysBits-PageBits-1:0] fill_phys_i,
  output logic                         fill_bad_o,

  input  logic [VirtBits-PageBits-1:0] tl_virt_i,
  output logic                         tl_here_o,
  output logic                         tl_known_o,
  output logic [PhysBits-PageBits-1:0] tl_phys_o,

  input  logic [PhysBits-PageBits-1:0] rl_phys_i,
  output logic                         rl_here_o,
  output logic [VirtBits-PageBits-1:0] rl_virt_o,
  output logic [$clog2(Maps)-1:0]      rl_map_o
);

  if (Pages < 2 || Maps < 2 || PageBits < 1 || VirtBits <= PageBits || PhysBits <= PageBits) begin : gen_illegal
    cohgen_illegal_parameter u_vp_map ();
  end

  localparam int V = VirtBits - PageBits;
  localparam int P = PhysBits - PageBits;
  localparam int M = $clog2(Maps);
  localparam logic [M-1:0] Last = M'(Maps - 1);

  logic [Pages-1:0]   used_q, known_q;
  logic [Pages*V-1:0] virt_q;
  logic [Pages*P-1:0] phys_q;
  logic [Pages*M-1:0] map_q;
  logic [Pages-1:0]   ins_hit, fill_hit, fill_other, ins_other, tl_hit, rl_hit, others, scanned;
  logic [Pages-1:0]   free, place; // place: the lowest of the free ones
  logic [M-1:0]       scan_q;
  logic               waits, ins, ins_bad;

  // How much newer than the oldest entry this one is.
  function automatic logic [M-1:0] age(input logic [M-1:0] map, input logic [M-1:0] tail);
    age = (map >= tail) ? map - tail : map + M'(Maps) - tail;
  endfunction

  assign free  = ~used_q;
  assign place = free & (~free + 1'b1);
  assign waits = ins_valid_i && ins_hit == '0 && free == '0;
  assign too_large_o  = waits && others == '0;
  assign ins_ready_o  = !rm_i && (!waits || too_large_o);
  assign ins          = ins_valid_i && ins_ready_o && !too_large_o;
  assign ins_bad      = ins_other != '0; // its physical number is that of another page
  assign want_valid_o = waits && !too_large_o && scanned != '0 && scan_q != ins_map_i;
  assign want_map_o   = scan_q;
  assign fill_bad_o   = fill_i && fill_other != '0;

  // Who has to leave: entries from the oldest one on, until one has pages.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)              scan_q <= '0;
    else if (!waits)          scan_q <= tail_i;
    else if (!want_valid_o)   scan_q <= (scan_q == Last) ? '0 : scan_q + 1'b1;
  end

  for (genvar p = 0; p < Pages; p++) begin : gen_page
    logic [V-1:0] virt;
    logic [P-1:0] phys;
    logic [M-1:0] map;
    logic         makes, fills;

    assign virt = virt_q[p*V +: V];
    assign phys = phys_q[p*P +: P];
    assign map  = map_q[p*M +: M];

    assign ins_hit[p]    = used_q[p] && virt == ins_virt_i;
    assign tl_hit[p]     = used_q[p] && virt == tl_virt_i;
    assign rl_hit[p]     = used_q[p] && known_q[p] && phys == rl_phys_i;
    assign fill_hit[p]   = used_q[p] && virt == fill_virt_i;
    // Another page has the number, or this one has another number.
    assign fill_other[p] = used_q[p] && known_q[p] && (phys == fill_phys_i) != (virt == fill_virt_i);
    assign ins_other[p]  = used_q[p] && known_q[p] && phys == ins_phys_i;
    assign others[p]     = used_q[p] && map != ins_map_i;
    assign scanned[p]    = used_q[p] && map == scan_q;

    assign makes = ins && ins_hit == '0 && place[p];
    assign fills = fill_i && !fill_bad_o && fill_hit[p] && !known_q[p];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[p]  <= 1'b0;
        known_q[p] <= 1'b0;
      end else begin
        used_q[p] <= makes || (used_q[p] && !(rm_i && map == rm_map_i));
        if (makes)      known_q[p] <= ins_known_i && !ins_bad && !(fill_i && fill_phys_i == ins_phys_i);
        else if (fills) known_q[p] <= 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (makes) virt_q[p*V +: V] <= ins_virt_i;
      if (makes) phys_q[p*P +: P] <= ins_phys_i;
      else if (fills) phys_q[p*P +: P] <= fill_phys_i;
      if (makes || (ins && ins_hit[p] && age(ins_map_i, tail_i) > age(map, tail_i))) map_q[p*M +: M] <= ins_map_i;
    end
  end

  assign tl_here_o = tl_hit != '0;
  assign rl_here_o = rl_hit != '0;

  always_comb begin
    tl_known_o = (tl_hit & known_q) != '0;
    tl_phys_o  = '0;
    rl_virt_o  = '0;
    rl_map_o   = '0;
    for (int p = 0; p < Pages; p++) begin
      tl_phys_o = tl_phys_o | (phys_q[p*P +: P] & {P{tl_hit[p]}});
      rl_virt_o = rl_virt_o | (virt_q[p*V +: V] & {V{rl_hit[p]}});
      rl_map_o  = rl_map_o | (map_q[p*M +: M] & {M{rl_hit[p]}});
    end
  end

`ifdef COHGEN_FORMAL_VP_MAP
  `include "cohgen_vp_map_props.svh"
`endif

endmodule
