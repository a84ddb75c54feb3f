#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# manpage.sh PROGRAM SECTION LANGUAGE - a manual page on standard output, made of what the program says for itself.
#
# Whatever stands in the page is the text of `PROGRAM --help`, and of `PROGRAM COMMAND --help` for each command that its help
# lists: the two cannot differ. LANGUAGE is en or zh. Names of sections are added, and which page tells more.
set -eu
program=$1 section=$2
case $3 in zh) speaks=zh_CN.UTF-8 ;; *) speaks=C.UTF-8 ;; esac
export LC_ALL=C
name=$(basename "$program")
says() { LC_ALL=$speaks "$program" "$@"; }
version=$(says --version | sed -n '1s/.* //p')

# One help text as roff. Rows, `  --option VALUE   what it does`, become tagged paragraphs; lines below a row, which stand further in,
# stay as they are laid out; titles become headings of level $heading.
page() {
    awk -v heading="$1" -v language="$2" -v name="$name" -v version="$version" -v section="$section" '
    function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.\047]/, "\\\\\\&&", s); return s }
    function bold(s) { return "\\fB" plain(s) "\\fR" }
    function word(en, zh) { return language == "zh" ? zh : en }
    function start(what) { if (heading == "SH") print ".SH " what }
    function literal(on) { if (on != lit) print on ? ".nf" : ".fi"; lit = on }
    { sub(/ +$/, "") }
    /^(usage: |用法：)/ { 
        sub(/^(usage: |用法：)/, "")
        if (!synopsis) { start(word("SYNOPSIS", "语法")); print ".nf" }
        synopsis = 1; print bold($0); next
    }
    synopsis && /^      / { sub(/^ +/, ""); print bold($0); next }
    synopsis { synopsis = 0; print ".fi"; if ($0 != "") start(word("DESCRIPTION", "说明")); described = $0 != "" }
    /^$/ { literal(0); blank = 1; next }
    /^  [^ ]/ {
        literal(0); blank = 0
        if (/^  --/ && !options) { options = 1; if (heading == "SH") print ".SH " word("OPTIONS", "选项") }
        row = substr($0, 3); at = match(row, /   *[^ ]/)
        print ".TP"; print bold(at ? substr(row, 1, at - 1) : row)
        if (at) { rest = substr(row, at); sub(/^ +/, "", rest); print plain(rest) }
        column = rows = 1; next
    }
    /^   / && column { literal(1); sub(/^  +/, ""); print plain($0); next }
    {
        literal(0); column = 0
        if (!described) { described = 1; start(word("DESCRIPTION", "说明")) }
        else if (blank && heading == "SH" && !/(\.|。)$/) {
            if (!options) print ".SH " word("OPTIONS", "选项")
            options = 1; blank = 0; print ".SS \"" plain($0) "\""; next
        }
        else if (blank || rows) print ".PP"
        blank = rows = 0; print plain($0)
    }
    END { if (synopsis) print ".fi"; literal(0) }'
}

commands=$(says --help | awk '$1 == "hanxin" && $2 ~ /^[a-z]+$/ { print $2 }' | uniq)
about=$(says --help | if [ -n "$commands" ]; then sed -n '1s/^[^,]*\(, \|，\)//p'; else sed -n '/^usage: \|^用法：\|^      /d; /./{s/\. .*//; s/。.*//; s/\.$//; p; q;}'; fi)
printf '.TH %s %s "" "Hanxin %s" Hanxin\n' "$(printf %s "$name" | tr '[:lower:]' '[:upper:]')" "$section" "$version"
case $3 in zh) printf '.SH 名称\n' ;; *) printf '.SH NAME\n' ;; esac
printf '%s \\- %s\n' "$(printf %s "$name" | sed 's/-/\\-/g')" "$about"
if [ -z "$commands" ]; then
    says --help | page SH "$3"
else
    { # its forms, what the first of them is, and what holds for all
        printf 'usage: '
        says --help | sed -n 's/^  hanxin/      hanxin/p' | sed '1s/^ *//'
        says --help | sed -n '4s/^ *//p'
        echo
        says --help | sed '1,4d; /^[^ ]/!d'
    } | page SH "$3"
    for command in $commands; do
        printf '.SH "%s %s"\n' "$name" "$command"
        says "$command" --help | sed '/^  --version/,$d' | page SS "$3"
    done
    printf '.SH "%s --help, --version"\n' "$name"
    says version --help | sed '1,/^  --version/d' | page SS "$3"
fi
printf '.SH %s\n' "$(case $3 in zh) echo 参见 ;; *) echo '"SEE ALSO"' ;; esac)"
case $name in hanxin) set -- hanxin-match 1 hanxin-datagen 1 hanxin-train 1 uci2wb 6 xboard 6 ;; *) set -- hanxin 6 ;; esac
while [ $# -gt 1 ]; do
    printf '.BR %s (%s)%s\n' "$(printf %s "$1" | sed 's/-/\\-/g')" "$2" "$([ $# -gt 2 ] && echo ,)"
    shift 2
done
