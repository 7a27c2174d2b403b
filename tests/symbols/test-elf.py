#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names, lines and inlined functions of ELF files, against addr2line -ifC: test-elf.py FULGENS-QUERY SYMBOLIZER FOLDER [long]

FOLDER has the sources of the programs, which are compiled here. Every fourth byte of their code is looked up.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

QUERY, SYMBOLIZER, FOLDER = sys.argv[1:4]
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'DEBUGINFOD_URLS': 'http://127.0.0.1:9',
               'XDG_CACHE_HOME': '/dev/null/none'}
# DWARF 5 of clang is compared with LLVM's own tool.
COMPILERS = [c for c in ('g++', 'clang++') if shutil.which(c) and (c == 'g++' or shutil.which('llvm-symbolizer'))]


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def breakpad_id(path):
    build_id = re.search(r'Build ID: ([0-9a-f]+)', run('readelf', '-n', path))[1]
    raw = bytes.fromhex(build_id)[:16]
    guid = raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]
    return guid.hex().upper() + '0', build_id


def image_base(path):
    return min(int(line.split()[2], 16) for line in run('readelf', '-lW', path).splitlines() if line.strip().startswith('LOAD'))


def code_addresses(path, step=4):
    """Of the functions of the program itself, not of the start files."""
    addresses = set()
    for line in run('nm', '-S', '--defined-only', path).splitlines():
        words = line.split(maxsplit=3)
        if len(words) == 4 and words[2] in 'tTwW' and not re.match(r'_(start|init|fini)|(de)?register_tm|__do_global|frame_dummy', words[3]):
            start, size = int(words[0], 16), int(words[1], 16)
            addresses.update(range(start, start + size, step))
    return sorted(addresses)


def make_profile(path, library, addresses, base, id_of=None):
    """A profile whose samples are in these addresses of a library."""
    breakpad, code = breakpad_id(id_of or library)
    n = len(addresses)
    profile = {
        'meta': {'version': 30, 'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'processType': 0, 'product': 'p',
                 'stackwalk': 1, 'debug': False, 'markerSchema': [], 'symbolicated': False,
                 'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}]},
        'libs': [{'name': os.path.basename(library), 'path': library, 'debugName': os.path.basename(library),
                  'debugPath': library, 'breakpadId': breakpad, 'codeId': code, 'arch': ''}],
        'shared': {
            'stackTable': {'frame': list(range(n)), 'prefixOffset': [0] * n, 'length': n},
            'frameTable': {'address': [address - base for address in addresses], 'inlineDepth': [0] * n, 'category': [0] * n,
                           'subcategory': [0] * n, 'func': list(range(n)), 'nativeSymbol': [None] * n, 'lib': [0] * n,
                           'innerWindowID': [None] * n, 'line': [None] * n, 'column': [None] * n, 'length': n},
            'funcTable': {'name': list(range(n)), 'isJS': [False] * n, 'relevantForJS': [False] * n, 'resource': [0] * n,
                          'source': [None] * n, 'lineNumber': [None] * n, 'columnNumber': [None] * n, 'length': n},
            'resourceTable': {'length': 1, 'lib': [0], 'name': [n], 'host': [None], 'type': [1]},
            'nativeSymbols': {'length': 0, 'libIndex': [], 'address': [], 'name': [], 'functionSize': []},
            'sources': {'length': 0, 'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': []},
            'stringArray': [hex(address - base) for address in addresses] + ['lib'],
        },
        'threads': [{
            'name': 'Main', 'isMainThread': True, 'processType': 'default', 'pid': '1', 'tid': 1, 'processStartupTime': 0,
            'processShutdownTime': None, 'registerTime': 0, 'unregisterTime': None, 'pausedRanges': [],
            'samples': {'stack': list(range(n)), 'time': list(range(n)), 'weight': None, 'weightType': 'samples', 'length': n},
            'markers': {'data': [], 'name': [], 'startTime': [], 'endTime': [], 'phase': [], 'category': [], 'length': 0},
        }],
    }
    with open(path, 'w', encoding='utf-8') as stream:
        json.dump(profile, stream)


def addr2line_chains(path, addresses):
    """[(function, file:line), …] for each address, outermost first."""
    text = subprocess.run(['addr2line', '-ifCa', '-e', path], input='\n'.join(map(hex, addresses)), check=True,
                          capture_output=True, text=True).stdout.splitlines()
    chains, i = [], 0
    while i < len(text):
        i += 1
        chain = []
        while i < len(text) and not text[i].startswith('0x'):
            chain.append((text[i], re.sub(r' \(discriminator \d+\)', '', text[i + 1])))
            i += 2
        chains.append(chain[::-1])
    return chains


def eu_chains(path, addresses):
    """Those of elfutils, for where binutils do not see an inlined function or give it the name of the outer one."""
    text = subprocess.run(['eu-addr2line', '-a', '-i', '-f', '-C', '-e', path], input='\n'.join(map(hex, addresses)), check=False,
                          capture_output=True, text=True).stdout.splitlines()
    chains, i = [], 0
    while i < len(text):
        i += 1
        chain = []
        while i < len(text) and not text[i].startswith('0x'):
            chain.append((re.sub(r' inlined at .*', '', text[i]), re.sub(r'^(.*?:\d+).*', r'\1', text[i + 1])))
            i += 2
        chains.append(chain[::-1])
    return chains


def llvm_chains(path, addresses):
    """Those of LLVM: its DWARF 5 without .debug_aranges is beyond the other two."""
    text = subprocess.run(['llvm-symbolizer', f'--obj={path}', '--inlining', '--functions=linkage', '--demangle'],
                          input='\n'.join(map(hex, addresses)), check=True, capture_output=True, text=True).stdout
    chains = []
    for block in text.rstrip('\n').split('\n\n'):
        lines = block.splitlines()
        chains.append([(name, re.sub(r'^(.*?:\d+).*', r'\1', place)) for name, place in zip(lines[::2], lines[1::2])][::-1])
    return chains


def is_same(theirs, ours):
    """Neither tool qualifies a name that is not a linkage name; parameters are not in such names."""
    return len(theirs) == len(ours) and all(
        place == our_place and (name == our_name or our_name.endswith('::' + name) or our_name.split('(')[0] == name)
        for (name, place), (our_name, our_place) in zip(theirs, ours))


def our_chains(profile, addresses, base):
    shared = profile['shared']
    strings, frames, funcs = shared['stringArray'], shared['frameTable'], shared['funcTable']
    found = {}
    for address, depth, func, line in zip(frames['address'], frames['inlineDepth'], frames['func'], frames['line']):
        source = funcs['source'][func]
        file = '??' if source is None else strings[shared['sources']['filename'][source]]
        found.setdefault(address + base, {})[depth] = (strings[funcs['name'][func]], f'{file}:{line or "?"}')
    return [[found[address][depth] for depth in sorted(found[address])] for address in addresses]


def plain(chain):
    """Without folders, which tools write differently."""
    return [(name, re.sub(r'.*/', '', place if place[0] != ':' else '??' + place).replace(':0', ':?')) for name, place in chain]


def references(path, addresses):
    chains = [addr2line_chains(path, addresses), eu_chains(path, addresses)]
    return chains + [llvm_chains(path, addresses)] if shutil.which('llvm-symbolizer') else chains


@unittest.skipUnless(COMPILERS and shutil.which('eu-addr2line'), 'needs a C++ compiler and elfutils')
class ElfTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = self.scratch.name

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def build(self, compiler, *flags, source='program.cpp', name='program'):
        output = self.path(name)
        run(compiler, '-O2', '-g', '-Wl,--build-id', *flags, os.path.join(FOLDER, source), '-o', output)
        return output

    def symbolicate(self, profile, *options, status=0, environment=None):
        named = self.path('named.json')
        result = subprocess.run([QUERY, 'symbolicate', '--json', '-o', named, *options, profile], capture_output=True, text=True,
                                env=environment or ENVIRONMENT, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        with open(named, encoding='utf-8') as stream:
            return json.loads(result.stdout)['libraries'][0], json.load(stream)

    def compare(self, program, addresses, base, references):
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        library, named = self.symbolicate(profile, '--symbols', self.folder)
        ours = our_chains(named, addresses, base)
        different = [(hex(address), plain(mine), *map(plain, theirs)) for address, mine, *theirs in zip(addresses, ours, *references)
                     if not any(is_same(plain(chain), plain(mine)) for chain in theirs)]
        self.assertEqual(different[:2], [], f'{len(different)} of {len(addresses)}')
        self.assertEqual(library['source'], 'elf')
        # The share that is as binutils say.
        n_same = sum(is_same(plain(theirs), plain(mine)) for mine, theirs in zip(ours, references[0]))
        return library, n_same / len(addresses)

    def test_what_perf_keeps(self):
        """A file of the build that was recorded, where the path has another one by now; and the table of a kernel."""
        program = self.build(COMPILERS[0])
        addresses = code_addresses(program)
        base = image_base(program)
        build_id = breakpad_id(program)[1]
        kept = self.path('.debug', '.build-id', build_id[:2], build_id[2:])
        os.makedirs(kept)
        make_profile(self.path('profile.json'), self.path('program'), addresses, base)
        os.rename(program, os.path.join(kept, 'elf'))
        shutil.copy('/bin/true', program)
        environment = {**ENVIRONMENT, 'HOME': self.folder}
        library, _ = self.symbolicate(self.path('profile.json'), environment=environment)
        self.assertEqual((library['source'], library['found']), ('elf', len(addresses)))
        self.assertEqual(library['file'], os.path.join(kept, 'elf'))

        with open(self.path('profile.json'), encoding='utf-8') as stream:
            profile = json.load(stream)
        profile['libs'][0].update({'name': '[kernel.kallsyms]', 'path': '[kernel.kallsyms]', 'debugPath': '[kernel.kallsyms]'})
        with open(self.path('profile.json'), 'w', encoding='utf-8') as stream:
            json.dump(profile, stream)
        os.remove(os.path.join(kept, 'elf'))
        # The kernel that runs is another one.
        library, _ = self.symbolicate(self.path('profile.json'), environment=environment, status=1)
        self.assertEqual(library['found'], 0)
        with open(os.path.join(kept, 'kallsyms'), 'w', encoding='utf-8') as stream:
            stream.write('ffffffff81000000 T _text\nffffffff81000001 T all_of_it\n')
        library, named = self.symbolicate(self.path('profile.json'), environment=environment)
        self.assertEqual((library['source'], library['found']), ('kallsyms', len(addresses)))
        self.assertIn('all_of_it', named['shared']['stringArray'])

    def test_as_addr2line(self):
        for compiler in COMPILERS:
            for flags in (('-gdwarf-5',), ('-gdwarf-4',), ('-gdwarf-5', '-no-pie'), ('-gdwarf-5', '-gz=zlib')):
                with self.subTest(compiler=compiler, flags=flags):
                    program = self.build(compiler, *flags)
                    addresses = code_addresses(program)
                    chains = references(program, addresses)
                    library, share = self.compare(program, addresses, image_base(program), chains)
                    if compiler == 'g++':
                        self.assertGreater(share, 0.9)
                    self.assertGreater(max(map(len, chains[0])), 2)
                    self.assertEqual(library['found'], len(addresses))

    def test_c(self):
        for compiler in ('gcc', 'clang'):
            if compiler.replace('gcc', 'g').replace('clang', 'clang') + '++' in COMPILERS:
                with self.subTest(compiler=compiler):
                    program = self.build(compiler, source='program.c')
                    addresses = code_addresses(program)
                    self.compare(program, addresses, image_base(program), references(program, addresses))

    def test_relative_files(self):
        """Files are those of the folder where the compiler ran."""
        source = os.path.join('..', os.path.basename(FOLDER), 'program.cpp')
        for compiler in COMPILERS:
            for version in 4, 5:
                with self.subTest(compiler=compiler, version=version):
                    program, profile = self.path('program'), self.path('profile.json')
                    run(compiler, '-O2', f'-gdwarf-{version}', '-Wl,--build-id', source, '-o', program, cwd=FOLDER)
                    addresses, base = code_addresses(program, 16), image_base(program)
                    make_profile(profile, program, addresses, base)
                    _, named = self.symbolicate(profile)
                    files = {place.rsplit(':', 1)[0] for chain in our_chains(named, addresses, base) for _, place in chain}
                    own = {file for file in files if file.endswith('program.cpp')}
                    self.assertEqual({os.path.realpath(file) for file in own if os.path.isabs(file)},
                                     {os.path.realpath(os.path.join(FOLDER, 'program.cpp'))}, files)
                    self.assertTrue(all(map(os.path.isabs, own)), own)

    def test_rust_names(self):
        """Without the hashes."""
        program = self.build('gcc', source='program-rust.c')
        addresses, base = code_addresses(program), image_base(program)
        run('strip', '--strip-debug', program)
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        _, named = self.symbolicate(profile)
        names = {chain[0][0] for chain in our_chains(named, addresses, base)}
        self.assertEqual({name for name in names if '::' in name}, {'core::fmt::write', 'mycrate::module::function'})

    @unittest.skipUnless(shutil.which('rustc'), 'needs rustc')
    def test_rust(self):
        for flags in ('opt-level=2',), ('opt-level=2', 'symbol-mangling-version=v0'), ('opt-level=0',):
            with self.subTest(flags=flags):
                program = self.path('program')
                run('rustc', '-g', *[word for flag in (*flags, 'link-arg=-Wl,--build-id') for word in ('-C', flag)],
                    os.path.join(FOLDER, 'program.rs'), '-o', program)
                # The standard library has no debug information of its own.
                own = re.findall(r'^(\w+) (\w+) [tTwW] .*\bprogram::', run('nm', '-S', '-C', program), re.MULTILINE)
                addresses = sorted({address for start, size in own
                                    for address in range(int(start, 16), int(start, 16) + int(size, 16), 4)})
                library, share = self.compare(program, addresses, image_base(program), references(program, addresses))
                self.assertEqual((library['found'], share), (len(addresses), 1))
                self.assertGreater(library['inlines'], 20)

    def test_where_debug_information_is(self):
        """In a file named by a link, in a tree of build ids, in a folder; with the wrong file in the way."""
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 16), image_base(program)
        reference = references(program, addresses)
        _, build_id = breakpad_id(program)
        debug, stripped = self.path('program.debug'), self.path('stripped')
        run('objcopy', '--only-keep-debug', program, debug)
        run('objcopy', '--strip-all', program, stripped)
        os.unlink(program)
        run('objcopy', f'--add-gnu-debuglink={debug}', stripped, program)
        self.compare(program, addresses, base, reference)

        # Another file of that name: its checksum differs.
        with open(debug, 'ab') as stream:
            stream.write(b'x')
        profile = self.path('profile.json')
        library, _ = self.symbolicate(profile, status=1)
        self.assertTrue(any('checksum' in tried['result'] for tried in library['tried']), library)
        with open(debug, 'r+b') as stream:
            stream.truncate(os.path.getsize(debug) - 1)

        # By build id, without the program itself.
        tree = self.path('tree', '.build-id', build_id[:2])
        os.makedirs(tree)
        shutil.move(debug, os.path.join(tree, build_id[2:] + '.debug'))
        os.unlink(program)
        library, named = self.symbolicate(profile, '--symbols', self.path('tree'))
        self.assertTrue(all(any(is_same(plain(chain), plain(mine)) for chain in theirs)
                            for mine, *theirs in zip(our_chains(named, addresses, base), *reference)))
        self.assertTrue(library['file'].endswith('.debug'))

        # A program of another build.
        other = self.build(COMPILERS[0], '-DOTHER', '-O1')
        library, _ = self.symbolicate(profile, '--again', status=1)
        self.assertEqual([tried['file'] for tried in library['tried'] if 'build id' in tried['result']], [other])

    def test_names_without_lines(self):
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 16), image_base(program)
        reference = {address: chain[0][0] for address, chain in zip(addresses, addr2line_chains(program, addresses))}
        run('strip', '--strip-debug', program)
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        library, named = self.symbolicate(profile)
        self.assertEqual((library['found'], library['lines']), (len(addresses), 0))
        found = {address: chain[0][0] for address, chain in zip(addresses, our_chains(named, addresses, base))}
        # The symbol of a constructor's base object has the name of the other one.
        self.assertEqual({name for address, name in found.items() if name != reference[address]}, set())

    def test_kept_answers(self):
        """The program is not needed twice; damaged files count as none; --again does without."""
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 16), image_base(program)
        profile, environment = self.path('profile.json'), {**ENVIRONMENT, 'XDG_CACHE_HOME': self.path('cache')}

        def names(of, *options):
            make_profile(profile, program, of, base, program if os.path.exists(program) else self.path('moved'))
            result = subprocess.run([QUERY, 'symbolicate', '--json', '-o', self.path('named.json'), *options, profile],
                                    capture_output=True, env=environment, check=False)
            [library] = json.loads(result.stdout)['libraries']
            with open(self.path('named.json'), encoding='utf-8') as stream:
                return library, our_chains(json.load(stream), of, base)

        self.assertEqual(names(addresses[::2])[0]['found'], len(addresses[::2]))
        # some more, where nothing reads the program: those that were kept count
        make_profile(profile, program, addresses, base)
        alone = self.path('alone')
        shutil.copy(QUERY, alone)
        result = subprocess.run([alone, 'symbolicate', '--json', '-o', self.path('named.json'), profile], capture_output=True, check=False,
                                env={name: value for name, value in environment.items() if name != 'FULGENS_SYMBOLIZER'})
        self.assertGreaterEqual(json.loads(result.stdout)['libraries'][0]['found'], len(addresses[::2]), result.stderr)
        _, expected = names(addresses)   # some more, which are added
        os.rename(program, self.path('moved'))
        library, chains = names(addresses)
        self.assertEqual((library['found'], library['source'], chains), (len(addresses), 'elf', expected))
        library, chains = names(addresses[:5])
        self.assertEqual((library['found'], chains), (5, expected[:5]))
        self.assertEqual(names(addresses, '--again')[0]['found'], 0)
        [kept] = os.listdir(self.path('cache', 'fulgens', 'symbols'))
        path = self.path('cache', 'fulgens', 'symbols', kept)
        os.truncate(path, os.path.getsize(path) // 2)
        self.assertEqual(names(addresses)[0]['found'], 0)

    def test_annotate(self):
        """What the lines of all files cost adds up to the samples; the total of a line is that of what is inlined into it."""
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program), image_base(program)
        profile, named = self.path('profile.json'), self.path('named.json')
        make_profile(profile, program, addresses, base)
        library, saved = self.symbolicate(profile)

        def annotate(function, *options, status=0):
            result = subprocess.run([QUERY, 'annotate', '--json', function, *options, named], capture_output=True, text=True,
                                    env=ENVIRONMENT, check=False)
            self.assertEqual(result.returncode, status, result.stderr)
            return json.loads(result.stdout) if status < 2 else result.stderr

        shared = saved['shared']
        strings, funcs = shared['stringArray'], shared['funcTable']
        names = [strings[name] for name in funcs['name']]
        of_file = {}
        for name, source in zip(names, funcs['source']):
            if names.count(name) == 1 and source is not None:
                of_file.setdefault(source, name)
        self.assertEqual(len(of_file), len({source for source in funcs['source'] if source is not None}))
        answers = {strings[shared['sources']['filename'][source]]: annotate(name) for source, name in of_file.items()}
        self.assertEqual(sum(line[1] for answer in answers.values() for line in answer['source']['lines']), library['lines'])

        path = os.path.join(FOLDER, 'program.cpp')
        with open(path, encoding='utf-8') as stream:
            text = stream.read().split('\n')
        [answer] = [answer for file, answer in answers.items() if os.path.realpath(file) == os.path.realpath(path)]
        self.assertEqual([line[3] for line in answer['source']['lines']], [text[line[0] - 1] for line in answer['source']['lines']])
        chains = our_chains(saved, addresses, base)
        expected = {}
        for chain in chains:
            for line in {place.rsplit(':', 1)[1] for _, place in chain if place.rsplit('/', 1)[-1].startswith('program.cpp:')}:
                if line != '?':
                    expected[int(line)] = expected.get(int(line), 0) + 1
        self.assertEqual({line[0]: line[2] for line in answer['source']['lines']}, expected)

        # Without parameters; native symbols add up too; sources elsewhere.
        plain_c = annotate('recurse')
        self.assertEqual((plain_c['function'], plain_c['lib']), ('recurse(int)', 'lib'))
        self.assertEqual(sum(symbol['total'] for symbol in plain_c['symbols']), plain_c['total'])
        moved = self.path('elsewhere')
        os.makedirs(moved)
        shutil.copy(path, moved)
        mapped = annotate('recurse', '--path-map', f'{os.path.dirname(plain_c["source"]["file"])}={moved}')
        self.assertEqual(mapped['source']['path'], os.path.join(moved, 'program.cpp'))
        self.assertEqual({**mapped['source'], 'path': 0}, {**plain_c['source'], 'path': 0})
        missing = annotate('recurse', '--path-map', f'{os.path.dirname(plain_c["source"]["file"])}=/nowhere')
        self.assertEqual({line[3] for line in missing['source']['lines']}, {None})
        self.assertIsNone(annotate('nothing', status=1))

    def test_no_network(self):
        """A server that the environment names is not asked."""
        import socket
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 64), image_base(program)
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        os.unlink(program)
        with socket.create_server(('127.0.0.1', 0)) as server:
            server.setblocking(False)
            url = f'http://127.0.0.1:{server.getsockname()[1]}'
            result = subprocess.run([QUERY, 'symbolicate', '--json', '--symbols', 'auto', profile], capture_output=True,
                                    env={**ENVIRONMENT, 'DEBUGINFOD_URLS': url}, check=False)
            self.assertEqual(json.loads(result.stdout)['libraries'][0]['found'], 0)
            self.assertRaises(BlockingIOError, server.accept)

    def test_small_symbol_table(self):
        if not shutil.which('xz'):
            self.skipTest('needs xz')
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 16), image_base(program)
        small, stripped = self.path('small'), self.path('stripped')
        run('objcopy', '--strip-debug', program, small)
        run('xz', '-k', small)
        run('strip', '--strip-all', program)
        run('objcopy', f'--add-section=.gnu_debugdata={small}.xz', program, stripped)
        os.replace(stripped, program)
        os.unlink(small)
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        library, _ = self.symbolicate(profile)
        self.assertEqual((library['found'], library['source']), (len(addresses), 'elf'))

    def test_hostile_files(self):
        """Every file is over soon, with a sentence; the rest of the profile is as it was."""
        program = self.build(COMPILERS[0])
        addresses, base = code_addresses(program, 64), image_base(program)
        profile = self.path('profile.json')
        make_profile(profile, program, addresses, base)
        with open(program, 'rb') as stream:
            data = stream.read()

        def check(change):
            os.unlink(program)
            change()
            library = self.symbolicate_any(profile)
            for tried in library['tried']:   # the process itself does what it may, to the end
                self.assertNotRegex(tried['result'], 'signal|too long')
            return library

        def write(content):
            def change():
                with open(program, 'wb') as stream:
                    stream.write(content)
            return change

        self.assertEqual(check(lambda: os.mkfifo(program))['found'], 0)
        self.assertEqual(check(write(b''))['found'], 0)
        self.assertEqual(check(write(b'\x7fELF' + bytes(100)))['found'], 0)

        def sparse():
            with open(program, 'wb') as stream:
                stream.truncate(1 << 40)
        self.assertIn('too large', check(sparse)['tried'][0]['result'])
        for length in range(0, len(data), max(1, len(data) // 24)):
            check(write(data[:length]))
        import random
        generator = random.Random(7)
        sections = data.find(b'.debug_info')
        for _ in range(40):
            bad = bytearray(data)
            for _ in range(generator.choice((1, 8, 64))):
                bad[generator.randrange(64 if generator.random() < 0.2 else 4096, len(bad))] = generator.randrange(256)
            check(write(bytes(bad)))
        self.assertGreater(sections, 0)

        # Sections past the end, and sizes that are false.
        program = self.build(COMPILERS[0], '-gz=zlib')
        with open(program, 'rb') as stream:
            data = stream.read()
        start, size, n = struct.unpack_from('<Q', data, 40)[0], *struct.unpack_from('<HH', data, 58)
        headers = [start + i * size for i in range(n)]
        n_compressed = 0
        for header in headers:
            flags, _, offset = struct.unpack_from('<QQQ', data, header + 8)
            changes = [(header + 24, 1 << 40), (header + 32, 1 << 60), (header + 40, 0xffffffff)]
            if flags & 0x800:   # SHF_COMPRESSED
                n_compressed += 1
                changes += [(offset + 8, 1 << 40), (offset + 8, 1), (offset + 16, 3)]
            for place, value in changes:
                bad = bytearray(data)
                struct.pack_into('<Q', bad, place, value)
                check(write(bytes(bad)))
        self.assertGreater(n_compressed, 2)

    def test_several_symbols(self):
        """Of those at an address one with a size, then a global one; a function with a size ends there."""
        source, program, profile = self.path('several.s'), self.path('several.so'), self.path('profile.json')
        functions = {'a_global_label': (True, False), 'sized': (False, True), 'a_local': (False, True), 'z_global': (True, True)}
        with open(source, 'w', encoding='utf-8') as stream:
            stream.write('.text\n')
            for pair in (('a_global_label', 'sized'), ('a_local', 'z_global')):
                for name in pair:
                    stream.write(f'.type {name}, @function\n' + (f'.globl {name}\n' if functions[name][0] else '') + f'{name}:\n')
                stream.write('nop\n' * 4)
                stream.write(''.join(f'.size {name}, 4\n' for name in pair if functions[name][1]))
                stream.write('nop\n' * 4)
        run('gcc', '-nostdlib', '-shared', '-Wl,--build-id', source, '-o', program)
        [start] = [int(line.split()[0], 16) for line in run('nm', program).splitlines() if line.endswith(' sized')]
        addresses = [start, start + 3, start + 4, start + 8, start + 11, start + 12]
        make_profile(profile, program, addresses, image_base(program))
        _, named = self.symbolicate(profile)
        names = [chain[0][0] for chain in our_chains(named, addresses, image_base(program))]
        self.assertEqual(names, ['sized', 'sized', hex(start + 4), 'z_global', 'z_global', hex(start + 12)])

    def test_same_code(self):
        """Functions that the linker made one: the chain is that of one of them, and has no inlined call of the other."""
        source, program, profile = self.path('same.c'), self.path('same.so'), self.path('profile.json')
        with open(source, 'w', encoding='utf-8') as stream:
            stream.write('static inline __attribute__((always_inline)) int times (int a) { return a * a * 3 - (a << 7); }\n'
                         'int one (int a) { return times (a) + 5; }\n'
                         'int two (int a) { return times (a) + 5; }\n')
        run('gcc', '-O1', '-g', '-nostdlib', '-shared', '-ffunction-sections', '-fuse-ld=gold', '-Wl,--icf=all', '-Wl,--build-id',
            source, '-o', program)
        places = {line.split()[2]: int(line.split()[0], 16) for line in run('nm', program).splitlines() if line.split()[-2] == 'T'}
        self.assertEqual(places['one'], places['two'])
        make_profile(profile, program, [places['one']], image_base(program))
        _, named = self.symbolicate(profile)
        [chain] = our_chains(named, [places['one']], image_base(program))
        self.assertEqual(len(chain), 2, chain)
        self.assertIn(chain[0][0], ('one', 'two'))
        self.assertRegex(chain[0][1], 'same.c:[23]$')
        self.assertEqual(chain[1][0], 'times')
        self.assertRegex(chain[1][1], 'same.c:1$')

    def test_failures_of_the_process(self):
        """A crash, a system call that is not allowed, silence: each is told from a damaged file."""
        program = self.build(COMPILERS[0])
        profile, reader = self.path('profile.json'), self.path('reader')
        make_profile(profile, program, code_addresses(program, 64), image_base(program))
        results = {}
        for command in ('kill -SEGV $$', 'kill -SYS $$', 'exit 1', 'exec sleep 100'):
            with open(reader, 'w', encoding='utf-8') as stream:
                stream.write(f'#!/bin/sh\n{command}\n')
            os.chmod(reader, 0o755)
            library = self.symbolicate_any(profile, {**ENVIRONMENT, 'FULGENS_SYMBOLIZER': reader})
            results[command.split()[1]] = library['tried'][0]['result']
        self.assertIn('signal 11', results['-SEGV'])
        self.assertIn('signal 31', results['-SYS'])
        self.assertIn('damaged', results['1'])
        self.assertIn('too long', results['sleep'])

    def symbolicate_any(self, profile, environment=ENVIRONMENT):
        result = subprocess.run([QUERY, 'symbolicate', '--json', profile], capture_output=True, text=True, env=environment,
                                check=False, timeout=60)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)['libraries'][0]


def run_tests(suite):
    """Ends the program, with 77 if all tests were skipped."""
    n = suite.countTestCases()
    result = unittest.TextTestRunner().run(suite)
    if result.wasSuccessful() and len({test.id() for test, _ in result.skipped}) == n:
        print('skipped:', '; '.join(sorted({reason for _, reason in result.skipped})))
        sys.exit(77)
    sys.exit(not result.wasSuccessful())


LONG = 'long' in sys.argv   # also with compilers that are large

if __name__ == '__main__':
    if not LONG:
        del ElfTest.test_rust
    run_tests(unittest.defaultTestLoader.loadTestsFromTestCase(ElfTest))
