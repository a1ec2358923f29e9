// What cohgen_divide promises: that of which there is one solution, without a division.
  localparam int Whole = DividendBits + Bits;
  always @(*) begin
    assert (Whole'(quotient_o) * Whole'(divisor_i) + Whole'(remainder_o) == Whole'(dividend_i) || divisor_i == '0);
    assert (Bits'(remainder_o) < Bits'(divisor_i) || divisor_i == '0);
    assert ((quotient_o == '1 && remainder_o == dividend_i) || divisor_i != '0);
  end
