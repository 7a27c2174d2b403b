#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs our MIME package beside the system's and asks GIO for types.

usage: check-mime.py PACKAGE.xml
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

CASES = [
    # name, head of the bytes, type
    ('a.profile.json', b'{}', OURS),
    ('a.profile.json.gz', gzip.compress(b'{}'), OURS),
    ('capture.json.gz', gzip.compress(b'{"meta":{'), OURS),
    ('a.jslb', SLABS, OURS),
    ('a.jslb.gz', gzip.compress(SLABS), OURS),
    ('slabs-without-extension', SLABS, OURS),
    ('no-slabs', SLABS[2:], 'application/octet-stream'),
    ('native.folded', b'main;work 12\n', OURS),
    ('notes.txt', b'main;work 12\n', 'text/plain'),
    ('node.cpuprofile', b'{"nodes":[', OURS),
    ('no-extension', b'{"meta":{"categories":[', OURS),
    ('other.json', b'{"name": "x"}', 'application/json'),
    ('other.gz', gzip.compress(b'text'), 'application/gzip'),
    ('photo.png', b'\x89PNG\r\n\x1a\n', 'image/png'),
]

def main(package):
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch, 'share/mime/packages')
        packages.mkdir(parents=True)
        shutil.copy(package, packages)
        system = Path('/usr/share/mime/packages/freedesktop.org.xml')
        shutil.copy(system, packages)
        subprocess.run(['update-mime-database', packages.parent], check=True, stderr=subprocess.DEVNULL)

        paths = []
        for name, content, _ in CASES:
            path = Path(scratch, name)
            path.write_bytes(content)
            paths.append(str(path))
        environment = dict(os.environ, XDG_DATA_HOME=str(packages.parent.parent), XDG_DATA_DIRS=scratch)
        answer = subprocess.run(['gio', 'info', '-a', 'standard::content-type', *paths], env=environment, check=True,
                                capture_output=True, text=True).stdout
        answer = re.findall(r'standard::content-type: (.+)', answer)

    wrong = [f'{name}: {found}, not {expected}'
             for (name, _, expected), found in zip(CASES, answer, strict=True) if found != expected]
    print('\n'.join(wrong) or f'{len(CASES)} types right')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
