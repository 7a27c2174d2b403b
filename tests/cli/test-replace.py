#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever ends fulgens-query convert, its output is the old file or the new one, never less.

test-replace.py FULGENS-QUERY FIXTURES COUNT

Kills COUNT runs at moments spread over the time that a run takes, with targets of every kind.
"""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

QUERY, FIXTURES, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
PROFILE = os.path.join(FIXTURES, 'synth-perthread57.json.gz')
OLD = b'precious'


def convert(output, **options):
    return subprocess.Popen([QUERY, 'convert', '-o', output, PROFILE], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, **options)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


class ReplaceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = lambda name: os.path.join(folder.name, name)
        started = time.monotonic()
        self.assertEqual(convert(self.path('whole.json')).wait(), 0)
        self.duration = time.monotonic() - started
        self.whole = read(self.path('whole.json'))
        os.remove(self.path('whole.json'))

    def set_up(self, kind):
        """An output of that kind; returns its path, where its content is, and what that is before."""
        output, other = self.path('output.json'), self.path('other.json')
        for name in os.listdir(self.path('')):
            os.remove(self.path(name))
        if kind == 'absent':
            return output, output, None
        with open(other if kind != 'plain' else output, 'wb') as file:
            file.write(OLD)
        if kind == 'symlink':
            os.symlink('other.json', output)
            return output, other, OLD
        if kind == 'hard link':
            os.link(other, output)
        return output, output, OLD

    def assert_old_or_new(self, place, old, message):
        content = read(place) if os.path.exists(place) else None
        self.assertTrue(content in (old, self.whole), (message, content and len(content)))
        return content == self.whole

    def test_kill(self):
        random.seed(14)
        n_new = 0
        for i in range(COUNT):
            kind = ('plain', 'absent', 'symlink', 'hard link')[i % 4]
            output, place, old = self.set_up(kind)
            process = convert(output)
            time.sleep(random.uniform(0, 1.2 * self.duration))
            process.kill()
            process.wait()
            n_new += self.assert_old_or_new(place, old, kind)
            if kind == 'hard link':
                self.assertEqual(read(self.path('other.json')), OLD)
        print(f'{n_new} of {COUNT} were done', file=sys.stderr)

    def test_signals(self):
        """Nothing is left beside the target."""
        for i in range(min(COUNT, 90)):
            output, place, old = self.set_up('plain')
            process = convert(output)
            time.sleep(random.uniform(0, self.duration))
            process.send_signal((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[i % 3])
            process.wait()
            self.assert_old_or_new(place, old, i)
            self.assertEqual(os.listdir(self.path('')), ['output.json'])

    def test_no_space(self):
        for kind in ('plain', 'absent', 'symlink', 'hard link'):
            output, place, old = self.set_up(kind)
            names = sorted(os.listdir(self.path('')))
            process = convert(output, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
            self.assertEqual(process.wait(), 74, kind)
            self.assertEqual(read(place) if old else os.path.exists(place), old or False, kind)
            self.assertEqual(sorted(os.listdir(self.path(''))), names, kind)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
