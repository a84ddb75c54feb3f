#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# full_disk.sh [CASE...] - makes every call that writes to the disk fail: the first write alone, the second alone and so on, and
# also each together with all later ones. Either the work is done all the same, or the program reports the failure in a few
# lines with status 1. Inputs and earlier results remain, and the next run ends normally. Only calls on files in the work folder
# fail, so no engine's pipe breaks. Needs strace. At most AT_MOST (40) failures of each call in each case.
. "$(dirname "$0")/common.sh"
command -v strace >/dev/null || { echo "skipped: strace is not installed"; exit 0; }
at_most=${AT_MOST:-40}
calls='write pwrite64 writev fsync fdatasync rename renameat renameat2 ftruncate link linkat unlink unlinkat openat close copy_file_range'
trials=0
export EPOCHS=2

trial() { # NAME CALL WHEN ERROR
    local name=$1 call=$2 when=$3 error=$4 status lines what="$1: $2 $3 $4"
    trials=$((trials + 1))
    rm -rf "$scratch/torn" && cp -a "$scratch/prepared" "$scratch/torn" && cd "$scratch/torn" || return
    (
        exec() { command exec timeout -k 1 60 strace -f -b execve -qq -o /dev/null "${files[@]/#/-P$scratch/torn/}" -e "trace=$call" -e "inject=$call:error=$error:when=$when" "$@"; }
        again "$name"
    ) >../out 2>../err </dev/null
    status=$?
    lines=$(grep -c . ../err)
    "${name}_result" >../torn.txt 2>&1
    case $status in
    0) cmp -s ../whole.txt ../torn.txt || { has "${name}_talks" && grep -qiE 'space|i/o error|cannot write' ../out; } || fault "$what: status 0, but the result is wrong" ../err ;;
    1 | 2) [ "$lines" -ge 1 ] || grep -qiE 'space|i/o error|cannot' ../out || fault "$what: status $status without a message" ../err
        [ "$lines" -le $(($(grep -c . ../whole.err) + 12)) ] || fault "$what: $lines lines" ../err ;;
    124 | 137) fault "$what: does not exit" ../err ;;
    *) fault "$what: status $status" ../err ;;
    esac
    if has "${name}_inputs"; then sha256sum --quiet -c ../inputs >../diff 2>&1 || fault "$what: inputs changed" ../diff; fi
    if has "${name}_count"; then
        local kept
        kept=$("${name}_count")
        [ "${kept:-0}" -ge "$prepared_count" ] || fault "$what: ${kept:-none} of $prepared_count earlier results remain" ../err
    fi
    (again "$name") >../out 2>&1 </dev/null || fault "$what: cannot be continued: status $?" ../out
    "${name}_result" >../torn.txt 2>&1
    cmp -s ../whole.txt ../torn.txt || { diff ../whole.txt ../torn.txt | cut -c1-200 >../diff; fault "$what: wrong result afterwards" ../diff; }
    # The program reports where it saved a net that could not get its name; that file belongs to the user.
    sed -n 's/^hanxin-train: the finished net is saved in \(n\.nnue\..*\); retrying$/\1/p' ../err | xargs -r rm
    find . | sort >../torn.files
    cmp -s ../whole.files ../torn.files || { diff ../whole.files ../torn.files >../diff; fault "$what: wrong files afterwards" ../diff; }
}

# Runs the job without faults and lists its calls; the words are arguments of strace.
undisturbed() {
    rm -rf "$scratch/whole" && cp -a "$scratch/prepared" "$scratch/whole" && cd "$scratch/whole" || return
    local words=("$@")
    (
        exec() { command exec strace "${words[@]}" -b execve -qq -o ../calls -e "trace=${calls// /,}" "$@"; }
        again "$name"
    ) 2>../whole.err >../whole.out </dev/null || fault "$name: the run without faults fails" ../whole.err
    "${name}_result" >../whole.txt 2>&1
    find . | sort >../whole.files
}

full_case() { # NAME
    local name=$1 call count before=$trials n error
    rm -rf "$scratch/prepared" "$scratch/whole" && mkdir "$scratch/prepared" && cd "$scratch/prepared" && "${name}_setup"
    if has "${name}_count"; then # earlier results that must not be lost
        (again "$name") >/dev/null 2>&1 </dev/null &
        local pid=$!
        sleep 0.1
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        prepared_count=$("${name}_count")
    fi
    has "${name}_inputs" && sha256sum $("${name}_inputs") >../inputs
    undisturbed -f -y
    mapfile -t files < <(grep -aoE "$scratch/whole/[^>\"]+" ../calls | sed "s|$scratch/whole/||; s| (deleted)$||" | sort -u)
    if has "${name}_targets"; then mapfile -t files < <("${name}_targets"); fi
    undisturbed -f "${files[@]/#/-P$scratch/whole/}"
    for call in $calls; do
        count=$(awk '{ print $1, $2 }' ../calls | grep -aE " $call\(" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1 }')
        case $call in openat | close | unlink*) error=EIO ;; *) error=ENOSPC ;; esac
        [ -n "$count" ] || continue
        for ((n = 1; n <= count; n++)); do
            # the first ones, then a sample
            [ "$n" -le $((at_most / 2)) ] || [ $((RANDOM % count)) -lt $((at_most / 2)) ] || continue
            trial "$name" "$call" "$n" "$error"
            case $call in write | writev | fsync) [ $((n % 3)) -ne 1 ] || trial "$name" "$call" "$n+" "$error" ;; esac
            [ "$faults" -lt "${FAULTS_MOST:-40}" ] || return
        done
    done
    printf '%-10s %4d failures\n' "$name" $((trials - before))
}

for name in ${*:-filter shuffle train tune merge match pgnmatch datagen book export spsa play convert print perft help log}; do
    full_case "$name"
done
echo "full_disk: $trials failures, $faults faults"
[ "$faults" -eq 0 ]
