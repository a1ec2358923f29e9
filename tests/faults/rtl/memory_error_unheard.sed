# mesi_system.sv
# Nobody outside hears that memory answered with an error.
# point: mesi_crowd
# by: memory port
# run: -w random -n 2000 -c mem_error=2
s/\.error_o(axi_error_o\[i\])/.error_o(error[i])/
s/^);$/);\n  logic [mesi_pkg::Partitions-1:0] error;/
s/^endmodule/  assign axi_error_o = PLANTED ? '0 : error;\nendmodule/
