s/send GETS{now: now}/send GETS{nwo: now}/
