# Makes a program of what Verilator wrote of a design; gen/app/cli/model.c runs it in the folder of that. Verilator's own
# makefile compiles each of its files by itself, and its library anew for each design; most of that is reading the same
# headers. Here files are compiled together, in pieces, and the library once for all designs.
#
#   CACHE        folder for what designs share
#   COHGEN_LIBS  archives to link (environment)
#   COHGEN_HEADERS  if set (environment): the headers of Verilator's library are compiled once for all designs, too. That takes
#                longer than two designs gain by it, and is for many of them
#   TRAINING     if set, a configuration (tb/sim/config.h): what is compiled counts in a run of it how often each branch
#                is taken, and is compiled again by these counts
#
# All are seen from here, so that no name holds a blank or an apostrophe, wherever the cache is.

include Vtb_top.mk

# copies.h: what is left out of Verilator's files, as it is there already (gen/app/cli/copies.c).
OPT_FAST = -O2
# Included before all else, whatever the options are.
FIRST = -include seldom.h -include copies.h

# What reports a failed assertion seldom runs, and so do the branches that lead there. Verilator marks them as likely.
define seldom
#include "verilated.h"
extern void vl_stop(const char*, int, const char*) __attribute__((cold));
extern void VL_WRITEF(const char*, ...) __attribute__((cold));
endef
$(file >seldom.h,$(seldom))

# ---------------------------------------------------------------------------------------------------- the library
# Its name says what it is made of and how. Where two make it at once, both make the same.
made_of := $(shell { echo '$(CPPFLAGS) $(OPT_GLOBAL) $(VK_GLOBAL_OBJS)'; $(CXX) --version; \
    cat $(VERILATOR_ROOT)/include/*.cpp $(VERILATOR_ROOT)/include/*.h; } | cksum | tr ' ' -)
library := $(CACHE)/verilated-$(made_of).a

# Beside it stands its checksum: one that is damaged is made again.
whole := $(shell { [ -s $(library).sum ] && [ "$$(cksum <$(library))" = "$$(cat $(library).sum)" ]; } 2>/dev/null && echo yes)

ifneq ($(whole),yes)
.PHONY: $(library)
$(library): $(VK_GLOBAL_OBJS)
	new=$@.$$$$ && $(AR) rcs $$new $^ && cksum <$$new >$$new.sum && mv $$new.sum $@.sum && mv $$new $@
endif

# ---------------------------------------------------------------------------------------------------- its headers
# $(call headers,OPTIONS): the file that pieces with these options read first. A compiler that finds it compiled for other
# options reads it as it is.
ifdef COHGEN_HEADERS
headers = $(CACHE)/headers-$(shell echo '$(made_of) $(CXXFLAGS) $1' | cksum | tr ' ' -)/first.h
headers_fast := $(call headers,$(OPT_FAST))
headers_slow := $(call headers,$(OPT_SLOW))

# $(call compiled,OPTIONS): makes it.
define compiled
$(call headers,$1).gch:
	mkdir -p $$(@D)
	printf '\043include "%s"\n' verilated.h verilated_timing.h >$$@.$$$$$$$$ && mv $$@.$$$$$$$$ $$(basename $$@)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $1 -x c++-header -o $$@.$$$$$$$$ $$(basename $$@) && mv $$@.$$$$$$$$ $$@

endef
$(eval $(call compiled,$(OPT_FAST)))
ifneq ($(OPT_FAST),$(OPT_SLOW))
$(eval $(call compiled,$(OPT_SLOW)))
endif
endif

# ----------------------------------------------------------------------------------------------------- the pieces
# $(call pieces,NAME,FILES): makes NAME_0.cpp and on, which include FILES, two million bytes or so each, and says their
# names; with COHGEN_HEADERS eight, as it is the time of all models that is waited for. The files of one module stay together: the compiler drops functions that do the same. One that would be the
# same piece is left as it is.
pieces = $(shell wc -c $2 | sort -k 2 | awk -v most=$(if $(COHGEN_HEADERS),8000000,2000000) \
    '$$2 != "total" { at += $$1; printf "%cinclude \"%s\"\n", 35, $$2 >("$1_" int((at - 1) / most) ".new") }'; \
    for f in $1_*.new; do cmp -s $$f $${f%new}cpp && rm $$f || mv $$f $${f%new}cpp; echo $${f%new}cpp; done)

fast := $(call pieces,fast,$(VM_FAST:=.cpp))
slow := $(call pieces,slow,$(VM_SLOW:=.cpp))

ifdef TRAINING
$(fast:%.cpp=train/%.o): train/%.o: %.cpp
	mkdir -p train
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(FIRST) $(OPT_FAST) -fprofile-generate -c -o $@ $<

train/sim: $(fast:%.cpp=train/%.o) $(slow:.cpp=.o) $(library)
	$(LINK) $(LDFLAGS) -fprofile-generate -Wl,-u,__gcov_dump $^ $(LOADLIBES) $(LDLIBS) $(LIBS) -o $@

train/done: train/sim
	rm -f train/*.gcda
	train/sim +cohgen=$(TRAINING)
	touch $@

$(fast:.cpp=.o): train/done
# Without a pass in which gcc 12 ends with an internal error on some models (tests/tables/registry.json).
OPT_PROFILE = -fprofile-use=train/$*.gcda -fno-ipa-cp
endif

# Static rules: make has looked what is in the folder before the pieces were there.
$(fast:.cpp=.o): %.o: %.cpp $(headers_fast:=.gch)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(addprefix -include ,$(headers_fast)) $(FIRST) $(OPT_FAST) $(OPT_PROFILE) -c -o $@ $<

# They call functions of the fast ones, too, and so by the names that stand for the copies.
$(slow:.cpp=.o): %.o: %.cpp $(headers_slow:=.gch)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(addprefix -include ,$(headers_slow)) -include copies.h $(OPT_SLOW) -c -o $@ $<

sim: $(fast:.cpp=.o) $(slow:.cpp=.o) $(library)
	$(LINK) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) $(LIBS) -o $@
