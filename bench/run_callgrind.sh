#!/bin/bash
# Prints what one transition and one bytecode instruction cost heddle, in machine instructions, for
# each program in bench/micro.
#
# Callgrind counts instead of timing, so the figures do not depend on how busy the machine is. Every
# program runs in two sizes and the differences are divided: start-up, compiling and lowering cancel
# out. The profiles of the larger runs are kept for callgrind_annotate in the folder given as
# argument (default: bench/results/callgrind).
#
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

bench=$(cd "$(dirname "$0")" && pwd)
heddle=${HEDDLE:-$bench/../build/heddle}
output=${1:-$bench/results/callgrind}

# program, smaller size, larger size: the larger one takes callgrind a few seconds
programs="mutex:100:300 atomics:20:40 local:400:4000 calls:20:200 allocation:500:5000"

[ -x "$heddle" ] || { echo "run_callgrind.sh: $heddle is not built" >&2; exit 1; }
command -v valgrind >/dev/null || { echo "run_callgrind.sh: valgrind is not installed" >&2; exit 1; }
mkdir -p "$output"

# Leaves NAME.SIZE.json and NAME.SIZE.callgrind in $output.
measure() {
    local name=$1 size=$2 stem=$output/$1.$2
    if ! valgrind --tool=callgrind --callgrind-out-file="$stem.callgrind" \
        "$heddle" check --json "$stem.json" --quiet "$bench/micro/$name.c" -- "-DSIZE=$size" >"$stem.log" 2>&1; then
        echo "run_callgrind.sh: $name with SIZE=$size failed; the end of $stem.log:" >&2
        tail -n 5 "$stem.log" >&2
        return 1
    fi
}

echo "| program | transitions | bytecode instructions | machine instructions | per transition | per bytecode instruction |"
echo "| --- | ---: | ---: | ---: | ---: | ---: |"
failed=0
for entry in $programs; do
    IFS=: read -r name small large <<<"$entry"
    if ! measure "$name" "$small" || ! measure "$name" "$large"; then
        failed=1
        continue
    fi
    python3 - "$name" "$output/$name.$small" "$output/$name.$large" <<'PYTHON' || failed=1
import json
import re
import sys


def figures(stem):
    with open(stem + ".json") as report, open(stem + ".callgrind") as profile:
        statistics = json.load(report)["statistics"]
        cost = re.search(r"^(?:summary|totals): (\d+)", profile.read(), re.MULTILINE)
        return statistics["transitions"], statistics["instructions"], int(cost.group(1))


name, small, large = sys.argv[1:]
transitions, instructions, cost = (b - a for a, b in zip(figures(small), figures(large)))
per = lambda count: f"{cost / count:,.1f}" if count > 0 else "-"
print(f"| {name} | {transitions:,} | {instructions:,} | {cost:,} | {per(transitions)} | {per(instructions)} |")
PYTHON
done
exit $failed
