// What cohgen_vp_map promises, by watching a page and a stash-map entry that maps it, chosen freely: the page is here as long as
// the entry is, and once its physical number is known the RTLB finds it.
  `include "reset.svh"

  (* anyconst *) logic [V-1:0] f_virt;
  (* anyconst *) logic [M-1:0] f_map;
  logic         f_maps_q;   // the entry maps the page
  logic         f_known_q;  // the page's number is known
  logic [P-1:0] f_phys_q;
  logic [M-1:0] f_tail_q;   // the tail in the last cycle
  logic         f_run1_q;
  logic         f_ins, f_filled, f_here, f_newer, f_rl;
  logic [7:0]   f_count;
  logic [P-1:0] f_phys;
  logic         f_known;

  assign f_ins    = ins_valid_i && ins_ready_o && !too_large_o && ins_virt_i == f_virt;
  assign f_filled = fill_i && !fill_bad_o && fill_virt_i == f_virt;

  // The stash-map: entries leave in the order of age; the tail moves on when the entry there has left.
  always @(*) begin
    assume (32'(f_map) < Maps && 32'(tail_i) < Maps && 32'(ins_map_i) < Maps && 32'(rm_map_i) < Maps);
    if (rst_ni && f_run1_q) assume (tail_i == f_tail_q || tail_i == ((f_tail_q == Last) ? '0 : f_tail_q + 1'b1));
    if (rst_ni && f_run1_q && tail_i != f_tail_q && f_maps_q) assume (f_map != f_tail_q);
    if (rst_ni && rm_i && f_maps_q && rm_map_i != f_map) assume (age(f_map, tail_i) > age(rm_map_i, tail_i));
  end

  always @(posedge clk_i) begin
    f_run1_q <= rst_ni;
    f_tail_q <= tail_i;
    if (!rst_ni) begin
      f_maps_q <= 1'b0;
    end else begin
      if (f_ins && ins_map_i == f_map) f_maps_q <= 1'b1;
      else if (rm_i && rm_map_i == f_map) f_maps_q <= 1'b0;
    end
  end

  // The page in the module.
  always @(*) begin
    f_here  = 1'b0;
    f_newer = 1'b0;
    f_known = 1'b0;
    f_phys  = '0;
    f_count = '0;
    f_rl    = 1'b0;
    for (int p = 0; p < Pages; p++) begin
      if (used_q[p] && virt_q[p*V +: V] == f_virt) begin
        f_here  = 1'b1;
        f_count = f_count + 8'd1;
        f_newer = age(map_q[p*M +: M], tail_i) >= age(f_map, tail_i);
        f_known = known_q[p];
        f_phys  = phys_q[p*P +: P];
      end
    end
  end

  // What was known in the last cycle stays, while the entry maps the page.
  always @(posedge clk_i) begin
    f_known_q <= rst_ni && (f_known || (f_filled && f_here)) && f_maps_q && !(rm_i && rm_map_i == f_map);
    f_phys_q  <= f_known ? f_phys : fill_phys_i;
  end

  for (genvar f_p = 0; f_p < Pages; f_p++) begin : gen_f_page
    always @(*) begin
      if (rst_ni && used_q[f_p]) begin
        assert (32'(map_q[f_p*M +: M]) < Maps);
        // No page is here twice, and no number is that of two pages.
        for (int q = 0; q < Pages; q++) begin
          if (q != f_p && used_q[q]) begin
            assert (virt_q[q*V +: V] != virt_q[f_p*V +: V]);
            assert (!(known_q[q] && known_q[f_p]) || phys_q[q*P +: P] != phys_q[f_p*P +: P]);
          end
        end
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface: a page that an entry maps is here; the RTLB finds what the TLB knows.
      if (f_maps_q && tl_virt_i == f_virt) assert (tl_here_o);
      if (f_maps_q && f_known_q && tl_virt_i == f_virt) assert (tl_known_o && tl_phys_o == f_phys_q);
      if (f_maps_q && f_known_q && rl_phys_i == f_phys_q)
        assert (rl_here_o && rl_virt_o == f_virt && age(rl_map_o, tail_i) >= age(f_map, tail_i));
      // What waits is told whom to remove, unless nobody can be.
      if (want_valid_o) assert (!ins_ready_o && want_map_o != ins_map_i);
      if (ins_valid_i && !ins_ready_o && !rm_i) assert (used_q == '1);

      // Why.
      assert (32'(scan_q) < Maps);
      assert (f_count <= 8'd1);
      if (f_maps_q) assert (f_here && f_newer);
      if (f_maps_q && f_known_q) assert (f_known && f_phys == f_phys_q);
    end
  end
