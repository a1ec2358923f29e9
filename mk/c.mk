# Compiling C: objects and libraries below $(B). Sources are found by wildcard: a new file needs no line here.
#
#   libcohgen.a   gen/ without the command line: reader, plan, emitters
#   libtb.a       tb/: the harness and the golden models, linked into cohgen and the unit tests
#   libsim.a      the same, optimised as a whole, for simulated designs: a tenth less of their time
#   cohgen        the command line (gen/app/)
#   libapp.a      the command line but for main(), for the unit tests
#   unit/test_*   one Criterion program for each tests/unit/test_*.c

# V=1 prints whole commands.
V ?= 0
ifeq ($(V),1)
Q :=
say :=
else
Q := @
say = @echo '  $1'
endif

CC := gcc
AR := ar
CPPFLAGS := -Igen -Itb -I$(B)/made -D_POSIX_C_SOURCE=200809L $(shell command -v pkg-config >/dev/null && pkg-config --cflags json-c) \
  -isystem $(or $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null),/usr/share/verilator)/include/vltstd
CFLAGS := -std=c17 -Wall -Wextra -Werror -O2 $(SANFLAGS)
LDLIBS := $(shell command -v pkg-config >/dev/null && pkg-config --libs json-c) -lexpat -lm

sources = $(shell find $(1) -name '*.[$(2)]' | sort)
CLI_C := $(call sources,gen/app,c)
GEN_C := $(filter-out $(CLI_C),$(call sources,gen,c))
TB_C := $(call sources,tb,c)
UNIT_C := $(wildcard tests/unit/test_*.c)
UNIT_HELP_C := $(filter-out $(UNIT_C),$(wildcard tests/unit/*.c))
ALL_C := $(call sources,gen tb tests,ch)

obj = $(1:%.c=$(B)/obj/%.o)

# What `cohgen mutate` takes a result of a stage for true by, after a change of cohgen: hashes of the code that walks and the check run.
# tests/mutate/code.sh shows that these folders are all of it.
CODE_OF_ALL := gen/app/cli gen/base gen/check gen/lang gen/load gen/plan gen/read gen/read/features gen/read/table gen/read/type tb/interp
CODE_OF_WALK := $(CODE_OF_ALL) gen/app/walk tb/judge tb/judge/drf tb/judge/oracle tb/programs tb/walk
CODE_OF_CHECK := $(CODE_OF_ALL) gen/app/check gen/emit/murphi gen/explore
code_of = $(wildcard $(foreach d,$(1),$(d)/*.c $(d)/*.h $(d)/*.def))

$(B)/made/code.h: $(call code_of,$(CODE_OF_WALK) $(CODE_OF_CHECK)) mk/c.mk
	@mkdir -p $(@D)
	@hash() { cat "$$@" | sha256sum | cut -c1-16; }; \
	{ echo "#define CG_CODE_WALK \"$$(hash $(call code_of,$(CODE_OF_WALK)))\""; \
	  echo "#define CG_CODE_CHECK \"$$(hash $(call code_of,$(CODE_OF_CHECK)))\""; } >$@.new
	@cmp -s $@.new $@ && rm $@.new && touch $@ || mv $@.new $@
$(B)/obj/gen/app/mutate/run.o: $(B)/made/code.h

UNITS := $(UNIT_C:tests/unit/%.c=$(B)/unit/%)

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# Archives are made anew and deterministic (D), so that their bytes say what is in them.
$(B)/libcohgen.a: $(call obj,$(GEN_C))
	@rm -f $@.new
	$(call say,AR $@)
	$(Q)$(AR) qcsD $@.new $^ && mv $@.new $@

$(B)/libtb.a: $(call obj,$(TB_C))
	@rm -f $@.new
	$(call say,AR $@)
	$(Q)$(AR) qcsD $@.new $^ && mv $@.new $@

$(B)/libapp.a: $(call obj,$(filter-out gen/app/main.c,$(CLI_C)))
	@rm -f $@.new
	$(call say,AR $@)
	$(Q)$(AR) qcsD $@.new $^ && mv $@.new $@

# One object: the linker has the compiler see all files together, once for all designs that it is linked into. With it
# go the maps and the sparse memory of gen/base, which tb/ calls most.
SIM_C := $(TB_C) gen/base/map.c gen/base/memory.c gen/base/sparse.c

$(B)/sim/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC $< (whole))
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -flto -frandom-seed=$< -MMD -MP -c -o $@ $<

$(B)/sim/sim.o: $(SIM_C:%.c=$(B)/sim/%.o)
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) -flto -flto-partition=one -frandom-seed=sim -flinker-output=nolto-rel -r -o $@ $^

$(B)/libsim.a: $(B)/sim/sim.o
	@rm -f $@.new
	$(call say,AR $@)
	$(Q)$(AR) qcsD $@.new $^ && mv $@.new $@

# Objects, then the archives as a group: tb/ uses gen/, and gen/explore uses the interpreter in tb/.
linked = $(filter-out %.a,$(1)) -Wl,--start-group $(filter %.a,$(1)) -Wl,--end-group

$(B)/cohgen: $(call obj,$(CLI_C)) $(B)/libtb.a $(B)/libcohgen.a
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) -o $@.new $(call linked,$^) $(LDLIBS) && mv $@.new $@

$(B)/man/cohgen.1: $(B)/cohgen
	@mkdir -p $(@D)
	@$< --man > $@

$(B)/completion/cohgen.bash: $(B)/cohgen
	@mkdir -p $(@D)
	@$< --completion bash > $@

$(B)/completion/_cohgen: $(B)/cohgen
	@mkdir -p $(@D)
	@$< --completion zsh > $@

.PHONY: unit-build unit-plain
unit-build: $(UNITS)
# What `make test` runs of the plain build.
unit-plain: $(addprefix $(B)/unit/,$(shell tests/unit/plain.sh))

$(UNITS): $(B)/unit/%: $(B)/obj/tests/unit/%.o $(call obj,$(UNIT_HELP_C)) $(B)/libapp.a $(B)/libtb.a $(B)/libcohgen.a
	@mkdir -p $(@D)
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $(call linked,$^) -lcriterion $(LDLIBS)

-include $(shell find $(B)/obj $(B)/sim -name '*.d' 2>/dev/null)
