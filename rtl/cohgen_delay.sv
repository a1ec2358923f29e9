// A wire of given length: an element comes out Latency cycles after its push, in order, one a cycle.
//
//   Width    bits in an element,                                          1 and up
//   Latency  cycles from the push to the first cycle with pop_valid_o,    1 and up
//
// Both sides are valid/ready, as in cohgen_fifo. An element that is not taken in its cycle waits, and those
// behind it close up: up to Latency + 1 elements are inside. With a receiver that is always ready the sender
// is never held up. No output depends on an input of the same cycle.
//
//                  _____       _____       _____       _____
//   clk_i        _/     \_____/     \_____/     \_____/     \_____
//   push_valid_i __/~~~~~~~~~~~\__________________________________    push_data_i = A
//   pop_valid_o  __________________________________/~~~~~~~~~~~\__    pop_data_o  = A, Latency = 3
//   pop_ready_i  ______________________________/~~~~~~~~~~~~~~~~~~
//
// A bit travels beside the queue for each element, and counts it as ripe where it arrives: so the price of
// latency is one flip-flop a cycle beside those of the queue.

module cohgen_delay #(
  parameter int Width   = 8,
  parameter int Latency = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             push_valid_i,
  output logic             push_ready_o,
  input  logic [Width-1:0] push_data_i,

  output logic             pop_valid_o,
  input  logic             pop_ready_i,
  output logic [Width-1:0] pop_data_o
);

  localparam int Depth   = Latency + 1;
  localparam int CntBits = $clog2(Depth + 1);

  if (Latency < 1 || Width < 1) begin : gen_illegal
    cohgen_illegal_parameter u_delay ();
  end

  logic               queued;
  logic [CntBits-1:0] free;

  cohgen_fifo #(
    .Width (Width),
    .Depth (Depth)
  ) u_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .push_valid_i (push_valid_i),
    .push_ready_o (push_ready_o),
    .push_data_i  (push_data_i),
    .pop_valid_o  (queued),
    .pop_ready_i  (pop_ready_i && pop_valid_o),
    .pop_data_o   (pop_data_o),
    .free_o       (free)
  );

  if (Latency <= 1) begin : gen_short
    logic unused_free;

    assign unused_free = ^free;
    assign pop_valid_o = queued;
  end else begin : gen_long
    localparam int Stages = (Latency > 1) ? Latency - 1 : 1;

    logic [Stages-1:0]  travel_q, travel_d; // bit i: an element was pushed i + 1 cycles ago
    logic [CntBits-1:0] ripe_q;             // elements that have arrived and were not taken
    logic               arrive, pop;
    logic               unused_queue;

    assign unused_queue = ^{queued, free};
    assign arrive       = travel_q[Stages-1];
    assign pop_valid_o  = (ripe_q != '0);
    assign pop          = pop_valid_o && pop_ready_i;

    always_comb begin
      travel_d    = travel_q << 1;
      travel_d[0] = push_valid_i && push_ready_o;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        travel_q <= '0;
        ripe_q   <= '0;
      end else begin
        travel_q <= travel_d;
        if (arrive && !pop) ripe_q <= ripe_q + 1'b1;
        if (pop && !arrive) ripe_q <= ripe_q - 1'b1;
      end
    end

`ifdef COHGEN_ASSERT
    always @(posedge clk_i or negedge rst_ni) begin
      if (rst_ni === 1'b1) begin
        assert (ripe_q == '0 || queued) else $error("cohgen_delay: an element has arrived that is not there");
      end
    end
`endif

`ifdef COHGEN_FORMAL_DELAY
    `include "cohgen_delay_props.svh"
`endif
  end

endmodule
