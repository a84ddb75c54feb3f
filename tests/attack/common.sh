# SPDX-License-Identifier: GPL-3.0-only
# common.sh - shared by the attacks on files: jobs that write files, described as cases.
#
# A case NAME has four functions. NAME_setup prepares the current, empty folder. NAME_work does the work in place of the shell
# (exec). NAME_again continues it after an interruption (default: NAME_work). NAME_result prints the result without times and
# dates, so that two results can be compared. NAME_inputs names the files that must not change. NAME_count, if defined, prints
# how much is done; it must never decrease.
#
# Environment variables: B, the folder of the programs, of which those for Windows run under wine (under_wine.sh); SEED.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bin=$(cd "$root" && cd "${B:-build/release}" && pwd) || exit 1
export SEED=${SEED:-1} LC_ALL=C bin root
if [ -e "$bin/hanxin.exe" ]; then windows=true; else windows=false; fi
RANDOM=$SEED
faults=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/hanxin-attack-XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

fault() { # WHAT [FILE]: counts a fault and shows the file
    faults=$((faults + 1))
    printf 'FAULT: %s\n' "$1"
    [ -z "${2:-}" ] || head -c 1500 "$2" | tr -d '\000' | head -n 12 | sed 's/^/    | /'
}

has() { declare -F "$1" >/dev/null; }
again() { if has "$1_again"; then "$1_again"; else "$1_work"; fi; }
now_ms() { echo $(($(date +%s%N) / 1000000)); }
sums() { # of every file here except those given
    find . -type f | sort | while read -r f; do [[ " $* " == *" ${f#./} "* ]] || sha256sum "$f"; done
}

fake() { echo "$bin/tests/fake_engine $1"; }

# ---- games between engines ----

match_files() {
    for f in "$@"; do
        [ -f "$f" ] || { echo "no $f"; continue; }
        case $f in
        *.json | *.results) grep -o '^{"id":[0-9]*,.*' "$f" | sed -E 's/"date":[0-9]*,//; s/"(us|slack_us)":\[[^]]*\],?//g; s/"crc":"[^"]*"//; s/,*$//' | sort ;;
        *.pgn) grep -aE '^\[(GameId|Result|PlyCount) ' "$f" | paste - - - | sort ;;
        *.html) tail -c 8 "$f" | tr -d '\n'; echo ;;
        esac
    done
}
match_setup() { :; }
match_run() {
    exec "$bin/hanxin-match" --engine "cmd=$(fake "seed=1 delay=1")" name=a --engine "cmd=$(fake "seed=2 delay=1")" name=b --each nodes=1 \
        --games 24 --concurrency 3 --maxplies 40 --openings "$root/bench/match/openings.epd" "$@" --quiet
}
match_work() { match_run --pgn g.pgn --json r.json --html r.html --resume; }
match_count() { cat r.json.results 2>/dev/null | grep -c '^{"id":.*}$'; }
match_result() { match_files g.pgn r.json r.html r.json.results; }
pgnmatch_setup() { :; } # with one export only
pgnmatch_work() { match_run --pgn g.pgn --resume; }
pgnmatch_count() { cat g.pgn.results 2>/dev/null | grep -c '^{"id":.*}$'; }
pgnmatch_result() { match_files g.pgn g.pgn.results; }

merge_setup() {
    (match_run --results a.results --shard 1/2 >/dev/null 2>&1)
    (match_run --results b.results --shard 2/2 >/dev/null 2>&1)
}
merge_inputs() { echo a.results b.results; }
merge_work() {
    rm -f all.results all.json all.pgn all.html # existing files are not replaced
    exec "$bin/hanxin-match" --merge a.results b.results --results all.results --json all.json --pgn all.pgn --html all.html --quiet
}
merge_result() { match_files all.results all.json all.pgn all.html; }

# ---- games of the engine against itself, and files made from them ----

games() { "$bin/hanxin-datagen" --out "$1" --games "$2" --nodes 10 --net none --threads 1 --hash 1 --seed "$3" >/dev/null 2>&1; }
records() { "$bin/hanxin-records" print "$1" | awk '/^game seed/ { if (g) print g; g = "" } { g = g " | " $0 } END { print g }' | sort; }
datagen_setup() { :; }
datagen_work() { exec "$bin/hanxin-datagen" --out g.hxg --games 150 --nodes 60 --net none --threads 2 --hash 1 --seed 5; }
datagen_count() { if [ -s g.hxg ]; then "$bin/hanxin-records" count g.hxg 2>/dev/null | grep -oE '^[0-9]+|[0-9]+ games' | grep -oE '[0-9]+' | head -n 1; else echo 0; fi; }
datagen_result() {
    records g.hxg
    "$bin/hanxin-records" verify g.hxg >/dev/null 2>&1 || echo "verify fails"
}

book_setup() { :; }
book_work() { exec "$bin/hanxin-book" build --out b.hxa --nodes 60 --net none --hash 1 --workers 2 --positions 300; }
book_count() { echo $(($(stat -c %s b.hxa 2>/dev/null || echo 0) / 20)); }
book_result() {
    "$bin/hanxin-book" write b.hxa --out b.hxb
    sha256sum b.hxa b.hxb
}

export_setup() {
    "$bin/hanxin-book" build --out b.hxa --nodes 5 --net none --hash 1 --positions 60 >/dev/null 2>&1
    "$bin/hanxin-book" write b.hxa --out b.hxb >/dev/null
}
export_inputs() { echo b.hxa b.hxb; }
export_work() {
    rm -f b.dat # export does not replace it
    exec "$bin/hanxin-book" export b.hxb --format bookdat --out b.dat
}
export_result() { sha256sum b.dat; }

filter_setup() { games in.hxg 60 7 && games in2.hxg 60 8; }
filter_inputs() { echo in.hxg in2.hxg; }
filter_work() {
    rm -f out.hxg
    exec "$bin/hanxin-records" filter --unique --plies-least 20 --out out.hxg in.hxg in2.hxg
}
filter_result() { records out.hxg; }
shuffle_setup() { filter_setup; }
shuffle_inputs() { filter_inputs; }
shuffle_work() {
    rm -f out.hxg
    exec "$bin/hanxin-records" shuffle --out out.hxg in.hxg in2.hxg
}
shuffle_result() { sha256sum out.hxg; }

train_setup() { games in.hxg 60 7; }
train_inputs() { echo in.hxg; }
train_work() {
    exec "$bin/hanxin-train" --force --out n.nnue --curve c.svg --checkpoint c.ckpt --checkpoint-every 1 --epochs "${EPOCHS:-12}" --batch 64 \
        --threads 1 --validation 100 in.hxg
}
train_result() { sha256sum n.nnue; [ -s c.svg ] && tail -c 8 c.svg; }

tune_setup() { games in.hxg 60 7 && cp "$root/eval/hce/hce_params.h" h.h; }
tune_inputs() { echo in.hxg; }
tune_work() {
    cp "$root/eval/hce/hce_params.h" x && mv x h.h # complete at any moment
    exec "$bin/hanxin-tune" --passes 3 --out h.h in.hxg
}
tune_result() { sha256sum h.h; }

spsa_setup() { # an engine with two parameters, and a match whose result follows from its seed
    cat >engine <<'X'
#!/bin/sh
echo 'option a type spin min 0 max 100 default 50'
echo 'option b type spin min 0 max 100 default 50'
X
    cat >match <<'X'
#!/bin/bash
while [ $# -gt 0 ]; do [ "$1" = --seed ] && seed=$2; shift; done
w=$((seed % 7))
echo "plus - minus: 8 games, +$w =$((8 - w)) -0, score 50 %"
X
    chmod +x engine match
}
spsa_inputs() { echo engine match; }
spsa_work() { exec "$bin/hanxin-spsa" --engine ./engine --match ./match --state s.txt --games 240 a b:5; }
spsa_count() { cat s.txt 2>/dev/null | sed -n 's/^step \([0-9]*\).*/\1/p'; }
spsa_result() { cat s.txt; }

# ---- jobs that only print ----

convert_setup() { (match_run --pgn g.pgn >/dev/null 2>&1); }
convert_inputs() { echo g.pgn; }
convert_work() { exec "$bin/hanxin" convert --to wxf g.pgn >out.txt; }
convert_result() { sha256sum out.txt; }
print_setup() { games in.hxg 20 7; }
print_inputs() { echo in.hxg; }
print_work() { exec "$bin/hanxin-records" print in.hxg >out.txt; }
print_result() { sha256sum out.txt; }
perft_setup() { :; }
perft_work() { exec "$bin/hanxin" perft 3 --divide >out.txt; }
perft_result() { grep -viE 'time|second' out.txt; }
help_setup() { :; }
help_work() { exec "$bin/hanxin" help >out.txt; }
help_result() { sha256sum out.txt; }

# ---- a game at the terminal ----

play_setup() { printf 'h2e2\nh9g7\nh0g2\nsave game.pgn\nquit\n' >in.txt; }
play_inputs() { echo in.txt; }
play_work() {
    rm -f game.pgn
    export XDG_STATE_HOME=$PWD/state
    exec "$bin/hanxin" play --side both --ascii <in.txt
}
play_result() { sed 's/^\[\(Date\|UTCDate\|UTCTime\|Time\).*//' game.pgn; }

play_talks() { :; } # the player is informed of a failed write and continues

# The same at a terminal, where the game is saved after each move: every move that was answered must be there afterwards.
table_moves='h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 c6c5 c3c4 g6g5 g3g4 c9e7 a0a1 d9e8 a1d1 h7h6'
table_setup() { printf '#!/bin/bash\necho $$ >pid\nexec "%s" play --side both --ascii "$@"\n' "$bin/hanxin" >play && chmod +x play; }
table_inputs() { echo play; }
table_count() { # number of moves saved
    cat state/hanxin/game-*.pgn 2>/dev/null | grep -vE '^\[' | grep -oE '[A-I][0-9]-[A-I][0-9]' | wc -l
}
table_feed() { # types the remaining moves with pauses
    local n=0 m
    sleep 0.15
    for m in $table_moves; do
        n=$((n + 1))
        [ $n -le "$1" ] || { echo "$m" && sleep 0.02; }
    done
    [ "$2" != end ] || echo 'save game.pgn'
    sleep 0.2
}
table_work() {
    export XDG_STATE_HOME=$PWD/state TERM=dumb
    local done
    done=$(table_count)
    if [ "$done" -gt 0 ]; then words=--continue; else words=''; fi
    rm -f game.pgn
    table_feed "$done" end | script -qc "./play $words" /dev/null
    [ -s game.pgn ]
}
table_result() { grep -vE '^\[(Date|HanxinClocks|HanxinSaved) ' game.pgn; }

# The engine writes a log, and continues to play if the log cannot be written.
log_setup() { printf 'ucci\nsetoption logfile log\nsetoption batch true\nposition startpos\ngo depth 3\nisready\nquit\n' >in.txt; }
log_inputs() { echo in.txt; }
log_work() { exec "$bin/hanxin" <in.txt >out.txt; }
log_result() { grep -E '^(bestmove|readyok|ucciok|bye)' out.txt; }
log_targets() { echo log; }
