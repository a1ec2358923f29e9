// Yosys' latches as cells of OSU's libraries. Their liberty files say 0 of the area of LATCH; by their LEF files it is 5.6 um by 10 um in
// osu018, as a flip-flop, with 96 um2 in both, is 9.6 by 10.
module \$_DLATCH_P_ (input E, input D, output Q);
  LATCH _TECHMAP_REPLACE_ (.CLK (E), .D (D), .Q (Q));
endmodule

module \$_DLATCH_N_ (input E, input D, output Q);
  LATCH _TECHMAP_REPLACE_ (.CLK (~E), .D (D), .Q (Q));
endmodule
