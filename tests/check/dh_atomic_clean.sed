/"in": \["V", "D"\], "on": "atomic", "when": "mark.local"/s/"@dirty", //
