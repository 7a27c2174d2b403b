#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query from outside: arguments, exit statuses, texts, streams.

test-query.py FULGENS-QUERY FIXTURES
"""

import base64
import bz2
import csv
import gzip
import html
import io
import json
import lzma
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile
from pathlib import Path

QUERY, FIXTURES = sys.argv[1:3]
PROFILE = os.path.join(FIXTURES, 'synth-shared70.json.gz')
STARTUP = os.path.join(FIXTURES, 'fx153-startup-small.processed70.json.gz')
NATIVE = os.path.join(FIXTURES, 'fx153-symbolicated-native.gecko.json.gz')
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}

TINY = {
    'meta': {'version': 30, 'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'processType': 0,
             'product': 'Tiny', 'stackwalk': 1, 'debug': False, 'markerSchema': [],
             'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}]},
    'libs': [],
    'shared': {
        'stackTable': {'frame': [0, 1, 2], 'prefixOffset': [0, 1, 2], 'length': 3},
        'frameTable': {'address': [-1] * 3, 'inlineDepth': [0] * 3, 'category': [0] * 3, 'subcategory': [0] * 3,
                       'func': [0, 1, 2], 'nativeSymbol': [None] * 3, 'innerWindowID': [None] * 3,
                       'line': [None] * 3, 'column': [None] * 3, 'length': 3},
        'funcTable': {'name': [0, 1, 2], 'isJS': [False] * 3, 'relevantForJS': [False] * 3, 'resource': [-1] * 3,
                      'source': [None] * 3, 'lineNumber': [None] * 3, 'columnNumber': [None] * 3, 'length': 3},
        'resourceTable': {'length': 0, 'lib': [], 'name': [], 'host': [], 'type': []},
        'nativeSymbols': {'length': 0, 'libIndex': [], 'address': [], 'name': [], 'functionSize': []},
        'sources': {'length': 0, 'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': []},
        'stringArray': ['root', 'left', 'right'],
    },
    'threads': [{
        'name': 'Main', 'isMainThread': True, 'processType': 'default', 'pid': '1', 'tid': 1,
        'processStartupTime': 0, 'processShutdownTime': None, 'registerTime': 0, 'unregisterTime': None,
        'pausedRanges': [],
        'samples': {'stack': [1, 2, 1, None], 'time': [0, 1, 2, 3], 'weight': None, 'weightType': 'samples',
                    'length': 4},
        'markers': {'data': [], 'name': [], 'startTime': [], 'endTime': [], 'phase': [], 'category': [],
                    'length': 0},
    }],
}


def query(*arguments, stdin=None):
    return subprocess.run([QUERY, *arguments], input=stdin, capture_output=True, check=False, env=ENVIRONMENT)


class QueryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tiny = os.path.join(cls.folder.name, 'tiny.json')
        with open(cls.tiny, 'w', encoding='utf-8') as stream:
            json.dump(TINY, stream)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, name, value):
        file = os.path.join(self.folder.name, name)
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(value, stream)
        return file

    def assert_refused(self, status, *arguments, named):
        result = query(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, b'')
        text = result.stderr.decode()
        self.assertTrue(text.startswith('fulgens-query: '), text)
        self.assertEqual(text.count('\n'), 1, text)
        self.assertIn(named, text)

    def test_call_tree_text(self):
        result = query('call-tree', self.tiny)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.decode(),
                         'total %  total  self  function\n'
                         '   100%      3        samples\n'
                         '   100%      3     —  root\n'
                         '    67%      2     2    left\n'
                         '    33%      1     1    right\n')

    def test_stored_stream(self):
        stream = os.path.join(FIXTURES, 'stored-stream.ok.fpls')
        self.assertIn('7.00 ms, a sample every 1 ms, 1 threads, 1 counters', query('info', stream).stdout.decode())
        self.assertEqual([line.split() for line in query('call-tree', stream).stdout.decode().splitlines()[2:]],
                         [['100%', '6', '—', 'main'], ['100%', '6', '6', 'work']])
        self.assertIn('3 samples from 8 ms to 11 ms were lost', query('check', stream).stdout.decode())

    def test_call_tree_json(self):
        result = query('call-tree', '--json', self.tiny)
        self.assertEqual(json.loads(result.stdout),
                         {'nodeCount': 3, 'total': 3, 'weightType': 'samples',
                          'rows': [[0, 'root', 3, 0], [1, 'left', 2, 2], [1, 'right', 1, 1]]})
        limited = json.loads(query('call-tree', '--json', '--limit', '2', self.tiny).stdout)
        self.assertEqual((limited['nodeCount'], len(limited['rows'])), (3, 2))

    def test_mangled_names(self):
        mangled = json.loads(json.dumps(TINY).replace('left', '_ZN3foo3barEv'))
        file = self.write('mangled.json', mangled)

        text = query('call-tree', file).stdout.decode()
        names = [row[1] for row in json.loads(query('call-tree', '--json', file).stdout)['rows']]
        self.assertEqual(names, ['root', '_ZN3foo3barEv', 'right'])
        if 'foo::bar()' not in text:
            self.skipTest('built without libiberty')
        self.assertNotIn('_ZN3', text)
        found = query('call-tree', '--search', 'foo::bar', file).stdout.decode()
        self.assertIn('foo::bar()', found)
        self.assertNotIn('right', found)

    def test_fold_unnamed(self):
        plain = json.loads(query('call-tree', '--json', '--limit', '0', STARTUP).stdout)
        folded = json.loads(query('call-tree', '--json', '--limit', '0', '--fold-unnamed', STARTUP).stdout)
        self.assertTrue(any(row[1].startswith('0x') for row in plain['rows']))
        self.assertTrue(any(row[1] == 'libxul.so' for row in folded['rows']))
        self.assertLess(folded['nodeCount'], plain['nodeCount'])
        self.assertEqual(folded['total'], plain['total'])

    def write_zip(self, name, members):
        """An archive of {path: bytes}."""
        file = os.path.join(self.folder.name, name)
        with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as archive:
            for path, content in members.items():
                archive.writestr(path, content)
        return file

    def test_zip_of_one(self):
        with open(self.tiny, 'rb') as stream:
            tiny = stream.read()
        expected = query('call-tree', self.tiny).stdout
        one = self.write_zip('one.zip', {'about.txt': 'hello', 'runs/tiny.json.gz': gzip.compress(tiny)})
        with open(one, 'rb') as stream:
            inner = self.write_zip('outer.zip', {'in/one.zip': stream.read()})
        for file in (one, inner):
            self.assertEqual(query('call-tree', file).stdout, expected)
            with open(file, 'rb') as stream:   # as a file, and by a pipe
                self.assertEqual(query('call-tree', '-', stdin=stream.read()).stdout, expected)
        for member in ('in/one.zip', 'in/one.zip/runs/tiny.json.gz'):
            self.assertEqual(query('call-tree', '--member', member, inner).stdout, expected)
        self.assertEqual(query('call-tree', '--member', 'runs/tiny.json.gz', one).stdout, expected)
        self.assertEqual(json.loads(query('members', '--json', inner).stdout)[0]['format'], 'Zip archive')
        self.assertEqual([entry['path'] for entry in json.loads(query('members', '--json', '--member', 'in/one.zip', inner).stdout)],
                         ['about.txt', 'runs/tiny.json.gz'])

    def test_zip_of_several(self):
        with open(self.tiny, 'rb') as stream:
            tiny = stream.read()
        content = {'a.json': tiny, 'x/../b.folded': 'main;work 12\n', 'readme.txt': 'no profile', 'c.bin': bytes(8)}
        several = self.write_zip('several.zip', content)
        expected = [{'path': 'a.json', 'size': len(tiny), 'format': 'Firefox Profiler'},
                    {'path': 'x/../b.folded', 'size': 13, 'format': 'Folded stacks'},
                    {'path': 'readme.txt', 'size': 10, 'format': None}, {'path': 'c.bin', 'size': 8, 'format': None}]
        self.assertEqual(json.loads(query('members', '--json', several).stdout), expected)
        with open(several, 'rb') as stream:
            self.assertEqual(json.loads(query('members', '--json', '-', stdin=stream.read()).stdout), expected)
        lines = query('members', several).stdout.decode().splitlines()
        self.assertEqual(lines[2].split(), ['13', 'Folded', 'stacks', 'x/../b.folded'])
        self.assert_refused(3, 'info', several, named='2 profiles; fulgens-query members lists them, --member PATH')
        self.assert_refused(2, 'info', '--member', 'b', several, named='no file “b”')
        self.assert_refused(2, 'info', '--member', 'a.json/b', several, named='no members')
        self.assert_refused(2, 'info', '--member', 'a', self.tiny, named='no archive')
        self.assert_refused(2, 'members', self.tiny, named='no archive')
        self.assertIn('work', query('functions', '--member', 'x/../b.folded', several).stdout.decode())

    def test_tar(self):
        """Plain and compressed, as a file and by a pipe; a compressed file is what is in it."""
        expected = query('call-tree', self.tiny).stdout
        for mode, suffix in (('w', 'tar'), ('w:gz', 'tar.gz'), ('w:bz2', 'tar.bz2'), ('w:xz', 'tar.xz')):
            file = os.path.join(self.folder.name, f'one.{suffix}')
            with tarfile.open(file, mode) as archive:
                for name, content in (('ö/about.txt', b'hello'), ('ö/tiny.json.xz', lzma.compress(self.read_tiny()))):
                    info = tarfile.TarInfo(name)
                    info.size = len(content)
                    archive.addfile(info, io.BytesIO(content))
                link = tarfile.TarInfo('link')
                link.type, link.linkname = tarfile.SYMTYPE, '/etc/passwd'
                archive.addfile(link)
            with open(file, 'rb') as stream:
                piped = stream.read()
            self.assertEqual([(entry['path'], entry['format']) for entry in json.loads(query('members', '--json', file).stdout)],
                             [('ö/about.txt', None), ('ö/tiny.json.xz', 'Firefox Profiler')])
            self.assertEqual(query('call-tree', file).stdout, expected)
            self.assertEqual(query('call-tree', '-', stdin=piped).stdout, expected)
            self.assertEqual(query('call-tree', '--member', 'ö/tiny.json.xz', file).stdout, expected)
            outer = self.write_zip('outer.zip', {f'in/one.{suffix}': piped})
            self.assertEqual(query('call-tree', outer).stdout, expected)
            self.assertEqual(json.loads(query('members', '--json', outer).stdout)[0]['format'], 'Tar archive')
        file = os.path.join(self.folder.name, 'stacks.folded.bz2')
        with open(file, 'wb') as stream:
            stream.write(bz2.compress(b'main;work 12\n'))
        self.assertIn('work', query('functions', file).stdout.decode())
        self.assert_refused(2, 'members', file, named='no archive')
        with open(file, 'wb') as stream:
            stream.write(lzma.compress(b'main;work 12\n')[:-9])
        self.assert_refused(3, 'functions', file, named='damaged')

    def test_damaged_members(self):
        """Members that cannot be read, before and after one that can, cost themselves alone."""
        file = self.write_zip('damaged.zip', {name: 'main;work 12\n' * 1000 for name in ('bad1', 'secret', 'good', 'bad2')})
        with zipfile.ZipFile(file) as archive:
            entries = {info.filename: info for info in archive.infolist()}
        with open(file, 'rb') as stream:
            data = bytearray(stream.read())
        for name in ('bad1', 'bad2'):
            begin = entries[name].header_offset + 30 + len(name)
            data[begin:begin + 8] = b'\xff' * 8
        data[entries['secret'].header_offset + 6] |= 1
        with open(file, 'wb') as stream:
            stream.write(data)
        self.assertEqual([(entry['path'], entry['format']) for entry in json.loads(query('members', '--json', file).stdout)],
                         [('bad1', None), ('secret', None), ('good', 'Folded stacks'), ('bad2', None)])
        self.assertIn('work', query('functions', file).stdout.decode())
        self.assertIn('work', query('functions', '--member', 'good', file).stdout.decode())
        for name, message in (('bad1', 'damaged'), ('secret', 'unpack it first')):
            self.assert_refused(3, 'functions', '--member', name, file, named=message)

    def read_tiny(self):
        with open(self.tiny, 'rb') as stream:
            return stream.read()

    def test_members_that_go_on(self):
        """JSON is recognised by its beginning, without the members that come later."""
        node = {'id': 1, 'callFrame': {'functionName': 'f', 'scriptId': '0', 'url': '', 'lineNumber': 0, 'columnNumber': 0}}
        content = {'Gecko profile': {'meta': {'version': 30}, 'libs': ['x'] * 40000, 'threads': []},
                   'Firefox Profiler': {'meta': {'preprocessedProfileVersion': 70}, 'libs': ['x'] * 40000, 'threads': []},
                   'CPU profile of V8': {'nodes': [node] * 4000, 'startTime': 0, 'endTime': 1, 'samples': [], 'timeDeltas': []},
                   'speedscope': {'shared': {'frames': [{'name': 'f'}] * 9000}, 'profiles': []},
                   'Trace of Chrome': {'traceEvents': [{'ph': 'X', 'name': 'f'}] * 9000}}
        file = self.write_zip('large.zip', {name: json.dumps(value) for name, value in content.items()})
        members = json.loads(query('members', '--json', file).stdout)
        self.assertEqual([entry['format'] for entry in members], list(content))
        self.assertTrue(all(entry['size'] > 65536 for entry in members), members)

    def test_zip_without_profiles(self):
        self.assert_refused(3, 'info', self.write_zip('none.zip', {'a': 'x', 'b': 'y'}), named='None of the 2 files')
        self.assert_refused(3, 'info', self.write_zip('empty.zip', {}), named='empty')
        with open(self.write_zip('cut.zip', {'a': 'main;work 12\n'}), 'rb') as stream:
            cut = stream.read()[:-3]
        result = query('info', '-', stdin=cut)
        self.assertEqual(result.returncode, 3)
        self.assertIn('complete?', result.stderr.decode())

    def test_zip_of_another_tool(self):
        sleepy = {'Stats.txt': 'Duration: 1', 'Symbols.txt': 'a b 7', 'Callstacks.txt': '1 2 3', 'Version 0.91 required': ''}
        self.assert_refused(3, 'info', self.write_zip('x.sleepy', sleepy), named='Very Sleepy')
        # A log of UTF-16 and a program are no profiles; folded stacks with a mark are.
        content = {'a.txt': 'main;work 12\r\n'.encode('utf-16'), 'b.bin': b'MSF 7.00\r\n\x1a' + bytes(100) + b'a;b 1\n'}
        several = json.loads(query('members', '--json', self.write_zip('marks.zip', content)).stdout)
        self.assertEqual([entry['format'] for entry in several], ['Folded stacks', None])

    def test_members_of_folder(self):
        folder = os.path.join(self.folder.name, 'runs')
        os.makedirs(os.path.join(folder, 'b', 'c'))
        for path in ('a.folded', 'b/c/d.folded'):
            with open(os.path.join(folder, path), 'w', encoding='utf-8') as stream:
                stream.write('main;work 12\n')
        os.symlink(self.folder.name, os.path.join(folder, 'b', 'out'))
        os.symlink('..', os.path.join(folder, 'b', 'round'))
        os.symlink(self.tiny, os.path.join(folder, 'file'))
        os.mkfifo(os.path.join(folder, 'fifo'))
        self.assertEqual(json.loads(query('members', '--json', folder).stdout),
                         [{'path': path, 'size': 13, 'format': 'Folded stacks'} for path in ('a.folded', 'b/c/d.folded')])
        self.assert_refused(3, 'members', os.path.join(folder, 'nothing'), named='nothing')

    def test_formats(self):
        formats = json.loads(query('formats', '--json').stdout)
        self.assertEqual([sorted(entry) for entry in formats], [['mimeType', 'name', 'read', 'suffixes', 'written']] * len(formats))
        known = {entry['name']: entry for entry in formats}
        self.assertEqual(known['Firefox Profiler'], {
            'name': 'Firefox Profiler', 'mimeType': 'application/x-firefox-profile+json', 'suffixes': ['json', 'jslb'],
            'read': True, 'written': True})
        self.assertFalse(known['Recording of perf']['written'])
        self.assertFalse(known['Comma-separated values']['read'])
        lines = query('formats').stdout.decode().splitlines()
        self.assertEqual(len(lines), len(formats) + 1)
        self.assertRegex(lines[-1], r'^Comma-separated values +no +export +csv$')
        # As the table of README.md says: each format that is read, by each of its suffixes.
        with open(os.path.join(FIXTURES, os.pardir, os.pardir, 'README.md'), encoding='utf-8') as readme:
            table = readme.read().split('## Formats')[1].split('\n\n')[1]
        for entry in formats:
            for suffix in entry['suffixes'] if entry['read'] else ():
                self.assertIn('.' + suffix, table, entry['name'])
        refused = query('formats', self.tiny)
        self.assertEqual((refused.returncode, refused.stdout), (2, b''))

    def test_functions(self):
        result = query('functions', '--json', self.tiny)
        self.assertEqual(json.loads(result.stdout),
                         {'count': 3, 'total': 3, 'rows': [['root', 3, 0], ['left', 2, 2], ['right', 1, 1]]})

    def write_native(self, folder, name='native.json', **meta):
        """A profile with frames at 0x100, 0x110, 0x200 and 0x300 of libone.so, one sample each, the last two below 0x100."""
        profile = json.loads(json.dumps(TINY))
        profile['meta'].update(symbolicated=False, **meta)
        profile['libs'] = [{'name': 'libone.so', 'path': '/libone.so', 'debugName': 'libone.so', 'debugPath': '/libone.so',
                            'breakpadId': 'ABC0', 'codeId': None, 'arch': ''}]
        shared, frames = profile['shared'], profile['shared']['frameTable']
        shared['stringArray'] = ['0x100', '0x110', '0x200', '0x300', 'libone.so']
        shared['stackTable'] = {'frame': [0, 1, 2, 3], 'prefixOffset': [0, 0, 2, 3], 'length': 4}
        for column in frames:
            frames[column] = frames[column][:1] * 4 if column != 'length' else 4
        frames.update(address=[0x100, 0x110, 0x200, 0x300], func=[0, 1, 2, 3], lib=[0] * 4)
        for column in shared['funcTable']:
            shared['funcTable'][column] = shared['funcTable'][column][:1] * 4 if column != 'length' else 4
        shared['funcTable'].update(name=[0, 1, 2, 3], resource=[0] * 4)
        shared['resourceTable'] = {'length': 1, 'lib': [0], 'name': [4], 'host': [None], 'type': [1]}
        profile['threads'][0]['samples'] = {'stack': [0, 1, 2, 3], 'time': [0, 1, 2, 3], 'weight': None,
                                            'weightType': 'samples', 'length': 4}
        profile['threads'][0]['markers'] = {
            'data': [{'type': 'x', 'cause': {'time': 1, 'stack': 3}}], 'name': [0], 'startTime': [1], 'endTime': [None],
            'phase': [0], 'category': [0], 'length': 1}
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as stream:
            json.dump(profile, stream)
        return path

    def tree(self, *arguments):
        return json.loads(query('call-tree', '--json', *arguments).stdout)['rows']

    def test_symbolicate_sidecar(self):
        with tempfile.TemporaryDirectory() as folder:
            profile, named = self.write_native(folder), os.path.join(folder, 'named.json')
            plain = self.tree(profile)
            self.assertEqual(query('symbolicate', profile).returncode, 1)
            sidecar = {'string_table': ['UNKNOWN', 'outer', 'inner', 'a.c'], 'data': [
                {'debug_name': 'libone.so', 'debug_id': 'abc0', 'code_id': '',
                 'symbol_table': [{'rva': 0x100, 'size': 0x20, 'symbol': 1, 'frames': [{'function': 2, 'file': 3, 'line': 7},
                                                                                      {'function': 1, 'file': 3, 'line': 4}]},
                                  {'rva': 0x200, 'symbol': 9}],
                 'known_addresses': [[0x110, 0], [0x100, 0], [0x200, 1], [0x400, 0]]}]}
            with open(os.path.join(folder, 'native.syms.json'), 'w', encoding='utf-8') as stream:
                json.dump(sidecar, stream)
            self.assertEqual(self.tree(profile), plain)
            expected = [[0, 'outer', 4, 0], [1, 'inner', 4, 2], [2, '0x200', 1, 1], [2, '0x300', 1, 1]]
            self.assertEqual(self.tree('--symbols', 'auto', profile), expected)
            result = query('symbolicate', '-o', named, '--json', profile)
            [lib] = json.loads(result.stdout)['libraries']
            self.assertEqual([lib[key] for key in ('debugName', 'addresses', 'found', 'lines', 'inlines', 'source')],
                             ['libone.so', 4, 2, 2, 2, 'sidecar'])
            self.assertEqual(self.tree(named), expected)
            with open(named, encoding='utf-8') as stream:
                saved = json.load(stream)
            # Only what is used; causes of markers follow their stacks.
            self.assertIs(saved['meta']['symbolicated'], True)
            self.assertEqual(len(saved['shared']['funcTable']['name']), 4)
            stack = saved['threads'][0]['markers']['data'][0]['cause']['stack']
            self.assertEqual(saved['threads'][0]['samples']['stack'][3], stack)
            # Symbols stay unless they are asked for again.
            self.assertEqual(json.loads(query('symbolicate', '--json', named).stdout), {'libraries': []})
            self.assertEqual(query('symbolicate', '--again', named).returncode, 1)
            self.assertEqual(self.tree('--symbols', 'auto', named), expected)

            for broken in ('{', '[]', '{"data":{}}', '{"string_table":[1],"data":[{"debug_name":"libone.so","debug_id":"ABC0",'
                           '"symbol_table":5,"known_addresses":[[1],"x",[256,1e300],[256,-1]]}]}'):
                with open(os.path.join(folder, 'native.syms.json'), 'w', encoding='utf-8') as stream:
                    stream.write(broken)
                result = query('symbolicate', '--json', profile)
                self.assertEqual((result.returncode, json.loads(result.stdout)['libraries'][0]['found']), (1, 0), broken)

    def test_symbolicate_products(self):
        """Stacks times the inlined functions of their symbol, and addresses times those of a symbol that they share."""
        inlined = [{'function': 0}]
        for n_stacks, n_addresses, n_frames, shown in ((8000, 1, 8000, 101), (10000, 1, 10000, 101), (65536, 1, 65536, 8),
                                                       (65537, 2, 65536, 8), (6000, 6000, 6000, 101), (20000, 20000, 20000, None)):
            with self.subTest((n_stacks, n_addresses, n_frames)), tempfile.TemporaryDirectory() as folder:
                profile, named = self.write_native(folder), os.path.join(folder, 'named.jslb')
                with open(profile, encoding='utf-8') as stream:
                    document = json.load(stream)
                shared, frames = document['shared'], document['shared']['frameTable']
                for column in frames:
                    frames[column] = frames[column][:1] * n_addresses if column != 'length' else n_addresses
                frames['address'] = [0x100 + i for i in range(n_addresses)]
                shared['stackTable'] = {'frame': [i % n_addresses if n_addresses == n_stacks else int(i == 65536)
                                                  for i in range(n_stacks)],
                                        'prefixOffset': [0] * n_stacks, 'length': n_stacks}
                document['threads'][0]['samples']['stack'] = [n_stacks - 1] * 4
                with open(profile, 'w', encoding='utf-8') as stream:
                    json.dump(document, stream)
                known = n_addresses if n_addresses == n_stacks else 1   # of two addresses one has no symbol
                with open(os.path.join(folder, 'native.syms.json'), 'w', encoding='utf-8') as stream:
                    json.dump({'string_table': ['inner'], 'data': [
                        {'debug_name': 'libone.so', 'debug_id': 'abc0', 'code_id': '',
                         'symbol_table': [{'rva': 0x100, 'size': known, 'symbol': 0, 'frames': inlined * n_frames}],
                         'known_addresses': [[0x100 + i, 0] for i in range(known)]}]}, stream)
                result = query('symbolicate', '--json', '-o', named, profile)
                self.assertEqual(result.returncode, 0)
                self.assertRegex(result.stderr, rb'^(fulgens-query: [a-zA-Z0-9.[\]]+: too many inlined calls; left out [a-z0-9 ]+\n)+$')
                [lib] = json.loads(result.stdout)['libraries']
                self.assertEqual((lib['addresses'], lib['found'], lib['inlines']), (n_addresses, known, known))
                n_shown = json.loads(query('info', '--json', named).stdout)['tables']['stackTable']
                self.assertLessEqual(n_shown, 8 * n_stacks + (1 << 20))
                if shown:
                    self.assertEqual(n_shown, (n_stacks - 1) * shown + 1 if n_addresses == 2 else n_stacks * shown)
                # It is a loss that the log has.
                self.assertEqual(query('symbolicate', '--strict', profile).returncode, 1)
                self.assertIn(b'data were lost', query('symbolicate', '--strict', profile).stderr)

    def test_symbolicate_breakpad(self):
        lines = ['MODULE Linux x86_64 ABC0 libone.so', 'FILE 0 a.c', 'FILE 1 b.h', 'INLINE_ORIGIN 3 inner name',
                 'FUNC m 100 20 0 outer(int)', 'INLINE 0 12 0 3 108 10', '100 8 5 0', '108 18 77 1', 'PUBLIC 200 0 public',
                 'FUNC 250 10 0 between', 'nonsense', 'PUBLIC 2f0 0 last']
        with tempfile.TemporaryDirectory() as folder:
            profile = self.write_native(folder)
            place = os.path.join(folder, 'symbols', 'libone.so', 'ABC0')
            os.makedirs(place)
            for newline in '\n', '\r\n':
                with open(os.path.join(place, 'libone.so.sym'), 'w', encoding='utf-8', newline=newline) as stream:
                    stream.write('\n'.join(lines))
                symbols = ['--symbols', os.path.join(folder, 'symbols')]
                result = query('symbolicate', '--json', '-o', os.path.join(folder, 'named.json'), *symbols, profile)
                [lib] = json.loads(result.stdout)['libraries']
                self.assertEqual([lib[key] for key in ('found', 'lines', 'inlines', 'source')], [4, 2, 1, 'breakpad'])
                self.assertEqual(self.tree(*symbols, profile), [[0, 'outer(int)', 4, 1], [1, 'inner name', 1, 1],
                                                                [1, 'last', 1, 1], [1, 'public', 1, 1]])
            with open(os.path.join(folder, 'named.json'), encoding='utf-8') as stream:
                shared = json.load(stream)['shared']
            frames, strings = shared['frameTable'], shared['stringArray']
            files = [strings[name] for name in shared['sources']['filename']]
            self.assertEqual(sorted((address, depth, line) for address, depth, line in
                                    zip(frames['address'], frames['inlineDepth'], frames['line'])),
                             [(0x100, 0, 5), (0x110, 0, 12), (0x110, 1, 77), (0x200, 0, None), (0x300, 0, None)])
            self.assertEqual(sorted(files), ['a.c', 'b.h'])
            self.assertEqual(sorted(zip(shared['nativeSymbols']['address'], shared['nativeSymbols']['functionSize'])),
                             [(0x100, 0x20), (0x200, 0x50), (0x2f0, None)])

            lines[0] = lines[0].replace('ABC0', 'ABC1')
            with open(os.path.join(place, 'libone.so.sym'), 'w', encoding='utf-8') as stream:
                stream.write('\n'.join(lines))
            result = query('symbolicate', '--json', *symbols, profile)
            [lib] = json.loads(result.stdout)['libraries']
            self.assertEqual((result.returncode, lib['found'], lib['source']), (1, 0, None))
            self.assertIn('build id', lib['tried'][-1]['result'])
        self.assert_refused(2, 'symbolicate', '--symbols', '/nowhere', self.tiny, named='/nowhere')
        self.assert_refused(2, 'call-tree', '--symbols', 'http://example.org', self.tiny, named='http://example.org')
        self.assertEqual(query('symbolicate', self.tiny).returncode, 0)

    def test_hostile_symbols(self):
        """Garbage, endless lines and devices cost their library only, little time and little memory."""
        long = 200_000_000
        good = 'MODULE Linux x86_64 DEF0 libtwo.so\nFUNC 100 400 0 other\n'
        garbage = random.Random(5).randbytes(1_000_000)
        module = b'MODULE Linux x86_64 ABC0 libone.so\n'
        with tempfile.TemporaryDirectory() as folder:
            profile = self.write_native(folder)
            with open(profile, encoding='utf-8') as stream:
                native = json.load(stream)
            # The same addresses once more, in another library.
            native['libs'].append({**native['libs'][0], 'name': 'libtwo.so', 'debugName': 'libtwo.so', 'breakpadId': 'DEF0'})
            frames = native['shared']['frameTable']
            frames['lib'][-1] = 1
            with open(profile, 'w', encoding='utf-8') as stream:
                json.dump(native, stream)
            symbols = os.path.join(folder, 'symbols')
            place, sidecar = os.path.join(symbols, 'libone.so', 'ABC0', 'libone.so.sym'), os.path.join(folder, 'native.syms.json')
            for path, content in ((place, b''), (os.path.join(symbols, 'libtwo.so', 'DEF0', 'libtwo.so.sym'), good.encode())):
                os.makedirs(os.path.dirname(path))
                with open(path, 'wb') as stream:
                    stream.write(content)

            def check(what):
                process = subprocess.Popen([QUERY, 'symbolicate', '--json', '--symbols', symbols, profile], stdout=subprocess.PIPE)
                text = process.stdout.read()
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                process.stdout.close()
                libraries = json.loads(text)['libraries']
                self.assertEqual(process.returncode, 0, what)
                self.assertEqual([(lib['debugName'], lib['found'] > 0) for lib in libraries if lib['addresses']],
                                 [('libone.so', False), ('libtwo.so', True)], what)
                self.assertLess(used.ru_maxrss, 1_000_000, what)
                self.assertLess(used.ru_utime + used.ru_stime, 60, what)
            check('nothing')
            for what, content in (('garbage', garbage), ('garbage after its head', module + garbage),
                                  ('a long line', module + b'FUNC 100 ' + b'2' * long),
                                  ('a long head', b'MODULE ' + b'x' * long)):
                with open(place, 'wb') as stream:
                    stream.write(content)
                check(what)
            os.unlink(place)
            os.symlink('/dev/zero', place)
            check('a device')
            os.unlink(place)
            os.mkfifo(place)
            check('a pipe')
            for what, content in (('garbage', garbage), ('a long text', b'{"string_table": ["' + b'x' * long),
                                  ('nested', b'[' * 10_000_000), ('long number', b'{"data": ' + b'9' * long)):
                with open(sidecar, 'wb') as stream:
                    stream.write(content)
                check('sidecar: ' + what)
            os.unlink(sidecar)
            os.symlink('/dev/zero', sidecar)
            check('sidecar: a device')

    def test_annotate(self):
        """The text of a source in the profile; several functions of one name."""
        profile = json.loads(json.dumps(TINY))
        shared = profile['shared']
        shared['stringArray'] = ['f(int)', 'f(char)', 'g', 'a.c']
        shared['sources'] = {'length': 1, 'id': [None], 'filename': [3], 'startLine': [1], 'startColumn': [1], 'sourceMapURL': [None],
                             'content': ['one\r\ntwo\nthree']}
        shared['funcTable']['source'] = [0, 0, None]
        shared['frameTable']['line'] = [1, 3, None]
        path = self.write('sources.json', profile)
        self.assertEqual(json.loads(query('annotate', '--json', 'f(int)', path).stdout),
                         {'function': 'f(int)', 'lib': None, 'self': 0, 'total': 3, 'symbols': [],
                          'source': {'file': 'a.c', 'path': None, 'lines': [[1, 0, 3, 'one'], [3, 2, 2, 'three']]}})
        self.assertEqual(query('annotate', 'f(char)', path).stdout.decode().splitlines(),
                         ['f(char), in samples', 'a.c', '', 'line  self  total  text', '   1     —      3  one', '   3     2      2  three'])
        self.assertEqual(query('annotate', '--csv', '--sort=-self', 'f(char)', path).stdout.decode().split('\r\n')[1], '3,2,2,three')
        self.assertIsNone(json.loads(query('annotate', '--json', 'g', path).stdout)['source'])
        self.assertEqual(query('annotate', 'h', path).returncode, 1)
        self.assert_refused(2, 'annotate', 'f', path, named='f(char)')
        shared['stringArray'][1:3] = ['f(int) const::{lambda(int (*)(int))#1}::operator()(int) const', 'f(int (*)(char)) const']
        shared['stringArray'][0] = 'g(int)'
        within = self.write('within.json', profile)
        self.assertEqual(json.loads(query('annotate', '--json', 'f', within).stdout)['function'], 'f(int (*)(char)) const')
        disassembled = query('annotate', '--asm', '--json', 'f(int)', path)
        if disassembled.returncode:
            self.assert_refused(2, 'annotate', '--asm', 'f(int)', path, named='capstone')
        else:
            self.assertIsNone(json.loads(disassembled.stdout)['assembly'])
            self.assertIn(b'--symbols', disassembled.stderr)
        self.assert_refused(2, 'annotate', path, named='FUNCTION')

    def test_units(self):
        """What is counted has its unit wherever a weight is shown, and no weight is in ms that is none."""
        for name, function, unit in (('callgrind.ok.out', 'work', 'Ir'), ('dhat.ok.json', 'build', 'bytes'),
                                     ('v8.ok.heapprofile', 'make', 'bytes')):
            profile = os.path.join(FIXTURES, name)
            for arguments in (('call-tree',), ('functions',), ('categories',), ('samples',), ('sidebar',), ('annotate', function)):
                text = query(*arguments, profile).stdout.decode()
                if arguments == ('categories',) and name.startswith('dhat'):
                    continue   # it has allocations, no samples
                self.assertRegex(text, rf'\b{unit}\b', (name, arguments))
                if arguments != ('samples',):      # its times are ms
                    self.assertNotRegex(text, r'\bms\b', (name, arguments))
            table = query('export', '-f', 'csv', profile).stdout.decode().splitlines()
            self.assertEqual({line.split(',')[-2] for line in table}, {'unit', unit})

    def test_samples(self):
        result = query('samples', '--json', '--range', '1,9', self.tiny)
        self.assertEqual(json.loads(result.stdout),
                         {'count': 2, 'rows': [[1, 1, None, ['root', 'right']], [2, 1, None, ['root', 'left']]]})
        text = query('samples', '--limit', '1', self.tiny).stdout.decode()
        self.assertEqual(text.splitlines()[0], 'weights in samples')
        self.assertEqual(text.splitlines()[3].split(), ['0.000', '1', 'root;left'])

    def test_markers(self):
        answer = json.loads(query('markers', '--json', '--thread', '0', PROFILE).stdout)
        self.assertEqual((answer['total'], answer['counts']['Paint']), (917, [34, 19, 0]))
        answer = json.loads(query('markers', '--json', '--thread', '0', '--search', 'name:paint,-cat:x', PROFILE).stdout)
        self.assertEqual((answer['total'], answer['counts']), (34, {'Paint': [34, 19, 0]}))
        self.assertEqual(answer['locations']['inRootRange'], 34)
        self.assertEqual(answer['chartRowCount'], len(answer['chartRows']))
        self.assertEqual(answer['chartRows'][:2], ['GC / CC', ['Paint', False, 16]])
        self.assertEqual(len(answer['first']), 34)
        limited = json.loads(query('markers', '--json', '-t', '0', '-s', 'paint', '--limit', '1', PROFILE).stdout)
        self.assertEqual((limited['chartRows'], limited['first']), (answer['chartRows'][:1], answer['first'][:1]))
        early = json.loads(query('markers', '--json', '--thread', '0', '--range', '0,10', '-s', 'jank', PROFILE).stdout)
        self.assertEqual((early['total'], list(early['counts'])), (58, ['Jank']))
        views = self.write('views.json', [{'thread': 0, 'search': 'nowhere'}, {'thread': 0, 'search': 'paint'}])
        self.assertEqual([a['total'] for a in json.loads(query('markers', '--json', '--view', views, PROFILE).stdout)],
                         [0, 34])
        self.assertEqual(query('markers', '--search', 'nowhere', PROFILE).returncode, 1)
        lines = query('markers', '--thread', '0', '--limit', '1', PROFILE).stdout.decode().splitlines()
        self.assertEqual([line.split() for line in lines], [['ms', 'duration', 'name', 'details'],
                                                                ['-97.071', '167.567', 'Jank', 'Event', 'processing', 'delay'],
                                                                ['…']])
        self.assert_refused(2, 'markers', '--search', 'x', '--regex', PROFILE, named='regular expression')
        self.assert_refused(2, 'markers', '--search', 'x', '--match-case', PROFILE, named='match case')

    def test_markers_all(self):
        first = json.loads(query('markers', '--json', '--thread', '0', PROFILE).stdout)
        answer = json.loads(query('markers', '--json', '--all', '--thread', '0', PROFILE).stdout)
        self.assertEqual((len(first['first']), len(answer['first'])), (300, 917))
        self.assertEqual(answer['first'][:300], first['first'])
        lines = query('markers', '--all', '--limit', '1', '--thread', '0', PROFILE).stdout.splitlines()
        self.assertEqual(len(lines), 918)

    def test_marker_statistics(self):
        arguments = ('markers', '--statistics', '--thread', '0', '--search', 'name:paint', PROFILE)
        answer = json.loads(query(*arguments, '--json').stdout)
        [row] = answer['rows']
        self.assertEqual((answer['total'], answer['names'], row['name'], row['count']), (34, 1, 'Paint', 34))
        every = json.loads(query('markers', '--json', '--thread', '0', '--search', 'name:paint', PROFILE).stdout)
        lengths = sorted(marker[2] - marker[1] for marker in every['first'] if marker[2] is not None)
        duration = row['duration']
        self.assertEqual(duration['count'], len(lengths))
        for key, value in (('sum', sum(lengths)), ('mean', sum(lengths) / len(lengths)),
                           ('median', lengths[len(lengths) // 2]), ('p95', lengths[-1]),   # of 19
                           ('min', lengths[0]), ('max', lengths[-1])):
            self.assertAlmostEqual(duration[key], value, 4, key)
        narrow = json.loads(query(*arguments, '--json', '--range', '0,100').stdout)
        self.assertLess(narrow['total'], 34)
        lines = query(*arguments).stdout.decode().splitlines()
        self.assertEqual(lines[0].split(), ['field', 'count', 'sum', 'mean', 'median', 'p95', 'max', 'name'])
        self.assertEqual((lines[1].split()[0], lines[1].split()[-1]), ('34', 'Paint'))
        self.assert_refused(2, *arguments, '--json', '--sort', 'count', named='--sort')
        self.assertEqual(query('markers', '--statistics', '--search', 'nowhere', PROFILE).returncode, 1)

    def test_marker_csv(self):
        result = query('markers', '--csv', '--thread', '0', PROFILE)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count(b'\r\n'), 918)
        rows = list(csv.DictReader(io.StringIO(result.stdout.decode(), newline='')))
        every = json.loads(query('markers', '--json', '--all', '--thread', '0', PROFILE).stdout)['first']
        self.assertEqual(sorted((row['name'], float(row['start']), row['category']) for row in rows),
                         sorted((name, start, category) for name, start, _, category, *_ in every))
        self.assertEqual({row['thread'] for row in rows}, {'0'})
        self.assertTrue(all((row['end'] == '') == (row['duration'] == '') for row in rows if row['name'] == 'Paint'))
        self.assertEqual(query('markers', '--csv', '--limit', '2', PROFILE).stdout.count(b'\r\n'), 3)
        self.assertEqual(query('markers', '--csv', '--search', 'nowhere', PROFILE).returncode, 1)
        self.assert_refused(2, 'markers', '--csv', '--json', PROFILE, named='--csv')

    def test_csv_of_every_command(self):
        """The rows are those of the JSON answer."""
        def rows(*arguments):
            result = query(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            return list(csv.reader(io.StringIO(result.stdout.decode(), newline='')))

        answer = json.loads(query('call-tree', '--json', self.tiny).stdout)
        self.assertEqual(rows('call-tree', '--csv', self.tiny),
                         [['depth', 'function', 'total', 'self']] + [[str(cell) for cell in row] for row in answer['rows']])
        flame = json.loads(query('flame-graph', '--json', '--limit-rows', '0', '--limit-boxes', '0', STARTUP).stdout)['rows']
        self.assertEqual(sorted((int(depth), name) for depth, name, *_ in rows('flame-graph', '--csv', STARTUP)[1:]),
                         sorted((row['depth'], box[0]) for row in flame for box in row['boxes']))
        self.assertEqual([row[:2] for row in rows('categories', '--csv', STARTUP)[1:]],
                         [[str(thread['thread']), name] for thread in json.loads(query('categories', '--json', STARTUP).stdout)
                          for name in thread['byCategory']])
        requests = list(csv.DictReader(io.StringIO(query('network', '--csv', '--thread', '2', STARTUP).stdout.decode(), newline='')))
        self.assertEqual([row['url'] for row in requests],
                         [row['url'] for row in json.loads(query('network', '--json', '--thread', '2', STARTUP).stdout)['rows']])
        stacks = json.loads(query('samples', '--json', self.tiny).stdout)['rows']
        self.assertEqual([row[3] for row in rows('samples', '--csv', self.tiny)[1:]], [';'.join(row[3]) for row in stacks])
        self.assertEqual(rows('check', '--csv', self.tiny), [['severity', 'where', 'message', 'count', 'firstRow', 'firstOffset']])
        for command in ('info', 'functions', 'stack-chart', 'page-load', 'display', 'sidebar', 'activity'):
            table = rows(command, '--csv', '--thread', '2', STARTUP) if command != 'info' else rows(command, '--csv', STARTUP)
            self.assertGreater(len(table), 1, command)
            self.assertEqual({len(row) for row in table}, {len(table[0])}, command)
        titles, *sums = rows('markers', '--statistics', '--csv', '-n', '0', STARTUP)
        self.assertEqual(titles[:6], ['name', 'category', 'field', 'format', 'count', 'sum'])
        names = json.loads(query('markers', '--statistics', '--json', '-n', '0', STARTUP).stdout)['rows']
        self.assertEqual([(row[0], row[2], row[4]) for row in sums],
                         [(name['name'], figures.get('key', ''), str(figures['count'] if 'key' in figures else name['count']))
                          for name in names for figures in [{}] + name['fields']])
        self.assertEqual(len(rows('functions', '--csv', '--limit', '2', STARTUP)), 3)
        self.assert_refused(2, 'functions', '--csv', '--json', PROFILE, named='--csv')
        self.assert_refused(2, 'convert', '--csv', '-o', 'x.json', PROFILE, named='--csv')

    def test_sort(self):
        def column(name, *arguments):
            result = query(*arguments, STARTUP)
            self.assertEqual(result.returncode, 0, result.stderr)
            return [row[name] for row in csv.DictReader(io.StringIO(result.stdout.decode(), newline=''))]

        names = column('function', 'functions', '--csv')
        self.assertEqual(column('function', 'functions', '--csv', '--sort', 'function'), sorted(names, key=str.encode))
        weights = [float(text) for text in column('self', 'functions', '--csv', '--sort=-self')]
        self.assertEqual(weights, sorted(weights, reverse=True))
        # Numbers, not their digits; and the limit is about the sorted rows.
        self.assertTrue(any(str(a) > str(b) for a, b in zip(weights[::-1], weights[::-1][1:])))
        self.assertEqual(column('self', 'functions', '--csv', '--sort=-self', '-n', '3'),
                         column('self', 'functions', '--csv', '--sort=-self')[:3])
        cpu = column('cpu', 'samples', '--csv', '--thread', '0', '--sort=-cpu')
        self.assertEqual([text for text in cpu if text], cpu[:len([text for text in cpu if text])])

        plain = json.loads(query('functions', '--json', '-n', '0', STARTUP).stdout)
        ordered = json.loads(query('functions', '--json', '--sort', 'function', '-n', '5', STARTUP).stdout)
        self.assertEqual(ordered, {**plain, 'rows': sorted(plain['rows'], key=lambda row: row[0].encode())[:5]})
        lines = query('functions', '--sort=-self', '-n', '3', STARTUP).stdout.decode().splitlines()
        self.assertEqual(lines[0].split(), ['total', '%', 'total', 'self', 'function'])
        self.assertEqual([float(line.split()[2]) for line in lines[2:5]], weights[:3])
        self.assertEqual(len(lines), 6)
        # By the title of a column that is in text only; in each view of a list; a tree that is sorted is not indented.
        self.assertEqual(query('markers', '--sort=-duration', '-n', '2', STARTUP).stdout.split(b'\n')[2:],
                         query('markers', '--sort=-duration', '-n', '5', STARTUP).stdout.split(b'\n')[2:3] + [b'\xe2\x80\xa6', b''])
        lengths = [float(text) for text in column('duration', 'markers', '--csv', '--sort=-duration') if text]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        views = self.write('list.json', [{}, {}])
        self.assertEqual(json.loads(query('functions', '--json', '--sort', 'function', '-n', '5', '--view', views, STARTUP).stdout),
                         [ordered, ordered])
        tree = query('call-tree', '--sort', 'function', self.tiny).stdout.decode().splitlines()
        self.assertEqual([line.split()[-1] for line in tree[2:]], ['left', 'right', 'root'])
        self.assertEqual({line.index(line.split()[-1]) for line in tree[2:]}, {tree[0].index('function')})
        self.assert_refused(2, 'functions', '--sort', 'weight', STARTUP, named='function, total, self')
        self.assert_refused(2, 'functions', '--csv', '--view', views, STARTUP, named='--csv')
        self.assert_refused(2, 'page-load', '--json', '--sort', 'time', STARTUP, named='--sort')

    def test_network(self):
        answer = json.loads(query('network', '--json', '--thread', '2', STARTUP).stdout)
        [request] = answer['rows']
        self.assertEqual(answer['total'], 1)
        self.assertEqual([request[key] for key in ('url', 'status', 'method', 'responseStatus', 'mimeType',
                                                   'mimeTypeIsGuessed', 'httpVersion', 'size', 'incomplete', 'thread')],
                         ['http://127.0.0.1:8123/small.html', 'STATUS_STOP', 'GET', 200, 'text/html', False, '1.0', 485,
                          False, 2])
        phases = request['phases']
        self.assertEqual([phase['from'] for phase in phases],
                         ['startTime', 'domainLookupStart', 'domainLookupEnd', 'connectStart', 'tcpConnectEnd',
                          'connectEnd', 'requestStart', 'responseStart', 'responseEnd'])
        self.assertEqual(phases[0]['start'], request['start'])
        self.assertAlmostEqual(sum(phase['duration'] for phase in phases), request['duration'], 4)
        found = json.loads(query('network', '--json', '--thread', '0', '--search', 'small.html', STARTUP).stdout)
        self.assertEqual([row['url'] for row in found['rows']], [request['url']])
        every = json.loads(query('network', '--json', '--thread', '0', STARTUP).stdout)
        self.assertEqual(every['total'], len(every['rows']))
        self.assertEqual([row['start'] for row in every['rows']], sorted(row['start'] for row in every['rows']))
        early = json.loads(query('network', '--json', '--thread', '0', '--range', '0,700', STARTUP).stdout)
        self.assertEqual([row['start'] for row in early['rows']], [row['start'] for row in every['rows'] if row['start'] <= 700])
        text = query('network', '--thread', '2', STARTUP).stdout.decode()
        row = text.splitlines()[1].split(maxsplit=6)
        self.assertEqual(row[2:6], ['200', 'text/html', '485B', request['url']])
        self.assertEqual(row[6], ', '.join(f"{phase['label']} {phase['duration']:.3f}" for phase in phases))
        self.assertEqual(query('network', self.tiny).returncode, 1)

    def test_overview(self):
        answer = json.loads(query('overview', '--json', STARTUP).stdout)
        self.assertEqual(list(answer), ['overview', 'kind', 'what', 'limits', 'findings', 'threads', 'workSet', 'workShare',
                                        'frames', 'functions', 'own', 'ownShare', 'categories', 'libraries', 'unresponsive',
                                        'markers', 'requests', 'pages'])
        self.assertEqual((answer['overview'], answer['what']['basis'], answer['what']['unit']), (1, 'cpu', 'ms'))
        self.assertEqual(answer['findings'][0],
                         'Parent Process did not respond for 253 ms at 357 ms; 82.8 ms of it ChromeUtils.importESModule static import.')
        [stretch] = [row for row in answer['unresponsive']['rows'] if row['duration'] > 200]
        self.assertEqual(stretch['thread'], 0)
        self.assertAlmostEqual(sum(row['duration'] for row in answer['unresponsive']['rows']), answer['unresponsive']['total'], 3)
        self.assertEqual((answer['requests']['count'], len(answer['pages'])), (7, 1))

        text = query('overview', STARTUP).stdout.decode()
        self.assertIn(answer['findings'][0] + '\n', text)
        for title in ('Busiest Threads: ', 'JavaScript and Labels by Self\n', 'Did Not Respond: ', 'Markers by Time of Their Own\n'):
            self.assertIn('\n' + title, text)
        self.assertFalse([line for line in text.splitlines() if line.endswith(' ')])

        # A range has at most what the whole has.
        part = json.loads(query('overview', '--json', '--range', '300,500', STARTUP).stdout)
        self.assertEqual(part['what']['durationMs'], 200)
        self.assertLess(part['what']['total'], answer['what']['total'])
        self.assertLess(part['what']['samples'], answer['what']['samples'])

    def test_find(self):
        """Every kind; figures are those of the views that are about the same; nothing else is printed of a kind that is not asked for."""
        answer = json.loads(query('find', '--json', 'e', STARTUP).stdout)
        self.assertGreaterEqual({row['kind'] for row in answer['rows']}, {'functions', 'markers', 'fields', 'threads', 'tracks', 'files'})
        self.assertTrue(all(len([row for row in answer['rows'] if row['kind'] == kind]) <= 3 for kind in ('functions', 'markers')))
        self.assertGreater(answer['total'], len(answer['rows']))
        self.assertTrue(all('e' in row['name'].lower() or row['kind'] == 'threads' for row in answer['rows']))

        rows = json.loads(query('find', '--json', '--kind', 'markers', '--limit', '0', 'e', STARTUP).stdout)
        self.assertEqual(len(rows['rows']), rows['total'])
        row = max(rows['rows'], key=lambda row: row['duration'])
        sums = json.loads(query('markers', '--statistics', '--json', '--search', 'name:' + row['name'], '--thread',
                                ','.join(str(i) for i in range(len(json.loads(query('info', '--json', STARTUP).stdout)['threads']))),
                                STARTUP).stdout)
        same = next(mark for mark in sums['rows'] if mark['name'] == row['name'])
        self.assertEqual((row['count'], round(row['duration'], 6)), (same['count'], round(same['duration']['sum'], 6)))

        self.assertEqual(query('find', 'no such name anywhere', STARTUP).returncode, 1)
        self.assert_refused(2, 'find', '--kind', 'commands', 'a', STARTUP, named='commands')
        self.assert_refused(2, 'find', STARTUP, named='TEXT')
        self.assertEqual(query('find', '--kind', 'threads', '', STARTUP).returncode, 1)
        self.assertEqual(query('find', '--limit', '2', '%', STARTUP).stdout.decode().count('\nthreads '), 2)

    def test_overview_is_the_view(self):
        """Weights of the file are those of other commands."""
        path = os.path.join(FIXTURES, 'import', 'php-excimer.collapsed.txt')
        answer = json.loads(query('overview', '--json', path).stdout)
        functions = json.loads(query('functions', '--json', '-n', '0', '-t', '0', path).stdout)['rows']
        by_name = {row[0]: row[1:] for row in functions}
        self.assertGreater(len(answer['functions']), 3)
        for row in answer['functions']:
            self.assertEqual((row['total'], row['self']), tuple(by_name[row['name']]), row['name'])

        # CPU time of a capture of all processes is that of the view of its busiest threads.
        answer = json.loads(query('overview', '--json', NATIVE).stdout)
        view = ('--json', '-n', '0', '--strategy', 'cpu', '--no-idle', '--thread', ','.join(map(str, answer['workSet'])), NATIVE)
        for part, name, frames in (('functions', 'self', answer['frames']), ('own', 'charged', 'own')):
            by_name = {}
            for function, _, weight, *_ in json.loads(query('functions', '-i', frames, *view).stdout)['rows']:
                by_name[function] = by_name.get(function, 0) + weight
            self.assertGreater(len(answer[part]), 0)
            for row in answer[part]:
                if row.get('kind') == 'unnamed':
                    continue
                self.assertAlmostEqual(row[name], by_name[row['name']], 6, row['name'])
        [busiest] = [row for row in answer['threads'] if row['thread'] == answer['workSet'][0]]
        total = json.loads(query('call-tree', '--json', '-n', '1', '--strategy', 'cpu', '-t', str(busiest['thread']), NATIVE).stdout)
        self.assertEqual(total['weightType'], 'tracing-ms')
        self.assertLessEqual(total['total'], busiest['busy'] + 1e-6)

    def test_overview_rows_are_those_of_views(self):
        """Markers, requests and pages are those that other commands list for the thread that the row leads to."""
        def ask(command, thread, path):
            return json.loads(query(command, '--json', '-n', '0', '-t', str(thread), path).stdout)

        for path in (STARTUP, NATIVE):
            overview = json.loads(query('overview', '--json', path).stdout)
            threads = range(len(json.loads(query('info', '--json', path).stdout)['threads']))
            markers = [ask('markers', thread, path)['first'] for thread in threads]
            for row in overview['markers']:
                of_name = [[marker for marker in of_thread if marker[0] == row['name'] and marker[2] is not None] for of_thread in markers]
                intervals = [marker for of_thread in of_name for marker in of_thread if marker[2] > marker[1]]
                self.assertGreaterEqual(sum(map(len, of_name)), row['count'], row)
                # Threads in which the kind is beside what the thread does are left out.
                self.assertLessEqual(row['total'], sum(end - start for _, start, end, *_ in intervals) + 1e-6, row)
                self.assertLessEqual(row['self'], row['total'] + 1e-6)
                [longest] = [marker for marker in of_name[row['thread']] if abs(marker[1] - row['start']) < 1e-6]
                self.assertAlmostEqual(longest[2] - longest[1], row['longest'], 5, row)
                of_thread = [marker for marker in of_name[row['thread']] if marker[2] > marker[1]]
                self.assertAlmostEqual(max(end - start for _, start, end, *_ in of_thread), row['longest'], 5, row)
                self.assertGreaterEqual(row['total'], sum(end - start for _, start, end, *_ in of_thread) - 1e-6, row)
            requests = overview.get('requests', {'slow': [], 'failed': [], 'count': 0})
            for row in requests['slow'] + requests['failed']:
                found = [(request['url'], request['responseStatus']) for request in ask('network', row['thread'], path)['rows']
                         if abs(request['start'] - row['start']) < 1e-6 and abs(request['duration'] - row['duration']) < 1e-6]
                self.assertIn((row['url'], row['status']), found)
            for row in overview.get('pages', []):
                [page] = [page for page in ask('page-load', row['thread'], path)['pages'] if page['navigationStart'] == row['navigationStart']]
                self.assertIn(('Load', row['load']), [(event['name'], event['sinceStart']) for event in page['events']])
            self.assertGreater(len(overview['markers']), 2)

    def test_tour(self):
        """Steps in the order of the tour, each with the numbers of its view; in a folder with pictures, without a display."""
        def ask(*arguments, status=0):
            result = query(*arguments)
            self.assertEqual(result.returncode, status, result.stderr)
            return (result.stderr if status == 2 else result.stdout).decode()

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'a_b.json.gz'
            shutil.copy(STARTUP, path)
            self.assertEqual(ask('tour', path, status=1), '# a\\_b.json.gz\n\n')
            self.assertEqual(json.loads(ask('tour', '--json', path, status=1))['steps'], 0)
            notes = [{'id': 1, 'name': 'Last | *bold*', 'text': 'a **b** of `c`\n<script>', 'range': [300, 500],
                      'view': {'thread': 0, 'panel': 'call-tree', 'invert': True}},
                     {'id': 2, 'name': 'Left out', 'text': '', 'range': [0, 1]},
                     {'id': 3, 'name': 'שלום', 'text': 'שלום **עולם** [next](#2)', 'range': [0, 1e6], 'view': {'thread': 0, 'panel': 'marker-chart'}},
                     {'id': 4, 'name': 'Gone', 'text': '', 'function': {'thread': 0, 'name': 'no such', 'origin': ''}}]
            kept = Path(f'{path}.fulgens-notes.json')
            kept.write_text(json.dumps({'notes': notes, 'tour': [3, 1, 4]}))
            text = ask('tour', path)
            self.assertEqual([line for line in text.splitlines() if line.startswith('#')],
                             ['# a\\_b.json.gz', '## 1. שלום', '## 2. Last \\| \\*bold\\*', '## 3. Gone'])
            self.assertIn('\na **b** of `c`\n\\<script\\>\n', text)
            self.assertIn('שלום **עולם** next\n', text)
            self.assertNotIn('Left out', text)
            self.assertNotIn('.png', text)
            self.assertEqual(text.count('Not all of this is in the file'), 1)

            # The best function by self of the range of the note.
            rows = json.loads(ask('functions', '--json', '-n', '0', '-t', '0', '-r', '300,500', path))['rows']
            best = max(rows, key=lambda row: row[2])
            self.assertIn(f'{best[2]:g} sample', text.split('## 2.')[1].split('## 3.')[0])

            out = Path(folder) / 'new' / 'tour'
            ask('tour', '-o', out, path)
            self.assertEqual(sorted(file.name for file in out.iterdir()), sorted(
                ['tour.html', 'tour.md', *(f'step-{i}.{ending}' for i in (1, 2, 3) for ending in ('json', 'png', 'svg'))]))
            written = (out / 'tour.md').read_text()
            for link in re.findall(r'\]\(([^)]*)\)', written):
                self.assertTrue((out / link).exists(), link)
            self.assertEqual((out / 'step-2.png').read_bytes()[:8], b'\x89PNG\r\n\x1a\n')
            self.assertIn('<title>Parent Process</title>', (out / 'step-2.svg').read_text())   # a track

            # A page that needs no other file and runs nothing, with the same words and pictures.
            page = (out / 'tour.html').read_text()
            self.assertIn("content=\"default-src 'none';", page)
            self.assertEqual(re.findall(r'<h2[^>]*>(.*)</h2>', page), ['1. שלום', '2. Last | *bold*', '3. Gone'])
            self.assertIn('a <b>b</b> of <code>c</code>\n&lt;script&gt;</p>', page)
            self.assertNotIn('<script', page)
            self.assertIn('<a href="#step-2">next</a>', page)
            self.assertIn('<h2 id="step-2" ', page)
            self.assertEqual([base64.b64decode(data) for data in re.findall(r'<img alt="[^"]*" src="data:image/png;base64,([^"]*)">', page)],
                             [(out / f'step-{i}.png').read_bytes() for i in (1, 2, 3)])
            for row in re.findall(r'^\| `([^`]*)` \| (.*) \| (.*) \|$', written, re.MULTILINE):
                name, *figures = map(html.escape, row)
                self.assertIn(f'<code>{name}</code></td><td>{figures[0]}</td><td>{figures[1]}</td></tr>', page)

            # The same files in an archive, which is not there before it is whole.
            archive = Path(folder) / 'töur.zip'
            archive.write_text('old')
            ask('tour', '-o', archive, path)
            with zipfile.ZipFile(archive) as packed:
                self.assertEqual({name: packed.read(name) for name in packed.namelist()},
                                 {f'töur/{file.name}': file.read_bytes() for file in out.iterdir()})
            for n_blocks, source in ((8, path), (1, STARTUP)):   # full while files are added, and at the end
                archive.write_text('old')
                limited = subprocess.run(['sh', '-c', f'ulimit -f {n_blocks}; exec "$@"', 'sh', QUERY, 'tour', '-o', archive, source],
                                         capture_output=True, check=False)
                self.assertEqual(limited.returncode, 74)
                self.assertNotEqual(limited.stderr, b'')
                self.assertEqual(archive.read_text(), 'old')
                self.assertEqual([file.name for file in Path(folder).iterdir() if 'töur' in file.name], [archive.name])

            # The view of a step is one for other commands, with the range of the note.
            again = json.loads(ask('functions', '--json', '-n', '0', '--view', out / 'step-2.json', path))['rows']
            self.assertEqual(sorted(map(str, again)), sorted(map(str, rows)))

            kept.write_text('no notes')
            self.assertIn('Notes', ask('tour', path, status=2))

    def test_story_is_the_view(self):
        """Numbers of a story are those of functions, markers and network of the same time; what ran and waited are its length."""
        for path, threads, start, end in ((STARTUP, (0, 2), 300, 500), (STARTUP, (0,), 0, 1e6), (NATIVE, (0, 3), 10, 700),
                                          (STARTUP, (0,), 400, 400)):
            for thread in map(str, threads):
                view = ('--json', '--range', f'{start},{end}', '-t', thread)
                story = json.loads(query('story', *view, path).stdout)
                self.assertAlmostEqual(story['ran'] + story['waited'], story['length'], 5)
                self.assertGreaterEqual(min(story['ran'], story['waited']), 0)
                self.assertEqual(len(story['strip']), 36)

                options = view + ('-n', '0', '--no-idle', '--strategy', 'cpu', '-i', story['frames'])
                by_name = {}
                if story['functions']:
                    options += ('--fold-unnamed',) if story['foldUnnamed'] else ()
                    for name, _, weight, *_ in json.loads(query('functions', *options, path).stdout)['rows']:
                        by_name[name] = by_name.get(name, 0) + weight
                for row in story['functions']:
                    name = row['name'].removesuffix(' (no names)')
                    self.assertAlmostEqual(row['self'], by_name[name], 5, name)

                self.assertEqual(story['markers']['count'], json.loads(query('markers', *view, path).stdout)['total'])
                counts = json.loads(query('markers', *view, path).stdout)['counts']
                for row in story['markers']['rows']:
                    self.assertLessEqual(row['count'], counts[row['name']][0])
                self.assertEqual(len({row['name'] for row in story['markers']['rows']}), len(story['markers']['rows']))

                requests = json.loads(query('network', *view, path).stdout)
                self.assertEqual(story['requests']['count'], requests['total'])
                times = sorted((max(0, min(row['start'] + row['duration'], story['end']) - max(row['start'], story['start']))
                                for row in requests['rows']), reverse=True)
                found = [row['time'] for row in story['requests']['rows']]
                self.assertTrue(set(round(time, 3) for time in found) <= set(round(time, 3) for time in times))
                self.assertEqual(found, sorted(found, reverse=True))

                for other in story['meanwhile']:
                    self.assertNotEqual(str(other['thread']), thread)
        self.assertGreater(len(story['markers']['rows']), 0)

        # All that is busy is of the selection or of others.
        story = json.loads(query('story', '--json', '--range', '300,2000', '-t', '0', STARTUP).stdout)
        self.assertGreater(story['busy'], 0)
        self.assertEqual(len(story['functions']), 3)
        first = json.loads(query('story', '--json', '--range', '300,2000', '-t', str(story['meanwhile'][0]['thread']), STARTUP).stdout)
        self.assertAlmostEqual(first['busy'], story['meanwhile'][0]['busy'], 5)
        self.assertEqual(first['meanwhile'][0]['thread'], 0)

    def test_story_without_stacks(self):
        """What ran is known from CPU times, too: then there is only nothing to name."""
        with gzip.open(PROFILE) as stream:
            profile = json.load(stream)
        samples = profile['threads'][0]['samples']
        samples['stack'] = [None] * samples['length']
        samples['threadCPUDelta'] = [0] + [1_000_000] * (samples['length'] - 1)
        profile['meta']['sampleUnits'] = {'time': 'ms', 'eventDelay': 'ms', 'threadCPUDelta': 'ns'}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'nostacks.json'
            path.write_text(json.dumps(profile))
            self.assertIn('What ran has no stacks.', query('story', '-t', '0', path).stdout.decode())
            self.assertGreater(json.loads(query('story', '--json', '-t', '0', path).stdout)['ran'], 0)

    def test_story_of_a_marker(self):
        rows = json.loads(query('story', '--json', '--range', '300,500', '-t', '0', STARTUP).stdout)['markers']['rows']
        marker = str(rows[0]['marker'])
        story = json.loads(query('story', '--json', '-t', '0', '--marker', marker, STARTUP).stdout)
        self.assertEqual((story['marker'], story['start']), (rows[0]['name'], rows[0]['start']))
        self.assertEqual({row['relation'] for row in story['markers']['rows']} - {'holds', 'held', 'previous', 'next'}, set())
        for row in story['markers']['rows']:
            if row['relation'] == 'next':
                self.assertAlmostEqual(row['start'] - row['distance'], story['end'], 5)
        self.assert_refused(2, 'story', '--marker', '1000000', STARTUP, named='marker')
        self.assert_refused(2, 'story', '--json', '--markdown', STARTUP, named='--markdown')

        text = query('story', '--range', '300,500', '-t', '0', STARTUP).stdout.decode()
        self.assertTrue(text.startswith('300 ms – 500 ms (200 ms), Parent Process\n\nWhat Ran: '), text)
        for title in ('What Waited: ', 'Markers That Overlap: ', 'Requests in Flight: '):
            self.assertIn('\n' + title, text)
        self.assertNotIn(' % of ', text.split('\n')[2].replace('\xa0', ' '))
        whole = query('story', '-t', '3', STARTUP).stdout.decode().replace('\xa0', ' ').replace('\u2009', ' ')
        length = json.loads(query('story', '--json', '-t', '3', STARTUP).stdout)['length']
        self.assertRegex(whole, rf'What Ran: .* % of {length:.0f} ms\n', whole)   # of what it was there
        markdown = query('story', '--markdown', '--range', '300,500', '-t', '0', STARTUP).stdout.decode()
        self.assertTrue(markdown.startswith('# 300 ms – 500 ms (200 ms)\n\n`Parent Process`\n\n## What Ran: '), markdown)
        self.assertIn('\n## Markers That Overlap: ', markdown)

    def test_own_code(self):
        """What is own is what the user says: of its source, or its library."""
        path = os.path.join(FIXTURES, 'import', 'go-tree-cpu.pb.gz')

        def charged(*options):
            return {row['name'] for row in json.loads(query('overview', '--json', *options, path).stdout)['own']}

        without = charged()
        self.assertIn('main.sortWords', without)
        self.assertFalse([name for name in without if name.startswith('sort.')])
        self.assertEqual(charged('--not-own', '*'), set())
        self.assertEqual(charged('--own', 'no such file', '--not-own', 'nor this'), without)
        self.assertTrue([name for name in charged('--own', '*/sort/*') if name.startswith('sort.')])
        # What is not own counts more.
        self.assertEqual(charged('--own', '*/sort/*', '--not-own', '*/sort/z*', '--not-own', '*/sort.go'), without)

        # What is left in its view are the roots.
        rows = json.loads(query('call-tree', '--json', '-n', '0', '-i', 'own', '--not-own', '*', path).stdout)['rows']
        self.assertGreater(len(rows), 0)
        self.assertEqual({row[0] for row in rows}, {0})

    def test_overview_has_no_search(self):
        note = 'Note: Search and transforms do not count.'
        self.assertNotIn(note, query('overview', STARTUP).stdout.decode())
        for options in (('--search', 'x'), ('--transform', 'merge-function:(root)')):
            self.assertIn(note + '\n', query('overview', *options, STARTUP).stdout.decode())
            self.assertIn('- ' + note + '\n', query('overview', '--markdown', *options, STARTUP).stdout.decode())

    def test_overview_markdown(self):
        for path in (PROFILE, STARTUP, os.path.join(FIXTURES, 'folded-native.txt')):
            text = query('overview', '--markdown', path).stdout.decode()
            self.assertTrue(text.startswith(f'# Overview of `{os.path.basename(path)}`\n\n'), text)
            self.assertIn('\n- ', text)
            self.assertIn('\n## ', text)
            self.assertLessEqual(len(text.splitlines()), 60)
            self.assertLessEqual(len(text.encode()), 6144)
        self.assert_refused(2, 'overview', '--markdown', '--json', PROFILE, named='--markdown')
        self.assert_refused(2, 'overview', '--csv', PROFILE, named='--markdown')

        # Names may hold anything.
        names = ['a|b', '`x``y`', '\u202egnp', 'line\nbreak', 'n' * 10000]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'names.json')
            with open(path, 'w', encoding='utf-8') as stream:
                json.dump({'$schema': 'https://www.speedscope.app/file-format-schema.json',
                           'shared': {'frames': [{'name': name} for name in names]},
                           'profiles': [{'type': 'sampled', 'name': 'p', 'unit': 'milliseconds', 'startValue': 0, 'endValue': 10,
                                         'samples': [[i] for i in range(5)], 'weights': [2] * 5}]}, stream)
            text = query('overview', '--markdown', path).stdout.decode()
        self.assertIn('| `a\\|b` |', text)
        self.assertIn('| ``` `x``y` ``` |', text)
        self.assertIn('`\\u202egnp`', text)
        self.assertIn('`line\\u000abreak`', text)
        self.assertIn('`' + 'n' * 60 + '…`', text)
        self.assertLessEqual(len(text.encode()), 6144)

    def test_page_load(self):
        answer = json.loads(query('page-load', '--json', '--thread', '0', STARTUP).stdout)
        self.assertEqual([page['url'] for page in answer['pages']],
                         ['chrome://global/content/win.xhtml', 'chrome://extensions/content/dummy.xhtml'])
        for page in answer['pages']:
            self.assertFalse(page['navigationStartIsGuessed'])
            self.assertEqual([event['name'] for event in page['events']], ['DOMContentLoaded', 'Load'])
            for event in page['events']:
                self.assertAlmostEqual(event['time'] - page['navigationStart'], event['sinceStart'], 5)
        janks = [jank['duration'] for jank in answer['janks']]
        self.assertEqual((answer['jankCount'], janks), (2, sorted(janks, reverse=True)))
        self.assertAlmostEqual(answer['jankDuration'], sum(janks), 5)
        [page] = json.loads(query('page-load', '--json', '--thread', '2', STARTUP).stdout)['pages']
        self.assertEqual((page['url'], page['navigationStartIsGuessed']), ('http://127.0.0.1:8123/small.html', True))
        lines = query('page-load', '--thread', '0', '--limit', '1', STARTUP).stdout.decode().splitlines()
        self.assertEqual((lines[1].split()[0], lines[1].split()[-1]), ('Navigation', 'chrome://global/content/win.xhtml'))
        self.assertEqual((lines[-2], lines[-1].split()[1]), ('…', 'janks,'))
        events = list(csv.DictReader(io.StringIO(query('page-load', '--csv', '--thread', '0', STARTUP).stdout.decode(), newline='')))
        self.assertEqual([row['name'] for row in events], 2 * ['Navigation', 'DOMContentLoaded', 'Load'] + ['Jank', 'Jank'])
        self.assertEqual([float(row['sinceStart']) for row in events if row['name'] == 'Load'],
                         [page['events'][1]['sinceStart'] for page in answer['pages']])
        self.assertEqual([float(row['duration']) for row in events if row['duration']], janks)
        self.assertEqual(query('page-load', self.tiny).returncode, 1)

    def test_stack_chart(self):
        answer = json.loads(query('stack-chart', '--json', '--thread', '2', PROFILE).stdout)
        self.assertEqual([row[:2] for row in answer['userTimingRows']], [['UserTiming', n] for n in (21, 9, 1)])
        self.assertEqual([len(row[2]) for row in answer['userTimingRows']], [20, 9, 1])

    def test_categories(self):
        result = query('categories', '--json', self.tiny)
        self.assertEqual(json.loads(result.stdout),
                         [{'thread': 0, 'byCategory': {'Other': 3}, 'nullStackSamples': 1, 'nullStackWeight': 1}])

    def test_display(self):
        rows = json.loads(query('display', '--json', self.tiny).stdout)['rows']
        self.assertEqual(rows[1], [1, 'left', '', 'Other', '2', '2', '67%', None])

    def test_display_initial(self):
        """The path of what has at least half is open, and its last function selected; nothing else is open."""
        folded = os.path.join(self.folder.name, 'hot.folded')
        with open(folded, 'w', encoding='utf-8') as stream:
            stream.write('main;work;sum 6\nmain;work;sort;swap 1\nmain;read;copy 3\n')
        shown = json.loads(query('display', '--json', '--initial=hot', folded).stdout)
        self.assertEqual([row[:2] for row in shown['rows']], [[0, 'main'], [1, 'work'], [2, 'sum'], [2, 'sort'], [1, 'read']])
        self.assertEqual(shown['rows'][shown['selected']][1], 'sum')
        whole = json.loads(query('display', '--json', '--initial=reference', folded).stdout)
        self.assertEqual((len(whole['rows']), 'selected' in whole), (7, False))
        refused = query('display', '--initial=cold', folded)
        self.assertEqual((refused.returncode, b'hot' in refused.stderr), (2, True), refused.stderr)

    def test_display_when(self):
        """Bins are the totals of 36 views with a range."""
        rows = json.loads(query('display', '--json', '--when', self.tiny).stdout)['rows']
        self.assertEqual([row[1] for row in rows], ['root', 'left', 'right'])
        self.assertEqual([{i: n for i, n in enumerate(row[8]) if n} for row in rows], [{0: 1, 9: 1, 18: 1}, {0: 1, 18: 1}, {9: 1}])
        self.assertEqual({len(row[8]) for row in rows}, {36})
        views = [{'thread': 0, 'range': [10, 82]}, {'thread': 0, 'range': [10, 82], 'invert': True}]
        wholes = json.loads(query('display', '--json', '--when', '--limit', '40', '--view', self.write('views.json', views), PROFILE).stdout)
        for view, whole in zip(views, wholes):
            parts = [{**view, 'range': [10 + 2 * i, 12 + 2 * i]} for i in range(36)]
            answers = json.loads(query('call-tree', '--json', '--limit', '0', '--view', self.write('parts.json', parts), PROFILE).stdout)
            sums = []
            for answer in answers:
                path, totals = [], {}
                for depth, name, total, _ in answer['rows']:
                    path[depth:] = [name]
                    totals[tuple(path)] = total
                sums.append(totals)
            path = []
            for row in whole['rows']:
                path[row[0]:] = [row[1]]
                self.assertEqual(row[8], [totals.get(tuple(path), 0) for totals in sums], path)
            self.assertGreater(len(whole['rows']), 20)
        self.assertIn('█', query('display', '--when', self.tiny).stdout.decode())
        folded = os.path.join(self.folder.name, 'stacks.folded')
        with open(folded, 'w', encoding='utf-8') as stream:
            stream.write('a;b 3\na;c 1\n')
        refused = query('display', '--when', folded)
        self.assertEqual((refused.returncode, b'nothing in this profile has a time' in refused.stderr), (2, True), refused.stderr)

    def test_sidebar(self):
        answer = json.loads(query('sidebar', '--json', '--path', '["root","left"]', self.tiny).stdout)
        self.assertEqual((answer['total'], answer['self'], answer['rootTime']), (2, 2, 3))
        self.assertEqual(answer['totalByCategory'], {'Other': {'value': 2, 'sub': {'Other': 2}}})

    def test_check(self):
        self.assertEqual(json.loads(query('check', '--json', self.tiny).stdout), [])
        self.assertEqual(query('check', self.tiny).stdout, b'No flaws found\n')

    def test_convert(self):
        view = ('--view', self.write('views.json', [{'thread': 0}, {'thread': 1, 'invert': True},
                                                    {'thread': 2, 'strategy': 'native-retained-allocations'}]))
        expected = query('call-tree', '--json', '--limit', '0', *view, PROFILE).stdout
        for extension in ('json', 'json.gz', 'jslb', 'jslb.gz'):
            file = os.path.join(self.folder.name, 'converted.' + extension)
            result = query('convert', '-o', file, PROFILE)
            self.assertEqual((result.returncode, result.stdout), (0, b''), result.stderr)
            self.assertEqual(query('call-tree', '--json', '--limit', '0', *view, file).stdout, expected)
            self.assertEqual(query('info', '--json', file).stdout, query('info', '--json', PROFILE).stdout)
        # Of an older version: the format is that of the new file, the writer is still known.
        old = os.path.join(FIXTURES, 'synth-perthread57.json.gz')
        query('convert', '-o', file, old)
        self.assertEqual([json.loads(query('info', '--json', path).stdout)['format'] for path in (old, file)],
                         [{'name': 'Firefox Profiler', 'version': version, 'writer': 'Synthetic'} for version in ('57', '70')])
        self.assert_refused(2, 'convert', PROFILE, named='--output')
        self.assert_refused(74, 'convert', '-o', os.path.join(self.folder.name, 'missing', 'x.json'), PROFILE,
                            named='x.json')

    def test_format(self):
        # What the file says of itself: format, version, writer.
        for name, *expected in (
                ('processed-v70-two-processes.ok.json', 'Firefox Profiler', '70', 'Firefox'),
                ('gecko-v36-two-processes.ok.json', 'Gecko profile', '36', 'Firefox'),
                ('fx153-startup-small.gecko.json.gz', 'Gecko profile', '34', None),
                ('stored-stream.ok.fpls', 'Fulgens live stream', '1.0', 'demo'),
                ('import/forks-zstd.perf.data', 'Recording of perf', None, 'perf 6.1.192'),
                ('perf-script-native-fp.txt.gz', 'Output of perf script', None, 'perf 6.1.187'),
                ('perf-script.ok.txt', 'Output of perf script', None, None),
                ('import/node.speedscope.json.gz', 'speedscope', None, 'speedscope@undefined'),
                ('chrome.ok.trace.json', 'Trace of Chrome', None, None),
                ('import/chromium156-cpu-profiles.json.gz', 'Trace of Chrome', None, None),
                ('node-cpu-prof.cpuprofile', 'CPU profile of V8', None, None),
                ('dhat.ok.json', 'Heap profile of DHAT', '2', None),
                ('art-streaming.ok.trace', 'Method trace of Android (ART)', '2', None),
                ('simpleperf.ok.trace', 'Report of simpleperf', '1', None),
                ('import/gperf-cpu.pb.gz', 'pprof', None, None),
                ('import/gperftools.prof', 'CPU profile of gperftools', None, None),
                ('import/stackprof-wall.json.gz', 'stackprof', None, None),
                ('pyinstrument.ok.pyisession', 'pyinstrument', None, None),
                ('austin.ok.austin', 'Folded stacks', None, None)):
            file = os.path.join(FIXTURES, name)
            format_ = json.loads(query('info', '--json', file).stdout)['format']
            self.assertEqual(format_, dict(zip(('name', 'version', 'writer'), expected)), name)
            line = expected[0] + (f', version {expected[1]}' if expected[1] else '')
            line += f', written by {expected[2]}' if expected[2] else ''
            self.assertEqual(query('info', file).stdout.decode().splitlines()[1], line)
        trace = self.write('a.trace.json', {'traceEvents': [{'name': 'a', 'ph': 'X', 'ts': 1, 'dur': 2, 'pid': 1, 'tid': 1}],
                                            'metadata': {'product-version': 'Chrome/156.0'}})
        self.assertEqual(json.loads(query('info', '--json', trace).stdout)['format']['writer'], 'Chrome/156.0')

    def test_sample_types(self):
        # A profile of Go with the types contentions and delay.
        profile = os.path.join(FIXTURES, 'import', 'go-tree-mutex.pb.gz')
        self.assertEqual(json.loads(query('info', '--json', profile).stdout)['threads'][0]['strategies'],
                         ['sample-type:contentions', 'sample-type:delay'])

        def functions(file, *strategy):
            return query('functions', '--csv', *strategy, file).stdout

        # Samples of one time, as one after the other would be.
        self.assertEqual(json.loads(query('info', '--json', profile).stdout)['threads'][0]['usefulTabs'],
                         ['calltree', 'flame-graph'])
        self.assertIn('stack-chart', json.loads(query('info', '--json', PROFILE).stdout)['threads'][0]['usefulTabs'])
        self.assertIn('\nno times, 1 threads', query('info', profile).stdout.decode())

        wanted = {name: functions(profile, '--strategy', 'sample-type:' + name) for name in ('contentions', 'delay')}
        self.assertNotEqual(*wanted.values())
        self.assertEqual(functions(profile), wanted['delay'])

        for options, kept, lost in (((), 'delay', 'contentions'),
                                    (('--strategy', 'sample-type:contentions'), 'contentions', 'delay')):
            file = os.path.join(self.folder.name, kept + '.json.gz')
            result = query('convert', '-o', file, *options, profile)
            self.assertEqual(result.returncode, 0)
            self.assertIn(f'left out the sample types {lost}\n', result.stderr.decode())
            self.assertEqual(functions(file), wanted[kept])
        self.assert_refused(2, 'convert', '-o', file, '--strategy', 'sample-type:x', profile, named='x')
        self.assert_refused(2, 'convert', '-o', file, '--strategy', 'js-allocations', profile, named='--strategy')

        result = query('symbolicate', '--again', '-o', file, '--symbols', self.folder.name, profile)
        self.assertIn('left out the sample types contentions\n', result.stderr.decode())

        file = os.path.join(self.folder.name, 'types.pb.gz')
        query('export', '-f', 'pprof', '-o', file, '--strategy', 'sample-type:contentions', profile)
        self.assertEqual(functions(file), wanted['contentions'])
        self.assertEqual(functions(file, '--strategy', 'sample-type:delay'), wanted['delay'])

        answer = json.loads(query('export', '-f', 'speedscope', profile).stdout)
        self.assertEqual([(entry['name'], entry['unit']) for entry in answer['profiles']],
                         [('tree: contentions', 'none'), ('tree: delay', 'milliseconds')])
        self.assertEqual(answer['activeProfileIndex'], 1)

    def test_export(self):
        self.assertEqual(query('export', '--format', 'folded', self.tiny).stdout, b'root;left 2\nroot;right 1\n')
        self.assertEqual(query('export', '-f', 'csv', '--invert', '-T', 'merge-function:left', self.tiny).stdout,
                         b'name,self,total,unit,origin\r\nroot,2,3,samples,\r\nright,1,1,samples,\r\n')
        self.assertEqual(json.loads(query('export', '-f', 'speedscope', self.tiny).stdout)['profiles'][0]['weights'],
                         [1, 1, 1])
        file = os.path.join(self.folder.name, 'exported.pb.gz')
        result = query('export', '-f', 'pprof', '-o', file, '--json', self.tiny)
        self.assertEqual((result.returncode, json.loads(result.stdout)), (0, {'output': file}), result.stderr)
        with open(file, 'rb') as stream:
            self.assertIn(b'right', gzip.decompress(stream.read()))
        self.assertEqual(query('export', '-f', 'folded', '--search', 'nowhere', self.tiny).returncode, 1)
        self.assert_refused(2, 'export', self.tiny, named='--format')
        self.assert_refused(2, 'export', '-f', 'gif', self.tiny, named='speedscope')
        self.assert_refused(2, 'export', '-f', 'csv', '--json', self.tiny, named='--output')
        self.assert_refused(2, 'export', '-f', 'csv', '--view', self.write('views.json', [{}, {}]), self.tiny,
                            named='one view')
        self.assert_refused(74, 'export', '-f', 'csv', '-o', os.path.join(self.folder.name, 'missing', 'x'), self.tiny,
                            named='missing')

    def test_pictures(self):
        file = os.path.join(self.folder.name, 'picture')
        for command, names in (('flame-graph', ['root, 100%', 'left, 67%', 'right, 33%']),
                               ('stack-chart', ['root, 3.00 ms', 'left, 1.00 ms', 'right, 1.00 ms', 'left, 1.00 ms'])):
            result = query(command, '--svg', '-o', file, self.tiny)
            self.assertEqual((result.returncode, result.stdout), (0, b''), result.stderr)
            titles = xml.etree.ElementTree.parse(file).getroot().iter('{http://www.w3.org/2000/svg}title')
            self.assertEqual([title.text for title in titles], names)
        result = query('flame-graph', '--png', '--dark', '--width', '300', '--json', '-o', file, self.tiny)
        self.assertEqual((result.returncode, json.loads(result.stdout)), (0, {'output': file}), result.stderr)
        with open(file, 'rb') as stream:
            self.assertEqual(stream.read(24)[12:], b'IHDR' + (300).to_bytes(4, 'big') + (40).to_bytes(4, 'big'))
        self.assertEqual(query('stack-chart', '--svg', '-o', file, '--search', 'nowhere', self.tiny).returncode, 1)
        self.assert_refused(2, 'flame-graph', '--svg', self.tiny, named='--output')
        self.assert_refused(2, 'flame-graph', '-o', file, self.tiny, named='--svg or --png')
        self.assert_refused(2, 'flame-graph', '--svg', '--png', '-o', file, self.tiny, named='either')
        self.assert_refused(2, 'flame-graph', '--png', '--width', '40000', '-o', file, self.tiny, named='32767')

    def test_info(self):
        answer = json.loads(query('info', '--json', self.tiny).stdout)
        self.assertEqual(answer['product'], 'Tiny')
        self.assertEqual(answer['rootRange'], {'start': 0, 'end': 4, 'length': 4})
        self.assertIn('Tiny', query('info', self.tiny).stdout.decode())

    def test_views(self):
        views = [{'id': 0, 'about': 'x', 'thread': 0, 'search': 'left'}, {'invert': True}]
        answers = json.loads(query('call-tree', '--json', '--view', self.write('views.json', views), self.tiny).stdout)
        self.assertEqual([answer['nodeCount'] for answer in answers], [2, 4])
        whole = self.write('whole.json', {'format': 1, 'views': views})
        self.assertEqual(json.loads(query('call-tree', '--json', '--view', whole, self.tiny).stdout), answers)
        single = self.write('single.json', views[0])
        self.assertEqual(json.loads(query('call-tree', '--json', '--view', single, self.tiny).stdout), answers[0])
        stream = query('call-tree', '--json', '--view', '-', self.tiny, stdin=json.dumps(views[0]).encode())
        self.assertEqual(json.loads(stream.stdout), answers[0])

    def test_links(self):
        """A link as the argument, in a file and on standard input."""
        link = 'https://profiler.firefox.com/public/abc/flame-graph/?thread=0&range=m2&transforms=mf-1&v=17'
        answer = query('call-tree', '--json', '-r', '0,2', '-T', 'merge-function:left', self.tiny).stdout
        self.assertEqual(json.loads(answer)['total'], 2)
        file = os.path.join(self.folder.name, 'link')
        with open(file, 'w', encoding='utf-8') as stream:
            stream.write(link + '\n')
        for view in (link, file):
            self.assertEqual(query('call-tree', '--json', '--view', view, self.tiny).stdout, answer)
        self.assertEqual(query('call-tree', '--json', '--view', '-', self.tiny, stdin=link.encode()).stdout, answer)
        ignored = query('call-tree', '--json', '--view', link.replace('mf-1', 'mf-1~mf-77'), self.tiny)
        self.assertEqual(ignored.stdout, answer)
        self.assertIn(b'left out: 1', ignored.stderr)
        self.assert_refused(2, 'call-tree', '--view', link.replace('v=17', 'v=99'), self.tiny, named='newer')
        self.assert_refused(2, 'call-tree', '--view', 'https://example.org/', self.tiny, named='/public/')

    def test_transforms(self):
        """As typed, and as in a view: the same answer."""
        view = self.write('view.json', {'transforms': [
            {'type': 'merge-function', 'function': 'left'}, {'type': 'focus-function', 'function': 'root'}]})
        by_view = query('call-tree', '--json', '--view', view, self.tiny)
        typed = query('call-tree', '--json', '-T', 'merge-function:left', '--transform', 'ff:root', self.tiny)
        self.assertEqual(typed.stdout, by_view.stdout)
        names = [row[1] for row in json.loads(typed.stdout)['rows']]
        self.assertNotIn('left', names)
        self.assertEqual(names, ['root', 'right'])
        self.assert_refused(2, 'call-tree', '-T', 'merge-function:nobody', self.tiny, named='nobody')
        self.assert_refused(2, 'call-tree', '--search', '(', '--regex', self.tiny, named='regular expression')
        found = json.loads(query('call-tree', '--json', '--search', '^(left|x)$', '--regex', self.tiny).stdout)
        self.assertEqual(found['nodeCount'], 2)
        self.assertEqual(query('call-tree', '--search', 'LEFT', self.tiny).returncode, 0)
        self.assertEqual(query('call-tree', '--search', 'LEFT', '--match-case', self.tiny).returncode, 1)
        self.assertEqual(query('call-tree', '--search', 'left', '--match-case', self.tiny).returncode, 0)
        self.assertEqual(query('call-tree', '--search', '^LE', '--regex', '--match-case', self.tiny).returncode, 1)

    def test_output_cannot_be_written(self):
        """Of every command, in every form: one line and status 74."""
        commands = [['--version'], ['--help']]
        for line in query('--help').stdout.decode().splitlines():
            if line.startswith('  ') and line.split()[0] not in ('convert', 'export', 'live', 'rows', 'save', 'sql'):
                arguments = {'schema': [], 'annotate': ['(root)', STARTUP], 'compare': [STARTUP, STARTUP], 'find': ['e', STARTUP], 'formats': [], 'members': [FIXTURES]}.get(line.split()[0], [STARTUP])
                commands += [[line.split()[0], '--json', *arguments], [line.split()[0], *arguments]]
        commands += [['live', '--json', STARTUP], ['markers', '--csv', PROFILE], ['export', '-f', 'folded', self.tiny]]
        self.assertGreater(len(commands), 20)
        with open('/dev/full', 'wb') as full:
            for command in commands:
                result = subprocess.run([QUERY, *command], stdout=full, stderr=subprocess.PIPE, check=False,
                                        env=ENVIRONMENT)
                self.assertEqual((result.returncode, result.stderr.count(b'\n')), (74, 1), (command, result.stderr))
        result = subprocess.run([QUERY, 'info', self.tiny], stderr=subprocess.PIPE, check=False, env=ENVIRONMENT,
                                preexec_fn=lambda: os.close(1))
        self.assertEqual((result.returncode, result.stderr.count(b'\n')), (74, 1), result.stderr)

    def test_no_memory(self):
        """One line and status 3, wherever it ends."""
        n = 300000
        profile = json.loads(json.dumps(TINY))
        profile['shared']['stringArray'] += [f'text {i}' for i in range(n)]
        profile['threads'][0]['samples'] = {'stack': [i % 3 for i in range(n)], 'time': [i * 0.5 for i in range(n)],
                                            'weight': None, 'weightType': 'samples', 'length': n}
        path = self.write('large.json', profile)
        for megabytes in range(10, 150, 4):
            limit = megabytes << 20
            if subprocess.run([QUERY, '--version'], capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))).returncode:
                continue   # not enough to start, or for a sanitizer
            result = subprocess.run([QUERY, 'call-tree', path], capture_output=True, check=False, env=ENVIRONMENT,
                                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertIn((result.returncode, result.stderr.count(b'\n')), ((0, 0), (3, 1)), (limit, result.stderr))

    def test_reader_goes_away(self):
        """Nothing is said, whether SIGPIPE ends the program or is ignored."""
        for signal_is_ignored in (False, True):
            read_end, write_end = os.pipe()
            os.close(read_end)
            result = subprocess.run([QUERY, 'call-tree', self.tiny], stdout=write_end, stderr=subprocess.PIPE,
                                    check=False, env=ENVIRONMENT, restore_signals=not signal_is_ignored)
            os.close(write_end)
            self.assertEqual((result.returncode, result.stderr), (74 if signal_is_ignored else -signal.SIGPIPE, b''))

    def test_view_too_deep_or_large(self):
        for text, named in ('[' * 300000, 'nested more than 64 deep'), (' ' * 1048577, 'larger than 1 MB'):
            path = os.path.join(self.folder.name, 'view.json')
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            self.assert_refused(2, 'call-tree', '--view', path, self.tiny, named=named)
            refused = query('call-tree', '--view', '-', self.tiny, stdin=text.encode())
            self.assertEqual((refused.returncode, named in refused.stderr.decode()), (2, True), refused.stderr)
        self.assert_refused(2, 'sidebar', '--path', '[' * 100000, self.tiny, named='not a JSON list')

    def test_refused_views(self):
        for view, named in (({'treads': 1}, 'treads'), ({'implementation': 'rust'}, 'rust'),
                            ({'transforms': [{'type': 'x'}]}, 'Transform 1: There is no transform “x”'), ({'thread': 9}, 'thread 9')):
            self.assert_refused(2, 'call-tree', '--view', self.write('bad.json', view), self.tiny, named=named)
        self.assert_refused(2, 'call-tree', '--view', self.write('bad.json', [{}, {'x': 1}]), self.tiny,
                            named='View 1')
        self.assert_refused(2, 'call-tree', '--view', self.write('bad.json', {}), '--invert', self.tiny,
                            named='--view')

    def with_samples(self, name, **samples):
        """The tiny profile with other samples."""
        thread = TINY['threads'][0]
        return self.write(name, {**TINY, 'threads': [{**thread, 'samples': {**thread['samples'], **samples}}]})

    def test_views_of_what_is_not_there(self):
        """A message that names it, or nothing found; never numbers of something else."""
        for transform, named in (({'type': 'merge-function', 'function': 'nobody'}, 'nobody'),
                                 ({'type': 'focus-subtree', 'path': ['root', 'nobody']}, 'nobody')):
            self.assert_refused(2, 'call-tree', '--view', self.write('bad.json', {'transforms': [transform]}), self.tiny,
                                named=named)
        self.assert_refused(2, 'call-tree', '-T', 'filter-samples:function-include:/(/', self.tiny,
                            named='regular expression')
        # All functions are there, but no stack has them in this order.
        lost = self.write('lost.json', {'transforms': [{'type': 'focus-subtree', 'path': ['left', 'root']}]})
        self.assert_refused(2, 'call-tree', '--view', lost, self.tiny, named='left; root')
        many = self.write('many.json', {'transforms': [{'type': 'collapse-recursion', 'function': 'left'}] * 10000})
        self.assertEqual(json.loads(query('call-tree', '--json', '--view', many, self.tiny).stdout)['total'], 3)

    def test_samples_without_weight(self):
        """No samples, none with a stack, weights of nothing: no numbers, and the status says so."""
        empty = {'stack': [], 'time': [], 'weight': None, 'length': 0}
        for name, samples in (('none', empty), ('null', {'stack': [None] * 4}), ('zero', {'weight': [0] * 4})):
            path = self.with_samples(f'{name}.json', **samples)
            for command in ('call-tree', 'functions', 'flame-graph', 'stack-chart'):
                answer = query(command, '--json', path)
                self.assertIn(answer.returncode, (0, 1), (name, command, answer))
                self.assertNotIn(b'nan', answer.stdout.lower())
                if command == 'call-tree':
                    self.assertEqual((answer.returncode, json.loads(answer.stdout)['total']), (1, 0), name)
            for format_ in ('folded', 'pprof', 'speedscope', 'csv'):
                self.assertIn(query('export', '--format', format_, '-o', os.path.join(self.folder.name, 'out'),
                                    path).returncode, (0, 1), (name, format_))

    def test_negative_weights(self):
        """Shares are of the sum of the absolute weights (call-tree.md 4)."""
        path = self.with_samples('negative.json', weight=[3, -2, -3, 5])
        rows = {row[1]: row[2:4] for row in json.loads(query('call-tree', '--json', path).stdout)['rows']}
        self.assertEqual(rows, {'root': [-2, 0], 'right': [-2, -2]})
        text = query('call-tree', path).stdout.decode()
        self.assertNotIn('nan', text.lower())

    def test_refused_arguments(self):
        for arguments, named in ((('call-trees', self.tiny), 'call-trees'),
                                 (('call-tree',), 'PROFILE'),
                                 (('call-tree', self.tiny, self.tiny), 'PROFILE'),
                                 (('call-tree', '--thread', 'x', self.tiny), '--thread'),
                                 (('call-tree', '--thread', '7', self.tiny), 'thread 7'),
                                 (('call-tree', '--range', '1', self.tiny), '--range'),
                                 (('call-tree', '--strategy', 'luck', self.tiny), 'luck'),
                                 (('call-tree', '--limit', '-1', self.tiny), '--limit'),
                                 (('info', '--invert', self.tiny), '--invert')):
            self.assert_refused(2, *arguments, named=named)
        self.assertEqual(query().returncode, 2)

    def test_unreadable(self):
        self.assert_refused(3, 'info', os.path.join(self.folder.name, 'missing.json'), named='missing.json')
        self.assert_refused(3, 'info', self.write('not-a-profile.json', [1]), named='')

    def test_partial(self):
        with gzip.open(STARTUP) as stream:
            text = stream.read()
        with open(STARTUP, 'rb') as stream:
            packed = stream.read()
        whole = json.loads(query('info', '--json', STARTUP).stdout)['threads']
        slabs = os.path.join(self.folder.name, 'whole.jslb')
        self.assertEqual(query('convert', '-o', slabs, STARTUP).returncode, 0)
        with open(slabs, 'rb') as stream:
            slabs = stream.read()
        for name, data in ('cut.json', text), ('cut.json.gz', packed), ('cut.jslb', slabs):
            cut = os.path.join(self.folder.name, name)
            with open(cut, 'wb') as stream:
                stream.write(data[:len(data) * 9 // 10])
            refused = query('info', cut)
            self.assertEqual(refused.returncode, 3)
            self.assertIn('is the download complete? --partial', refused.stderr.decode())
            part = json.loads(query('info', '--json', '--partial', cut).stdout)['threads']
            self.assertTrue(1 < len(part) <= len(whole))
            self.assertLess(part[-1]['sampleCount'], whole[len(part) - 1]['sampleCount'])
            self.assertEqual(part[:-1], whole[:len(part) - 1])
            self.assertIn('truncated', query('check', '--partial', cut).stdout.decode())
            self.assertEqual(query('info', '--partial', '--strict', cut).returncode, 1)

    def test_newer(self):
        newer = self.write('newer.json', {**TINY, 'meta': {**TINY['meta'], 'preprocessedProfileVersion': 99}})
        refused = query('info', newer)
        self.assertEqual(refused.returncode, 3)
        self.assertIn(b'--accept-newer', refused.stderr)
        self.assertEqual(query('info', '--accept-newer', newer).returncode, 0)
        self.assertIn(b'version 99', query('check', '--accept-newer', newer).stdout)

    def test_nothing_matched(self):
        result = query('call-tree', '--json', '--search', 'nowhere', self.tiny)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(json.loads(result.stdout)['nodeCount'], 0)
        self.assertEqual(query('call-tree', '--thread-name', 'No*', self.tiny).returncode, 1)
        self.assertEqual(query('call-tree', '--thread-name', 'Ma?n', self.tiny).returncode, 0)

    def test_standard_input(self):
        with gzip.open(PROFILE) as stream:
            text = stream.read()
        self.assertEqual(query('info', '--json', '-', stdin=text).stdout, query('info', '--json', PROFILE).stdout)

    def test_help(self):
        self.assertIn(b'call-tree', query('--help').stdout)
        self.assertIn(b'Exit status: 0 success', query('--help').stdout)
        self.assertIn(b'--invert', query('call-tree', '--help').stdout)
        self.assertTrue(query('--version').stdout.startswith(b'fulgens-query '))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
