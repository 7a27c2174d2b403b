#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether copies of the tree in two folders make the same programs, as the default options build them: test-reproducible.py TOP"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(sys.argv[1])
# Of all programs, for these little is compiled.
PROGRAMS = ['src/query/fulgens-query', 'src/picture/fulgens-png.so', 'src/agent/libfulgens-agent.so', 'src/marker/libfulgens-marker.a']


def build(top, **environment):
    """Builds a copy of the tree in top.

    Returns the bytes of each program.
    """
    environment = os.environ | environment
    for name in ('src', 'data', 'po', 'build-aux', 'tests/data'):
        shutil.copytree(TOP / name, top / name)
    for name in ('meson.build', 'meson_options.txt'):
        shutil.copy(TOP / name, top)
    folder = top / '_build'
    subprocess.run(['meson', 'setup', '-Dtests=false', folder, top], check=True, stdout=subprocess.DEVNULL, env=environment)
    subprocess.run(['ninja', '-C', folder, *PROGRAMS], check=True, stdout=subprocess.DEVNULL, env=environment)
    return {name: (folder / name).read_bytes() for name in PROGRAMS}


class ReproducibleTest(unittest.TestCase):
    def test_two_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            one = build(Path(folder) / 'one')
            # Really compiled, whatever a cache has of the first.
            two = build(Path(folder) / 'another folder', CCACHE_DISABLE='1')
            self.assertEqual([name for name in PROGRAMS if one[name] != two[name]], [])
            self.assertEqual([name for name in PROGRAMS if folder.encode() in one[name]], [])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
