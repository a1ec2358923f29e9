// What cohgen_fewer promises.
  logic [Width-1:0] f_rest;
  logic             f_lowest; // the bits that are set are the lowest
  always @(*) begin
    f_rest   = a_i;
    f_lowest = 1'b1;
    for (int k = 0; k < Most; k++) begin
      if (least_i[k]) f_rest = f_rest - 1'b1;
      if (k > 0 && least_i[k] && !least_i[k-1]) f_lowest = 1'b0;
    end
  end
  always @(*) begin
    assume (f_lowest);
    assert (rest_o == f_rest);
  end
