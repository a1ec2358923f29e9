# --set cores=99 --set partitions=3 --set threads=0x
