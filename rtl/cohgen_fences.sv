// Fences that wait: one bit a thread.
//
//   Threads   threads of the core,                                     1 and up
//   IdBits    bits of a thread's number,                               at least ceil(log2(Threads)), and 1
//   Pause     cycles without an offer after one that went back,        1 and up
//   Patience  cycles that an offer waits before it says that it is late, 1 and up
//   Settle    cycles from a take to its verdict,                        2 or 3
//
// push_i parks the fence of thread push_id_i, which has none parked. valid_o offers a parked fence, round robin; an
// offer that is taken (take_i, only with valid_o) is settled Settle cycles later (2 below): with done_i it is over, with retry_i
// it stays parked and is offered again after the others. Exactly one of the two is high in that cycle, and none in
// any other. Between an offer that went back and the next lie Pause cycles: a fence that waits costs little.
//
//               _____       _____       _____       _____       _____       _____       _____
//   clk_i     _/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____/     \_____
//   push_i    _/~~~~~~~~~~\________________________________________________________________________    push_id_i = 1
//   valid_o   _____________/~~~~~~~~~~\____________________________________/~~~~~~~~~~\____________    id_o = 1, Pause = 2
//   take_i    _____________/~~~~~~~~~~\____________________________________/~~~~~~~~~~\____________
//   retry_i   _________________________/~~~~~~~~~~\________________________________________________
//   done_i    _____________________________________________________________________________________/~~~
//
// late_o: the present offer has waited for Patience cycles. Ports that are served before fences then step back, or
// threads that spin on a word could keep the fence from which they wait to see a store.
//
// Latency: an offer in the cycle after the push. No output depends on an input of the same cycle.

module cohgen_fences #(
  parameter int Threads  = 4,
  parameter int IdBits   = 2,
  parameter int Pause    = 3,
  parameter int Patience = 8,
  parameter int Settle   = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              push_i,
  input  logic [IdBits-1:0] push_id_i,

  output logic              valid_o,
  output logic [IdBits-1:0] id_o,
  output logic              late_o,
  input  logic              take_i,
  input  logic              done_i,
  input  logic              retry_i
);

  localparam int PauseBits = $clog2(Pause + 1);
  localparam int WaitBits  = $clog2(Patience + 1);

  if (Threads < 1 || IdBits < 1 || Threads > (1 << IdBits) || Pause < 1 || Patience < 1 ||
      Settle < 2 || Settle > 3) begin : gen_illegal
    cohgen_illegal_parameter u_fences ();
  end

  logic [Threads-1:0]   parked_q, parked_d; // threads whose fence waits
  logic [Threads-1:0]   far_q;              // the one that is settled in two cycles, one-hot; 0: none
  logic [Threads-1:0]   ahead_q;            // ... in the next cycle
  logic [Threads-1:0]   taken_q;            // the one that is being settled in this cycle, likewise
  logic [Threads-1:0]   grant, taken;
  logic [PauseBits-1:0] pause_q;
  logic [WaitBits-1:0]  wait_q;

  cohgen_arb_rr #(
    .N (Threads)
  ) u_turn (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .req_i     (parked_q),
    .advance_i (take_i),
    .grant_o   (grant)
  );

  assign valid_o = parked_q != '0 && (far_q | ahead_q | taken_q) == '0 && pause_q == '0;
  assign taken   = grant & {Threads{take_i}};
  assign late_o  = wait_q == WaitBits'(Patience);

  always_comb begin
    id_o     = '0;
    parked_d = done_i ? parked_q & ~taken_q : parked_q;
    for (int t = 0; t < Threads; t++) begin
      if (grant[t]) id_o = id_o | IdBits'(t);
      if (push_i && push_id_i == IdBits'(t)) parked_d[t] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      parked_q <= '0;
      ahead_q  <= '0;
      taken_q  <= '0;
      pause_q  <= '0;
      wait_q   <= '0;
    end else begin
      parked_q <= parked_d;
      ahead_q  <= (Settle > 2) ? far_q : taken;
      taken_q  <= ahead_q;
      if (retry_i)            pause_q <= PauseBits'(Pause);
      else if (pause_q != '0) pause_q <= pause_q - 1'b1;
      if (!valid_o || take_i) wait_q <= '0;
      else if (!late_o)       wait_q <= wait_q + 1'b1;
    end
  end

  if (Settle > 2) begin : gen_far
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) far_q <= '0;
      else         far_q <= taken;
    end
  end else begin : gen_near
    assign far_q = '0;
  end

`ifdef COHGEN_ASSERT
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni === 1'b1) begin
      assert (!take_i || valid_o) else $error("cohgen_fences: taken without an offer");
      assert ((taken_q != '0) == (done_i || retry_i)) else $error("cohgen_fences: settled out of its cycle");
    end
  end
`endif

`ifdef COHGEN_FORMAL_FENCES
  `include "cohgen_fences_props.svh"
`endif

endmodule
