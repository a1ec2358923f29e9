# < msi.json
s/{msg.src} : {}/{1} : {}/
