s/"!c.busy ||.*",$/"c.now + 1",/
