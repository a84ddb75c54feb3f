#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# xboard.sh - the engine plays a whole game against itself in XBoard, through uci2wb, in a real X server; a screenshot is taken
# at the end.
#
# Needs the Debian packages xboard uci2wb xvfb imagemagick x11-utils, and the built ./hanxin. Usage:
#     tests/clients/xboard.sh ucci|uci [SCREENSHOT.png]
# Prints the moves and the result. Exits non-zero if no game was finished.
set -e
cd "$(dirname "$0")/../.."
mode=${1:-ucci}
shot=${2:-${TMPDIR:-.}/hanxin-xboard-$mode.png}
case $mode in ucci) flag=-x ;; uci) flag="-var xiangqi -c" ;; *) echo "xboard.sh: invalid mode '$mode': expected ucci or uci" >&2; exit 2 ;; esac
PATH=$PATH:/usr/games
place=$(mktemp -d)
engine="uci2wb $flag $(pwd)/hanxin"
display=:$((90 + $$ % 9))
Xvfb "$display" -screen 0 1000x900x24 >/dev/null 2>&1 &
server=$!
trap 'kill $board $server 2>/dev/null; rm -rf "$place"' EXIT
sleep 2
export DISPLAY="$display" HOME="$place"
xboard -variant xiangqi -size 50 -fcp "$engine" -scp "$engine" -mode TwoMachines -matchGames 1 -tc "${TC:-0:20}" -inc 0 \
    -saveGameFile "$place/game.pgn" -debug -nameOfDebugFile "$place/debug.log" >/dev/null 2>&1 &
board=$!
for second in $(seq "${LIMIT:-120}"); do
    sleep 1
    # the last picture taken while the board is shown
    [ $((second % 3)) = 2 ] && kill -0 "$board" 2>/dev/null && import -window root "$place/shot.png" 2>/dev/null &&
        xwininfo -root -children 2>/dev/null | grep -q -i xboard && cp "$place/shot.png" "$shot"
    grep -q '^\[Result "[01]' "$place/game.pgn" 2>/dev/null && break
done
cat "$place/game.pgn" 2>/dev/null
grep -m 3 -i -E 'illegal|forfeit|exited' "$place/debug.log" && exit 1
echo "screenshot: $shot"
grep -q '^\[Result "[01]' "$place/game.pgn"
