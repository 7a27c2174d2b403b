#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query save: a cut answers as the range does, and what is removed is nowhere in the file.

test-save.py FULGENS-QUERY FIXTURES [CORPUS]
"""

import copy
import gzip
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import unittest

QUERY, FIXTURES = sys.argv[1:3]
CORPUS = sys.argv[3] if len(sys.argv) > 3 else None
NATIVE = 'fx153-symbolicated-native.gecko.json.gz'
STARTUP = 'fx153-startup-small.gecko.json.gz'
CUT_FROM = [STARTUP, NATIVE, 'synth-shared70.json.gz', 'perf-script-native-fp.txt.gz', 'node-cpu-prof.cpuprofile', 'chrome.ok.trace.json']
VIEWS = [{}, {'implementation': 'js'}, {'implementation': 'cpp'}, {'invert': True}, {'search': 'e'}, {'includeIdle': False}]
CANARY = 'canary.example'


def query(*arguments):
    return subprocess.run([QUERY, *arguments], capture_output=True, check=False, text=True, env={**os.environ, 'LC_ALL': 'C.UTF-8'})


def answer(*arguments):
    result = query(*arguments)
    assert result.returncode in (0, 1), (arguments, result.stderr)
    return result.stdout


def info(path):
    return json.loads(answer('info', '--json', path))


def key(thread):
    return thread['pid'], thread['tid'], thread['name'], thread['processName']


def strings(value):
    """Every string of a JSON value, with where it is."""
    if isinstance(value, dict):
        for name, member in value.items():
            for place, text in strings(member):
                yield f'{name}.{place}', text
    elif isinstance(value, list):
        for i, element in enumerate(value):
            for place, text in strings(element):
                yield f'{i}.{place}', text
    elif isinstance(value, str):
        yield '', value


class SaveTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = lambda name: os.path.join(folder.name, name)

    def save(self, profile, *options, name='part.json'):
        result = query('save', *options, '-o', self.path(name), profile)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.path(name)

    def load(self, profile, *options):
        with open(self.save(profile, *options), encoding='utf-8') as file:
            return json.load(file)


class CutTest(SaveTest):
    def ask(self, command, path, views):
        """The answers to all views, from one load."""
        with open(self.path('views.json'), 'w', encoding='utf-8') as file:
            json.dump(views, file)
        return json.loads(answer(command, '--json', '-n', '0', '--view', self.path('views.json'), path))

    def markers(self, path, threads, range_=None):
        """Of each thread the rows but those that samples and rows of other threads make."""
        found = self.ask('markers', path, [{'thread': thread, 'range': range_} for thread in threads])
        # "(1/4)" behind the name of a process depends on the threads that there are.
        return [[[re.sub(r' \(\d+/\d+\)', '', cell) if isinstance(cell, str) else cell for cell in row]
                 for row in of_thread['first'] if row[0] != 'Jank' and not row[0].startswith('IPC')] for of_thread in found]

    def compare(self, whole, range_, part):
        """All threads of the part answer as the range of the whole does."""
        before, after = info(whole), info(part)
        shift = after['zeroAt'] - before['zeroAt']
        numbers, next_number = [], 0
        for thread in after['threads']:   # the order is that of the whole
            while key(before['threads'][next_number]) != key(thread):
                next_number += 1
            numbers.append(next_number)
            next_number += 1
        n_rows = 0
        for command in ('call-tree', 'functions'):
            of_part = self.ask(command, part, [{'thread': i, **view} for i in range(len(numbers)) for view in VIEWS])
            expected = self.ask(command, whole, [{'thread': i, 'range': range_, **view} for i in numbers for view in VIEWS])
            self.assertEqual(of_part, expected, command)
            n_rows += sum(len(view['rows']) for view in of_part)
        for some, others in zip(self.markers(part, range(len(numbers))), self.markers(whole, numbers, range_)):
            self.assertEqual(sorted([row[0], *row[3:]] for row in some), sorted([row[0], *row[3:]] for row in others))
            starts = {}
            for row in some:
                starts.setdefault(str(row[3:]), []).append(row[1] + shift)
            for row in others:
                if range_ is None or (row[1] >= range_[0] and row[1] != row[2]):   # else its start may be that of the thread
                    self.assertLess(min(abs(start - row[1]) for start in starts[str(row[3:])]), 0.01, row)
            n_rows += len(some)
        gone = [thread['index'] for thread in before['threads'] if thread['index'] not in numbers]
        if gone:   # they have nothing there
            self.assertFalse([rows for rows in self.markers(whole, gone, range_) if rows])
        return n_rows

    def cut_randomly(self, whole, n_cuts):
        length = info(whole)['rootRange']['length']
        n_rows = 0
        for _ in range(n_cuts):
            start, end = sorted(random.uniform(0, length) for _ in range(2))
            result = query('save', '--keep', 'all', '-r', f'{start},{end}', '-o', self.path('part.jslb'), whole)
            if result.returncode == 2:
                self.assertIn('Nothing is left', result.stderr)
                continue
            self.assertEqual(result.returncode, 0, result.stderr)
            with self.subTest(profile=whole, range=(start, end)):
                n_rows += self.compare(whole, [start, end], self.path('part.jslb'))
        return n_rows

    def test_fixtures(self):
        random.seed(37)
        for name in CUT_FROM:
            self.assertGreater(self.cut_randomly(os.path.join(FIXTURES, name), 2), 10, name)

    def test_corpus(self):
        random.seed(6)
        for name in sorted(os.listdir(CORPUS)):
            # DHAT has several weights, of which one is written.
            if name.endswith(('.json.gz', '.cpuprofile')) and 'dhat' not in name and query('info', os.path.join(CORPUS, name)).returncode == 0:
                self.cut_randomly(os.path.join(CORPUS, name), 20)

    def test_all_is_the_same(self):
        """Nothing is left out: only rows that nothing uses are gone."""
        for name in CUT_FROM:
            whole = os.path.join(FIXTURES, name)
            part = self.save(whole, '--keep', 'all', '-t', ','.join(str(t['index']) for t in info(whole)['threads']))
            self.assertGreater(self.compare(whole, None, part), 20, name)

    def test_threads(self):
        whole = os.path.join(FIXTURES, STARTUP)
        threads = info(whole)['threads']
        part = info(self.save(whole, '-t', f"{threads[3]['index']},{threads[1]['index']}"))
        self.assertEqual([key(thread) for thread in part['threads']], [key(threads[3]), key(threads[1])])
        # Counters follow their main thread.
        part = info(self.save(os.path.join(FIXTURES, 'synth-shared70.json.gz'), '-t', '3,2,1'))
        self.assertEqual([(counter['mainThreadIndex'], counter['pid']) for counter in part.get('counters', [])], [(1, '1001')] * 2)

    def test_is_smaller(self):
        """Strings, stacks and libraries that are not used go."""
        whole = self.load(os.path.join(FIXTURES, NATIVE), '--keep', 'all')
        part = self.load(os.path.join(FIXTURES, NATIVE), '--keep', 'all', '-r', '100,110')
        for table in ('stackTable', 'frameTable', 'funcTable'):
            self.assertLess(part['shared'][table]['length'], whole['shared'][table]['length'], table)
        self.assertLess(len(part['shared']['stringArray']), len(whole['shared']['stringArray']))
        used = set(part['shared']['frameTable']['func'])
        self.assertEqual(used, set(range(part['shared']['funcTable']['length'])))

    def test_refused(self):
        profile = os.path.join(FIXTURES, STARTUP)
        for options, what in (([], '--output'), (['-o', self.path('x.json'), '--remove', 'url'], 'url'),
                              (['-o', self.path('x.json'), '--keep', 'nothing,'], '“”'), (['-o', self.path('x.json'), '-t', '999'], '999'),
                              (['-o', self.path('x.json'), '--tracks', 'some'], 'some'),
                              (['-o', self.path('x.json'), '--tracks', 'shown', '-t', '0'], 'exclude'),
                              (['-o', self.path('x.json'), '-r', '1e9,2e9'], 'Nothing is left')):
            result = query('save', *options, profile)
            self.assertEqual(result.returncode, 2, options)
            self.assertIn(what, result.stderr)
            self.assertFalse(os.path.exists(self.path('x.json')))

    def test_in_place(self):
        """A profile may be replaced by a part of itself; where there is no space it stays."""
        whole = self.save(os.path.join(FIXTURES, NATIVE), '--keep', 'all', name='whole.json')
        with open(whole, 'rb') as file:
            before = file.read()
        result = subprocess.run([QUERY, 'save', '-r', '100,200', '-o', whole, whole], capture_output=True, text=True, check=False,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(result.returncode, 74)
        self.assertIn('File too large', result.stderr)
        with open(whole, 'rb') as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(os.listdir(os.path.dirname(whole)), ['whole.json'])
        self.save(whole, '-r', '100,200', name='whole.json')
        self.assertLess(os.path.getsize(whole), len(before))


def address(n):
    return f'https://{CANARY}/{n}?q=1'


class RemovalTest(SaveTest):
    """A profile with something to remove in every field that has text."""

    def make(self):
        with gzip.open(os.path.join(FIXTURES, 'synth-shared70.json.gz')) as file:
            profile = json.load(file)
        profile['meta']['updateChannel'] = 'default'
        return profile

    def write(self, profile):
        with open(self.path('whole.json'), 'w', encoding='utf-8') as file:
            file.write(json.dumps(profile).replace('escaped://', 'https:\\/\\/'))
        return self.path('whole.json')

    def with_markers(self, markers, schema=(), pages=(), **meta):
        profile = self.make()
        profile['meta'].update(meta)
        profile['meta']['markerSchema'] = list(schema)
        profile['pages'] = list(pages)
        table = profile['threads'][0]['markers']
        n = len(markers)
        texts = profile['shared']['stringArray']
        table.update({'data': [data for _, data in markers], 'name': [], 'startTime': [1 + i for i in range(n)], 'endTime': [None] * n,
                      'phase': [0] * n, 'category': [0] * n, 'length': n})
        for name, _ in markers:
            texts.append(name)
            table['name'].append(len(texts) - 1)
        return profile

    def payloads(self, part):
        table = part['threads'][0]['markers']
        return [(part['shared']['stringArray'][name], data) for name, data in zip(table['name'], table['data'])]

    def assert_nowhere(self, part, text, but=()):
        found = [(place, value) for place, value in strings(part) if text in value and not place.startswith(but)]
        self.assertEqual(found, [])

    def test_addresses_of_all_tables(self):
        profile = self.make()
        n = 0
        for i in range(len(profile['shared']['stringArray'])):
            profile['shared']['stringArray'][i] += f' ({address(i)})'
        for thread in profile['threads']:
            for name in ('name', 'processName', 'eTLD+1'):
                thread[name] = address(n)
                n += 1
        profile['pages'] = [{'tabID': 1, 'innerWindowID': 5, 'url': address('page'), 'embedderInnerWindowID': 0, 'favicon': 'data:' + CANARY}]
        profile['profilingLog'] = {'1': {'text': address('log')}}
        profile['meta']['extra'] = [{'label': 'x', 'entries': [{'label': 'y', 'format': 'string', 'value': address('meta')}]}]
        profile['meta']['sourceURL'] = 'https://hg.mozilla.org/x/rev/1'
        for counter in profile.get('counters', []):
            counter['description'] = address('counter')
        part = self.load(self.write(profile), '--remove', 'urls')
        self.assert_nowhere(part, CANARY)
        self.assertEqual(part['pages'][0]['url'], 'https://<Page #0>')
        self.assertIsNone(part['pages'][0]['favicon'])
        self.assertTrue(any(text.endswith(' (https://<URL>)') for text in part['shared']['stringArray']))
        self.assertNotIn('eTLD+1', part['threads'][0])
        self.assertEqual(part['meta']['sourceURL'], 'https://hg.mozilla.org/x/rev/1')
        kept = self.load(self.write(profile))
        self.assertGreater(json.dumps(kept).count(CANARY), 10)

    def test_addresses_of_markers(self):
        fields = [{'key': 'link', 'format': 'url'}, {'key': 'file', 'format': 'file-path'}, {'key': 'secret', 'format': 'sanitized-string'},
                  {'key': 'row', 'format': 'unique-string'}, {'key': 'free', 'format': 'string'}]
        schema = [{'name': 'Kind', 'fields': fields, 'display': ['marker-table']}]
        profile = self.with_markers([
            ('One', {'type': 'Kind', 'link': address(1), 'file': f'/{CANARY}/some/file.txt', 'secret': CANARY, 'row': 0, 'free': f'a {address(2)}, b'}),
            ('Load 7: ' + address(3), {'type': 'Network', 'URI': address(4), 'RedirectURI': address(5), 'status': 'STATUS_START', 'id': 7, 'pri': 0, 'startTime': 1, 'endTime': 2}),
            ('Text', {'type': 'Text', 'name': 'see ' + address(6).replace('https://', 'escaped://')}),
            ('Two', {'type': 'Unknown', 'nested': [{'deep': address(7)}, 'https%3A%2F%2F' + CANARY, 'https&#58;&#47;&#47;' + CANARY,
                                                   'https\\x3a\\x2f\\x2f' + CANARY]}),
        ], schema)
        profile['shared']['stringArray'][0] = address(8)
        part = self.load(self.write(profile), '--remove', 'urls')
        self.assert_nowhere(part, CANARY)
        markers = dict(self.payloads(part))
        one = markers['One']
        self.assertEqual((one['link'], one['file'], one['secret']), ('https://<URL>', '<PATH>/file.txt', '<sanitized>'))
        self.assertEqual(part['shared']['stringArray'][one['row']], 'https://<URL>')
        self.assertEqual(one['free'], 'a https://<URL> b')
        self.assertEqual((markers['Load 7']['URI'], markers['Load 7']['RedirectURI'], markers['Load 7']['id']), ('', '', 7))
        self.assertEqual(markers['Text']['name'], 'see https://<URL>')

    def test_kept_addresses(self):
        """chrome: and resource: addresses are of the browser itself; of about: pages only queries go."""
        texts = {'chrome://browser/x.js': 'chrome://browser/x.js', 'resource://gre/y.js': 'resource://gre/y.js', 'about:blank': 'about:blank',
                 'about:reader?url=' + CANARY: 'about:reader?<sanitized>', 'xhttp://a': 'xhttp://a', 'HTTP://' + CANARY: 'HTTP://<URL>',
                 f'f (file:///{CANARY}) g': 'f (file://<URL>) g', 'http://': 'http://', f'moz-extension://{CANARY}': 'moz-extension://<URL>',
                 f'http://a\u00a0{CANARY[:6]}': f'http://<URL>\u00a0{CANARY[:6]}', 'about:' * 1000: 'about:' * 1000}
        profile = self.with_markers([(text, None) for text in texts])
        part = self.load(self.write(profile), '--remove', 'urls')
        self.assertEqual([name for name, _ in self.payloads(part)], list(texts.values()))

    def test_columns_of_markers(self):
        """Further columns keep the cells of the rows that stay."""
        profile = self.with_markers([('a', None), ('b', None), ('c', None)])
        profile['threads'][0]['registerTime'] = 0
        profile['threads'][0]['markers']['threadId'] = [7, 8, 9]
        zero = info(self.write(profile))['zeroAt']
        part = self.load(self.write(profile), '-r', f'{1.5 - zero},{2.5 - zero}', '-t', '0')
        self.assertEqual([name for name, _ in self.payloads(part)], ['b'])
        self.assertEqual(part['threads'][0]['markers']['threadId'], [8])

    def test_screenshots(self):
        profile = self.with_markers([('CompositorScreenshot', {'type': 'CompositorScreenshot', 'url': 1, 'windowID': '1', 'windowWidth': 9, 'windowHeight': 9}),
                                     ('Other', None)])
        profile['shared']['stringArray'][1] = 'data:image/jpg;base64,' + CANARY
        part = self.load(self.write(profile), '--remove', 'screenshots')
        self.assertEqual([name for name, _ in self.payloads(part)], ['Other'])
        kept = self.load(self.write(profile))
        self.assertEqual(kept['shared']['stringArray'][self.payloads(kept)[0][1]['url']], 'data:image/jpg;base64,' + CANARY)

    def test_extensions_and_preferences(self):
        schema = [{'name': 'Text', 'fields': [{'key': 'name', 'format': 'unique-string'}], 'display': []}]
        extensions = {'id': [CANARY], 'name': [CANARY], 'baseURL': ['moz-extension://' + CANARY], 'length': 1}
        for inline in (True, False):
            profile = self.with_markers([('ExtensionParent', {'type': 'Text', 'name': f'{CANARY}, api_call: x'}),
                                         ('ExtensionChild', {'type': 'Text', 'name': f'{CANARY}, api_event: y'}),
                                         ('Extension Suspend', {'type': 'Text', 'name': 'z by ' + CANARY}),
                                         ('PreferenceRead', {'type': 'PreferenceRead', 'prefName': 'p', 'prefValue': CANARY}),
                                         ('Preference Read', {'type': 'Preference', 'prefName': 'q', 'prefValue': CANARY})],
                                        [] if inline else schema, extensions=extensions)
            texts = profile['shared']['stringArray']
            if not inline:
                for data in profile['threads'][0]['markers']['data'][:3]:
                    texts.append(data['name'])
                    data['name'] = len(texts) - 1
            part = self.load(self.write(profile), '--remove', 'extensions,preferences')
            self.assert_nowhere(part, CANARY)
            names = [data['name'] for _, data in self.payloads(part)[:3]]
            self.assertEqual(names if inline else [part['shared']['stringArray'][name] for name in names], ['api_call: x', 'api_event: y', 'z'])
            self.assertEqual(part['meta']['extensions'], {'id': [], 'name': [], 'baseURL': [], 'length': 0})
            self.assertEqual([data['prefName'] for _, data in self.payloads(part)[3:]], ['p', 'q'])

    def test_private_windows(self):
        profile = self.with_markers([('Mine', {'type': 'Kind', 'innerWindowID': 5}), ('Private', {'type': 'Kind', 'innerWindowID': 6}),
                                     ('Load', {'type': 'Network', 'isPrivateBrowsing': True, 'URI': CANARY, 'id': 1, 'pri': 0})],
                                    pages=[{'tabID': 1, 'innerWindowID': 5, 'url': 'https://mine/', 'embedderInnerWindowID': 0},
                                           {'tabID': 1, 'innerWindowID': 6, 'url': 'https://' + CANARY, 'embedderInnerWindowID': 0, 'isPrivateBrowsing': True}])
        shared = profile['shared']
        frames, funcs, stacks = shared['frameTable'], shared['funcTable'], shared['stackTable']
        shared['stringArray'].append(CANARY)
        samples = [stack for stack in profile['threads'][0]['samples']['stack'] if stack is not None]

        def called(stack):
            """The frames of a stack."""
            while True:
                yield stacks['frame'][stack]
                if stacks['prefixOffset'][stack] == 0:
                    return
                stack -= stacks['prefixOffset'][stack]
        by_func = [sum(func in [frames['func'][frame] for frame in called(stack)] for stack in samples) for func in range(funcs['length'])]
        alone = next(func for func, n in enumerate(by_func) if 0 < n < len(samples) / 2)
        split = next(func for func, n in enumerate(by_func) if 0 < n < len(samples) / 2 and func != alone)
        frames['func'].append(split)   # of a private page; the other frames of the function are not
        for column, cells in frames.items():
            if isinstance(cells, list) and column != 'func':
                cells.append(cells[frames['func'].index(split)])
        frames['length'] += 1
        frames['innerWindowID'] = [6 if func == alone or i == frames['length'] - 1 else 5 for i, func in enumerate(frames['func'])]
        stacks['frame'][samples[0]] = frames['length'] - 1
        funcs['name'][alone] = len(shared['stringArray']) - 1
        second = copy.deepcopy(profile['threads'][0])
        second.update(isPrivateBrowsing=True, name=CANARY, isMainThread=False, tid='77')
        profile['threads'].append(second)
        part = self.load(self.write(profile))   # unasked
        self.assert_nowhere(part, CANARY)
        self.assertEqual([page['url'] for page in part['pages']], ['https://mine/'])
        self.assertEqual([name for name, _ in self.payloads(part)], ['Mine'])
        self.assertEqual(len(part['threads']), len(profile['threads']) - 1)
        self.assertNotIn(6, part['shared']['frameTable']['innerWindowID'])

        def private(stack):
            return any(frames['innerWindowID'][frame] == 6 for frame in called(stack))
        before, after = profile['threads'][0]['samples']['stack'], part['threads'][0]['samples']['stack']
        self.assertEqual([stack is None or private(stack) for stack in before], [stack is None for stack in after])
        self.assertTrue(any(stack is None for stack in after) and any(stack is not None for stack in after))
        kept = self.load(self.write(profile), '--keep', 'private')
        self.assertGreater(json.dumps(kept).count(CANARY), 3)

    def test_odd_pages(self):
        """Pages that are within one another, and a private thread of which no page is known."""
        pages = [{'tabID': 1, 'innerWindowID': 5, 'url': address(5), 'embedderInnerWindowID': 5},
                 {'tabID': 1, 'innerWindowID': 6, 'url': address(6), 'embedderInnerWindowID': 7},
                 {'tabID': 1, 'innerWindowID': 7, 'url': address(7), 'embedderInnerWindowID': 6, 'isPrivateBrowsing': True}]
        profile = self.with_markers([('Mine', {'type': 'Kind', 'innerWindowID': 6})], pages=pages)
        profile['threads'].append({**copy.deepcopy(profile['threads'][0]), 'isPrivateBrowsing': True, 'name': CANARY, 'isMainThread': False,
                                   'tid': '77'})
        part = self.load(self.write(profile), '--remove', 'urls')
        self.assert_nowhere(part, CANARY)
        self.assertEqual([page['innerWindowID'] for page in part['pages']], [5, 6])
        self.assertEqual(len(part['threads']), len(profile['threads']) - 1)

    def test_arguments_and_scripts(self):
        profile = self.make()
        thread = profile['threads'][0]
        thread['samples']['argumentValues'] = [0] * thread['samples']['length']
        thread['tracedValuesBuffer'], thread['tracedObjectShapes'] = CANARY, [[CANARY]]
        sources = profile['shared']['sources']
        sources['content'] = [CANARY] * sources['length']
        self.assertGreater(sources['length'], 0)
        part = self.load(self.write(profile))   # unasked
        self.assert_nowhere(part, CANARY)
        self.assertNotIn('argumentValues', part['threads'][0]['samples'])
        self.assertNotIn('tracedValuesBuffer', self.load(self.write(profile), '--keep', 'scripts,arguments', '-r', '0,3')['threads'][0])
        kept = self.load(self.write(profile), '--keep', 'scripts,arguments')
        self.assertEqual(kept['threads'][0]['tracedValuesBuffer'], CANARY)
        self.assertIn(CANARY, kept['shared']['sources']['content'])

    def test_urls_beside_strings(self):
        """Addresses in what is no string of a thread: categories, libraries, members of pages that nobody knows."""
        at = f'https://{CANARY}.example.org/home/{CANARY}?q={CANARY}'
        profile = self.make()
        profile['meta']['categories'].append({'name': at, 'color': 'blue', 'subcategories': ['Other', at]})
        profile['libs'][0].update(dict.fromkeys(('arch', 'breakpadId', 'codeId', 'debugPath', 'name'), at))
        profile['pages'] = [{'tabID': 1, 'innerWindowID': 1, 'url': address(1), 'embedderInnerWindowID': 0, 'title': at}]
        for words in ('urls', 'urls,paths'):
            part = self.load(self.write(profile), '--remove', words)
            self.assert_nowhere(part, CANARY)
            self.assertEqual({part['libs'][0][key] for key in ('arch', 'breakpadId', 'codeId', 'name')}, {'https://<URL>'})
            self.assertEqual(part['pages'][0]['title'], 'https://<URL>')
            self.assertEqual(part['meta']['categories'][-1]['subcategories'][1], 'https://<URL>')

    def test_paths(self):
        profile = self.with_markers([('One', {'type': 'Kind', 'where': f'C:\\Users\\{CANARY}\\x'}), (f'/home/{CANARY}/a:/Users/{CANARY}', None)],
                                    arguments=f'perf record ./{CANARY}', device=CANARY)
        profile['shared']['stringArray'] = [f'{text} at /home/{CANARY}/{i}.c' for i, text in enumerate(profile['shared']['stringArray'][:-2])] + profile['shared']['stringArray'][-2:]
        for lib in profile['libs']:
            lib.update(path=f'/home/{CANARY}/lib.so', debugPath=f'/{CANARY}/lib.pdb')
        part = self.load(self.write(profile), '--remove', 'paths')
        self.assert_nowhere(part, CANARY)
        self.assertEqual([name for name, _ in self.payloads(part)][1], '~/a:~')
        self.assertEqual(self.payloads(part)[0][1]['where'], '~\\x')
        self.assertEqual({lib['debugPath'] for lib in part['libs']} or {'lib.pdb'}, {'lib.pdb'})

    def test_report(self):
        """The file is read again: what rules overlook, and names that are removed elsewhere, is told with its place."""
        profile = self.with_markers([('Load 1: https://secret.example/x', {'type': 'Network', 'URI': 'https://secret.example/x', 'id': 1, 'pri': 0}),
                                     ('to secret.example', None), ('blob&#58;//rest', {'type': 'Text', 'name': 'by ann@mail.org'}),
                                     ('/home/anneliese/x', None), ('of Anneliese', None)])
        for name in ('part.json', 'part.json.gz', 'part.jslb'):
            result = query('save', '--remove', 'all', '--report', '-o', self.path(name), self.write(profile))
            self.assertEqual(result.returncode, 1, result.stderr)
            report = json.loads(result.stdout)
            left = {(found['kind'], found['text']): found['where'] for found in report['left']}
            self.assertEqual(left, {('name', 'secret.example'): 'shared.stringArray[]', ('address', 'blob&#58;//rest'): 'shared.stringArray[]',
                                    ('mail', 'ann@mail.org'): 'threads[].markers.data[].name', ('name', 'Anneliese'): 'shared.stringArray[]'})
            self.assertEqual((report['count'], report['bytes']), (4, os.path.getsize(self.path(name))))
            self.assertGreaterEqual(report['names'], 2)
            self.assertIn('paths', report['removed'])
        result = query('save', '--remove', 'all', '--keep', 'urls,paths,extensions', '--report', '-o', self.path('part.json'), self.write(profile))
        self.assertEqual((result.returncode, json.loads(result.stdout)['left']), (0, []))

    def test_reference(self):
        """What the reference leaves of a capture is what is left of it here: on both, only what is ours goes then."""
        words = 'urls,screenshots,extensions,preferences,private,arguments,scripts'

        def resolve(path):
            part = self.load(path, '--remove', words, '--keep', 'paths', '--tracks', 'all')
            shared = part['shared']
            texts, stacks, frames, funcs = (shared[name] for name in ('stringArray', 'stackTable', 'frameTable', 'funcTable'))
            fields = {schema['name']: [field['key'] for field in schema['fields'] if field.get('format') in ('unique-string', 'flow-id', 'terminating-flow-id')]
                      for schema in part['meta']['markerSchema']}
            callers = []
            for i, offset in enumerate(stacks['prefixOffset']):
                frame = stacks['frame'][i]
                callers.append(hash((callers[i - offset] if offset else 0, texts[funcs['name'][frames['func'][frame]]], frames['line'][frame],
                                     frames['category'][frame])))

            def payload(data):
                data = {key: texts[value] if key in fields.get(data.get('type'), ()) and isinstance(value, int) else value for key, value in (data or {}).items()} if data else {}
                if data.get('cause'):
                    data['cause'] = [data['cause']['time'], callers[data['cause']['stack']] if data['cause']['stack'] is not None else None]
                return data
            threads = [(thread['name'], thread['tid'], [stack if stack is None else callers[stack] for stack in thread['samples']['stack']],
                        [(texts[name], payload(data)) for name, data in zip(thread['markers']['name'], thread['markers']['data'])])
                       for thread in part['threads']]
            return {'threads': threads, 'pages': part['pages'], 'extensions': part['meta']['extensions'], 'counters': [counter['name'] for counter in part.get('counters', [])],
                    'libs': sorted(lib['name'] for lib in part['libs']), 'sources': sorted(texts[name] for name in shared['sources']['filename'])}
        ours, theirs = (resolve(os.path.join(FIXTURES, 'fx153-symbolicated-native.' + name)) for name in ('gecko.json.gz', 'sanitized.json.gz'))
        with gzip.open(os.path.join(FIXTURES, 'fx153-symbolicated-native.sanitized.json.gz')) as file:   # a blank in `<Page #1>` ends an address
            theirs['pages'] = json.load(file)['pages']
        for key, value in ours.items():
            self.assertEqual(value, theirs[key], key)
        self.assertGreater(sum(len(thread[3]) for thread in ours['threads']), 10000)

    def test_tracks(self):
        """Threads whose track is hidden at first go with --tracks shown, and of a Firefox that people use every day unasked."""
        path = os.path.join(FIXTURES, 'fx153-symbolicated-native.gecko.json.gz')
        tracks = info(path)['tracks']
        shown = [track['mainThreadIndex'] for track in tracks if not track['hidden']]
        shown += [local['threadIndex'] for track in tracks if not track['hidden'] for local in track['locals'] if local['type'] == 'thread' and not local['hidden']]
        n_all = len(info(path)['threads'])
        self.assertTrue(0 < len(shown) < n_all, shown)
        whole = self.load(path, '--keep', 'all')
        self.assertEqual((whole['meta']['updateChannel'], len(whole['threads'])), ('esr', n_all))
        for options, n in (((), len(shown)), (('--keep', 'urls'), len(shown)), (('--tracks', 'all'), n_all)):
            self.assertEqual(len(self.load(path, *options)['threads']), n, options)
        whole['meta']['updateChannel'] = 'default'
        self.assertEqual(len(self.load(self.write(whole))['threads']), n_all)
        self.assertEqual(len(self.load(self.write(whole), '--tracks', 'shown')['threads']), len(shown))

    def test_defaults(self):
        """Of a Firefox that people use every day everything goes unasked."""
        for channel, removed in (('release', True), ('beta', True), ('esr', True), ('nightly', False), ('default', False)):
            profile = self.with_markers([(address(1), None)], updateChannel=channel)
            self.assertEqual(CANARY not in json.dumps(self.load(self.write(profile))), removed, channel)
            self.assertIn(CANARY, json.dumps(self.load(self.write(profile), '--keep', 'urls')))


if __name__ == '__main__':
    if not CORPUS:
        del CutTest.test_corpus   # of the long suite
    unittest.main(argv=sys.argv[:1], verbosity=2)
