#!/bin/sh
# What `make run` shows: each sample and the verdict of its pipeline. $1 is the folder with nsedmw and
# with the Python that is set up here, which the programs then find as `python3`.
set -eu
cd "$(dirname "$0")/.."
PATH="$1:$PATH"
samples=config/samples

# What a program answers is a verdict and no error here, a block included.
show() {
  pipeline=$1
  shift
  for sample; do
    printf '\n== %s\n' "$sample"
    case $sample in *.txt) kind=--text ;; *) kind= ;; esac
    status=0
    nsedmw run "$pipeline" "$sample" --point before_release $kind --format pretty || status=$?
    [ "$status" -le 1 ] || exit 2
  done
}

has() { command -v "$1" >/dev/null; }
say() { printf '\n# %s\n' "$*"; }

say 'config/default.yaml: rules that nsedmw brings along'
show config/default.yaml "$samples"/*.*

if ! has bash; then
  say 'bash is missing, so one program alone runs here: plugins/python/pipeline.yaml'
  show plugins/python/pipeline.yaml "$samples"/plugins/*-link.txt
  exit
fi
say 'config/plugins.yaml: two programs, links.py (Python) and conflict-markers (bash)'
show config/plugins.yaml "$samples"/plugins/known-link.txt "$samples"/plugins/foreign-link.txt \
  "$samples"/plugins/conflict.json

compiler=${CC:-cc}
if ! has "${compiler%% *}"; then
  say "config/plugins-library.yaml is left out: a C compiler (${CC:-cc}) is missing, which builds its" \
    'library; on Debian and Ubuntu: apt-get install gcc libc6-dev'
elif ! MAKEFLAGS='' make --no-print-directory -C plugins c >/dev/null; then
  say 'config/plugins-library.yaml is left out: its library cannot be built, as said above'
else
  say 'config/plugins-library.yaml: the same, and a library, libbidi (C)'
  show config/plugins-library.yaml "$samples"/plugins/known-link.txt \
    "$samples"/plugins/reordered.json
fi
