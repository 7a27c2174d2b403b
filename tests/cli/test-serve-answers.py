#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The bytes of fulgens-replay, stored and loaded, hold all of the profile, and give its answers.

test-serve-answers.py FULGENS-QUERY FULGENS-REPLAY FOLDER…

Compared with the profile whose times are rounded to ns, as those of a stream are: the columns of all tables, and what
the commands print. Of a folder: the profiles in it, and in its folder "corpus". Prints one line for each difference.
"""

import csv
import glob
import gzip
import io
import json
import os
import subprocess
import sys
import tempfile

import wireclient

QUERY, REPLAY = sys.argv[1:3]
# With the options that show most.
COMMANDS = (('info',), ('categories',), ('check',))
THREAD_COMMANDS = (
    ('call-tree',), ('call-tree', '--invert', '-n', '500'), ('call-tree', '-i', 'js'), ('call-tree', '--no-idle'),
    ('call-tree', '--strategy', 'js-allocations'), ('call-tree', '--strategy', 'native-retained-allocations'),
    ('functions', '-n', '0'), ('samples', '-n', '0'), ('markers', '--all'), ('markers', '--csv'), ('markers', '--statistics'),
    ('network', '-n', '0'), ('page-load',), ('flame-graph', '--limit-rows', '0', '--limit-boxes', '0'),
    ('stack-chart', '--limit-rows', '0', '--limit-boxes', '0'), ('activity',), ('export', '-f', 'speedscope'),
)
THREADS = 1   # to ask for; the columns of all are compared


def ask(profile, command):
    """Status, errors and answer; members of objects and columns of rows in any order."""
    result = subprocess.run([QUERY, *command, profile], capture_output=True, check=False)
    answer = result.stdout.decode()
    if '--json' in command and answer:
        answer = json.loads(answer)
        if command[0] == 'info':
            del answer['format']      # that of the file
    elif '--csv' in command:
        # Rows in any order: an end without a start begins with the thread, where its order among others is that of ends.
        answer = sorted(csv.DictReader(io.StringIO(answer)), key=lambda row: json.dumps(row, sort_keys=True))
    return [result.returncode, result.stderr.replace(profile.encode(), b''), answer]


def load(path):
    with (gzip.open if path.endswith('.gz') else open)(path, 'rt', encoding='utf-8') as stream:
        return json.load(stream)


class Comparison:
    def __init__(self, name):
        self.name = name
        self.n_different = 0

    def report(self, place, expected, found):
        self.n_different += 1
        if self.n_different <= 20:
            print(f'{self.name}: {place}: expected {str(expected)[:200]}, found {str(found)[:200]}')

    def check(self, place, expected, found):
        if expected == found:
            return
        if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
            i = next(i for i, (e, f) in enumerate(zip(expected, found)) if e != f)
            self.check(f'{place}[{i}]', expected[i], found[i])
        elif isinstance(expected, dict) and isinstance(found, dict):
            for key in sorted(expected.keys() | found.keys()):
                self.check(f'{place}.{key}', expected.get(key), found.get(key))
        else:
            self.report(place, expected, found)

    def check_profile(self, expected, found):
        strings = expected['shared']['stringArray']
        # The stream adds strings at the end.
        del found['shared']['stringArray'][len(strings):]
        for profile in expected, found:
            replace_uncarried(profile)
            for thread in profile['threads']:
                sort_markers(thread['markers'])
                samples = thread['samples']
                if samples.get('eventDelay') is None:
                    samples['eventDelay'] = samples.pop('responsiveness', None)
                samples.pop('responsiveness', None)
                for column in ('eventDelay', 'threadCPUDelta', 'argumentValues'):
                    if all(cell is None for cell in samples.get(column) or ()):
                        samples.pop(column, None)
        self.check('profile', expected, found)


def replace_uncarried(profile):
    """What a stream cannot carry (replay.md 2), as it is sent instead."""
    frames = profile['shared']['frameTable']
    frames['innerWindowID'] = [0 if page is None or page >= 2 ** 63 else page for page in frames['innerWindowID']]
    for thread in profile['threads']:
        markers = thread['markers']
        markers['endTime'] = [end if end is None or start is None else max(start, end)
                              for start, end in zip(markers['startTime'], markers['endTime'])]


def sort_markers(markers):
    """Those of a stream are in the order of their ends."""
    columns = [name for name in markers if name != 'length']
    rows = [dict(zip(columns, cells)) for cells in zip(*(markers[name] for name in columns))]
    rows.sort(key=lambda row: json.dumps([row['startTime'], row['endTime'], row['name'], row['data']], sort_keys=True))
    markers.update({name: [row[name] for row in rows] for name in columns})


def compare(path, scratch):
    stream, rounded, copy = (os.path.join(scratch, name) for name in ('stream.fpls', 'rounded.json', 'copy.json'))
    comparison = Comparison(os.path.basename(path))
    status, errors = wireclient.store(REPLAY, path, stream)
    if status != 0:
        return None      # not a profile
    for line in errors.splitlines():
        print(f'{comparison.name}: {line}')
    subprocess.run([QUERY, 'convert', '-o', rounded, path], check=True)
    subprocess.run([QUERY, 'convert', '-o', copy, stream], check=True)
    wireclient.round_times(rounded)
    expected = load(rounded)
    replace_uncarried(expected)
    with open(rounded, 'w', encoding='utf-8') as file:
        json.dump(expected, file)
    comparison.check_profile(load(rounded), load(copy))
    threads = sorted(range(len(expected['threads'])), key=lambda i: -len(expected['threads'][i]['samples']['time']))[:THREADS]
    for command in [*COMMANDS, *((name, '-t', str(thread), *options) for name, *options in THREAD_COMMANDS for thread in threads)]:
        if command[0] != 'export' and '--csv' not in command:
            command = (*command, '--json')
        comparison.check(' '.join(command), ask(rounded, command), ask(stream, command))
    return comparison.n_different


def main():
    n_files = n_different = 0
    for folder in sys.argv[3:]:
        files = sorted(glob.glob(os.path.join(folder, '*.json*')) + glob.glob(os.path.join(folder, 'corpus', '*.json*')))
        for path in files:
            if '.expected.' in path:
                continue
            with tempfile.TemporaryDirectory() as scratch:
                found = compare(path, scratch)
            if found is not None:
                print(f'{os.path.basename(path)}: {found} differences')
                n_files += 1
                n_different += found
    print(f'{n_files} profiles, {n_different} differences')
    return n_files == 0 or n_different > 0


if __name__ == '__main__':
    sys.exit(main())
