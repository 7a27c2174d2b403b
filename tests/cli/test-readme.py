#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of README.md print what it says: test-readme.py FULGENS-QUERY ROOT"""

import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

QUERY, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
EXAMPLE = re.compile(r'^    \$ fulgens-query (.*)\n((?:    .*\n)+)', re.MULTILINE)


class ReadmeTest(unittest.TestCase):
    def test_examples(self):
        examples = EXAMPLE.findall((ROOT / 'README.md').read_text(encoding='utf-8'))
        self.assertGreaterEqual(len(examples), 3)
        for arguments, text in examples:
            with self.subTest(arguments):
                expected = ''.join(line[4:] for line in text.splitlines(keepends=True))
                result = subprocess.run([str(QUERY), *shlex.split(arguments)], cwd=ROOT, capture_output=True,
                                        check=True, text=True, encoding='utf-8')
                self.assertEqual(result.stdout, expected)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
