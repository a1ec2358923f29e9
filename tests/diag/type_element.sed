# < directory.json
s/{msg.src} : {}/{1} : {}/
