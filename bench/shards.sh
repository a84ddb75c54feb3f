#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# shards.sh - a match or a data set in parts, on many machines that share a folder.
#
#   shards.sh match FOLDER N[%M] [SBATCH-OPTION...] -- ARGUMENTS    hanxin-match with these arguments, in N parts, at most M at once
#   shards.sh data FOLDER N[%M] [SBATCH-OPTION...] -- ARGUMENTS     hanxin-datagen: N parts, each of that many games and of a seed of its own
#   shards.sh plan match|data FOLDER N -- ARGUMENTS             only writes down what is to be done, for:
#   shards.sh run FOLDER I                                      part I; goes on where it was
#   shards.sh merge FOLDER                                      FOLDER/all.json and all.html, or all.hxg
#
# The first two hand an array of jobs to Slurm (sbatch), and a job that merges when all are done. A job that is taken back
# (a node that fails, scontrol requeue) goes on where it was; so does the same command given again. Nobody runs a part that another
# runs (flock, which FOLDER's file system must do for all machines together; NFS does); a job waits 5 minutes for the other to end, or
# so many seconds as SHARDS_WAIT says. Only whole parts are merged. Where ARGUMENTS say nothing else, a part plays as many games at once
# as SBATCH-OPTION gives it processors (--cpus-per-task). FOLDER names the outputs.
# Exit status: 0 done, 1 it could not be done, 2 it was not understood.

# shellcheck disable=SC2154 # the plan, which is read, sets here and arguments
set -euo pipefail
me=$(readlink -f "${BASH_SOURCE[0]}")
top=${me%/bench/shards.sh}

fail() { echo "shards.sh: $*" >&2; exit 1; }
# As one word of a command line, whatever the shell and its locale.
quoted() { local text=${1//\'/\'\\\'\'}; printf "'%s'" "$text"; }
wrong() { echo "shards.sh: $* (--help tells more)" >&2; exit 2; }

program_of() { case $1 in match) echo hanxin-match ;; data) echo hanxin-datagen ;; *) wrong "neither match nor data: $1" ;; esac; }

# plan KIND FOLDER N ARGUMENT...: writes FOLDER/plan, or sees that the same stands there
plan() {
    local kind=$1 folder=$2 parts=$3 program argument file text
    shift 3
    [[ $parts =~ ^[1-9][0-9]{0,4}$ ]] || wrong "the number of parts is from 1 to 99999: $parts"
    program=$(program_of "$kind")
    [ $# -gt 0 ] || wrong "$program needs arguments behind --"
    for argument; do
        case ${argument%%=*} in
        --json | --html | --pgn | --log | --shard | --resume | --merge | --out | --force)
            wrong "${argument%%=*} is not for the parts: FOLDER names the outputs"
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
        [ "$(cat "$folder/plan")" = "${text//declare -- /}" ] || fail "$folder/plan is of something else"
        return
    fi
    for file in "$folder"/part* "$folder"/all.* "$folder"/new.*; do # which would be gone on with, or written over
        [ ! -e "$file" ] || fail "$file is of something else: name a new folder"
    done
    mkdir -p "$folder" || exit 1
    printf '%s\n' "${text//declare -- /}" >"$folder/plan.$$" || exit 1
    ln "$folder/plan.$$" "$folder/plan" 2>/dev/null || [ -e "$folder/plan" ] || mv -n "$folder/plan.$$" "$folder/plan" || exit 1
    rm -f "$folder/plan.$$" # another was quicker: perhaps with the same
    [ "$(cat "$folder/plan")" = "${text//declare -- /}" ] || fail "$folder/plan is of something else"
}

# read_plan FOLDER: sets kind, parts, here, arguments; folder becomes absolute
read_plan() {
    folder=$(readlink -f "$1") && [ -f "$folder/plan" ] || fail "there is no plan in $1"
    [ "$(head -n 1 "$folder/plan")" = '# hanxin shards' ] || fail "$folder/plan is no plan"
    # shellcheck source=/dev/null
    . "$folder/plan"
    cd "$here" || fail "$here is not there"
}

# What the files of a part end in.
suffix() { if [ "$kind" = match ]; then echo json; else echo hxg; fi; }

# lock NAME: FOLDER/NAME.lock is ours until this process and those it starts are gone. One that Slurm has taken back may still be going,
# or its machine, which is gone, may have yet to be missed: within Slurm that is waited for.
lock() {
    local status=0 most=${SHARDS_WAIT:-300}
    command -v flock >/dev/null || fail 'flock is not there (Debian: util-linux)'
    exec 9>>"$folder/$1.lock"
    flock --nonblock --conflict-exit-code 99 9 || status=$?
    if [ $status = 99 ] && [ -n "${SLURM_JOB_ID-}" ]; then
        echo "$1: waiting for who still runs it"
        status=0
        flock --timeout "$most" --conflict-exit-code 99 9 || status=$?
        [ $status != 99 ] || fail "$folder: after $most s another is still at $1"
    fi
    [ $status != 99 ] || fail "$folder: another is at $1"
    [ $status = 0 ] || fail "$folder: files cannot be locked there"
}

# Slurm's arrays are of so many jobs and no more.
see_that_it_fits() {
    local limit
    limit=$(scontrol show config 2>/dev/null | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p') || :
    [ -z "$limit" ] || [[ ! $1 =~ ^[0-9]{1,9}$ ]] || [ "$1" -lt "$limit" ] || fail "Slurm takes at most $((limit - 1)) parts here (MaxArraySize): $1"
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
        fail "Slurm does not take the job that merges, so the parts were taken back"
    }
    echo "job $job: $parts parts; $folder/merge.log tells the result"
}

# The number behind --seed, 1 if there is none; the arguments without it become the array `rest`.
take_seed() {
    seed=1
    rest=()
    while [ $# -gt 0 ]; do
        case $1 in
        --seed)
            [ $# -gt 1 ] || wrong '--seed needs a number'
            seed=$2
            shift
            ;;
        --seed=*) seed=${1#*=} ;;
        *) rest+=("$1") ;;
        esac
        shift
    done
    [[ $seed =~ ^[0-9]{1,18}$ ]] || wrong "--seed is a number: $seed"
}

run() {
    local part=$2 at_once=${SLURM_CPUS_PER_TASK:-1} resume=() seed rest
    read_plan "$1"
    [[ $part =~ ^[1-9][0-9]*$ ]] && [ "$part" -le "$parts" ] || wrong "there are parts 1 to $parts: $part"
    lock "part$part"
    if [ -e "$folder/part$part.done" ] && [ -e "$folder/part$part.$(suffix)" ]; then
        echo "part$part: done"
        return
    fi
    if [ "$kind" = match ]; then
        [ ! -e "$folder/part$part.json" ] || resume=(--resume)
        "$top/hanxin-match" --concurrency "$at_once" "${arguments[@]}" --quiet --shard "$part/$parts" --json "$folder/part$part.json" "${resume[@]}"
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
    rm -f "$folder/new.$suffix" "$folder/new.html"
    if [ "$kind" = match ]; then
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
    [ $# -ge 3 ] || wrong "$1 needs a folder and a number of parts"
    shift 3
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        case $1 in -a* | --array | --array=*) wrong "$1: N%M makes N parts, of which at most M run at once" ;; esac
        options+=("$1") && shift
    done
    at_most=
    case $parts_asked in *%*) at_most=%${parts_asked#*%} parts_asked=${parts_asked%%%*} ;; esac
    [[ -z $at_most || $at_most =~ ^%[1-9][0-9]*$ ]] || wrong "N%M is N parts, of which at most M run at once, not $parts_asked$at_most"
    case $folder_asked in *\\*) fail "Slurm does not take a backslash in the name of a folder: $folder_asked" ;; esac
    [ $# -gt 0 ] || wrong 'the arguments stand behind --'
    shift
    command -v sbatch >/dev/null || fail 'sbatch is not there: install Slurm (Debian: slurm-client), or see `plan` for GNU Parallel'
    see_that_it_fits "$parts_asked"
    plan "$kind_asked" "$folder_asked" "$parts_asked" "$@"
    submit "$folder_asked" "$at_most" "${options[@]}"
    ;;
plan)
    [ $# -ge 5 ] && [ "$5" = -- ] || wrong 'plan needs match or data, a folder, a number of parts, -- and arguments'
    plan "$2" "$3" "$4" "${@:6}"
    ;;
run)
    [ $# -eq 3 ] || wrong 'run needs a folder and the number of a part'
    run "$2" "$3"
    ;;
merge)
    [ $# -eq 2 ] || wrong 'merge needs a folder'
    merge "$2"
    ;;
'') wrong 'nothing to do' ;;
*) wrong "unknown command: $1" ;;
esac
