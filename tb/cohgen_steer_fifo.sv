// A port's input queue in a steered model (COHGEN_STEER): cohgen_rollback_fifo seen from outside, but with a queue
// for each sender, any of which can be held. So messages of different senders reach the controller in any order
// that the harness wants; those of one sender keep theirs. It is no part of the design, only of the simulation.
//
// Each queue has room for Room messages more than the shipped one, so that a message that is held keeps nobody from
// sending to others.
// hold_i[s]: no message of sender s is shown. The queues that are not held are served round robin, beginning behind
// the one served last, or behind the one that had to go back.
module cohgen_steer_fifo #(
  parameter int Width       = 8, // as in cohgen_rollback_fifo, and so are the next two
  parameter int Depth       = 4,
  parameter int FlowThrough = 0,
  parameter int Room        = 0, // messages, 0 and up
  parameter int Sources     = 1, // senders, 1 and up
  parameter int SrcAt       = 0, // where in a message its sender's number begins; unused with one sender
  parameter int SrcBits     = 1, // bits of it
  parameter int Settle      = 2  // cycles from a take to its commit, 2 or 3
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [Sources-1:0]         hold_i, // bit s: sender s

  input  logic                       push_valid_i,
  output logic                       push_ready_o, // all queues have room
  input  logic [Width-1:0]           push_data_i,

  output logic                       valid_o,
  output logic [Width-1:0]           data_o,
  input  logic                       take_i,
  input  logic                       commit_i,
  input  logic                       rollback_i,
  output logic [Width-1:0]           oldest_o,

  output logic [$clog2(Depth+1)-1:0] free_o
);

  localparam int All = Depth + Room;
  localparam int FreeBits = $clog2(Depth + 1);
  localparam int Bits = (Sources > 1) ? $clog2(Sources) : 1;

  logic [Sources-1:0]       ready, valid, mine, pick;
  logic [Sources*Width-1:0] data, oldest;
  logic [Bits-1:0]          picked, last_q, far, ahead_q, taken_q; // whose message S0 takes, took last; goes to S1; is there, in S2

  if (Sources > 1) begin : gen_senders
    for (genvar s = 0; s < Sources; s++) begin : gen_mine
      assign mine[s] = push_data_i[SrcAt +: SrcBits] == SrcBits'(s);
    end
  end else begin : gen_one
    assign mine = 1'b1;
  end

  assign push_ready_o = &ready;

  for (genvar s = 0; s < Sources; s++) begin : gen_queue
    logic [$clog2(All+1)-1:0] queue_free;

    cohgen_rollback_fifo #(.Width(Width), .Depth(All), .FlowThrough(FlowThrough), .Oldest(1)) u_queue (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .push_valid_i(push_valid_i && push_ready_o && mine[s]), .push_ready_o(ready[s]), .push_data_i(push_data_i),
      .valid_o(valid[s]), .data_o(data[s*Width +: Width]), .take_i(take_i && pick[s]),
      .commit_i(commit_i && taken_q == Bits'(s)), .rollback_i(rollback_i),
      .oldest_o(oldest[s*Width +: Width]), .free_o(queue_free)
    );
    if (s == 0) begin : gen_free
      assign free_o = (int'(queue_free) > Depth) ? FreeBits'(Depth) : FreeBits'(queue_free);
    end else begin : gen_unused
      logic unused;
      assign unused = ^queue_free;
    end
  end

  always_comb begin
    pick = '0;
    picked = '0;
    for (int k = Sources; k >= 1; k--) begin // the smallest distance wins
      for (int s = 0; s < Sources; s++) begin
        if (s == (int'(last_q) + k) % Sources && valid[s] && !hold_i[s]) begin
          pick = Sources'(1) << s;
          picked = Bits'(s);
        end
      end
    end
    valid_o = pick != '0;
    data_o = '0;
    for (int s = 0; s < Sources; s++) data_o = data_o | (data[s*Width +: Width] & {Width{pick[s]}});
    oldest_o = '0;
    for (int s = 0; s < Sources; s++) if (taken_q == Bits'(s)) oldest_o = oldest[s*Width +: Width];
  end

  if (Settle > 2) begin : gen_later
    logic [Bits-1:0] far_q; // in S0b
    always_ff @(posedge clk_i) far_q <= picked;
    assign far = far_q;
  end else begin : gen_next
    assign far = picked;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q <= '0;
      ahead_q <= '0;
      taken_q <= '0;
    end else begin
      if (rollback_i) last_q <= taken_q;
      else if (take_i) last_q <= picked;
      ahead_q <= far;
      taken_q <= ahead_q;
    end
  end
endmodule
