#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query live follows the replay of a profile.

test-live-serve.py FULGENS-QUERY FULGENS-REPLAY FIXTURES
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from livecase import LiveCase
from wireclient import Proxy, Server, store

QUERY, REPLAY, FIXTURES = sys.argv[1:4]
SYNTHETIC = os.path.join(FIXTURES, 'synth-shared70.json.gz')
STARTUP = os.path.join(FIXTURES, 'fx153-startup-small.processed70.json.gz')


def ask(*arguments):
    return json.loads(subprocess.run([QUERY, *arguments, '--json'], capture_output=True, check=True).stdout)


class LiveServeTest(LiveCase):
    query = QUERY

    def serve(self, profile, *options, address='peer.sock'):
        server = Server(REPLAY, profile, *options, address=address and self.path(address))
        self.addCleanup(server.stop)
        return server

    def store(self, profile, name='stored.fpls'):
        status, errors = store(REPLAY, profile, self.path(name))
        self.assertEqual((status, errors), (0, ''))
        with open(self.path(name), 'rb') as stream:
            return stream.read()

    def test_same_answers(self):
        """The file is that of one load of the stored stream, and answers as the profile does."""
        for profile in (SYNTHETIC, STARTUP):
            server = self.serve(profile, '--speed', '0', '--once')
            events = self.live(0, '-o', self.path('out.json'), server.address)
            self.assertEqual(server.wait(), (0, ''))
            self.assertTrue(events[-1]['whole'])
            self.assertGreater(events[-1]['received']['samples'], 1000)
            self.assertEqual(events[-1]['reason'], 'target exited')
            self.assertEqual(self.read('out.json'), self.load(self.store(profile)))
            for command in ('call-tree', 'functions', 'categories'):
                self.assertEqual(ask(command, self.path('out.json')), ask(command, profile), command)
            os.remove(self.path('out.json'))
        self.assertEqual(self.list_spools(), [])

    def test_killed_server(self):
        """At any byte: what came is what one load of that many bytes gives."""
        stream = self.store(STARTUP)
        server = self.serve(STARTUP, '--speed', '0')
        rng = random.Random(19)
        for n in [0, 28, 29, len(stream) - 1] + sorted(rng.sample(range(30, len(stream)), 12)):
            expected = self.load(stream[:n])
            with Proxy(server.address, self.path('cut.sock'), n) as cut:
                events = self.live(1 if expected else 3, '-o', self.path('out.json'), cut.address)
            self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['closed'], n)
            self.assertEqual(os.path.exists(self.path('out.json')), expected is not None, n)
            if expected:
                self.assertEqual(self.read('out.json'), expected, n)
                os.remove(self.path('out.json'))

    def test_stalled_server(self):
        server = self.serve(SYNTHETIC, '--speed', '0')
        with Proxy(server.address, self.path('stall.sock'), 50000, stall=4.5) as stall:
            events = self.live(0, stall.address)
        stalled = [event['stalled'] for event in events if event['event'] == 'status']
        self.assertIn(True, stalled)
        self.assertFalse(stalled[-1])
        self.assertTrue(events[-1]['whole'])

    def test_losses(self):
        """They add up to the row."""
        whole = self.live(0, self.serve(SYNTHETIC, '--speed', '0').address)[-1]['received']
        events = self.live(0, self.serve(SYNTHETIC, '--speed', '0', '--drop', '20000', address='other.sock').address)
        end = events[-1]
        losses = [event for event in events if event['event'] == 'loss']
        self.assertTrue(losses)
        self.assertTrue(end['whole'])
        self.assertEqual(end['received']['lost'], sum(event['rows'] for event in losses))
        self.assertEqual(sum(end['received'].values()), sum(whole.values()))

    def test_two_viewers(self):
        server = self.serve(STARTUP, '--speed', '0')
        processes = [self.start('--json', '-o', self.path(f'{name}.json'), server.address) for name in 'ab']
        ends = [self.finish(process, 0)[0] for process in processes]
        self.assertEqual(ends[0][0]['capture'], ends[1][0]['capture'])
        self.assertEqual(ends[0][-1], ends[1][-1])
        self.assertEqual(self.read('a.json'), self.read('b.json'))

    def test_client_asleep(self):
        """The server waits for credit."""
        server = self.serve(STARTUP, '--speed', '1')
        process = self.start('--json', '-o', self.path('out.json'), server.address)
        self.wait_for_line(process, 'state')
        process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        process.send_signal(signal.SIGCONT)
        events, _ = self.finish(process, 0)
        self.assertEqual(events[-1]['received']['lost'], 0)
        self.assertEqual(self.read('out.json'), self.load(self.store(STARTUP)))

    def test_token(self):
        for name, content in (('right', 'sixteen bytes or more\n'), ('wrong', 'sixteen bytes or less\n')):
            with open(self.path(name), 'w', encoding='utf-8') as out:
                out.write(content)
        server = self.serve(SYNTHETIC, '--listen', '127.0.0.1:0', '--token-file', self.path('right'), '--speed', '0', address=None)
        self.assertTrue(self.live(0, '--token-file', self.path('right'), server.address)[-1]['whole'])
        for arguments in ([], ['--token-file', self.path('wrong')]):
            self.assertEqual([event.get('code') for event in self.live(3, *arguments, server.address)], ['token'])

    def test_stop(self):
        server = self.serve(STARTUP, '--loop')
        events = self.live(0, '--duration', '1', '--stop', '-o', self.path('out.json'), server.address)
        self.assertEqual((events[-1]['reason'], events[-1]['whole']), ('stopped', True))

    def test_killed(self):
        """Everything that was told of is in the spool."""
        server = self.serve(STARTUP, '--loop', '--speed', '5')
        process = self.start('--json', '-o', self.path('out.json'), server.address)
        status = [self.wait_for_line(process, 'status') for _ in range(2)][-1]
        process.kill()
        process.communicate()
        spool, = self.list_spools()
        self.assertGreaterEqual(os.path.getsize(spool), status['received'])
        self.assertGreater(status['received'], 100000)
        info = ask('info', spool)
        self.assertEqual(len(info['threads']), status['threads'])


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
