# --set something_else=9
