#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query live with the Firefox of this machine, if there is one.

test-live-real-firefox.py FULGENS-QUERY
"""

import json
import signal
import subprocess
import sys
import tempfile
import unittest

import realfirefox
from livecase import LiveCase

QUERY = sys.argv[1]


class RealFirefoxTest(LiveCase):
    query = QUERY

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.firefox = realfirefox.RealFirefox(folder.name)
        cls.addClassCleanup(cls.firefox.close)
        cls.address = cls.firefox.address

    def check(self, name, end):
        """The file is without flaws, and has the rows that END counts."""
        profile = json.loads(self.read(name))
        rows = [sum(thread[table]['length'] for thread in profile['threads']) for table in ('samples', 'markers')]
        self.assertEqual(rows, [end['received']['samples'], end['received']['markers']])
        self.assertGreater(rows[0], 0)
        done = subprocess.run([QUERY, 'check', '--strict', self.path(name)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        return profile

    def test_captures(self):
        """Started, with previews, and left; joined and stopped; and once more."""
        process = self.start('--top', '1', '--start', '{"features":["js","cpu","stackwalk","jssources","none"],"threads":["GeckoMain"]}',
                             '--duration', '600', '-o', self.path('left.json'), self.address)
        out = ''
        while ' samples ' not in out.rpartition(' threads ')[2]:
            line = process.stdout.readline()
            self.assertTrue(line, out)
            out += line
        self.assertRegex(out, 'Connected to Firefox [0-9.]+')
        self.assertIn('does not have the features: none', out)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)

        events = self.live(0, '--stop', '--duration', '2', '-o', self.path('joined.json'), self.address)
        self.assertEqual([event['state'] for event in events if event['event'] == 'state'], ['recording', 'finished'])
        self.assertEqual((events[-1]['whole'], events[-1]['reason']), (True, 'stopped'))
        joined = self.check('joined.json', events[-1])
        self.assertEqual({thread['name'] for thread in joined['threads']}, {'GeckoMain'})
        sources = joined['shared']['sources']
        self.assertTrue(any(sources.get('content', [])), sources)
        left = json.loads(self.read('left.json'))
        self.assertAlmostEqual(left['meta']['startTime'], joined['meta']['startTime'], delta=1)
        self.assertLess(len(left['threads'][0]['samples']['stack']), len(joined['threads'][0]['samples']['stack']))

        events = self.live(0, '--start', '{}', '--stop', '--duration', '1', '-o', self.path('again.json'), self.address)
        self.assertEqual([event['state'] for event in events if event['event'] == 'state'], ['idle', 'recording', 'finished'])
        self.assertEqual(events[-1]['whole'], True)
        self.check('again.json', events[-1])

    def test_ends(self):
        """Firefox quits while it is followed: what is left is the last preview."""
        process = self.start('--top', '1', '--start', '{}', '-o', self.path('out.json'), self.address)
        for line in process.stdout:
            if ' threads ' in line:
                break
        self.firefox.process.terminate()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, errors)
        self.assertTrue(json.loads(self.read('out.json'))['threads'])


if __name__ == '__main__':
    if realfirefox.PROGRAM is None:
        print('There is no Firefox here')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
