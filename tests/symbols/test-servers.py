#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Symbol servers, good and bad ones: test-servers.py FULGENS-QUERY HAS-SOUP FOLDER [SYMBOLIZER]

FOLDER has the source of a program for debuginfod, which is read by the symbolizer where that is built.
The servers are on the loopback interface. Bad ones must cost neither time nor memory, and the next source is asked.
"""

import concurrent.futures
import gzip
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from server import Server, answer_frames

QUERY, HAS_SOUP, FOLDER = sys.argv[1], sys.argv[2] == 'true', sys.argv[3]
SYMBOLIZER = (sys.argv[4:] or [None])[0]
ADDRESSES = [0x10, 0x20, 0x31, 0x7000000000]
LIB = ('libone.so', 'ABC0')
BUILD_ID = '00112233445566778899aabbccddeeff01234567'
BREAKPAD_ID = '33221100554477668899AABBCCDDEEFF0'


def make_profile(path, addresses, lib=LIB, code_id=None, more=0):
    """A profile with these addresses in one library, and the first of them in so MANY more."""
    libs = [lib, *((f'lib{i}.so', lib[1]) for i in range(more))]
    lib_of = [0] * len(addresses) + list(range(1, more + 1))
    addresses = [*addresses, *addresses[:1] * more]
    n = len(addresses)
    profile = {
        'meta': {'version': 30, 'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'processType': 0, 'product': 'p',
                 'stackwalk': 1, 'debug': False, 'markerSchema': [], 'symbolicated': False,
                 'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}]},
        'libs': [{'name': name, 'path': '/nowhere/' + name, 'debugName': name, 'debugPath': '/nowhere/' + name,
                  'breakpadId': breakpad_id, 'codeId': code_id, 'arch': ''} for name, breakpad_id in libs],
        'shared': {
            'stackTable': {'frame': list(range(n)), 'prefixOffset': [0] + [1] * (n - 1), 'length': n},
            'frameTable': {'address': addresses, 'inlineDepth': [0] * n, 'category': [0] * n, 'subcategory': [0] * n,
                           'func': list(range(n)), 'nativeSymbol': [None] * n, 'lib': lib_of, 'innerWindowID': [None] * n,
                           'line': [None] * n, 'column': [None] * n, 'length': n},
            'funcTable': {'name': list(range(n)), 'isJS': [False] * n, 'relevantForJS': [False] * n, 'resource': [0] * n,
                          'source': [None] * n, 'lineNumber': [None] * n, 'columnNumber': [None] * n, 'length': n},
            'resourceTable': {'length': 1, 'lib': [0], 'name': [n], 'host': [None], 'type': [1]},
            'nativeSymbols': {'length': 0, 'libIndex': [], 'address': [], 'name': [], 'functionSize': []},
            'sources': {'length': 0, 'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': []},
            'stringArray': [hex(address) for address in addresses] + [lib[0]],
        },
        'threads': [{
            'name': 'secret thread', 'isMainThread': True, 'processType': 'default', 'pid': '1', 'tid': 1, 'processStartupTime': 0,
            'processShutdownTime': None, 'registerTime': 0, 'unregisterTime': None, 'pausedRanges': [],
            'samples': {'stack': [n - 1], 'time': [0], 'weight': None, 'weightType': 'samples', 'length': 1},
            'markers': {'data': [], 'name': [], 'startTime': [], 'endTime': [], 'phase': [], 'category': [], 'length': 0},
        }],
    }
    with open(path, 'w', encoding='utf-8') as stream:
        json.dump(profile, stream)


def chains(path):
    """{address: [(name, file, line), …]}: outermost first, of a profile."""
    with open(path, encoding='utf-8') as stream:
        profile = json.load(stream)
    shared = profile['shared']
    strings, frames, funcs = shared['stringArray'], shared['frameTable'], shared['funcTable']
    found = {}
    for address, depth, func, line in zip(frames['address'], frames['inlineDepth'], frames['func'], frames['line']):
        source = funcs['source'][func]
        found.setdefault(address, {})[depth] = (strings[funcs['name'][func]],
                                                source is not None and strings[shared['sources']['filename'][source]] or None, line)
    return {address: [chain[depth] for depth in sorted(chain)] for address, chain in found.items()}


def good(_, offset):
    """What the good server says: names and lines of the first two addresses, a name of the third, nothing of the last."""
    return {0x10: {'function': 'outer', 'function_offset': '0x8', 'function_size': '0x10', 'file': 'a.c', 'line': 3, 'column': 7,
                   'inlines': [{'function': 'innermost', 'file': 'b.c', 'line': 1}, {'file': None, 'line': None}]},
            0x20: {'function': 'only “ä\\u0001”', 'function_offset': '0x0', 'inlines': None, 'file': 'git:x.org/y:z.c:1', 'line': 9},
            0x31: {'function': 'bare', 'function_offset': '0x1'},
            0x7000000000: {'function': 'no start'}}.get(offset)


def bad_servers():
    """{name: (what the server does, a part of what is said of it)}"""
    def frames(change):
        def answer(_, request):
            reply = answer_frames(request, good)
            return change(reply) or reply
        return answer

    def write(*parts):
        return lambda *_: lambda handler: [handler.wfile.write(part) for part in parts]

    def endless(handler):
        handler.wfile.write(b'HTTP/1.1 200 OK\r\n\r\n{"results": [')
        while True:
            handler.wfile.write(b' ' * (1 << 20))

    def set_stacks(reply, stacks):
        reply['results'][0]['stacks'] = stacks

    def first_frame(**members):
        return frames(lambda reply: reply['results'][0]['stacks'][0][0].update(members))

    return {
        'other-address': (first_frame(module_offset='0x11'), 'another address'),
        'no-address': (frames(lambda reply: reply['results'][0]['stacks'][0][0].pop('module_offset') and None), 'another address'),
        'start-after-address': (first_frame(function_offset='0x11'), 'another address'),
        'negative': (first_frame(function_offset='-0x8'), 'not hexadecimal'),
        'decimal': (first_frame(module_offset=16), 'expected a string'),
        'short': (frames(lambda reply: reply['results'][0]['stacks'][0].pop() and None), 'another number'),
        'long': (frames(lambda reply: reply['results'][0]['stacks'][0].append({})), 'another number'),
        'two-stacks': (frames(lambda reply: reply['results'][0]['stacks'].append([])), 'another number'),
        'no-stacks': (frames(lambda reply: reply['results'][0].pop('stacks') and None), 'no frames'),
        'no-results': (lambda *_: {}, 'does not have the library'),
        'many-inlines': (first_frame(inlines=[{}] * 1000), 'inlined functions'),
        'deep': (first_frame(extra=[[[[[[[[json.loads('[' * 90 + ']' * 90)]]]]]]]]), 'nested'),
        'not-found': (frames(lambda reply: reply['results'][0].update(found_modules={'/'.join(LIB): None})), 'does not have the library'),
        'other-found': (frames(lambda reply: reply['results'][0].update(found_modules={'libtwo.so/ABC0': True})),
                        'does not have the library'),
        'error': (lambda *_: {'error': 'no such\x1b[31m library'}, 'The server says: no such\\u001b[31m library'),
        'status-500': (lambda *_: (500, {}, {'results': []}), 'status 500'),
        'status-404': (lambda *_: (404, {}, b''), 'status 404'),
        'not-json': (lambda *_: b'<html>', 'not JSON'),
        'truncated': (lambda *_: b'{"results": [', 'end'),
        'not-utf8': (lambda *_: b'{"\xff": 1}', 'UTF-8'),
        'empty': (lambda *_: b'', 'end'),
        'null': (lambda *_: None, 'expected an object'),
        'not-http': (write(b'SSH-2.0-OpenSSH\r\n'), 'cannot be reached'),
        'nothing': (write(), 'cannot be reached'),
        'less-than-announced': (write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"results": ['), 'server'),
        'redirect-host': (lambda *_: (302, {'Location': 'http://localhost:1/'}, b''), 'redirects'),
        'redirect-scheme': (lambda *_: (307, {'Location': 'file:///etc/passwd'}, b''), 'redirects'),
        'redirect-round': (lambda *_: (307, {'Location': '/again'}, b''), 'redirects'),
        'redirect-nowhere': (lambda *_: (301, {}, b''), 'redirects'),
        'huge-announced': (write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n'), 'too large'),
        'endless': (lambda *_: endless, 'too large'),
        'bomb': (lambda *_: (200, {'Content-Encoding': 'gzip'}, gzip.compress(b' ' * (70 << 20))), 'too large'),
    }


def silent_servers():
    """Those that make one wait for half a minute."""
    def drip(*parts):
        def write(handler):
            for part in parts:
                handler.wfile.write(part)
            while True:
                time.sleep(1)
                handler.wfile.write(b'x')
                handler.wfile.flush()
        return lambda *_: write

    return {
        'silent': (lambda *_: lambda handler: time.sleep(100), 'too slowly'),
        'silent-body': (lambda *_: lambda handler: (handler.wfile.write(b'HTTP/1.1 200 OK\r\n\r\n{'), time.sleep(100)), 'too slowly'),
        'slow-header': (drip(b'HTTP/1.1 200 OK\r\nX: '), 'too slowly'),
        'slow-body': (drip(b'HTTP/1.1 200 OK\r\n\r\n'), 'too slowly'),
    }


class ServerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.profile = self.path('profile.json')
        make_profile(self.profile, ADDRESSES)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_query(self, *arguments, profile=None, **environment):
        return subprocess.run([QUERY, *arguments, profile or self.profile], capture_output=True, check=False, text=True, timeout=120,
                              env={**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_CACHE_HOME': self.path('cache'), **environment,
                                   **({'FULGENS_SYMBOLIZER': SYMBOLIZER} if SYMBOLIZER else {})})

    def symbolicate(self, *places, profile=None, status=0, **environment):
        """What is said of the library, and the chains that were written."""
        written = self.path('written.json')
        options = [option for place in places for option in (('--symbols', place) if place != '--again' else (place,))]
        result = self.run_query('symbolicate', '--json', '-o', written, *options, profile=profile, **environment)
        self.assertEqual(result.returncode, status, result.stderr)
        [lib] = json.loads(result.stdout)['libraries']
        return lib, chains(written)

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_answers(self):
        with Server(lambda path, request: answer_frames(request, good)) as server:
            lib, found = self.symbolicate(server.url + '/token/')
        # All that is sent: one request with the names, the ids and the addresses.
        self.assertEqual(server.requests, [('/token/symbolicate/v5', {'jobs': [{'memoryMap': [list(LIB)],
                                                                              'stacks': [[[0, address] for address in ADDRESSES]]}]})])
        self.assertEqual([agent.split('/')[0] for agent in server.agents], ['fulgens'])
        self.assertEqual((lib['source'], lib['file']), ('server', server.url + '/token/'))
        self.assertEqual((lib['addresses'], lib['found'], lib['lines'], lib['inlines']), (4, 3, 2, 1))
        self.assertEqual(found, {
            0x10: [('outer', 'a.c', 3), ('<unknown at 0x10 at inline depth 1>', None, None), ('innermost', 'b.c', 1)],
            0x20: [('only “ä\\u0001”', 'git:x.org/y:z.c:1', 9)],
            0x31: [('bare', None, None)],
            0x7000000000: [('0x7000000000', None, None)],
        })
        with open(self.path('written.json'), encoding='utf-8') as stream:
            shared = json.load(stream)['shared']
        symbols = shared['nativeSymbols']
        names = [shared['stringArray'][name] for name in symbols['name']]
        self.assertLess({('bare', 0x30, None), ('only “ä\\u0001”', 0x20, None), ('outer', 8, 16)},
                        set(zip(names, symbols['address'], symbols['functionSize'])))

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_many_addresses(self):
        """No more than 10,000 addresses in a request; requests come one after the other."""
        addresses = list(range(0, 100020, 4))
        make_profile(self.profile, addresses)
        with Server(lambda path, request: answer_frames(request, lambda _, offset: {
                'function': f'f{offset}', 'function_offset': '0x0', 'file': 'a.c', 'line': 1})) as server:
            lib, found = self.symbolicate(server.url)
        self.assertEqual([len(request['jobs'][0]['stacks'][0]) for _, request in server.requests], [10000, 10000, 5005])
        self.assertEqual(lib['found'], len(addresses))
        self.assertEqual(found, {address: [(f'f{address}', 'a.c', 1)] for address in addresses})

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_redirect_to_itself(self):
        def answer(path, request):
            return answer_frames(request, good) if path == '/there' else (307, {'Location': '/there'}, b'')
        with Server(answer) as server:
            self.assertEqual(self.symbolicate(server.url)[0]['found'], 3)

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_redirect_to_another_port(self):
        """What is on another port of the machine may be of another user."""
        with Server(lambda path, request: answer_frames(request, good)) as other:
            with Server(lambda path, request: (307, {'Location': other.url + '/there'}, b'')) as server:
                lib, _ = self.symbolicate(server.url, status=1)
        self.assertIn('redirects', lib['tried'][-1]['result'])
        self.assertEqual(other.requests, [])

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_unknown_certificate(self):
        """Who could be anybody is sent nothing."""
        with Server(lambda path, request: answer_frames(request, good), os.path.join(FOLDER, 'self-signed.pem')) as server:
            lib, _ = self.symbolicate(server.url, status=1)
        self.assertIn('The server cannot be reached: ', lib['tried'][-1]['result'])
        self.assertEqual(server.requests, [])

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_order(self):
        """The first with lines counts, else the first with names; a proxy is not asked for this machine."""
        def bare(_, offset):
            return {'function': f'bare {offset}', 'function_offset': '0x0'}
        with Server(lambda path, request: answer_frames(request, bare)) as first, \
             Server(lambda path, request: answer_frames(request, good)) as second:
            lib, _ = self.symbolicate(first.url, second.url, http_proxy='http://127.0.0.1:1')
            self.assertEqual((lib['file'], lib['lines']), (second.url, 2))
            lib, _ = self.symbolicate(first.url, 'http://127.0.0.1:1')
            self.assertEqual((lib['file'], lib['found']), (first.url, 4))
            self.assertEqual([(row['source'], row['file']) for row in lib['tried'] if row['source'] == 'server'],
                             [('server', first.url), ('server', 'http://127.0.0.1:1')])
            # Nothing of it is kept.
            lib, _ = self.symbolicate('auto', status=1)
            self.assertEqual(lib['found'], 0)

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_views(self):
        """Commands that answer views take servers too."""
        with Server(lambda path, request: answer_frames(request, good)) as server:
            result = self.run_query('call-tree', '--symbols', server.url)
        self.assertIn('innermost', result.stdout)

    def check_bad(self, servers):
        """Each one is refused with a sentence, the next one is asked, and that within 60 s and 1 GB."""
        def ask(name, answer, sentence):
            profile = self.path(name + '.json')
            make_profile(profile, ADDRESSES)
            with Server(answer) as bad, Server(lambda path, request: answer_frames(request, good)) as next_one:
                begin = time.monotonic()
                with subprocess.Popen([QUERY, 'symbolicate', '--json', '--symbols', bad.url, '--symbols', next_one.url, profile],
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                      env={**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_CACHE_HOME': self.path('cache')}) as process:
                    output = process.stdout.read()
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
                passed = time.monotonic() - begin
            self.assertEqual(process.returncode, 0, name)
            self.assertLess(usage.ru_maxrss, 1 << 20, name)   # KB
            [lib] = json.loads(output)['libraries']
            tried = [row['result'] for row in lib['tried'] if row['source'] == 'server']
            self.assertEqual(len(tried), 2, (name, tried))
            self.assertIn(sentence, tried[0], name)
            self.assertEqual((lib['file'], lib['found']), (next_one.url, 3), name)
            self.assertLess(passed, 60, name)

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for future in [pool.submit(ask, name, *server) for name, server in servers.items()]:
                future.result()

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_bad_servers(self):
        self.check_bad(bad_servers())

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_silent_servers(self):
        self.check_bad(silent_servers())

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_silent_for_many(self):
        """A server that costs time is asked once, also if it served others before; one that lacks a library is asked for the next."""
        make_profile(self.profile, ADDRESSES, more=3)

        def fall_silent(_, request):
            return answer_frames(request, good) if len(silent.requests) == 1 else lambda handler: time.sleep(100)

        def lacks_some(path, request):
            return answer_frames(request, good) if len(poor.requests) % 2 == 0 else (404, {}, b'')

        with Server(fall_silent) as silent, Server(lacks_some) as poor, Server(lambda path, request: answer_frames(request, good)) as rest:
            result = self.run_query('symbolicate', '--json', '--symbols', silent.url, '--symbols', poor.url, '--symbols', rest.url)
            libs = json.loads(result.stdout)['libraries']
            self.assertEqual([lib['file'] for lib in libs], [silent.url, rest.url, poor.url, rest.url])
            self.assertEqual([[row['result'] for row in lib['tried'] if row['file'] == silent.url] for lib in libs],
                             [['Symbols and lines found'], ['The server sends nothing, or too slowly'],
                              *[['Skipped: the server failed before']] * 2])
            self.assertEqual((len(silent.requests), len(poor.requests), len(rest.requests)), (2, 3, 2))

    def annotate(self, function, *places, profile=None):
        """What is said of a function, with instructions where the build has them."""
        options = [option for place in places for option in ('--symbols', place)]
        result = self.run_query('annotate', '--json', '--asm', function, *options, profile=profile)
        if result.returncode == 2 and 'has no disassembler' in result.stderr:
            result = self.run_query('annotate', '--json', function, *options, profile=profile)
        self.assertEqual(result.returncode, 0, result.stderr)
        return {'assembly': 'none', **json.loads(result.stdout)}, result.stderr

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_source_and_instructions(self):
        """What no file here has is asked of servers on this machine."""
        # The sample is in the first address.
        make_profile(self.profile, ADDRESSES[::-1])
        instructions = {'startAddress': '0x8', 'size': '0x10', 'arch': 'x86_64', 'syntax': ['Intel', 'C Style'],
                        'instructions': [[0, 'push rbp', 'p'], [2, 'call 0x20', 'c'], [8, 'ret']]}

        def answer(path, request):
            return {'/symbolicate/v5': lambda: answer_frames(request, good),
                    '/source/v1': lambda: {'file': request['file'], 'source': 'one\r\ntwo\nthree\n'},
                    '/asm/v1': lambda: instructions}[path]()

        with Server(answer) as server:
            answer_of_view, _ = self.annotate('outer', server.url)
            expected = [('/source/v1', {'debugName': LIB[0], 'debugId': LIB[1], 'moduleOffset': '0x10', 'file': 'a.c'}),
                        ('/asm/v1', {'debugName': LIB[0], 'debugId': LIB[1], 'name': LIB[0], 'startAddress': '0x8', 'size': '0x10',
                                     'continueUntilFunctionEnd': False})]
            has_assembly = answer_of_view['assembly'] != 'none'
            self.assertEqual(server.requests[1:], expected[:1 + has_assembly])
            self.assertEqual(answer_of_view['source'], {'file': 'a.c', 'path': server.url, 'lines': [[3, 0, 1, 'three']]})
            if has_assembly:
                self.assertEqual(answer_of_view['assembly']['arch'], 'x86_64')
                self.assertEqual([row[:5] for row in answer_of_view['assembly']['instructions']],
                                 [[8, 2, 'push rbp', 0, 0], [10, 6, 'call 0x20', 0, 0], [16, 8, 'ret', 1, 1]])
                # One whose size is not known goes on to its end.
                server.requests.clear()
                make_profile(self.profile, ADDRESSES[:3])
                instructions.update(startAddress='0x30', size='0x40')
                self.annotate('bare', server.url)
                self.assertEqual([(request['startAddress'], request['size'], request['continueUntilFunctionEnd'])
                                  for path, request in server.requests if path == '/asm/v1'], [('0x30', '0x2', True)])

        def bad(path, request):
            return answer_frames(request, good) if path == '/symbolicate/v5' else wrong

        make_profile(self.profile, ADDRESSES[::-1])
        instructions.update(startAddress='0x8', size='0x10')
        for wrong in ({}, {'error': 'no such file'}, (500, {}, b''), b'', {'source': 1, 'instructions': 1},
                      {**instructions, 'startAddress': '0x9'}, {**instructions, 'startAddress': None}, {**instructions, 'arch': None},
                      {**instructions, 'size': '0x8'}, {**instructions, 'size': '0x7fffffff'}, {**instructions, 'instructions': []},
                      {**instructions, 'instructions': [[0, 'a'], [0, 'b']]}, {**instructions, 'instructions': [[4, 'a'], [2, 'b']]},
                      {**instructions, 'instructions': [[-1, 'a']]}, {**instructions, 'instructions': [[0]]},
                      {**instructions, 'instructions': [{}]}, {**instructions, 'instructions': [[1e300, 'a']]}):
            with self.subTest(wrong=wrong), Server(bad) as server:
                answer_of_view, said = self.annotate('outer', server.url)
                self.assertEqual([line[3] for line in answer_of_view['source']['lines']], [None])
                self.assertIn(answer_of_view['assembly'], ('none', None))
                self.assertTrue('No instructions: ' in said or not has_assembly, said)
                with Server(answer) as next_one:
                    answer_of_view, _ = self.annotate('outer', server.url, next_one.url)
                    self.assertEqual(answer_of_view['source']['path'], next_one.url)
                    self.assertTrue(answer_of_view['assembly'])

    def build_debug_file(self, build_id=BUILD_ID):
        """The bytes of a file with debug information, and an address of its function work()."""
        program, debug = self.path('program'), self.path('program.debug')
        subprocess.run(['cc', '-g', '-O2', '-no-pie', '-Wl,-Ttext-segment=0x400000', f'-Wl,--build-id=0x{build_id}',
                        os.path.join(FOLDER, 'program.c'), '-o', program], check=True)
        subprocess.run(['objcopy', '--only-keep-debug', program, debug], check=True)
        names = subprocess.run(['nm', program], check=True, capture_output=True, text=True).stdout.split('\n')
        address = next(int(line.split()[0], 16) for line in names if line.endswith(' work'))
        with open(debug, 'rb') as stream:
            content = stream.read()
        os.unlink(program)
        os.unlink(debug)
        return content, address - 0x400000

    @unittest.skipUnless(HAS_SOUP and SYMBOLIZER, 'needs libsoup and libdw')
    def test_debuginfod(self):
        debug, address = self.build_debug_file()
        other, _ = self.build_debug_file('ff' + BUILD_ID[2:])
        make_profile(self.profile, [address], ('program', BREAKPAD_ID), BUILD_ID)
        request = [(f'/base/buildid/{BUILD_ID}/debuginfo', None)]
        kept = self.path('cache', 'fulgens', 'symbols', 'debuginfod')

        def is_named(lib, found):
            self.assertEqual((lib['source'], lib['lines']), ('debuginfod', 1))
            self.assertEqual(found[address][0][0], 'work')

        with Server(lambda *_: other) as wrong, Server(lambda *_: (404, {}, b'')) as empty, Server(lambda *_: debug) as server:
            places = [f'debuginfod+{each.url}/base' for each in (wrong, empty, server)]
            # One that has another build, or none, does not count, and nothing of it is kept.
            lib, _ = self.symbolicate(*places[:2], status=1)
            self.assertEqual([row['result'] for row in lib['tried'] if row['source'] == 'debuginfod'],
                             ['Downloaded', 'It has another build id', 'The server answered with the status 404'])
            self.assertEqual(os.listdir(kept), [])
            self.assertEqual((wrong.requests, empty.requests), (request, request))

            lib, found = self.symbolicate(*places)
            is_named(lib, found)
            self.assertEqual(lib['file'], os.path.join(kept, BUILD_ID + '.debuginfo'))
            self.assertEqual((os.listdir(kept), server.requests), ([BUILD_ID + '.debuginfo'], request))

            # It is kept, for those who name a server.
            is_named(*self.symbolicate(*places))
            self.assertEqual(server.requests, request)
            self.symbolicate('auto', status=1)
            self.symbolicate(places[2], '--again')
            self.assertEqual(server.requests, request * 2)

    @unittest.skipUnless(HAS_SOUP and SYMBOLIZER, 'needs libsoup and libdw')
    def test_bad_debuginfod(self):
        make_profile(self.profile, [0x10], ('program', BREAKPAD_ID), BUILD_ID)
        huge = b'HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n'
        for answer, sentence in ((lambda *_: lambda handler: handler.wfile.write(huge), 'too large'),
                                 (lambda *_: lambda handler: handler.wfile.write(huge[:-9] + b'\r\n\r\n\x7fELF'), 'server'),
                                 (lambda *_: b'\x7fELF' + b'\xff' * 4096, 'ELF'),
                                 (lambda *_: b'', 'ELF'),
                                 (lambda *_: (302, {'Location': 'https://127.0.0.1/'}, b''), 'redirects')):
            with Server(answer) as server:
                lib, _ = self.symbolicate('debuginfod+' + server.url, status=1)
            self.assertIn(sentence, lib['tried'][-1]['result'])
            self.assertEqual(os.listdir(self.path('cache', 'fulgens', 'symbols', 'debuginfod')), [])

    @unittest.skipUnless(HAS_SOUP, 'needs libsoup')
    def test_debuginfod_without_build_id(self):
        """Only the whole build id says which file is meant; ids of other formats are not sent."""
        with Server(lambda *_: b'') as server:
            for code_id in (None, '5A3B2C1D1000', 'AABBCCDDEEFF00112233445566778899', '../' * 12 + 'a', 'g' * 40):
                make_profile(self.profile, [0x10], ('program', BREAKPAD_ID), code_id)
                self.symbolicate('debuginfod+' + server.url, status=1)
        self.assertEqual(server.requests, [])

    def test_impossible_places(self):
        for place in ('http://example.org', 'ftp://example.org', 'https://', 'debuginfod+http://10.0.0.1', 'debuginfod+ftp://127.0.0.1',
                      'http://127.0.0.1.example.org/', 'http://127.0.0.1@example.org/', 'https://example.org/?a=b', 'http://0.0.0.0:80',
                      *([] if HAS_SOUP else ['https://example.org', 'http://127.0.0.1:1'])):
            for command in ('symbolicate', 'call-tree'):
                result = self.run_query(command, '--symbols', place)
                self.assertEqual(result.returncode, 2, (place, result.stdout))
                self.assertIn('--symbols: ', result.stderr, place)
                if not HAS_SOUP:
                    self.assertIn('libsoup', result.stderr)

    def test_no_socket(self):
        """Without a server in the options nothing is connected to, whatever the environment names."""
        with socket.create_server(('127.0.0.1', 0)) as server:
            server.setblocking(False)
            url = f'http://127.0.0.1:{server.getsockname()[1]}'
            self.symbolicate('auto', status=1, DEBUGINFOD_URLS=url, http_proxy=url, https_proxy=url)
            self.assertRaises(BlockingIOError, server.accept)


if __name__ == '__main__':
    unittest.main(argv=['test-servers.py', '-v', *filter(None, [os.environ.get('ONLY') and '-k' + os.environ['ONLY']])])
