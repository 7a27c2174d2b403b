#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long it takes from a file of another tool to the call tree of a thread, beside that tool or a parser.

bench-import.py FULGENS-QUERY SHARED [--rounds N] [--speedscope-import COMMAND]

Each figure is compared in one run with a program of the same machine, in turns; times are the median of the rounds,
warm. A program that is not there is named on standard error, and its figure left out. Prints a JSON line for each
figure. Exits with 77, for "skipped", where nothing could be measured.

Speedscope's package has its importer only in a bundle for browsers. COMMAND FILE is to import the file with the one of
its sources, and to print the seconds that took, without those for reading the file. To make one, write import.ts beside
the folder src of speedscope's sources:

    import {readFileSync} from 'node:fs'
    import {importFromLinuxPerf} from './src/import/linux-tools-perf'
    import {BufferBackedTextFileContent} from './src/import/utils'
    const text = new BufferBackedTextFileContent(new Uint8Array(readFileSync(process.argv[2])).buffer)
    const start = performance.now()
    importFromLinuxPerf(text)
    console.log((performance.now() - start) / 1000)

then: npm install esbuild pako uint8array-json-parser
      npx esbuild import.ts --bundle --platform=node --target=node20 --outfile=import.js
      bench-import.py … --speedscope-import 'node import.js'
"""

import argparse
import importlib.util
import json
import multiprocessing
import os
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('query', os.path.join(FOLDER, 'bench-query.py'))
query = importlib.util.module_from_spec(spec)
spec.loader.exec_module(query)

# As C, to be compiled and recorded: four threads that sort and recurse for ten seconds of the processor.
WORKLOAD = '''
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static int compare (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
static int fibonacci (int n) { return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2); }
static volatile int sum;
static void *work (void *data)
{
  while (clock () < 10 * CLOCKS_PER_SEC)
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


def write_callgrind(path, n_functions):
    """A compressed graph as Valgrind writes it, with recursion; the same one each time. Costs of calls add up."""
    random.seed(5)
    calls = [[] for _ in range(n_functions)]
    n_callers = [0] * n_functions
    for callee in range(1, n_functions):
        for caller in {random.randrange(max(0, callee - 2000), callee) for _ in range(random.choice((1, 1, 2, 3, 6)))}:
            calls[caller].append(callee)
            n_callers[callee] += 1
    own = [[int(1000 * random.paretovariate(1.2)) for _ in range(random.randint(5, 45))] for _ in range(n_functions)]
    total = [0] * n_functions
    for i in reversed(range(n_functions)):
        total[i] = sum(own[i]) + sum(total[callee] // n_callers[callee] for callee in calls[i])
    with open(path, 'w', encoding='utf-8') as stream:
        stream.write(f'# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 1\ncmd: ./work\npart: 1\n\npositions: line\n'
                     f'events: Ir\nsummary: {sum(map(sum, own))}\n\nob=(1) /usr/bin/work\n')
        named = set()

        def name(i):
            known = i in named
            named.add(i)
            return f'({i})' if known else f'({i}) module_{i % 97}::function_{i}'

        for i in range(n_functions):
            file = f'({i // 40})' + (f' src/module{i // 40}.c' if i % 40 == 0 else '')
            stream.write(f'fl={file}\nfn={name(i)}\n{20 + i % 5000} {own[i][0]}\n')
            for cost in own[i][1:]:
                stream.write(f'+{random.randint(1, 3)} {cost}\n')
            for callee in calls[i]:
                where = '' if callee // 40 == i // 40 else f'cfi=({callee // 40})' + (
                    '' if callee // 40 <= i // 40 else f' src/module{callee // 40}.c') + '\n'
                stream.write(f'{where}cfn={name(callee)}\ncalls={random.randint(1, 900)} +{random.randint(1, 99)}\n'
                             f'* {total[callee] // n_callers[callee]}\n')
            stream.write('\n')
        stream.write(f'totals: {sum(map(sum, own))}\n')


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def numbers(**fields):
    """Fields of numbers, by their names f1, f2, …"""
    return b''.join(varint(int(name[1:]) << 3) + varint(value) for name, value in fields.items())


N_LOCATIONS = 6000


def list_unlike_stacks(n):
    """Stacks of locations from the root, similar only to their neighbours: the worst that a profile of calls can be."""
    stack = [1]
    for _ in range(n):
        del stack[-random.randint(1, min(8, len(stack))):]
        while not stack or len(stack) < 8 or random.random() < 0.8:
            stack.append(random.randint(1, N_LOCATIONS))
        del stack[60:]
        yield stack


def list_shared_stacks(n):
    """Stacks that have as much in common as those of a recorded program.

    A type checker and parser of Go, 29 calls deep, 66 bytes a sample: the first 250, 500, … 8000 and 11479 different stacks
    had 2672, 4582, 8117, 14106, 24912, 41434 and 54636 calls, about 54636 (n / 11479) ** 0.73. So many begin here."""
    known = [[random.randint(1, N_LOCATIONS) for _ in range(60)]]
    for i in range(n):
        n_new = 1
        while random.random() < 1 - 1 / max(1, 3.47 * (11479 / (i + 1)) ** 0.27):
            n_new += 1
        depth = max(4, int(random.gauss(29, 8)))
        caller = max((random.choice(known) for _ in range(4)), key=lambda stack: min(len(stack), depth))
        stack = caller[:max(1, depth - n_new)] + [random.randint(1, N_LOCATIONS) for _ in range(n_new)]
        if len(known) < 5000:
            known.append(stack)
        else:
            known[random.randrange(5000)] = stack
        yield stack


def write_pprof(path, stacks):
    """As Go writes it: samples before what they refer to."""
    n_functions = 2000
    texts = ['', 'samples', 'count', 'cpu', 'nanoseconds', '/usr/bin/app']
    with open(path, 'wb') as stream:
        stream.write(field(1, numbers(f1=1, f2=2)) + field(1, numbers(f1=3, f2=4)))
        for stack in stacks:
            ids = b''.join(map(varint, reversed(stack)))
            count = random.randint(1, 9)
            stream.write(field(2, field(1, ids) + field(2, varint(count) + varint(count * 10000000))))
        stream.write(field(3, numbers(f1=1, f2=0x400000, f3=0x4000000, f5=5)))
        for i in range(1, N_LOCATIONS + 1):
            line = numbers(f1=random.randint(1, n_functions), f2=random.randint(1, 3000))
            stream.write(field(4, numbers(f1=i, f2=1, f3=0x400000 + 64 * i) + field(4, line)))
        for i in range(1, n_functions + 1):
            texts += [f'main.function{i}', f'src/file{i % 90}.go']
            stream.write(field(5, numbers(f1=i, f2=len(texts) - 2, f3=len(texts) - 2, f4=len(texts) - 1)))
        stream.write(b''.join(field(6, text.encode()) for text in texts))


def record_perf(folder, name, *options):
    """A recording with these options of ten seconds of work, or None where it cannot be made."""
    source, program, path = (os.path.join(folder, file) for file in ('work.c', 'work', name))
    if not shutil.which('perf') or not shutil.which('cc'):
        return None
    with open(source, 'w', encoding='utf-8') as stream:
        stream.write(WORKLOAD)
    subprocess.run(['cc', '-O1', '-g', '-fno-omit-frame-pointer', '-pthread', '-o', program, source], check=True)
    recorded = subprocess.run(['perf', 'record', '-q', '-e', 'cpu-clock', *options, '-o', path, '--', program], check=False,
                              capture_output=True)
    return path if recorded.returncode == 0 else None


# A new program begins with the greatest memory of the process that starts it, so that one is to be small.
MEASURE_MEMORY = '''
import os, sys
no_output = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
print(os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=no_output), 0)[2].ru_maxrss * 1024)
'''


def measure_memory(arguments):
    """Greatest resident memory of a program, in bytes."""
    return int(subprocess.run([sys.executable, '-I', '-S', '-c', MEASURE_MEMORY, *arguments], check=True, stdout=subprocess.PIPE).stdout)


class Bench:
    def __init__(self, program, rounds):
        self.program = program
        self.rounds = rounds
        self.n_figures = 0

    def compare(self, name, path, peer, aim, memory_aim=None, thread='0'):
        """@peer: seconds that another program takes for the file."""
        arguments = [self.program, 'call-tree', '--thread', thread, path]
        own, others = [], []
        for _ in range(self.rounds):
            others.append(peer())
            own.append(query.measure(arguments)[0])
        size, other = os.path.getsize(path), statistics.median(others)
        query.report(name, statistics.median(own), 's', size, other, aim)
        query.report(name + ' / peer', statistics.median(own) / other, 'ratio', size, 1, aim)
        query.report(name + ' memory', measure_memory(arguments), 'bytes', size, size, memory_aim)
        self.n_figures += 1

    def skip(self, name, why):
        print(f'{name}: skipped, {why}', file=sys.stderr)


def parse_with_node(path):
    return time_of_program(['node', '-e', query.PARSE, path])


def run_program(arguments):
    return lambda: query.measure(arguments)[0]


def time_of_program(arguments):
    """Of one that prints it."""
    return lambda: float(subprocess.run(arguments, check=True, capture_output=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('shared')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--speedscope-import', metavar='COMMAND', type=shlex.split)
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
            bench.compare('speedscope', path, parse_with_node(path), 0.6, 1.0)
        path = os.path.join(folder, 'callgrind.out')
        # In a process of its own: what this one holds would count as a child's.
        writer = multiprocessing.Process(target=write_callgrind, args=(path, 70000))
        writer.start()
        writer.join()
        if not shutil.which('callgrind_annotate'):
            bench.skip('callgrind', 'callgrind_annotate is not installed')
        else:
            bench.compare('callgrind', path, run_program(['callgrind_annotate', path]), 0.15, 1.0)
        if not shutil.which('go'):
            bench.skip('pprof', 'go is not installed')
        else:
            path = os.path.join(folder, 'cpu.pb')
            for name, list_stacks in [('pprof', list_shared_stacks), ('pprof of unlike stacks', list_unlike_stacks)]:
                random.seed(4)
                write_pprof(path, list_stacks(450000))
                bench.compare(name, path, run_program(['go', 'tool', 'pprof', '-top', path]), 0.5, 1.0)
        path = record_perf(folder, 'perf.data', '-F', '5000', '-g')
        if path is None:
            bench.skip('perf.data, output of perf script', 'perf or cc is not installed, or may not record')
        else:
            bench.compare('perf.data', path, run_program(['perf', 'script', '--no-inline', '-i', path]), 0.25, thread='1')
            stacks = record_perf(folder, 'stacks.perf.data', '-F', '1000', '--call-graph', 'dwarf')
            bench.compare('perf.data with stacks', stacks, run_program(['perf', 'script', '--no-inline', '-i', stacks]), 1.0,
                          thread='1')
            if not options.speedscope_import:
                bench.skip('output of perf script', 'there is no program that imports it, see --speedscope-import')
            else:
                text = os.path.join(folder, 'perf.txt')
                with open(text, 'wb') as stream:
                    subprocess.run(['perf', 'script', '-i', path], check=True, stdout=stream, stderr=subprocess.DEVNULL)
                bench.compare('output of perf script', text, time_of_program([*options.speedscope_import, text]), 0.2, 1.0, '1')

    return 0 if bench.n_figures else 77


if __name__ == '__main__':
    sys.exit(main())
