#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# run.sh FOLDER MODE SEED SECONDS ATTACK... - runs the attacks in turn for `make attack`. Status 0 if none found a fault.
cd "$(dirname "$0")/../.." || exit 1
export B=$1 SEED=$3 KILLS=${KILLS:-20} AT_MOST=${AT_MOST:-10}
mode=$2
seconds=$4
shift 4
case $mode in asan | debug) slack=4 ;; tsan | wine) slack=10 ;; *) slack=1 ;; esac
ends=lf
bad=0
if [ "$mode" = wine ]; then # a Windows of its own, which keeps running between the programs
    ends=crlf
    WINEPREFIX=$(mktemp -d) || exit 1
    export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='winemenubuilder.exe=d;mscoree=;mshtml='
    trap 'wineserver -k; rm -rf "$WINEPREFIX"' EXIT
    wineboot --init >/dev/null 2>&1 && wineserver -p || { echo "run.sh: wine does not start" >&2 && exit 1; }
fi
for attack in "$@"; do
    case $attack in
    sessions) "$B/tests/attack/sessions" --engine "$B/hanxin" --seed "$SEED" --seconds "$seconds" --slack $slack --ends $ends --keep "$B" || bad=1 ;;
    killed | full_disk | clumsy) bash "tests/attack/$attack.sh" || bad=1 ;;
    *)
        echo "run.sh: unknown attack '$attack': expected sessions, killed, full_disk or clumsy" >&2
        bad=2
        ;;
    esac
done
exit $bad
