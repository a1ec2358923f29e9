# protocols/msi.json before owners evict, and before the L2 does.
/"PutM\|"PutAck\|"MI_A"\|"II_A"\|"Recall\|"S_A"\|RecallAcks\|"dirty"\|"WBack/d
s/"line.dirty = true", //
/^    "l2": {/,${
    /"evict"/d
}
