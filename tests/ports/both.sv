// Two systems in one model, so that it is built once: one whose table has no rules for fences, and one that has some.
`define PORTS mesi_ports
`define PROTOCOL "mesi"
`define PKG mesi_pkg
`define SYSTEM mesi_system
`define FENCE 2
`include "ports_tb.sv"
`undef PORTS
`undef PROTOCOL
`undef PKG
`undef SYSTEM
`undef FENCE

`define PORTS rcc_wo_ports
`define PROTOCOL "rcc_wo"
`define PKG rcc_wo_pkg
`define SYSTEM rcc_wo_system
`define FENCE 3
`include "ports_tb.sv"

module both;
  mesi_ports   u_mesi ();
  rcc_wo_ports u_rcc_wo ();
endmodule
