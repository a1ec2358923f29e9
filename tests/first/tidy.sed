# After lines were left out: no empty objects, no comma before a bracket, no two empty lines.
:a
$!{
    N
    ba
}
s/\n *"[a-z]*": {\n *},\?//g
s/\n\n\(\n\)*/\n\n/g
s/,\(\n*\n *[]}]\)/\1/g
s/\n\n\( *[]}]\)/\n\1/g
