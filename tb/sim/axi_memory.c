#include "axi_memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"

// -------------------------------------------------------------------------------------------------- ports
enum { MAX_LINE = 128, MAX_OUTSTANDING = 256, BOUNDARY = 4096 };

typedef struct {
    unsigned id;
    uint64_t addr, since, due; // cycles
    unsigned sent;             // read: beats that went
    bool taken;                // read: data is in `data`; write: all beats are
    uint8_t data[MAX_LINE], strobe[MAX_LINE];
} burst;

// Bursts in order of arrival. Removing keeps the order.
typedef struct {
    burst *b;
    unsigned n;
} queue;

struct cg_axi_port {
    cg_axi_options o;
    cg_sparse *mem;
    int number;
    cg_rng rng;
    queue reads, writes;
    unsigned beats, beat_bytes;
    unsigned write_beat;    // beats of the oldest unfilled write that are there
    burst early;            // write data that came before its address
    bool early_full;        // ... all of it
    int reading, answering; // index of the read whose beats we send, of the write whose B we send; -1: none
    cg_axi_address first;   // the first address, if it is valid: the attributes of all
    cg_axi_slave s;
    cg_axi_master before; // last cycle's master, and whether it had to wait
    uint32_t before_wdata[CG_AXI_MAX_WORDS];
    bool aw_waits, w_waits, ar_waits;
    cg_axi_stats stats;
    bool paused;
    uint64_t turn;           // cycle in which that changes
    uint64_t cycle, allowed; // line whose reads may be answered
    char error[200];
};

cg_axi_port *cg_axi_port_new(const cg_axi_options *o, cg_sparse *b, int number, uint64_t seed) {
    cg_axi_port *p = calloc(1, sizeof *p);
    if (p == NULL) abort();
    p->o = *o;
    if (p->o.outstanding == 0 || p->o.outstanding > MAX_OUTSTANDING) p->o.outstanding = MAX_OUTSTANDING;
    p->mem = b;
    p->number = number;
    p->allowed = CG_AXI_ALL;
    p->rng = cg_rng_new(seed, 0x10000 + (uint64_t)number);
    p->reads.b = calloc(p->o.outstanding, sizeof *p->reads.b);
    p->writes.b = calloc(p->o.outstanding, sizeof *p->writes.b);
    if (p->reads.b == NULL || p->writes.b == NULL) abort();
    p->beat_bytes = o->data_bits / 8;
    p->beats = o->line_bytes / p->beat_bytes;
    p->reading = p->answering = -1;
    return p;
}

void cg_axi_port_free(cg_axi_port *p) {
    if (p == NULL) return;
    CG_FREE(p->reads.b, p->writes.b, p);
}

const cg_axi_slave *cg_axi_port_drive(const cg_axi_port *p) {
    return &p->s;
}
const char *cg_axi_port_error(const cg_axi_port *p) {
    return p->error[0] ? p->error : NULL;
}
const cg_axi_stats *cg_axi_port_stats(const cg_axi_port *p) {
    return &p->stats;
}
void cg_axi_port_allow(cg_axi_port *p, uint64_t addr) {
    p->allowed = addr;
}
bool cg_axi_port_idle(const cg_axi_port *p) {
    return p->reads.n == 0 && p->writes.n == 0 && p->write_beat == 0 && !p->early_full;
}

__attribute__((format(printf, 2, 3))) static void violation(cg_axi_port *p, const char *fmt, ...) {
    if (p->error[0]) return; // the first one counts
    int n = snprintf(p->error, sizeof p->error, "memory port %d, cycle %llu: ", p->number,
                     (unsigned long long)p->cycle);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(p->error + n, sizeof p->error - (size_t)n, fmt, ap);
    va_end(ap);
}

static void drop_burst(queue *q, int index) {
    q->n--;
    memmove(q->b + index, q->b + index + 1, (q->n - (unsigned)index) * sizeof *q->b);
}

// Work and pause take turns.
static bool paused(cg_axi_port *p) {
    if (p->o.pause && p->cycle >= p->turn) {
        p->paused = !p->paused;
        p->turn = p->cycle + 1 + cg_rng_below(&p->rng, p->o.pause);
    }
    return p->paused;
}

static bool holds_answer_back(cg_axi_port *p) {
    if (paused(p)) return true;
    return p->o.stall_percent && cg_rng_below(&p->rng, 100) < p->o.stall_percent;
}

static uint64_t draw_latency(cg_axi_port *p) {
    return p->o.latency_min + cg_rng_below(&p->rng, p->o.latency_max - p->o.latency_min + 1);
}

static bool same_address(const cg_axi_address *a, const cg_axi_address *b) {
    return a->id == b->id && a->addr == b->addr && a->len == b->len && a->size == b->size &&
           a->burst == b->burst && a->lock == b->lock && a->cache == b->cache && a->prot == b->prot &&
           a->qos == b->qos && a->region == b->region;
}

// What had valid without ready last cycle must still be there, unchanged.
static void check_stable(cg_axi_port *p, const cg_axi_master *m) {
    const cg_axi_master *old = &p->before;
    if (p->aw_waits && !m->aw.valid) violation(p, "awvalid fell before awready");
    if (p->aw_waits && m->aw.valid && !same_address(&m->aw, &old->aw))
        violation(p, "the write address changed before awready");
    if (p->ar_waits && !m->ar.valid) violation(p, "arvalid fell before arready");
    if (p->ar_waits && m->ar.valid && !same_address(&m->ar, &old->ar))
        violation(p, "the read address changed before arready");
    if (p->w_waits && !m->wvalid) violation(p, "wvalid fell before wready");
    if (p->w_waits && m->wvalid &&
        (m->wstrb != old->wstrb || m->wlast != old->wlast ||
         memcmp(m->wdata, p->before_wdata, p->beat_bytes) != 0))
        violation(p, "write data changed before wready");
}

// AxCACHE: bit 0 Bufferable, 1 Modifiable, 2 and 3 allocate. To allocate what is not modifiable is reserved
// (table A4-5), and what is not modifiable is a Device. The values may differ from address to address for all
// AXI cares, but a line is the same to all.
static void check_kind(cg_axi_port *p, const char *channel, const cg_axi_address *a) {
    const unsigned long long addr = a->addr;
    const cg_axi_address *first = &p->first;
    if (!first->valid) p->first = *a;
    if (a->lock) violation(p, "%s at 0x%llx: an exclusive access", channel, addr);
    if (!(a->cache & 2))
        violation(p, "%s at 0x%llx: cache %u is %s", channel, addr, a->cache,
                  a->cache & 12 ? "a reserved value" : "that of a device");
    if (a->cache != first->cache || a->prot != first->prot || a->qos != first->qos ||
        a->region != first->region)
        violation(p, "%s at 0x%llx: cache %u, prot %u, qos %u, region %u are not those of the first address",
                  channel, addr, a->cache, a->prot, a->qos, a->region);
}

static void check_address(cg_axi_port *p, const char *channel, const cg_axi_address *a) {
    unsigned long long addr = a->addr;
    unsigned bytes = (a->len + 1) << a->size;
    check_kind(p, channel, a);
    if (a->burst != 1) violation(p, "%s at 0x%llx: burst %u is not INCR", channel, addr, a->burst);
    if (1u << a->size != p->beat_bytes)
        violation(p, "%s at 0x%llx: size %u is not the port's width", channel, addr, a->size);
    if (bytes != p->o.line_bytes)
        violation(p, "%s at 0x%llx: a burst of %u bytes is not a line", channel, addr, bytes);
    if (a->addr % p->o.line_bytes) violation(p, "%s at 0x%llx: not aligned to a line", channel, addr);
    if (a->addr / BOUNDARY != (a->addr + bytes - 1) / BOUNDARY)
        violation(p, "%s at 0x%llx: the burst crosses a 4 KB boundary", channel, addr);
}

static const burst *find_line(const queue *q, uint64_t addr, bool other_id, unsigned id) {
    for (unsigned i = 0; i < q->n; i++)
        if (q->b[i].addr == addr && !(other_id && q->b[i].id == id)) return &q->b[i];
    return NULL;
}

// ---------------------------------------------------------------------------------------------- responses
enum { ERROR_ONE_IN = 8 }; // one of so many answers, when some are to be

static unsigned response_code(cg_axi_port *p) {
    return p->o.error && cg_rng_below(&p->rng, ERROR_ONE_IN) == 0 ? p->o.error : 0;
}

static void end_responses(cg_axi_port *p, const cg_axi_master *m) {
    if (p->s.bvalid && m->bready) {
        p->stats.errors += p->s.bresp >> 1;
        drop_burst(&p->writes, p->answering);
        p->answering = -1;
        p->s.bvalid = false;
        p->stats.writes++;
    }
    if (p->s.rvalid && m->rready) {
        p->stats.errors += p->s.rresp >> 1;
        burst *b = &p->reads.b[p->reading];
        p->s.rvalid = false;
        if (++b->sent == p->beats) {
            p->stats.reads++;
            p->stats.read_cycles += p->cycle - b->since;
            drop_burst(&p->reads, p->reading);
            p->reading = -1;
        } else if (p->o.interleave && cg_rng_next(&p->rng) >> 63) {
            p->reading = -1;
        }
    }
}

// One that is due, complete (writes), allowed (reads), and the oldest of its id; any of those, or the first.
// -1: none.
static int pick_burst(cg_axi_port *p, const queue *q, bool complete) {
    int found = -1, seen = 0;
    for (unsigned i = 0; i < q->n; i++) {
        const burst *b = &q->b[i];
        bool oldest = true;
        if (b->due > p->cycle || (complete && !b->taken)) continue;
        if (!complete && !b->sent && p->allowed != CG_AXI_ALL && p->allowed != b->addr) continue;
        for (unsigned j = 0; j < i && oldest; j++) oldest = q->b[j].id != b->id;
        if (!oldest) continue;
        if (!p->o.reorder && (complete || !p->o.interleave)) return (int)i;
        if (cg_rng_below(&p->rng, (uint64_t)++seen) == 0) found = (int)i;
    }
    return found;
}

static void apply_write(cg_axi_port *p, const burst *b) {
    for (unsigned i = 0, end; i < p->o.line_bytes;
         i = end + 1) { // runs of bytes; the one behind is not written
        for (end = i; end < p->o.line_bytes && b->strobe[end];) end++;
        if (end > i) cg_sparse_write(p->mem, b->addr + i, &b->data[i], end - i);
    }
}

static void begin_responses(cg_axi_port *p) {
    if (p->answering < 0 && (p->answering = pick_burst(p, &p->writes, true)) >= 0)
        apply_write(p, &p->writes.b[p->answering]);
    if (p->answering >= 0 && !p->s.bvalid && !holds_answer_back(p)) {
        p->s.bvalid = true;
        p->s.bid = p->writes.b[p->answering].id;
        p->s.bresp = response_code(p);
    }
    if (p->reading < 0 && (p->reading = pick_burst(p, &p->reads, false)) >= 0) {
        burst *b = &p->reads.b[p->reading];
        if (!b->taken) cg_sparse_read(p->mem, b->addr, b->data, p->o.line_bytes);
        b->taken = true;
    }
    if (p->reading >= 0 && !p->s.rvalid && !holds_answer_back(p)) {
        burst *b = &p->reads.b[p->reading];
        p->s.rvalid = true;
        p->s.rid = b->id;
        p->s.rresp = response_code(p);
        p->s.rlast = b->sent == p->beats - 1;
        memcpy(p->s.rdata, b->data + b->sent * p->beat_bytes, p->beat_bytes);
        for (unsigned i = 0; i < p->reads.n; i++) {
            if (p->reads.b[i].sent == 0 || (int)i == p->reading) continue;
            p->stats.mixed++;
            break;
        }
    }
}

// ----------------------------------------------------------------------------------------------- requests
static void take_read(cg_axi_port *p, const cg_axi_address *a) {
    check_address(p, "AR", a);
    const burst *w = find_line(&p->writes, a->addr, false, 0);
    if (w)
        violation(p,
                  "AR reads line 0x%llx while its write (id %u, since cycle %llu) is not answered; AXI does "
                  "not order them",
                  (unsigned long long)a->addr, w->id, (unsigned long long)w->since);
    for (unsigned i = 0; i < p->reads.n; i++)
        if (p->reads.b[i].id == a->id) violation(p, "AR uses id %u, which is outstanding", a->id);
    burst *b = &p->reads.b[p->reads.n++];
    *b = (burst){.id = a->id, .addr = a->addr, .since = p->cycle, .due = p->cycle + draw_latency(p)};
    if (p->error[0]) return;
    b->taken = cg_rng_next(&p->rng) >> 63;
    if (b->taken) cg_sparse_read(p->mem, b->addr, b->data, p->o.line_bytes);
    if (p->reads.n > p->stats.most_reads) p->stats.most_reads = p->reads.n;
}

// The oldest write that waits for data, or where early data goes.
static burst *unfilled(cg_axi_port *p) {
    for (unsigned i = 0; i < p->writes.n; i++)
        if (!p->writes.b[i].taken) return &p->writes.b[i];
    return NULL;
}

static void take_write(cg_axi_port *p, const cg_axi_address *a) {
    check_address(p, "AW", a);
    const burst *r = find_line(&p->reads, a->addr, false, 0);
    const burst *w = find_line(&p->writes, a->addr, true, a->id);
    if (r || w)
        violation(p,
                  "AW writes line 0x%llx beside a %s (id %u) that is not answered; AXI does not order them",
                  (unsigned long long)a->addr, r ? "read" : "write", r ? r->id : w->id);
    bool takes_early = unfilled(p) == NULL; // data that came early belongs to this one
    burst *b = &p->writes.b[p->writes.n++];
    *b = (burst){.id = a->id, .addr = a->addr, .since = p->cycle};
    if (takes_early && (p->early_full || p->write_beat > 0)) {
        memcpy(b->data, p->early.data, sizeof b->data);
        memcpy(b->strobe, p->early.strobe, sizeof b->strobe);
        b->taken = p->early_full;
        b->due = p->cycle + draw_latency(p);
        p->early_full = false;
    }
    if (p->writes.n > p->stats.most_writes) p->stats.most_writes = p->writes.n;
}

static void take_data(cg_axi_port *p, const cg_axi_master *m) {
    burst *b = unfilled(p);
    bool early = b == NULL;
    if (early) b = &p->early;
    const uint8_t *bytes = (const uint8_t *)m->wdata;
    for (unsigned i = 0; i < p->beat_bytes; i++) {
        b->data[p->write_beat * p->beat_bytes + i] = bytes[i];
        b->strobe[p->write_beat * p->beat_bytes + i] = m->wstrb >> i & 1;
    }
    bool last = ++p->write_beat == p->beats;
    if (m->wlast != last) violation(p, "wlast is %d on beat %u of %u", m->wlast, p->write_beat, p->beats);
    if (!last) return;
    p->write_beat = 0;
    if (early) {
        p->early_full = true;
    } else {
        b->taken = true;
        b->due = p->cycle + draw_latency(p);
    }
}

bool cg_axi_port_step(cg_axi_port *p, const cg_axi_master *m, uint64_t cycle) {
    if (p->error[0]) return false;
    p->cycle = cycle;
    check_stable(p, m);
    if (m->error && p->stats.errors == 0) violation(p, "axi_error_o is high, and no answer was an error");
    if (!m->error && p->stats.errors) violation(p, "axi_error_o is low after an answer that was an error");
    end_responses(p, m);
    if (m->aw.valid && p->s.awready) take_write(p, &m->aw);
    if (m->wvalid && p->s.wready) take_data(p, m);
    if (m->ar.valid && p->s.arready) take_read(p, &m->ar);
    p->aw_waits = m->aw.valid && !p->s.awready;
    p->w_waits = m->wvalid && !p->s.wready;
    p->ar_waits = m->ar.valid && !p->s.arready;
    if (p->aw_waits || p->w_waits || p->ar_waits) p->before = *m;
    if (p->w_waits) memcpy(p->before_wdata, m->wdata, p->beat_bytes);
    begin_responses(p);
    p->s.awready = p->writes.n < p->o.outstanding && !holds_answer_back(p);
    p->s.arready = p->reads.n < p->o.outstanding && !holds_answer_back(p);
    p->s.wready = !p->early_full && !holds_answer_back(p);
    return !p->error[0];
}

static void print_queue(const queue *q, const char *what, int port, uint64_t cycle, FILE *out) {
    for (unsigned i = 0; i < q->n; i++)
        fprintf(out, "  memory port %d: %s of 0x%llx, id %u, for %llu cycles%s\n", port, what,
                (unsigned long long)q->b[i].addr, q->b[i].id, (unsigned long long)(cycle - q->b[i].since),
                what[0] == 'w' && !q->b[i].taken ? ", waits for data" : "");
}

void cg_axi_port_print(const cg_axi_port *p, uint64_t cycle, FILE *out) {
    print_queue(&p->reads, "read", p->number, cycle, out);
    print_queue(&p->writes, "write", p->number, cycle, out);
    if (p->aw_waits || p->w_waits || p->ar_waits)
        fprintf(out, "  memory port %d: valid without ready:%s%s%s\n", p->number, p->aw_waits ? " AW" : "",
                p->w_waits ? " W" : "", p->ar_waits ? " AR" : "");
}
