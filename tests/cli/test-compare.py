#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query compare from outside: what must hold for any input, exit statuses, notes, formats, wrong input.

test-compare.py FULGENS-QUERY FIXTURES
"""

import copy
import csv
import gzip
import io
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

QUERY = sys.argv[1]
INPUTS = Path(sys.argv[2]) / 'compare' / 'inputs'
BEFORE = sorted(INPUTS.glob('o1-before-*'))
AFTER = sorted(INPUTS.glob('o1-after-*'))
SPLIT = [INPUTS / 'o3-before-00.json.gz', INPUTS / 'o3-after-00.json.gz']
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}


def compare(*arguments):
    return subprocess.run([QUERY, 'compare', *map(str, arguments)], capture_output=True, check=False, env=ENVIRONMENT)


def read(*arguments):
    result = compare('--json', *arguments)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def codes(answer):
    return [note['code'] for note in answer['notes']]


def profile_leaf(profile, stack):
    shared = profile['shared']
    return shared['stringArray'][shared['funcTable']['name'][shared['frameTable']['func'][shared['stackTable']['frame'][stack]]]]


def simulate(template, generator, slow=1.0):
    """A run of a program that calls five functions in turn, each a little faster or slower than usual."""
    profile = copy.deepcopy(template)
    lengths = [generator.gauss(1, 0.02) * length for length in (9, 6 * slow, 4, 2, 1)]
    machine, stacks = generator.gauss(1, 0.01), []
    while len(stacks) < 1200:
        for stack, length in enumerate(lengths):
            stacks += [stack] * round(generator.uniform(0.7, 1.3) * length * machine + generator.random() - 0.5)
    samples = profile['threads'][0]['samples']
    n_loops = 1200 / sum(lengths)
    stacks = stacks[:round(n_loops * sum(lengths) * generator.gauss(1, 0.002))]
    samples.update(stack=stacks, time=[float(i) for i in range(len(stacks))], weight=None, length=len(stacks))
    return profile


class CompareTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.directory.name)
        with gzip.open(BEFORE[0]) as stream:
            cls.profile = json.load(stream)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def write(self, name, profile):
        path = self.folder / name
        path.write_text(profile if isinstance(profile, str) else json.dumps(profile))
        return path

    def assert_refused(self, status, *arguments, named):
        result = compare(*arguments)
        self.assertEqual(result.returncode, status, (arguments, result.stderr))
        self.assertIn(named.encode(), result.stderr)
        self.assertEqual(result.stderr.count(b'\n'), 1)
        self.assertEqual(result.stdout, b'')

    def test_exchange(self):
        """With the sides exchanged, differences and verdicts are mirrored; the order of files does not matter."""
        there, back = read(*BEFORE, ':', *AFTER), read(*AFTER, ':', *BEFORE)
        shuffled = read(*reversed(BEFORE), ':', *AFTER[3:], *AFTER[:3])
        mirrored = {'slower': 'faster', 'faster': 'slower'}
        by_name = {(item['name'], item['library']): item for item in back['items']}
        for item, other in zip(there['items'], shuffled['items']):
            mirror = by_name[item['name'], item['library']]
            self.assertAlmostEqual(item['difference'], -mirror['difference'], 9)
            self.assertAlmostEqual(item['p'], mirror['p'], 12)
            self.assertAlmostEqual(item['q'], mirror['q'], 12)
            self.assertEqual(mirrored.get(item['verdict'], item['verdict']), mirror['verdict'])
            self.assertAlmostEqual(item['p'], other['p'], 12)
        self.assertEqual(there['items'][0]['verdict'], 'slower')
        self.assertEqual(compare(*BEFORE, ':', *AFTER).stdout.count(b'slower'), 2)

    def test_exchanged_pairs(self):
        """What pairs in one direction does so in the other, for each kind of name that builds change."""
        files = [INPUTS / 'o2-before.json.gz', INPUTS / 'o2-after.json.gz']
        mirrored = {'new': 'gone', 'gone': 'new', 'both': 'both'}
        there = [(item['how'], item['state'], item['before'], item['after']) for item in read(*files)['items']]
        back = [(item['how'], mirrored[item['state']], item['after'], item['before']) for item in read(*reversed(files))['items']]
        self.assertEqual(sorted(there), sorted(back))
        self.assertEqual({how for how, *_ in there}, {'exact', 'relaxed', 'moved'})

    def test_same(self):
        answer = read(*BEFORE, ':', *BEFORE)
        self.assertEqual({item['difference'] for item in answer['items']}, {0})
        self.assertEqual({item['p'] for item in answer['items']}, {1})
        self.assertIn('same-data', codes(answer))
        self.assertNotIn('same-data', codes(read(*BEFORE, ':', *AFTER)))

    def test_sums(self):
        """Self of all functions is the total; that of a node and its children is its total."""
        timed = []
        for path in SPLIT:
            profile = json.loads(gzip.decompress(path.read_bytes()))
            samples = profile['threads'][0]['samples']
            samples['threadCPUDelta'] = [700_000] * samples['length']
            timed.append(self.write(path.name.removesuffix('.gz'), profile))
        for per in ('run', 'wall', 'cpu', 'total', 'marker:iteration'):
            answer = read('--per', per, *timed)
            totals = {tuple(item['path']): item for item in read('--by=node', '--per', per, *timed)['items']}
            own = {tuple(item['path']): item for item in read('--by=node', '--measure=self', '--per', per, *timed)['items']}
            for side in ('before', 'after'):
                self.assertAlmostEqual(sum(item[side] for item in answer['items']), answer['total'][side], 6, (per, side))
                self.assertAlmostEqual(sum(item[side] for item in own.values()), answer['total'][side], 6, (per, side))
                for path, item in totals.items():
                    children = sum(other[side] for key, other in totals.items() if key[:-1] == path)
                    self.assertAlmostEqual(item[side], children + own.get(path, {side: 0})[side], 6, (per, side, path))
        totals = {tuple(item['path']): item for item in read('--by=node', *SPLIT)['items']}
        functions = {item['name']: item['before'] for item in read('--measure=total', *SPLIT)['items']}
        self.assertAlmostEqual(functions['main'], totals['main',]['before'], 6)

    def test_markers(self):
        """The median is that of the durations of a run; markers are divided by the CPU time of the threads, too."""
        values = {}
        for path in SPLIT:
            profile = json.loads(gzip.decompress(path.read_bytes()))
            markers, names = profile['threads'][0]['markers'], profile['shared']['stringArray']
            for name, start, end in zip(markers['name'], markers['startTime'], markers['endTime']):
                if end is not None:
                    values.setdefault((names[name], path), []).append(end - start)
        answer = read('--by=marker', '--measure=median', *SPLIT)
        self.assertEqual(sorted(item['name'] for item in answer['items']), sorted({name for name, _ in values}))
        for item in answer['items']:
            self.assertAlmostEqual(item['before'], statistics.median(values[item['name'], SPLIT[0]]), places=9)
            self.assertAlmostEqual(item['after'], statistics.median(values[item['name'], SPLIT[1]]), places=9)
        self.assertEqual(compare('--by=function', '--measure=median', *SPLIT).returncode, 2)

        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for path in SPLIT:
                profile = json.loads(gzip.decompress(path.read_bytes()))
                samples = profile['threads'][0]['samples']
                samples['threadCPUDelta'] = [0] + [500_000] * (samples['length'] - 1)
                seconds = (samples['length'] - 1) * 0.5e-3
                paths.append((Path(folder) / path.name.removesuffix('.gz'), seconds))
                paths[-1][0].write_text(json.dumps(profile))
            answer = read('--by=marker', '--measure=count', '--per=cpu', *(path for path, _ in paths))
            ticks = next(item for item in answer['items'] if item['name'] == 'tick')
            self.assertAlmostEqual(ticks['before'], 19 / paths[0][1], places=6)
            self.assertAlmostEqual(ticks['after'], 19 / paths[1][1], places=6)

    def test_fields(self):
        """With a field, markers of one name are items by its value: by the text, though strings have other numbers in the other file."""
        paths = []
        for path, strings in zip(SPLIT, (['one', 'two'], ['two', 'other', 'one'])):
            profile = json.loads(gzip.decompress(path.read_bytes()))
            markers, names = profile['threads'][0]['markers'], profile['shared']['stringArray']
            places = {text: len(names) + i for i, text in enumerate(strings)}
            names += strings
            profile['meta']['markerSchema'] = [{'name': 'Text', 'display': [], 'fields': [
                {'key': 'what', 'label': 'What', 'format': 'unique-string'}, {'key': 'size', 'label': 'Size', 'format': 'bytes'}]}]
            for i, name in enumerate(markers['name']):
                if names[name] == 'iteration':
                    markers['data'][i] = {'type': 'Text', 'what': places['two' if i % 4 else 'one'], 'size': 1048576 + i % 2}
            paths.append(self.write(path.name.removesuffix('.gz'), profile))
        plain = {item['name']: item for item in read('--by=marker', '--measure=count', *paths)['items']}
        texts = {item['name']: item for item in read('--by=marker', '--measure=count', '--field=what', *paths)['items']}
        self.assertEqual(texts.keys(), plain.keys() - {'iteration'} | {'iteration: one', 'iteration: two'})
        self.assertEqual({item['state'] for item in texts.values()}, {'both'})
        for side in ('before', 'after'):
            self.assertEqual(texts['iteration: one'][side] + texts['iteration: two'][side], plain['iteration'][side])
        sizes = {item['name'] for item in read('--by=marker', '--field=size', *paths)['items']}
        self.assertEqual({'iteration: 1048576', 'iteration: 1048577'}, {name for name in sizes if 'iteration' in name})
        few = compare('--by=marker', '--range=0,4', *SPLIT).stdout.decode()
        self.assertRegex(few, r'seen [0-9]+ times?\n')
        self.assertNotIn('seen in', few)
        self.assertIn('seen in 1 sample\n', compare('--range=0,4', BEFORE[0], AFTER[0]).stdout.decode())
        self.assert_refused(2, '--by=marker', '--field=none', *paths, named='“none”')
        self.assert_refused(2, '--field=what', *paths, named='--by=marker')
        saved = self.folder / 'fields.json'
        self.assertEqual(compare('--by=marker', '--field=what', '--save-baseline', saved, paths[0]).returncode, 0)
        self.assertEqual(compare('--by=marker', '--field=what', '--json', saved, ':', paths[1]).stdout,
                         compare('--by=marker', '--field=what', '--json', *paths).stdout)
        self.assert_refused(2, '--by=marker', '--field=size', saved, ':', paths[1], named='another view')

    def test_subcategories(self):
        """Each is an item with the name of its category; what has none is the category's own."""
        split = copy.deepcopy(self.profile)
        frames = split['shared']['frameTable']
        split['meta']['categories'][0]['subcategories'] = ['Other', 'First', 'Second']
        frames['category'] = [0] * frames['length']
        frames['subcategory'] = [i % 3 for i in range(frames['length'])]
        path = self.write('subcategories.json', split)
        name = split['meta']['categories'][0]['name']
        whole = read('--by=category', path, path)
        parts = {item['name']: item['before'] for item in read('--by=subcategory', path, path)['items']}
        self.assertEqual(parts.keys(), {name, f'{name}: First', f'{name}: Second'})
        self.assertAlmostEqual(sum(parts.values()), whole['total']['before'], 6)
        self.assertEqual([item['name'] for item in whole['items']], [name])

    def test_split(self):
        self.assertEqual(read('--split=7', *SPLIT)['runs'], [7, 7])
        self.assertEqual(read('--split=marker:iteration', *SPLIT)['runs'], [20, 20])
        for split, words in (('marker:iteration', '20 of “iteration” in one recording before, 20 in one recording after'),
                             ('4', '4 parts in one recording before, 4 in one recording after')):
            self.assertIn(words, compare('--split', split, *SPLIT).stdout.decode().splitlines())
            self.assertIn(f' · {words} · ', compare('--format=markdown', '--split', split, *SPLIT).stdout.decode())
        self.assertIn(', 8 in 2 recordings after\n', compare('--split=4', SPLIT[0], ':', *SPLIT).stdout.decode())
        one = read('--range=marker:iteration#3', *SPLIT)['total']['before']
        markers = subprocess.run([QUERY, 'markers', '--csv', SPLIT[0]], capture_output=True, check=True).stdout.decode()
        span = [row for row in csv.DictReader(io.StringIO(markers)) if row['name'] == 'iteration'][2]
        self.assertAlmostEqual(one, float(span['duration']), delta=1.5)
        self.assertAlmostEqual(read('--before-range', f'{span["start"]},{span["end"]}', *SPLIT)['total']['before'], one, 6)
        between = read('--range=markers:iteration,GC', *SPLIT)['total']
        self.assertLess(between['before'], one)
        # From an iteration to the next one, though it is not the first of its name.
        self.assertAlmostEqual(read('--range=markers:iteration,iteration', *SPLIT)['total']['before'], one, delta=4)
        first, second = [row for row in csv.DictReader(io.StringIO(markers)) if row['name'] == 'iteration'][:2]
        self.assertEqual(read('--before-range=markers:iteration,iteration', *SPLIT)['total']['before'],
                         read('--before-range', f'{first["start"]},{second["start"]}', *SPLIT)['total']['before'])
        self.assertEqual(read('--before-range=markers:GC,iteration', *SPLIT)['runs'], [1, 1])
        self.assert_refused(2, '--range=markers:iteration,none', *SPLIT, named='“none”')
        self.assert_refused(2, '--split=marker:none', *SPLIT, named='“none”')
        self.assert_refused(2, '--split=1', *SPLIT, named='--split')
        self.assert_refused(2, '--range=marker:iteration#99', *SPLIT, named='only 20')

    def test_notes(self):
        self.assertEqual(codes(read(BEFORE[0], AFTER[0])), ['single'])
        self.assertEqual(codes(read(*BEFORE[:3], ':', *BEFORE[3:])), ['few-runs', 'not-alternated'])
        self.assertEqual(codes(read('--per=total', *BEFORE, ':', *AFTER)), ['shares'])
        late, other = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        drift, waves = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        n = len(drift['threads'][0]['samples']['stack'])
        # Of eight pieces each has more than the one before; or every other one has.
        drift['threads'][0]['samples'].update(weight=[1 + 8 * i // n for i in range(n)], weightType='samples')
        waves['threads'][0]['samples'].update(weight=[1 + 8 * i // n % 2 for i in range(n)], weightType='samples')
        late['threads'][0]['samples']['time'] = [1.25 * time for time in late['threads'][0]['samples']['time']]
        other['meta']['product'] = 'Other'
        other['meta']['interval'] = 2
        self.assertIn('late-sampler', codes(read(BEFORE[0], self.write('late.json', late))))
        self.assertIn('longer', codes(read(BEFORE[0], self.write('late.json', late))))
        self.assertAlmostEqual(read('--interval=nominal', BEFORE[0], self.folder / 'late.json')['total']['ratio'], 1, 2)
        found = codes(read(BEFORE[0], self.write('other.json', other)))
        self.assertNotIn('drift-in-pieces', codes(read('--split=marker:iteration', *SPLIT)))
        self.assertIn('drift-in-pieces', codes(read('--split=8', self.write('drift.json', drift), BEFORE[0])))
        self.assertNotIn('drift-in-pieces', codes(read('--split=8', self.write('waves.json', waves), BEFORE[0])))
        self.assertIn('different-product', found)
        self.assertIn('different-interval', found)

    def test_notes_of_what_one_side_lacks(self):
        timed, unnamed, stripped, cut = (copy.deepcopy(self.profile) for _ in range(4))
        timed['threads'][0]['samples']['threadCPUDelta'] = [700_000] * timed['threads'][0]['samples']['length']
        self.assertIn('different-strategy', codes(read('--strategy=cpu', self.write('timed.json', timed), BEFORE[0])))
        self.assertNotIn('different-strategy', codes(read('--strategy=cpu', self.folder / 'timed.json', self.folder / 'timed.json')))
        self.assertNotIn('different-strategy', codes(read(self.folder / 'timed.json', BEFORE[0])))

        unnamed['meta']['symbolicated'] = False
        notes = read(BEFORE[0], self.write('unnamed.json', unnamed))['notes']
        self.assertEqual([note['code'] for note in notes], ['single', 'different-product', 'same-data'])
        self.assertIn('whether code has names', notes[1]['text'])

        # The share of code without names is that of the rows that end in it, whatever is summed.
        strings, names = stripped['shared']['stringArray'], stripped['shared']['funcTable']['name']
        for i, func in enumerate(('main', 'run', 'idct')):
            names[[strings[name] for name in names].index(func)] = len(strings)
            strings.append(f'0x{4096 + i:x}')
        share = next(item['before'] for item in read(BEFORE[0], BEFORE[0])['items'] if item['name'] == 'idct') / read(BEFORE[0], BEFORE[0])['total']['before']
        path = self.write('stripped.json', stripped)
        for options in ([], ['--measure=total'], ['--by=node'], ['--by=node', '--measure=self']):
            note = next(note for note in read(*options, path, path)['notes'] if note['code'] == 'no-symbols')
            self.assertTrue(note['text'].startswith(f'{100 * share:.0f} % '), (options, note))

        whole = json.dumps(cut)
        self.assertNotIn('partial', codes(read('--partial', BEFORE[0], BEFORE[0])))
        self.assertIn('partial', codes(read('--partial', BEFORE[0], self.write('cut.json', whole[:-2]))))

        late = copy.deepcopy(self.profile)
        samples = late['threads'][0]['samples']
        samples['time'] = [1.25 * time for time in samples['time']]
        path = self.write('late-twice.json', late)
        for options, words in (([], 'measured'), (['--interval=nominal'], 'by the file')):
            self.assertIn(words, next(note['text'] for note in read(*options, path, path)['notes'] if note['code'] == 'late-sampler'))
        samples.update(weight=[2] * samples['length'], weightType='tracing-ms')
        self.assertNotIn('late-sampler', codes(read(self.write('traced.json', late), self.folder / 'traced.json')))

        # A file that says no interval has times that do.
        counted = copy.deepcopy(self.profile)
        counted['meta']['intervalIsUnknown'] = True
        paths = [self.write('counted.json', counted)]
        counted['threads'][0]['samples']['time'] = samples['time']
        paths.append(self.write('counted-late.json', counted))
        answer = read(*paths)
        self.assertEqual((answer['unit'], codes(answer)), ('ms', ['single', 'longer']))
        self.assertAlmostEqual(answer['total']['ratio'], 1.25, 6)
        self.assertEqual(codes(read(paths[1], paths[1])), ['single', 'same-data'])
        alone = copy.deepcopy(counted['threads'][0])
        alone['samples'].update({name: values[:1] for name, values in alone['samples'].items() if isinstance(values, list)}, length=1)
        counted['threads'].append({**alone, 'tid': 7})
        with_one = self.write('with-one.json', counted)
        self.assertEqual(read(with_one, with_one)['unit'], 'ms')
        v8 = [self.write(f'{step}.cpuprofile', json.dumps({
            'nodes': [{'id': 1, 'callFrame': {'functionName': 'work', 'scriptId': '0', 'url': '', 'lineNumber': -1, 'columnNumber': -1}}],
            'startTime': 0, 'endTime': 1_000_000, 'samples': [1] * (1000 // step), 'timeDeltas': [1000 * step] * (1000 // step)}))
              for step in (1, 2, 25)]
        for fewer in v8[1:]:
            answer = read(v8[0], fewer)
            self.assertEqual(answer['unit'], 'ms')
            self.assertAlmostEqual(answer['total']['ratio'], 1, 1)

        transforms = ('--transform=merge-function:odd', '--transform=drop-function:odd')
        odd = copy.deepcopy(self.profile)
        odd['shared']['stringArray'] = ['odd' if text == 'idct' else text for text in odd['shared']['stringArray']]
        notes = read(*transforms, BEFORE[0], self.write('odd-name.json', odd))['notes']
        self.assertEqual([note['code'] for note in notes].count('transform-missing'), 1)
        # A baseline says the same of its files.
        saved, odd_name = self.folder / 'lacking.json', self.folder / 'odd-name.json'
        for options, before, code in ((transforms[:1], [odd_name, BEFORE[1]], 'transform-missing'), (['--partial'], [self.folder / 'cut.json'], 'partial'),
                                      (['--strategy=cpu'], [BEFORE[0]], 'different-strategy')):
            self.assertEqual(compare('--save-baseline', saved, *options, *before).returncode, 0)
            answer = compare('--json', *options, saved, ':', BEFORE[0]).stdout
            self.assertIn(code, codes(json.loads(answer)))
            self.assertEqual(answer, compare('--json', *options, *before, ':', BEFORE[0]).stdout)
        self.assert_refused(2, '--save-baseline', saved, *transforms[:1], BEFORE[0], named='no recording has')

    def test_notes_that_would_be_untrue(self):
        """A side is longer if it is time of one run; data are the same if their rows are; a name does not steer a terminal."""
        self.assertIn('longer', codes(read('--before-range=0,100', BEFORE[0], BEFORE[0])))
        self.assertNotIn('longer', codes(read('--before-range=0,100', '--by=marker', '--measure=count', SPLIT[0], SPLIT[0])))
        self.assertNotIn('longer', codes(read('--split=marker:iteration', '--before-range=0,300', *SPLIT)))
        self.assertIn('same-data', codes(read(BEFORE[0], BEFORE[0])))
        sorted_profile = copy.deepcopy(self.profile)
        samples = sorted_profile['threads'][0]['samples']
        samples['stack'] = sorted(samples['stack'])
        moved = self.write('moved.json', sorted_profile)
        answer = read('--by=category', self.write('as-it-was.json', self.profile), moved)
        self.assertEqual({item['difference'] for item in answer['items']}, {0})
        self.assertNotIn('same-data', codes(answer))
        evil = self.write('\x1b[31mevil\u202e.json', {**self.profile, 'meta': {**self.profile['meta'], 'product': 'Other'}})
        result = compare(BEFORE[0], evil)
        self.assertIn(b'evil', result.stdout)
        self.assertNotIn(b'\x1b', result.stdout)
        result = compare(BEFORE[0], self.write('\x1b[31mevil.json', 'no profile'))
        self.assertEqual((result.returncode, b'\x1b' in result.stderr, b'evil' in result.stderr), (3, False, True))

    def test_called_from_elsewhere(self):
        """A node of one side only whose function takes as long as before; but not one whose function takes longer, or is new."""
        moved, longer, renamed = (copy.deepcopy(self.profile) for _ in range(3))
        funcs, strings = moved['shared']['funcTable']['name'], moved['shared']['stringArray']
        number = {strings[name]: i for i, name in enumerate(funcs)}
        for profile in (moved, longer):
            # What called transform is another function.
            frames = profile['shared']['frameTable']
            frames['func'] = [number['log'] if func == number['transform'] else func for func in frames['func']]
        samples = longer['threads'][0]['samples']
        samples.update(weight=[2 if profile_leaf(longer, stack) == 'idct' else 1 for stack in samples['stack']], weightType='samples')
        renamed['shared']['stringArray'] = ['other' if text == 'idct' else text for text in strings]
        path = ['main', 'run', 'log', 'idct']
        for measure in ('self', 'total'):
            for profile, is_marked in ((moved, True), (longer, False)):
                items = {tuple(item['path']): item for item in
                         read('--by=node', '--measure', measure, BEFORE[0], self.write('moved.json', profile))['items']}
                self.assertEqual(items[tuple(path)]['state'], 'new')
                self.assertEqual('calledFromElsewhere' in items[tuple(path)], is_marked, measure)
                self.assertNotIn('calledFromElsewhere', items.get(('main',), {}))
        # The total of a function has what it calls, also where nodes have their own part only.
        for profile, is_marked in ((copy.deepcopy(self.profile), True), (longer, False)):
            frames, stacks = profile['shared']['frameTable']['func'], profile['shared']['stackTable']
            frames[:] = self.profile['shared']['frameTable']['func']
            for i, frame in enumerate(stacks['frame']):
                stacks['prefixOffset'][i] += frames[frame] == number['transform']
            items = {tuple(item['path']): item for item in
                     read('--by=node', '--measure=self', BEFORE[0], self.write('moved-up.json', profile))['items']}
            self.assertEqual('calledFromElsewhere' in items['main', 'transform'], is_marked)
        items = read('--by=node', BEFORE[0], self.write('renamed.json', renamed))['items']
        self.assertEqual({item['path'][-1] for item in items if item['state'] != 'both'}, {'idct', 'other'})
        self.assertFalse([item for item in items if 'calledFromElsewhere' in item])
        self.write('moved.json', moved)
        self.assertIn('→ idct  — new, called from elsewhere, more', compare('--by=node', BEFORE[0], self.folder / 'moved.json').stdout.decode())
        self.assertIn('**more**, new, called from elsewhere |',
                      compare('--by=node', '--format=markdown', BEFORE[0], self.folder / 'moved.json').stdout.decode())

    def test_options(self):
        names = [item['name'] for item in read('--only=i*', *BEFORE, ':', *AFTER)['items']]
        self.assertEqual(names, ['idct'])
        self.assertEqual([item['name'] for item in read('--verdict=slower', *BEFORE, ':', *AFTER)['items']], ['idct'])
        p = [item['p'] for item in read('--sort=p', *BEFORE, ':', *AFTER)['items']]
        self.assertEqual(p, sorted(p))
        self.assertEqual(len(read('--limit=2', *BEFORE, ':', *AFTER)['items']), 2)
        renamed = read('--rename=idct=fast_idct', BEFORE[0], AFTER[0])
        self.assertEqual({item['name']: item['state'] for item in renamed['items']}['fast_idct'], 'gone')
        self.assertEqual({item['name']: item['state'] for item in renamed['items']}['idct'], 'new')
        merged = read('--transform=merge-function:idct', BEFORE[0], AFTER[0])
        self.assertNotIn('idct', [item['name'] for item in merged['items']])
        self.assert_refused(2, '--transform=merge-function:none', BEFORE[0], AFTER[0], named='none')
        self.assert_refused(2, '--by=colour', BEFORE[0], AFTER[0], named='--by')
        self.assert_refused(2, '--by=marker', '--measure=self', *SPLIT, named='--measure')
        self.assert_refused(2, '--margin=x', BEFORE[0], AFTER[0], named='--margin')
        self.assert_refused(2, '--sort=name', BEFORE[0], AFTER[0], named='--sort')
        self.assert_refused(2, '--json', '--csv', BEFORE[0], AFTER[0], named='--csv')
        self.assert_refused(2, '--per=cpu', BEFORE[0], AFTER[0], named='CPU')
        self.assert_refused(2, '--thread=7', BEFORE[0], AFTER[0], named='“7”')
        self.assertEqual(read('--thread=0,p*,prog', BEFORE[0], AFTER[0]), read('--thread=0', BEFORE[0], AFTER[0]))
        self.assert_refused(2, '--thread-name=none', BEFORE[0], AFTER[0], named='“none”')
        self.assert_refused(2, '--rename=x', BEFORE[0], AFTER[0], named='--rename')

    def test_formats(self):
        answer = read(*BEFORE, ':', *AFTER)['items']
        rows = list(csv.DictReader(io.StringIO(compare('--csv', *BEFORE, ':', *AFTER).stdout.decode())))
        self.assertEqual([(row['name'], row['verdict'], row['runsNeeded'] or None) for row in rows],
                         [(item['name'], item['verdict'], item['runsNeeded'] and str(item['runsNeeded'])) for item in answer])
        self.assertEqual([float(row['intervalHigh']) for row in rows], [item['interval'][1] for item in answer])
        totals = compare('--by=node', '--measure=total', '--format=folded', *BEFORE, ':', *AFTER).stdout.decode()
        self.assertRegex(totals, r'(?m)^main;run;transform 189\.\d+ 222\.\d+$')
        self.assertEqual(compare('--format=folded', *BEFORE, ':', *AFTER).stdout,
                         compare('--by=node', '--measure=self', '--format=folded', *BEFORE, ':', *AFTER).stdout)
        self.assertRegex(compare('--by=function', '--format=folded', *BEFORE, ':', *AFTER).stdout.decode(), r'(?m)^idct 163\.\d+ 197')
        folded = compare('--by=node', '--measure=self', '--format=folded', *BEFORE, ':', *AFTER).stdout.decode().splitlines()
        self.assertEqual(len(folded), len(read('--by=node', '--measure=self', *BEFORE, ':', *AFTER)['items']))
        self.assertRegex(folded[0], r'^main;run;transform;idct 163\.\d+ 197\.\d+$')
        markdown = compare('--format=markdown', *BEFORE, ':', *AFTER).stdout.decode()
        self.assertIn('**Slower: 1 of 9 functions** · 6 runs before, 6 after · total +7.5 % (+5.4 to +9.7 %)\n', markdown)
        self.assertIn('\n| function | before |', markdown)
        self.assertEqual(markdown.count('\n| <code>'), 1)
        self.assertIn('| <code>idct</code> prog | 163 ms | 198 ms | +21 % | +16 … +27 % | **slower** |', markdown)
        self.assertIn('\n8 others unclear; the smallest difference visible in the total: 2.9 %. Command', markdown)
        # Two recordings say nothing of others.
        self.assertIn(b'\n1 run before, 1 after; more and less in these two recordings\n', compare(*SPLIT).stdout)
        self.assertIn('**More in these two recordings: 1 of 9 functions** · ', compare('--format=markdown', *SPLIT).stdout.decode())
        self.assertNotIn(b'these two', compare(*BEFORE, ':', *AFTER).stdout)
        # What is printed is no other one; and the command has its options, as a shell reads them.
        for options, words in (([], '9 others: 1 few, 8 unclear; '), (['--verdict=unclear'], '1 other few; '),
                               (['--verdict=unclear,few'], '\nThe smallest'), (['--verdict=unclear', '--limit=2'], '7 others: 1 few, 6 unclear; ')):
            markdown = compare('--format=markdown', *options, '--rename=a b=c', BEFORE[0], AFTER[0]).stdout.decode()
            self.assertIn(words, markdown)
            self.assertIn(' '.join(['compare --format=markdown', *options, "'--rename=a b=c'", '']), markdown)

    def test_markdown_is_safe(self):
        """Names cannot become markup, and many of them fit."""
        hostile = copy.deepcopy(self.profile)
        strings, funcs = hostile['shared']['stringArray'], hostile['shared']['funcTable']
        strings.append('@all <b>`|[x](y)\n' + 'long ' * 100)
        funcs['name'] = [len(strings) - 1] * funcs['length']
        markdown = compare('--format=markdown', '--verdict=unclear,few,same,more,less', BEFORE[0], self.write('hostile.json', hostile)).stdout.decode()
        self.assertLessEqual(len(markdown), 60000)
        self.assertNotIn('@all', markdown)
        self.assertNotIn('<b>', markdown)
        self.assertIn('&#64;all &lt;b&gt;&#96;&#124;', markdown)

    def test_conditions(self):
        for status, condition, *arguments in [
                (1, 'slower:5%', *BEFORE, ':', *AFTER), (1, 'slower>5%', *BEFORE, ':', *AFTER), (0, 'slower:50%', *BEFORE, ':', *AFTER),
                (1, 'changed:5%', *BEFORE, ':', *AFTER), (0, 'faster:50%', *BEFORE, ':', *AFTER), (1, 'total:2ms', *BEFORE, ':', *AFTER),
                (0, 'total:10%', *BEFORE, ':', *AFTER), (4, 'slower:0.1%', *BEFORE[:3], ':', *BEFORE[3:]),
                (4, 'slower:5%', BEFORE[0], AFTER[0]), (4, 'total:5%', BEFORE[0], AFTER[0]), (1, 'more:5%', *SPLIT, '--by=marker'),
                (1, 'total:5%', BEFORE[0], AFTER[0], '--assume-noise=0.1%')]:
            result = compare('--fail-if', condition, *arguments)
            self.assertEqual(result.returncode, status, (condition, result.stderr))
            self.assertEqual(bool(result.stderr), status != 0)
        for condition in ('slower:5%', 'slower>5%'):
            self.assertIn(b'slower:5% holds', compare('--fail-if', condition, *BEFORE, ':', *AFTER).stderr)
        # How many runs would show the amount: as many as show the margin, if that is as large.
        for amount, options in (('5%', []), ('1%', ['--margin=1%'])):
            answer = read(*options, *BEFORE[:3], ':', *BEFORE[3:])
            large = [item for item in answer['items'] if max(item['before'], item['after']) >= 0.01 * answer['total']['before']]
            least = min(item['runsNeeded'] for item in large if item['runsNeeded'])
            result = compare('--fail-if=slower:' + amount, *BEFORE[:3], ':', *BEFORE[3:])
            self.assertEqual(result.returncode, 4)
            self.assertIn(f'about {least} runs of each would show it', result.stderr.decode())
        self.assertIn(b'runs of each', compare('--fail-if=more:1%', BEFORE[0], BEFORE[1]).stderr)
        # What has no such name, or is too small to be seen, is not green.
        for only, status in (('none', 4), ('lock', 4), ('idct', 1), ('huffman', 0)):
            result = compare('--fail-if=slower:12%', '--only', only, *BEFORE, ':', *AFTER)
            self.assertEqual((result.returncode, bool(result.stderr)), (status, status != 0), (only, result.stderr))
        self.assertIn('“none”'.encode(), compare('--fail-if=slower:5%', '--only=none', *BEFORE, ':', *AFTER).stderr)
        both = compare('--fail-if=slower:5%', '--fail-if=faster:0.1%', *BEFORE, ':', *AFTER)
        self.assertEqual(both.returncode, 1)
        for wrong in ('slower', 'slower:', 'slower:x%', 'fast:5%', 'slower:-5%', 'slower:5'):
            self.assert_refused(2, '--fail-if', wrong, BEFORE[0], AFTER[0], named=wrong)
        self.assert_refused(2, '--fail-if=slower:5bytes', *BEFORE, ':', *AFTER, named='bytes')

    def test_help(self):
        """The help has the recipes of the manual, and only options that are not refused."""
        self.assertNotIn(b'--invert', compare('--help').stdout)
        self.assertNotIn(b'--view', compare('--help').stdout)
        for option in ('--invert', '--view=x'):
            self.assert_refused(2, option, BEFORE[0], AFTER[0], named='not for compare')
        manual = (Path(__file__).resolve().parents[2] / 'data' / 'fulgens-query.1').read_text().replace('\\-', '-')
        recipes = [line.strip() for line in compare('--help').stdout.decode().splitlines() if line.startswith('  fulgens-query compare')]
        self.assertEqual(len(recipes), 5)
        for recipe in recipes:
            self.assertIn(f'\n{recipe}\n', manual)

    def test_unquoted_condition(self):
        """An unquoted > is a file to a shell; what is left of the condition is refused, never green, and the manual says so."""
        result = subprocess.run(['sh', '-c', f'"{Path(QUERY).resolve()}" compare --fail-if=slower>5% "$@"', 'sh', BEFORE[0], AFTER[0]],
                                capture_output=True, check=False, env=ENVIRONMENT, cwd=self.folder)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn('“slower”'.encode(), result.stderr)
        self.assertTrue((self.folder / '5%').exists())
        manual = ' '.join((Path(__file__).resolve().parents[2] / 'data' / 'fulgens-query.1').read_text().split())
        self.assertIn('.B slower>5% is the same, but has to be quoted', manual)

    def test_baseline(self):
        """A baseline gives the answer of its files, byte for byte; damaged ones are refused."""
        path = self.folder / 'baseline.json'
        for options in (['--by=function'], ['--by=node'], ['--by=category'], ['--per=total', '--measure=total']):
            saved = compare('--save-baseline', path, *options, *BEFORE)
            self.assertEqual((saved.returncode, saved.stdout), (0, b''), saved.stderr)
            self.assertEqual(compare('--json', *options, path, ':', *AFTER).stdout, compare('--json', *options, *BEFORE, ':', *AFTER).stdout)
        link = self.folder / 'link.json'
        link.symlink_to(path.name)
        self.assertEqual(compare('--save-baseline', link, *BEFORE).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(compare('--json', path, ':', *AFTER).stdout, compare('--json', *BEFORE, ':', *AFTER).stdout)
        piped = compare('--save-baseline', '/dev/stdout', *BEFORE)
        self.assertEqual((piped.returncode, piped.stdout), (74, b''))
        self.assertTrue(Path('/dev/stdout').is_symlink())
        self.assert_refused(2, '--per=wall', path, ':', *AFTER, named='another view')
        for default in ('--by=function', '--measure=self', '--per=run', '--interval=measured', '--strategy=timing', '--implementation=combined'):
            self.assertEqual(compare('--json', default, path, ':', *AFTER).stdout, compare('--json', *BEFORE, ':', *AFTER).stdout)
        for rename in ('idct=fast_idct', r'(.*)ct=\1gt'):
            self.assertEqual(compare('--json', '--rename', rename, path, ':', *AFTER).stdout,
                             compare('--json', '--rename', rename, *BEFORE, ':', *AFTER).stdout)
        self.assertNotEqual(read('--rename=idct=fast_idct', path, ':', *AFTER), read(path, ':', *AFTER))
        self.assert_refused(2, '--save-baseline', path, BEFORE[0], ':', AFTER[0], named='one side')
        self.assertEqual(compare('--save-baseline', self.folder / 'none' / 'x', *BEFORE).returncode, 74)
        self.assert_refused(2, '--save-baseline', self.folder / 'empty.json', '--before-range=90000,90001', BEFORE[0], named='no samples in the range')
        self.assertFalse((self.folder / 'empty.json').exists())
        text = path.read_text()
        for wrong in (text[:len(text) // 2], text.replace('Baseline":1', 'Baseline":2', 1), text.replace('"keys":[', '"keys":[7,', 1),
                      text.replace('"key":[', '"key":[99999,', 1), text.replace('"uRows":[', '"uRows":[-1,', 1),
                      text.replace('"runs":[', '"runs":[3,', 1), '{"fulgensBaseline":1}', '{"fulgensBaseline":[]}',
                      re.sub(r'"key":\[(\d+),\d+,', r'"key":[\1,\1,', text, count=1), re.sub(r'"rows":\[\d+(\.0)?', '"rows":[1.5', text, count=1),
                      text.replace('"nominalInterval"', '"other"'), text.replace('"duration":', '"duration":-', 1),
                      text.replace('"unit":"ms"', '"unit":""', 1), text.replace('"unit":"ms"', r'"unit":"\u001b[31m"', 1)):
            self.assertNotEqual(wrong, text)
            self.assert_refused(3, self.write('wrong.json', wrong), ':', *AFTER, named='wrong.json')
        generator = random.Random(7)
        for _ in range(100):
            damaged = bytearray(text.encode())
            for _ in range(generator.randrange(1, 4)):
                damaged[generator.randrange(20, len(damaged))] = generator.choice(b'0123456789-[]{},"ex')
            (self.folder / 'wrong.json').write_bytes(damaged)
            self.assertIn(compare(self.folder / 'wrong.json', ':', *AFTER).returncode, (0, 2, 3))

    def test_wrong_input(self):
        self.assert_refused(2, BEFORE[0], named='AFTER')
        self.assert_refused(2, BEFORE[0], ':', named='AFTER')
        self.assert_refused(2, BEFORE[0], ':', AFTER[0], ':', AFTER[1], named='colon')
        self.assert_refused(3, self.folder / 'none.json', AFTER[0], named='none.json')
        runs = self.folder / 'runs'
        runs.mkdir()
        self.assert_refused(3, runs, AFTER[0], named='no files')
        for path in BEFORE[:2]:
            (runs / path.name).write_bytes(path.read_bytes())
        self.assertEqual(read(runs, AFTER[0])['runs'], [2, 1])
        (runs / 'notes.txt').write_text('not a profile')
        self.assert_refused(3, runs, AFTER[0], named='notes.txt')
        left_out = compare('--json', '--skip-unreadable', runs, AFTER[0])
        self.assertEqual(json.loads(left_out.stdout)['runs'], [2, 1])
        self.assertIn(b'notes.txt', left_out.stderr)

        in_bytes, empty = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        in_bytes['threads'][0]['samples'].update(weight=[8] * in_bytes['threads'][0]['samples']['length'], weightType='bytes')
        empty['threads'][0]['samples'].update(stack=[None] * empty['threads'][0]['samples']['length'])
        self.assert_refused(2, BEFORE[0], self.write('bytes.json', in_bytes), named='is in bytes')
        self.assert_refused(2, BEFORE[0], self.write('empty.json', empty), named='nothing')
        self.assertEqual(read(self.folder / 'bytes.json', self.folder / 'bytes.json')['total']['verdict'], 'same')

    def test_empty_sides(self):
        """What has nothing to compare is refused with the reason."""
        idle, unmarked = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        idle['shared']['frameTable']['category'] = [0] * idle['shared']['frameTable']['length']
        idle['meta']['categories'][0]['name'] = 'Idle'
        for options, words in ((['--range=100000,100001'], 'no samples in the range'), (['--search=none'], 'matches the search'),
                               (['--transform=drop-function:main'], 'after the transforms'), (['--implementation=js'], 'no such frames'),
                               (['--by=marker'], 'no markers'), (['--by=counter'], 'no counters')):
            self.assert_refused(2, *options, BEFORE[0], AFTER[0], named=words)
        self.assert_refused(2, '--no-idle', self.write('idle.json', idle), AFTER[0], named='all samples are idle')
        self.assert_refused(2, '--range=0,0.1', '--by=marker', '--measure=count', *SPLIT[:1], self.write('unmarked.json', unmarked), named='markers')

    def test_counters(self):
        """Sums have a mean and a maximum; of what is counted in a time, so has its rate."""
        sides = []
        for side, factor in (('before', 1), ('after', 2)):
            profile = copy.deepcopy(self.profile)
            profile['counters'] = [
                {'name': name, 'category': '', 'description': '', 'pid': profile['threads'][0]['pid'], 'mainThreadIndex': 0,
                 'display': {'graphType': kind},
                 'samples': {'time': [0, 1, 3, 4], 'count': [factor * count for count in counts], 'number': None, 'length': 4}}
                for name, kind, counts in (('memory', 'line-accumulated', (100, 50, -30, 10)), ('speed', 'line-rate', (1000, 6, 4, 8)))]
            sides.append(self.write(f'counters-{side}.json', profile))
        for options, memory, speed in (([], 125, 18 / 4e-3), (['--measure=total'], 150, 8 / 1e-3), (['--range=1,3.5'], 135, 10 / 3e-3)):
            items = {item['name']: item for item in read('--by=counter', *options, *sides)['items']}
            for name, value in (('memory', memory), ('speed', speed)):
                item = next(item for full, item in items.items() if full.endswith(name))
                self.assertAlmostEqual(item['before'], value, 6, (options, name))
                self.assertAlmostEqual(item['after'], 2 * value, 6, (options, name))

    def test_values_without_bounds(self):
        """Values whose squares are no numbers any more are refused at once, also by a baseline, and after a division."""
        huge, path = copy.deepcopy(self.profile), self.folder / 'baseline.json'
        n = huge['threads'][0]['samples']['length']
        for weight in (1e308, -1e308, 1e150):
            huge['threads'][0]['samples'].update(weight=[weight] * n, weightType='samples')
            begin = time.monotonic()
            self.assert_refused(2, '--split=5', self.write('huge.json', huge), BEFORE[0], named='huge.json: Values are too large')
            self.assert_refused(2, '--save-baseline', self.folder / 'huge-baseline.json', self.folder / 'huge.json', named='too large')
            self.assertFalse((self.folder / 'huge-baseline.json').exists())
            self.assertLess(time.monotonic() - begin, 20)
        for weight in (1e50, 1e-200):
            huge['threads'][0]['samples'].update(weight=[weight * (1 + i % 3) for i in range(n)])
            self.assertEqual(read('--split=5', self.write('huge.json', huge), self.folder / 'huge.json')['total']['difference'], 0)
        compare('--save-baseline', path, *BEFORE)
        text = path.read_text()
        self.assert_refused(2, self.write('wrong.json', re.sub(r'"x":\[[^,]*', '"x":[1e200', text, count=1)), ':', *AFTER, named='too large')
        self.assert_refused(2, '--range=0,1e-300', '--per=wall', BEFORE[0], AFTER[0], named='too large')

    def test_missing_weights(self):
        """Rows without a number as weight have none of anything, as if it were 0."""
        missing, none = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        n = missing['threads'][0]['samples']['length']
        missing['threads'][0]['samples'].update(weight=[None if i % 3 == 0 else 2 for i in range(n)], weightType='samples')
        none['threads'][0]['samples'].update(weight=[0 if i % 3 == 0 else 2 for i in range(n)], weightType='samples')
        answer = read(self.write('missing.json', missing), self.write('weightless.json', none))
        self.assertGreater(answer['total']['before'], 0)
        self.assertTrue(all(item['difference'] == 0 and item['before'] == item['after'] for item in answer['items']))

    def test_ten_thousand_runs(self):
        """As many runs as a folder may have are read one after the other, and closed."""
        small = copy.deepcopy(self.profile)
        samples = small['threads'][0]['samples']
        samples.update({name: values[:20] for name, values in samples.items() if isinstance(values, list)}, length=20)
        path = self.write('small.json', small)
        answer = read(*[path] * 5000, ':', *[path] * 5000)
        self.assertEqual(answer['runs'], [5000, 5000])
        self.assertEqual((answer['total']['difference'], answer['total']['verdict']), (0, 'same'))

    def test_names_of_any_bytes(self):
        """Names that are no UTF-8, and very long ones, come out as text, a baseline keeps them, and no expression hangs."""
        odd = copy.deepcopy(self.profile)
        strings, funcs = odd['shared']['stringArray'], odd['shared']['funcTable']
        funcs['name'][:3] = range(len(strings), len(strings) + 3)
        strings += ['one', 'two', 'f<(' * 100000 + '.cold.1' * 10000]
        text, paths = json.dumps(odd).encode(), []
        for name, one, two in (('odd.json', b'n\xffme', b'n\xfeme'), ('other.json', b'n\xc0me', b'n\xed\xa0\x80me')):
            paths.append(self.folder / name)
            paths[-1].write_bytes(text.replace(b'"one"', b'"' + one + b'"').replace(b'"two"', b'"' + two + b'"'))
        for output in ('--json', '--csv', '--format=text', '--format=markdown', '--format=folded'):
            result = compare(output, *paths)
            self.assertEqual(result.returncode, 0, result.stderr)
            result.stdout.decode()
        saved = self.folder / 'odd-baseline.json'
        self.assertEqual(compare('--save-baseline', saved, paths[0]).returncode, 0)
        self.assertEqual(compare('--json', saved, ':', paths[1]).stdout, compare('--json', *paths).stdout)
        n = funcs['length']
        funcs['name'] = list(range(len(strings), len(strings) + n))
        strings += ['a' * (1000 + i) + '!' for i in range(n)]
        self.assert_refused(2, '--rename=(a+)+=x', self.write('odd.json', odd), AFTER[0], named='takes too long')

    def test_functions_of_moved_scripts(self):
        """Script functions whose number changed are one item, whose variance is that of the sum."""
        scripts, fewer = copy.deepcopy(self.profile), copy.deepcopy(self.profile)
        for profile, lines in ((scripts, [1, 2, 3]), (fewer, [4, 5])):
            funcs, n = profile['shared']['funcTable'], profile['shared']['funcTable']['length']
            funcs.update(isJS=[True] * n, name=[funcs['name'][0]] * n, resource=[-1] * n, source=[None] * n,
                         lineNumber=[lines[i % len(lines)] for i in range(n)], columnNumber=[1] * n)
        answer = read(self.write('scripts.json', scripts), self.write('fewer.json', fewer))
        self.assertEqual([item.get('merged') for item in answer['items']], [True])
        self.assertIn('merged-js', codes(answer))
        self.assertEqual(answer['items'][0]['p'], answer['total']['p'])
        self.assertEqual(answer['items'][0]['detectable'], answer['total']['detectable'])
        # A baseline does not know yet which functions the other side has.
        sides = [self.folder / 'scripts.json', self.folder / 'fewer.json']
        for files in (sides, [sides[0], sides[0]], [INPUTS / 'o2-before.json.gz', INPUTS / 'o2-after.json.gz']):
            for options in ([], ['--measure=total'], ['--split=3']):
                expected, saved = compare('--json', *options, *files).stdout, [self.folder / name for name in ('one.json', 'other.json')]
                for file, path in zip(files, saved):
                    self.assertEqual(compare('--save-baseline', path, *options, file).returncode, 0)
                for pair in ([saved[0], files[1]], [files[0], saved[1]], saved):
                    self.assertEqual(compare('--json', *options, *pair).stdout, expected, (options, pair))

    def test_many_rows(self):
        """More rows than 32 bits can number are refused, with the file that they are too many with."""
        path = self.folder / 'baseline.json'
        compare('--save-baseline', path, BEFORE[0])
        baseline = json.loads(path.read_text())
        for n, status in ((2**31 - 2000, 0), (2**31 - 100, 3), (2**31, 3), (2**40, 3)):
            baseline['runs'][0]['total'][3] = n
            path.write_text(json.dumps(baseline))
            if status:
                self.assert_refused(status, path, AFTER[0], named=str(path) if n >= 2**31 else str(AFTER[0]))
            else:
                self.assertEqual(compare(path, AFTER[0]).returncode, 0)

    def test_transforms_of_hashed_names(self):
        """A transform finds a function by the name that tables have: without the hash of a build, for each of several, as renamed."""
        sides = []
        for side in 'ab':
            profile = copy.deepcopy(self.profile)
            strings, names = profile['shared']['stringArray'], profile['shared']['funcTable']['name']
            for number, func in enumerate(('idct', 'huffman')):
                names[[strings[name] for name in names].index(func)] = len(strings)
                strings.append(f'core::work::h{side * 15}{number}')
            old = next(i for i, name in enumerate(names) if strings[name] == 'transform')
            if side == 'a':
                names[old] = len(strings)
                strings.append('change')
            sides.append(self.write(f'hashed-{side}.json', profile))
        plain = read('--rename=change=transform', *sides)
        self.assertIn('core::work', [item['name'] for item in plain['items']])
        merged = read('--rename=change=transform', '--transform=merge-function:core::work', *sides)
        self.assertNotIn('core::work', [item['name'] for item in merged['items']])
        self.assertNotIn('transform-missing', codes(merged))
        focused = read('--rename=change=transform', '--transform=focus-subtree:main;run;transform', '--by=node', *sides)
        self.assertEqual({item['path'][0] for item in focused['items']}, {'transform'})
        self.assertNotIn('transform-missing', codes(focused))
        self.assert_refused(2, '--transform=merge-function:core::none', *sides, named='core::none')

    def test_detection(self):
        """Of halves of an unchanged program hardly any differ; a function that takes a tenth longer is found."""
        template, generator = copy.deepcopy(self.profile), random.Random(1)
        shared, n = template['shared'], 5
        shared['stackTable'] = {'frame': list(range(n)), 'prefix': [None] * n, 'length': n}
        for name, table in (('frameTable', shared['frameTable']), ('funcTable', shared['funcTable'])):
            for column, values in table.items():
                table[column] = n if column == 'length' else values[:n]
        shared['frameTable']['func'] = list(range(n))
        shared['stringArray'] += list('abcde')
        shared['funcTable']['name'] = [len(shared['stringArray']) - n + i for i in range(n)]
        same = [self.write(f'same-{i}.json', simulate(template, generator)) for i in range(20)]
        slow = [self.write(f'slow-{i}.json', simulate(template, generator, 1.1)) for i in range(10)]
        n_false = 0
        for _ in range(40):
            generator.shuffle(same)
            n_false += any(item['verdict'] in ('slower', 'faster') for item in read(*same[:10], ':', *same[10:])['items'])
        self.assertLessEqual(n_false, 3)
        found = {item['name']: item['verdict'] for item in read(*same[:10], ':', *slow)['items']}
        self.assertEqual(found['b'], 'slower')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
