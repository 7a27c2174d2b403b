#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cost of opening a document is O(bytes), whatever is in it; that of its sidecar too.

test-cost.py FULGENS-QUERY [N]

N: of the documents of one table, so many at random, else all.

Documents with n and with 4n rows in one table: rows of the right type, of a wrong one, equal rows, references
that point nowhere. Four times the rows may cost five times as much, in instructions where valgrind is installed,
else in CPU time; a loop in a loop costs sixteen times as much. So does a product of two tables: in PRODUCTS both have more
rows.
"""

import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

QUERY = sys.argv[1]
MAX_GROWTH = 5
VALGRIND = shutil.which('valgrind')
N = 500 if VALGRIND else 50000
N_DOCUMENTS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000


def processed(**changes):
    """A processed profile with one thread; changes: LIST=ROWS or TABLE__COLUMN=CELLS."""
    profile = {
        'meta': {'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'product': 'p',
                 'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}]},
        'libs': [],
        'shared': {
            'stringArray': ['a', 'b'],
            'stackTable': {'frame': [0], 'prefixOffset': [0], 'length': 1},
            'frameTable': {'address': [-1], 'inlineDepth': [0], 'category': [0], 'subcategory': [0], 'func': [0],
                           'nativeSymbol': [None], 'innerWindowID': [None], 'line': [None], 'column': [None],
                           'length': 1},
            'funcTable': {'name': [0], 'isJS': [False], 'relevantForJS': [False], 'resource': [-1], 'source': [None],
                          'lineNumber': [None], 'columnNumber': [None], 'length': 1},
            'resourceTable': {'lib': [], 'name': [], 'host': [], 'type': [], 'length': 0},
            'nativeSymbols': {'libIndex': [], 'address': [], 'name': [], 'functionSize': [], 'length': 0},
            'sources': {'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': [], 'length': 0},
        },
        'threads': [thread(0)],
        'counters': [],
    }
    for name, value in changes.items():
        place = profile
        *path, last = name.split('__')
        for step in path:
            place = place[int(step) if step.isdigit() else step]
        place[last] = value
    return profile


def thread(i, name='t'):
    return {'name': name, 'pid': str(i), 'tid': i,
            'samples': {'stack': [0], 'time': [i], 'weight': None, 'weightType': 'samples', 'length': 1},
            'markers': {'name': [], 'startTime': [], 'endTime': [], 'phase': [], 'category': [], 'data': [],
                        'length': 0}}


def lib(i):
    return {'arch': '', 'name': f'lib{i}', 'path': f'/lib{i}', 'debugName': f'lib{i}', 'debugPath': '',
            'breakpadId': f'{i:033X}', 'codeId': None}


def counter(i, main=0):
    return {'name': f'c{i}', 'category': 'Memory', 'description': '', 'pid': '0', 'mainThreadIndex': main,
            'samples': {'time': [0, 1], 'count': [0, 1], 'length': 2}}


def category(i):
    return {'name': f'c{i}', 'color': 'grey', 'subcategories': ['Other']}


def sources(n, filename):
    return {'id': [f'id{i}' for i in range(n)], 'filename': [filename] * n, 'startLine': [1] * n,
            'startColumn': [1] * n, 'sourceMapURL': [None] * n, 'length': n}


def gecko(**changes):
    profile = {'meta': {'version': 36, 'startTime': 0, 'interval': 1, 'product': 'p', 'categories': []},
               'libs': [], 'threads': [gecko_thread()]}
    for name, value in changes.items():
        profile[name] = value
    return profile


def gecko_thread(strings=('a (file.js:1:1)',), frames=1, i=0):
    return {'name': 'GeckoMain', 'pid': 1, 'tid': i + 1, 'stringTable': list(strings),
            'frameTable': {'schema': {'location': 0}, 'data': [[f % len(strings)] for f in range(frames)]},
            'stackTable': {'schema': {'prefix': 0, 'frame': 1}, 'data': [[None, f] for f in range(frames)]},
            'samples': {'schema': {'stack': 0, 'time': 1}, 'data': [[f, f] for f in range(frames)]},
            'markers': {'schema': {'name': 0, 'startTime': 1, 'endTime': 2, 'phase': 3, 'category': 4, 'data': 5},
                        'data': []}}


def gecko_sources(n):
    strings = [f'f (s{i}.js:1:1)[{i}]' for i in range(n)]
    return gecko(threads=[gecko_thread(strings, n)],
                 sources={'schema': {'id': 0, 'filename': 1, 'startLine': 2, 'startColumn': 3, 'sourceMapURL': 4},
                          'data': [[f'id{i}', f's{i}.js', 1, 1, ''] for i in range(n)]})


def native(n):
    """A profile with a frame in each of n libraries."""
    profile = processed(libs=[lib(i) for i in range(n)])
    profile['meta']['symbolicated'] = False
    columns = profile['shared']['frameTable']
    for column in columns:
        if column != 'length':
            columns[column] = columns[column] * n
    columns |= {'address': [256] * n, 'lib': list(range(n)), 'length': n}
    return profile


def sidecar(n):
    return {'string_table': [f's{i}' for i in range(n)], 'data': [
        {'debug_name': f'lib{i}', 'debug_id': f'{i:033X}', 'known_addresses': [[256, 0]],
         'symbol_table': [{'rva': 256, 'size': 16, 'symbol': i, 'frames': [{'function': i, 'file': i, 'line': 1}]}]}
        for i in range(n)]}


def native_rows(n, n_addresses):
    """A profile with n root stacks, in turn of n_addresses frames of a library, without names."""
    profile = processed(libs=[lib(0)])
    profile['meta']['symbolicated'] = False
    columns = profile['shared']['frameTable']
    for column in columns:
        if column != 'length':
            columns[column] = columns[column] * n_addresses
    columns |= {'address': [256 + i for i in range(n_addresses)], 'lib': [0] * n_addresses, 'length': n_addresses}
    profile['shared']['stackTable'] = {'frame': [i % n_addresses for i in range(n)], 'prefixOffset': [0] * n, 'length': n}
    return profile


def sidecar_of_symbol(n_frames, n_addresses, name='s'):
    """One symbol with n_frames inlined functions, which all addresses share."""
    return {'string_table': [name], 'data': [
        {'debug_name': 'lib0', 'debug_id': f'{0:033X}', 'known_addresses': [[256 + i, 0] for i in range(n_addresses)],
         'symbol_table': [{'rva': 256, 'size': n_addresses, 'symbol': 0, 'frames': [{'function': 0}] * n_frames}]}]}


def marker_types(n, n_fields=0):
    """n markers: each of a type of its own, or of one with n_fields fields."""
    fields = [{'key': f'k{i:08}', 'label': 'l', 'format': 'string', 'searchable': True} for i in range(n_fields)]
    names = ['x'] if n_fields else [f'x{i}' for i in range(n)]
    profile = processed()
    profile['meta']['markerSchema'] = [{'name': name, 'display': ['marker-table'], 'fields': fields} for name in names]
    profile['threads'][0]['markers'] = {
        'name': [0] * n, 'startTime': list(range(n)), 'endTime': [None] * n, 'phase': [0] * n, 'category': [0] * n,
        'data': [{'type': names[i % len(names)], **({fields[-1]['key']: 'v'} if n_fields else {})} for i in range(n)], 'length': n}
    return profile


def with_threads(profile, n):
    profile['threads'] += [thread(i) for i in range(1, n)]
    return profile


BAD = 1 << 30

DOCUMENTS = {
    'libs': lambda n: processed(libs=[lib(i) for i in range(n)]),
    'libs, equal': lambda n: processed(libs=[lib(0)] * n),
    'libs, strings': lambda n: processed(libs=['x'] * n),
    'libs, numbers': lambda n: processed(libs=[1] * n),
    'threads': lambda n: processed(threads=[thread(i) for i in range(n // 2)]),
    'threads, equal': lambda n: processed(threads=[thread(0)] * (n // 2)),
    'threads, strings': lambda n: processed(threads=['x'] * (n // 2)),
    'counters': lambda n: processed(counters=[counter(i) for i in range(n)]),
    'counters, equal': lambda n: processed(counters=[counter(0)] * n),
    'counters, bad thread': lambda n: processed(counters=[counter(i, BAD) for i in range(n)]),
    'counters, strings': lambda n: processed(counters=['x'] * n),
    'categories': lambda n: processed(meta__categories=[category(i) for i in range(n)]),
    'categories, equal': lambda n: processed(meta__categories=[category(0)] * n),
    'categories, strings': lambda n: processed(meta__categories=['x'] * n),
    'subcategories': lambda n: processed(meta__categories=[
        {'name': 'Other', 'color': 'grey', 'subcategories': ['x'] * n}]),
    'strings': lambda n: processed(shared__stringArray=[f's{i}' for i in range(n)]),
    'strings, equal, bad reference': lambda n: processed(shared__stringArray=['x'] * n,
                                                         shared__funcTable__name=[BAD]),
    'strings, numbers': lambda n: processed(shared__stringArray=[1] * n),
    'sources': lambda n: processed(shared__sources=sources(n, 0)),
    'sources, bad references': lambda n: processed(shared__sources=sources(n, BAD)),
    'Gecko libs': lambda n: gecko(libs=[lib(i) | {'start': 16 * i, 'end': 16 * i + 16, 'offset': 0} for i in range(n)]),
    'Gecko libs, strings': lambda n: gecko(libs=['x'] * n),
    'Gecko threads': lambda n: gecko(threads=[gecko_thread(i=i) for i in range(n // 2)]),
    'Gecko threads, strings': lambda n: gecko(threads=[gecko_thread()] + ['x'] * n),
    'Gecko counters, strings': lambda n: gecko(counters=['x'] * n),
    'Gecko strings, equal': lambda n: gecko(threads=[gecko_thread(['x'] * n, n)]),
    'Gecko sources': gecko_sources,
    'Gecko pages, strings': lambda n: gecko(pages=['x'] * n),
    'Gecko processes, strings': lambda n: gecko(processes=['x'] * n),
}


# A command, and the document; both tables grow.
def loads(n_threads, n_pages):
    """Threads of Firefox in which a page is loaded."""
    profile = with_threads(processed(pages=[{'tabID': 1, 'innerWindowID': i + 1, 'url': f'https://a/{i}', 'embedderInnerWindowID': 0}
                                            for i in range(n_pages)]), n_threads)
    profile['meta']['product'] = 'Firefox'
    for one in profile['threads']:
        one['name'] = 'GeckoMain'
        one['markers'] = {'name': [0], 'startTime': [1], 'endTime': [None], 'phase': [0], 'category': [0],
                          'data': [{'type': 'tracing', 'category': 'Navigation', 'innerWindowID': 1}], 'length': 1}
    return profile


PRODUCTS = {
    'threads, counters': (['info', '--json'], lambda n: with_threads(
        processed(counters=[counter(i, i) for i in range(n // 2)]), n // 2)),
    'threads, counters of one': (['info', '--json'], lambda n: with_threads(
        processed(counters=[counter(i) for i in range(n // 2)]), n // 2)),
    'threads, categories': (['categories', '--json'], lambda n: with_threads(
        processed(meta__categories=[category(i) for i in range(8 * n)]), n)),
    'threads, libs': (['info', '--json'], lambda n: with_threads(processed(libs=[lib(i) for i in range(n)]), n // 2)),
    'threads, marker types': (['info', '--json'], lambda n: with_threads(marker_types(6 * n), n // 2)),
    'threads, pages': (['overview', '--json'], lambda n: loads(n // 2, 4 * n)),
    'markers, fields of their schema': (['markers', '--json', '-t', '0', '--search', 'v'], lambda n: marker_types(2 * n, 2 * n)),
}

# Texts that all have the same hash in GLib: "Ez" and "FY" have.
def colliding(n):
    return [''.join(('Ez', 'FY')[i >> bit & 1] for bit in range(n.bit_length())) for i in range(n)]


# Stacks and addresses of a profile, and frames of the symbol in its sidecar.
SIDECARS = {
    'stacks, inlined functions': lambda n: (n, 1, n),
    'addresses, inlined functions': lambda n: (n, n, n),
    'addresses, bytes of a name': lambda n: (n, n, 3, 's' * (10 * n)),
}


def cpu_time(command):
    best = float('inf')
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def instructions(command):
    result = subprocess.run(['valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', *command],
                            capture_output=True, check=False, text=True, errors='replace')
    return int(re.search(r'I *refs: *([\d,]+)', result.stderr).group(1).replace(',', ''))


def measure(*arguments):
    return (instructions if VALGRIND else cpu_time)([QUERY, *arguments])


class CostTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.nothing = measure('--version')   # what the program itself costs

    def write(self, folder, name, document):
        path = os.path.join(folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(document, file)
        return path

    def check(self, name, cost, n=N):
        some, more = cost(n), cost(4 * n)
        growth = (more - self.nothing) / max(some - self.nothing, 1)
        self.assertLess(growth, MAX_GROWTH, (name, self.nothing, some, more))

    def test_growth(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, document in random.sample(sorted(DOCUMENTS.items(), key=lambda item: item[0]), min(N_DOCUMENTS, len(DOCUMENTS))):
                with self.subTest(name):
                    self.check(name, lambda n: measure('info', '--json', self.write(folder, 'profile.json', document(n))))

    def test_products(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (command, document) in PRODUCTS.items():
                with self.subTest(name):
                    self.check(name, lambda n: measure(*command, self.write(folder, 'profile.json', document(n))), N // 2)

    def test_collisions(self):
        with tempfile.TemporaryDirectory() as folder:
            def cost(n):
                path = os.path.join(folder, 'profile.txt')
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(''.join(f'main;{name} 1\n' for name in colliding(n)))
                return measure('info', '--json', path)
            self.check('names', cost)

    def test_sidecar_products(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, rows in SIDECARS.items():
                def cost(n):
                    n_stacks, n_addresses, n_frames, *name = rows(n)
                    self.write(folder, 'profile.syms.json', sidecar_of_symbol(n_frames, n_addresses, *name))
                    return measure('symbolicate', '--json', self.write(folder, 'profile.json', native_rows(n_stacks, n_addresses)))
                with self.subTest(name):
                    self.check(name, cost, N // 2)

    def test_breakpad_product(self):
        """Addresses of a function with a long name."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'symbols', 'lib0', f'{0:033X}', 'lib0.sym')
            os.makedirs(os.path.dirname(path))

            def cost(n):
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(f'MODULE Linux x86_64 {0:033X} lib0\nFILE 0 {"f" * 5 * n}\nFUNC 100 {n:x} 0 {"s" * 5 * n}\n100 {n:x} 1 0\n')
                return measure('symbolicate', '--json', '--symbols', os.path.join(folder, 'symbols'),
                               self.write(folder, 'profile.json', native_rows(n, n)))
            self.check('addresses, bytes of a name', cost, N // 2)

    def test_sidecar(self):
        """Many libraries, and the symbols of each."""
        with tempfile.TemporaryDirectory() as folder:
            def cost(n):
                path = self.write(folder, 'profile.json', native(n))
                self.write(folder, 'profile.syms.json', sidecar(n))
                result = subprocess.run([QUERY, 'symbolicate', '--json', path], capture_output=True, check=True)
                self.assertEqual([lib['found'] for lib in json.loads(result.stdout)['libraries']], [1] * n)
                return measure('symbolicate', '--json', path)
            self.check('sidecar', cost)


if __name__ == '__main__':
    with open(QUERY, 'rb') as program:
        if b'__asan_init' in program.read() and VALGRIND:
            sys.exit(77)   # valgrind does not run it
    unittest.main(argv=sys.argv[:1])
