# Of whose code are the figures of a bench? Of its own workloads and of what these include; what other workloads share says nothing.
mkdir home && cp -r "$HOME_DIR/tb" home && for d in protocols rtl; do ln -s "$HOME_DIR/$d" home/$d; done
export COHGEN_HOME=$PWD/home
kept() {
    printf '{"bench": "b", "commit": null, "programs": "%s", "seeds": [1], "failed": 0, "hardware": {"msi": "0123456789abcdef"},
      "description": {"name": "b", "title": "b", "baseline": "msi", "protocols": ["msi"], "workloads": [{"name": "x", "workload": "%s", "group": "a"}]},
      "results": [{"workload": "x", "protocol": "msi", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [1]}}}]}\n' "$1" $workload > results.json
    "$COHGEN" bench --kept results.json 2>&1 | awk '$1 == "workloads"'
}
changed() { # FILE: is it told of?
    echo "// changed" >> home/tb/programs/workloads/$1
    case $(kept "$now") in *OLDER*) echo "$workload: $1: OLDER" ;; *"the same"*) echo "$workload: $1: the same" ;; *) kept "$now" ;; esac
    rm home/tb/programs/workloads/$1
    [ ! -f "$HOME_DIR/tb/programs/workloads/$1" ] || cp "$HOME_DIR/tb/programs/workloads/$1" home/tb/programs/workloads/
}
of() { # WORKLOAD FILE...
    workload=$1
    now=$(kept 0123456789abcdef | awk '{ print $3 }')
    shift
    for file; do changed $file; done
}
of tree_barrier tree_barrier.c sync.c sync.h tree.c tree.h script.c script_read.c kernels_plain.c new.c new.h
of work_steal work_steal.c tree.c tree.h sync.c tree_barrier.c
of kernels kernels.c kernels.h kernels_plain.c sync.c sections.c
of pressure pressure.c sync.c sync.h # it includes nothing
of bc arcs.c blocks.h # arcs.h, which includes nothing beside it
rm -rf home results.json
