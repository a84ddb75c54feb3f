#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# net.sh BUILD - trains a small net from nothing (`make net`): games of the handcrafted evaluation, a net from them, games of
# that net, a better net from both. BUILD contains the programs. eval/train/NETS.md has the settings of the net that ships.
#
# QUICK=1 makes a tiny one. Its folder differs, because a training continues from the checkpoint that it finds.
# NET_DIR, NET_POSITIONS per generation, NET_NODES per move, NET_THREADS and NET_SEED change the defaults.
set -eu
build=$1
dir=${NET_DIR:-build/net${QUICK:+-quick}}
positions=${NET_POSITIONS:-${QUICK:+20000}}
positions=${positions:-400000}
threads=${NET_THREADS:-$(nproc 2>/dev/null || echo 1)}
seed=${NET_SEED:-1}
mkdir -p "$dir"

# Prints a command, then runs it.
run() {
    echo "$*"
    "$@"
}

# games POSITIONS ARGUMENT...
games() { run "$build/hanxin-datagen" --nodes "${NET_NODES:-200}" --threads "$threads" --positions "$@"; }

# train GENERATION DESCRIPTION GAMES...
train() {
    name=$dir/$1 description=$2
    shift 2
    run "$build/hanxin-train" --threads "$threads" --force --checkpoint "$name.ckpt" --curve "$name.svg" \
        --description "make net, $description" --out "$name.nnue" "$@"
}

# The rate at which a sample of games is played gives the time: two generations, a tenth more for the training, and about ten
# seconds for each of the two nets whatever its size.
sample=$dir/sample.hxg
rm -f "$sample"
games $((positions / 100 + 500)) --net none --out "$sample" 2>&1 | sed -n 's|.* \([0-9]*\) positions/s.*|\1|p' |
    awk -v positions="$positions" '{ rate = $1 } END {
        if (rate == 0) exit
        s = 2.2 * positions / rate + 20
        printf "make net: about %d %s on this machine as busy as it is now: 4 steps, %d positions/s in the first%s\n",
            s < 120 ? s : s / 60 + 0.5, s < 120 ? "seconds" : "minutes", rate, s < 120 ? "" : "; make net QUICK=1 takes about a minute" }'
rm -f "$sample"

games "$positions" --seed "${seed}0" --net none --out "$dir/g0.hxg"
train g0 'generation 0' "$dir/g0.hxg"
games "$positions" --seed "${seed}1" --net "$dir/g0.nnue" --out "$dir/g1.hxg"
run "$build/hanxin-records" verify "$dir/g0.hxg" "$dir/g1.hxg"
train g1 'generations 0 and 1' "$dir/g0.hxg" "$dir/g1.hxg"
echo "the net is $dir/g1.nnue: try it with the option evalfile, or build it in: make NET=$dir/g1.nnue"
