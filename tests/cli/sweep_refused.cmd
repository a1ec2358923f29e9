# A sweep of which every point is refused: a result all the same, with the reasons.
echo '{"name": "late", "title": "Nothing can be had", "protocols": ["rcc"], "vary": {"l1_ways": [3, 99]}, "tech": "generic"}' > late.json
$COHGEN sweep late.json -o late
echo "exit $?"
cat late/sweep.csv
