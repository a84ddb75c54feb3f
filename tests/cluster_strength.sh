#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# cluster_strength.sh FOLDER [GAMES] - measures the value of a second process compared with a second thread: hanxin-cluster with
# two processes, then hanxin with two threads, each against hanxin with one at 3 s + 0.05 s, GAMES=200 for each, from the same
# openings. Games that both engines' scores consider decided or drawn end early. On an idle machine with two processors it takes
# an hour or two, one game at a time. After an interruption the next call continues. Run it in the folder of the programs; EXTRA
# has more arguments for mpirun (hosts/two_hosts.sh: a line with a delay).
set -eu
folder=${1:?needs a folder for the results} games=${2:-200}
mkdir -p "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cluster="mpirun -n 2 --oversubscribe --bind-to none --mca orte_enable_recovery 1 ${EXTRA-} ./hanxin-cluster"
against_one() { # NAME COMMAND SETTING...
    name=$1 command=$2
    shift 2
    ./hanxin-match --engine "cmd=$command" "name=$name" "$@" --engine cmd=./hanxin name=one --each tc=3+0.05 proto=uci option.Hash=64 \
        --openings bench/match/openings.epd order=random --games "$games" \
        --resign moves=4 score=700 both=1 --draw moves=8 score=15 from=35 --results "$folder/$name.results" --resume
}
against_one processes "$cluster"
against_one threads ./hanxin option.Threads=2
