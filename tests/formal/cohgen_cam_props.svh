// What cohgen_cam promises, by watching a key chosen freely: it is found exactly while it is in, with what was written last; and
// by counting.
  `include "reset.svh"

  (* anyconst *) logic [KeyBits-1:0] f_key;
  logic                f_in_q;    // the key is in
  logic [DataBits-1:0] f_data_q;  // with these data
  logic [7:0]          f_used_q;  // keys that are in
  logic [7:0]          f_here, f_used;
  logic                f_mine;

  assign f_mine = find_i && key_i == f_key;

  always @(*) begin
    assume (!insert_i || (find_i && !found_o && !full_o));
    assume (!(set_i || remove_i) || found_o);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_in_q   <= 1'b0;
      f_used_q <= '0;
    end else begin
      f_used_q <= f_used_q + 8'(insert_i) - 8'(remove_i);
      if (f_mine && insert_i) f_in_q <= 1'b1;
      if (f_mine && remove_i) f_in_q <= 1'b0;
      if (f_mine && (insert_i || set_i)) f_data_q <= data_i;
    end
  end

  // Entries with the key, and all that are used.
  always @(*) begin
    f_here = '0;
    f_used = '0;
    for (int e = 0; e < Entries; e++) begin
      f_used = f_used + 8'(used_q[e]);
      if (used_q[e] && key_q[e*KeyBits +: KeyBits] == f_key) begin
        f_here = f_here + 8'd1;
        if (rst_ni) assert (data_q[e*DataBits +: DataBits] == f_data_q);
      end
    end
  end

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      if (f_mine) assert (found_o == f_in_q);
      if (f_mine && f_in_q) assert (data_o == f_data_q);
      if (!found_o) assert (data_o == '0);
      if (!find_i) assert (!found_o);
      assert (full_o == (f_used_q == 8'(Entries)));

      // Why.
      assert (f_here == 8'(f_in_q));
      assert (f_used == f_used_q);
    end
  end

  // No key is in two entries.
  for (genvar f_e = 0; f_e < Entries; f_e++) begin : gen_f_entry
    always @(*) begin
      for (int e = 0; e < Entries; e++) begin
        if (rst_ni && e != f_e && used_q[e] && used_q[f_e])
          assert (key_q[e*KeyBits +: KeyBits] != key_q[f_e*KeyBits +: KeyBits]);
      end
    end
  end
