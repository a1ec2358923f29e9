// What cohgen_tlb promises, by watching a page chosen freely, whose frame is always the same: when it is found, it is at that
// frame; one walk is under way at a time, for the page that was wanted; what comes stays while Entries - 1 others come, and until
// it has been wanted again, for Patience cycles.
  `include "reset.svh"

  (* anyconst *) logic [PageBits-1:0] f_page, f_frame;
  logic       f_known_q;   // it has come, and not as many others behind it as there are entries
  logic [7:0] f_behind_q;  // pages that have come since
  logic       f_asked_q;   // it was wanted when no walk was under way, and that walk is not over
  logic [7:0] f_since_q;   // cycles since it has come
  logic       f_used_q;    // it has been wanted since
  logic [7:0] f_here;
  logic       f_comes, f_idle;

  assign f_comes = waits_q && walked_valid_i;
  assign f_idle  = !asks_q && !waits_q && !new_q;

  always @(*) begin
    assume (!want_i || find_i);
    assume (!walked_valid_i || waits_q);
    assume (!walked_valid_i || walk_page_o != f_page || walked_frame_i == f_frame);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_known_q  <= 1'b0;
      f_behind_q <= '0;
      f_asked_q  <= 1'b0;
    end else begin
      if (f_comes && walk_page_o == f_page) begin
        f_known_q  <= 1'b1;
        f_behind_q <= '0;
        f_since_q  <= '0;
        f_used_q   <= 1'b0;
      end else if (f_comes && f_known_q) begin
        f_known_q  <= f_behind_q != 8'(Entries - 1);
        f_behind_q <= f_behind_q + 8'd1;
      end
      if (!(f_comes && walk_page_o == f_page) && f_since_q != '1) f_since_q <= f_since_q + 8'd1;
      if (!(f_comes && walk_page_o == f_page) && find_i && want_i && page_i == f_page) f_used_q <= 1'b1;
      if (f_idle) f_asked_q <= find_i && want_i && !found_o && page_i == f_page;
      if (f_comes) f_asked_q <= 1'b0;
    end
  end

  always @(*) begin
    f_here = '0;
    for (int e = 0; e < Entries; e++)
      if (used_q[e] && page_q[e*PageBits +: PageBits] == f_page) begin
        f_here = f_here + 8'd1;
        if (rst_ni) assert (frame_q[e*PageBits +: PageBits] == f_frame);
        // The entry it is in is as far from the next one as pages have come since.
        if (rst_ni) assert (8'(e) + 8'd1 + f_behind_q == 8'(oldest_q) || 8'(e) + 8'd1 + f_behind_q == 8'(oldest_q) + 8'(Entries));
      end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (find_i && page_i == f_page) assert (found_o == f_known_q);
      if (found_o && page_i == f_page) assert (frame_o == f_frame);
      if (!found_o) assert (frame_o == '0);
      if (!find_i) assert (!found_o);
      assert (!asks_q || !waits_q);
      if (f_asked_q) assert ((asks_q || waits_q) && walk_page_o == f_page);
      // Nothing is asked for before it has been wanted again, or Patience cycles have passed.
      if (f_known_q && f_behind_q == '0 && (asks_q || waits_q)) assert (f_used_q || f_since_q >= 8'(Patience));

      // Why.
      assert (f_here == 8'(f_known_q));
      assert (8'(oldest_q) < 8'(Entries));
      if (f_known_q) assert (f_behind_q < 8'(Entries));
      if ((asks_q || waits_q) && walk_page_o == f_page) assert (!f_known_q && f_asked_q);
      if (new_q) assert (!asks_q && !waits_q && left_q < 8'(Patience));
      if (new_q && walk_page_o == f_page) assert (f_known_q && f_behind_q == '0 && !f_used_q && f_since_q + left_q == 8'(Patience - 1));
      if (f_known_q && f_behind_q == '0 && !(new_q && walk_page_o == f_page)) assert (f_used_q || f_since_q >= 8'(Patience));
      if (f_known_q && f_behind_q == '0 && new_q) assert (walk_page_o == f_page);
    end
  end

  // What is asked for stays until it is taken.
  logic                f_asks_q;
  logic [PageBits-1:0] f_walk_q;
  always @(posedge clk_i) begin
    f_asks_q <= rst_ni && asks_q && !walk_ready_i;
    f_walk_q <= walk_page_o;
    if (rst_ni && f_asks_q) assert (asks_q && walk_page_o == f_walk_q);
  end
