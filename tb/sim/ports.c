#include "ports.h"

#include <string.h>

#include "lang/command.h"
#include "lang/local.h"

static void drive_command(const cg_ports *p, const cg_geometry *g, unsigned core, const cg_request *r) {
    const unsigned first = core * (unsigned)g->command_bits;
    cg_port_set(p->core_req_command, first, (unsigned)cg_command_number_bits(g->command), r->command);
    for (int k = 0; k < g->command->n_operands; k++)
        cg_port_set(p->core_req_command, first + (unsigned)cg_operand_at(g->command, k),
                    (unsigned)g->command->operands[k].field.type.width, r->operands[k]);
}

void cg_core_drive(const cg_ports *p, const cg_geometry *g, int core, const cg_request *r, int tid) {
    unsigned i = (unsigned)core, a = (unsigned)g->addr_bits, t = (unsigned)g->tid_bits;
    cg_port_set(p->core_req_valid, i, 1, r != NULL);
    if (r == NULL) return;
    cg_port_set(p->core_req_op, i * 2, 2, r->op);
    cg_port_set(p->core_req_order, i * (unsigned)g->marks, (unsigned)g->marks, r->order);
    cg_port_set(p->core_req_space, i, 1, cg_addr_is_local(r->addr));
    cg_port_set(p->core_req_addr, i * a, a, cg_addr_place(r->addr));
    cg_port_set(p->core_req_tid, i * t, t, (uint64_t)tid);
    p->core_req_wdata[i] = r->data;
    // Of other operations it does not count (docs/ports.md): any bits will do.
    const uint64_t mask = r->op == CG_STORE ? r->mask : r->addr >> 2 ^ (unsigned)tid;
    cg_port_set(p->core_req_wmask, i * 4, 4, mask & 0xf);
    cg_port_set(p->core_req_aop, i * 4, 4, r->aop);
    p->core_req_cmp[i] = r->compare;
    if (g->command) drive_command(p, g, i, r);
}

int cg_core_response_get(const cg_ports *p, const cg_geometry *g, int core, uint32_t *data) {
    unsigned i = (unsigned)core, t = (unsigned)g->tid_bits;
    *data = p->core_resp_data[i];
    return (int)cg_port_get(p->core_resp_tid, i * t, t);
}

typedef struct {
    const uint32_t *valid, *id, *addr, *len, *size, *burst, *kind;
} address_channel;

#define ADDRESS_CHANNEL(p, a)                                                                                \
    &(const address_channel) {                                                                               \
        (p)->a##valid, (p)->a##id, (p)->a##addr, (p)->a##len, (p)->a##size, (p)->a##burst, (p)->a##kind      \
    }

static void sample_address(const address_channel *c, const cg_geometry *g, unsigned i, cg_axi_address *to) {
    const unsigned a = (unsigned)g->addr_bits, id = (unsigned)g->axi_id_bits;
    to->valid = cg_port_get(c->valid, i, 1);
    if (!to->valid) return;
    to->id = (unsigned)cg_port_get(c->id, i * id, id);
    to->addr = cg_port_get(c->addr, i * a, a);
    to->len = (unsigned)cg_port_get(c->len, i * 8, 8);
    to->size = (unsigned)cg_port_get(c->size, i * 3, 3);
    to->burst = (unsigned)cg_port_get(c->burst, i * 2, 2);
    const unsigned kind = (unsigned)cg_port_get(c->kind, i * 16, 16); // as tb_top.sv puts it together
    to->lock = kind >> 15;
    to->cache = kind >> 11 & 15;
    to->prot = kind >> 8 & 7;
    to->qos = kind >> 4 & 15;
    to->region = kind & 15;
}

void cg_axi_sample(const cg_ports *p, const cg_geometry *g, int partition, cg_axi_master *m) {
    const unsigned i = (unsigned)partition, d = (unsigned)g->axi_data_bits;
    sample_address(ADDRESS_CHANNEL(p, aw), g, i, &m->aw);
    sample_address(ADDRESS_CHANNEL(p, ar), g, i, &m->ar);
    m->wvalid = cg_port_get(p->wvalid, i, 1);
    m->wdata = p->wdata + i * d / 32;
    m->wstrb = cg_port_get(p->wstrb, i * (d / 8), d / 8);
    m->wlast = cg_port_get(p->wlast, i, 1);
    m->bready = cg_port_get(p->bready, i, 1);
    m->rready = cg_port_get(p->rready, i, 1);
    m->error = cg_port_get(p->axi_error, i, 1);
}

void cg_axi_drive(const cg_ports *p, const cg_geometry *g, int partition, const cg_axi_slave *s) {
    unsigned i = (unsigned)partition, d = (unsigned)g->axi_data_bits, id = (unsigned)g->axi_id_bits;
    cg_port_set(p->awready, i, 1, s->awready);
    cg_port_set(p->wready, i, 1, s->wready);
    cg_port_set(p->arready, i, 1, s->arready);
    cg_port_set(p->bvalid, i, 1, s->bvalid);
    cg_port_set(p->bid, i * id, id, s->bid);
    cg_port_set(p->bresp, i * 2, 2, s->bresp);
    cg_port_set(p->rvalid, i, 1, s->rvalid);
    cg_port_set(p->rid, i * id, id, s->rid);
    cg_port_set(p->rresp, i * 2, 2, s->rresp);
    cg_port_set(p->rlast, i, 1, s->rlast);
    memcpy(p->rdata + i * d / 32, s->rdata, d / 8);
}

// Most vectors are one word.
static inline void clear_vector(uint32_t *v, int elements, int bits) {
    const unsigned words = cg_port_words((unsigned)(elements * bits));
    if (words == 1)
        *v = 0;
    else
        memset(v, 0, words * sizeof *v);
}

void cg_ports_clear(const cg_ports *p, const cg_geometry *g) {
#define X(name, number, bits) clear_vector(p->name, g->number, bits);
    CG_PORTS_DRIVING(X)
#undef X
    clear_vector(p->steer, 1, g->steer_bits);
}
