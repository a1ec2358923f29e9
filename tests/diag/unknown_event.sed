s/"on": \["store", "evict"\]/"on": ["stor", "evict"]/
