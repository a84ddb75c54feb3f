#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# android.sh PROGRAM - runs an arm64 program under qemu-user as an Android app starts an engine: with an empty environment, in a folder
# without write permission. Fails if the program makes a system call that Android's seccomp filter for apps answers with SIGSYS. The
# list has those that glibc makes when a program or thread starts, and some recent ones. Bionic's SYSCALLS.TXT and
# SECCOMP_ALLOWLIST_*.TXT list those that are allowed.
set -eu
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder" "$folder.calls" "$folder.answers"' EXIT
chmod 555 "$folder"
cd "$folder"
{
    printf '%s\n' ucci 'setoption threads 2' isready 'position startpos moves h2e2' 'go depth 6'
    sleep 3
    echo quit
} |
    env -i "$(command -v qemu-aarch64)" -strace "$program" 2>"$folder.calls" | tee "$folder.answers"
grep -q '^bestmove ' "$folder.answers"
! grep -oE '\b(set_robust_list|rseq|clone3|faccessat2|openat2|futex_waitv|Unknown syscall 4[3-9][0-9])\b' "$folder.calls" | sort | uniq -c | grep .
