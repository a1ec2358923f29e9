# RENEW although the line was written since the copy was given.
s/"when": "m_exp > line.ver"/"when": "m_exp > 0"/
