#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What recording costs, in turn with perf record

bench-record.py FULGENS-RECORD FOLDER [SECONDS] [ROUNDS]

FOLDER has the program's source. Prints JSON lines, the medians of the rounds: own CPU time (of the recorder with its saving, without
names), the speed of the program, bytes of the file, each against perf. Exits with 77 where perf events are refused or there is no perf.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

RECORD, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECONDS = sys.argv[3] if len(sys.argv) > 3 else '10'
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 3


def measure(command, file):
    """Own CPU time in s, work of the program, length of the file"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work, spent = answer.stdout.split()
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - float(spent)
    return own, int(work), os.path.getsize(file) if file else 0


def recorders(folder, suffix):
    perf = ['perf', 'record', '-q', '-e', 'cpu-clock', '-F', '1000', '-o']
    return {
        'none': (lambda program: program, None),
        'perf -g': (lambda program: [*perf, f'{folder}/g', '-g', *program], f'{folder}/g'),
        'perf dwarf': (lambda program: [*perf, f'{folder}/d', '--call-graph', 'dwarf,16384', *program], f'{folder}/d'),
        'fulgens': (lambda program: [RECORD, '-q', '--no-symbols', '--summary', f'{folder}/s', '-o', f'{folder}/f{suffix}', '--', *program],
                    f'{folder}/f{suffix}'),
    }


def compare(folder, names, program, suffix='.json.gz'):
    """Name → medians"""
    ways = recorders(folder, suffix)
    runs = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            command, file = ways[name]
            runs[name].append(measure(command(program), file))
    return {name: [statistics.median(run[i] for run in values) for i in range(3)] for name, values in runs.items()}


def report(name, value, unit, aim=None):
    print(json.dumps({'name': name, 'value': round(value, 5), 'unit': unit, 'aim': aim}), flush=True)


def main():
    if shutil.which('perf') is None or subprocess.run([RECORD, '--check'], capture_output=True, check=False).returncode != 0:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        program = f'{folder}/threads'
        subprocess.run(['cc', '-O2', '-g', '-pthread', '-o', program, f'{FOLDER}/program-threads.c'], check=True)
        found = compare(folder, ('none', 'perf -g', 'perf dwarf', 'fulgens'), [program, '8', '0', SECONDS])
        own, work, size = found['fulgens']
        report('8 busy threads: own CPU time against perf record -g', own / found['perf -g'][0], 'times', 1.0)
        report('8 busy threads: own CPU time against --call-graph dwarf,16384', own / found['perf dwarf'][0], 'times', 0.6)
        report('8 busy threads: speed of the program against perf record -g', work / found['perf -g'][1], 'times', 0.98)
        report('8 busy threads: bytes against perf record -g', size / found['perf -g'][2], 'times', 0.5)
        report('8 busy threads: bytes against --call-graph dwarf,16384', size / found['perf dwarf'][2], 'times', 0.01)
        with open(f'{folder}/s', encoding='utf-8') as file:
            summary = json.load(file)
        report('8 busy threads: time of a sample', summary['own_cpu_ms'] * 1e3 / summary['samples'], 'µs')
        report('8 busy threads: stacks that are not whole', summary['truncated_stacks'] / summary['samples'], 'times')

        found = compare(folder, ('perf -g', 'fulgens'), [program, '2', '198', SECONDS, '10'])
        report('198 sleepers, 10 wakes a second: own CPU time against perf record -g', found['fulgens'][0] / found['perf -g'][0], 'times', 1.5)

        few = compare(folder, ('fulgens',), [program, '0', '1', '6'])['fulgens'][2]
        many = compare(folder, ('fulgens',), [program, '0', '101', '6'])['fulgens'][2]
        with open(f'{folder}/s', encoding='utf-8') as file:
            summary = json.load(file)
        report('a thread asleep for 6 s: bytes of the file', (many - few) / 100, 'bytes', 300)
        report('a thread asleep: bytes of the buffer', summary['idle_bytes'] / summary['idle_samples'], 'bytes a tick', 1)

        program = [program, '8', '0', SECONDS]
        subprocess.run([RECORD, '-q', '-F', '20000', '--max-memory', '1', '--no-symbols', '--summary', f'{folder}/s', '-o', f'{folder}/m.json',
                        '--', *program], capture_output=True, check=True)
        with open(f'{folder}/s', encoding='utf-8') as file:
            report('--max-memory 1 at 20 kHz: resident memory', json.load(file)['peak_memory'] / 2 ** 20, 'MiB', 60)


main()
