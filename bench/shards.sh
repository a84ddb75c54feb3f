#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# shards.sh - a match or a data set in parts, on many machines that share a folder.
#
#   shards.sh match FOLDER N[%M] [SBATCH-OPTION...] -- ARGUMENTS    run hanxin-match with these arguments in N parts, at most M at once
#   shards.sh data FOLDER N[%M] [SBATCH-OPTION...] -- ARGUMENTS     run hanxin-datagen in N parts, each with its own seed and these limits
#   shards.sh plan match|data FOLDER N -- ARGUMENTS             only write the plan, for:
#   shards.sh run FOLDER I                                      run part I, or continue it
#   shards.sh merge FOLDER                                      write FOLDER/all.json and all.html, or all.hxg
#
# The first two submit an array of jobs to Slurm (sbatch), and a job that merges the results at the end. A job that is requeued (a
# node failed, scontrol requeue) continues where it stopped; so does the same command when it is run again. A part never runs twice at
# the same time: it is locked with flock, which must work across the machines on the file system of FOLDER (NFS does). A job waits 5
# minutes for the lock, or SHARDS_WAIT seconds. Only complete parts are merged. By default a part plays one game per processor of
# SBATCH-OPTION (--cpus-per-task). FOLDER names the outputs.
# Exit status: 0 success, 1 failure, 2 usage error.

# shellcheck disable=SC2154 # the plan, which is read, sets here and arguments
set -euo pipefail
me=$(readlink -f "${BASH_SOURCE[0]}")
top=${me%/bench/shards.sh}

fail() { echo "shards.sh: $*" >&2; exit 1; }
# As one word of a command line, whatever the shell and its locale.
quoted() { local text=${1//\'/\'\\\'\'}; printf "'%s'" "$text"; }
wrong() { echo "shards.sh: $* (see --help)" >&2; exit 2; }

program_of() { case $1 in match) echo hanxin-match ;; data) echo hanxin-datagen ;; *) wrong "invalid kind '$1': expected match or data" ;; esac; }

# plan KIND FOLDER N ARGUMENT...: writes FOLDER/plan, or sees that the same stands there
plan() {
    local kind=$1 folder=$2 parts=$3 program argument file text
    shift 3
    [[ $parts =~ ^[1-9][0-9]{0,4}$ ]] || wrong "invalid number of parts '$parts': expected an integer from 1 to 99999"
    program=$(program_of "$kind")
    [ $# -gt 0 ] || wrong "missing arguments of $program after --"
    for argument; do
        case ${argument%%=*} in
        --results | --json | --html | --pgn | --log | --shard | --resume | --merge | --out | --force)
            wrong "${argument%%=*} cannot be set: FOLDER names the outputs"
            ;;
        esac
    done
    for program in "$program" hanxin-records; do
        [ -x "$top/$program" ] || fail "$top/$program is not built"
    done
    [ "$kind" = match ] || take_seed "$@"
    text="# hanxin shards
$(declare -p kind parts)
here=$(printf %q "$PWD")
arguments=($(printf '%q ' "$@"))"
    if [ -e "$folder/plan" ]; then
        [ "$(cat "$folder/plan")" = "${text//declare -- /}" ] || fail "$folder/plan belongs to another plan"
        return
    fi
    for file in "$folder"/part* "$folder"/all.* "$folder"/new.*; do # which would be gone on with, or written over
        [ ! -e "$file" ] || fail "$file belongs to another plan; choose a new folder"
    done
    mkdir -p "$folder" || exit 1
    printf '%s\n' "${text//declare -- /}" >"$folder/plan.$$" || exit 1
    ln "$folder/plan.$$" "$folder/plan" 2>/dev/null || [ -e "$folder/plan" ] || mv -n "$folder/plan.$$" "$folder/plan" || exit 1
    rm -f "$folder/plan.$$" # another was quicker: perhaps with the same
    [ "$(cat "$folder/plan")" = "${text//declare -- /}" ] || fail "$folder/plan belongs to another plan"
}

# read_plan FOLDER: sets kind, parts, here, arguments; folder becomes absolute
read_plan() {
    folder=$(readlink -f "$1") && [ -f "$folder/plan" ] || fail "no plan in $1"
    [ "$(head -n 1 "$folder/plan")" = '# hanxin shards' ] || fail "$folder/plan: not a plan"
    # shellcheck source=/dev/null
    . "$folder/plan"
    cd "$here" || fail "$here: no such folder"
}

# What the files of a part end in.
suffix() { if [ "$kind" = match ]; then echo results; else echo hxg; fi; }

# lock NAME: FOLDER/NAME.lock is ours until this process and those it starts are gone. One that Slurm has taken back may still be going,
# or its machine, which is gone, may have yet to be missed: within Slurm that is waited for.
lock() {
    local status=0 most=${SHARDS_WAIT:-300}
    command -v flock >/dev/null || fail 'flock is not installed (Debian: util-linux)'
    exec 9>>"$folder/$1.lock"
    flock --nonblock --conflict-exit-code 99 9 || status=$?
    if [ $status = 99 ] && [ -n "${SLURM_JOB_ID-}" ]; then
        echo "$1: waiting for another process that runs it"
        status=0
        flock --timeout "$most" --conflict-exit-code 99 9 || status=$?
        [ $status != 99 ] || fail "$folder: another process still runs $1 after $most s"
    fi
    [ $status != 99 ] || fail "$folder: another process runs $1"
    [ $status = 0 ] || fail "$folder: cannot lock files"
}

# Slurm's arrays are of so many jobs and no more.
see_that_it_fits() {
    local limit
    limit=$(scontrol show config 2>/dev/null | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p') || :
    [ -z "$limit" ] || [[ ! $1 =~ ^[0-9]{1,9}$ ]] || [ "$1" -lt "$limit" ] || fail "too many parts: $1; Slurm accepts at most $((limit - 1)) (MaxArraySize)"
}

# submit FOLDER AT-MOST SBATCH-OPTION...
submit() {
    local folder=$1 at_most=$2 job common
    shift 2
    read_plan "$folder"
    unset SLURM_CPUS_PER_TASK # of a job that this runs in
    common=(--parsable --requeue --open-mode=append)
    job=$(sbatch "${common[@]}" --job-name="hanxin-$kind" --output="${folder//%/%%}/part%a.log" "$@" --array="1-$parts$at_most" \
        --wrap "exec bash $(quoted "$me") run $(quoted "$folder") \$SLURM_ARRAY_TASK_ID")
    job=${job%%;*}
    sbatch "${common[@]}" --job-name=hanxin-merge --output="${folder//%/%%}/merge.log" "$@" --dependency="afterok:$job" \
        --kill-on-invalid-dep=yes --wrap "exec bash $(quoted "$me") merge $(quoted "$folder")" >/dev/null || {
        scancel "$job" || :
        fail "Slurm rejected the job that merges, so the parts were cancelled"
    }
    echo "job $job: $parts parts; the result will be in $folder/merge.log"
}

# The number behind --seed, 1 if there is none; the arguments without it become the array `rest`.
take_seed() {
    seed=1
    rest=()
    while [ $# -gt 0 ]; do
        case $1 in
        --seed)
            [ $# -gt 1 ] || wrong 'missing value for --seed'
            seed=$2
            shift
            ;;
        --seed=*) seed=${1#*=} ;;
        *) rest+=("$1") ;;
        esac
        shift
    done
    [[ $seed =~ ^[0-9]{1,18}$ ]] || wrong "invalid value '$seed' for --seed: expected an integer"
}

run() {
    local part=$2 at_once=${SLURM_CPUS_PER_TASK:-1} seed rest
    read_plan "$1"
    [[ $part =~ ^[1-9][0-9]*$ ]] && [ "$part" -le "$parts" ] || wrong "invalid part '$part': expected an integer from 1 to $parts"
    lock "part$part"
    if [ -e "$folder/part$part.done" ] && [ -e "$folder/part$part.$(suffix)" ]; then
        echo "part$part: done"
        return
    fi
    if [ "$kind" = match ]; then
        "$top/hanxin-match" --threads "$at_once" "${arguments[@]}" --quiet --shard "$part/$parts" --results "$folder/part$part.results" --resume
    else
        take_seed "${arguments[@]}"
        "$top/hanxin-datagen" --threads "$at_once" "${rest[@]}" --seed $((10#$seed + part - 1)) --out "$folder/part$part.hxg"
    fi
    : >"$folder/part$part.done"
}

merge() {
    local part files=() suffix
    read_plan "$1"
    lock merge
    suffix=$(suffix)
    for ((part = 1; part <= parts; part++)); do
        [ -e "$folder/part$part.done" ] && [ -e "$folder/part$part.$suffix" ] || fail "part $part is not done"
        files+=("$folder/part$part.$suffix")
    done
    rm -f "$folder/new".*
    if [ "$kind" = match ]; then
        suffix=json
        "$top/hanxin-match" --merge "${files[@]}" --json "$folder/new.json" --html "$folder/new.html"
        mv "$folder/new.html" "$folder/all.html"
    else
        cat "${files[@]}" >"$folder/new.hxg"
        "$top/hanxin-records" verify "$folder/new.hxg"
    fi
    mv "$folder/new.$suffix" "$folder/all.$suffix"
    echo "$folder/all.$suffix: $parts parts"
}

case ${1-} in
-h | --help) sed -n '/^$/q; /SPDX/d; 2,$s/^# \{0,1\}//p' "$me" ;;
--version) exec "$top/hanxin" --version ;;
match | data)
    kind_asked=$1 folder_asked=${2-} parts_asked=${3-} options=()
    [ $# -ge 3 ] || wrong "$1: missing FOLDER or number of parts"
    shift 3
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        case $1 in -a* | --array | --array=*) wrong "$1 cannot be set: use N%M for N parts, at most M at once" ;; esac
        options+=("$1") && shift
    done
    at_most=
    case $parts_asked in *%*) at_most=%${parts_asked#*%} parts_asked=${parts_asked%%%*} ;; esac
    [[ -z $at_most || $at_most =~ ^%[1-9][0-9]*$ ]] || wrong "invalid number of parts '$parts_asked$at_most': expected N, or N%M for at most M at once"
    case $folder_asked in *\\*) fail "$folder_asked: Slurm does not accept a backslash in the name of a folder" ;; esac
    [ $# -gt 0 ] || wrong 'missing -- before the arguments'
    shift
    command -v sbatch >/dev/null || fail 'sbatch is not installed: install Slurm (Debian: slurm-client), or use `plan` with GNU Parallel'
    see_that_it_fits "$parts_asked"
    plan "$kind_asked" "$folder_asked" "$parts_asked" "$@"
    submit "$folder_asked" "$at_most" "${options[@]}"
    ;;
plan)
    [ $# -ge 5 ] && [ "$5" = -- ] || wrong 'plan: expected match or data, FOLDER, N, -- and ARGUMENTS'
    plan "$2" "$3" "$4" "${@:6}"
    ;;
run)
    [ $# -eq 3 ] || wrong 'run: expected FOLDER and the number of a part'
    run "$2" "$3"
    ;;
merge)
    [ $# -eq 2 ] || wrong 'merge: expected FOLDER'
    merge "$2"
    ;;
'') wrong 'missing command' ;;
*) wrong "unknown command '$1'" ;;
esac
