#!/bin/sh
# test_mix.sh - a few random programs, in all ways to run them (run_mix.sh), and little traffic
# over links that err (run_soak.sh).
# Leaves out the many of make test-mix and make soak.
# Usage: test_mix.sh BUILD_DIR
here=$(cd "$(dirname "$0")" && pwd)
build=$1 status=0
sh "$here/run_mix.sh" "$build" 6 77 || status=1
WORKERS='1 2' sh "$here/run_soak.sh" "$build" 2 200000 500 3 || status=1
exit $status
