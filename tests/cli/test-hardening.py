#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the programs have the hardening that the build has decided on: test-hardening.py FLAGS PROGRAM…

FLAGS are those that meson.build sets, with commas between them: stack-protector, fortify, now.
"""

import re
import shutil
import subprocess
import sys
import unittest

FLAGS, PROGRAMS = sys.argv[1].split(','), sys.argv[2:]


def readelf(*arguments):
    return subprocess.run(['readelf', '-W', *arguments], capture_output=True, check=True, text=True).stdout


def calls(program):
    """Functions of libraries that it calls."""
    return set(re.findall(r' UND (\w+)', readelf('--dyn-syms', program)))


class HardeningTest(unittest.TestCase):
    @unittest.skipUnless('stack-protector' in FLAGS, 'not set by this build')
    def test_stack_protector(self):
        for program in PROGRAMS:
            self.assertIn('__stack_chk_fail', calls(program), program)

    @unittest.skipUnless('fortify' in FLAGS, 'not set by this build')
    def test_fortify(self):
        """Some functions of the C library are those that know the size of what they write to."""
        for program in PROGRAMS:
            self.assertTrue([name for name in calls(program) if re.fullmatch(r'__\w+_chk', name)], program)

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
