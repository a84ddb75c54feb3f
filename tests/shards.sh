#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# shards.sh - tests bench/shards.sh as GNU Parallel would call it: a match in three parts and a data set in two; one part of the
# match is killed and run again. The merged results must be complete. Status 0 if they are, or if a required program is missing.
set -euo pipefail
unset SLURM_JOB_ID SLURM_CPUS_PER_TASK # of a job in which this may run
cd "$(dirname "$0")/.."
if ! [ -x ./hanxin-match ]; then
    echo 'skipped: hanxin-match, which needs jansson'
    exit 0
fi
for needed in flock setsid; do
    if ! command -v $needed >/dev/null; then
        echo "skipped: $needed (Debian: util-linux)"
        exit 0
    fi
done
work=$(mktemp -d)
victim=
clean() {
    [ -z "$victim" ] || kill -KILL -- "-$victim" 2>/dev/null || :
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM
fail() { echo "failed: $*"; cat "$work"/*.log 2>/dev/null; exit 1; }
shards() { bash bench/shards.sh "$@"; }
# says STATUS TEXT ARGUMENT...: shards.sh must exit with the status and print one line that contains the text
says() {
    local wanted=$1 text=$2 status=0
    shift 2
    shards "$@" >"$work/said.log" 2>&1 || status=$?
    [ "$status" = "$wanted" ] && [ "$(wc -l <"$work/said.log")" = 1 ] && grep -qF "$text" "$work/said.log" || fail "shards.sh $*: status $status, not $wanted: $text"
}
games_of() { grep -c '"id"' "$1" 2>/dev/null || :; }

match="$work/a match"
shards plan match "$match" 3 -- --engine cmd=./hanxin name=a --engine cmd=./hanxin name=b --each nodes=1000 proto=uci option.Hash=1 \
    --openings bench/match/openings.epd order=random --games 18
says 1 'belongs to another plan' plan match "$match" 4 -- --games 18
says 1 'part 1 is not done' merge "$match"
says 2 "invalid part '4': expected an integer from 1 to 3" run "$match" 4
says 2 'N%M' match "$work/none" 3 --array=1-3%2 -- --games 18
says 2 "invalid number of parts '3%0'" match "$work/none" 3%0 -- --games 18
says 1 'backslash' match "$work/no\\ne" 3 -- --games 18
! [ -e "$work/none" ] || fail 'a rejected plan has left files'
mkdir "$work/used" && : >"$work/used/part1.results"
says 1 'part1.results belongs to another plan' plan match "$work/used" 3 -- --games 18
[ "$(ls "$work/used")" = part1.results ] && ! [ -s "$work/used/part1.results" ] || fail 'a folder in use was given a plan'
for games in 18 36; do shards plan match "$work/two" 3 -- --games $games >"$work/plan$games.log" 2>&1 & done # at once: one is rejected
wait
[ "$(cat "$work"/plan18.log "$work"/plan36.log | grep -c 'belongs to another plan')" = 1 ] && [ "$(ls "$work/two")" = plan ] || fail 'two plans at once'
setsid bash bench/shards.sh run "$match" 2 >"$work/part2.log" 2>&1 &
victim=$!
until grep -q '"id"' "$match/part2.results" 2>/dev/null; do
    kill -0 "$victim" 2>/dev/null || grep -q '"id"' "$match/part2.results" 2>/dev/null || fail 'part 2 plays no game'
    sleep 0.02
done
kill -STOP -- "-$victim" 2>/dev/null || : # so that it has not finished, on any machine
if ! [ -e "$match/part2.done" ]; then
    says 1 'another process runs part2' run "$match" 2
    ! SLURM_JOB_ID=1 SHARDS_WAIT=1 shards run "$match" 2 >"$work/said.log" 2>&1 || fail 'part 2 runs twice'
    grep -q '^part2: waiting' "$work/said.log" && grep -q 'another process still runs part2 after 1 s' "$work/said.log" || fail 'part 2 is not waited for'
fi
kill -KILL -- "-$victim" 2>/dev/null || :
wait "$victim" 2>/dev/null || :
victim=
killed_after=$(games_of "$match/part2.results")
for part in 1 3; do shards run "$match" $part >"$work/part$part.log" 2>&1 || fail "part $part"; done
says 0 'part1: done' run "$match" 1
[ -e "$match/part2.done" ] || says 1 'part 2 is not done' merge "$match"
SLURM_JOB_ID=1 shards run "$match" 2 >"$work/part2.log" 2>&1 || fail 'part 2, run again' # the killed process may hold its lock for a moment
shards merge "$match" >"$work/merge.log" 2>&1 || fail 'merging the match'
[ "$(games_of "$match/all.json")" = 18 ] && [ -s "$match/all.html" ] || fail "$(games_of "$match/all.json") games of 18"

data=$work/data
shards plan data "$data" 2 -- --games 6 --nodes 100 --seed 5
for part in 1 2; do shards run "$data" $part >"$work/data$part.log" 2>&1 || fail "part $part of the data"; done
shards merge "$data" >"$work/merge.log" 2>&1 || fail 'merging the data'
./hanxin-records verify "$data/all.hxg" | grep '^12 games, .* 0 faults' || fail 'the data are incomplete'
cp "$data/all.hxg" "$work/before.hxg"
! (trap '' XFSZ; ulimit -f 1; shards merge "$data") >"$work/full.log" 2>&1 || fail 'merging succeeded on a full disk'
cmp "$work/before.hxg" "$data/all.hxg" || fail 'the full disk destroyed the earlier merged file'
echo "a match of 18 games in 3 parts, one killed after $killed_after games of its 6 and run again, data of 12 games in 2: complete"
