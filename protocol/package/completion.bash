# SPDX-License-Identifier: GPL-3.0-only
# bash completion for hanxin and its tools. What there is to choose is asked of the program: its --help lists it.
_hanxin()
{
    local program=$1 word=$2 before=$3 command= help
    COMPREPLY=()
    help=$("$program" --help 2>/dev/null) || return
    # hanxin has commands, its tools have none (but hanxin-records, hanxin-tables and hanxin-book)
    local commands
    commands=$(awk '/^  hanxin [a-z]/ { print $2 } /^  [a-z]+  / { print $1 }' <<<"$help" | sort -u)
    if [ -n "$commands" ] && [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$word")
        return
    fi
    [[ $help == "usage: "* || $help == "用法："* ]] || help=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null)
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(sed -n 's/^  \(--[a-z][a-z0-9-]*\).*/\1/p' <<<"$help") --help" -- "$word")
    elif [[ $before == --* ]]; then # words of which one is wanted, such as red|black
        local words
        words=$(sed -n "s/.*$before \([a-z]*\(|[a-z]*\)\{1,\}\).*/\1/p" <<<"$help" | head -n 1 | tr '|' ' ')
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
} && complete -o default -F _hanxin hanxin hanxin-match hanxin-datagen hanxin-records hanxin-train hanxin-tune hanxin-spsa hanxin-tables hanxin-book
