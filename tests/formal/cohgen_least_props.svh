// What cohgen_least promises.
  logic [31:0] f_set;
  always @(*) begin
    f_set = '0;
    for (int i = 0; i < Bits; i++) f_set = f_set + 32'(bits_i[i]);
    for (int k = 0; k < Bits; k++) assert (least_o[k] == (f_set > 32'(k)));
  end
