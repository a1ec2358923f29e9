// What a load hit does in each stage, by names that the emitter gives every controller with a core port
// (gen/sv: choose.c, look.c, tags.c, data.c, words.c). note [hit]: docs/area.md. An array that is logic (note
// [arrays] of area.h) has a read register, rdata_q, in place of the macro's address.
#include "timing.h"

const cg_hit_stage CG_HIT[CG_HIT_STAGES] = {
    {"S0",
     "core port to the tag array's address",
     {"u_core_in.*", "core_req_*", NULL},
     {"u_tags.*raddr_i", "u_tags.*rdata_q", NULL},
     2},
    {"S1",
     "tag array to the data array's address and what S2 begins with",
     {"s1_*_q", "u_tags.*", "u_states.*", "u_flashed.*", "u_entry_states.*", "u_mshr.*", NULL},
     {"u_data.*raddr_i", "u_data.*rdata_q", "s2_way_q", "s2_has_way_q", "s2_state_q", NULL},
     2},
    {"S2",
     "data array to the answer to the core",
     {"s2_*_q", "u_data.*", "data_*_q", NULL},
     {"core_resp_valid_o", "core_resp_data_o", "core_resp_tid_o", NULL},
     1},
};
