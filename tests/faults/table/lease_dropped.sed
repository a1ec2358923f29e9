# The write rule forgets the leases: a store may happen while a copy is still readable.
s/"max(m_now, line.ver, line.exp + 1)"/"max(m_now, line.ver)"/
