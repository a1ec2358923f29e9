s/"line.dirty = {}", //
