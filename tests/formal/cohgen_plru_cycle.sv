// Of cohgen_plru's touches: from any bits, touching any way makes another one the victim, and touching
// the victim Ways times over visits every way once.
module cohgen_plru_cycle #(
  parameter int Ways = 4
) ();

  localparam int WayBits  = $clog2(Ways);
  localparam int NodeBits = Ways - 1;

  (* anyconst *) logic [NodeBits-1:0] bits;
  (* anyconst *) logic [WayBits-1:0]  way;

  logic [NodeBits-1:0] touched;
  logic [WayBits-1:0]  victim, unused_next;
  logic [NodeBits-1:0] unused_bits;
  logic                valid, unused_valid;

  cohgen_plru #(.Ways (Ways)) u_touch (
    .bits_i (bits), .touch_way_i (way), .touched_o (touched),
    .locked_i ('0), .victim_o (unused_next), .victim_valid_o (unused_valid)
  );

  cohgen_plru #(.Ways (Ways)) u_victim (
    .bits_i (touched), .touch_way_i ('0), .touched_o (unused_bits),
    .locked_i ('0), .victim_o (victim), .victim_valid_o (valid)
  );

  always @(*) assert (valid && victim != way);

  // Step s: the bits, the victim, and the ways that have been victims before.
  logic [(Ways+1)*NodeBits-1:0] chain;
  logic [(Ways+1)*Ways-1:0]     seen;

  assign chain[NodeBits-1:0] = bits;
  assign seen[Ways-1:0]      = '0;

  for (genvar s = 0; s < Ways; s++) begin : gen_step
    logic [WayBits-1:0] v;
    logic               unused_ok;
    cohgen_plru #(.Ways (Ways)) u_step (
      .bits_i (chain[s*NodeBits +: NodeBits]), .touch_way_i (v),
      .touched_o (chain[(s+1)*NodeBits +: NodeBits]),
      .locked_i ('0), .victim_o (v), .victim_valid_o (unused_ok)
    );
    assign seen[(s+1)*Ways +: Ways] = seen[s*Ways +: Ways] | (Ways'(1) << v);
  end

  always @(*) assert (seen[Ways*Ways +: Ways] == '1);

endmodule
