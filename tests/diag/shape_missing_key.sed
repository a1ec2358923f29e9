/"consistency"/d
