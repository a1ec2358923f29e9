# A line fetched again starts at time 0, whatever was evicted.
s/"line.exp = mnow", "line.ver = max(mshr.lastwr, mnow)"/"line.exp = 0", "line.ver = mshr.lastwr"/
s/"max(m_now, mnow + 1)"/"max(m_now, 1)"/
s/"max(m_now, mnow + 1, mshr.lastwr)"/"max(m_now, mshr.lastwr)"/
