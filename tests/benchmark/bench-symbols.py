#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What names of a large library cost, against addr2line: bench-symbols.py FULGENS-QUERY SYMBOLIZER FOLDER

The library has over 100 MB of debug information: one C++ unit, linked many times, with other prefixes of its symbols. 60,000
of its addresses are looked up, then again from the kept answers. FOLDER is that of the tests of symbols, whose profiles are used.
The last figures are of one function of 50 KB in a source of 5,000 lines. Prints a JSON line for each figure: CPU time of
all processes, and the memory of the greatest one. Exits with 77, for "skipped", where a tool is missing.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

N_ADDRESSES = 60000
N_PARTS = 18
DEBUG_BYTES = 100 << 20
N_LINES = 5000
FUNCTION_BYTES = 50 << 10

UNIT = '''
#include <algorithm>
#include <deque>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

template <int N> struct Part
{
  std::map<std::string, std::vector<int>> by_name;
  std::unordered_map<int, std::string> by_number;
  std::set<std::pair<int, std::string>> both;
  std::deque<double> queue;

  __attribute__ ((noinline)) int fill (const std::string &text)
  {
    std::regex words ("([a-z]+)" + std::to_string (N));
    for (std::sregex_iterator i (text.begin (), text.end (), words), end; i != end; ++i)
      {
        by_name[(*i)[1]].push_back (i->position ());
        by_number[i->length ()] = (*i)[1];
        both.insert ({ N, (*i)[1] });
      }
    std::vector<std::string> names;
    for (auto &pair : by_name)
      names.push_back (pair.first);
    std::sort (names.begin (), names.end (),
               [] (const std::string &a, const std::string &b) { return a.size () * N < b.size () * (N + 1); });
    std::stringstream stream;
    for (auto &name : names)
      {
        stream << name << N;
        queue.push_front (name.size () * 0.5);
      }
    return stream.str ().size () + queue.size ();
  }
};
'''

# In a process of its own, as the greatest memory of children is that of all before.
MEASURE = '''
import json, resource, subprocess, sys
given = open(sys.argv[1], "rb") if sys.argv[1] else None
status = subprocess.run(sys.argv[2:], stdin=given, stdout=subprocess.DEVNULL).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]))
'''


def load_test(folder):
    """The helpers of the test of ELF files, which reads the same arguments."""
    spec = importlib.util.spec_from_file_location('test_elf', os.path.join(folder, 'test-elf.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure(*command, given='', environment=None):
    """CPU seconds of a program with its children, and the greatest resident memory of one of them."""
    result = subprocess.run([sys.executable, '-c', MEASURE, given, *command], capture_output=True, text=True, check=True, env=environment)
    status, seconds, memory = json.loads(result.stdout)
    if status != 0:
        raise SystemExit(f'{command}: status {status}')
    return seconds, memory


def report(name, value, unit, size, **more):
    print(json.dumps({'name': name, 'value': round(value, 4), 'unit': unit, 'inputBytes': size, **more}), flush=True)


def compare(name, mine, theirs, size, aim):
    for value, other, unit in zip(mine, theirs, ('s CPU', 'bytes')):
        report(name, value, unit, size, reference=round(other, 4), ratio=round(value / other, 3), aim=aim)


def debug_bytes(path, run):
    return sum(int(line.split()[1]) for line in run('size', '-A', path).splitlines() if line.startswith('.debug_'))


def build_library(folder, run):
    source, unit, library = (os.path.join(folder, name) for name in ('unit.cpp', 'unit.o', 'library.so'))
    with open(source, 'w', encoding='utf-8') as stream:
        stream.write(UNIT)
        for i in range(N_PARTS):
            stream.write(f'int part{i} (const std::string &t) {{ Part<{i}> part; return part.fill (t); }}\n')
    run('g++', '-O2', '-g', '-fPIC', '-c', source, '-o', unit)
    copies = []
    for i in range(DEBUG_BYTES * 3 // 2 // debug_bytes(unit, run)):   # linked, their texts are fewer
        copies.append(os.path.join(folder, f'copy{i}.o'))
        run('objcopy', f'--prefix-symbols=copy{i}_', unit, copies[-1])
    run('g++', '-shared', '-nostdlib', '-Wl,--build-id', '-Wl,--unresolved-symbols=ignore-all', *copies, '-o', library)
    for copy in copies:
        os.unlink(copy)
    size = debug_bytes(library, run)
    if size < DEBUG_BYTES:
        raise SystemExit(f'The library has {size} bytes of debug information')
    return library, size


def build_function(folder, run):
    """Three of five lines of its source have a statement."""
    source, library = os.path.join(folder, 'function.c'), os.path.join(folder, 'function.so')
    n = N_LINES - 10
    with open(source, 'w', encoding='utf-8') as stream:
        stream.write('int long_function (int *p)\n{\n')
        for i in range(n):
            stream.write(f'  p[{i % 97}] ^= p[{(i * 7 + 3) % 89}] + {i};\n' if i % 5 in (0, 2, 4) else '\n')
        stream.write('  return p[0];\n}\n' + '\n' * 7)
    run('gcc', '-O1', '-g', '-fPIC', '-shared', '-Wl,--build-id', source, '-o', library)
    [line] = [line for line in run('nm', '-S', library).splitlines() if line.endswith(' long_function')]
    start, size = (int(word, 16) for word in line.split()[:2])
    if size < FUNCTION_BYTES:
        raise SystemExit(f'The function has {size} bytes')
    return library, list(range(start, start + size, 4))


def main():
    query, symbolizer, folder = sys.argv[1:4]
    if not all(map(shutil.which, ('g++', 'objcopy', 'addr2line', 'readelf', 'nm'))) or not os.path.exists(symbolizer):
        print('needs a C++ compiler, binutils and libdw', file=sys.stderr)
        return 77
    elf = load_test(folder)

    with tempfile.TemporaryDirectory() as scratch:
        environment = {**os.environ, 'FULGENS_SYMBOLIZER': symbolizer, 'XDG_CACHE_HOME': os.path.join(scratch, 'cache')}
        profile, named, given = (os.path.join(scratch, name) for name in ('profile.json', 'named.json', 'addresses'))
        library, size = build_library(scratch, elf.run)
        addresses = elf.code_addresses(library, 4)
        addresses = addresses[::max(1, len(addresses) // N_ADDRESSES)][:N_ADDRESSES]
        elf.make_profile(profile, library, addresses, elf.image_base(library))
        with open(given, 'w', encoding='utf-8') as stream:
            stream.write('\n'.join(map(hex, addresses)))

        command = [query, 'symbolicate', '-o', named, profile]
        mine = measure(*command, environment=environment)
        again = measure(*command, environment=environment)
        theirs = measure('addr2line', '-ifC', '-e', library, given=given)
        compare(f'{len(addresses)} addresses', mine, theirs, size, 0.5)
        compare(f'{len(addresses)} addresses, kept', again, theirs, size, 0.2)
        answer = subprocess.run([query, 'symbolicate', '--json', '--again', profile], capture_output=True, text=True, check=True,
                                env={**environment, 'XDG_CACHE_HOME': '/dev/null/none'})
        [found] = json.loads(answer.stdout)['libraries']
        report('addresses with inlined functions', found['inlines'], 'addresses', size, found=found['found'], lines=found['lines'])

        function, addresses = build_function(scratch, elf.run)
        elf.make_profile(profile, function, addresses, elf.image_base(function))
        measure(*command, environment=environment)
        command = [query, 'annotate', '--json', 'long_function', named]
        for name, options in (('annotate', []), ('annotate --asm', ['--asm'])):
            seconds, memory = measure(*command, *options, environment=environment)
            report(f'{name}, {N_LINES} lines, {len(addresses) * 4 // 1024} KB of code', seconds * 1e3, 'ms CPU', os.path.getsize(function),
                   aim=200)
    return 0


if __name__ == '__main__':
    sys.exit(main())
