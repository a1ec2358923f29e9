# protocols/msi.json while it has loads only: nothing that names what later steps bring.
s/\["GetS", "GetM"\]/"GetS"/
s/ "fields": {"acks": "acks"},//
s/{acks: 0}/{}/
s/, and how many InvAcks come//
s/"line.sharers = line.sharers | {msg.src}", //
/^  "types": {/,/^  },/d
/"fwd": \|"GetM\|"PutM\|"Fwd\|"Inv\|"Recall\|"PutAck\|"OwnerData\|"Unblock\|"WB/d
/"acks\|"IS_D_I"\|"I[MI]_\|"SM_\|"MI_\|"M\(_U\)\?"\|"S_[DA]"\|"sharers"\|"owner"\|"dirty"\|"others"/d
/"store"\|"atomic"/d
/^    "l2": {/,${
    /"evict"/d
}
/"invariants": /,/^    \]/d
