# SPDX-License-Identifier: GPL-3.0-only
# bash completion for hanxin and its tools. All choices are read from the output of --help.

# _hanxin_words WORDS WORD - prints the completions of WORD, without a blank after `KEY=`.
_hanxin_words()
{
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
    [[ ${COMPREPLY[0]-} != *[=.] ]] || compopt -o nospace 2>/dev/null
}

# _hanxin_choices - reads the description of a value, `red|black` or `1..20`, and prints the choices.
_hanxin_choices()
{
    awk '/\|/ { gsub(/\|/, " "); print } /^[0-9]+\.\.[0-9]+$/ { split($0, ends, /\.\./); for (i = ends[1] + 0; i <= ends[2] + 0; i++) print i }'
}

_hanxin()
{
    local program=$1 word=$2 help commands option= key= i part
    COMPREPLY=()
    if [[ $program == *-lab && $COMP_CWORD -gt 1 ]]; then # complete as the tool does under its own name
        program=${program%lab}${COMP_WORDS[1]}
        COMP_WORDS=("$program" "${COMP_WORDS[@]:2}")
        COMP_CWORD=$((COMP_CWORD - 1))
    fi
    help=$("$program" --help 2>/dev/null) || return
    # hanxin, hanxin-lab, hanxin-records, hanxin-tables and hanxin-book have commands
    commands=$(awk '/^  hanxin [a-z]/ { print $2 } /^  [a-z]+  / { print $1 }' <<<"$help" | sort -u)
    if [ -n "$commands" ] && [ "$COMP_CWORD" -eq 1 ]; then
        _hanxin_words "$commands --help --version" "$word"
        return
    fi
    [[ $help == "usage: "* || $help == "用法："* ]] || help=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null)
    if [[ $word == -* ]]; then
        _hanxin_words "$(sed -n 's/^  \(--[a-z][a-z0-9-]*\).*/\1/p' <<<"$help") --help" "$word"
        return
    fi
    # the option that the word belongs to; bash splits words at `=`
    for ((i = COMP_CWORD - 1; i > 0; i--)); do
        [[ ${COMP_WORDS[i]} != --* ]] || { option=${COMP_WORDS[i]}; break; }
    done
    [ -n "$option" ] || return
    [ "${COMP_WORDS[COMP_CWORD]}" != = ] || key=${COMP_WORDS[COMP_CWORD - 1]}
    [ "${COMP_WORDS[COMP_CWORD - 1]}" != = ] || key=${COMP_WORDS[COMP_CWORD - 2]}
    [ "$option" != --each ] || option=--engine # its help lists the keys of both
    part=$(awk -v row="  $option" '/^  -/ || /^[^ ]/ || /^$/ { mine = index($0 " ", row " ") == 1 } mine' <<<"$help")
    if [ -n "$key" ] && [ "$key" != "$option" ]; then # KEY=red|black within the option's rows
        _hanxin_words "$(grep -o "\(^\|[ []\)$key=[^] ]*" <<<"$part" | sed 's/.*=//; 1q' | _hanxin_choices)" "$word"
    elif [[ $part == "  $option "*[a-z]=* && ! ( $i -eq $((COMP_CWORD - 1)) && $part == "  $option FILE"* ) ]]; then
        _hanxin_words "$(awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\[?[a-z]+[0-9]?=/ || $i ~ /^option\.NAME=/) { sub(/^\[/, "", $i); sub(/=.*/, "=", $i); sub(/NAME=/, "", $i); print $i } }' <<<"$part")" "$word"
    elif [ "$i" -eq $((COMP_CWORD - 1)) ] || [ "$key" = "$option" ]; then
        _hanxin_words "$(awk 'NR == 1 { print $2 }' <<<"$part" | _hanxin_choices)" "$word"
    fi
} && complete -o default -F _hanxin hanxin hanxin-match hanxin-lab hanxin-datagen hanxin-records hanxin-train hanxin-tune hanxin-spsa hanxin-tables hanxin-book hanxin-lessons
