#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the programs have the hardening that the build has decided on: test-hardening.py FLAGS PROGRAM… ARCHIVE…

FLAGS are those that meson.build sets, with commas between them: stack-protector, fortify, now. ARCHIVEs (.a) are what the
programs are linked of: programs have code of other static libraries too, which distributions harden.
"""

import re
import shutil
import subprocess
import sys
import unittest

FLAGS = sys.argv[1].split(',')
PROGRAMS = [name for name in sys.argv[2:] if not name.endswith('.a')]
ARCHIVES = [name for name in sys.argv[2:] if name.endswith('.a')]


def readelf(*arguments):
    return subprocess.run(['readelf', '-W', *arguments], capture_output=True, check=True, text=True).stdout


def calls(file):
    """Functions of libraries that it calls."""
    return set(re.findall(r' UND (\w+)', readelf('--symbols', file)))


class HardeningTest(unittest.TestCase):
    @unittest.skipUnless('stack-protector' in FLAGS, 'not set by this build')
    def test_stack_protector(self):
        for file in PROGRAMS + ARCHIVES:
            self.assertIn('__stack_chk_fail', calls(file), file)

    @unittest.skipUnless('fortify' in FLAGS, 'not set by this build')
    def test_fortify(self):
        """Some functions of the C library are those that know the size of what they write to."""
        self.assertIn('__memcpy_chk', set().union(*map(calls, ARCHIVES)))

    def test_pie(self):
        """They are loaded at an address that cannot be known before."""
        for program in PROGRAMS:
            self.assertRegex(readelf('-h', program), r'Type: +DYN', program)

    @unittest.skipUnless('now' in FLAGS, 'not set by this build')
    def test_relro(self):
        """Pointers to functions are looked up at the start, and are read-only from then on."""
        for program in PROGRAMS:
            self.assertRegex(readelf('-d', program), r'BIND_NOW|FLAGS_1.*\bNOW\b', program)
            self.assertIn('GNU_RELRO', readelf('-l', program), program)


if __name__ == '__main__':
    if FLAGS == ['']:
        print('skipped: this build sets no hardening, as it has sanitizers or the packager has decided')
        sys.exit(77)
    if not shutil.which('readelf'):
        print('skipped: readelf (binutils) is missing')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
