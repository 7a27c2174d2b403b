#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether `ninja uninstall` removes all that `meson install` made: test-uninstall.py BUILD"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(sys.argv[1])


class UninstallTest(unittest.TestCase):
    def setUp(self):
        # What a real installation can be removed by.
        log = BUILD / 'meson-logs/install-log.txt'
        if log.exists():
            self.addCleanup(log.write_bytes, log.read_bytes())
        else:
            self.addCleanup(log.unlink)

    def run_in_build(self, *command):
        subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)

    def test_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_in_build('meson', 'install', '--no-rebuild', '--quiet', '--destdir', folder)
            self.assertGreater(sum(len(files) for _, _, files in os.walk(folder)), 20)
            self.run_in_build('ninja', 'uninstall')
            self.assertEqual(os.listdir(folder), [])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
