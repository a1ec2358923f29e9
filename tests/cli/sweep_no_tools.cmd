# Without the tools: said before anything runs. On a cluster the nodes have them, but Slurm's must be here.
mkdir empty
echo '{"name": "good", "title": "good", "protocols": ["rcc"], "vary": {"l1_ways": [1, 2]},
  "workloads": [{"name": "bfs"}]}' > good.json
PATH=empty $COHGEN sweep good.json
echo "exit $?"
PATH=empty $COHGEN sweep good.json --engine slurm
