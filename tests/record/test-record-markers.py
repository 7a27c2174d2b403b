#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-record: markers that programs say

test-record-markers.py FULGENS-RECORD FULGENS-QUERY SYMBOLIZER FOLDER MARKER-FOLDER

FOLDER has the sources of the program, MARKER-FOLDER those of the library. Exits with 77, for "skipped", where the kernel
permits no perf events.
"""

import gzip
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

RECORD, QUERY, SYMBOLIZER, FOLDER, LIBRARY = (os.path.abspath(argument) for argument in sys.argv[1:6])
FORMATS = {'path': 'string', 'number': 'integer', 'ratio': 'decimal', 'size': 'bytes', 'took': 'duration', 'done': 'percentage',
           'page': 'url', 'nothing': 'string'}


def wait_for(what, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    return what()


class Markers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        cls.runtime = f'{cls.folder}/runtime'
        cls.environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none',
                           'XDG_RUNTIME_DIR': cls.runtime}
        cls.program = f'{cls.folder}/markers'
        subprocess.run(['cc', '-O2', '-std=gnu11', '-pthread', '-Wall', '-Wextra', '-Werror', '-I', LIBRARY, '-o', cls.program,
                        f'{FOLDER}/program-markers.c', f'{LIBRARY}/fulgens-marker.c'], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_it(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment)

    def record(self, *arguments, options=(), status=0, program=None):
        """Records the program. Returns: what it printed; the rest is in self."""
        self.path, summary = f'{self.folder}/r.json', f'{self.folder}/summary'
        answer = self.run_it(RECORD, '-q', '--no-symbols', '-o', self.path, '--summary', summary, *options, '--',
                             *(program or [self.program]), *arguments)
        self.assertEqual(answer.returncode, status, answer.stderr)
        with open(summary, encoding='utf-8') as file:
            self.summary = json.load(file)
        self.read()
        self.assertEqual(self.run_it(QUERY, 'check', self.path).stdout, 'No flaws found\n')
        self.assertEqual(self.rings(), [])
        return answer.stdout

    def read(self):
        with open(self.path, encoding='utf-8') as file:
            self.profile = json.load(file)

    def rings(self):
        """Folders of recorders that are there."""
        folder = f'{self.runtime}/fulgens'
        return [name for name in os.listdir(folder) if name.startswith('fulgens-markers-')] if os.path.exists(folder) else []

    def markers(self, name=None):
        """All markers: (thread, name, start, duration, category, data)"""
        strings = self.profile['shared']['stringArray']
        categories = [category['name'] for category in self.profile['meta']['categories']]
        found = []
        for thread in self.profile['threads']:
            table = thread['markers']
            for i in range(table['length']):
                start, end = table['startTime'][i], table['endTime'][i]
                row = (thread, strings[table['name'][i]], start, None if end is None else end - start, categories[table['category'][i]],
                       table['data'][i])
                if name is None or row[1] == name:
                    found.append(row)
        return found

    def schemas(self):
        return {schema['name']: schema for schema in self.profile['meta']['markerSchema']}

    def test_fields(self):
        self.record('fields')
        (_, _, _, duration, category, data), = self.markers('plain')
        self.assertEqual((duration, category, data), (None, 'Network', None))
        (_, _, _, _, category, data), = self.markers('said')
        self.assertEqual((category, data), ('User', {'type': 'said', 'text': 'a text'}))
        (_, _, _, duration, category, data), = self.markers('span')
        self.assertAlmostEqual(duration, 5, 6)
        self.assertEqual((category, data), ('Disk', {'type': 'span', 'text': 'five ? ms'}))
        first, second = self.markers('all')
        self.assertEqual(first[5], {'type': 'all', 'path': 'a "quoted" ä text', 'number': -9007199254740993, 'ratio': 0.125,
                                    'size': 1 << 20, 'took': 12.5, 'done': 0.75, 'page': 'https://example.org/', 'nothing': ''})
        fields = {field['key']: field['format'] for field in self.schemas()['all']['fields']}
        self.assertEqual(fields, FORMATS)
        # A field of another kind.
        self.assertEqual(second[5], {'type': 'all-2', 'path': 7})
        self.assertEqual([(field['key'], field['format']) for field in self.schemas()['all-2']['fields']], [('path', 'integer')])
        (_, _, _, duration, _, data), = self.markers('load')
        self.assertAlmostEqual(duration, 2.5, 6)
        self.assertEqual(data, {'type': 'load', 'path': 'a "quoted" ä text', 'number': -9007199254740993})
        self.assertEqual([thread['name'] for thread in self.profile['threads']], ['named'])
        self.assertEqual(self.profile['threads'][0]['processName'], 'markers')
        self.assertEqual(self.summary['markers'], 6)
        self.assertEqual(self.summary['lost']['markers'], 0)

    def test_counters(self):
        self.record('fields')
        counters = {counter['name']: counter for counter in self.profile['counters']}
        self.assertLess({'length', 'arena', 'processCPU'}, set(counters))
        for name, values, category, unit in (('length', [i % 4 for i in range(11)], 'Queue', ''),
                                             ('arena', [4096 * i for i in range(11)], 'Memory', 'bytes')):
            counter = counters[name]
            total, sums = 0, []
            for count in counter['samples']['count']:
                total += count
                sums.append(total)
            self.assertEqual(sums, values)
            self.assertEqual((counter['category'], counter['display']['unit']), (category, unit))
            times = counter['samples'].get('time') or counter['samples']['timeDeltas']
            self.assertEqual(len(times), 11)

    def test_save_when(self):
        """A marker that lasts long has what is there saved, a second later."""
        self.record('-c', f'"{self.program}" fields; sleep 2', program=['sh'], options=('--save-when', 'span>4.9', '--counters', 'none'))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith('r-')], ['r-1.json'])
        self.path = f'{self.folder}/r-1.json'
        self.read()
        self.assertEqual(len(self.markers('span')), 1)
        os.unlink(self.path)
        self.record('-c', f'"{self.program}" fields; sleep 2', program=['sh'], options=('--save-when', 'span>5.1'))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith('r-')], [])
        # Without a file of all, also if the program ends within the second.
        answer = subprocess.run([RECORD, '--save-when', 'span>4.9', '--socket', f'{self.folder}/s', '--', self.program, 'fields'], cwd=self.folder,
                                capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with gzip.open(f'{self.folder}/fulgens-record-1.json.gz') as file:
            self.assertIn(b'"span"', file.read())

    def test_much(self):
        self.record('much')
        (_, _, _, _, _, data), = self.markers('long')
        self.assertEqual(data['text'], 'x' * 4096)
        (_, _, _, _, _, data), = self.markers('cut')
        self.assertEqual(data['text'], 'x' * 4095)   # not half of a character
        (_, _, _, _, _, data), = self.markers('twice')
        self.assertEqual(set(data), {'type', 'same'})
        with open(self.path, encoding='utf-8') as file:
            self.assertEqual(file.read().count('"same":"x'), 1)
        self.assertEqual(self.summary['lost']['markers'], 2)
        (_, _, _, _, _, data), = self.markers('Lost')
        self.assertEqual(data, {'type': 'Lost', 'text': '2 markers came faster than they were read'})
        self.assertEqual(len(self.markers('')), 2)
        self.assertEqual(self.markers('many') + self.markers('large'), [])

    def test_threads(self):
        self.record('threads', '1000')
        by_thread = {}
        for thread, _, _, _, _, data in self.markers('tick'):
            by_thread.setdefault(thread['tid'], []).append((data['thread'], data['i']))
        self.assertEqual(len(by_thread), 4)
        self.assertEqual(sorted(ticks[0][0] for ticks in by_thread.values()), [0, 1, 2, 3])
        for ticks in by_thread.values():
            self.assertEqual(ticks, [(ticks[0][0], i) for i in range(1000)])
        self.assertEqual(self.summary['lost']['markers'], 0)

    def test_lost(self):
        """What finds no room is counted, exactly."""
        self.record('threads', '50000', options=('--max-memory', '24'))
        self.check_lost(200000)
        path = f'{self.folder}/lost.fpls'
        answer = self.run_it(RECORD, '-q', '-o', path, '--max-memory', '24', '--', self.program, 'threads', '50000')
        self.assertEqual(answer.returncode, 0, answer.stderr)
        flaws = self.run_it(QUERY, 'check', path).stdout.splitlines()[1:]
        self.assertGreater(len(flaws), 0)
        self.assertEqual([flaw for flaw in flaws if not flaw.endswith(' were lost')], [])
        self.path = f'{self.folder}/again.json'
        self.assertEqual(self.run_it(QUERY, 'convert', path, '-o', self.path).returncode, 0)
        self.read()
        self.check_lost(200000)

    def check_lost(self, total):
        lost = sum(int(data['text'].split()[0]) for _, _, _, _, _, data in self.markers('Lost'))
        self.assertGreater(lost, 0)
        self.assertEqual(len(self.markers('tick')) + lost, total)

    def test_family(self):
        self.record('family')
        self.assertEqual(len({thread['pid'] for thread in self.profile['threads']}), 5)
        self.assertEqual(len(self.markers('after clearing')), 1)
        parent = self.markers('parent')[0][0]['pid']
        self.assertEqual(self.markers('parent again')[0][0]['pid'], parent)
        children = [(thread['pid'], data['text']) for thread, _, _, _, _, data in self.markers('child')]
        self.assertEqual([text for _, text in children], ['child 0', 'child 1', 'child 2'])
        self.assertNotIn(parent, [pid for pid, _ in children])
        self.assertEqual(sorted(thread['pid'] for thread, *_ in self.markers('executed')), sorted(pid for pid, _ in children))

    def test_signals(self):
        """Handlers say markers in the middle of others."""
        written, handled = (int(number) for number in self.record('signals', '500').split())
        self.assertEqual(self.summary['lost']['markers'], 0)
        self.assertEqual(len(self.markers('written')), written)
        self.assertEqual([data['n'] for *_, data in self.markers('handled')][:handled], list(range(handled)))

    def test_ends(self):
        self.record('closed')
        self.assertEqual([row[1] for row in self.markers()], ['before', 'after'])
        self.record('killed', status=128 + signal.SIGKILL)
        self.assertEqual([row[1] for row in self.markers()], ['last words'])

    def test_namespace(self):
        """A process that has another number for itself."""
        unshare = ['unshare', '--pid', '--fork']
        if subprocess.run([*unshare, 'true'], check=False, capture_output=True).returncode != 0:
            self.skipTest('no namespaces')
        self.record('threads', '50', '500', program=[*unshare, self.program])
        threads = {thread['tid'] for thread, *_ in self.markers('tick')}
        self.assertEqual(len(threads), 4)
        self.assertEqual({thread['name'] for thread, *_ in self.markers('tick')}, {'markers'})

    def start(self, *arguments, path='live.json'):
        return subprocess.Popen([RECORD, '-q', '--no-symbols', '-o', f'{self.folder}/{path}', '--', self.program, *arguments],
                                stdout=subprocess.PIPE, text=True, env=self.environment)

    def test_pause(self):
        """Programs know whether they are recorded."""
        recorder = self.start('active')
        try:
            program, is_active = (int(number) for number in recorder.stdout.readline().split())
            self.assertEqual(is_active, 1)
            recorder.send_signal(signal.SIGUSR1)
            self.assertEqual(recorder.stdout.readline(), f'{program} 0\n')
            recorder.send_signal(signal.SIGUSR1)
            self.assertEqual(recorder.stdout.readline(), f'{program} 1\n')
            recorder.send_signal(signal.SIGINT)
            self.assertEqual(recorder.stdout.readline(), f'{program} 0\n')   # the program goes on
            self.assertEqual(recorder.wait(30), 0)
            os.kill(program, signal.SIGKILL)
        finally:
            recorder.kill()
            recorder.stdout.close()
        self.assertEqual(self.rings(), [])

    def test_killed_recorder(self):
        """The program goes on; the folder is removed by the next recorder, those of others that run are not."""
        left, other = self.start('active', path='left.json'), self.start('active', path='other.json')
        programs = []
        try:
            for recorder in (left, other):
                programs.append(int(recorder.stdout.readline().split()[0]))
            self.assertEqual(len(self.rings()), 2)
            left.kill()
            left.wait(30)
            self.assertEqual(len(self.rings()), 2)
            time.sleep(0.3)
            os.kill(programs[0], 0)
            self.assertFalse(os.path.exists(f'{self.folder}/left.json'))
            answer = self.run_it(RECORD, '-q', '-o', f'{self.folder}/next.json', '--', 'true')
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertEqual([name.split('-')[2] for name in self.rings()], [str(other.pid)])
        finally:
            for recorder in (left, other):
                recorder.kill()
                recorder.wait(30)
                recorder.stdout.close()
            for program in programs:
                os.kill(program, signal.SIGKILL)

    def test_killed_as_it_begins(self):
        """A folder without its locked file is removed when no recorder can still be about to lock it."""
        paths = []
        for name, age in (('old', 90), ('new', 0)):
            paths.append(f'{self.runtime}/fulgens/fulgens-markers-1-{name}')
            os.makedirs(paths[-1])
            with open(f'{paths[-1]}/capture.new', 'wb') as to:
                to.write(b'FULM')
            os.utime(paths[-1], (time.time() - age,) * 2)
        try:
            answer = self.run_it(RECORD, '-q', '-o', f'{self.folder}/next.json', '--', 'true')
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertEqual([os.path.exists(path) for path in paths], [False, True])
        finally:
            for path in paths:
                shutil.rmtree(path, ignore_errors=True)

    def test_no_recorder(self):
        """Without one, or with what is none, a program runs as ever."""
        file, empty = f'{self.folder}/file', f'{self.folder}/empty'
        os.makedirs(empty, exist_ok=True)
        with open(file, 'wb') as to:
            to.write(b'no folder')
        with open(f'{empty}/capture', 'wb') as to:
            to.write(b'FULMARK1' + bytes(16) + struct.pack('<II', 1 << 31, 0))
        for path in (None, '', '/no/such/folder', file, empty, self.folder):
            environment = dict(self.environment)
            environment.pop('FULGENS_MARKERS', None)
            if path is not None:
                environment['FULGENS_MARKERS'] = path
            self.assertEqual(subprocess.run([self.program, 'threads'], check=False, env=environment).returncode, 0)
        self.assertEqual(os.listdir(empty), ['capture'])

    def test_foreign_files(self):
        """What else lies in the folder is not read, and goes with it."""
        program = f'{self.folder}/foreign.py'
        with open(program, 'w', encoding='utf-8') as file:
            file.write('''
import os, struct, sys, time
folder = os.environ['FULGENS_MARKERS']
capture = open(f'{folder}/capture', 'rb').read()[8:24]
head = b'FULRING1' + struct.pack('<II', 1, 0) + capture + struct.pack('<QQiI', 0, 0, os.getpid(), 65536)
def put(name, content, size=4096 + 65536):
    with open(f'{folder}/{name}', 'wb') as to:
        to.write(content)
        if size:
            to.truncate(size)
put('ring-none', b'', 0)
put('ring-short', head, 0)
put('ring-large', head + struct.pack('<QQ', 1 << 60, 1 << 60))
put('ring-zero-length', head + struct.pack('<QQ', 64, 0))
put('ring-long', head.ljust(56, b'\\0') + struct.pack('<QQ', 64, 7) + bytes(4096 - 72) + struct.pack('<II', 1 << 20, 1))
put('ring-other', head.replace(capture, bytes(16)))
put('ring-cut', head + struct.pack('<QQ', 4096, 0))
put('no-ring', head)
os.mkfifo(f'{folder}/ring-fifo')
os.symlink('/dev/zero', f'{folder}/ring-link')
os.symlink(sys.executable, f'{folder}/ring-file')
for i in range(6000):
    put(f'ring-{i}', b'', 0)
time.sleep(0.5)
os.truncate(f'{folder}/ring-cut', 10)
time.sleep(0.3)
''')
        self.record(program=[sys.executable, program])
        self.assertEqual([row[1] for row in self.markers() if row[1] != 'Lost'], [])

    def test_languages(self):
        """The library by itself: C99 and C++, without a warning."""
        for compiler, options in (('cc', ['-std=c99', '-x', 'c']), ('c++', ['-std=c++17', '-x', 'c++'])):
            if shutil.which(compiler) is None:
                self.skipTest(f'no {compiler}')
            for name in ('fulgens-marker.c', 'fulgens-marker.h'):
                subprocess.run([compiler, *options, '-pedantic', '-Wall', '-Wextra', '-Wno-unused-function', '-Werror', '-fsyntax-only',
                                f'{LIBRARY}/{name}'], check=True)


if __name__ == '__main__':
    if subprocess.run([RECORD, '--check'], capture_output=True, check=False).returncode != 0:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
