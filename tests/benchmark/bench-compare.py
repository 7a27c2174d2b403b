#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What compare costs beside functions on each of its recordings: bench-compare.py FULGENS-QUERY FIXTURES BENCH-COMPARE-VIEW
[--samples N]

Prints a JSON line for each figure: time of the processor as a multiple of the sum for functions, least of three rounds.
"""

import argparse
import gzip
import json
import random
import resource
import subprocess
import tempfile
from pathlib import Path

ROUNDS = 3
N_FUNCS, N_STACKS, N_RUNS = 5000, 50000, 20


def make(template, seed, n_samples):
    """A recording whose stacks are up to 40 deep, and last for some samples."""
    generator, profile = random.Random(seed), json.loads(template)
    shared, samples = profile['shared'], profile['threads'][0]['samples']
    prefix, depth = [None], [0]
    for stack in range(1, N_STACKS):
        at = generator.randrange(max(0, stack - 200), stack)
        while depth[at] >= 40:
            at = prefix[at]
        prefix.append(at)
        depth.append(depth[at] + 1)
    shared['stackTable'] = {'prefix': prefix, 'frame': [random.Random(i).randrange(N_FUNCS) for i in range(N_STACKS)], 'length': N_STACKS}
    for table in (shared['frameTable'], shared['funcTable']):
        for column, values in table.items():
            table[column] = N_FUNCS if column == 'length' else [values[0]] * N_FUNCS
    shared['frameTable']['func'] = list(range(N_FUNCS))
    shared['funcTable']['name'] = list(range(len(shared['stringArray']), len(shared['stringArray']) + N_FUNCS))
    shared['stringArray'] += [f'space::function_{i}<int>::call(int)' for i in range(N_FUNCS)]
    stacks = []
    while len(stacks) < n_samples:
        stacks += [generator.randrange(N_STACKS)] * generator.randrange(1, 4)
    samples.update(stack=stacks[:n_samples], time=list(range(n_samples)), weight=None, length=n_samples)
    return json.dumps(profile)


def measure(*command):
    """Seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(['/usr/bin/env', *map(str, command)], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(query, name, files, by, limit):
    alone = together = float('inf')
    for _ in range(ROUNDS):
        alone = min(alone, sum(measure(query, 'functions', '--json', '--limit=20', file) for file in files))
        half = len(files) // 2
        together = min(together, measure(query, 'compare', '--json', '--limit=20', f'--by={by}', *files[:half], ':', *files[half:]))
    print(json.dumps({'benchmark': 'compare', 'case': name, 'by': by, 'functions_s': round(alone, 3), 'compare_s': round(together, 3),
                      'ratio': round(together / alone, 3), 'limit': limit}), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('query')
    parser.add_argument('fixtures', type=Path)
    parser.add_argument('view')
    parser.add_argument('--samples', type=int, default=1000000)
    options = parser.parse_args()
    with gzip.open(options.fixtures / 'compare' / 'inputs' / 'o1-before-00.json.gz') as stream:
        template = stream.read()
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for seed in range(2):
            files.append(Path(folder) / f'{seed}.json')
            files[-1].write_text(make(template, seed, options.samples))
        subprocess.run([options.view, *map(str, files)], check=True)
        for by in ('function', 'node', 'category'):
            report(options.query, '2 runs', files, by, 1.2)
        report(options.query, f'{N_RUNS} runs', files * (N_RUNS // 2), 'function', 1.2)


if __name__ == '__main__':
    main()
