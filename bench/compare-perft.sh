#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# compare-perft.sh - compare how fast two programs count the move tree.
#
#   bench/compare-perft.sh OURS OTHER [DEPTH [ROUNDS]]
#   SETUP='setoption name UCI_Variant value xiangqi' bench/compare-perft.sh ./hanxin fairy-stockfish 4
#
# OURS is a hanxin (`hanxin perft`), OTHER any UCI engine that answers `go perft N`; SETUP holds lines it
# requires first. Three positions are counted with one thread and no hash table. The programs run in turn,
# ROUNDS times (5), OURS four times per round because it ends so soon. The time is the CPU time (user and
# system) of the process minus that of a run that only starts and quits, so other load on the machine hardly
# matters. If the counts differ, nothing is reported. Prints the medians in million nodes per CPU second, and
# the median ratio of the rounds with its spread.
set -u
export LC_ALL=C

explain() { sed -n '/^[^#]/q; /SPDX/d; 2,$s/^# \{0,1\}//p' "$0"; }
usage() { # WHAT: what is wrong with the arguments
    printf 'compare-perft.sh: %s; see compare-perft.sh --help\n' "$1" >&2
    exit 2
}
for argument; do
    case $argument in -h | --help) explain && exit ;; esac
done
[ $# -ge 2 ] || usage 'two programs are expected'
[ $# -le 4 ] || usage 'at most two programs, a depth and a number of rounds are expected'
ours=$1 other=$2 depth=${3:-5} rounds=${4:-5}
[[ $depth =~ ^[1-9][0-9]?$ ]] || usage "invalid depth '$depth': expected an integer from 1 to 99"
[[ $rounds =~ ^[1-9][0-9]{0,3}$ ]] || usage "invalid number of rounds '$rounds': expected an integer from 1 to 9999"
for program in "$ours" "$other"; do
    command -v -- "$program" >/dev/null || {
        printf 'compare-perft.sh: %s: no such program\n' "$program" >&2
        exit 1
    }
done
log=$(mktemp) || exit 1
trap 'rm -f "$log" "$log.time" "$log.rounds"' EXIT

positions=(
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
    'r1bakabr1/9/1cn2c1n1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/1RBAKAB1R w - - 2 8'
    '2bak1b1r/4a4/n1c1c1n2/p1r1p3p/6p2/2P3P2/P3P3P/N1C1C1N2/4A4/R1BAK1BR1 w - - 4 14'
)
names=('start position' 'middlegame, full' 'middlegame, open')

# cpu COMMAND...: runs it with standard input closed to ours, output to $log; prints its CPU seconds.
cpu() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$log" 2>/dev/null; } 2>"$log.time"
    awk '{ printf "%.3f", $1 + $2 }' "$log.time"
}
ours_repeated() {
    for _ in 1 2 3 4; do "$ours" perft "$@"; done
}
uci_engine() { # lines for it in $script
    printf '%s\n' "$script" | "$other"
}
nodes() { sed -n 's/^Nodes searched: *\([0-9]*\).*/\1/p' "$log" | tail -1; }
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

start_ours=$(for _ in 1 2 3; do cpu ours_repeated 1; echo; done | median)
script=$(printf 'uci\n%s\nquit' "${SETUP:-}")
start_other=$(for _ in 1 2 3; do cpu uci_engine; echo; done | median)

for i in "${!positions[@]}"; do
    fen=${positions[i]}
    script=$(printf 'uci\n%s\nposition fen %s\ngo perft %d\nquit' "${SETUP:-}" "$fen" "$depth")
    : >"$log.rounds"
    for ((round = 1; round <= rounds; round++)); do
        a=$(cpu ours_repeated "$depth" --fen "$fen") count_a=$(nodes)
        b=$(cpu uci_engine) count_b=$(nodes)
        if [ -z "$count_a" ] || [ "$count_a" != "$count_b" ]; then
            echo "compare-perft.sh: ${names[i]}: counts differ: ${count_a:-none} and ${count_b:-none}" >&2
            exit 1
        fi
        awk -v n="$count_a" -v a="$a" -v b="$b" -v sa="$start_ours" -v sb="$start_other" 'BEGIN {
            a = (a - sa) / 4; b -= sb; if (a < 0.01 || b < 0.01) exit 1
            printf "%.2f %.2f %.3f\n", n / a / 1e6, n / b / 1e6, b / a }' >>"$log.rounds" || {
            echo "compare-perft.sh: depth $depth is too short to measure: use a greater one" >&2
            exit 1
        }
    done
    printf '%-18s depth %d  %11d nodes  %8.1f against %8.1f Mn/s  ratio %.2f (%s to %s)\n' "${names[i]}" "$depth" "$count_a" \
        "$(cut -d' ' -f1 "$log.rounds" | median)" "$(cut -d' ' -f2 "$log.rounds" | median)" \
        "$(cut -d' ' -f3 "$log.rounds" | median)" \
        "$(cut -d' ' -f3 "$log.rounds" | sort -g | head -1)" "$(cut -d' ' -f3 "$log.rounds" | sort -g | tail -1)"
done
