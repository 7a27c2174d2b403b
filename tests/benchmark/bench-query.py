#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long it takes from a file to the call tree of its default thread.

bench-query.py FULGENS-QUERY SHARED [--folder FOLDER] [--rounds N]

Makes the inputs A and AA (twice A, over 512 MiB) in FOLDER with SHARED's generator
unless they are there, converts A to the other formats, and compares in one run: with
Node's JSON.parse, with gzip, and of formats with one another. Prints a JSON line
for each figure; times are the median of the rounds, warm, in seconds. Exits with
77, for "skipped", where there is nothing to measure.

Warm means the files, and the memory: a virtual machine may give pages that are free for
two seconds back to its host, and to get them again takes as long as all the rest. So as
much as the largest program needs is taken and freed before each of them starts.
"""

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

GENERATOR_OPTIONS = {
    'A': ['--threads', '20', '--processes', '4', '--samples', '1000000', '--stacks', '300000',
          '--funcs', '20000', '--depth', '80', '--markers', '20000', '--seed', '42'],
    'AA': ['--threads', '40', '--processes', '8', '--samples', '1000000', '--stacks', '300000',
           '--funcs', '20000', '--depth', '80', '--markers', '20000', '--seed', '42'],
}

# The file is read and decoded before the clock starts.
PARSE = '''
const fs = require("fs"), zlib = require("zlib");
const bytes = fs.readFileSync(process.argv[1]);
const gz = bytes[0] == 0x1f;
const text = gz ? null : bytes.toString("utf8");
const start = process.hrtime.bigint(), used = process.cpuUsage();
JSON.parse(gz ? zlib.gunzipSync(bytes).toString("utf8") : text);
const seconds = Number(process.hrtime.bigint() - start) / 1e9, cpu = process.cpuUsage(used);
console.log(seconds, (cpu.user + cpu.system) / 1e6);
'''


# Seconds that JSON.parse of input A took where the reference's times were measured.
REFERENCE_PARSE = 1.425


# In a process of its own, whose greatest memory nobody inherits.
WARM_MEMORY = '''
import mmap
mmap.mmap(-1, 2 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_POPULATE", 0))
'''


def warm_memory():
    subprocess.run([sys.executable, '-c', WARM_MEMORY], check=True)


def measure(arguments):
    """Wall time, CPU time, greatest resident memory and page faults of a program."""
    warm_memory()
    start = time.monotonic()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f'{arguments}: status {process.returncode}')
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, usage.ru_minflt


def median(function, rounds):
    return [statistics.median(values) for values in zip(*[function() for _ in range(rounds)])]


def report(name, value, unit, size, reference, aim):
    print(json.dumps({'name': name, 'value': round(value, 4), 'unit': unit, 'inputBytes': size,
                      'reference': round(reference, 4), 'ratio': round(value / reference, 3), 'aim': aim}),
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('shared')
    parser.add_argument('--folder', default=os.environ.get('FULGENS_BENCH'))
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--steps', help='program that times the steps of a view')
    options = parser.parse_args()

    shared = os.environ.get('FULGENS_SHARED', options.shared)
    generator = os.path.join(shared, 'gen-profile.py')
    node = shutil.which('node')
    if not os.path.exists(generator) or node is None:
        print('There is no generator, or no Node', file=sys.stderr)
        return 77

    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or scratch
        files = {}
        for name, arguments in GENERATOR_OPTIONS.items():
            files[name] = os.path.join(folder, name + '.json')
            if not os.path.exists(files[name]):
                subprocess.run([sys.executable, generator, '-o', files[name], *arguments], check=True)
        files['A.gz'] = os.path.join(folder, 'A.json.gz')
        if not os.path.exists(files['A.gz']):
            with open(files['A'], 'rb') as plain, gzip.open(files['A.gz'], 'wb', 6) as packed:
                shutil.copyfileobj(plain, packed)
        files['A.jslb'] = os.path.join(scratch, 'A.jslb')
        subprocess.run([options.query, 'convert', '-o', files['A.jslb'], files['A']], check=True)
        files['D'] = os.path.join(shared, 'corpus', 'fx153-multi-process.gecko.json.gz')
        size = {name: os.path.getsize(file) for name, file in files.items()}

        def call_tree(name):
            arguments = [options.query, 'call-tree', files[name]]
            measure(arguments)   # warm
            return median(lambda: measure(arguments), options.rounds)

        def parse(name):
            arguments = [node, '--max-old-space-size=16000', '-e', PARSE, files[name]]

            def run():
                warm_memory()
                return [float(value) for value in subprocess.run(arguments, capture_output=True, check=True).stdout.split()]

            return median(run, options.rounds)

        plain = call_tree('A')
        parse_a = parse('A')[0]
        report('A: file to call tree', plain[0], 's', size['A'], parse_a, 0.5)
        if options.steps:
            subprocess.run([options.steps, files['A'], str(parse_a / REFERENCE_PARSE)], check=True)
        report('A: peak memory', plain[2], 'bytes', size['A'], size['A'], 1.0)
        packed = call_tree('A.gz')
        unpack = median(lambda: measure(['gzip', '-dc', files['A.gz']]), options.rounds)
        report('A.json.gz: file to call tree', packed[0], 's', size['A.gz'], unpack[0], 1.0)
        slabs = call_tree('A.jslb')
        report('A.jslb: file to call tree', slabs[0], 's', size['A.jslb'], plain[0], 0.6)
        double = call_tree('AA')
        report('AA: time a byte', double[0] / size['AA'] * 1e9, 'ns', size['AA'], plain[0] / size['A'] * 1e9, 1.0)
        gecko = call_tree('D')
        with gzip.open(files['D']) as stream:
            text_size = sum(len(block) for block in iter(lambda: stream.read(1 << 20), b''))
        parse_d = parse('D')
        report('D: file to call tree', gecko[0], 's', size['D'], parse_d[0], 0.5)
        report('D: CPU', gecko[1], 's', size['D'], parse_d[1], 0.3)
        report('D: peak memory', gecko[2], 'bytes', size['D'], text_size, 1.5)
        report('D: memory touched', gecko[3] * 4096, 'bytes', size['D'], gecko[2], 1.1)
    return 0


if __name__ == '__main__':
    sys.exit(main())
