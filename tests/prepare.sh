#!/bin/sh
# prepare.sh CC - sees to it that the Check library can be compiled and linked against.
#
# Installs the Debian package when run by root where apt-get exists; otherwise says what to install.
cc=${1:-cc}

have_check() {
    libs=$(pkg-config --libs check 2>/dev/null) || libs="-lcheck -lsubunit -lrt"
    flags=$(pkg-config --cflags check 2>/dev/null)
    # shellcheck disable=SC2086 # lists of words
    printf '#include <check.h>\nint main(void) { return suite_create("") == NULL; }\n' |
        $cc $flags -x c - -o /dev/null $libs -lm -pthread >/dev/null 2>&1
}

have_check && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    packages="check pkg-config"
    command -v "${cc%% *}" >/dev/null 2>&1 || packages="$packages gcc libc6-dev"
    echo "installing what the tests need: $packages"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of words
    apt-get install -y -q -o DPkg::Lock::Timeout=120 $packages </dev/null >/dev/null 2>&1 ||
        { apt-get update -q </dev/null >/dev/null 2>&1 && apt-get install -y -q -o DPkg::Lock::Timeout=120 $packages </dev/null >/dev/null; }
    have_check && exit 0
fi
echo "the tests need the Check library: install the package 'check' (Debian, Ubuntu, Fedora: check-devel) and pkg-config" >&2
exit 1
