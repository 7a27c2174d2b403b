#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long it takes from a file of another tool to the call tree of a thread, beside that tool or a parser.

bench-import.py FULGENS-QUERY SHARED [--rounds N]

Each figure is compared in one run with a program of the same machine, in turns; times are the median of the rounds,
warm. A program that is not there is named on standard error, and its figure left out. Prints a JSON line for each
figure. Exits with 77, for "skipped", where nothing could be measured.
"""

import argparse
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('query', os.path.join(FOLDER, 'bench-query.py'))
query = importlib.util.module_from_spec(spec)
spec.loader.exec_module(query)

# As C, to be compiled and recorded: four threads that sort and recurse.
WORKLOAD = '''
#include <pthread.h>
#include <stdlib.h>
static int compare (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
static int fibonacci (int n) { return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2); }
static volatile int sum;
static void *work (void *data)
{
  for (int k = 0; k < 35; k++)
    {
      int *numbers = malloc (400000 * sizeof *numbers);
      for (int i = 0; i < 400000; i++)
        numbers[i] = rand ();
      qsort (numbers, 400000, sizeof *numbers, compare);
      free (numbers);
      sum += fibonacci (30);
    }
  return data;
}
int main (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], 0);
  return 0;
}
'''


def write_speedscope(path, n_events):
    """An evented profile; the same one each time. Piece by piece: what this process holds would count as a child's."""
    random.seed(3)
    stack, at = [], 0
    frames = [{'name': f'function_{i}', 'file': f'src/file{i % 50}.c', 'line': i} for i in range(500)]
    with open(path, 'w', encoding='utf-8') as stream:
        stream.write('{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":')
        json.dump(frames, stream)
        stream.write('},"profiles":[{"type":"evented","name":"main","unit":"microseconds","startValue":0,"events":[')
        for i in range(n_events):
            at += random.randint(1, 2000)
            is_close = stack and (n_events - i <= len(stack) or len(stack) > 30 or random.random() < 0.5)
            frame = stack.pop() if is_close else random.randint(0, 499)
            if not is_close:
                stack.append(frame)
            stream.write(f'{"," if i else ""}{{"type":"{"C" if is_close else "O"}","frame":{frame},"at":{at}}}')
        stream.write(f'],"endValue":{at}}}]}}')


def record_perf(folder):
    """A recording of at least 40,000 samples, or None where it cannot be made."""
    source, program, path = (os.path.join(folder, name) for name in ('work.c', 'work', 'perf.data'))
    if not shutil.which('perf') or not shutil.which('cc'):
        return None
    with open(source, 'w', encoding='utf-8') as stream:
        stream.write(WORKLOAD)
    subprocess.run(['cc', '-O1', '-g', '-fno-omit-frame-pointer', '-pthread', '-o', program, source], check=True)
    recorded = subprocess.run(['perf', 'record', '-q', '-e', 'cpu-clock', '-F', '5000', '-g', '-o', path, '--', program],
                              check=False, capture_output=True)
    return path if recorded.returncode == 0 else None


class Bench:
    def __init__(self, program, rounds):
        self.program = program
        self.rounds = rounds
        self.n_figures = 0

    def compare(self, name, path, peer, aim):
        """@peer: seconds that another program takes for the file."""
        own, others, memory = [], [], 0
        for _ in range(self.rounds):
            others.append(peer())
            elapsed, _, resident = query.measure([self.program, 'call-tree', '--thread', '0', path])
            own.append(elapsed)
            memory = max(memory, resident)
        size, other = os.path.getsize(path), statistics.median(others)
        query.report(name, statistics.median(own), 's', size, other, aim)
        query.report(name + ' / peer', statistics.median(own) / other, 'ratio', size, 1, aim)
        query.report(name + ' memory', memory, 'bytes', size, size, None)
        self.n_figures += 1

    def skip(self, name, why):
        print(f'{name}: skipped, {why}', file=sys.stderr)


def parse_with_node(path):
    return lambda: float(subprocess.run(['node', '-e', query.PARSE, path], check=True, capture_output=True).stdout)


def run_program(arguments):
    return lambda: query.measure(arguments)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('shared')
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    bench = Bench(options.query, options.rounds)
    trace = os.path.join(options.shared, 'corpus', 'chromium156-trace.json.gz')

    with tempfile.TemporaryDirectory() as folder:
        if not shutil.which('node'):
            bench.skip('trace of Chrome, speedscope', 'node is not installed')
        else:
            if os.path.exists(trace):
                bench.compare('trace of Chrome', trace, parse_with_node(trace), 1.0)
            else:
                bench.skip('trace of Chrome', 'the corpus is not there')
            path = os.path.join(folder, 'evented.speedscope.json')
            write_speedscope(path, 1300000)
            bench.compare('speedscope', path, parse_with_node(path), 0.6)
        path = record_perf(folder)
        if path is None:
            bench.skip('perf.data', 'perf or cc is not installed, or may not record')
        else:
            bench.compare('perf.data', path, run_program(['perf', 'script', '--no-inline', '-i', path]), 0.25)

    return 0 if bench.n_figures else 77


if __name__ == '__main__':
    sys.exit(main())
