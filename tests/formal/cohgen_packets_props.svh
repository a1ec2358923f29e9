// What cohgen_packets promises, by induction: the flits that are taken while it says who may are those of one packet after
// the other, and each began where it was let in.
  `include "reset.svh"

  // The crossbar takes what is open, and shows what it takes: tests/formal/cohgen_packet_xbar.sv. Some inputs may show
  // packets of one flit only, and any source.
  (* anyconst *) logic [In-1:0] f_short;
  (* anyconst *) logic [SrcBits-1:0] f_any; // an input
  (* anyseq *) logic [SrcBits-1:0] f_port; // the input whose flit is taken
  always @(*) begin
    assume ((f_short & ~in_last_i) == '0);
    assume (32'(f_any) < In);
    if (rst_ni && taken_i) begin
      assume (32'(f_port) < In && open_o[f_port] && last_i == in_last_i[f_port]);
      assume (src_i == f_port || f_short[f_port]);
    end
  end

  logic               f_inside_q; // in a packet, by the flits that were taken
  logic [SrcBits-1:0] f_src_q;    // whose
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      f_inside_q <= 1'b0;
    end else if (taken_i) begin
      f_inside_q <= !last_i;
      f_src_q    <= src_i;
    end
  end

  always @(*) begin
    if (rst_ni) begin
      if (taken_i && f_inside_q) assert (f_port == f_src_q);
      if (taken_i && !f_inside_q) assert (open_i[f_port] && (last_i || lines_i[f_port]));
      if (f_inside_q) assert (open_o[f_src_q]); // what has begun can end
      // A packet of several flits that is not under way is let in just where it is not said to be kept out.
      if (!in_last_i[f_any] && !(f_inside_q && f_src_q == f_any)) assert (open_o[f_any] == !closed_o[f_any]);
      assert (inside_q == (f_inside_q ? In'(1) << f_src_q : '0));
      assert (!f_inside_q || (32'(f_src_q) < In && !f_short[f_src_q]));
    end
  end
