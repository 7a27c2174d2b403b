#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fulgens-query overview says of captures against what a plain program computed from their tables, and which function
the call tree selects at first.

check-overview.py FULGENS-QUERY SHARED

SHARED/oracle-insight has the answers, and the tolerances in its README; without it there is nothing to check.
"""

import json
import os
import subprocess
import sys

SHARE = 0.01

# Where the answers were computed with an older importer, or by less than the rules.
OTHERWISE = {
    'folded-native.txt': ['what.samples'],            # equal stacks are one sample by now
    'php-excimer.collapsed.txt': ['what.samples'],
    'go-tree-cpu.pb.gz': ['categories'],              # packages of Go are categories by now
    'go-tree-heap.pb.gz': ['categories'],
    'fx153-fission-frames.gecko.json.gz': ['unresponsive.count'],   # no LongTask of a thread without janks and pages
}


def near(want, got, share, absolute):
    return got is not None and abs(want - got) <= max(share * abs(want), absolute)


class Case:
    def __init__(self, want, got):
        self.want = want
        self.got = got
        self.flaws = []
        self.absolute = 0 if want['what']['basis'] == 'weight' else 1

    def equal(self, what, want, got):
        if want != got:
            self.flaws.append(f'{what}: {got!r}, not {want!r}')

    def close(self, what, want, got, share=0.02, absolute=None):
        if not near(want, got, share, self.absolute if absolute is None else absolute):
            self.flaws.append(f'{what}: {got}, not {want}')

    def rows(self, key, n, number):
        """The same names among the first n, with the same numbers."""
        want, got = self.want.get(key, []), self.got.get(key, [])
        for row in want[:n]:
            # Threads of a pool may be in any order, and functions may have the same name.
            same = [other for other in got if other['name'] == row['name'] and other.get('tid') == row.get('tid')]
            if not same:
                self.flaws.append(f'{key}: no {row["name"]}')
                continue
            best = min(same, key=lambda other: abs(other[number] - row[number]))
            self.close(f'{key} {row["name"]} {number}', row[number], best[number])
            self.close(f'{key} {row["name"]} share', row['share'], best['share'], 0, SHARE)

    def what(self):
        want, got = self.want['what'], self.got['what']
        self.equal('kind', self.want['kind'], self.got['kind'])
        for key in ('threads', 'processes', 'samples', 'markers', 'basis'):
            self.equal('what.' + key, want[key], got[key])
        self.close('what.total', want['total'], got['total'])
        self.equal('frames', self.want['frames'], self.got['frames'])
        self.equal('workSet', sorted(self.want['workSet']), sorted(self.got['workSet']))
        self.close('workShare', self.want['workShare'], self.got['workShare'], 0, SHARE)
        self.close('ownShare', self.want['ownShare'], self.got['ownShare'], 0, SHARE)
        # Importers say more of files than they did.
        limits = [sorted(x['kind'] for x in answer['limits'] if x['kind'] != 'flaws') for answer in (self.want, self.got)]
        self.equal('limits', *limits)

    def unresponsive(self):
        want, got = self.want.get('unresponsive'), self.got.get('unresponsive')
        if want is None or got is None:
            self.equal('unresponsive', want, got)
            return
        self.equal('unresponsive.count', want['count'], got['count'])
        if want['rows'] and got['rows']:
            first, other = want['rows'][0], got['rows'][0]
            for key in ('thread', 'own'):
                self.equal('unresponsive ' + key, first.get(key), other.get(key))
            for key in ('start', 'duration'):
                self.close('unresponsive ' + key, first[key], other[key], 0, 1)

    def markers(self):
        got = {row['name']: row for row in self.got.get('markers', [])}
        for row in self.want.get('markers', [])[:2]:
            other = got.get(row['name'])
            if other is None:
                self.flaws.append(f'markers: no {row["name"]}')
                continue
            self.close(f'markers {row["name"]} self', row['self'], other['self'], 0.1, 2)
            self.close(f'markers {row["name"]} longest', row['longest'], other['longest'], 0, 1)

    def requests(self):
        for key in ('count', 'failedCount', 'slowCount'):
            self.equal('requests.' + key, self.want.get('requests', {}).get(key), self.got.get('requests', {}).get(key))

    def findings(self):
        if not self.got['findings']:
            self.flaws.append('no finding')
            return
        if not self.want['findings']:
            return
        owns = [row['own'] for row in self.want['threads'] + self.want.get('unresponsive', {}).get('rows', []) if row.get('own')]
        for own in owns:
            if self.want['findings'][0].endswith(f' in {own}.') and not self.got['findings'][0].endswith(f' in {own}.'):
                self.flaws.append(f'finding: {self.got["findings"][0]}, not {self.want["findings"][0]}')
                break

    def compare(self):
        self.what()
        self.rows('threads', 5, 'busy')
        self.rows('functions', 5, 'self')
        self.rows('own', 3, 'charged')
        self.rows('categories', 3, 'weight')
        self.unresponsive()
        self.markers()
        self.requests()
        self.findings()
        return self.flaws


def check_opening(program, folder, inputs):
    """Returns: what is wrong with the rows that the call tree shows at first."""
    with open(os.path.join(folder, 'opening.json'), encoding='utf-8') as stream:
        opening = json.load(stream)
    flaws = []
    for name, want in opening.items():
        path = os.path.join(folder, inputs[name])
        info = json.loads(subprocess.run([program, 'info', '--json', path], capture_output=True, text=True).stdout)
        run = subprocess.run([program, 'display', '--json', '--initial=hot', path], capture_output=True, text=True)
        shown = json.loads(run.stdout)
        if isinstance(shown, list):
            shown = shown[0]
        selected = shown['rows'][shown['selected']][1] if shown['selected'] is not None else None
        if want['kind'] == 'unnamed' and selected.startswith('0x'):   # all of a library are one there, and a row here
            selected = f'{shown["rows"][shown["selected"]][2]} (no names)'
        if want['asInfo'] and info['selectedThreads'][0] != want['thread']:
            flaws.append(f'{name}: thread {info["selectedThreads"]}, not {want["thread"]}')
        if want['selected'] is not None and selected != want['selected']:
            flaws.append(f'{name}: {selected!r} is selected, not {want["selected"]!r}')
        if want['selected'] is None and want['kind'] is None and shown['selected'] not in (None, 0):
            flaws.append(f'{name}: {selected!r} is selected, and nothing is hot')
    return flaws, len(opening)


def main(program, shared):
    folder = os.path.join(os.environ.get('FULGENS_SHARED') or shared, 'oracle-insight')
    if not os.path.isdir(folder):
        print('no expected overviews here')
        return 77

    with open(os.path.join(folder, 'inputs.json'), encoding='utf-8') as stream:
        inputs = json.load(stream)
    wrong = 0
    for name, path in inputs.items():
        with open(os.path.join(folder, name + '.expected.json'), encoding='utf-8') as stream:
            want = json.load(stream)
        run = subprocess.run([program, 'overview', '--json', os.path.join(folder, path)], capture_output=True, text=True)
        flaws = Case(want, json.loads(run.stdout)).compare() if run.returncode == 0 else [run.stderr.strip() or 'crashed']
        flaws = [flaw for flaw in flaws if not any(flaw.startswith(start) for start in OTHERWISE.get(name, []))]
        if flaws:
            wrong += 1
            print(f'{name}: ' + '\n  '.join([''] + flaws))
    print(f'{len(inputs) - wrong} of {len(inputs)} right')
    flaws, n = check_opening(program, folder, inputs)
    print('\n'.join(flaws + [f'{n - len(flaws)} of {n} open as they should']))
    return 1 if wrong or flaws or not inputs or not n else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
