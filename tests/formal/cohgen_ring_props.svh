// What cohgen_ring promises, by watching two entries chosen freely: each is live, with what was written last, from when it is taken
// to when it is given back; and a search does not find the one that was taken earlier while the other one is alike.
  `include "reset.svh"

  (* anyconst *) logic [I-1:0] f_a, f_b;
  logic                f_live_q, f_other_q;  // a is live; b is
  logic [DataBits-1:0] f_data_q, f_more_q;   // their data
  logic                f_newer_q;            // a was taken after b
  logic [I-1:0]        f_next_q;             // counts what is taken
  logic                f_takes_a, f_takes_b;

  assign f_takes_a = insert_i && tail_o == f_a;
  assign f_takes_b = insert_i && tail_o == f_b;

  always @(*) begin
    assume (32'(f_a) < Entries && 32'(f_b) < Entries && f_a != f_b);
    assume (!insert_i || (!full_o && !set_i));
    assume (!(set_i || remove_i) || found_o);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_live_q  <= 1'b0;
      f_other_q <= 1'b0;
      f_newer_q <= 1'b0;
      f_next_q  <= '0;
    end else begin
      if (insert_i) f_next_q <= (32'(f_next_q) + 1 == Entries) ? '0 : f_next_q + 1'b1;
      if (f_takes_a)                             f_live_q  <= 1'b1;
      else if (remove_i && found_o && at_o == f_a) f_live_q  <= 1'b0;
      if (f_takes_b)                             f_other_q <= 1'b1;
      else if (remove_i && found_o && at_o == f_b) f_other_q <= 1'b0;
      if (f_takes_a || (set_i && at_o == f_a)) f_data_q <= data_i;
      if (f_takes_b || (set_i && at_o == f_b)) f_more_q <= data_i;
      if (f_takes_a) f_newer_q <= 1'b1;
      if (f_takes_b) f_newer_q <= 1'b0;
    end
  end

  // How long ago an entry was taken, if each was taken once.
  function automatic logic [7:0] f_age(input logic [I-1:0] e);
    f_age = (e < tail_q) ? 8'(tail_q) - 8'(e) : 8'(tail_q) + 8'(Entries) - 8'(e);
  endfunction

  function automatic logic f_alike(input logic [DataBits-1:0] data);
    f_alike = ((data ^ match_i) & care_i) == '0;
  endfunction

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      assert (tail_o == f_next_q);
      if (tail_o == f_a) assert (full_o == f_live_q);
      if (!find_i) assert (!found_o);
      if (!found_o) assert (at_o == '0 && data_o == '0);
      if (found_o) assert (32'(at_o) < Entries);
      if (found_o && at_o == f_a) assert (f_live_q && data_o == f_data_q);
      if (find_i && !(Search && search_i)) assert (!found_o || at_o == at_i);
      if (find_i && !(Search && search_i) && at_i == f_a) assert (found_o == f_live_q);
      if (find_i && Search && search_i && found_o) assert (f_alike(data_o));
      if (find_i && Search && search_i && f_live_q && f_alike(f_data_q)) assert (found_o && (!f_newer_q || at_o != f_b));

      // Why.
      assert (tail_q <= Last);
      assert (live_q[f_a] == f_live_q && live_q[f_b] == f_other_q);
      if (f_live_q) assert (data_q[f_a*DataBits +: DataBits] == f_data_q);
      if (f_other_q) assert (data_q[f_b*DataBits +: DataBits] == f_more_q);
      if (f_newer_q) assert (f_age(f_a) < f_age(f_b) || (!f_other_q && f_b >= tail_q));
    end
  end
