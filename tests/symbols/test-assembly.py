#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions and what they cost, against objdump: test-assembly.py FULGENS-QUERY SYMBOLIZER FOLDER [long]"""

import importlib.util
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import unittest

FOLDER = sys.argv[3]
specification = importlib.util.spec_from_file_location('elf', os.path.join(FOLDER, 'test-elf.py'))
elf = importlib.util.module_from_spec(specification)
specification.loader.exec_module(elf)


def listed(tool, program, start, end):
    """The addresses of instructions by objdump, or LLVM's."""
    text = elf.run(tool, '-d', '--no-show-raw-insn', f'--start-address={start:#x}', f'--stop-address={end:#x}', program)
    return [int(match[1], 16) for match in re.finditer(r'^\s*([0-9a-f]+):\s(?!.*\s\.word\s)', text, re.MULTILINE)]


def make_deep(path):
    """Every third stack of the profile is a root; the others are called by the one before."""
    with open(path, encoding='utf-8') as stream:
        profile = json.load(stream)
    stacks = profile['shared']['stackTable']
    stacks['prefixOffset'] = [int(i % 3 > 0) for i in range(stacks['length'])]
    with open(path, 'w', encoding='utf-8') as stream:
        json.dump(profile, stream)


# Instructions that the disassembler may not know, and some that it does.
UNKNOWN = """90,
    62 f5 6c 48 58 d9, 62 f5 6c c9 58 58 01, 62 f3 7c 48 26 1d 78 56 34 12 07, 62 f3 6d 48 25 d9 ca, 90, c4 e2 6d 50 1d 44 33 22 11,
    62 f2 7d 48 54 d1, f3 48 0f 1e c8, 0f 01 e8, 48 89 d8, 66 0f 38 f8 08, 62 f1 6c 48 58 d9, 06, 90, c4 ff 6d 50 d9, 90,
    62 f4 7c 18 29 d1, d5 18 29 d0, c4 e7 7b f8 c1 07 00 00 00, c3""".split(',')


class AssemblyTest(elf.ElfTest):
    """Builds and symbolicates as the tests of the ELF reader do, which are not run again."""

    def annotate(self, function, *options, profile='named.json', environment=None):
        result = subprocess.run([elf.QUERY, 'annotate', '--asm', '--json', function, *options, self.path(profile)], timeout=60,
                                capture_output=True, text=True, env={**elf.ENVIRONMENT, **(environment or {})}, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout), result.stderr

    def prepare(self, program, addresses, base):
        elf.make_profile(self.path('profile.json'), program, addresses, base)
        make_deep(self.path('profile.json'))
        self.symbolicate(self.path('profile.json'))

    def check_costs(self, answer, addresses, base):
        """As counted here; what is outside of the symbol is not in it."""
        expected = {}
        symbol = answer['symbols'][answer['assembly']['symbol']]
        for i, address in enumerate(addresses):
            chain = [a - base for a in addresses[i - i % 3:i + 1]]
            held = [next((row[0] for row in answer['assembly']['instructions'] if row[0] <= a < row[0] + row[1]), None) for a in chain]
            for place in set(held) - {None}:
                expected.setdefault(place, [0, 0])[1] += 1
            if held[-1] is not None:
                expected[held[-1]][0] += 1
        rows = {row[0]: row[3:5] for row in answer['assembly']['instructions']}
        self.assertEqual({place: costs for place, costs in rows.items() if costs != [0, 0]}, expected)
        inside = [a for a in addresses if symbol['address'] <= a - base < symbol['address'] + symbol['size']]
        self.assertEqual(sum(costs[0] for costs in rows.values()), len(inside))
        self.assertEqual(symbol['total'], max(other['total'] for other in answer['symbols']))

    def test_as_objdump(self):
        for compiler in elf.COMPILERS:
            for flags in ((), ('-no-pie',)):
                with self.subTest(compiler=compiler, flags=flags):
                    program = self.build(compiler, *flags)
                    addresses, base = elf.code_addresses(program, 1), elf.image_base(program)
                    self.prepare(program, addresses, base)
                    n = 0
                    for function in ('recurse', 'plain_c', 'outer::Base::run'):
                        answer, _ = self.annotate(function)
                        symbol = answer['symbols'][answer['assembly']['symbol']]
                        rows = answer['assembly']['instructions']
                        start = symbol['address'] + base
                        self.assertEqual([row[0] + base for row in rows], listed('objdump', program, start, start + symbol['size']))
                        self.assertEqual([a[0] + a[1] for a in rows], [b[0] for b in rows[1:]] + [symbol['address'] + symbol['size']])
                        self.assertEqual(answer['assembly']['arch'], 'x86_64')
                        self.check_costs(answer, addresses, base)
                        chains = elf.references(program, [row[0] + base for row in rows])
                        for i, row in enumerate(rows):
                            ours = f'{os.path.basename(row[5])}:{row[6] or "?"}' if row[5] else '??:?'
                            self.assertIn(ours, [elf.plain(chain[i])[-1][1] for chain in chains], row)
                        n += len(rows)
                        if function == 'recurse':
                            self.assertIn(f'call {symbol["address"]:#x}', [row[2] for row in rows])
                    self.assertGreater(n, 100)

    def test_targets(self):
        """What is called is named, functions of other libraries by their stubs, as objdump does."""
        source, program = self.path('calls.c'), self.path('calls')
        with open(source, 'w', encoding='utf-8') as stream:
            stream.write('#include <stdio.h>\n#include <stdlib.h>\n'
                         '__attribute__ ((noinline)) int own (int a) { return rand () + a; }\n'
                         'int main (int argc, char **argv) { if (argc > 9) abort (); return puts (argv[0]) + own (argc); }\n')
        for flags in ((), ('-Wl,-z,now',), ('-fcf-protection', '-Wl,-z,ibtplt'), ('-no-pie',)):
            with self.subTest(flags=flags):
                elf.run('gcc', '-O1', '-g', '-Wl,--build-id', *flags, source, '-o', program)
                text = elf.run('objdump', '-d', '--no-show-raw-insn', program)
                stubs = {match[2]: int(match[1], 16) for match in re.finditer(r'^([0-9a-f]+) <([^>]+@plt)>:$', text, re.MULTILINE)}
                self.assertLess({'puts@plt', 'rand@plt', 'abort@plt'}, {*stubs, ''})
                base = elf.image_base(program)
                addresses = [*elf.code_addresses(program, 1), *sorted(stubs.values())]
                self.prepare(program, addresses, base)
                answer, _ = self.annotate('main')
                calls = [row[2].partition(' ')[2] for row in answer['assembly']['instructions'] if row[2].startswith('call')]
                own = int(re.search(r'^([0-9a-f]+) <own>:$', text, re.MULTILINE)[1], 16)
                expected = {f'{place - base:#x} <{name}>' for name, place in {'own': own, **stubs}.items() if name != 'rand@plt'}
                self.assertEqual({call for call in calls if '<' in call}, {call for call in expected if '__cxa' not in call}, calls)
                with open(self.path('named.json'), encoding='utf-8') as stream:
                    self.assertLess({'puts@plt', 'rand@plt', 'abort@plt'}, {*json.load(stream)['shared']['stringArray'], ''})

    def test_machines(self):
        if not all(map(shutil.which, ('clang', 'ld.lld', 'llvm-objdump'))):
            self.skipTest('needs clang, lld and LLVM')
        program = self.path('program')
        for target, arch, flags in (('aarch64-linux-gnu', 'arm64', ()), ('armv7-linux-gnueabi', 'arm', ()),
                                    ('armv7-linux-gnueabi', 'arm', ('-mthumb',)), ('i386-linux-gnu', 'i386', ())):
            with self.subTest(target=target, flags=flags):
                elf.run('clang', f'--target={target}', '-O2', '-g', '-c', *flags, os.path.join(FOLDER, 'program.c'), '-o', program + '.o')
                elf.run('ld.lld', '--build-id=sha1', '-e', 'main', program + '.o', '-o', program)
                addresses, base = elf.code_addresses(program, 2), elf.image_base(program)
                self.prepare(program, [address & ~1 for address in addresses], base)
                answer, _ = self.annotate('work')
                rows, symbol = answer['assembly']['instructions'], answer['symbols'][0]
                start = (symbol['address'] & ~1) + base
                self.assertEqual(answer['assembly']['arch'], arch)
                # Constants after the code of ARM are told apart by LLVM only.
                expected = listed('llvm-objdump', program, start, start + symbol['size'])
                self.assertEqual([row[0] + base for row in rows][:len(expected)], expected)
                if arch != 'arm':
                    self.assertEqual(len(rows), len(expected))
                self.assertFalse([row for row in rows if row[2].startswith('.byte')])
                self.assertTrue(any(row[6] for row in rows))

    def test_unknown_size(self):
        """Up to the end by the symbol table, and without one past the last frame; with lines of a debug link."""
        program, debug = self.build(elf.COMPILERS[0]), self.path('program.debug')
        addresses, base = elf.code_addresses(program, 50), elf.image_base(program)
        self.prepare(program, addresses, base)
        expected, _ = self.annotate('recurse')
        with open(self.path('named.json'), encoding='utf-8') as stream:
            named = json.load(stream)
        symbols = named['shared']['nativeSymbols']
        symbols['functionSize'] = [None] * symbols['length']
        with open(self.path('unsized.json'), 'w', encoding='utf-8') as stream:
            json.dump(named, stream)
        self.assertEqual(self.annotate('recurse', profile='unsized.json')[0]['assembly'], expected['assembly'])

        elf.run('objcopy', '--only-keep-debug', program, debug)
        elf.run('strip', '--strip-all', program)
        rows, all_rows = (self.annotate('recurse', profile='unsized.json')[0]['assembly']['instructions'],
                          expected['assembly']['instructions'])
        symbol = expected['symbols'][0]
        last = max(a - base for a in addresses if symbol['address'] <= a - base < symbol['address'] + symbol['size'])
        self.assertLess(len(rows), len(all_rows))
        self.assertLessEqual({row[0] for row in rows if row[0] <= last - 15}, {row[0] for row in all_rows})
        self.assertEqual(rows[-1][0] + rows[-1][1], last + 1)
        self.assertEqual({row[5] for row in rows}, {None})
        self.assertEqual([row[:5] for row in self.annotate('recurse')[0]['assembly']['instructions']], [row[:5] for row in all_rows])

        linked = self.path('linked')
        elf.run('objcopy', f'--add-gnu-debuglink={debug}', program, linked)
        os.replace(linked, program)
        self.assertEqual(self.annotate('recurse')[0]['assembly'], expected['assembly'])

        # Debug information alone has no code; another program does not count.
        os.unlink(program)
        shutil.copy(debug, program)
        answer, message = self.annotate('recurse')
        self.assertIsNone(answer['assembly'])
        self.assertIn('code of the function', message)
        self.assertEqual(answer['symbols'], expected['symbols'])
        self.build(elf.COMPILERS[0], '-O1')
        answer, message = self.annotate('recurse')
        self.assertIsNone(answer['assembly'])
        self.assertIn('build id', message)
        os.unlink(program)
        self.assertIsNone(self.annotate('recurse')[0]['assembly'])

    def test_without_symbols(self):
        program = self.build(elf.COMPILERS[0])
        addresses, base = elf.code_addresses(program, 64), elf.image_base(program)
        elf.make_profile(self.path('profile.json'), program, addresses, base)
        answer, message = self.annotate(hex(addresses[0] - base), profile='profile.json')
        self.assertIsNone(answer['assembly'])
        self.assertIn('symbol', message)
        plain = subprocess.run([elf.QUERY, 'annotate', '--json', hex(addresses[0] - base), self.path('profile.json')],
                               capture_output=True, text=True, env=elf.ENVIRONMENT, check=True)
        self.assertNotIn('assembly', json.loads(plain.stdout))
        text = subprocess.run([elf.QUERY, 'annotate', '--asm', '--symbols', 'auto', 'main', self.path('profile.json')],
                              capture_output=True, text=True, env=elf.ENVIRONMENT, check=True).stdout
        self.assertRegex(text, r'\nmain \(x86_64\)\n\naddress +self +total +instruction +line\n')
        self.assertRegex(text, r'\n *0x[0-9a-f]+ +\S+ +\S+ +ret +program\.cpp:97\n')

    def test_large_function(self):
        """16 MB are too much, in a moment."""
        for size, arch in ((1 << 20, 'x86_64'), ((16 << 20) + 1, None)):
            source, program = self.path('large.c'), self.path('program')
            with open(source, 'w', encoding='utf-8') as stream:
                stream.write(f'int main (void) {{ __asm__ (".skip {size}, 0x90"); return 0; }}')
            elf.run('gcc', '-g', '-Wl,--build-id', source, '-o', program)
            addresses, base = elf.code_addresses(program, 4096), elf.image_base(program)
            self.prepare(program, addresses, base)
            answer, message = self.annotate('main')
            if arch:
                self.assertGreater(len(answer['assembly']['instructions']), size)
            else:
                self.assertIsNone(answer['assembly'])
                self.assertIn('too large', message)

    def test_unknown_instructions(self):
        """An instruction that the disassembler does not know is one row, and the next one begins behind it."""
        # One is of an unknown length and ends where the next line begins; data have none.
        self.check_unknown(UNKNOWN, '-g')

    def test_unknown_without_lines(self):
        self.check_unknown([code for code in UNKNOWN if 'c4 ff' not in code])

    def check_unknown(self, instructions, *flags):
        codes = [bytes.fromhex(code) for code in instructions]
        source, program = self.path('unknown.s'), self.path('program')
        with open(source, 'w', encoding='utf-8') as stream:
            stream.write('.globl main\n.type main, @function\nmain:\n'
                         + ''.join('nop\n' if code == b'\x90' else f'.byte {",".join(map(hex, code))}\n' for code in codes)
                         + '.size main, . - main\n')
        elf.run('gcc', *flags, '-Wl,--build-id', source, '-o', program)
        self.prepare(program, elf.code_addresses(program, 1), elf.image_base(program))
        answer, _ = self.annotate('main')
        rows, start = answer['assembly']['instructions'], answer['symbols'][0]['address']
        self.assertEqual([row[1] for row in rows], [len(code) for code in codes])
        self.assertEqual(rows[0][0], start)
        for row, code in zip(rows, codes):
            if row[2].startswith('.byte'):
                self.assertEqual(row[2], '.byte ' + ', '.join(f'0x{byte:02x}' for byte in code))
            else:
                self.assertNotEqual(code, b'\x06')
        self.assertEqual(rows[-1][2], 'ret')

    def test_false_answers(self):
        """Of a process that was taken over: instructions that overlap, are elsewhere or empty, texts that are none."""
        program = self.build(elf.COMPILERS[0])
        addresses, base = elf.code_addresses(program, 8), elf.image_base(program)
        self.prepare(program, addresses, base)
        false = self.path('false')
        with open(false, 'w', encoding='utf-8') as stream:
            stream.write(f'#!{sys.executable} -ES\nimport os\nopen(3, "wb", closefd=False).write(open({self.path("answer")!r}, "rb").read())\n'
                         'while os.read(3, 1 << 16):\n    pass\n')
        os.chmod(false, 0o755)

        def answer(instructions, texts=b'x86_64\0ret\0', name=7, frames=1, head=0):
            data = struct.pack('=IIIIII', 0x326d7953, len(instructions) + head, len(instructions), len(instructions), len(texts), 0)
            data += b''.join(struct.pack('=QIIII', at, i, i, frames, 0) for i, (at, _, _) in enumerate(instructions))
            data += b''.join(struct.pack('=QQII', start, size, name, 0) for _, start, size in instructions)
            data += struct.pack('=III', 0, 0xffffffff, 0) * len(instructions) + texts
            with open(self.path('answer'), 'wb') as stream:
                stream.write(struct.pack('=II', 4, len(data)) + data)
            return self.annotate('recurse', environment={'FULGENS_SYMBOLIZER': false})

        right, _ = answer([(16, 16, 2), (18, 18, 1)])
        self.assertEqual([row[:3] for row in right['assembly']['instructions']], [[16, 2, 'ret'], [18, 1, 'ret']])
        for wrong in ({'instructions': [(16, 16, 3), (18, 18, 1)]}, {'instructions': [(16, 20, 3)]}, {'instructions': [(16, 16, 0)]},
                      {'instructions': [(16, 16, 1 << 40)]}, {'instructions': [(1 << 63, 1 << 63, 1)]}, {'instructions': []},
                      {'instructions': [(16, 16, 1)], 'name': 90}, {'instructions': [(16, 16, 1)], 'name': 8},
                      {'instructions': [(16, 16, 1)], 'texts': b'x86_64\0\xff\xfe\0'}, {'instructions': [(16, 16, 1)], 'frames': 2},
                      {'instructions': [(16, 16, 1)], 'head': 1}):
            with self.subTest(wrong=wrong):
                result, message = answer(**wrong)
                self.assertIsNone(result['assembly'])
                self.assertIn('damaged', message)

    def test_hostile_files(self):
        program = self.build(elf.COMPILERS[0])
        addresses, base = elf.code_addresses(program, 8), elf.image_base(program)
        self.prepare(program, addresses, base)
        with open(program, 'rb') as stream:
            data = stream.read()
        generator = random.Random(11)
        headers = struct.unpack_from('<Q', data, 40)[0]
        n_found = 0
        for i in range(60):
            bad = bytearray(data)
            for _ in range(generator.choice((1, 8, 64))):
                first, end = ((64, 4096), (4096, 8192), (headers, len(bad)), (64, len(bad)))[i % 4]
                bad[generator.randrange(first, end)] = generator.randrange(256)
            os.unlink(program)
            with open(program, 'wb') as stream:
                stream.write(bad[:generator.randrange(len(bad))] if i % 5 == 0 else bad)
            assembly = self.annotate('recurse')[0]['assembly']
            n_found += assembly is not None
        self.assertGreater(n_found, 5)
        self.assertLess(n_found, 60)


if __name__ == '__main__':
    if not elf.LONG:
        del AssemblyTest.test_machines
    elf.run_tests(unittest.TestSuite(map(AssemblyTest, [name for name in vars(AssemblyTest) if name.startswith('test_')])))
