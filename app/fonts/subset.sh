#!/bin/sh
# Makes the fonts of this folder from the npm package `geist` (SIL Open Font License). Needs fonttools 4.38 and brotli,
# both Debian packages. Weights 400 to 600; one file for English texts, one for other Latin letters, and a monospaced
# one without ligatures.
set -eu
cd "$(dirname "$0")"
fonts=../../node_modules/geist/dist/fonts
english=U+0020-007E,U+00A0,U+00A3,U+00A9,U+00B0,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2191-2193,U+2212
latin=U+00A1-00A2,U+00A4-00A8,U+00AA-00AF,U+00B1-00B6,U+00B8-00D6,U+00D8-017F,U+02BC-02DC,U+0300-0323,U+201A,U+201E,U+2032-203A,U+2044,U+2122
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT

subset() { # source, characters, result
  fonttools varLib.instancer "$1" wght=400:600 -o "$scratch" -q
  pyftsubset "$scratch" --unicodes="$2" --layout-features=kern,tnum,ccmp,mark,mkmk --flavor=woff2 --output-file="$3"
}
subset $fonts/geist-sans/Geist-Variable.woff2 $english geist-english.woff2
subset $fonts/geist-sans/Geist-Variable.woff2 $latin geist-latin.woff2
subset $fonts/geist-mono/GeistMono-Variable.woff2 $english geist-mono-english.woff2
