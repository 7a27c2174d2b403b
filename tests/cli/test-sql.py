#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query sql and schema from outside: tables, constraints, functions of views, formats, exit statuses, what is refused.

test-sql.py FULGENS-QUERY FIXTURES
"""

import base64
import csv
import gzip
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

QUERY = sys.argv[1]
FIXTURES = Path(sys.argv[2])
SMALL = FIXTURES / 'processed-v70-two-processes.ok.json'
SYNTH = FIXTURES / 'synth-shared70.json.gz'
CAPTURE = FIXTURES / 'fx153-startup-small.processed70.json.gz'
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}
ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) '


def sql(*arguments, text=None):
    return subprocess.run([QUERY, 'sql', *map(os.fspath, arguments)], input=text, capture_output=True, check=False, env=ENVIRONMENT, timeout=100)


def rows(statement, *arguments):
    result = sql('--json', '-n', '0', statement, *(arguments or [SMALL]))
    assert result.returncode == 0, (statement, result.stderr)
    return json.loads(result.stdout)['rows']


def command(*arguments):
    return json.loads(subprocess.run([QUERY, *map(os.fspath, arguments)], capture_output=True, check=True, env=ENVIRONMENT).stdout)


class SqlTest(unittest.TestCase):
    def assert_refused(self, status, named, *arguments):
        result = sql(*arguments)
        self.assertEqual(result.returncode, status, (str(arguments)[:200], result.stderr[:200]))
        self.assertIn(named, result.stderr.decode())
        self.assertEqual(result.stderr.count(b'\n'), 1)
        self.assertEqual(result.stdout, b'')

    def test_tables(self):
        self.assertEqual(rows('SELECT sample, time, stack, weight, cpu_ms, duration, function FROM samples WHERE thread = 0')[2:],
                         [[2, 3.5, 2, 1, None, 1, '0x7f0000001100'], [3, 4.5, 10, 1, 0.005, 1, '0xzz'], [4, 5.5, 11, 1, 0, 1, 'Idle'],
                          [5, 6.5, None, 1, None, 1, None]])
        self.assertEqual(rows('SELECT marker, end_time, duration, type, incomplete FROM markers WHERE thread = 0 AND marker IN (1, 2, 5)'),
                         [[1, None, None, 'Text', 0], [2, 7.5, 6, 'Network', 1], [5, None, None, None, 0]])
        self.assertEqual(rows('SELECT total FROM counter_samples'), [[0], [-20], [30]])
        self.assertEqual(rows("SELECT kind, weight, address FROM allocations ORDER BY kind, allocation"),
                         [['js', 64, None], ['native', 128, 4096], ['native', -128, 4096]])
        self.assertEqual(rows('SELECT count(*), sum(stack IS NULL) FROM samples s JOIN stacks USING (profile, stack) '
                              'JOIN frames USING (profile, frame) JOIN funcs f USING (profile, func) WHERE f.name = s.function'), [[8, 0]])
        self.assertEqual(rows('SELECT stack, depth, stack_text(profile, stack) FROM stacks WHERE prefix = 12'), [[14, 1, '(root);child work']])
        self.assertEqual(rows('SELECT count(*) FROM sample_values'), [[0]])

    def test_times(self):
        """From the start of the root range, which is not that of the file."""
        (zero, epoch), = rows('SELECT zero, epoch FROM profiles', SYNTH)
        self.assertEqual([zero, epoch], [10, 1700000000010])
        first = command('markers', '--json', '-t', '0', SYNTH)['first'][0]
        self.assertIn([first[0], round(first[1], 6)], rows('SELECT name, round(start_time, 6) FROM markers WHERE thread = 0', SYNTH))

    def test_data_of_markers(self):
        """Numbers of strings are strings, a picture is its size, and the cause is elsewhere."""
        profile = json.loads(SMALL.read_text())
        strings, markers = profile['shared']['stringArray'], profile['threads'][0]['markers']
        picture = base64.b64encode(bytes(1000)).decode()
        strings.append(f'data:image/jpg;base64,{picture}')
        markers['data'][6] = {'type': 'CompositorScreenshot', 'url': len(strings) - 1, 'windowID': '0x1', 'windowWidth': 8, 'windowHeight': 4}
        markers['name'][6] = strings.index('CompositorScreenshot') if 'CompositorScreenshot' in strings else len(strings)
        strings.append('CompositorScreenshot')
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / 'pictures.json'
            path.write_text(json.dumps(profile))
            found = {kind: json.loads(data) for kind, data in rows('SELECT type, data FROM markers WHERE data IS NOT NULL AND thread = 0', path)}
        self.assertEqual(found['CompositorScreenshot']['url'], {'bytes': 1000})
        self.assertEqual(found['Flow'], {'type': 'Flow', 'flow': strings[22], 'count': 3})
        self.assertEqual(found['Text'], {'type': 'Text', 'name': 'hello "quoted" \\ é'})

    def test_wide_columns(self):
        """Computed ones are not in SELECT *."""
        for table in command('schema', '--json')['tables']:
            answer = json.loads(sql('--json', f'SELECT * FROM {table["name"]}', SMALL).stdout)
            self.assertEqual(answer['columns'], [column['name'] for column in table['columns'] if not column['wide']])
            wide = ', '.join(column['name'] for column in table['columns'])
            self.assertEqual(sql(f'SELECT {wide} FROM {table["name"]}', SMALL).returncode, 0)

    def test_constraints(self):
        """What is not looked for row by row gives the rows that a look at each gives."""
        edges = [time for (time,) in rows('SELECT time FROM samples WHERE thread = 1 AND sample IN (0, 7, 8, 900, 1499)', SYNTH)]
        [(name, kind)] = rows('SELECT name, type FROM markers WHERE type IS NOT NULL GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1', SYNTH)
        pairs = [('samples', 'thread = 1', '+thread = 1'), ('samples', "thread = '1'", "+thread = 1"), ('samples', "thread = 'x'", "+thread = 'x'"),
                 ('samples', 'thread = 1.5', '+thread = 1.5'), ('samples', 'thread = -1', '+thread = -1'), ('samples', 'thread IN (3, 0, 99)', '+thread IN (3, 0, 99)'),
                 ('samples', 'sample = 8', '+sample = 8'), ('samples', 'thread = 2 AND sample = 1500', '+thread = 2 AND +sample = 1500'),
                 ('samples', 'thread = NULL', '+thread = NULL'), ('samples', "time < 'x'", "+time < 'x'"), ('samples', "time < x'00'", "+time < x'00'"),
                 ('samples', 'time >= NULL', '+time >= NULL'), ('stacks', 'prefix = 4', '+prefix = 4'), ('stacks', 'prefix IS NULL', '+prefix IS NULL'),
                 ('stacks', 'prefix = 4 AND stack > 20', '+prefix = 4 AND +stack > 20'), ('stacks', 'stack = 17', '+stack = 17'),
                 ('stacks', 'prefix = -1', '+prefix = -1'), ('stacks', 'prefix = 99999999', '+prefix = 99999999'),
                 ('allocations', "kind = 'js' AND thread = 0", "+kind = 'js' AND +thread = 0"), ('allocations', "kind = 'native'", "+kind = 'native'"),
                 ('allocations', "kind = 'JS' COLLATE NOCASE", "+kind = 'JS' COLLATE NOCASE"), ('allocations', "kind = 'x'", "+kind = 'x'"),
                 ('allocations', "kind IN ('native', 'js', NULL) AND allocation < 5", "+kind IN ('native', 'js', NULL) AND +allocation < 5"),
                 ('allocations', 'allocation = 3', '+allocation = 3'),
                 ('counter_samples', 'counter = 1 AND time < 500', '+counter = 1 AND +time < 500'),
                 ('markers', 'start_time > 100 AND start_time <= 900', '+start_time > 100 AND +start_time <= 900'),
                 ('markers', f"name = '{name}'", f"+name = '{name}'"), ('markers', f"type = '{kind}'", f"+type = '{kind}'"),
                 ('markers', f"name = '{name}' AND type = '{kind}' AND start_time > 100", f"+name = '{name}' AND +type = '{kind}' AND +start_time > 100"),
                 ('markers', f"name IN ('{name}', 'x', NULL) AND thread = 1", f"+name IN ('{name}', 'x', NULL) AND +thread = 1"),
                 ('markers', f"name = '{name.upper()}' COLLATE NOCASE", f"+name = '{name.upper()}' COLLATE NOCASE"),
                 ('markers', 'name = NULL', '+name = NULL'), ('markers', 'name = 5', '+name = 5'), ('markers', "name = x'41'", "+name = x'41'"),
                 ('markers', f"name = '{name}' || char(0)", f"+name = '{name}' || char(0)"), ('markers', "type = ''", "+type = ''"),
                 ('threads', f"profile = '{SYNTH.name}'", f"+profile = '{SYNTH.name}'"), ('threads', "profile = 'other'", "+profile = 'other'"),
                 ('threads', f"profile = '{SYNTH.name.upper()}' COLLATE NOCASE", f"+profile = '{SYNTH.name.upper()}' COLLATE NOCASE")]
        for edge in edges:
            for operator in ('>=', '>', '<', '<='):
                pairs.append(('samples', f'time {operator} {edge!r}', f'+time {operator} {edge!r}'))
            pairs.append(('samples', f'thread = 1 AND time BETWEEN {edge!r} AND {edge + 10!r}', f'+thread = 1 AND +time BETWEEN {edge!r} AND {edge + 10!r}'))
        some = 0
        for table, fast, slow in pairs:
            found = rows(f'SELECT * FROM {table} WHERE {fast}', SYNTH)
            self.assertEqual(sorted(map(str, found)), sorted(map(str, rows(f'SELECT * FROM {table} WHERE {slow}', SYNTH))), fast)
            some += len(found) > 0
        self.assertGreater(some, 30)
        for marked in ('name', 'type'):
            counted = f'SELECT {marked}, count(*), (SELECT count(*) FROM markers o WHERE o.{marked} = m.{marked}) FROM markers m GROUP BY 1'
            self.assertTrue(all(n == found for text, n, found in rows(counted, SYNTH, SMALL) if text is not None), marked)
            grouped = f"SELECT thread, count(*) FROM markers WHERE {{}}{marked} = '{name if marked == 'name' else kind}' GROUP BY thread"
            self.assertEqual(rows(grouped.format(''), SYNTH, SMALL), rows(grouped.format('+'), SYNTH, SMALL))

    def test_orders(self):
        for table, order in (('samples', 'thread, sample'), ('samples', 'thread, time'), ('markers', 'thread, marker'), ('stacks', 'stack'),
                             ('samples', 'profile, thread'), ('counter_samples', 'counter, time'), ('allocations', 'thread, kind, allocation'),
                             ('samples', 'thread DESC, sample'), ('samples', 'time, thread'), ('samples', 'sample, thread')):
            columns = order.replace(' DESC', '')
            plain = ', '.join('+' + part for part in order.split(', '))
            is_, should = (rows(f'SELECT {columns} FROM {table} ORDER BY {by}', SYNTH) for by in (order, plain))
            self.assertTrue(is_ and is_ == should, order)
        # In the order of a value that many have, and of groups.
        for column in ('function', 'func', 'resource_name', 'category', 'subcategory', 'category_name', 'stack'):
            for where in ('1', 'thread = 2', 'time > 300 AND time < 500', 'thread IN (3, 1) AND time > 300', 'thread = 99', 'stack IS NULL', 'sample = 8'):
                for end in (f'GROUP BY {column}', f'GROUP BY {column} ORDER BY 1', f'GROUP BY {column} ORDER BY 1 DESC', f'GROUP BY {column} HAVING count(*) > 2 ORDER BY 2, 1'):
                    statement = f'SELECT {column}, count(*), sum(weight), min(thread), max(sample) FROM samples WHERE {where} {end}'
                    is_, should = rows(statement, SYNTH), rows(statement.replace(f'GROUP BY {column}', f'GROUP BY +{column}'), SYNTH)
                    self.assertEqual(is_ if 'ORDER' in end else sorted(is_, key=str), should if 'ORDER' in end else sorted(should, key=str), statement)
            for end in ('', ' DESC', ' COLLATE NOCASE'):
                is_, should = (rows(f'SELECT {column} FROM samples ORDER BY {plus}{column}{end}', SYNTH) for plus in ('', '+'))
                self.assertTrue(is_ and is_ == should, (column, end))
            self.assertEqual(sorted(rows(f'SELECT DISTINCT {column} FROM samples', SYNTH), key=str), sorted(rows(f'SELECT DISTINCT +{column} FROM samples', SYNTH), key=str))
        several = 'SELECT function, sum(weight) FROM samples GROUP BY function ORDER BY 2 DESC, 1'
        self.assertEqual(rows(several, SYNTH, SMALL), rows(several.replace('BY function', 'BY +function'), SYNTH, SMALL))
        joined = 'SELECT t.name, s.function, count(*) FROM threads t JOIN samples s USING (profile, thread) GROUP BY s.function, t.name ORDER BY 1, 2'
        self.assertEqual(rows(joined, SYNTH), rows(joined.replace('BY s.function', 'BY +s.function'), SYNTH))
        both = rows('SELECT thread, sample FROM samples ORDER BY thread, sample', SYNTH, SMALL)
        self.assertEqual(both, sorted(both))

    def test_views(self):
        for options in ([], ['-t', '0'], ['-t', '0', '-r', '100,700', '-i', 'js'], ['-t', '0,1', '-s', 'a']):
            is_ = rows('SELECT function, total, self FROM functions', *options, SYNTH)
            self.assertEqual(sorted(is_), sorted(command('functions', '--json', '-n', '0', *options, SYNTH)['rows']))
            is_ = rows('SELECT depth, function, total, self FROM call_tree ORDER BY place', *options, SYNTH)
            self.assertEqual(is_, command('call-tree', '--json', '-n', '0', *options, SYNTH)['rows'])
        is_ = rows('SELECT name, category_name, n, n_durations, total, median, p95, longest FROM marker_statistics', '-t', '0', SYNTH)
        self.assertTrue(is_)
        for row, of in zip(is_, command('markers', '--json', '--statistics', '-n', '0', '-t', '0', SYNTH)['rows'], strict=True):
            figures = of['duration'] or dict.fromkeys(('sum', 'median', 'p95', 'max')) | {'count': 0}
            self.assertEqual(row[:4], [of['name'], of['category'], of['count'], figures['count']])
            for value, key in zip(row[4:], ('sum', 'median', 'p95', 'max'), strict=True):
                self.assertEqual(value is None, figures[key] is None)
                self.assertAlmostEqual(value or 0, figures[key] or 0, 6)
        # The rows of the table, also of several threads.
        for threads, n in ('0', 917), ('0,1', 655):
            listed = list(csv.reader(subprocess.run([QUERY, 'markers', '--csv', '-t', threads, SYNTH], capture_output=True, check=True, text=True).stdout.splitlines()))
            columns = [listed[0].index(name) for name in ('thread', 'name', 'start')]
            found = rows(f"SELECT thread, name, start_time, label, data, marker FROM find_markers('{threads}')", SYNTH)
            self.assertEqual(len(found), n)
            self.assertEqual([[str(row[0]), row[1], round(row[2], 6)] for row in found],
                             [[row[columns[0]], row[columns[1]], round(float(row[columns[2]]), 6)] for row in listed[1:]])
            table = {(row[0], row[5]): row for row in rows('SELECT thread, name, start_time, label, data, marker FROM markers', SYNTH)}
            self.assertEqual(found, [table[row[0], row[5]] for row in found])
        self.assertEqual(rows('SELECT function, self FROM functions(1, 100, 700)', SYNTH),
                         rows('SELECT function, self FROM functions', '-t', '1', '-r', '100,700', SYNTH))
        dropped = [rows(f"SELECT function, total FROM functions WHERE transforms = '{transforms}'", SYNTH)
                   for transforms in ('[]', '["drop-function:ns3::Miethgem3(int)"]', '[{"type": "drop-function", "function": "ns3::Miethgem3(int)"}]')]
        self.assertEqual(dropped[1], dropped[2])
        self.assertNotEqual(dropped[0], dropped[1])
        self.assertEqual(sql("SELECT 1 FROM functions WHERE transforms = '[5]'", SYNTH).returncode, 2)
        self.assertEqual(rows('SELECT sum(n), sum(weight) FROM stack_weights(1)', SYNTH),
                         rows('SELECT count(*), sum(weight) FROM samples WHERE thread = 1 AND stack IS NOT NULL', SYNTH))

    def test_view_samples(self):
        """The samples that functions are summed from, and the graph of activity."""
        for options in (['-t', '0'], ['-t', '1,0', '-r', '100,700', '-T', 'drop-function:ns1::Quihulfir92()'], ['-t', '0,1,2', '-s', 'a', '-i', 'js'], ['--strategy', 'native-allocations', '-t', '0']):
            own = {row[0]: row[2] for row in command('functions', '--json', '-n', '0', *options, SYNTH)['rows'] if row[2]}
            self.assertTrue(own, options)
            sums = rows('SELECT function, sum(weight) FROM filtered_samples GROUP BY 1 HAVING sum(weight) <> 0', *options, SYNTH)
            self.assertEqual({row[0]: round(row[1], 6) for row in sums}, {name: round(weight, 6) for name, weight in own.items()}, options)
            joined = rows('SELECT count(*), sum(s.time = f.time), sum(s.stack = f.stack), count(f.sample) FROM filtered_samples f LEFT JOIN samples s USING (profile, thread, sample)',
                          *options, SYNTH)[0]
            self.assertEqual(joined, [joined[0]] * 4 if '--strategy' not in options else [joined[0], None, None, 0], options)
        graph = command('activity', '--json', '-w', '50', '-t', '0', '-r', '100,700', SYNTH)['graph']['smoothedPercentPerPixelByCategory']
        shares = rows("SELECT slot, category_name, percent, start_time FROM activity WHERE threads = '0' AND range_start = 100 AND range_end = 700 AND slots = 50", SYNTH)
        self.assertEqual({(slot, name): round(percent, 2) for slot, name, percent, _ in shares},
                         {(slot, name): percent for name, values in graph.items() for slot, percent in enumerate(values) if (slot, name) in {(row[0], row[1]) for row in shares}})
        self.assertEqual(sum(len([value for value in values if value]) for values in graph.values()), len([row for row in shares if round(row[2], 2)]))
        self.assertTrue(all(abs(row[3] - 100 - 12 * row[0]) < 1e-6 for row in shares))
        self.assert_refused(2, 'slots', 'SELECT * FROM activity WHERE slots = 0', SYNTH)
        tree = rows('SELECT depth, category_name, c.name FROM call_tree JOIN categories c USING (profile, category)', '-t', '0', SYNTH)
        self.assertTrue(tree and all(row[1] == row[2] for row in tree))

    def test_formats(self):
        statement = "SELECT 1 AS a, 2.5 AS b, NULL AS c, 'x,\"y' AS d UNION ALL SELECT 2, 1e300, 3, 'é'"
        answer = json.loads(sql('--json', statement, SMALL).stdout)
        self.assertEqual(answer, {'columns': ['a', 'b', 'c', 'd'], 'types': ['integer', 'real', 'null', 'text'],
                                  'rows': [[1, 2.5, None, 'x,"y'], [2, 1e300, 3, 'é']], 'count': 2, 'more': False})
        self.assertEqual(list(csv.reader(io.StringIO(sql('--csv', statement, SMALL).stdout.decode(), newline=''))),
                         [['a', 'b', 'c', 'd'], ['1', '2.5', '', 'x,"y'], ['2', '1e+300', '3', 'é']])
        self.assertEqual(sql('SELECT thread, function FROM samples WHERE sample = 5', SMALL).stdout, b'thread  function\n     0      NULL\n')
        cut = sql('-n', '2', 'SELECT sample FROM samples', SMALL).stdout.decode().splitlines()
        self.assertEqual([len(cut), cut[-1]], [4, '…'])
        self.assertNotIn('…', sql('-n', '9', 'SELECT sample FROM samples', SMALL).stdout.decode())
        answer = json.loads(sql('--json', '-n', '2', 'SELECT sample FROM samples', SMALL).stdout)
        self.assertEqual([answer['count'], answer['more']], [2, True])
        self.assertEqual(len(sql('SELECT sample FROM samples', SYNTH).stdout.splitlines()), 302)
        self.assertEqual(len(sql('--csv', 'SELECT sample FROM samples', SYNTH).stdout.splitlines()), 7501)

    def test_standard_input(self):
        result = sql('-', SMALL, text=b"SELECT ';';; -- a; b\nSELEC 2;\n/* ; */ SELECT count(*) FROM threads;\nSELECT 4")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([line.get('rows') for line in lines], [[[';']], None, [[2]], [[4]]])
        self.assertIn('SELEC', lines[1]['error'])
        begin = time.monotonic()
        self.assertEqual(len(json.loads(sql('-', SMALL, text=b"SELECT '" + b';' * 200_000 + b"';").stdout)['rows'][0][0]), 200_000)
        self.assertLess(time.monotonic() - begin, 10)
        for text in (b'SELECT 1' + b',1' * 500_000 + b';', b'SELECT 1' + b'+1' * 500_000 + b';', b'SELECT ' + b'1' * 2_000_000):
            self.assertIn('error', json.loads(sql('-', SMALL, text=text).stdout))

    def test_profiles(self):
        """Several: keys, labels, one after the other."""
        self.assertEqual(rows('SELECT profile, count(*) FROM threads GROUP BY profile', SMALL, SYNTH), [[SMALL.name, 2], [SYNTH.name, 5]])
        self.assertEqual(rows('SELECT count(*) FROM threads', '--each', SMALL, SYNTH), [[SMALL.name, 2], [SYNTH.name, 5]])
        for n in ('2', '64'):   # at a time; the answers are in the order of the files
            self.assertEqual(rows('SELECT count(*) FROM threads', '--each', '-j', n, SMALL, SYNTH, SMALL),
                             [[SMALL.name, 2], [SYNTH.name, 5], [SMALL.name, 2]])
        self.assert_refused(3, 'no-such', '--each', '-j', '3', 'SELECT 1', SMALL, 'no-such.json', SYNTH, SYNTH)
        self.assert_refused(2, '--each', '-j', '2', 'SELECT 1', SMALL)
        self.assert_refused(2, '-j must be from 1', '--each', '-j', '0', 'SELECT 1', SMALL)
        self.assertEqual(rows('SELECT profile FROM profiles', '--key', 'path', SMALL), [[str(SMALL)]])
        self.assertRegex(rows('SELECT profile FROM profiles', '--key', 'sha256', SMALL)[0][0], '^[0-9a-f]{16}$')
        self.assertEqual(rows('SELECT key, value FROM profile_labels', '--label', 'run=3', '--label', 'a=b=c', SMALL), [['run', '3'], ['a', 'b=c']])
        self.assert_refused(2, 'compare the column profile too', 'SELECT count(*) FROM samples JOIN stacks USING (stack)', SMALL, SYNTH)
        self.assert_refused(2, '--key path', 'SELECT 1', SMALL, SMALL)
        self.assert_refused(2, 'KEY=VALUE', '--label', 'x', 'SELECT 1', SMALL)
        self.assert_refused(3, 'no-such', 'SELECT 1', 'no-such.json')
        self.assertEqual(rows('SELECT count(*) FROM samples WHERE thread = 0', SMALL, SYNTH), [[1506]])

    def test_statuses(self):
        self.assertEqual(sql('SELECT 1 WHERE 0', SMALL).returncode, 0)
        self.assertEqual(sql('--fail-if-rows', 'SELECT 1 WHERE 0', SMALL).returncode, 0)
        self.assertEqual(sql('--fail-if-rows', 'SELECT 1', SMALL).returncode, 1)
        begin = time.monotonic()
        self.assert_refused(4, '--timeout', '--timeout', '0.3', ENDLESS + 'SELECT count(*) FROM n', SMALL)
        self.assertLess(time.monotonic() - begin, 5)
        self.assert_refused(4, '--memory', '--memory', '20', ENDLESS + 'SELECT i FROM n ORDER BY i', SMALL)
        # Also within one function, and what functions keep.
        begin = time.monotonic()
        self.assert_refused(4, '--timeout', '--timeout', '0.3', "SELECT instr(printf('%50000000s', 'x'), printf('%25000000s', 'y') || 'z')", SMALL)
        self.assertLess(time.monotonic() - begin, 20)
        self.assert_refused(4, '--memory', '--memory', '20', ENDLESS + 'SELECT median(i) FROM n', SMALL)
        # What the engine's own aggregates do not notice before their last row.
        for made in 'group_concat(hex(randomblob(1000)))', 'json_group_array(hex(randomblob(1000)))':
            self.assert_refused(4, '--memory', '--timeout', '30', '--memory', '20', f'{ENDLESS}SELECT length({made}) FROM n', SMALL)
        many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) '
        self.assertEqual(rows(many + 'SELECT sum((SELECT median(j) FROM (SELECT i AS j))) FROM n', '--memory', '10', SMALL), [[45000150000]])
        self.assertEqual(rows(many + "SELECT sum(stack_has(profile, stack, 'f' || i)) FROM n, stacks WHERE stack = 1 AND i < 1000", SMALL), [[0]])
        self.assertEqual(rows('SELECT count(*) FROM threads t, call_tree(t.thread)', '--memory', '6', SYNTH),
                         rows('SELECT count(*) FROM threads t, call_tree(t.thread)', SYNTH))
        trees = ['SELECT 1 FROM ' + ', '.join(f"call_tree('*') t{i}" for i in range(n)) + ' LIMIT 1' for n in (1, 12)]
        self.assertEqual(rows(trees[0], '--memory', '1', SYNTH), [[1]])
        self.assert_refused(4, '--memory', '--memory', '1', trees[1], SYNTH)

    def test_output_cannot_be_written(self):
        with open('/dev/full', 'wb') as full:
            for options in ([], ['--json'], ['--csv']):
                result = subprocess.run([QUERY, 'sql', *options, 'SELECT * FROM samples', SMALL], stdout=full, stderr=subprocess.PIPE, check=False,
                                        env=ENVIRONMENT)
                self.assertEqual((result.returncode, result.stderr.count(b'\n')), (74, 1), (options, result.stderr))

    def test_refused(self):
        for statement in ('INSERT INTO threads VALUES (1)', "ATTACH 'x' AS y", 'DETACH main', 'PRAGMA user_version', 'CREATE TABLE x (a)',
                          'CREATE TEMP TABLE x (a)', 'DROP VIEW processes', "VACUUM INTO 'x'", 'BEGIN', 'SAVEPOINT a', 'ANALYZE', 'REINDEX'):
            self.assert_refused(2, f'{statement.split()[0]} is not allowed', statement, SMALL)
        for statement, named in (('', 'no statement'), (' ; -- x', 'no statement'), ('SELECT 1; SELECT 2', 'Only one'), ('DELETE FROM threads', 'DELETE is not allowed'),
                                 ('UPDATE threads SET name = 1', 'UPDATE is not allowed'), ("SELECT * FROM pragma_table_info('threads')", 'not allowed'),
                                 ("SELECT load_extension('x')", 'load_extension() is not allowed'), ("SELECT fts3_tokenizer('x')", 'fts3_tokenizer() is not allowed'),
                                 ("SELECT readfile('x')", 'readfile'), ('SELECT "abc"', 'abc'), (b'SELECT \xff', 'UTF-8'),
                                 ('SELECT functoin FROM samples', 'did you mean function?'), ('SELECT time FROM markers', 'did you mean start_time?'),
                                 ('SELECT nmae FROM counters', 'did you mean name?'), ('SELECT sample FROM markers', 'no such column: sample, at'),
                                 ('SELECT * FROM thread', 'did you mean threads?'),
                                 ('SELECT ' + ','.join(['1'] * 501), 'too many columns'), ('SELECT 1' + ' UNION ALL SELECT 1' * 60, 'too many terms'),
                                 ('SELECT 1' + '+1' * 300, 'depth'), ('SELECT quantile_disc(time, 2) FROM samples', 'from 0 to 1'),
                                 ("SELECT * FROM functions('x')", 'no thread'), ("SELECT stack_text('other', 1)", 'which profile'),
                                 ('EXPLAIN SELECT 1', 'EXPLAIN QUERY PLAN'), ('EXPLAIN INSERT INTO threads VALUES (1)', 'not allowed')):
            self.assert_refused(2, named, statement, SMALL)
        self.assert_refused(4, 'too large', 'SELECT length(zeroblob(1000000000))', SMALL)
        self.assertEqual(rows("SELECT printf('%1000000000s', 'a')"), [[None]])
        self.assertEqual(rows('EXPLAIN QUERY PLAN SELECT * FROM threads')[0][3], 'SCAN threads VIRTUAL TABLE INDEX 0:')

    def test_schema(self):
        """Columns are added, never renamed."""
        is_, stored = command('schema', '--json'), json.loads((FIXTURES / 'sql-schema.json').read_text())
        for member in ('tables', 'functions'):
            found = {of['name']: {column['name']: column['type'] for column in of['columns']} for of in is_[member]}
            for name, columns in stored[member].items():
                self.assertEqual(columns, {key: found[name][key] for key in columns}, name)
        text = subprocess.run([QUERY, 'schema'], capture_output=True, check=True, env=ENVIRONMENT).stdout
        self.assertLessEqual(len(text), 14_000)
        self.assertNotEqual(subprocess.run([QUERY, 'schema', 'nothing'], capture_output=True, check=False).returncode, 0)

    def test_recipes(self):
        """Those of the help run as they stand there."""
        shown = subprocess.run([QUERY, 'help', 'sql'], capture_output=True, check=True, env=ENVIRONMENT).stdout
        self.assertEqual(shown, subprocess.run([QUERY, 'sql', '--help'], capture_output=True, check=True, env=ENVIRONMENT).stdout)
        recipes = [line.strip() for line in shown.decode().splitlines() if line.startswith('  fulgens-query sql ')]
        self.assertEqual(len(recipes), 10)
        self.assertEqual(subprocess.run([QUERY, 'help', 'nothing'], capture_output=True, check=False).returncode, 2)
        answers = {}
        for recipe in recipes:
            for profile in (SYNTH, CAPTURE, SMALL):
                line = recipe.replace('fulgens-query', shlex.quote(QUERY)).replace('PROFILE', shlex.quote(str(profile)))
                result = subprocess.run(['sh', '-c', line.replace(' sql ', ' sql --json ', 1)], capture_output=True, check=False, env=ENVIRONMENT)
                self.assertIn(result.returncode, (0, 1) if '--fail-if-rows' in recipe else (0,), (line, result.stderr))
                answers[recipe, profile] = json.loads(result.stdout)['rows']
            self.assertTrue(any(answers[recipe, profile] for profile in (SYNTH, CAPTURE, SMALL)), recipe)
        self.assertEqual(answers[recipes[0], CAPTURE][0], ['0x7f6081e3a26f', 145])
        heaviest = {thread: (function, self_) for thread, function, self_ in answers[recipes[8], SYNTH]}
        for thread, (_, self_) in heaviest.items():
            self.assertEqual(self_, max(row[2] for row in command('functions', '--json', '-n', '0', '-t', str(thread), SYNTH)['rows']))

    def test_pprof(self):
        """Labels and times of files for pprof say what the tables say."""
        def messages(data):
            at = 0
            def varint():
                nonlocal at
                value = shift = 0
                while True:
                    byte = data[at]
                    at += 1
                    value |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        return value
            while at < len(data):
                tag = varint()
                value = varint()
                if tag & 7 == 2:
                    value, at = data[at:at + value], at + value
                yield tag >> 3, value

        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([QUERY, 'export', '-f', 'pprof', '-t', '0,1,2,3', '-r', '100,900', '-o', f'{folder}/a.pb.gz', CAPTURE], check=True)
            profile = list(messages(gzip.decompress(Path(folder, 'a.pb.gz').read_bytes())))
        strings = [value.decode() for field, value in profile if field == 6]
        sums = {}
        for field, sample in profile:
            if field == 2:
                labels = {strings[label[1]]: strings[label[2]] for key, label in ((key, dict(messages(value))) for key, value in messages(sample) if key == 3)}
                (weight,) = dict(messages(sample))[2]
                key = labels['thread'], labels['process'], labels['category']
                sums[key] = sums.get(key, 0) + weight
        answer = rows('SELECT t.name, coalesce(process_name, process_type), category_name, sum(weight) FROM samples JOIN threads t USING (profile, thread) '
                      'WHERE stack IS NOT NULL AND time >= 100 AND time < 900 GROUP BY 1, 2, 3', CAPTURE)
        self.assertEqual(sums, {tuple(row[:3]): row[3] for row in answer})
        self.assertGreater(len(sums), 10)
        (epoch,), = rows('SELECT epoch FROM profiles', CAPTURE)
        self.assertAlmostEqual(dict(profile)[9] / 1e6, epoch + 100, 1)
        self.assertEqual(dict(profile)[10], 800_000_000)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
