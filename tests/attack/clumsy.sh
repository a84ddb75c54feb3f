#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# clumsy.sh [PROGRAM...] - mistakes with file names: an output that is also an input, one file for two outputs, a pipe, a
# folder, a full device, a file of another program, a missing folder, a link, a name that Windows reserves, or the same job started
# twice. Existing files must not change, nothing may hang, and each rejection is one line with status 1 or 2.
. "$(dirname "$0")/common.sh"
attempts=0
limit=${LIMIT:-$($windows && echo 60 || echo 20)} # seconds; twice what the work needs, for busy machines
match=$bin/hanxin-match
openings=$root/bench/match/openings.epd

prepare() {
    mkdir -p "$scratch/template/folder" && cd "$scratch/template" || exit 1
    games in.hxg 30 7 && games in2.hxg 30 8
    head -n 40 "$openings" >open.epd
    cp "$root/eval/nnue/default.nnue" net.nnue
    cp "$root/eval/hce/hce_params.h" h.h
    (match_run --pgn g.pgn --results other.results >/dev/null 2>&1)
    (match_run --json a.json --results a.results --shard 1/2 >/dev/null 2>&1)
    (match_run --results b.results --shard 2/2 >/dev/null 2>&1)
    echo 'the only copy' >foreign.txt
    printf '# README\nfor you\n' >README.md
    head -c 5000 /dev/urandom >noise
    spsa_setup
    export_setup
    ln -s in.hxg link.hxg
    ln in.hxg hard.hxg
    ln -s nowhere dangling
    ln -s foreign.txt link.txt
    mkfifo fifo
    # Uses devices of its own, because root's renames would replace those in /dev.
    mknod -m 666 full c 1 7 2>/dev/null || ln -s /dev/full full
    mknod -m 666 null c 1 3 2>/dev/null || ln -s /dev/null null
}

listing() { find . -printf '%p %y\n' | sort; }
all_sums() { find . -type f ! -name "*.hanxin-tmp" -print0 | xargs -0 sha256sum | sort; }

# tries WHAT MAY COMMAND...: runs the command in a fresh copy. MAY is a pattern of files that may be new or changed, "" for
# none; a command that changes no others may exit with status 0. "no": the command must be rejected.
tries() {
    local what=$1 may=$2 status lines
    shift 2
    attempts=$((attempts + 1))
    rm -rf "$scratch/try" && cp -a "$scratch/template" "$scratch/try" && cd "$scratch/try" || exit 1
    ln -f in.hxg hard.hxg
    timeout -k 1 "$limit" "$@" >../out 2>../err </dev/null
    status=$?
    lines=$(grep -c . ../err)
    case $status in
    124 | 137) fault "$what: does not end" ../err ;;
    0) [ "$may" != no ] || fault "$what: is not refused" ../out ;;
    1 | 2)
        [ "$lines" -ge 1 ] || [ -s ../out ] || fault "$what: status $status without a word" ../out
        [ "$lines" -le "${most_lines:-4}" ] || fault "$what: $lines lines" ../err
        ;;
    *) fault "$what: status $status" ../err ;;
    esac
    [ -n "$may" ] && [ "$may" != no ] || may='^$'
    all_sums | grep -vE "  \./($may)\$" | comm -13 - <(grep -vE "  \./($may)\$" ../template.sums) >../diff
    [ ! -s ../diff ] || fault "$what: changed or gone (status $status)" ../diff
    listing | comm -23 - ../template.list | grep -vE "^\./($may) " >../diff
    [ ! -s ../diff ] || fault "$what: left lying (status $status)" ../diff
}

# Each output is given each of these names in turn.
others='in.hxg in2.hxg link.hxg hard.hxg open.epd net.nnue h.h g.pgn a.json a.results foreign.txt README.md noise dangling link.txt fifo folder folder/ missing/x . / .. engine'
devices='full'
unreadable='fifo folder missing nowhere/missing dangling noise README.md null full'
if $windows; then
    others="${others/fifo/} con aux.txt com1 a:b x?y a|b"
    others=${others/dangling/} # links are rare there
    devices='nul'
    unreadable='folder missing nowhere/missing noise README.md nul x?y'
fi

# outputs PROGRAM INPUTS "OPTION..." COMMAND...: tests the options that name an output, one by one and in pairs. Skips files
# that the option may replace (FILE@OPTION).
each_output() { # PROGRAM OPTIONS COMMAND...
    local program=$1 options=$2 option target second
    shift 2
    for option in $options; do
        for target in $others; do
            [[ " ${legitimate:-} " == *" $target@$option "* ]] || tries "$program $option $target" no "$@" "$option" "$target"
        done
        for target in $devices; do tries "$program $option $target" "${fine_new:-}" "$@" "$option" "$target"; done
        tries "$program $option ''" no "$@" "$option" ''
        for second in $options; do
            [[ $second > $option ]] && tries "$program $option new $second new" no "$@" "$option" new "$second" new
            [[ $second > $option ]] && tries "$program $option new $second ./folder/../new" no "$@" "$option" new "$second" ./folder/../new
        done
    done
}

# Each input is given each unreadable name in turn.
each_input() { # PROGRAM COMMAND... with @ for the input
    local program=$1 bad word words
    shift
    for bad in $unreadable; do
        words=()
        for word in "$@"; do words+=("${word//@/$bad}"); done
        tries "$program reads $bad" "${fine_new:-}" "${words[@]}"
    done
}

is_asked() { [ ${#asked[@]} -eq 0 ] || [[ " ${asked[*]} " == *" $1 "* ]]; }
asked=("$@")
prepare
cd "$scratch/template" && all_sums >../template.sums && listing >../template.list

engines=(--engine "cmd=$(fake seed=1)" name=a --engine "cmd=$(fake seed=2)" name=b --each nodes=1 --games 2 --maxplies 20 --quiet)

if is_asked records; then
    legitimate=''
    each_output 'records filter' --out "$bin/hanxin-records" filter in.hxg in2.hxg
    each_output 'records shuffle' --out "$bin/hanxin-records" shuffle in.hxg in2.hxg
    fine_new='new.hxg'
    for c in print count verify; do each_input "records $c" "$bin/hanxin-records" $c @; done
    each_input 'records filter' "$bin/hanxin-records" filter --out new.hxg @
    each_input 'records shuffle' "$bin/hanxin-records" shuffle --out new.hxg in.hxg @
    fine_new=''
fi
if is_asked datagen; then
    legitimate='in.hxg@--out in2.hxg@--out link.hxg@--out hard.hxg@--out'
    each_output datagen --out "$bin/hanxin-datagen" --games 40 --nodes 5 --net none --threads 1 --hash 1
    fine_new='new.hxg'
    each_input datagen "$bin/hanxin-datagen" --games 2 --nodes 5 --threads 1 --hash 1 --out new.hxg --net @
    tries 'datagen --out net --net net' no "$bin/hanxin-datagen" --games 2 --nodes 5 --threads 1 --hash 1 --out net.nnue --net net.nnue
    fine_new=''
fi
if is_asked book; then
    legitimate=''
    fine_new='new.hxa|new.hxb'
    book=("$bin/hanxin-book" build --nodes 5 --net none --hash 1 --positions 20)
    each_output 'book build' --out "${book[@]}"
    each_input 'book --games' "${book[@]}" --out new.hxa --games @
    each_output 'book write' --out "$bin/hanxin-book" write b.hxa
    each_output 'book import' --out "$bin/hanxin-book" import b.hxb
    each_output 'book merge' --out "$bin/hanxin-book" merge b.hxb b.hxb
    for f in bookdat pgn epd; do each_output "book export $f" --out "$bin/hanxin-book" export b.hxb --format $f; done
    each_output 'book openings' --out "$bin/hanxin-book" openings b.hxa --plies 1-4 --count 2 --balance 10000
    for c in write openings; do tries "book $c b.hxa --out b.hxa" no "$bin/hanxin-book" $c b.hxa --out b.hxa; done
    for c in import merge 'export --format epd' openings; do tries "book $c b.hxb --out b.hxb" no "$bin/hanxin-book" $c b.hxb --out b.hxb; done
    fine_new='new.hxa|new.hxb|new.epd'
    each_input 'book write' "$bin/hanxin-book" write @ --out new.hxb
    each_input 'book import' "$bin/hanxin-book" import @ --out new.hxb
    each_input 'book merge' "$bin/hanxin-book" merge b.hxb @ --out new.hxb
    each_input 'book export' "$bin/hanxin-book" export @ --format epd --out new.epd
    each_input 'book openings' "$bin/hanxin-book" openings @ --out new.epd
    each_input 'book show' "$bin/hanxin-book" show @
    each_input 'book show --statistics' "$bin/hanxin-book" show @ --statistics
    fine_new=''
fi
if is_asked train; then
    legitimate=''
    train=("$bin/hanxin-train" --epochs 1 --batch 256 --threads 1)
    # The net is written although the curve's disk is full; a net that cannot be written is kept under another name.
    fine_new='n2.nnue|full\.[0-9a-f]+'
    most_lines=15    # writing the net is retried
    each_output train '--out --curve --checkpoint' "${train[@]}" --start net.nnue in.hxg in2.hxg --out n2.nnue
    most_lines=4
    fine_new='n2.nnue|missing'
    each_input train "${train[@]}" --out n2.nnue @
    each_input 'train --start' "${train[@]}" --out n2.nnue --start @ in.hxg
    each_input 'train --checkpoint' "${train[@]}" --out n2.nnue --checkpoint @ in.hxg
    fine_new=''
fi
if is_asked tune; then
    legitimate='h.h@--out'
    each_output tune --out "$bin/hanxin-tune" --passes 1 in.hxg
    fine_new='h.h'
    each_input tune "$bin/hanxin-tune" --passes 1 --out h.h @
    fine_new=''
fi
if is_asked spsa && ! $windows; then # its engine is a script
    legitimate=''
    each_output spsa --state "$bin/hanxin-spsa" --engine ./engine --match ./match --openings open.epd --games 8 a b
    fine_new='s.txt'
    each_input spsa "$bin/hanxin-spsa" --engine @ --match ./match --state s.txt --games 8 a b
    each_input spsa "$bin/hanxin-spsa" --engine ./engine --match @ --state s.txt --games 8 a b
    fine_new=''
fi
if is_asked match; then
    legitimate='dangling@--log' # creates the link's target
    $windows && legitimate='con@--log aux.txt@--log com1@--log' # devices
    for resume in '' --resume; do
        each_output "match $resume" '--results --pgn --json --html --log' "$match" "${engines[@]}" --openings open.epd $resume
    done
    fine_new='x.pgn'
    each_input match "$match" "${engines[@]}" --openings @
    # The file is appended to, unless it is also read or written otherwise.
    for target in open.epd new $($windows || echo fifo) folder missing/x; do
        tries "match stderr=$target" no "$match" "${engines[@]}" --openings open.epd --json new --each "stderr=$target"
    done
    for target in foreign.txt README.md a.json a.results g.pgn missing/x folder $($windows || echo fifo); do
        for option in --results --json --pgn --html; do
            tries "match --resume from $option $target" no "$match" "${engines[@]}" --openings open.epd --resume $option "$target"
        done
    done
    fine_new=''
fi
if is_asked merge; then
    legitimate=''
    each_output merge '--results --pgn --json --html' "$match" --merge a.results b.results --quiet
    fine_new='all.json'
    each_input merge "$match" --merge a.results @ --json all.json --quiet
    tries 'merge the same twice' no "$match" --merge a.results a.results --json all.json
    fine_new=''
fi
if is_asked hanxin; then
    fine_new=''
    each_input convert "$bin/hanxin" convert --to wxf @.pgn
    for bad in $unreadable; do
        tries "show $bad" '' "$bin/hanxin" show "$bad"
        tries "perft --suite $bad" '' "$bin/hanxin" perft 1 --suite "$bad"
        tries "play --book $bad" '' sh -c "echo quit | '$bin/hanxin' play --side both --book $bad"
        for o in logfile evalfile bookfiles; do
            [ $o = logfile ] && [[ $bad == noise || $bad == README.md || $bad == missing || $bad == dangling ]] && continue # appended to
            tries "engine $o $bad" '' sh -c "printf 'ucci\nsetoption $o $bad\nisready\ngo depth 1\nquit\n' | '$bin/hanxin' | grep -q bestmove"
        done
    done
    for target in $others; do
        tries "play save $target" '' sh -c "printf 'h2e2\nsave $target\nquit\n' | XDG_STATE_HOME=/nonexistent '$bin/hanxin' play --side both --ascii"
        tries "play load $target" '' sh -c "printf 'h2e2\nload $target\nquit\n' | XDG_STATE_HOME=/nonexistent '$bin/hanxin' play --side both --ascii"
    done
fi
if is_asked twice; then # the same job twice at once: one is rejected, or both leave the result of one
    for name in datagen match pgnmatch book train filter shuffle tune $($windows || echo spsa); do
        for what in whole torn; do
            rm -rf "${scratch:?}/$what" && mkdir "$scratch/$what" && cd "$scratch/$what" && "${name}_setup"
            attempts=$((attempts + 1))
            (again "$name") >../out1 2>../err1 </dev/null &
            first=$!
            other=0
            if [ $what = torn ]; then
                sleep 0.0$((RANDOM % 10))
                (again "$name") >../out2 2>../err2 </dev/null
                other=$?
            fi
            wait $first
            status=$?
            "${name}_result" >"../$what.txt" 2>&1
            find . | sort >"../$what.files"
            [ $what = torn ] || continue
            [ $status -eq 0 ] || [ $other -eq 0 ] || fault "$name twice at once: both fail ($status, $other)" ../err2
            [ $status -eq 0 ] || [ -s ../err1 ] || fault "$name twice at once: status $status without a word"
            [ $other -eq 0 ] || [ -s ../err2 ] || fault "$name twice at once: status $other without a word"
            cmp -s ../whole.txt ../torn.txt || { diff ../whole.txt ../torn.txt | cut -c1-200 >../diff; fault "$name twice at once ($status, $other): another result" ../diff; }
            cmp -s ../whole.files ../torn.files || { diff ../whole.files ../torn.files >../diff; fault "$name twice at once ($status, $other): other files" ../diff; }
        done
    done
fi
echo "clumsy: $attempts attempts, $faults faults"
[ "$faults" -eq 0 ]
