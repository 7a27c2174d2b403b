#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares profiles of other tools with what those tools say of them.

check-import-oracle.py FULGENS-QUERY FOLDER… [--show N]

A folder holds NAME.expected.json[.gz] files, or a folder "oracle-import" with them; their member "input" is the
path of the profile from there, or it is next to them. The folder that FULGENS_SHARED names comes first. Prints one line for each difference
and exits with 1 if there is any, or if nothing was compared.
"""

import argparse
import collections
import glob
import importlib.util
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('oracle', os.path.join(FOLDER, 'check-oracle.py'))
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)

FORMATS = ('callgrind', 'chrome', 'folded', 'heapprofile', 'perf.data', 'perf-script', 'pprof', 'speedscope', 'zip')


class ImportComparison(oracle.Comparison):
    categories = None

    def find_threads(self, expected, found):
        """For each expected thread the one that is found, by its numbers if there are any."""
        by_ids = {(thread['pid'], thread['tid']): thread for thread in found}
        by_tid = {thread['tid']: thread for thread in found}
        for thread in expected:
            if 'tid' not in thread:
                yield thread, found[thread['index']]
            else:
                yield thread, by_ids.get((thread['pid'], thread['tid'])) or by_tid.get(thread['tid'])

    def check_threads(self, expected):
        info = self.ask('info')
        if info is None:
            return
        if expected.get('durationMs') is not None:
            # Printed with two digits.
            self.check('durationMs', expected['durationMs'], info.get('durationMs'), 5)
        threads = expected.get('threads', ())
        if expected['format'] in ('perf.data', 'perf-script'):
            self.check('threads', len(threads), len(info['threads']))
        # A thread without recorded name: the name is the program's own.
        for thread, found in self.find_threads(threads, info['threads']):
            place = f'thread {thread.get("tid", thread.get("index"))}'
            if found is None:
                self.report(place, thread, None)
                continue
            for key in ('name', 'sampleCount', 'strategies', 'weightType'):
                if key in thread and not (key == 'name' and expected['format'] in ('folded', 'heapprofile')):
                    self.check(f'{place}, {key}', thread[key], found[key])
            if 'kernelLeaves' in thread:
                self.check(f'{place}, kernelLeaves', thread['kernelLeaves'], self.count_kernel_leaves(found['index']))
            if 'periods' in thread:
                self.check(f'{place}, periods', thread['periods'], self.sum_periods(found))
            if expected.get('labels'):
                self.check(f'{place}, labels', expected['labels'], self.count_labels(found, expected['labels']))
            if 'depths' in thread:
                self.check_samples(place, thread, found, expected['firstTime'] - info['zeroAt'])

    def count_kernel_leaves(self, index):
        if self.categories is None:
            self.categories = {entry['thread']: entry['byCategory'] for entry in self.ask('categories') or ()}
        return self.categories.get(index, {}).get('Kernel', 0)

    def sum_periods(self, thread):
        """By event; those of clocks in ns."""
        strategies = thread['strategies'][1:]   # the first one counts samples
        wanted = [{'thread': thread['index'], 'strategy': strategy} for strategy in strategies]
        answers = (self.ask('call-tree', wanted) if wanted else None) or ()
        factors = {'tracing-ms': 1e6, 'samples': 1}
        sums = {strategy.removeprefix('sample-type:'): round(answer['total'] * factors[answer['weightType']])
                for strategy, answer in zip(strategies, answers)}
        return {event: total for event, total in sums.items() if total}

    def count_labels(self, thread, expected):
        """Samples with each label, of the keys that are recorded."""
        samples = self.ask('samples', options=('--limit', '0', '--thread', str(thread['index'])))
        keys = {label.split('=')[0] for label in expected}
        counts = collections.Counter(label for labels in (samples or {}).get('labels', ()) for label in labels
                                     if label.split('=')[0] in keys)
        return dict(counts)

    def check_samples(self, place, thread, found, first_time):
        samples = self.ask('samples', options=('--limit', '0', '--thread', str(found['index'])))
        if samples is None:
            return
        rows = samples['rows']   # time from the start of the range, weight, category, stack
        tolerance = thread.get('timeTolerance', 2e-6)
        depths = collections.Counter(str(len(row[3])) for row in rows)
        self.check(f'{place}, depths', thread['depths'], dict(depths))
        self.check(f'{place}, first', thread['first'], rows[0][0] - first_time, tolerance)
        self.check(f'{place}, last', thread['last'], rows[-1][0] - first_time, tolerance)

    def number_threads(self, entries):
        """Entries of formats whose threads have no order name their thread by pid and tid."""
        if all('thread' in entry for entry in entries):
            return entries
        info = self.ask('info')
        numbers = {(thread['pid'], thread['tid']): thread['index'] for thread in info['threads']} if info else {}
        return [{**entry, 'thread': numbers.get((entry['pid'], entry['tid']))} for entry in entries]

    def check_trees(self, views):
        views = self.number_threads(views)
        wanted = [{'thread': view['thread'], 'strategy': view['strategy'], 'invert': view['invert']} for view in views]
        for view, answer in zip(views, (self.ask('call-tree', wanted) if wanted else None) or ()):
            answer['rows'] = answer['rows'][:len(view['expect'].get('rows', ()))]   # the first ones are recorded
            self.check(f'view of thread {view["thread"]}, {view["strategy"]}, invert {view["invert"]}', view['expect'],
                       {key: answer.get(key) for key in view['expect']})

    def check_function_lists(self, lists):
        lists = self.number_threads(lists)
        wanted = [{'thread': entry['thread'], 'strategy': entry['strategy']} for entry in lists]
        for entry, answer in zip(lists, (self.ask('functions', wanted, ('--limit', '0')) if wanted else None) or ()):
            expected = {key: entry[key] for key in ('count', 'total', 'rows')}
            if entry.get('namedOnly'):
                answer['rows'] = [row for row in answer['rows'] if not row[0].startswith('0x')]
            answer = {key: answer[key] for key in expected}
            answer['rows'] = answer['rows'][:len(expected['rows'])]
            self.check(f'functions of thread {entry["thread"]}, {entry["strategy"]}', expected, answer)

    def get_functions(self, entry):
        """Name → [totals], and name → sum of the own costs."""
        answer = (self.ask('functions', [{'thread': entry['thread'], 'strategy': entry['strategy']}], ('--limit', '0')) or [{'rows': ()}])[0]
        totals, selves = collections.defaultdict(list), collections.Counter()
        for name, total, own in answer['rows']:
            totals[name].append(total)
            selves[name] += own
        return totals, selves

    def check_costs(self, expected):
        """Costs of callgrind: sums by name; totals of functions whose name is unique."""
        for entry in expected.get('selfSums', ()):
            place = f'self of thread {entry["thread"]}, {entry["strategy"]}'
            _, selves = self.get_functions(entry)
            self.check(f'{place}, total', entry['total'], sum(selves.values()), 0.5)
            for name, cost in entry['self']:
                self.check(f'{place}, {name}', cost, selves.get(name), 0.5)
        for entry in expected.get('inclusive', ()):
            place = f'inclusive of thread {entry["thread"]}, {entry["strategy"]}'
            totals, _ = self.get_functions(entry)
            for name, cost in entry['rows']:
                self.check(f'{place}, {name}', [cost], totals.get(name), max(2, abs(cost) / 1000))

    def check_members(self, expected, folder):
        """Each member of an archive gives the same answers as the file that it equals."""
        listed = self.ask('members') or ()
        self.check('members', sorted(path for path, _ in expected['members']),
                   sorted(entry['path'] for entry in listed if entry['format']))
        for path, single in expected['members']:
            file = oracle.find_input(folder, os.path.join(folder, single), os.path.join('inputs', single))
            if file is None:
                continue
            for command in ('info', 'call-tree', 'functions'):
                same = ImportComparison(self.query, self.name, file, self.show).ask(command)
                found = self.ask(command, options=('--member', path))
                self.check(f'{command} of {path}', same, found)

    def run(self, expected, folder):
        if expected['format'] == 'zip':
            self.check_members(expected, folder)
            return
        self.check_threads(expected)
        self.check_costs(expected)
        self.check_trees(expected.get('views', ()))
        self.check_function_lists(expected.get('functions', ()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('folder', nargs='+')
    parser.add_argument('--show', type=int, default=20, help='differences to print for each file')
    options = parser.parse_args()

    n_compared = n_different = n_files = 0
    seen = set()
    for folder in [os.environ.get('FULGENS_SHARED', ''), *options.folder]:
        folders = [folder, os.path.join(folder, 'oracle-import')]
        for file in sorted(file for place in folders for file in glob.glob(os.path.join(place, '*.expected.json*'))):
            name = os.path.basename(file).split('.expected.')[0]
            expected = oracle.load(file)
            if name in seen or expected.get('format') not in FORMATS:
                continue
            profile = oracle.find_input(os.path.dirname(file), file, expected['input'])
            if profile is None:
                continue
            seen.add(name)
            comparison = ImportComparison(options.query, name, profile, options.show)
            comparison.run(expected, os.path.dirname(file))
            n_files += 1
            n_compared += comparison.n_compared
            n_different += comparison.n_different
            print(f'{name}: {comparison.n_compared} answers, {comparison.n_different} differences', flush=True)

    print(f'{n_files} profiles, {n_compared} answers, {n_different} differences')
    return 1 if n_different or not n_compared else 0


if __name__ == '__main__':
    sys.exit(main())
