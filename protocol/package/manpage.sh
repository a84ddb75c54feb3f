#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# manpage.sh PROGRAM SECTION LANGUAGE [DATE] - writes a manual page to standard output, made from what the program prints for --help.
#
# The page is the text of `PROGRAM --help`, and of `PROGRAM COMMAND --help` for each command that its help lists, so that help and
# page cannot differ. Examples, files and environment variables come from manual.txt, next to this script. LANGUAGE is
# en or zh.
set -eu
program=$1 section=$2 language=$3
case $language in zh) speaks=zh_CN.UTF-8 ;; *) speaks=C.UTF-8 ;; esac
export LC_ALL=C
name=$(basename "$program")
says() { LC_ALL=$speaks "$program" "$@"; }
version=$(says --version | sed -n '1s/.* //p')

# page LEVEL: turns a help text into roff. Each form of the synopsis becomes an .SY paragraph. A row, `  --option VALUE   text`, becomes
# a tagged paragraph, and a row below it, which is indented further, one within it. Other indented lines continue the text. A
# title is a line that a row follows; below level SH it stays plain text.
page() {
    awk -v heading="$1" -v language="$language" -v name="$name" -v version="$version" -v section="$section" '
    # Chinese has no blanks: a line may end after a punctuation mark
    function plain(s) {
        gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.\047]/, "\\\\\\&&", s)
        gsub(/，|、|；|。|：/, "&\\:", s); return s
    }
    function bold(s) { return "\\fB" plain(s) "\\fR" }
    function word(en, zh) { return language == "zh" ? zh : en }
    function start(what) { if (heading == "SH") print ".SH " what }
    function inner(on) { if (on != within) print on ? ".RS" : ".RE"; within = on }
    # tag, text: the two columns of a row; the second begins after the last gap
    function columns(s) {
        tag = s; text = ""
        if (match(s, /^.*[^ ]   *[^ ]/)) { text = substr(s, RLENGTH); tag = substr(s, 1, RLENGTH - 1); sub(/ +$/, "", tag) }
    }
    # one form of the synopsis; text in brackets is not broken
    function form(s,    i, c, depth, out) {
        sub(/ *\\$/, "", s)
        for (i = 1; i <= length(s); i++) {
            c = substr(s, i, 1)
            depth += (c == "[") - (c == "]")
            out = out (c == " " && depth > 0 ? "\001" : c)
        }
        out = plain(out); gsub("\001", "\\ ", out)
        return out
    }
    function forms_end() { if (synopsis) print ".YS"; synopsis = 0 }
    function synopsis_line(s) {
        if (index(s, name) == 1) {
            forms_end()
            synopsis = 1
            print ".SY " plain(name); s = substr(s, length(name) + 2)
        }
        if (s != "") print form(s)
    }
    function is_row(s) { return s ~ /^  [^ ]/ }
    { sub(/ +$/, ""); line[++lines] = $0 }
    END {
        for (i = 1; i <= lines; i++) {
            s = line[i]
            if (s ~ /^(usage: |用法：)/) {
                if (!seen++) start(word("SYNOPSIS", "语法"))
                sub(/^(usage: |用法：)/, "", s); synopsis_line(s); continue
            }
            if (synopsis && s ~ /^      /) { sub(/^ +/, "", s); synopsis_line(s); continue }
            if (synopsis && heading != "SH") paragraph = 1
            forms_end()
            if (s == "") { inner(0); blank = 1; continue }
            if (is_row(s)) {
                inner(0)
                if (s ~ /^  --/ && !options++ && heading == "SH") print ".SH " word("OPTIONS", "选项")
                columns(substr(s, 3))
                print ".TP"; print bold(tag); if (text != "") print plain(text)
                row = 1; blank = 0; continue
            }
            if (s ~ /^   / && row) {
                match(s, /^ */); indent = RLENGTH; sub(/^ +/, "", s); columns(s)
                if (text == "") {
                    if (within && indent <= tags) { inner(0); print ".IP" } # text between the rows
                    print plain(s); continue
                }
                inner(1); tags = indent
                print ".TP"; print bold(tag); print plain(text); continue
            }
            inner(0)
            title = heading == "SH" && blank && is_row(line[i + 1])
            if (title && !options++) print ".SH " word("OPTIONS", "选项")
            if (title) print ".SS \"" plain(s) "\""
            else if (!described++) { start(word("DESCRIPTION", "说明")); if (paragraph) print ".PP"; print plain(s) }
            else { if (blank || row) print ".PP"; print plain(s) }
            row = blank = 0
        }
        forms_end(); inner(0)
    }'
}

commands=$(says --help | awk '$1 == "hanxin" && $2 ~ /^[a-z]+$/ { print $2 }' | uniq)
about=$(says --help | if [ -n "$commands" ]; then sed -n '1s/^[^,]*\(, \|，\)//p'; else sed -n '/^usage: \|^用法：\|^      /d; /./{s/\. .*//; s/。.*//; s/\.$//; p; q;}'; fi)
printf '.TH %s %s "%s" "Hanxin %s" Hanxin\n' "$(printf %s "$name" | tr '[:lower:]' '[:upper:]')" "$section" "${4-}" "$version"
printf '.nh\n.ad l\n'
case $language in zh) printf '.SH 名称\n' ;; *) printf '.SH NAME\n' ;; esac
printf '%s \\- %s\n' "$(printf %s "$name" | sed 's/-/\\-/g')" "$about"
if [ -z "$commands" ]; then
    says --help | page SH
else
    { # its forms, what the first of them is, and what holds for all
        printf 'usage: '
        says --help | sed -n 's/^  hanxin/      hanxin/p' | sed '1s/^ *//'
        says --help | sed -n '4s/^ *//p'
        echo
        says --help | sed '1,4d; /^[^ ]/!d'
    } | page SH
    for command in $commands; do
        printf '.SH "%s %s"\n' "$name" "$command"
        says "$command" --help | sed '/^  --version/,$d' | page SS
    done
    printf '.SH "%s --help, --version"\n' "$name"
    says version --help | sed '1,/^  --version/d' | page SS
fi
# manual.txt: `= PROGRAM LANGUAGE` begins the part of a page, `# TITLE` a section
sed -n "/^= $name $language\$/,/^= /{/^= /d; p;}" "$(dirname "$0")/manual.txt" | awk '
    function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); gsub(/，|、|；|。|：/, "&\\:", s); return s }
    /^# / { print ".SH " substr($0, 3); next }
    /^$/ { next }
    /^[^ ]/ { print ".TP"; print "\\fB" plain($0) "\\fR"; next }
    { sub(/^ +/, ""); print plain($0) }'
case $language in zh) printf '.SH 参见\n' ;; *) printf '.SH "SEE ALSO"\n' ;; esac
case $name in hanxin) set -- hanxin-match 1 hanxin-lab 1 uci2wb 6 xboard 6 ;;
hanxin-lab) set -- hanxin 6 hanxin-book 1 hanxin-datagen 1 hanxin-lessons 1 hanxin-records 1 hanxin-spsa 1 hanxin-tables 1 hanxin-train 1 hanxin-tune 1 ;;
*) set -- hanxin 6 ;; esac
while [ $# -gt 1 ]; do
    printf '.BR %s (%s)%s\n' "$(printf %s "$1" | sed 's/-/\\-/g')" "$2" "$([ $# -gt 2 ] && echo ,)"
    shift 2
done
