#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# fairy-stockfish.sh - plays short matches against Debian's Fairy-Stockfish, each engine in another dialect, and checks that
# games end only by the rules: no illegal move, crash, stall or loss on time.
#
# Needs the Debian package fairy-stockfish and the built ./hanxin and ./hanxin-match. Usage:
#     tests/clients/fairy-stockfish.sh [GAMES]     10 in each of the two pairings by default
# TC is the time control (1 s + 0.02 s a move), OPPONENT another fairy-stockfish, PGN a file for the games. Exits non-zero if a
# game ended by a fault.
#
# Version 11.1 in Debian 12 counts ranks from 1 in UCI. In UCCI it does not announce usemillisec but counts in milliseconds;
# hanxin-match recognizes it by its name.
# milliseconds, which hanxin-match knows by its name.
set -e
cd "$(dirname "$0")/../.."
games=${1:-10}
tc=${TC:-1+0.02}
PATH=$PATH:/usr/games
opponent=$(command -v "${OPPONENT:-fairy-stockfish}") || { echo "fairy-stockfish is not installed" >&2; exit 2; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
play() { # name, our dialect, then the opponent's settings
    name=$1 ours=$2
    shift 2
    ./hanxin-match --engine cmd="$(pwd)/${ENGINE:-hanxin}" name=Hanxin proto="$ours" \
        --engine cmd="$opponent" name=Fairy-Stockfish "$@" --each tc="$tc" \
        --openings bench/match/openings.epd order=random --games "$games" --pgn "$place/$name.pgn" --quiet
}
play ucci ucci proto=uci base=1 option.UCI_Variant=xiangqi
play uci uci proto=ucci
cat "$place"/*.pgn >"${PGN:-/dev/null}"
total=$(cat "$place"/*.pgn | grep -c '^\[Result "[01]')
faults=$(cat "$place"/*.pgn | grep -c -E '^\[Termination "(time forfeit|illegal move|crash|stall|protocol error)"' || true)
grep -h '^\[Termination' "$place"/*.pgn | sort | uniq -c
echo "$total games, $faults of them ended by a fault"
[ "$total" -eq $((2 * games)) ] && [ "$faults" -eq 0 ]
