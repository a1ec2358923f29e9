// Two systems in one model, so that it is built once: one whose table has no rules for fences, and one that has some. With
// THIRD a third one, whose table has rules for acquires and releases.
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

`ifdef THIRD
`undef PORTS
`undef PROTOCOL
`undef PKG
`undef SYSTEM
`undef FENCE
`define PORTS dd_ports
`define PROTOCOL "dd"
`define PKG dd_pkg
`define SYSTEM dd_system
`define FENCE 10
`define ORDER
`include "ports_tb.sv"
`endif

module both;
  mesi_ports   u_mesi ();
  rcc_wo_ports u_rcc_wo ();
`ifdef THIRD
  dd_ports     u_dd ();
`endif
endmodule
