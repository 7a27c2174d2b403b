#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Callers that perf recorded as memory of the stack, names of the kernel and of generated code, against perf script

test-unwind.py FULGENS-QUERY SYMBOLIZER FOLDER

FOLDER has the source of the program, which is compiled and recorded here. Exits with 77, for "skipped", where perf may
not record.
"""

import glob
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

QUERY, SYMBOLIZER, FOLDER = sys.argv[1:4]
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none'}


def run(*command, environment=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment or ENVIRONMENT).stdout


def query(*arguments, **options):
    return json.loads(run(QUERY, *arguments, '--json', **options))


def is_kernel(address):
    return address >= 1 << 63


class Unwind(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = os.path.join(cls.folder, 'program')
        run('cc', '-O2', '-g', '-pthread', '-Wl,--build-id', '-o', cls.program, os.path.join(FOLDER, 'program-unwind.c'))
        cls.path = os.path.join(cls.folder, 'perf.data')
        for _ in range(5):   # on a busy machine a few samples may all miss the kernel
            run('perf', 'record', '-q', '-e', 'cpu-clock', '-F', '500', '--call-graph', 'dwarf', '-o', cls.path, '--', cls.program)
            cls.stacks, cls.kernel_names = cls.read_with_perf()
            if cls.kernel_names:
                break
        cls.threads = query('info', cls.path)['threads']

    @classmethod
    def read_with_perf(cls):
        """Addresses by thread, the outermost first, samples in order of time; and names of those in the kernel."""
        stacks, current, names = {}, [], {}
        for line in run('perf', 'script', '--no-inline', '--ns', '-F', 'tid,time,ip,sym', '-i', cls.path).splitlines():
            head = re.fullmatch(r'\s*(\d+) +([\d.]+): *', line)
            if head:
                current = []
                stacks.setdefault(head[1], []).append((float(head[2]), current))
            elif line.strip():
                words = line.split()
                current.append(int(words[0], 16))
                if is_kernel(current[-1]):
                    names[current[-1]] = words[1]
        return {tid: [addresses[::-1] for _, addresses in sorted(samples, key=lambda s: s[0])]
                for tid, samples in stacks.items()}, names

    def read_own(self, thread, path=None, **options):
        rows = query('samples', '--thread', str(thread), '--limit', '0', path or self.path, **options)['rows']
        return [[int(name, 16) if re.fullmatch('0x[0-9a-f]+', name) else name for name in row[3]] for row in rows]

    def test_same_callers(self):
        """Threads that begin in the program; the first one begins in the loader, where perf knows less."""
        n = 0
        for i, thread in enumerate(self.threads):
            if thread['pid'] == thread['tid']:
                continue
            own, others = self.read_own(i), self.stacks[thread['tid']]
            self.assertEqual(len(own), len(others))
            for mine, other in zip(own, others):
                callers = [address for address in other if not is_kernel(address)]
                self.assertEqual(mine[:len(callers)], callers)
                self.assertEqual(len(mine), len(other))
                n += len(callers) > 3
        self.assertGreater(n, 20)

    def test_changed_program(self):
        """Another program has the path by now: what perf kept is used, and where that cannot be found the log says so."""
        before = {i: self.read_own(i) for i in range(len(self.threads))}
        os.rename(self.program, self.program + '.old')
        shutil.copy(shutil.which('true'), self.program)
        packed = os.path.join(self.folder, 'packed.perf.data.gz')
        with open(self.path, 'rb') as stream, gzip.open(packed, 'wb', 1) as output:
            shutil.copyfileobj(stream, output)
        try:
            for i, stacks in before.items():
                self.assertEqual(self.read_own(i), stacks)
            self.assertNotIn('has changed', run(QUERY, 'check', self.path))
            # The build ids stand at the end, and a compressed file is read in one pass.
            self.assertIn('has changed', run(QUERY, 'check', packed))
        finally:
            os.rename(self.program + '.old', self.program)
        for i, stacks in before.items():
            self.assertEqual(self.read_own(i, path=packed), stacks)

    def test_kernel_names(self):
        """From the table that perf kept; of several names for one place it may show another one."""
        tables = glob.glob(os.path.join(os.environ['HOME'], '.debug', '.build-id', '*', '*', 'kallsyms'))
        if not self.kernel_names or not tables:
            self.skipTest('perf may not see the kernel')
        with open(tables[0], encoding='utf-8') as stream:
            starts = {}
            for line in stream:
                address, _, name = line.split()[:3]
                starts.setdefault(name, set()).add(address)
        named = os.path.join(self.folder, 'named.json')
        library = next(library for library in query('symbolicate', '-o', named, self.path)['libraries']
                       if 'kernel' in library['debugName'])
        self.assertEqual(library['source'], 'kallsyms')
        self.assertEqual(library['found'], library['addresses'])
        n = 0
        for i, thread in enumerate(self.threads):
            rows = query('samples', '--thread', str(i), '--limit', '0', named)['rows']
            for row, other in zip(rows, self.stacks[thread['tid']]):
                theirs = [self.kernel_names[address] for address in other if is_kernel(address)]
                for mine, name in zip(row[3][len(row[3]) - len(theirs):], theirs):
                    self.assertTrue(mine == name or starts[mine] & starts[name], (mine, name))
                    n += 1
        self.assertGreater(n, 0)

    @unittest.skipUnless(platform.machine() == 'x86_64', 'the code is for x86-64')
    def test_generated_code(self):
        """Named by the file that the program wrote, if it is of this machine and there."""
        program, path = os.path.join(self.folder, 'generated'), os.path.join(self.folder, 'generated.data')
        run('cc', '-O1', '-fno-omit-frame-pointer', '-o', program, os.path.join(FOLDER, 'program-generated.c'))
        names = run('perf', 'record', '-q', '-e', 'cpu-clock', '-F', '500', '-g', '-o', path, '--', program).strip()
        try:
            n = run('perf', 'script', '--no-inline', '-F', 'ip,sym', '-i', path).count('generated loop')
            functions = query('functions', '--thread', '0', '--limit', '0', '--search', 'generated', path)['rows']
        finally:
            os.remove(names)
        self.assertGreater(n, 20)
        self.assertEqual([total for name, total, _ in functions if name == 'generated loop'], [n])
        self.assertNotIn('generated loop', run(QUERY, 'functions', '--thread', '0', '--limit', '0', path))

    def test_without_process(self):
        """What cannot be unwound is said to be missing; where each thread ran stays."""
        environment = {**ENVIRONMENT, 'FULGENS_SYMBOLIZER': '/nowhere'}
        thread = next(i for i, thread in enumerate(self.threads) if thread['pid'] != thread['tid'])
        for mine, other in zip(self.read_own(thread, environment=environment), self.stacks[self.threads[thread]['tid']]):
            self.assertEqual(len(mine), max(1, sum(map(is_kernel, other))))
        text = run(QUERY, 'check', self.path, environment=environment)
        self.assertRegex(text, r'callers of \d+ samples are missing')


if __name__ == '__main__':
    if not shutil.which('perf') or not shutil.which('cc'):
        print('perf or cc is not installed', file=sys.stderr)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        # Where perf keeps files of the recording.
        os.environ['HOME'] = ENVIRONMENT['HOME'] = folder
        tried = subprocess.run(['perf', 'record', '-q', '-e', 'cpu-clock', '-g', '-o', os.path.join(folder, 'try'), '--', 'true'],
                               check=False, capture_output=True)
        if tried.returncode != 0:
            print('perf may not record', file=sys.stderr)
            sys.exit(77)
        Unwind.folder = folder
        unittest.main(argv=sys.argv[:1])
