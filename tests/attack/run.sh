#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# run.sh FOLDER MODE SEED SECONDS ATTACK... - runs the attacks in turn for `make attack`. Status 0 if none found a fault.
cd "$(dirname "$0")/../.." || exit 1
export B=$1 SEED=$3 KILLS=${KILLS:-20} AT_MOST=${AT_MOST:-10}
mode=$2
seconds=$4
shift 4
case $mode in asan | debug) slack=4 ;; tsan) slack=10 ;; *) slack=1 ;; esac
bad=0
for attack in "$@"; do
    case $attack in
    sessions) "$B/tests/attack/sessions" --engine "$B/hanxin" --seed "$SEED" --seconds "$seconds" --slack $slack --keep "$B" || bad=1 ;;
    killed | full_disk | clumsy) bash "tests/attack/$attack.sh" || bad=1 ;;
    *)
        echo "run.sh: unknown attack '$attack': expected sessions, killed, full_disk or clumsy" >&2
        bad=2
        ;;
    esac
done
exit $bad
