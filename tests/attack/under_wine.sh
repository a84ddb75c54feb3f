#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-only
# under_wine.sh WINDOWS FOLDER RELEASE - makes FOLDER look like the folder of a build for Linux, for the attacks: scripts with the
# names of its programs run those of WINDOWS under wine. RELEASE has the attacking program itself.
set -e
windows=$(cd "$1" && pwd) folder=$2 release=$(cd "$3" && pwd)
rm -rf "$folder"
mkdir -p "$folder/tests/attack"
folder=$(cd "$folder" && pwd)
for name in hanxin hanxin-match hanxin-lab tests/fake_engine; do cp "$windows/$name" "$folder/$name.exe"; done
program() { # NAME FILE [WORD]: the program FILE, or its tool WORD
    printf '#!/bin/sh\nexec wine "%s" %s "$@"\n' "$folder/$2.exe" "${3:-}" >"$folder/$1"
    chmod +x "$folder/$1"
}
for name in hanxin hanxin-match; do program $name $name; done
for tool in datagen records train tune spsa tables book lessons; do program hanxin-$tool hanxin-lab $tool; done
ln -s "$release/tests/attack/sessions" "$folder/tests/attack/sessions"
