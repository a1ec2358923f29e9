#include "action.h"

#include <string.h>

#include "reader.h"

static cg_word take_word(cg_parser *p, const char *what) {
    cg_word w = {.at = p->lex.now.at};
    w.text = cg_parse_name(p, what);
    return w;
}

static bool take_if_word(cg_parser *p, const char *word) {
    if (p->failed || !cg_lex_is_word(&p->lex, word)) return false;
    cg_lex_next(&p->lex);
    return true;
}

static bool take_if(cg_parser *p, cg_tok kind) {
    if (p->failed || p->lex.now.kind != kind) return false;
    cg_lex_next(&p->lex);
    return true;
}

// Do the verb's words stand here? Then steps over them.
static bool take_verb(cg_parser *p, const char *words) {
    const cg_lexer start = p->lex;
    cg_lexer verb;
    for (cg_lex_start(&verb, words); verb.now.kind != CG_TOK_END; cg_lex_next(&verb)) {
        const cg_token a = verb.now, b = p->lex.now;
        bool same = a.kind == b.kind && a.length == b.length &&
                    !strncmp(words + a.at, p->source->text + b.at, (size_t)a.length);
        if (!same) {
            p->lex = start;
            return false;
        }
        cg_lex_next(&p->lex);
    }
    return true;
}

static bool is_assignment(const cg_parser *p) {
    cg_lexer l = p->lex;
    if (l.now.kind != CG_TOK_NAME) return false;
    cg_lex_next(&l);
    return l.now.kind == CG_TOK_ASSIGN || l.now.kind == CG_TOK_DOT;
}

static void parse_value(cg_parser *p, cg_act *act) {
    if (cg_parse_expect(p, CG_TOK_ASSIGN, "'='")) act->value = cg_parse_expr(p);
}

static void parse_assign(cg_parser *p, cg_act *act) {
    act->target = take_word(p, "a register");
    if (take_if(p, CG_TOK_DOT)) act->field = take_word(p, "a field");
    parse_value(p, act);
}

// Does the receiver end here?
static bool is_after_receiver(const cg_parser *p) {
    return p->lex.now.kind == CG_TOK_END || cg_lex_is_word(&p->lex, "for");
}

// home, msg.src, all, next, memory, parent, or an expression.
static void parse_receiver(cg_parser *p, cg_act *act) {
    const cg_lexer start = p->lex;
    act->dest.at = start.now.at;
    if (start.now.kind == CG_TOK_END)
        cg_parse_error(p, "the receiver: home, msg.src, all, next, memory, parent, a node or a set");
    for (int i = 0; !p->failed && i < CG_N_RECEIVERS; i++) {
        if (take_verb(p, CG_RECEIVERS[i].text) && is_after_receiver(p)) {
            act->dest.text = CG_RECEIVERS[i].text;
            return;
        }
        p->lex = start;
    }
    act->to = cg_parse_expr(p);
}

// [for e]
static void parse_asker(cg_parser *p, cg_act *act) {
    act->for_at = p->lex.now.at;
    if (take_if_word(p, "for")) act->asker = cg_parse_before_in(p);
}

// [of e], [except e]
static void parse_mask(cg_parser *p, cg_act *act, const char *word) {
    act->mask_at = p->lex.now.at;
    if (take_if_word(p, word)) act->mask = cg_parse_expr(p);
}

// [about e]
static void parse_about(cg_parser *p, cg_act *act) {
    act->about_at = p->lex.now.at;
    if (take_if_word(p, "about")) act->about = cg_parse_before_in(p);
}

// [with e by e]
static void parse_several(cg_parser *p, cg_act *act) {
    act->with_at = p->lex.now.at;
    if (!take_if_word(p, "with")) return;
    act->count = cg_parse_before_in(p);
    if (!p->failed && !take_if_word(p, "by")) cg_parse_error(p, "'by' and how far one word is from the next");
    act->step = cg_parse_before_in(p);
}

// MSG{f: e, ...} [of e] [about e] [with e by e] to DEST [for e]
static void parse_send(cg_parser *p, cg_act *act) {
    act->target = take_word(p, "a message");
    if (!cg_parse_expect(p, CG_TOK_LEFT, "'{' and the message's fields")) return;
    while (!p->failed && p->lex.now.kind != CG_TOK_RIGHT) {
        cg_arg arg = {.name = take_word(p, "a field of the message")};
        if (cg_parse_expect(p, CG_TOK_COLON, "':'")) arg.value = cg_parse_expr(p);
        *CG_PUSH(p->reader->arena, act->args, act->n_args) = arg;
        if (!take_if(p, CG_TOK_COMMA)) break;
    }
    cg_parse_expect(p, CG_TOK_RIGHT, "',' or '}'");
    parse_mask(p, act, "of");
    parse_about(p, act);
    parse_several(p, act);
    if (!p->failed && !take_if_word(p, "to")) cg_parse_error(p, "'to' and the receiver");
    parse_receiver(p, act);
    parse_asker(p, act);
}

// [at e] [in e]
static void parse_time(cg_parser *p, cg_act *act) {
    if (take_if_word(p, "at")) act->at = cg_parse_before_in(p);
    if (take_if_word(p, "in")) act->epoch = cg_parse_expr(p);
}

static void parse_form(cg_parser *p, cg_form form, cg_act *act) {
    switch (form) {
    case CG_FORM_PLAIN: break;
    case CG_FORM_ASSIGN: parse_assign(p, act); break;
    case CG_FORM_SEND: parse_send(p, act); break;
    case CG_FORM_FILL: parse_mask(p, act, "except"); break;
    case CG_FORM_RESPOND:
        if (p->lex.now.kind == CG_TOK_NAME) act->kind = take_word(p, "line or msg");
        break;
    case CG_FORM_PERFORM:
        act->kind = take_word(p, "load, store or atomic");
        parse_asker(p, act);
        parse_about(p, act);
        parse_time(p, act);
        break;
    case CG_FORM_COMPLETE: parse_time(p, act); break;
    case CG_FORM_PUBLISH:
        parse_about(p, act);
        if (!p->failed && !act->about) cg_parse_error(p, "'about' and the number of a global line");
        break;
    case CG_FORM_STRUCTURE:
    case CG_FORM_LOOKUP: act->target = take_word(p, "a structure"); break;
    case CG_FORM_STATE: act->target = take_word(p, "a state"); break;
    case CG_FORM_STATES:
        act->kind = take_word(p, "lines, mshrs or a state");
        if (!p->failed && !take_if_word(p, "to")) cg_parse_error(p, "'to' and the state afterwards");
        act->target = take_word(p, "a state");
        break;
    case CG_FORM_FIELD:
        act->field = take_word(p, "a field");
        parse_value(p, act);
        break;
    }
}

static void unknown_verb(cg_parser *p) {
    if (p->lex.now.kind != CG_TOK_NAME) {
        cg_parse_error(p, "a verb or an assignment");
        return;
    }
    cg_words w = {0};
    const cg_token t = p->lex.now;
    const char *word = cg_arena_strndup(p->reader->arena, p->source->text + t.at, (size_t)t.length);
    for (int i = 0; i < CG_N_VERB_WORDS; i++) {
        size_t n = strcspn(CG_VERB_WORDS[i].words, " ");
        cg_words_add(p->reader, &w, cg_arena_strndup(p->reader->arena, CG_VERB_WORDS[i].words, n));
    }
    const char *whole = p->source->text;
    for (int i = 0; i < CG_N_VERB_WORDS; i++) cg_words_add(p->reader, &w, CG_VERB_WORDS[i].words);
    const char *hint = cg_hint(p->reader, word, &w);
    if (!*hint) hint = cg_hint(p->reader, whole, &w);
    cg_error(p->reader, CG_E_UNKNOWN, p->source->pointer, t.at, "'%s' is no verb%s", whole, hint);
    p->failed = true;
}

// The verb whose words stand here; of two, that with more of them: "drain all" is not "drain".
static const cg_verb_words *longest_verb(cg_parser *p) {
    const cg_lexer start = p->lex;
    const cg_verb_words *found = NULL;
    for (int i = 0; i < CG_N_VERB_WORDS; i++) {
        const cg_verb_words *v = &CG_VERB_WORDS[i];
        if (v->form == CG_FORM_ASSIGN || !take_verb(p, v->words)) continue;
        if (!found || strlen(v->words) > strlen(found->words)) found = v;
        p->lex = start;
    }
    return found;
}

static void parse_verb(cg_parser *p, cg_act *act) {
    if (is_assignment(p)) {
        act->verb = CG_A_ASSIGN;
        parse_assign(p, act);
        return;
    }
    const cg_verb_words *found = longest_verb(p);
    if (!found) {
        unknown_verb(p);
        return;
    }
    take_verb(p, found->words);
    act->verb = found->verb;
    parse_form(p, found->form, act);
}

bool cg_parse_action(cg_reader *r, const cg_source *source, cg_act *act) {
    cg_parser p;
    cg_parse_start(&p, r, source);
    *act = (cg_act){.source = source};
    if (take_if(&p, CG_TOK_MACRO))
        act->macro = cg_parse_name(&p, "the name of an action list");
    else
        parse_verb(&p, act);
    if (p.lex.now.kind != CG_TOK_END) cg_parse_error(&p, "the end of the action");
    return !p.failed;
}
