#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# killed.sh [CASE...] - ends each job with kill -9 at random moments, continues it, and compares the result with that of an
# uninterrupted run: nothing may be lost, repeated or unreported. KILLS (200) for each case of common.sh.
. "$(dirname "$0")/common.sh"
kills_wanted=${KILLS:-200}

kill_case() { # NAME
    local name=$1 kills=0 rounds=0 finished=0 before after start length status
    mkdir -p "$scratch/whole" && cd "$scratch/whole" && "${name}_setup" || return
    start=$(now_ms)
    ("${name}_work") >../whole.out 2>&1 || fault "$name: the uninterrupted run fails" ../whole.out
    length=$(($(now_ms) - start + 5))
    "${name}_result" >../whole.txt 2>&1
    find . | sort >../whole.files
    while [ "$kills" -lt "$kills_wanted" ] && [ "$faults" -lt 20 ]; do
        rm -rf "$scratch/torn" && mkdir "$scratch/torn" && cd "$scratch/torn" && "${name}_setup"
        has "${name}_inputs" && sha256sum $("${name}_inputs") >../inputs
        before=0
        rounds=$((rounds + 1))
        for ((i = 1 + RANDOM % 12; i > 0; i--)); do
            (again "$name") >../out 2>&1 </dev/null &
            local pid=$!
            sleep "$(printf '0.%04d' $((RANDOM % (length + 20) * 10 % 10000)))"
            # A job at a terminal writes its process number to a file.
            if [ "$name" = table ]; then kill -9 "$(cat pid 2>/dev/null)" 2>/dev/null && kills=$((kills + 1)); else kill -9 $pid 2>/dev/null; fi
            wait $pid 2>/dev/null
            status=$?
            [ "$name" != table ] || status=0
            [ $status -ne 137 ] || sleep 0.1 # a child that has just started may hold the lock for a moment
            if [ $status -eq 137 ]; then kills=$((kills + 1)); else finished=$((finished + 1)); fi
            [ $status -eq 137 ] || [ $status -eq 0 ] || fault "$name: status $status after a kill (round $rounds)" ../out
            if has "${name}_count"; then
                after=$("${name}_count")
                [ "${after:-0}" -ge "$before" ] || fault "$name: $before done, ${after:-none} after a kill" ../out
                before=${after:-0}
            fi
        done
        (again "$name") >../out 2>&1 </dev/null || fault "$name: cannot be continued: status $?" ../out
        "${name}_result" >../torn.txt 2>&1
        cmp -s ../whole.txt ../torn.txt || { diff ../whole.txt ../torn.txt | cut -c1-200 >../diff; fault "$name: wrong result (round $rounds)" ../diff; }
        find . | sort >../torn.files
        cmp -s ../whole.files ../torn.files || { diff ../whole.files ../torn.files >../diff; fault "$name: wrong files (round $rounds)" ../diff; }
        if has "${name}_inputs"; then sha256sum --quiet -c ../inputs >../diff 2>&1 || fault "$name: inputs changed" ../diff; fi
    done
    printf '%-10s %4d kills, %4d runs that ended before the kill, %3d continued to the end\n' "$name" "$kills" "$finished" "$rounds"
    cd "$scratch" && rm -rf whole torn
}

everything='match pgnmatch datagen book export filter shuffle train spsa merge tune play table'
$windows && everything='match pgnmatch datagen book export filter shuffle train merge tune play' # no scripts, no terminal
for name in ${*:-$everything}; do kill_case "$name"; done
sleep 1
left=$(pgrep -f "${bin//\//.}.tests.fake_engine[^ ]* seed=1 delay=1" | wc -l) # with / or \ between the folders
[ "$left" -eq 0 ] || fault "$left engines are still running"
echo "killed: $faults faults"
[ "$faults" -eq 0 ]
