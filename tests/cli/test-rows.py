#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query rows from outside: files read back by other programs have the rows of sql, the same input gives the same bytes, bad input.

test-rows.py FULGENS-QUERY FIXTURES
"""

import csv
import gzip
import json
import math
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import parquet_reader

QUERY = sys.argv[1]
FIXTURES = Path(sys.argv[2])
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}
STARTUP = FIXTURES / 'fx153-startup-small.gecko.json.gz'
NATIVE = FIXTURES / 'perf-script-native-fp.txt.gz'
PPROF = FIXTURES / 'pprof.ok.pb'


def run(*arguments, **options):
    return subprocess.run([QUERY, *map(str, arguments)], capture_output=True, text=True, check=False, env=ENVIRONMENT, **options)


def same(a, b):
    return a == b or (isinstance(a, float) and isinstance(b, (int, float)) and math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12))


class RowsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.out = self.folder / 'out'

    def tearDown(self):
        self.temporary.cleanup()

    def rows(self, *arguments, status=0, **options):
        result = run('rows', '-o', self.out, *arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, '')
        if status:
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        return result.stderr

    def parts(self, kind='parquet'):
        return {path.relative_to(self.out).parts[0]: path for path in self.out.rglob(f'part-*.{kind}')}

    def answer(self, table, columns, files):
        result = run('sql', '--json', '-n', '0', f'SELECT {", ".join(columns)} FROM {table}', *files)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)['rows']

    def assert_rows(self, rows, expected, where):
        self.assertEqual(len(rows), len(expected), where)
        for row, other in zip(rows, expected):
            self.assertTrue(all(map(same, row, other)), (where, row, other))

    def test_parquet(self):
        """Each table has the rows of sql, and statistics are right."""
        files = (STARTUP, PPROF)
        self.rows(*files)
        parts = self.parts()
        self.assertEqual(set(parts), {path.name for path in self.out.iterdir() if path.is_dir()})
        for table, path in parts.items():
            columns, statistics = parquet_reader.read(path)
            self.assertEqual('duration' in columns, table in ('markers', 'profiles'))
            self.assert_rows(list(zip(*columns.values())), self.answer(table, columns, files), table)
            for name, cells, said in statistics:
                values = [cell for cell in cells if cell is not None]
                self.assertEqual(said[3], len(cells) - len(values), (table, name))
                if 5 in said and isinstance(values[0], str):
                    self.assertEqual((said[6].decode(), said[5].decode()), (min(values), max(values)))
                    self.assertLessEqual(max(len(said[5]), len(said[6])), 64)
                elif 5 in said:
                    kind = 'little' if isinstance(values[0], int) else None
                    decode = (lambda data: int.from_bytes(data, kind, signed=True)) if kind else parquet_reader.to_double
                    self.assertEqual((decode(said[6]), decode(said[5])), (min(values), max(values)), (table, name))
        self.assertEqual(sum(1 for _ in self.out.rglob('.fulgens-*')), 0)

    def test_same_bytes(self):
        self.rows(STARTUP, NATIVE)
        first = {table: path.read_bytes() for table, path in self.parts().items()}
        names = {path.name for path in self.parts().values()}
        self.assertEqual(len(names), 1)
        self.rows(STARTUP, NATIVE)   # over what is there
        self.assertEqual({path.name for path in self.parts().values()}, names)
        self.assertEqual({table: path.read_bytes() for table, path in self.parts().items()}, first)
        self.rows(NATIVE)   # another part
        self.assertEqual(len(list((self.out / 'samples').iterdir())), 2)

    def test_csv(self):
        self.rows('-f', 'csv', STARTUP)
        with gzip.open(self.parts('csv.gz')['threads'], 'rt', encoding='utf-8', newline='') as file:
            names, *rows = csv.reader(file)
        expected = [['' if cell is None else cell for cell in row] for row in self.answer('threads', names, [STARTUP])]
        self.assertEqual(len(rows), len(expected))
        for row, other in zip(rows, expected):
            self.assertTrue(all(a == str(b) or float(a) == b for a, b in zip(row, other)), (row, other))

    def test_sqlite(self):
        self.rows('-f', 'sqlite', STARTUP, NATIVE)
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), ['_schema.json', 'rows.sqlite'])
        with sqlite3.connect(self.out / 'rows.sqlite') as database:
            for table in ('samples', 'stacks', 'markers', 'processes'):
                columns = [f'"{row[1]}"' for row in database.execute(f'PRAGMA table_info({table})')]
                rows = database.execute(f'SELECT {", ".join(columns)} FROM {table}').fetchall()
                expected = self.answer(table, columns, [STARTUP, NATIVE])
                self.assert_rows(sorted(rows, key=repr), sorted(map(tuple, expected), key=repr), table)
            self.assertEqual(database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'samples_time'").fetchone(), (1,))
        database.close()

    def test_functions(self):
        """The totals of each thread are those of the command functions."""
        self.rows('--functions', '--tables', 'threads', STARTUP)
        self.assertEqual(set(self.parts()), {'threads', 'function_totals'})
        columns, _ = parquet_reader.read(self.parts()['function_totals'])
        for thread in set(columns['thread']):
            rows = sorted((f, t, s) for n, f, t, s in zip(columns['thread'], columns['function'], columns['total'], columns['self']) if n == thread)
            answer = json.loads(run('functions', '--json', '-n', '0', '-t', thread, STARTUP).stdout)['rows']
            self.assert_rows(rows, sorted(map(tuple, answer)), thread)

    def test_choice(self):
        self.rows('--no-stacks', '--label', 'version=1', '--label', 'text=a\nb=c', '--partition', 'suite=a/b=\n', '--part', 'n/1', STARTUP)
        parts = self.parts()
        self.assertFalse({'stacks', 'frames', 'funcs'} & set(parts))
        self.assertEqual(str(parts['samples'].relative_to(self.out)), 'samples/suite=a%2Fb%3D%0A/part-n%2F1.parquet')
        columns, _ = parquet_reader.read(parts['profile_labels'])
        self.assertEqual(list(zip(columns['key'], columns['value'])), [('version', '1'), ('text', 'a\nb=c')])
        self.assertEqual(len(set(parquet_reader.read(parts['samples'])[0]['function'])) > 10, True)

    def test_unreadable(self):
        wrong = self.folder / 'wrong.json'
        wrong.write_text('{')
        self.rows(STARTUP, wrong, status=3)
        self.assertEqual(self.parts(), {})
        said = self.rows('--skip-unreadable', wrong, STARTUP, status=1)
        self.assertIn('wrong.json', said)
        self.assertEqual(set(parquet_reader.read(self.parts()['samples'])[0]['profile']), {STARTUP.name})
        result = run('rows', '-o', self.out, '--skip-unreadable', wrong)
        self.assertEqual((result.returncode, len(result.stderr.splitlines())), (3, 2))

    def test_refused(self):
        (self.folder / 'other').mkdir()
        again = shutil.copy(STARTUP, self.folder / 'other')
        self.assertIn('--key', self.rows(STARTUP, again, status=2))
        self.rows('--key', 'path', STARTUP, again)
        self.assertIn('two', self.rows('--key', 'sha256', STARTUP, again, status=2).lower())
        for options in (('--format', 'orc'), ('--tables', 'sample'), ('--partition', 'a'), ('--label', '=b'), ('--key', 'name'),
                        ('--format', 'sqlite', '--partition', 'a=b')):
            self.rows(*options, STARTUP, status=2)
        (self.out / '_schema.json').write_text('{}')
        self.assertIn('_schema.json', self.rows(STARTUP, status=2))

    def test_output_fails(self):
        """Nothing half is left."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000))
        for kind in ('parquet', 'csv'):
            self.rows('-f', kind, STARTUP, status=74, preexec_fn=limit)
            self.assertEqual([path.name for path in self.out.rglob('*') if path.is_file()], ['_schema.json'])
            self.assertEqual(list(self.out.rglob('.fulgens-*')), [])
        self.rows('-f', 'sqlite', STARTUP, status=74, preexec_fn=limit)
        self.assertFalse((self.out / 'rows.sqlite').exists() or (self.out / 'rows.sqlite.tmp').exists())
        blocked = self.folder / 'file'
        blocked.write_text('')
        result = run('rows', '-o', blocked, STARTUP)
        self.assertEqual(result.returncode, 74, result.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
