s/^      "rules": \[/      "otherwise": ["impossible"],\n&/
