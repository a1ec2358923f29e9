// What cohgen_sum promises.
  always @(*) assert (sum_o == {1'b0, a_i} + {1'b0, b_i});
