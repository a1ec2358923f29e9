s/"count": "partitions",/& "core_port": true,/
