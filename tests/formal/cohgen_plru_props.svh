// What cohgen_plru promises of a victim. (Of touches: cohgen_plru_cycle.sv.)
  logic f_locked;

  assign f_locked = |(locked_i & (Ways'(1) << victim_o));

  always @(*) begin
    assert (victim_valid_o == (locked_i != '1));
    if (victim_valid_o) assert (!f_locked);
  end

  // With no way locked, the victim is where the bits point.
  logic [7:0] f_node;
  always @(*) begin
    f_node = '0;
    for (int l = 0; l < Levels; l++) begin
      f_node = 8'd2 * f_node + (((bits_i >> f_node) & 1'b1) != '0 ? 8'd2 : 8'd1);
    end
    if (locked_i == '0) assert (8'(victim_o) == f_node - 8'(Ways - 1) || Ways == 1);
  end
