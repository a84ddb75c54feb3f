#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# two_hosts.sh MICROSECONDS COMMAND... - runs a command for which mpirun with the arguments in $EXTRA has two hosts with this
# delay in each direction; a round trip takes twice as long. Rank 0 is on the host of the command; ranks communicate by TCP. The
# hosts are network namespaces of this machine and are removed when the command ends. Returns its status. Needs root, iproute2
# and /dev/net/tun.
#
#   make cluster build/release/tests/delay
#   tests/hosts/two_hosts.sh 1000 sh tests/cluster.sh build/release
#   tests/hosts/two_hosts.sh 1000 sh tests/cluster_strength.sh FOLDER
set -eu
[ $# -ge 2 ] || { sed -n '/^set/q; /SPDX/d; 2,$s/^# \{0,1\}//p' "$0"; exit 2; }
delay_us=$1
shift
delay=${DELAY:-build/release/tests/delay}
here=hanxin$$a there=hanxin$$b
line=
work=$(mktemp -d)
clean() {
    [ -z "$line" ] || kill "$line" 2>/dev/null || :
    for host in $here $there; do ip netns del "$host" 2>/dev/null || :; done
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

number=0
for host in $here $there; do
    number=$((number + 1))
    ip netns add "$host"
    ip -n "$host" link set lo up
    ip -n "$host" tuntap add dev line mode tun
    ip -n "$host" address add 10.77.0.$number/24 dev line
    ip -n "$host" link set line up
done
"$delay" "$delay_us" $here $there &
line=$!
for host in $here $there; do
    until ip -n "$host" link show line | grep -q LOWER_UP; do
        kill -0 $line 2>/dev/null || exit 1
        sleep 0.1
    done
done

# As mpirun calls ssh: the host, then a command of the shell.
cat >"$work/reach" <<END
#!/bin/sh
shift
exec ip netns exec $there unshare --uts sh -c "hostname $there && \$*"
END
chmod +x "$work/reach"
EXTRA="--host 10.77.0.1:1,10.77.0.2:1 --mca plm_rsh_agent $work/reach --mca btl tcp,self ${EXTRA-}" ip netns exec $here "$@"
