#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query live against servers that are good and bad.

test-live.py FULGENS-QUERY FIXTURES
"""

import json
import os
import random
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import wire
from livecase import LiveCase

QUERY, FIXTURES = sys.argv[1:3]
with open(os.path.join(FIXTURES, 'stored-stream.ok.fpls'), 'rb') as file:
    EXAMPLE = file.read()
FIRST_THREAD = 432       # bytes of the example up to the end of its thread
LAST = 720               # where its END begins
MS = 1000000


def send(data):
    """A script that sends DATA and waits for the client to go."""
    def script(connection):
        connection.send(data)
        connection.wait_closed()
    return script


def send_and_close(data):
    def script(connection):
        connection.wait_for_frame(wire.HELLO)
        connection.send(data)
    return script


class LiveTest(LiveCase):
    query = QUERY

    def serve(self, script):
        """A server of SCRIPT at a Unix socket for the rest of the test."""
        server = wire.Server(script, self.folder)
        server.__enter__()
        self.addCleanup(server.__exit__)
        return server

    def test_example(self):
        server = self.serve(send(EXAMPLE))
        events = self.live(0, '-o', self.path('out.json'), server.address)
        totals = {'samples': 7, 'markers': 1, 'counts': 2, 'allocations': 0, 'lost': 3}
        self.assertEqual([event['event'] for event in events], ['connected', 'state', 'loss', 'status', 'end'])
        self.assertEqual(events[0], {'event': 'connected', 'address': server.address, 'server': 'demo',
                                     'capture': wire.CAPTURE.hex(), 'version': '1.0'})
        self.assertEqual(events[1]['state'], 'recording')
        self.assertEqual(events[2], {'event': 'loss', 'thread': 0, 'kind': 'samples', 'start': 8, 'duration': 3, 'rows': 3,
                                     'reason': 'ring overflow'})
        status = events[3]
        self.assertEqual((status['now'], status['complete'], status['threads'], status['backlog'], status['received'],
                          status['stalled']), (12, 12, 1, 0, len(EXAMPLE), False))
        self.assertEqual({key: status[key] for key in totals}, totals)
        self.assertEqual(events[4], {'event': 'end', 'whole': True, 'reason': 'stopped', 'received': totals,
                                     'announced': totals})
        self.assertEqual(self.read('out.json'), self.load(EXAMPLE))
        self.assertEqual(self.list_spools(), [])

    def test_text(self):
        """For people: how it goes, and the hottest functions, while it runs and in the end."""
        def script(connection):
            connection.send(EXAMPLE[:LAST])
            time.sleep(1.3)
            connection.send(EXAMPLE[LAST:])
            connection.wait_closed()
        process = self.start('--top', '1', self.serve(script).address)
        out, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ''))
        lines = out.splitlines()
        self.assertTrue(lines[0].startswith('Connected to demo at '), out)
        self.assertRegex(lines[1], '^1 s  recording  1 threads  7 samples.*  3 lost .*received$')
        self.assertEqual(lines[2].split(), ['100%', 'work'])
        self.assertEqual(lines[4].split(), ['100%', 'work'])
        self.assertEqual(lines[-1], 'End: stopped')

    def test_cut(self):
        """Wherever the connection ends, the file is what one load of the bytes gives."""
        rng = random.Random(17)
        ends = [0, 1, 32, 33, FIRST_THREAD - 1, FIRST_THREAD, 527, 528, 561, 562, 587, 588, LAST, len(EXAMPLE) - 1]
        for n in ends + rng.sample(range(FIRST_THREAD, LAST), 16):
            with wire.Server(send_and_close(EXAMPLE[:n]), self.folder) as server:
                events = self.live(1 if n >= FIRST_THREAD else 3, '-o', self.path('out.json'), server.address)
            expected = self.load(EXAMPLE[:n])
            error = [event for event in events if event['event'] == 'error']
            self.assertEqual([event['code'] for event in error], ['closed'], n)
            self.assertEqual(os.path.exists(self.path('out.json')), n >= FIRST_THREAD, n)
            self.assertEqual(self.list_spools(), [], n)
            if n < FIRST_THREAD:
                self.assertEqual(events[-1]['event'], 'error', n)
                continue
            self.assertEqual((events[-1]['event'], events[-1]['whole'], events[-1]['announced']), ('end', False, None))
            self.assertEqual(events[-2]['event'], 'error', n)
            self.assertEqual(self.read('out.json'), expected, n)
            os.remove(self.path('out.json'))

    def test_pieces(self):
        """However the bytes are cut into reads."""
        def script(connection):
            rng = random.Random(18)
            at = 0
            while at < len(EXAMPLE):
                n = rng.choice((1, 2, 5, 50))
                connection.send(EXAMPLE[at:at + n])
                at += n
                time.sleep(0.0005)
            connection.wait_closed()
        self.live(0, '-o', self.path('out.json'), self.serve(script).address)
        self.assertEqual(self.read('out.json'), self.load(EXAMPLE))

    def test_no_peer(self):
        for address in (self.path('none.sock'), self.path('no\nne'), '127.0.0.1:1', '[::1]:1', 'localhost:1'):
            events = self.live(3, '-o', self.path('out.json'), address)
            self.assertEqual([(event['event'], event['code']) for event in events], [('error', 'connect')])
            self.assertFalse(os.path.exists(self.path('out.json')))

    def test_refused_addresses(self):
        for address in ('nothing', 'host:', ':80', '127.0.0.1:0', '127.0.0.1:65536', '::1:80', '[127.0.0.1]:80', '192.0.2.1:80',
                        'example.org:80', '[2001:db8::1]:80', '/' + 'x' * 200):
            self.assertEqual(self.live(2, address), [], address)

    def test_usage(self):
        server = self.serve(send(EXAMPLE))
        for arguments in (['--duration', '-1'], ['--start', '[]'], ['--start', '{'], ['--token-file', self.path('none')],
                          ['--partial'], ['--top', '-1'], ['-o', self.path('x.txt')]):
            self.assertEqual(self.live(2, *arguments, server.address), [], arguments)
        for output in ('/proc/x.json', self.path('none/x.json'), self.path('')):
            self.live(2 if output.endswith('/') else 74, '-o', output, server.address)
        self.assertEqual(server.connections, [])

    def test_tcp_and_token(self):
        token = 'a token of 21 bytes..'

        def script(connection):
            connection.wait_for_frame(wire.HELLO)
            given = connection.frames[0][1][7:]
            right = given.startswith(bytes([len(token)]) + token.encode())
            connection.send(EXAMPLE if right else wire.error(3))
            connection.wait_closed()
        with open(self.path('right'), 'w', encoding='utf-8') as out:
            out.write(token + '\n')
        with open(self.path('wrong'), 'w', encoding='utf-8') as out:
            out.write('another')
        with wire.Server(script) as server:
            self.assertEqual(self.live(0, '--token-file', self.path('right'), server.address)[-1]['whole'], True)
            for arguments in ([], ['--token-file', self.path('wrong')]):
                events = self.live(3, *arguments, server.address)
                self.assertEqual([(event['event'], event['code']) for event in events], [('error', 'token')])

    def test_other_peers(self):
        """What the peer is told, too."""
        for data, code, sent in ((wire.hello(major=2), 'version', 2), (b'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol', 1),
                                 (b'SSH-2.0-OpenSSH_9.2\r\n', 'protocol', 1), (random.Random(1).randbytes(4000), 'protocol', 1),
                                 (wire.state(1), 'protocol', 1), (wire.error(1), 'protocol', None),
                                 (wire.error(7), 'busy', None), (wire.error(99), 'other', None),
                                 (wire.hello() + struct.pack('<I', 0), 'frame', 4),
                                 (wire.hello() + struct.pack('<I', 1 << 30), 'frame', 4),
                                 (wire.hello() + wire.frame(wire.STATE, b''), 'malformed', 5),
                                 (wire.hello() + wire.frame(wire.META, wire.text('[]')), 'malformed', 5),
                                 (wire.hello() + wire.error(6, fatal=1), 'refused', None)):
            with wire.Server(send(data), self.folder) as server:
                events = self.live(3, '-o', self.path('out.json'), server.address)
                self.assertEqual((events[-1]['event'], events[-1]['code']), ('error', code), data[:40])
                connection = server.connections[0]
                self.assertTrue(connection.wait_closed())
                errors = [payload[0] for kind, payload, _ in connection.frames if kind == wire.ERROR]
                self.assertEqual(errors, [sent] if sent else [], data[:40])
            self.assertFalse(os.path.exists(self.path('out.json')))
            self.assertEqual(self.list_spools(), [])

    def test_flaw_after_rows(self):
        for flaw, code in ((wire.frame(wire.SAMPLES, b'\x00'), 'malformed'), (struct.pack('<I', 0), 'frame'),
                           (wire.error(255), 'other')):
            with wire.Server(send(EXAMPLE[:LAST] + flaw), self.folder) as server:
                events = self.live(1, '-o', self.path('out.json'), server.address)
            self.assertEqual([event['code'] for event in events if event['event'] == 'error'], [code])
            self.assertEqual((events[-1]['event'], events[-1]['whole']), ('end', False))
            self.assertEqual(self.read('out.json'), self.load(EXAMPLE[:LAST]))

    def test_hello_never(self):
        events = self.live(3, self.serve(send(b'\x1d')).address)
        self.assertEqual([(event['event'], event['code']) for event in events], [('error', 'timeout')])

    def test_totals_differ(self):
        stream = EXAMPLE[:LAST] + wire.end(7, 1, 2, 0, 4)
        events = self.live(1, '-o', self.path('out.json'), self.serve(send(stream)).address)
        self.assertEqual((events[-1]['whole'], events[-1]['received']['lost'], events[-1]['announced']['lost']), (False, 3, 4))
        self.assertEqual([event for event in events if event['event'] == 'error'], [])
        self.assertTrue(os.path.exists(self.path('out.json')))

    def test_no_thread(self):
        events = self.live(3, '-o', self.path('out.json'), self.serve(send(EXAMPLE[:370] + wire.end())).address)
        self.assertEqual((events[-1]['event'], events[-1]['code']), ('error', 'other'))
        self.assertFalse(os.path.exists(self.path('out.json')))

    def test_error_that_goes_on(self):
        stream = EXAMPLE[:LAST] + wire.error(6, fatal=0) + EXAMPLE[LAST:]
        events = self.live(0, self.serve(send(stream)).address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['refused'])

    def test_two_viewers(self):
        def script(connection):
            connection.send(EXAMPLE[:600])
            connection.wait(lambda: len(server.connections) == 2)
            connection.send(EXAMPLE[600:])
            connection.wait_closed()
        server = self.serve(script)
        processes = [self.start('--json', server.address) for _ in range(2)]
        deadline = time.monotonic() + 20
        while len(server.connections) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        for connection in server.connections:
            with connection.changed:
                connection.changed.notify_all()
        for process in processes:
            self.assertTrue(self.finish(process, 0)[0][-1]['whole'])

    def test_signals(self):
        """The capture is left; a second time --stop is not waited for."""
        server = self.serve(send(EXAMPLE[:LAST]))
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start('--json', '-o', self.path('out.json'), server.address)
            self.wait_for_line(process, 'loss')
            process.send_signal(number)
            events, _ = self.finish(process, 1)
            self.assertEqual([event['event'] for event in events][-2:], ['status', 'end'])
            self.assertEqual((events[-1]['reason'], events[-1]['announced']), ('other', None))
            self.assertEqual(self.read('out.json'), self.load(EXAMPLE[:LAST]))
            os.remove(self.path('out.json'))
            self.assertFalse(server.connections[-1].wait_for_frame(wire.STOP, 5))

        process = self.start('--json', '--stop', '-o', self.path('out.json'), server.address)
        self.wait_for_line(process, 'loss')
        process.send_signal(signal.SIGINT)
        self.assertTrue(server.connections[-1].wait_for_frame(wire.STOP))
        process.send_signal(signal.SIGINT)
        events, _ = self.finish(process, 1)
        self.assertEqual([event for event in events if event['event'] == 'error'], [])
        self.assertTrue(os.path.exists(self.path('out.json')))

    def test_peer_does_not_end(self):
        """After STOP: each frame is waited for 10 s."""
        events = self.live(1, '--duration', '0', '--stop', self.serve(send(EXAMPLE[:LAST])).address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['timeout'])

    def test_texts_of_peer(self):
        """They reach no terminal as they are."""
        stream = wire.hello(name=b'\x1b[31m\xff\n') + EXAMPLE[33:LAST] + wire.error(255, message='\x1b]0;x\x07')
        server = self.serve(send(stream))
        self.assertEqual(self.live(1, server.address)[0]['server'], '\\u001b[31m\ufffd\\u000a')
        out, errors = self.start(server.address).communicate(timeout=60)
        self.assertNotIn('\x1b', out + errors)
        self.assertEqual(errors.count('\n'), 1)

    def test_long_texts_of_peer(self):
        """A frame may have 16 MB of them; 200 characters are kept."""
        for n in (100_000, 5_000_000):
            stream = wire.hello(name=b'n' * 1_000_000) + EXAMPLE[33:LAST] + wire.error(255, message='é' * (n // 2))
            server = self.serve(send(stream))
            events = self.live(1, server.address)
            self.assertEqual(events[0]['server'], 'n' * 200 + '…')
            self.assertEqual([event['message'] for event in events if event['event'] == 'error'],
                             ['The peer reports: ' + 'é' * 200 + '…'])
            _, errors = self.start(server.address).communicate(timeout=60)
            self.assertLess(len(errors), 400)

    def test_duration(self):
        def script(connection):
            connection.send(EXAMPLE[:LAST])
            if connection.wait_for_frame(wire.STOP):
                connection.send(EXAMPLE[LAST:])
            connection.wait_closed()
        server = self.serve(script)
        events = self.live(1, '--duration', '0.3', server.address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], [])
        self.assertFalse(server.connections[0].wait_for_frame(wire.STOP, 5))
        events = self.live(0, '--duration', '0.3', '--stop', server.address)
        self.assertEqual((events[-1]['whole'], events[-1]['reason']), (True, 'stopped'))

    def test_cannot_stop(self):
        stream = wire.hello(0) + EXAMPLE[33:LAST]
        server = self.serve(send(stream))
        events = self.live(1, '--duration', '0', '--stop', server.address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['refused'])
        self.assertFalse(server.connections[0].wait_for_frame(wire.STOP, 5))

    def test_start(self):
        def script(connection):
            connection.send(wire.hello(wire.CAN_START) + wire.state(wire.IDLE))
            if connection.wait_for_frame(wire.START):
                connection.send(EXAMPLE[33:])
            connection.wait_closed()
        server = self.serve(script)
        events = self.live(0, '--start', '{"interval": 2}', server.address)
        self.assertEqual([event['state'] for event in events if event['event'] == 'state'], ['idle', 'recording'])
        frames = [(kind, payload) for kind, payload, _ in server.connections[0].frames]
        self.assertEqual([kind for kind, _ in frames[:3]], [wire.HELLO, wire.SUBSCRIBE, wire.START])
        self.assertEqual(frames[2][1], wire.text('{"interval": 2}'))

    def test_start_refused(self):
        def refuse(connection):
            connection.send(wire.hello(wire.CAN_START) + wire.state(wire.IDLE))
            connection.wait_for_frame(wire.START)
            connection.send(wire.error(6, fatal=0))
            connection.wait_closed()
        for script in (refuse, send(wire.hello(0) + wire.state(wire.IDLE))):
            with wire.Server(script, self.folder) as server:
                events = self.live(3, '--start', '{}', server.address)
            self.assertEqual((events[-1]['event'], events[-1]['code']), ('error', 'refused'))

        def recording(connection):
            connection.send(EXAMPLE[:LAST])
            connection.wait_for_frame(wire.ACK)
            connection.send(EXAMPLE[LAST:])
            connection.wait_closed()
        with wire.Server(recording, self.folder) as server:
            events = self.live(0, '--start', '{}', server.address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['refused'])

    def test_stall(self):
        def script(connection):
            connection.send(EXAMPLE[:LAST])
            time.sleep(4.5)
            connection.send(wire.tick(13 * MS))
            time.sleep(1.2)
            connection.send(EXAMPLE[LAST:])
            connection.wait_closed()
        events = self.live(0, self.serve(script).address)
        stalled = [event['stalled'] for event in events if event['event'] == 'status']
        first = stalled.index(True)
        self.assertNotIn(True, stalled[:2])
        self.assertIn(False, stalled[first:])

    def test_acknowledges(self):
        """In time after little, and for each quarter of the window of much; never more than was sent."""
        def script(connection):
            connection.send(wire.hello() + wire.state(1))
            connection.wait_for_frame(wire.SUBSCRIBE)
            time.sleep(0.3)
            self.moments.append((time.monotonic(), connection.sent))
            connection.send(EXAMPLE[40:LAST])
            connection.wait(lambda: connection.acknowledged >= connection.sent)
            self.moments.append((time.monotonic(), connection.sent))
            for i in range(12):
                connection.send(wire.strings(5 + i, ['x' * 500000]))
            connection.wait(lambda: connection.acknowledged >= connection.sent)
            self.moments.append((time.monotonic(), connection.sent))
            connection.send(EXAMPLE[LAST:])
            connection.wait_closed()
        self.moments = []
        server = self.serve(script)
        self.live(0, server.address)
        frames = server.connections[0].frames
        self.assertEqual([kind for kind, _, _ in frames[:2]], [wire.HELLO, wire.SUBSCRIBE])
        acks = [sum((byte & 0x7f) << 7 * i for i, byte in enumerate(payload)) for kind, payload, _ in frames if kind == wire.ACK]
        self.assertEqual(acks, sorted(set(acks)))
        for _, sent in self.moments:
            self.assertIn(sent, acks)
        between = [ack for ack in acks if self.moments[1][1] < ack < self.moments[2][1]]
        self.assertGreaterEqual(len(between), 3)
        kinds, payload = frames[1][1][0], frames[1][1]
        self.assertEqual((kinds, payload[1]), (15, 1))

    def test_killed(self):
        """What is left is a stored stream, for this user only."""
        server = self.serve(send(EXAMPLE[:LAST]))
        process = self.start('--json', '-o', self.path('out.json'), server.address)
        self.wait_for_line(process, 'loss')
        process.kill()
        process.communicate()
        self.assertFalse(os.path.exists(self.path('out.json')))
        spool, = self.list_spools()
        self.assertEqual(stat.S_IMODE(os.stat(spool).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(spool)).st_mode), 0o700)
        with open(spool, 'rb') as stream:
            self.assertEqual(stream.read(), EXAMPLE[:LAST])
        done = subprocess.run([QUERY, 'call-tree', spool], capture_output=True, check=False, text=True)
        self.assertIn('work', done.stdout)

        self.live(1, '--duration', '0.2', server.address)     # without -o nothing is kept
        self.assertEqual(self.list_spools(), [spool])

    def test_no_space(self):
        """The file cannot be written in the end: the spool stays, and is named."""
        process = self.start('--json', '-o', self.path('out.json'), self.serve(send(EXAMPLE)).address,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        _, errors = self.finish(process, 74)
        spool, = self.list_spools()
        self.assertIn(spool, errors)
        self.assertFalse(os.path.exists(self.path('out.json')))

    def test_no_spool(self):
        """A capture goes on without one."""
        with open(self.path('state'), 'w', encoding='utf-8'):
            pass
        events = self.live(0, '-o', self.path('out.json'), self.serve(send(EXAMPLE)).address)
        self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['other'])
        self.assertTrue(os.path.exists(self.path('out.json')))

    def test_reader_goes(self):
        """Nobody reads the answer: the capture is left, its file written."""
        process = self.start('--json', '-o', self.path('out.json'), self.serve(send(EXAMPLE[:LAST])).address)
        self.wait_for_line(process, 'loss')
        process.stdout.close()
        self.assertEqual(process.wait(20), 74)
        self.assertEqual(self.read('out.json'), self.load(EXAMPLE[:LAST]))
        process.stderr.close()

    def test_many_threads(self):
        rows = b''.join(wire.thread(i, f'thread {i}') + wire.samples(i, [MS * (1 + j) for j in range(5)], i % 3)
                        for i in range(300))
        stream = (wire.hello() + wire.state(1) + wire.meta() + wire.stacks(['a', 'b', 'c']) + rows + wire.tick(6 * MS) +
                  wire.end(1500))
        events = self.live(0, '-o', self.path('out.json'), self.serve(send(stream)).address)
        self.assertEqual((events[-2]['threads'], events[-2]['samples']), (300, 1500))
        self.assertEqual(self.read('out.json'), self.load(stream))

    def test_fork_and_exit(self):
        """Processes that begin and end between two ticks, in one piece of the stream: one with samples, one without."""
        def process(number, ended):
            times = {'unregisterTime': 4, 'processShutdownTime': 4.5} if ended else {}
            return wire.thread(number, 'child', pid=f'43.{number}', tid=43, isMainThread=True, registerTime=2,
                               processStartupTime=2, **times)

        first = (wire.hello() + wire.state(1) + wire.meta() + wire.stacks(['main', 'work']) + wire.thread(0, 'main') +
                 wire.samples(0, [MS], 0) + wire.tick(2 * MS))
        batch = (process(1, False) + process(2, False) + wire.samples(1, [3 * MS, 4 * MS], 1) + wire.samples(0, [3 * MS], 0) +
                 process(2, True) + process(1, True) + wire.tick(5 * MS))
        last = wire.samples(0, [6 * MS], 0) + wire.tick(7 * MS) + wire.end(5)

        def script(connection):
            for piece in first, batch, last:
                connection.send(piece)
                time.sleep(0.3)
            connection.wait_closed()
        events = self.live(0, '-o', self.path('out.json'), self.serve(script).address)
        self.assertTrue(events[-1]['whole'])
        self.assertEqual((events[-2]['threads'], events[-2]['samples']), (3, 5))
        self.assertEqual(self.read('out.json'), self.load(first + batch + last))
        threads = json.loads(self.read('out.json'))['threads']
        self.assertEqual([(thread['pid'], thread['unregisterTime'], thread['processShutdownTime'], thread['samples']['length'])
                          for thread in threads],
                         [('42', None, None, 3), ('43.1', 4, 4.5, 2), ('43.2', 4, 4.5, 0)])

    def test_long_string(self):
        long = wire.strings(5, ['y' * ((16 << 20) - 16)])
        stream = EXAMPLE[:LAST] + long + EXAMPLE[LAST:]
        events = self.live(0, self.serve(send(stream)).address)
        self.assertEqual(events[-2]['received'], len(stream))

    def test_other_user(self):
        if os.geteuid() != 0:
            self.skipTest('needs two users')
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chown(folder.name, 65534, -1)
        path = os.path.join(folder.name, 'peer.sock')
        with socket.socket(socket.AF_UNIX) as listener:
            os.seteuid(65534)
            try:
                listener.bind(path)
                listener.listen()
            finally:
                os.seteuid(0)
            events = self.live(3, path)
            with listener.accept()[0] as connection:
                self.assertEqual(connection.recv(100), b'')      # not even a token
        self.assertEqual([(event['event'], event['code']) for event in events], [('error', 'token')])


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
