#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# gmchess.sh - plays a whole game in gmchess (GTK, Linux) in a real X server: gmchess drives the engine as Black, Red is clicked
# on the board, and a screenshot is taken at the end.
#
# Needs gmchess itself (github.com/lerosua/gmchess, built and installed outside this tree; see below), the Debian packages xvfb
# xdotool imagemagick, and the built ./hanxin. Usage:
#     GMCHESS=/path/to/bin/gmchess tests/clients/gmchess.sh [SCREENSHOT.png]
# Prints the last lines sent and answered. Exits non-zero if the game did not finish.
#
# Debian 12 can build the last gtkmm version, 0.29.6.4 (commit 694e622), with libgtkmm-3.0-dev meson ninja-build: in meson.build
# require meson 1.0.0 and remove the folders doc and po, then meson setup b --prefix=DIR, ninja -C b, meson install -C b (its
# last step, the desktop caches, may fail). The GTK 4 versions since May 2026 need libadwaita 1.4, which Debian 12 lacks. The
# coordinates of the pieces on the screen are those of that version's default window, theme wood, 980 x 707.
set -e
cd "$(dirname "$0")/../.."
: "${GMCHESS:?set it to the path of the gmchess program}"
shot=${1:-${TMPDIR:-.}/hanxin-gmchess.png}
place=$(mktemp -d)
engine=$(pwd)/${ENGINE:-hanxin}
# Everything sent and answered is recorded.
printf '#!/bin/sh\ntee -a "%s/sent" | "%s" | tee -a "%s/answered"\n' "$place" "$engine" "$place" >"$place/engine"
chmod +x "$place/engine"
mkdir -p "$place/config/gmchess/files" "$place/config/gmchess/book"
printf '%s\t=\t%s\n' usebook 1 desktop_size 1 engine_depth "${DEPTH:-5}" themes wood engine_name engine \
    line_color '#198964' step_time 120 play_time 60 >"$place/config/gmchess/config"
cp "$GMCHESS" "$place/gmchess" # it looks for an engine in its own folder
touch "$place/sent" "$place/answered"
export DISPLAY=":$((80 + $$ % 9))" HOME="$place" XDG_CONFIG_HOME="$place/config"
Xvfb "$DISPLAY" -screen 0 1100x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $board $server 2>/dev/null; rm -rf "$place"' EXIT
sleep 2
"$place/gmchess" >"$place/log" 2>&1 &
board=$!
sleep "${PATIENCE:-6}"
click() { xdotool mousemove "$1" "$2" sleep 0.1 click 1 sleep 0.2; }
point() { # screen coordinates of a square such as e3
    file=$(printf '%d' "'${1%?}")
    click $((192 + 57 * (file - 97))) $((74 + 57 * (9 - ${1#?})))
}
positions() { grep -c fen "$place/sent" || true; }
click 202 653 # Start
sleep 2
over=
round=0
while [ -z "$over" ] && [ "$round" -lt "${ROUNDS:-150}" ]; do
    round=$((round + 1))
    before=$(positions)
    last=$(grep fen "$place/sent" | tail -n 1)
    move=$(printf '%s\n' ucci 'setoption batch on' 'setoption usebook off' 'setoption skilllevel 0' "${last:-position startpos}" \
        'go depth 2' quit | "$engine" | sed -n 's/^bestmove \(....\).*/\1/p; s/^nobestmove/none/p')
    if [ "$move" = none ]; then
        over="Red is mated after $((round - 1)) rounds"
        break
    fi
    point "${move%??}"
    point "${move#??}"
    for _ in $(seq "${WAIT:-300}"); do
        grep -q '^nobestmove' "$place/answered" && over="Black is mated after $round rounds" && break
        [ "$(positions)" -ge $((before + 2)) ] && break
        sleep 0.1
    done
    [ -n "$over" ] || [ "$(positions)" -ge $((before + 2)) ] || { echo "no move after Red's $move in round $round" && break; }
done
import -window root "$shot"
tail -n 2 "$place/sent"
tail -n 2 "$place/answered"
echo "screenshot: $shot"
echo "${over:-the game did not finish}"
[ -n "$over" ]
