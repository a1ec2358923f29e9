s/"constants": {/"constants": {"big": "1",/
# Twice as long, and one more, until it is as long as 2^14 - 1 characters.
:more
/"big": "[^"]\{16383\}/!s/"big": "\([^"]*\)"/"big": "\1+\1"/
t more
