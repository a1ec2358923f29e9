# A load goes before the bytes of its own core that are in the store buffer.
/"in": \["I", "II"\], "on": "load", "when": "buffered"/,/note/d
