// A translation buffer: where pages of virtual addresses are. What it does not know it asks for.
//
//   Entries   pages that it knows,              2 and up
//   PageBits  bits of a page's number,          1 and up; its frame has as many
//   Patience  cycles that a page which has come waits to be wanted again, before another one is asked for, 1 to 255
//
//   find_i, page_i   looks for a page: found_o and its frame in the same cycle; frame_o is 0 if it is not found
//   want_i           with find_i: who looks waits for the frame. If it is not found, it is asked for
//   walk_*           asks for the frame of a page: valid stays until ready, with the same page
//   walked_*         the frame of the page that was asked for, in one cycle, some cycle after it was taken. It is found from the
//                    next cycle on
//
//                      _____       _____       _____       _____       _____       _____
//   clk_i            _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   find_i, want_i   __/~~~~~~~~~~~\_______________________________________/~~~~~~~~~~~\______   a page, and the same one again
//   found_o          ______________________________________________________/~~~~~~~~~~~\______
//   walk_valid_o     ______________/~~~~~~~~~~~\______________________________________________
//   walk_ready_i     ______________/~~~~~~~~~~~\______________________________________________
//   walked_valid_i   __________________________________________/~~~~~~~~~~~\___________________
//
// One walk at a time; what is wanted meanwhile has to be wanted again. A page that comes takes the place of the one that came
// first, so it is found for as long as Entries - 1 others come. Those who wait want their pages again in turn: so that they do
// not drive out each other's for ever, a page that has come is there until it has been found by one who wants it, or for Patience
// cycles if nobody does any more. found_o and frame_o depend on find_i and page_i of the same cycle. A page is in one entry at
// most. What is known is never forgotten but so: a page does not move.

module cohgen_tlb #(
  parameter int Entries  = 64,
  parameter int PageBits = 20,
  parameter int Patience = 255
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                find_i,
  input  logic [PageBits-1:0] page_i,
  input  logic                want_i,
  output logic                found_o,
  output logic [PageBits-1:0] frame_o,

  output logic                walk_valid_o,
  input  logic                walk_ready_i,
  output logic [PageBits-1:0] walk_page_o,
  input  logic                walked_valid_i,
  input  logic [PageBits-1:0] walked_frame_i
);

  if (Entries < 2 || PageBits < 1 || Patience < 1 || Patience > 255) begin : gen_illegal
    cohgen_illegal_parameter u_tlb ();
  end

  localparam int NumberBits = $clog2(Entries);

  logic [Entries-1:0]          used_q, hit;
  logic [Entries*PageBits-1:0] page_q, frame_q;
  logic [NumberBits-1:0]       oldest_q; // the entry that is taken next
  logic                        asks_q, waits_q, new_q; // walk_page_o: until it is taken, until it comes, until it is found
  logic [7:0]                  left_q; // cycles until others may come
  logic                        idle;

  assign found_o      = hit != '0;
  assign walk_valid_o = asks_q;
  assign idle         = !asks_q && !waits_q && !new_q;

  always_comb begin
    frame_o = '0;
    for (int e = 0; e < Entries; e++) frame_o = frame_o | ({PageBits{hit[e]}} & frame_q[e*PageBits +: PageBits]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asks_q   <= 1'b0;
      waits_q  <= 1'b0;
      new_q    <= 1'b0;
      oldest_q <= '0;
    end else begin
      if (asks_q && walk_ready_i) asks_q <= 1'b0;
      if (asks_q && walk_ready_i) waits_q <= 1'b1;
      if (waits_q && walked_valid_i) begin
        waits_q  <= 1'b0;
        new_q    <= 1'b1;
        oldest_q <= oldest_q == NumberBits'(Entries - 1) ? '0 : oldest_q + 1'b1;
      end
      if (new_q && (left_q == '0 || (find_i && want_i && page_i == walk_page_o))) new_q <= 1'b0;
      if (find_i && want_i && !found_o && idle) asks_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (idle) walk_page_o <= page_i;
    left_q <= waits_q ? 8'(Patience - 1) : left_q - 8'(left_q != '0);
  end

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic takes;

    assign hit[e] = find_i && used_q[e] && page_q[e*PageBits +: PageBits] == page_i;
    assign takes  = waits_q && walked_valid_i && oldest_q == NumberBits'(e);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)    used_q[e] <= 1'b0;
      else if (takes) used_q[e] <= 1'b1;
    end

    always_ff @(posedge clk_i)
      if (takes) begin
        page_q[e*PageBits +: PageBits]  <= walk_page_o;
        frame_q[e*PageBits +: PageBits] <= walked_frame_i;
      end
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!walked_valid_i || waits_q) else $error("cohgen_tlb: walked_valid_i, and no page was asked for");
      assert (!want_i || find_i) else $error("cohgen_tlb: want_i without find_i");
    end
  end
`endif

`ifdef COHGEN_FORMAL_TLB
  `include "cohgen_tlb_props.svh"
`endif
endmodule
