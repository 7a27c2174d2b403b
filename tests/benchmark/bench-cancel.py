#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the work on a large file of each format goes on after it was cancelled.

bench-cancel.py BENCH-CANCEL FULGENS-QUERY SHARED

Makes the files, and lets BENCH-CANCEL print a JSON line for each of them. Recordings and captures that are not there
are left out with a line on standard error.
"""

import gzip
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('bench_import', os.path.join(FOLDER, 'bench-import.py'))
bench_import = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench_import)

N_SAMPLES = 110000


def write_folded(stream):
    for stack in bench_import.list_shared_stacks(N_SAMPLES):
        stream.write(';'.join(f'function_{location}' for location in stack) + f' {random.randint(1, 9)}\n')


def frame(location):
    return {'functionName': f'function_{location}', 'scriptId': '1', 'url': f'https://example.com/{location % 90}.js',
            'lineNumber': location, 'columnNumber': 4}


def make_nodes():
    """A tree of calls as V8 numbers it; the leaf of each sample."""
    nodes, numbers, leaves = [{'id': 1, 'callFrame': frame(0), 'children': []}], {}, []
    for stack in bench_import.list_shared_stacks(N_SAMPLES):
        at = 0
        for location in stack:
            if (at, location) not in numbers:
                numbers[at, location] = len(nodes)
                nodes[at]['children'].append(len(nodes) + 1)
                nodes.append({'id': len(nodes) + 1, 'callFrame': frame(location), 'children': []})
            at = numbers[at, location]
        leaves.append(at + 1)
    return nodes, leaves


def write_cpuprofile(stream):
    nodes, leaves = make_nodes()
    json.dump({'nodes': nodes, 'startTime': 0, 'endTime': 1000 * len(leaves), 'samples': leaves,
               'timeDeltas': [1000] * len(leaves)}, stream)


def write_heapprofile(stream):
    nodes, _ = make_nodes()
    for node in reversed(nodes):
        node['selfSize'] = 16 * random.randint(0, 99)
        node['children'] = [nodes[child - 1] for child in node['children']]
    json.dump({'head': nodes[0]}, stream)


def write_dhat(stream):
    points = [{'tb': 8 * i, 'tbk': i % 7 + 1, 'tl': 100, 'mb': 8, 'mbk': 1, 'gb': 8, 'gbk': 1, 'eb': 0, 'ebk': 0, 'rb': 1, 'wb': 1,
               'fs': [location for location in reversed(stack)]}
              for i, stack in enumerate(bench_import.list_shared_stacks(N_SAMPLES))]
    table = ['[root]'] + [f'0x{i:X}: function_{i} (file{i % 90}.c:{i})' for i in range(1, bench_import.N_LOCATIONS + 1)]
    json.dump({'dhatFileVersion': 2, 'mode': 'heap', 'verb': 'Allocated', 'bklt': True, 'bkacc': True, 'tu': 'instrs', 'Mtu': 'Minstr',
               'tuth': 500, 'cmd': './work', 'pid': 1, 'tg': 10, 'te': 20, 'pps': points, 'ftbl': table}, stream)


def write_perf_script(stream):
    for i, stack in enumerate(bench_import.list_shared_stacks(N_SAMPLES // 5)):
        stream.write(f'worker {i % 4} 2852/{2855 + i % 4} [001] {2442 + i / 5000:.6f}: 200000 cpu-clock: \n')
        stream.writelines(f'\t{location:16x} function_{location}+0x8 (/usr/bin/work)\n' for location in reversed(stack))
        stream.write('\n')


def write_art(stream):
    """Every method is entered and left again, at random."""
    methods = ''.join(f'0x{4 * i:x}\torg.example.Class{i % 300}\tmethod{i}\t()V\tClass.java\t{i}\n' for i in range(3000))
    stream.write(f'*version\n3\ndata-file-overflow=false\nclock=dual\nelapsed-time-usec=9000000\nnum-method-calls=9\n'
                 f'clock-call-overhead-nsec=1\nvm=art\npid=1\n*threads\n1\tmain\n*methods\n{methods}*end\n'.encode())
    stream.write(b'SLOW' + (3).to_bytes(2, 'little') + (18).to_bytes(2, 'little') + bytes(8) + (14).to_bytes(2, 'little'))
    stack = []
    for i in range(15 * N_SAMPLES):
        is_exit = len(stack) > 0 and (len(stack) > 40 or random.random() < 0.5)
        method = stack.pop() if is_exit else random.randrange(3000)
        if not is_exit:
            stack.append(method)
        stream.write((1).to_bytes(2, 'little') + (4 * method | is_exit).to_bytes(4, 'little') + i.to_bytes(4, 'little') * 2)


def write_simpleperf(stream):
    field, numbers = bench_import.field, bench_import.numbers

    def write(record):
        stream.write(len(record).to_bytes(4, 'little') + record)

    stream.write(b'SIMPLEPERF\x01\x00')
    for i, stack in enumerate(bench_import.list_shared_stacks(N_SAMPLES)):
        write(field(1, numbers(f1=1000000 * i, f2=11 + i % 4) + b''.join(
            field(3, numbers(f1=64 * location, f2=1, f3=location - 1)) for location in reversed(stack)) + numbers(f4=250000)))
    names = b''.join(field(3, f'function_{i}'.encode()) for i in range(bench_import.N_LOCATIONS))
    write(field(3, numbers(f1=1) + field(2, b'/system/lib64/libwork.so') + names))
    for i in range(4):
        write(field(4, numbers(f1=11 + i, f2=11) + field(3, b'worker')))
    stream.write(bytes(4))


TEXTS = {'stacks.folded': write_folded, 'v8.cpuprofile': write_cpuprofile, 'v8.heapprofile': write_heapprofile,
         'dhat.json': write_dhat, 'perf.txt': write_perf_script}
BINARIES = {'art.trace': write_art, 'simpleperf.trace': write_simpleperf}


def make_files(folder, query, shared):
    def path(name):
        return os.path.join(folder, name)

    random.seed(4)
    for name, write in TEXTS.items():
        with open(path(name), 'w', encoding='utf-8') as stream:
            write(stream)
    for name, write in BINARIES.items():
        with open(path(name), 'wb') as stream:
            write(stream)
    bench_import.write_speedscope(path('evented.speedscope.json'), 1000000)
    bench_import.write_callgrind(path('callgrind.out'), 70000)
    bench_import.write_pprof(path('cpu.pb'), bench_import.list_shared_stacks(450000))
    for name in ['perf.txt', 'cpu.pb', 'callgrind.out', 'evented.speedscope.json']:
        with open(path(name), 'rb') as stream, gzip.open(path(name + '.gz'), 'wb', compresslevel=1) as packed:
            shutil.copyfileobj(stream, packed)

    recorded = bench_import.record_perf(folder, 'perf.data', '-F', '5000', '-g')
    if recorded is None:
        print('perf.data: left out, it cannot be recorded', file=sys.stderr)
    generator = os.path.join(shared, 'gen-profile.py')
    if os.path.exists(generator):
        subprocess.run([sys.executable, generator, '--threads', '4', '--samples', '200000', '--stacks', '300000', '--funcs', '20000',
                        '--markers', '20000', '-o', path('processed.json')], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([query, 'convert', '-o', path('processed.jslb'), path('processed.json')], check=True)
    else:
        print('processed profiles: left out, there is no generator', file=sys.stderr)
    names = [name for name in sorted(os.listdir(folder)) if name not in ('work', 'work.c')]
    captures = [os.path.join(shared, 'corpus', name) for name in ('fx153-multi-process.gecko.json.gz', 'chromium156-trace.json.gz')]

    return [path(name) for name in names] + [name for name in captures if os.path.exists(name)]


def main():
    program, query, shared = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *make_files(folder, query, shared)], check=True)


if __name__ == '__main__':
    main()
