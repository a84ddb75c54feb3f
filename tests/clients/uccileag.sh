#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# uccileag.sh - statement 104 of the checklist: the engine plays a double round against itself under ElephantEye's UCCI league
# simulator, without a loss on time, an illegal move or a missing `bye`.
#
# Needs UCCILEAG, the path of that program (LEAGUE/uccileag.cpp of xqbase/eleeye; g++ -pthread), the built ./hanxin, and iconv.
# Optional: OPPONENT, a second UCCI engine; SECONDS_PER_SIDE (at least 60, since the league counts in minutes; the usual 5
# minutes would take hours). Prints the results and exits non-zero if a game did not end properly.
set -e
cd "$(dirname "$0")/../.."
: "${UCCILEAG:?set it to the path of the uccileag program}"
engine=${ENGINE:-./hanxin}
opponent=${OPPONENT:-$engine}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$UCCILEAG" "$place/uccileag"
mkdir "$place/red" "$place/black"
cp "$engine" "$place/red/engine"
cp "$opponent" "$place/black/engine"
# The wrapper records every line sent or received.
for side in red black; do
    printf '#!/bin/sh\nexec "%s/%s/engine" 2>"%s/%s.err" | tee -a "%s/%s.out"\n' \
        "$place" "$side" "$place" "$side" "$place" "$side" >"$place/$side/run"
    chmod +x "$place/$side/run"
done
cat >"$place/UCCILEAG.INI" <<INI
[League]
Event=conformance
Site=here
Teams=2
Processors=1
Roundrobins=2
InitialTime=${MINUTES:-1}
IncrementalTime=0
StoppingTime=200
StandardCpuTime=1000
[Teams]
Team=AAA,first,2000,20,$place/red/run
Team=BBB,second,2000,20,$place/black/run
INI
(cd "$place" && timeout "${LIMIT:-1500}" ./uccileag </dev/null >league.log 2>&1) || status=$?
iconv -c -f gbk -t utf8 "$place/league.log" | tail -n 15
games=$(find "$place" -iname '*.pgn' | wc -l)
bad=$(find "$place" -iname '*.pgn' -exec iconv -c -f gbk -t utf8 {} + | grep -c -E '超时作负|走法|犯规' || true)
byes=$(cat "$place"/red.out "$place"/black.out | grep -c '^bye' || true)
echo "$games games, $bad with a time loss or an illegal move, $byes byes"
[ "${status:-0}" = 0 ] && [ "$games" -ge 4 ] && [ "$bad" = 0 ] && [ "$byes" = $((2 * games)) ]
