"$COHGEN" walk rcc --model scc
