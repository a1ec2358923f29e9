// What cohgen_arb_rr promises: the first requester at or after the pointer, and so fairness.
  `include "reset.svh"

  (* anyconst *) logic [7:0] f_me;  // any requester
  logic [7:0]   f_ptr_q;            // the pointer
  logic [7:0]   f_passed_q;         // advances that passed f_me over since it began to ask
  logic [7:0]   f_dist;             // from the pointer up to f_me, cyclically
  logic [7:0]   f_granted;          // the granted index
  logic         f_mine;

  always @(*) assume (f_me < 8'(N));

  always @(*) begin
    f_granted = '0;
    f_mine    = 1'b0;
    for (int i = 0; i < N; i++) begin
      if (grant_o[i]) f_granted = 8'(i);
      if (grant_o[i] && f_me == 8'(i)) f_mine = 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_ptr_q    <= '0;
      f_passed_q <= '0;
    end else begin
      if (advance_i && grant_o != '0) f_ptr_q <= (f_granted == 8'(N - 1)) ? '0 : f_granted + 8'd1;
      if (!(|(req_i & (N'(1) << f_me))) || (advance_i && f_mine)) f_passed_q <= '0;
      else if (advance_i) f_passed_q <= f_passed_q + 8'd1;
    end
  end

  assign f_dist = (f_me >= f_ptr_q) ? f_me - f_ptr_q : f_me + 8'(N) - f_ptr_q;

  always @(*) begin
    if (rst_ni) begin
      // The interface.
      assert ((grant_o & ~req_i) == '0);
      assert ((grant_o & (grant_o - 1'b1)) == '0);
      assert ((grant_o == '0) == (req_i == '0));
      assert (f_passed_q < 8'(N));
      // No requester between the pointer and the granted one.
      if (|(req_i & (N'(1) << f_me)) && f_granted >= f_ptr_q)
        assert (f_me >= f_granted || f_me < f_ptr_q);
      if (|(req_i & (N'(1) << f_me)) && f_granted < f_ptr_q)
        assert (f_me >= f_granted && f_me < f_ptr_q);

      // Why.
      assert (f_ptr_q < 8'(N));
      assert (mask_q == ({N{1'b1}} << f_ptr_q) || (f_ptr_q == '0 && mask_q == '0));
      assert (f_passed_q + f_dist < 8'(N));
    end
  end
