# --set consistency=drf1
