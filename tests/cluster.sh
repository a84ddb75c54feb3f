#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# cluster.sh FOLDER - tests hanxin-cluster with several processes on this machine: counts, a conversation, and searches during
# which a process is killed or stopped, which must be answered all the same. KILLS=1 conversations with each signal;
# LIMIT_MS=500 is the largest delay of an answer, met in at least one of five attempts because the machine may stall. EXTRA has
# more arguments for mpirun (hosts/two_hosts.sh). Status 0 if all is correct. FOLDER has the program; logs go to a scratch
# folder.
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
# shellcheck disable=SC2086 # a list of words
mpi="timeout -k 10 300 mpirun --oversubscribe --bind-to none --mca orte_enable_recovery 1 ${EXTRA-}"
ms() { date +%s%3N; }

# counts
[ "$($mpi -n 2 "$program" perft 4 2>"$work/perft.log" | head -n 1)" = 'Nodes searched: 3290240' ] || fail 'perft 4 with two processes'
$mpi -n 3 "$program" bench --depth 4 >"$work/bench.log" 2>&1 || fail 'bench with three processes'
tail -n 1 "$work/bench.log" | grep -Eq '^[0-9]+ nodes [0-9]+ nps$' || fail 'bench prints no sum'
if [ -z "${EXTRA-}" ] && [ "$(uname)" = Linux ]; then # on one machine; depth 8, so that all ranks answer before it ends
    $mpi -n 3 "$program" bench --depth 8 >"$work/bench.log" 2>&1 || fail 'bench with three processes to depth 8'
    [ "$(grep -c "rank 0's table" "$work/bench.log")" -eq 2 ] || fail "two ranks should use rank 0's table"
fi

# until WORD: reads lines into $line up to one that begins with WORD; the engine's output is descriptor 4
until_word() {
    while IFS= read -r line <&4; do
        case $line in "$1"*) return 0 ;; esac
    done
    fail "no $1"
}

# rank_pid N: prints the process number of that rank, among the processes started here
rank_pid() {
    for process in $(grep -lx hanxin-cluster /proc/[0-9]*/comm 2>/dev/null); do
        process=${process%/comm}
        { tr '\0' '\n' <"$process/environ" >"$work/environ"; } 2>/dev/null || continue
        if grep -qx "HANXIN_CLUSTER_TEST=$work" "$work/environ" && grep -qx "OMPI_COMM_WORLD_RANK=$1" "$work/environ"; then
            echo "${process#/proc/}"
        fi
    done
}

# conversation SIGNAL: runs three searches and sends the signal to rank 1 during the second. $latest becomes the largest delay in ms
conversation() {
    rm -f "$work/in" "$work/out"
    mkfifo "$work/in" "$work/out"
    HANXIN_CLUSTER_TEST=$work $mpi -n 2 "$program" <"$work/in" >"$work/out" 2>"$work/engine.log" &
    engine=$!
    exec 3>"$work/in" 4<"$work/out"
    echo uci >&3
    until_word uciok
    pid=$(rank_pid 1)
    [ -n "$pid" ] || fail 'rank 1 is not running'
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

# in_time SIGNAL: repeats the conversation until all answers are in time
in_time() {
    for _ in $(seq $attempts); do
        conversation "$1"
        [ "$latest" -gt "$limit_ms" ] || return 0
    done
    fail "$1: in each of $attempts attempts an answer is late, in the last one by $latest ms"
}

# counted SIGNAL: rank 0 must count the tasks of rank 1 when that is killed or stopped
counted() {
    rm -f "$work/count"
    HANXIN_CLUSTER_TEST=$work $mpi -n 2 "$program" perft 6 >"$work/count" 2>"$work/perft.log" &
    engine=$!
    until pid=$(rank_pid 1) && [ -n "$pid" ]; do
        kill -0 "$engine" 2>/dev/null || fail "$1 in a count: it ended before rank 1 was found"
        sleep 0.05
    done
    sleep 0.7
    [ "$1" = KILL ] || stopped=$pid
    kill "-$1" "$pid" 2>/dev/null || : # it may have ended
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
