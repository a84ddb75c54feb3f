#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# slurm.sh - tests bench/shards.sh on a real Slurm: starts munged, slurmctld and slurmd of its own in a scratch folder of this
# machine, then runs a match and a data set in parts, some of which are requeued or killed. The merged results must be complete.
# Status 0 if they are, or if Slurm is not installed (Debian: slurmctld slurmd slurm-client munge).
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch scontrol squeue; do
    command -v $program >/dev/null || { echo "skipped: Slurm is not installed ($program; Debian: slurmctld slurmd slurm-client munge)"; exit 0; }
done
work=$(mktemp -d) && chmod 755 "$work"
export SLURM_CONF=$work/slurm.conf # first, so that no other Slurm is used
host=$(hostname -s) port=$((20000 + $$ % 20000))
clean() {
    local pid
    if [ -s "$work/slurmctld.pid" ]; then
        scancel --quiet --user "$(id -un)" 2>/dev/null || :
        for _ in {1..50}; do [ -z "$(squeue -h 2>/dev/null)" ] && break || sleep 0.1; done
    fi
    for pid in slurmd slurmctld munged; do
        [ ! -s "$work/$pid.pid" ] || kill "$(cat "$work/$pid.pid")" 2>/dev/null || :
    done
    sleep 1
    rm -rf "$work"
}
fail() { echo "failed: $*"; tail -n 15 "$work"/*.log "$work"/*/*.log 2>/dev/null || :; exit 1; }
trap clean EXIT
trap 'exit 130' INT TERM

mkdir "$work/state" "$work/spool"
head -c 1024 /dev/urandom >"$work/key" && chmod 600 "$work/key"
# cred_expire: a requeued job restarts after this number of seconds instead of two minutes
cat >"$work/slurm.conf" <<END
ClusterName=scratch
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
MaxArraySize=7
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
munged --force --key-file="$work/key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" --log-file="$work/munged.log" --seed-file="$work/seed"
slurmctld
slurmd -N "$host"
# wait_for COMMAND...: waits until it succeeds. Fails when nothing is queued or running any more, or at the time limit.
nothing_queued() { local queue; queue=$(squeue -h) && [ -z "$queue" ]; }
wait_for() {
    local over
    while :; do
        over=; ! nothing_queued 2>/dev/null || over=yes
        "$@" && return
        [ -z "$over" ] && [ $SECONDS -lt 1200 ] || return 1
        sleep 0.2
    done
}
until sinfo -h -o %t 2>/dev/null | grep -q idle; do
    [ $SECONDS -lt 300 ] || fail 'Slurm does not start'
    sleep 0.1
done

# job_of TEXT: prints the number in "job N: ..."
job_of() { sed -n 's/^job \([0-9]*\):.*/\1/p' <<<"$1"; }
games_of() { grep -c '"id"' "$1" 2>/dev/null; }
has_games() { [ -e "$1" ] && [ "$(games_of "$1")" -ge "$2" ]; }
has_records() { (./hanxin-records verify "$1" 2>&1 || :) | grep -q '^[1-9][0-9]* games'; }

! bench/shards.sh match "$work/many" 7 -- --games 7 2>"$work/many.log" || fail 'an oversized array was accepted'
grep -F 'accepts at most 6' "$work/many.log" && [ ! -e "$work/many" ] || fail "an oversized array: $(cat "$work/many.log")"
match=$(bench/shards.sh match "$work/match" 3 -- --engine cmd=./hanxin name=a --engine cmd=./hanxin name=b --each nodes=8000 proto=uci \
    --openings bench/match/openings.epd order=random --games 24)
data=$(bench/shards.sh data "$work/data" 2%1 -- --games 60 --nodes 400 --seed 5)
printf '%s\n%s\n' "$match" "$data"
scontrol show job "$(job_of "$data")" | grep -q 'ArrayTaskThrottle=1' || fail 'the limit on parts that run at once is not set'
wait_for has_games "$work/match/part1.results" 1 || fail 'part 1 plays no game'
scontrol requeue "$(job_of "$match")_1"
wait_for has_records "$work/data/part2.hxg" || fail 'part 2 of the data plays no game'
scontrol requeue "$(job_of "$data")_2"
wait_for test -e "$work/match/all.json" || fail 'the match was not merged'
wait_for test -e "$work/data/all.hxg" || fail 'the data were not merged'
[ -e "$work/match/all.html" ] || fail 'the page is missing'
[ "$(games_of "$work/match/all.json")" = 24 ] || fail "$(games_of "$work/match/all.json") games of 24"
./hanxin-records verify "$work/data/all.hxg" | grep '^120 games, .* 0 faults' || fail 'the data are incomplete'
grep -h 'continuing after' "$work/data/part2.log" || fail 'part 2 of the data was not continued'
wait_for nothing_queued || fail 'jobs remain in the queue'
echo "a match of 24 games in 3 parts, data of 120 games in 2, a part of each requeued: complete"
