#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files the process that reads ELF files gets, if a file has taken it over: test-wanted.py FULGENS-QUERY

A false process asks for files by name, build id and checksum, and writes down what it gets.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

QUERY = os.path.abspath(sys.argv[1])
WANT_LINK, WANT_ALT = 2, 3
BUILD_ID, OTHER_ID = bytes(range(20)), bytes(range(20, 40))

FALSE_PROCESS = '''#!{python} -ES
import json, os, socket, struct
parent = socket.socket(fileno=3)
parent.recv(struct.unpack('=II', parent.recv(8, socket.MSG_WAITALL))[1], socket.MSG_WAITALL)
got = []
for message, name, build_id, crc in json.load(open({asks!r})):
    wanted = struct.pack('=4096s128sI', name.encode(), build_id.encode(), crc)
    parent.sendall(struct.pack('=II', message, len(wanted)) + wanted)
    _, files, _, _ = socket.recv_fds(parent, 8, 1)
    got.append(os.readlink('/proc/self/fd/%d' % files[0]) if files else None)
if not os.path.exists({got!r}):   # of other files that may be the library it is asked too
    json.dump(got, open({got!r}, 'w'))
parent.sendall(struct.pack('=III', 5, 4, 2))
'''


def elf(build_id, bits=64, order='<', segment=False, note_name=b'GNU\0', note_type=3):
    """A file of a note, in a section or a segment."""
    note = struct.pack(order + 'III', len(note_name), len(build_id), note_type) + note_name + build_id
    head = 64 if bits == 64 else 52
    word = 'Q' if bits == 64 else 'I'
    if segment:
        table = (struct.pack(order + 'IIQQQQQQ', 4, 4, head, 0, 0, len(note), len(note), 4) if bits == 64
                 else struct.pack(order + 'IIIIIIII', 4, head, 0, 0, len(note), len(note), 4, 4))
    else:
        table = struct.pack(order + 'II' + word * 4 + 'II' + word * 2, 0, 7, 0, 0, head, len(note), 0, 0, 4, 0)
    at = head + len(note)
    header = b'\x7fELF' + bytes([2 if bits == 64 else 1, 1 if order == '<' else 2, 1]) + bytes(9)
    header += struct.pack(order + 'HHI' + word * 3 + 'IHHHHHH', 3, 62, 1, 0, at if segment else 0, 0 if segment else at, 0, head,
                          len(table) if segment else 0, int(segment), 0 if segment else len(table), int(not segment), 0)
    return header + note + table


class WantedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.write('bin/libone.so', elf(BUILD_ID))
        self.write('process', FALSE_PROCESS.format(python=sys.executable, asks=self.path('asks'), got=self.path('got')).encode())
        os.chmod(self.path('process'), 0o755)
        lib = {'name': 'libone.so', 'path': self.path('bin/libone.so'), 'debugName': 'libone.so',
               'debugPath': self.path('bin/libone.so'), 'breakpadId': '030201000504070608090A0B0C0D0E0F0', 'codeId': BUILD_ID.hex(),
               'arch': ''}
        self.write('profile.json', json.dumps({
            'meta': {'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'product': 'p', 'symbolicated': False,
                     'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}]},
            'libs': [lib],
            'shared': {
                'stringArray': ['0x100'],
                'stackTable': {'frame': [0], 'prefixOffset': [0], 'length': 1},
                'frameTable': {'address': [256], 'inlineDepth': [0], 'category': [0], 'subcategory': [0], 'func': [0],
                               'nativeSymbol': [None], 'lib': [0], 'innerWindowID': [None], 'line': [None], 'column': [None],
                               'length': 1},
                'funcTable': {'name': [0], 'isJS': [False], 'relevantForJS': [False], 'resource': [-1], 'source': [None],
                              'lineNumber': [None], 'columnNumber': [None], 'length': 1},
                'resourceTable': {'lib': [], 'name': [], 'host': [], 'type': [], 'length': 0},
                'nativeSymbols': {'libIndex': [], 'address': [], 'name': [], 'functionSize': [], 'length': 0},
                'sources': {'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': [], 'length': 0},
            },
            'threads': [{'name': 't', 'pid': '1', 'tid': 1,
                         'samples': {'stack': [0], 'time': [0], 'weight': None, 'weightType': 'samples', 'length': 1},
                         'markers': {'name': [], 'startTime': [], 'endTime': [], 'phase': [], 'category': [], 'data': [],
                                     'length': 0}}],
        }).encode())

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, contents):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), 'wb') as stream:
            stream.write(contents)
        return self.path(name)

    def ask(self, *asks, arguments=()):
        """Which file of each the process got, and what is said of the files."""
        self.write('asks', json.dumps(asks).encode())
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': self.path('process'), 'HOME': self.folder,
                       'XDG_CACHE_HOME': self.path('cache'), 'DEBUGINFOD_CACHE_PATH': self.path('client')}
        result = subprocess.run([QUERY, 'symbolicate', '--json', *arguments, self.path('profile.json')], capture_output=True,
                                check=False, env=environment, timeout=60)
        with open(self.path('got'), encoding='utf-8') as stream:
            got = json.load(stream)
        os.unlink(self.path('got'))
        [lib] = json.loads(result.stdout)['libraries']
        return got, {attempt['file']: attempt['result'] for attempt in reversed(lib['tried'])}

    def test_private_files(self):
        """By their absolute names: neither texts, whatever they are called, nor programs, nor what would block."""
        secret = b'a private key\n'
        self.write('secret', secret)
        text = self.write('secret.debug', secret)
        program = self.write('program', elf(OTHER_ID))
        self.write('other.dwz', elf(OTHER_ID))
        os.mkfifo(self.path('pipe.debug'))
        os.symlink(self.path('secret'), self.path('link.debug'))
        os.makedirs(self.path('folder.debug'))
        ids = BUILD_ID.hex(), OTHER_ID.hex()
        got, tried = self.ask((WANT_ALT, self.path('secret'), ids[0], 0), (WANT_ALT, text, ids[0], 0),
                              (WANT_ALT, program, ids[1], 0), (WANT_ALT, self.path('other.dwz'), ids[0], 0),
                              (WANT_ALT, self.path('pipe.debug'), ids[0], 0), (WANT_ALT, self.path('link.debug'), ids[0], 0),
                              (WANT_ALT, self.path('folder.debug'), ids[0], 0))
        self.assertEqual(got, [None] * 7)
        self.assertEqual(tried[text], 'It is not an ELF file')
        self.assertEqual(tried[self.path('other.dwz')], 'It has another build id')
        self.assertNotIn(self.path('secret'), tried)
        self.assertNotIn(program, tried)

    def test_no_build_id(self):
        """Without a build id no supplement is handed over, one without an id neither."""
        name = self.write('none.dwz', elf(OTHER_ID, note_type=1))
        gnu = self.write('gnu.dwz', elf(OTHER_ID, note_name=b'XXX\0'))
        got, _ = self.ask((WANT_ALT, name, '', 0), (WANT_ALT, name, OTHER_ID.hex(), 0), (WANT_ALT, gnu, OTHER_ID.hex(), 0),
                          (WANT_ALT, name, '../' * 4 + 'x', 0))
        self.assertEqual(got, [None] * 4)

    def test_supplements(self):
        """ELF files of every class and byte order, with the build id that was asked for."""
        files = [self.write(f'{bits}{name}{segment}.debug', elf(OTHER_ID, bits, order, segment))
                 for bits in (32, 64) for name, order in (('little', '<'), ('big', '>')) for segment in (False, True)]
        for some in files[:4], files[4:]:
            got, tried = self.ask(*((WANT_ALT, name, OTHER_ID.hex(), 0) for name in some))
            self.assertEqual(got, some)
            self.assertEqual([tried[name] for name in some], ['Opened for its debug information'] * 4)

    def test_folders(self):
        """What lies in a folder of the person needs no ending; a path that leads out of it is another one."""
        inside, outside = self.write('symbols/deep/part', elf(OTHER_ID)), self.write('outside', elf(OTHER_ID))
        beside = self.write('symbols2/part', elf(OTHER_ID))
        got, _ = self.ask((WANT_ALT, inside, OTHER_ID.hex(), 0), (WANT_ALT, self.path('symbols/../outside'), OTHER_ID.hex(), 0),
                          (WANT_ALT, beside, OTHER_ID.hex(), 0), arguments=('--symbols', self.path('symbols')))
        self.assertEqual(got, [inside, None, None])
        self.assertTrue(os.path.exists(outside))

    def test_links(self):
        """Debug links: an ELF file with the checksum, or one with the build id where those are kept by it."""
        text, link = b'a text\n', elf(OTHER_ID)
        self.write('bin/text.debug', text)
        self.write('bin/link.debug', link)
        kept = self.write(f'symbols/.build-id/{BUILD_ID.hex()[:2]}/{BUILD_ID.hex()[2:]}.debug', text)
        got, tried = self.ask((WANT_LINK, 'text.debug', '', zlib.crc32(text)), (WANT_LINK, 'link.debug', '', zlib.crc32(link)),
                              (WANT_LINK, 'link.debug', '', zlib.crc32(link) ^ 1), (WANT_LINK, 'none', BUILD_ID.hex(), 0),
                              (WANT_LINK, self.path('secret.debug'), '', 0), arguments=('--symbols', self.path('symbols')))
        self.assertEqual(got, [None, self.path('bin/link.debug'), None, None, None])
        self.assertEqual(tried[self.path('bin/text.debug')], 'It is not an ELF file')
        self.assertEqual(tried[kept], 'It is not an ELF file')
        self.write(f'symbols/.build-id/{BUILD_ID.hex()[:2]}/{BUILD_ID.hex()[2:]}.debug', elf(BUILD_ID))
        got, _ = self.ask((WANT_LINK, 'none', BUILD_ID.hex(), 0), arguments=('--symbols', self.path('symbols')))
        self.assertEqual(got, [kept])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
