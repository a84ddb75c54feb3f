#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# icon.sh SVG - writes the drawing as an icon for Windows to standard output. Needs rsvg-convert.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
little() { # little BYTES NUMBER...: numbers as so many bytes each, the lowest first
    bytes=$1
    shift
    for number; do
        for _ in $(seq "$bytes"); do
            printf "\\$(printf %o $((number & 255)))"
            number=$((number >> 8))
        done
    done
}
sizes='16 24 32 48 64 256'
at=$((6 + 16 * $(echo $sizes | wc -w)))
little 2 0 1 "$(echo $sizes | wc -w)"
for size in $sizes; do # width, height (0 stands for 256), colours, -, planes, bits, length, place
    rsvg-convert -w "$size" -h "$size" -o "$work/$size" "$1"
    length=$(wc -c <"$work/$size")
    little 1 "$size" "$size" 0 0
    little 2 1 32
    little 4 "$length" "$at"
    at=$((at + length))
done
for size in $sizes; do
    cat "$work/$size"
done
