# The eviction of a dirty line forgets the leases of lines evicted before it that end later.
s/"do": \["mexp = max(mexp, line.exp)", \(.*\)"send WBACK/"do": ["mexp = line.exp", \1"send WBACK/
