// What cohgen_delay promises, by watching one element chosen freely among those pushed. Its data, and the order, are
// the queue's promise (cohgen_fifo_props.svh, compiled in as well).
    `include "reset.svh"

    (* anyseq *) logic f_pick;
    logic               f_watch_q;  // an element is under watch
    logic [CntBits-1:0] f_ahead_q;  // elements before it
    logic [7:0]         f_age_q;    // cycles since its push; stops at Latency
    logic [7:0]         f_travel;   // elements that have not arrived
    logic [7:0]         f_before;   // of these, older than the one under watch

    always @(posedge clk_i) begin
      if (!rst_ni) begin
        f_watch_q <= 1'b0;
      end else begin
        if (f_watch_q && f_age_q != 8'(Latency)) f_age_q <= f_age_q + 1'b1;
        if (f_watch_q && pop) begin
          if (f_ahead_q == '0) f_watch_q <= 1'b0;
          else                 f_ahead_q <= f_ahead_q - 1'b1;
        end
        if (!f_watch_q && f_pick && push_valid_i && push_ready_o) begin
          f_watch_q <= 1'b1;
          f_age_q   <= 8'd1;
          f_ahead_q <= CntBits'(Depth) - free - CntBits'(pop);
        end
      end
    end

    always @(*) begin
      f_travel = '0;
      f_before = '0;
      for (int i = 0; i < Stages; i++) begin
        f_travel = f_travel + 8'(travel_q[i]);
        if (8'(i) >= f_age_q) f_before = f_before + 8'(travel_q[i]);
      end
    end

    always @(*) begin
      if (rst_ni) begin
        // The interface: never early; and once it is first and old enough, it is offered.
        if (f_watch_q && f_ahead_q == '0 && f_age_q != 8'(Latency)) assert (!pop_valid_o);
        if (f_watch_q && f_ahead_q == '0 && f_age_q == 8'(Latency)) assert (pop_valid_o);
        assert (push_ready_o == (free != '0));

        // Why.
        assert (free <= CntBits'(Depth));
        assert (8'(Depth) - 8'(free) == 8'(ripe_q) + f_travel);
        assert (ripe_q <= CntBits'(Depth));
        if (f_watch_q) assert (f_age_q >= 8'd1 && f_age_q <= 8'(Latency));
        if (f_watch_q && f_age_q == 8'(Latency)) assert (f_ahead_q < ripe_q);
        if (f_watch_q && f_age_q != 8'(Latency)) begin
          assert (travel_q[f_age_q - 8'd1]);
          assert (8'(f_ahead_q) == 8'(ripe_q) + f_before);
        end
      end
    end
