# < paged.json
s/^          "find": {"load": \(.*\)}$/          "find": {"load": \1}}, "used": {"kind": "cam", "entries": 2, "key": "page", "find": {"load": "pages.frame"}/
