#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# cluster.sh FOLDER - hanxin-cluster of some processes on this machine: counts, a conversation, and a process killed or stopped in the
# middle of searches, whose answers come all the same. KILLS=1 of each kind, in so many conversations; LIMIT_MS=500: how late an answer may
# be, in one of five attempts, as the machine may stall. EXTRA has more arguments for mpirun (hosts/two_hosts.sh). Status 0 if so. FOLDER has the program; logs go to a scratch folder.
set -eu
program=$1/hanxin-cluster
kills=${KILLS:-1}
limit_ms=${LIMIT_MS:-500}
attempts=5
if ! command -v mpirun >/dev/null || ! [ -x "$program" ]; then
    echo 'skipped: hanxin-cluster, which needs Open MPI (libopenmpi-dev, openmpi-bin)'
    exit 0
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
work=$(mktemp -d)
engine=
stopped=
clean() {
    [ -z "$stopped" ] || kill -KILL "$stopped" 2>/dev/null || :
    [ -z "$engine" ] || kill "$engine" 2>/dev/null || :
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM
fail() { echo "failed: $*"; cat "$work"/*.log 2>/dev/null; exit 1; }
# shellcheck disable=SC2086 # it is of words
mpi="timeout -k 10 300 mpirun --oversubscribe --bind-to none --mca orte_enable_recovery 1 ${EXTRA-}"
ms() { date +%s%3N; }

# counts
[ "$($mpi -n 2 "$program" perft 4 2>"$work/perft.log" | head -n 1)" = 'Nodes searched: 3290240' ] || fail 'perft 4 of two processes'
$mpi -n 3 "$program" bench --depth 4 >"$work/bench.log" 2>&1 || fail 'bench of three processes'
tail -n 1 "$work/bench.log" | grep -Eq '^[0-9]+ nodes [0-9]+ nps$' || fail 'bench says no sum'
if [ -z "${EXTRA-}" ] && [ "$(uname)" = Linux ]; then # on one machine; depth 8, so that it lasts until all have been heard of
    $mpi -n 3 "$program" bench --depth 8 >"$work/bench.log" 2>&1 || fail 'bench of three processes to depth 8'
    [ "$(grep -c "rank 0's table" "$work/bench.log")" -eq 2 ] || fail "two ranks should have rank 0's table"
fi

# until WORD: reads lines up to one that begins so, into $line; the engine's output is descriptor 4
until_word() {
    while IFS= read -r line <&4; do
        case $line in "$1"*) return 0 ;; esac
    done
    fail "no $1"
}

# rank_pid N: of the process of that rank that this script has started
rank_pid() {
    for process in $(grep -lx hanxin-cluster /proc/[0-9]*/comm 2>/dev/null); do
        process=${process%/comm}
        { tr '\0' '\n' <"$process/environ" >"$work/environ"; } 2>/dev/null || continue
        if grep -qx "HANXIN_CLUSTER_TEST=$work" "$work/environ" && grep -qx "OMPI_COMM_WORLD_RANK=$1" "$work/environ"; then
            echo "${process#/proc/}"
        fi
    done
}

# conversation SIGNAL: three searches; in the middle of the second rank 1 gets the signal. How late the latest answer is: $latest, in ms
conversation() {
    rm -f "$work/in" "$work/out"
    mkfifo "$work/in" "$work/out"
    HANXIN_CLUSTER_TEST=$work $mpi -n 2 "$program" <"$work/in" >"$work/out" 2>"$work/engine.log" &
    engine=$!
    exec 3>"$work/in" 4<"$work/out"
    echo uci >&3
    until_word uciok
    pid=$(rank_pid 1)
    [ -n "$pid" ] || fail 'rank 1 is not there'
    latest=0
    for search in 1 2 3; do
        begun=$(ms)
        printf 'position startpos\ngo movetime 300\n' >&3
        if [ "$search" = 2 ]; then
            sleep 0.1
            [ "$1" = KILL ] || stopped=$pid
            kill "-$1" "$pid"
        fi
        until_word bestmove
        late=$(($(ms) - begun - 300))
        case $line in 'bestmove '[a-i][0-9][a-i][0-9]*) ;; *) fail "answered $line" ;; esac
        [ "$late" -le "$latest" ] || latest=$late
        [ "$search" != 2 ] || echo "$1: answered ${line%% ponder*}, $late ms after its time"
    done
    echo quit >&3
    exec 3>&-
    wait "$engine" || fail "$1: mpirun ended with status $?"
    exec 4<&-
    engine=
    stopped=
}

# in_time SIGNAL: a conversation whose answers are all in time
in_time() {
    for _ in $(seq $attempts); do
        conversation "$1"
        [ "$latest" -gt "$limit_ms" ] || return 0
    done
    fail "$1: an answer is $latest ms late, and in $attempts attempts one always"
}

# counted SIGNAL: what rank 1 was to count when it was killed or stopped is counted by rank 0
counted() {
    rm -f "$work/count"
    HANXIN_CLUSTER_TEST=$work $mpi -n 2 "$program" perft 6 >"$work/count" 2>"$work/perft.log" &
    engine=$!
    until pid=$(rank_pid 1) && [ -n "$pid" ]; do
        kill -0 "$engine" 2>/dev/null || fail "$1 in a count: over before rank 1 was seen"
        sleep 0.05
    done
    sleep 0.7
    [ "$1" = KILL ] || stopped=$pid
    kill "-$1" "$pid" 2>/dev/null || : # it may be done
    wait "$engine" || [ "$1" = STOP ] || fail "$1 in a count: mpirun ended with status $?"
    engine=
    [ "$(head -n 1 "$work/count")" = 'Nodes searched: 5392831844' ] || fail "$1 in a count: $(head -n 1 "$work/count")"
    [ -z "$stopped" ] || kill -KILL "$stopped" 2>/dev/null || :
    stopped=
}

counted KILL
counted STOP
for _ in $(seq "$kills"); do
    in_time KILL
    in_time STOP
done
