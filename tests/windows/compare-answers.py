#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the query tool answers on another system as it does here: standard output, standard error, status and the file that it
writes, byte by byte. Ends with 1 if not.

usage: compare-answers.py TOOL OTHER-TOOL FILE…

OTHER-TOOL is a program that starts the other one with the arguments that it gets, as build-aux/windows makes it for Wine."""

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# OUT is replaced by the path of a file to write.
COMMANDS = [
    'info', 'info --json', 'check', 'call-tree -t 0 -n 200', 'call-tree -t 0 --json -n 200', 'call-tree -t 0 --invert --csv', 'functions -t 0 -n 100',
    'markers -t 0 -n 300', 'markers -t 0 --csv', 'flame-graph -t 0 --svg -o OUT', 'categories -t 0', 'samples -t 0 -n 100', 'network', 'display',
    'activity -t 0', 'sidebar -t 0', 'overview', 'overview --json', 'story', 'members',
    'convert -o OUT', 'export -t 0 -f folded', 'export -t 0 -f pprof -o OUT', 'export -t 0 -f speedscope -o OUT',
]


def read(path):
    """The bytes of a file; gzip says in one of them which system wrote it."""
    data = path.read_bytes()
    return data[:9] + data[10:] if data.startswith(b'\x1f\x8b') else data


def answer(tool, command, file):
    with tempfile.TemporaryDirectory() as folder:
        # The ending says the format; the name is in messages.
        out = Path(folder) / ('out.svg' if 'svg' in command else 'out.json')
        words = [str(out) if word == 'OUT' else word for word in command.split()]
        run = subprocess.run([tool, *words, file], capture_output=True, check=False)
        return (run.returncode, run.stdout.replace(bytes(out), b'OUT'), run.stderr.replace(bytes(out), b'OUT'),
                read(out) if out.exists() else None)


def report(command, file, here, there):
    """Whether the answers are equal; else prints what differs."""
    parts = [name for name, a, b in zip(('status', 'standard output', 'standard error', 'file'), here, there) if a != b]
    if not parts:
        return True
    print(f'{command} {file}: {", ".join(parts)}; status here {here[0]}, there {there[0]}')
    for a, b in zip(here[1].splitlines() + here[2].splitlines(), there[1].splitlines() + there[2].splitlines()):
        if a != b:
            print(f'  here:  {a[:200]!r}\n  there: {b[:200]!r}', flush=True)
            break
    return False


def main(tool, other, *files):
    runs = [(command, file) for file in files for command in COMMANDS]
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda run: (answer(tool, *run), answer(other, *run)), runs)
        n_equal = sum(report(*run, *both) for run, both in zip(runs, answers))
    print(f'{n_equal} of {len(runs)} answers are equal')
    return 0 if n_equal == len(runs) else 1


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
