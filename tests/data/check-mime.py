#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs our MIME package beside the system's and asks GIO for types.

usage: check-mime.py PACKAGE.xml FIXTURES
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = 'application/x-firefox-profile+json'

# As ful-decoder.h has it; then the number of slabs, that of the root, and a slab of JSON.
SLABS = b'\xdc\xdfJSLB\x01\0' + b'\1\0\0\0' + b'\0\0\0\0' + b'\x0a\0\0\0\x20\0\0\0\2\0\0\0' + b'{}'

# Files of tests/fixtures that content decides, under a name without a suffix.
CONTENT = {
    'perf.ok.data': 'application/x-perf-data',
    'import/forks-zstd.perf.data': 'application/x-perf-data',
    'import/native-pipe.perf.data.gz': 'application/x-perf-data',
    'perf-script-native-fp.txt.gz': 'text/x-perf-script',
    'node-cpu-prof.cpuprofile': 'application/x-v8-cpuprofile+json',
    'v8.ok.cpuprofile': 'application/x-v8-cpuprofile+json',
    'import/app.heapprofile': 'application/x-v8-heapprofile+json',
    'chrome.ok.trace.json': 'application/x-chrome-trace+json',
    'import/node.speedscope.json.gz': 'application/x-speedscope+json',
    'speedscope.ok.json': 'application/x-speedscope+json',
    'dhat.ok.json': 'application/x-dhat+json',
    'valgrind-dhat-tree.json.gz': 'application/x-dhat+json',
    'callgrind.ok.out': 'application/x-kcachegrind',
    'import/callgrind.sieve-plain.out.gz': 'application/x-kcachegrind',
    'art-regular.ok.trace': 'application/x-android-method-trace',
    'art-streaming.ok.trace': 'application/x-android-method-trace',
    'simpleperf.ok.trace': 'application/x-simpleperf',
    'import/stackprof-wall.json.gz': 'application/x-stackprof+json',
    'stored-stream.ok.fpls': 'application/x-fulgens-stream',
    'fx153-startup-small.processed70.json.gz': OURS,
    'gecko-v36-two-processes.ok.json': OURS,
}

CASES = [
    # name, head of the bytes, type
    ('a.profile.json', b'{}', OURS),
    ('a.profile.json.gz', gzip.compress(b'{}'), OURS),
    ('capture.json.gz', gzip.compress(b'{"meta":{'), OURS),
    ('a.jslb', SLABS, OURS),
    ('a.jslb.gz', gzip.compress(SLABS), OURS),
    ('slabs-without-extension', SLABS, OURS),
    ('no-slabs', SLABS[2:], 'application/octet-stream'),
    ('native.folded', b'main;work 12\n', 'text/x-folded-stacks'),
    ('a.austin', b'# austin: 3.6.0\n', 'text/x-folded-stacks'),
    ('a.pyisession', b'{"start_time":1', 'application/x-pyinstrument+json'),
    ('native.collapsed.gz', gzip.compress(b'main;work 12\n'), 'text/x-folded-stacks'),
    ('notes.txt', b'main;work 12\n', 'text/plain'),
    ('node.cpuprofile', b'{"nodes":[', 'application/x-v8-cpuprofile+json'),
    ('cpu.pb.gz', gzip.compress(b'\x0a\x04'), 'application/x-pprof'),
    ('cpu.pprof', b'\x0a\x04', 'application/x-pprof'),
    ('perf.data', b'PERFILE2', 'application/x-perf-data'),
    ('a.speedscope.json', b'{"version":"0.0.1"', 'application/x-speedscope+json'),
    ('a.speedscope.json.gz', gzip.compress(b'{}'), 'application/x-speedscope+json'),
    ('a.trace.json', b'[{"ph":"X"', 'application/x-chrome-trace+json'),
    ('callgrind.out.4711', b'version: 1\ncreator: x\n', 'application/x-kcachegrind'),
    ('cachegrind.out.4711', b'version: 1\n', 'application/x-kcachegrind'),
    ('slow.txt', b'SLOW food\n', 'text/plain'),
    ('no-extension', b'{"meta":{"categories":[', OURS),
    ('other.json', b'{"name": "x"}', 'application/json'),
    ('other.gz', gzip.compress(b'text'), 'application/gzip'),
    ('photo.png', b'\x89PNG\r\n\x1a\n', 'image/png'),
]

def content(fixtures, name):
    path = Path(fixtures, name)
    return gzip.decompress(path.read_bytes()) if path.suffix == '.gz' else path.read_bytes()


def main(package, fixtures):
    cases = CASES + [(f'by-content-{i}', content(fixtures, name), expected)
                     for i, (name, expected) in enumerate(CONTENT.items())]
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch, 'share/mime/packages')
        packages.mkdir(parents=True)
        shutil.copy(package, packages)
        system = Path('/usr/share/mime/packages/freedesktop.org.xml')
        shutil.copy(system, packages)
        subprocess.run(['update-mime-database', packages.parent], check=True, stderr=subprocess.DEVNULL)

        paths = []
        for name, data, _ in cases:
            path = Path(scratch, name)
            path.write_bytes(data)
            paths.append(str(path))
        environment = dict(os.environ, XDG_DATA_HOME=str(packages.parent.parent), XDG_DATA_DIRS=scratch)
        answer = subprocess.run(['gio', 'info', '-a', 'standard::content-type', *paths], env=environment, check=True,
                                capture_output=True, text=True).stdout
        answer = re.findall(r'standard::content-type: (.+)', answer)

    wrong = [f'{name}: {found}, not {expected}'
             for (name, _, expected), found in zip(cases, answer, strict=True) if found != expected]
    print('\n'.join(wrong) or f'{len(cases)} types right')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
