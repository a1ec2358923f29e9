# mesi_system.sv
# Nobody outside hears that memory answered with an error.
# by: memory port
# run: -w random -n 2000 -c mem_error=2
s/\.error_o(axi_error_o\[i\])/.error_o()/
s/^endmodule/  assign axi_error_o = '0;\nendmodule/
