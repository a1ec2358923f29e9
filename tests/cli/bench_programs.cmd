# Of whose code are the figures of a bench? Of its own workloads and of what several share; another workload's changes say nothing.
mkdir home && cp -r "$HOME_DIR/tb" home && for d in protocols rtl; do ln -s "$HOME_DIR/$d" home/$d; done
export COHGEN_HOME=$PWD/home
kept() {
    printf '{"bench": "b", "commit": null, "programs": "%s", "seeds": [1], "failed": 0, "hardware": {"msi": "0123456789abcdef"},
      "description": {"name": "b", "title": "b", "baseline": "msi", "protocols": ["msi"], "workloads": [{"name": "tree", "workload": "tree_barrier", "group": "a"}]},
      "results": [{"workload": "tree", "protocol": "msi", "verdict": "pass", "reasons": [], "numbers": {"time": {"runs": [1]}}}]}\n' "$1" > results.json
    "$COHGEN" bench --kept results.json 2>&1 | awk '$1 == "workloads"'
}
now=$(kept 0123456789abcdef | awk '{ print $3 }')
changed() { # FILE: is it told of?
    echo "// changed" >> home/tb/programs/workloads/$1
    case $(kept "$now") in *OLDER*) echo "$1: OLDER" ;; *"the same"*) echo "$1: the same" ;; *) kept "$now" ;; esac
    cp "$HOME_DIR/tb/programs/workloads/$1" home/tb/programs/workloads/
}
for file in tree_barrier.c tree.c sync.h script.c script_read.c kernels_plain.c; do changed $file; done
rm -rf home results.json
