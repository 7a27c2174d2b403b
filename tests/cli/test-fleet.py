#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand profiles as files of rows, made by two processes of which one is killed and repeated: the questions of data/fleet have the
answers of a single run, in each engine that is there, and those are the sums of what the command functions says.

test-fleet.py FULGENS-QUERY FIXTURES QUESTIONS
Needs node with @duckdb/node-api or chdb (NODE_PATH says where they are).
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

QUERY = sys.argv[1]
FIXTURES = Path(sys.argv[2])
QUESTIONS = sorted(Path(sys.argv[3]).glob('*.sql'))
ENGINES_PROGRAM = Path(__file__).with_name('fleet-engines.js')
N_PROFILES = int(os.environ.get('N_PROFILES', 1000))
N_OF_PART = 100
CAPTURES = FIXTURES / 'fx153-startup-small.processed70.json.gz', FIXTURES / 'synth-shared70.json.gz'
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8'}


def find_engines():
    if not shutil.which('node'):
        return []
    return [engine for engine in ('duckdb', 'clickhouse')
            if subprocess.run(['node', ENGINES_PROGRAM, engine], capture_output=True, check=False).returncode == 0]


ENGINES = find_engines()


def run(*arguments):
    result = subprocess.run([QUERY, *map(str, arguments)], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert result.returncode == 0, (arguments[:5], result.stderr)
    return result.stdout


def ask(engine, folder):
    result = subprocess.run(['node', ENGINES_PROGRAM, engine, folder, *QUESTIONS], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    # DuckDB gives whole numbers of 64 bits as texts.
    return {name: [[float(cell) if isinstance(cell, str) and cell.isdigit() and place > 0 else cell for place, cell in enumerate(row)]
                   for row in rows] for name, rows in json.loads(result.stdout).items()}


def near(a, b):
    return abs(a - b) <= 1e-9 * max(1, abs(a)) if isinstance(a, (int, float)) and isinstance(b, (int, float)) else a == b


class FleetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        chance = random.Random(1)
        cuts = []
        for i in range(N_PROFILES):
            start = chance.uniform(0, 900)
            cuts.append((CAPTURES[i % 4 == 3], start, start + chance.uniform(20, 60), cls.folder / f'{i:04}.json.gz'))
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda cut: run('save', '--keep=all', '--tracks=all', '-r', f'{cut[1]},{cut[2]}', '-o', cut[3], cut[0]), cuts))
        files = [cut[3] for cut in cuts]
        cls.versions = {'152': files[:N_PROFILES // 2], '153': files[N_PROFILES // 2:]}
        cls.parts = [(version, of[at:at + N_OF_PART]) for version, of in cls.versions.items() for at in range(0, len(of), N_OF_PART)]
        cls.out, cls.single = cls.folder / 'out', cls.folder / 'single'
        cls.kill_one(*cls.parts[3])
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda part: cls.convert(cls.out, *part), cls.parts))
        for version, of in cls.versions.items():
            cls.convert(cls.single, version, of)
        cls.answers = {(engine, folder): ask(engine, folder) for engine in ENGINES for folder in (cls.out, cls.single)}

    @classmethod
    def convert(cls, folder, version, files):
        run('rows', '-o', folder, '--label', f'version={version}', *files)

    @classmethod
    def kill_one(cls, version, files):
        """While it writes. What it leaves is no part."""
        process = subprocess.Popen([QUERY, 'rows', '-o', cls.out, '--label', f'version={version}', *files], env=ENVIRONMENT)
        until = time.monotonic() + 60
        while not any(path.stat().st_size > 4 for path in cls.out.glob('samples/*')) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        cls.left = [path.name for path in cls.out.glob('*/*')]

    def test_killed(self):
        self.assertTrue(self.left)
        self.assertFalse([name for name in self.left if name.endswith('.parquet')], self.left)
        again = self.folder / 'again'
        self.convert(again, *self.parts[3])
        for path in again.rglob('*.parquet'):
            self.assertEqual(path.read_bytes(), (self.out / path.relative_to(again)).read_bytes(), path)
        self.assertEqual(len(list(self.out.glob('samples/*.parquet'))), len(self.parts))
        self.assertEqual(len(list(self.single.glob('samples/*.parquet'))), 2)

    def assert_same(self, rows, others, where):
        """Sums are made in another order in each run: rows of the same figure may change places, and the last of them be another."""
        self.assertEqual(len(rows), len(others), where)
        for row, other in zip(rows, others):
            self.assertTrue(all(near(a, b) for a, b in zip(row, other) if not isinstance(a, str)), (where, row, other))
        named, others = ({tuple(cell for cell in row if isinstance(cell, str)): row for row in of} for of in (rows, others))
        last = [cell for cell in rows[-1] if not isinstance(cell, str)]
        for name, row in named.items():
            if name in others:
                self.assertTrue(all(map(near, row, others[name])), (where, row, others[name]))
            else:
                self.assertTrue(any(near(abs(a), abs(b)) for a, b in zip([cell for cell in row if not isinstance(cell, str)], last)), (where, row))

    def test_answers(self):
        """Of parts those of a single run, and the same in each engine."""
        self.assertTrue(ENGINES)
        first = self.answers[ENGINES[0], self.single]
        self.assertEqual(len(first), 5)
        for name, rows in first.items():
            self.assertTrue(rows, name)
        for where, answers in self.answers.items():
            for name, rows in answers.items():
                self.assert_same(rows, first[name], (where, name))

    def test_sums(self):
        """The function lists of all profiles, added up."""
        def list_functions(path):
            return json.loads(run('functions', '--json', '-n', '0', '--thread-name', '*', path))['rows']

        for version, files in self.versions.items():
            sums = Counter()
            with ThreadPoolExecutor(2) as pool:
                for rows in pool.map(list_functions, files):
                    for name, _, own in rows:
                        sums[name] += own
            is_ = [row[1:] for row in self.answers[ENGINES[0], self.out]['top-functions.sql'] if row[0] == version]
            self.assertEqual(len(is_), 20)
            self.assertEqual([own for _, own, _ in is_], sorted(sums.values(), reverse=True)[:20])
            for name, own, share in is_:
                self.assertEqual(own, sums[name], name)
                self.assertAlmostEqual(share, own / sums.total(), 9)


if __name__ == '__main__':
    if not ENGINES:
        print('no node with @duckdb/node-api or chdb', file=sys.stderr)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
