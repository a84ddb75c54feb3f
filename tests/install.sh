#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# install.sh FOLDER - `make install` into an empty folder: what is there works and is well formed, and `make uninstall` leaves nothing.
# Status 0 if so; then again where folders have blanks in their names, and jansson is gone before uninstall. Checks that need mandoc, appstreamcli or bash are left out where those are not installed.
set -eu
root=$1
rm -rf "$root"
fail() { echo "$*"; exit 1; }
where="DESTDIR=$root PREFIX=/opt/hanxin"
# shellcheck disable=SC2086 # two words
make -s install $where
home=$root/opt/hanxin share=$root/opt/hanxin/share

for program in "$home"/bin/*; do
    name=$(basename "$program")
    page=$(find "$share/man" -maxdepth 2 -name "$name.[16]")
    [ -n "$page" ] || fail "$name has no manual page"
    "$program" --version >/dev/null || fail "$name does not start"
    # every option that the help lists is in the page
    LC_ALL=C.UTF-8 "$program" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | while read -r option; do
        sed 's/\\-/-/g' "$page" | grep -qe "$option" || fail "$name.: $option is not in its page"
    done
    [ -e "$share/bash-completion/completions/$name" ] || fail "$name has no completion"
done
for command in perft play convert; do
    grep -qx ".SH \"hanxin $command\"" "$share/man/man6/hanxin.6" || fail "hanxin.6 does not tell of $command"
done
grep -q 'uci2wb -x /opt/hanxin/bin/hanxin' "$share/games/plugins/xboard/hanxin.eng" || fail "XBoard would not find the engine"

if command -v mandoc >/dev/null; then
    for page in "$share"/man/man?/*; do
        mandoc -T lint -W error "$page" || fail "$page is no manual page"
    done
fi
if command -v appstreamcli >/dev/null; then
    appstreamcli validate --no-net "$share"/metainfo/*.xml >&2 || fail 'the metainfo is not valid'
fi
if command -v bash >/dev/null; then
    bash -c '. "$1/hanxin" 2>/dev/null
        try() { COMP_CWORD=$1; shift; COMP_WORDS=("$@"); _hanxin "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[*]}"; }
        [ "$(try 1 "$2/hanxin" pl)" = play ] && [ "$(try 2 "$2/hanxin" play --le)" = --level ] &&
        [ "$(try 3 "$2/hanxin" judge --lang z)" = "zh" ] && [ "$(try 1 "$2/hanxin-train" --checkpoint-)" = --checkpoint-every ] &&
        [ "$(try 1 "$2/hanxin-records" shu)" = shuffle ]' bash "$share/bash-completion/completions" "$home/bin" || fail 'completion completes otherwise'
fi

# shellcheck disable=SC2086
make -s uninstall $where
[ -z "$(find "$root" -type f -o -type l)" ] || fail "uninstall left: $(find "$root" -type f -o -type l)"

blank="$root/a 'b' & c"
make -s install DESTDIR="$blank" PREFIX='/my games'
"$blank/my games/bin/hanxin" --version >/dev/null || fail 'hanxin does not start in a folder with blanks in its name'
grep -qx 'env -C "/my games/bin" uci2wb -x ./hanxin' "$blank/my games/share/games/plugins/xboard/hanxin.eng" || fail "XBoard's entry has another name"
! make -s install DESTDIR="$blank" PREFIX='/"' 2>/dev/null || fail "XBoard's entry has a double quote in its double quotes"
make -s jansson= uninstall DESTDIR="$blank" PREFIX='/my games'
[ -z "$(find "$blank" ! -type d)" ] || fail "uninstall left: $(find "$blank" ! -type d)"
