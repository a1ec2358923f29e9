# nothing wrong
