# Without gnuplot: said before anything runs.
mkdir empty
PATH=empty $COHGEN bench tiny
