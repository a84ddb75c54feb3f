#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# install.sh FOLDER - tests `make install` into an empty folder: the installed files work and are well formed, and `make
# uninstall` leaves nothing. Then again in folders with blanks in their names, with jansson missing at uninstall. Status 0 if
# all is correct. Checks that need mandoc, appstreamcli or bash are skipped without them.
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
    # The page must contain every option of the help.
    LC_ALL=C.UTF-8 "$program" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | while read -r option; do
        sed 's/\\-/-/g' "$page" | grep -qe "$option" || fail "$name: its manual page lacks $option"
    done
    [ -e "$share/bash-completion/completions/$name" ] || fail "$name has no completion"
done
for command in perft play convert; do
    grep -qx ".SH \"hanxin $command\"" "$share/man/man6/hanxin.6" || fail "hanxin.6 does not describe $command"
done
grep -q 'uci2wb -x /opt/hanxin/bin/hanxin' "$share/games/plugins/xboard/hanxin.eng" || fail "XBoard would not find the engine"

# Headings are single lines of the help; examples, files and every environment variable that is read are documented.
for page in "$share"/man/man?/*; do
    ! grep -q '^.SS .*so quote' "$page" || fail "$page: a sentence is used as a heading"
    grep -qx '.SH EXAMPLES' "$page" && grep -qx '.SH FILES' "$page" || fail "$page lacks examples or files"
done
variables=$(git ls-files '*.c' 2>/dev/null | grep -v '^tests/' | xargs sed -n 's/.*getenv("\([A-Z_]*\)").*/\1/p')
for variable in LC_ALL LC_MESSAGES LC_CTYPE LANG COLUMNS LINES $variables; do
    cat "$share"/man/man?/* | sed -n 's/\\f[BR]//g; /^.SH FILES/,$p' | grep -qw "$variable" || fail "no manual page describes the variable $variable"
done

if command -v mandoc >/dev/null; then
    for page in "$share"/man/man?/* "$share"/man/zh/man6/*; do
        mandoc -T lint -W warning "$page" || fail "$page is not a valid manual page"
        mandoc -T ascii -O width=78 "$page" | col -bx | awk 'length > 80 { print; wide = 1 } END { exit wide }' || fail "$page has lines of more than 80 columns"
    done
fi
if command -v appstreamcli >/dev/null; then
    appstreamcli validate --no-net "$share"/metainfo/*.xml >&2 || fail 'the metainfo is not valid'
fi
id=$(sed -n 's|.*<id>\(.*\)</id>.*|\1|p' "$share"/metainfo/*.xml)
[ -e "$share/metainfo/$id.metainfo.xml" ] || fail "the metainfo file of $id has another name"
case $id in *example*) fail "$id is a placeholder" ;; esac

# If packages are missing, `make deb` lists all of them in one line before it does anything.
mkdir "$root/path"
ln -s "$(command -v make | xargs dirname)"/* "$root/path"
rm -f "$root/path"/dpkg-buildpackage
said=$(PATH="$root/path" make -s deb 2>&1) && fail 'make deb without dpkg-buildpackage'
case $said in *'apt install build-essential debhelper '*) ;; *) fail "make deb prints: $said" ;; esac
rm -r "$root/path"
if command -v bash >/dev/null; then
    bash -c '. "$1/hanxin" 2>/dev/null
        try() { COMP_CWORD=$1; shift; COMP_WORDS=("$@"); _hanxin "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[*]}"; }
        [ "$(try 1 "$2/hanxin" pl)" = play ] && [ "$(try 2 "$2/hanxin" play --le)" = --level ] &&
        [ "$(try 3 "$2/hanxin" judge --lang z)" = "zh zh-Hant" ] && [ "$(try 1 "$2/hanxin-train" --checkpoint-)" = --checkpoint-every ] &&
        [ "$(try 1 "$2/hanxin-records" shu)" = shuffle ] && [ "$(try 1 "$2/hanxin-lab" rec)" = records ] &&
        [ "$(try 2 "$2/hanxin-lab" records shu)" = shuffle ] && [ "$(try 2 "$2/hanxin-lab" train --checkpoint-)" = --checkpoint-every ] &&
        [ "$(try 3 "$2/hanxin" play --side "")" = "red black both none" ] && [ "$(try 4 "$2/hanxin" play --side = b)" = "black both" ] &&
        [ "$(try 3 "$2/hanxin" play --level 2)" = "2 20" ] && [ "$(try 3 "$2/hanxin" judge --rules c)" = "computer chinese" ] &&
        [ "$(try 3 "$2/hanxin" convert --to w)" = wxf ] && [ -z "$(try 3 "$2/hanxin" show --fen "")" ] &&
        if [ -e "$2/hanxin-match" ]; then
            [ "$(try 2 "$2/hanxin-match" --engine p)" = "proto= ponder=" ] && [ "$(try 4 "$2/hanxin-match" --each proto = u)" = "ucci uci" ] &&
            [ "$(try 2 "$2/hanxin-match" --format g)" = gauntlet ] && [ -z "$(try 2 "$2/hanxin-match" --openings "")" ] &&
            [ "$(try 5 "$2/hanxin-match" --openings f order = r)" = random ]
        fi' bash "$share/bash-completion/completions" "$home/bin" || fail 'completion gives other words'
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
