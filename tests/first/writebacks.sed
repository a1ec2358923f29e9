# protocols/msi.json before the L2 evicts anything.
/"Recall\|"S_A"\|RecallAcks\|"dirty"\|"WBack/d
s/"line.dirty = true", //
/^    "l2": {/,${
    /"evict"/d
}
