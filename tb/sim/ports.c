#include "ports.h"

#include <string.h>

void cg_core_drive(const cg_ports *p, const cg_geometry *g, int core, const cg_request *r, int tid) {
    unsigned i = (unsigned)core, a = (unsigned)g->addr_bits, t = (unsigned)g->tid_bits;
    cg_port_set(p->req_valid, i, 1, r != NULL);
    if (r == NULL) return;
    cg_port_set(p->req_op, i * 2, 2, r->op);
    cg_port_set(p->req_order, i * 2, 2, r->order);
    cg_port_set(p->req_addr, i * a, a, r->addr);
    cg_port_set(p->req_tid, i * t, t, (uint64_t)tid);
    p->req_wdata[i] = r->data;
    cg_port_set(p->req_wmask, i * 4, 4, r->mask);
    cg_port_set(p->req_aop, i * 4, 4, r->aop);
    p->req_cmp[i] = r->compare;
}

int cg_core_response_get(const cg_ports *p, const cg_geometry *g, int core, uint32_t *data) {
    unsigned i = (unsigned)core, t = (unsigned)g->tid_bits;
    *data = p->resp_data[i];
    return (int)cg_port_get(p->resp_tid, i * t, t);
}

// As tb_top.sv puts them together.
static void sample_kind(cg_axi_address *a, unsigned kind) {
    a->lock = kind >> 15;
    a->cache = kind >> 11 & 15;
    a->prot = kind >> 8 & 7;
    a->qos = kind >> 4 & 15;
    a->region = kind & 15;
}

void cg_axi_sample(const cg_ports *p, const cg_geometry *g, int partition, cg_axi_master *m) {
    unsigned i = (unsigned)partition, a = (unsigned)g->addr_bits, d = (unsigned)g->axi_data_bits;
    unsigned id = (unsigned)g->axi_id_bits;
    m->aw.valid = cg_port_get(p->awvalid, i, 1);
    m->ar.valid = cg_port_get(p->arvalid, i, 1);
    if (m->aw.valid) {
        m->aw.id = (unsigned)cg_port_get(p->awid, i * id, id);
        m->aw.addr = cg_port_get(p->awaddr, i * a, a);
        m->aw.len = (unsigned)cg_port_get(p->awlen, i * 8, 8);
        m->aw.size = (unsigned)cg_port_get(p->awsize, i * 3, 3);
        m->aw.burst = (unsigned)cg_port_get(p->awburst, i * 2, 2);
        sample_kind(&m->aw, (unsigned)cg_port_get(p->awkind, i * 16, 16));
    }
    if (m->ar.valid) {
        m->ar.id = (unsigned)cg_port_get(p->arid, i * id, id);
        m->ar.addr = cg_port_get(p->araddr, i * a, a);
        m->ar.len = (unsigned)cg_port_get(p->arlen, i * 8, 8);
        m->ar.size = (unsigned)cg_port_get(p->arsize, i * 3, 3);
        m->ar.burst = (unsigned)cg_port_get(p->arburst, i * 2, 2);
        sample_kind(&m->ar, (unsigned)cg_port_get(p->arkind, i * 16, 16));
    }
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
    int c = g->cores, n = g->partitions;
    clear_vector(p->req_valid, c, 1);
    clear_vector(p->req_op, c, 2);
    clear_vector(p->req_order, c, 2);
    clear_vector(p->req_addr, c, g->addr_bits);
    clear_vector(p->req_tid, c, g->tid_bits);
    clear_vector(p->req_wdata, c, 32);
    clear_vector(p->req_wmask, c, 4);
    clear_vector(p->req_aop, c, 4);
    clear_vector(p->req_cmp, c, 32);
    clear_vector(p->awready, n, 1);
    clear_vector(p->wready, n, 1);
    clear_vector(p->bvalid, n, 1);
    clear_vector(p->bid, n, g->axi_id_bits);
    clear_vector(p->bresp, n, 2);
    clear_vector(p->arready, n, 1);
    clear_vector(p->rvalid, n, 1);
    clear_vector(p->rid, n, g->axi_id_bits);
    clear_vector(p->rdata, n, g->axi_data_bits);
    clear_vector(p->rresp, n, 2);
    clear_vector(p->rlast, n, 1);
    clear_vector(p->steer, 1, g->steer_bits);
}
