#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of running captures, by a client that speaks bytes.

test-serve.py FULGENS-REPLAY FIXTURES
"""

import contextlib
import json
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from wire import ACK, END, ERROR, HELLO, LOSS, META, SAMPLES, START, STATE, STOP, THREAD, TICK, frame, text, uint
from wireclient import ROWS, Client, Fields, Proxy, Server, count_rows, hello, read_end, store, subscribe

REPLAY, FIXTURES = sys.argv[1:3]
PROFILE = os.path.join(FIXTURES, 'synth-shared70.json.gz')
TOKEN = 'sixteen bytes or more'
# of ERROR
PROTOCOL, VERSION, WRONG_TOKEN, LENGTH, MALFORMED, REFUSED, BUSY = range(1, 8)
OTHER = 255
MAX_CLIENTS = 64
NOBODY = 65534


def read_error(payload):
    fields = Fields(payload)
    return fields.uint(), fields.u8(), fields.text()


class ServeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.address = os.path.join(self.folder.name, 'f', 's')

    def tearDown(self):
        self.folder.cleanup()

    def serve(self, *options, profile=PROFILE, address=None):
        return Server(REPLAY, profile, *options, address=address or self.address)

    def write(self, name, content):
        path = os.path.join(self.folder.name, name)
        with open(path, 'w', encoding='utf-8') as stream:
            stream.write(content)
        return path

    def count(self, frames):
        """The rows of all frames by kind, and the payload of END."""
        totals = dict.fromkeys(('samples', 'markers', 'counts', 'allocations', 'lost'), 0)
        end = None
        for kind, payload in frames:
            self.assertIsNone(end, 'a frame after END')
            if kind in ROWS or kind == LOSS:
                name, n, _ = count_rows(kind, payload)
                totals[name] += n
            elif kind == END:
                end = read_end(payload)
        return totals, end

    def assert_whole(self, frames, reason=3):
        totals, end = self.count(frames)
        self.assertIsNotNone(end, 'no END')
        self.assertEqual(end['reason'], reason)
        self.assertEqual({name: end[name] for name in totals}, totals)
        return totals

    def assert_error(self, client, code, fatal=True):
        kind, payload = client.next()
        while kind != ERROR:
            kind, payload = client.next()
        self.assertEqual(read_error(payload)[:2], (code, int(fatal)), payload)
        if fatal:
            self.assertIsNone(client.next())

    def test_course(self):
        with self.serve('--speed', '0', '--events') as server:
            self.assertEqual(server.lines, [{'event': 'listening', 'address': self.address}])
            with Client(self.address) as client:
                client.begin()
                kind, payload = client.next()
                fields = Fields(payload)
                self.assertEqual((kind, fields.bytes(4), fields.u8(), fields.u8()), (HELLO, b'FPLS', 1, 0))
                self.assertEqual(fields.uint(), 2 | 16 | 32)
                capture = fields.bytes(16)
                self.assertEqual(client.next()[0], STATE)
                self.assertEqual(client.next()[0], META)
                totals = self.assert_whole(client.frames())
                self.assertEqual((totals['samples'], totals['lost']), (7500, 0))
            # Another client, from the beginning, of the same capture.
            with Client(self.address) as client:
                client.begin()
                self.assertIn(capture, client.next()[1])
                self.assertEqual(self.assert_whole(client.frames()), totals)
            status, errors = server.stop()
        self.assertEqual((status, errors), (0, ''))
        for number in (1, 2):
            lines = [line for line in server.lines if line.get('client') == number]
            self.assertEqual([line['event'] for line in lines], ['connected', 'greeted', 'subscribed', 'ended', 'closed'])
            self.assertEqual({name: lines[3][name] for name in totals}, totals)
            self.assertEqual(lines[3]['sent'], len(client.bytes))
        self.assertFalse(os.path.exists(self.address))

    def test_order(self):
        """Each thing is defined before it is used, and what is complete is."""
        with self.serve('--speed', '0'):
            with Client(self.address) as client:
                client.begin()
                complete, threads, ticks = None, set(), 0
                for kind, payload in client.frames():
                    fields = Fields(payload)
                    self.assertLessEqual(len(payload), 1 << 20)
                    if kind == THREAD:
                        threads.add(fields.uint())
                    elif kind == SAMPLES:
                        self.assertIn(fields.uint(), threads)
                        fields.uint()
                        if complete is not None:
                            self.assertGreaterEqual(fields.sint(), complete)
                    elif kind == TICK:
                        self.assertEqual(fields.sint() % 100_000_000, 0)
                        now, complete = complete, fields.sint()
                        ticks += 1
                        self.assertTrue(now is None or complete > now)
        self.assertGreater(ticks, 10)

    def test_hello(self):
        with self.serve():
            for first, code in ((frame(HELLO, b'HTTP/1.1 nothing'), PROTOCOL), (hello(magic=b'FPLT'), PROTOCOL),
                                (hello(major=2), VERSION), (subscribe(), PROTOCOL),
                                (b'\0\0\0\0', LENGTH), (b'\1\0\1\0\1', LENGTH),
                                (hello() + frame(0x41, b'\x80'), MALFORMED), (hello() + subscribe() + frame(ACK, uint(1 << 40)), MALFORMED)):
                with self.subTest(first=first), Client(self.address) as client:
                    client.send(first)
                    self.assert_error(client, code)

    def test_no_hello(self):
        with self.serve():
            with Client(self.address) as silent, Client(self.address) as greeted:
                began = time.monotonic()
                greeted.send(hello())
                self.assert_error(silent, OTHER)
                # The other one got its HELLO and STATE, and may wait as long as it likes.
                self.assertGreater(time.monotonic() - began, 4.9)
                greeted.send(subscribe())
                greeted.until(META)

    def test_many_clients(self):
        with self.serve('--speed', '0') as server, contextlib.ExitStack() as stack:
            clients = [stack.enter_context(Client(self.address)).begin(window=1 << 16) for _ in range(MAX_CLIENTS)]
            for client in clients:
                client.until(META)
            with Client(self.address) as late:
                self.assert_error(late, BUSY)
            clients[0].socket.close()
            # The place is free again, once the server has seen it.
            while True:
                with Client(self.address) as client:
                    client.begin()
                    frames = list(client.frames())
                if frames[0][0] != ERROR:
                    break
            self.assert_whole(frames)
            stack.close()
            for _ in range(1000):
                Client(self.address).socket.close()
            with Client(self.address) as client:
                client.begin()
                self.assert_whole(client.frames())
            self.assertEqual(server.stop(), (0, ''))

    def test_other_user(self):
        """Who could connect all the same is refused by its user."""
        if os.geteuid() != 0:
            return    # it takes two users
        with self.serve():
            os.chmod(self.folder.name, 0o755)
            os.chmod(os.path.dirname(self.address), 0o755)
            os.chmod(self.address, 0o666)
            os.seteuid(NOBODY)
            try:
                client = Client(self.address)
            finally:
                os.seteuid(0)
            with client:
                self.assert_error(client, WRONG_TOKEN)

    def test_any_bytes(self):
        """Clients that send anything end nobody but themselves."""
        whole = hello() + subscribe(1 << 16) + frame(ACK, uint(9)) + frame(START, text('{}')) + frame(STOP)
        choose = random.Random(1)
        with self.serve('--speed', '0') as server:
            for _ in range(300):
                data = bytearray(whole)
                for _ in range(choose.randrange(1, 5)):
                    data[choose.randrange(len(data))] = choose.randrange(256)
                with Client(self.address) as client:
                    client.send(data[:choose.randrange(len(data) + 1)])
            with Client(self.address) as client:
                client.begin()
                self.assert_whole(client.frames())
            self.assertEqual(server.stop(), (0, ''))

    def test_requests(self):
        with self.serve():
            with Client(self.address) as client:
                client.send(hello(), frame(STOP))
                self.assert_error(client, REFUSED, fatal=False)
                client.send(subscribe(), subscribe())
                self.assert_error(client, REFUSED, fatal=False)
                client.send(frame(START, text('{}')))
                self.assert_error(client, REFUSED, fatal=False)
                client.send(frame(0x7f, b'of later versions'), frame(STOP))
                self.assert_whole(client.frames(), reason=1)

    def test_stop(self):
        with self.serve(), Client(self.address) as other:
            other.begin()
            with Client(self.address) as client:
                client.begin().until(TICK)
                client.send(frame(STOP))
                _, end = self.count(client.frames())
                self.assertEqual(end['reason'], 1)
                self.assertLess(end['samples'], 7500)
            self.assert_whole(other.frames())

    def test_kinds(self):
        with self.serve('--speed', '0'), Client(self.address) as client:
            client.begin(kinds=2 | 4)
            totals = self.assert_whole(client.frames())
            self.assertEqual((totals['samples'], totals['allocations']), (0, 0))
            self.assertGreater(totals['markers'], 0)
            self.assertGreater(totals['counts'], 0)

    def test_credit(self):
        window = 1 << 16
        with self.serve('--speed', '0'), Client(self.address) as client:
            client.begin(window=window)
            client.receive_for(1)
            # One frame may have been started just before the window ended.
            sent, largest = len(client.bytes), 0
            while (found := client.whole()) is not None:
                last, largest = client.at, max(largest, len(found[1]) + 5)
            self.assertEqual(last, sent)
            self.assertGreaterEqual(sent, window)
            self.assertLess(sent - largest, window)
            # An ACK gives as much again, and what waited is not lost.
            client.ack(sent)
            client.receive_for(1)
            self.assertGreaterEqual(len(client.bytes), sent + window)
            self.assertLess(len(client.bytes), sent + window + largest + (1 << 18))
            client.ack()
            client.at = 0
            self.assertEqual(self.assert_whole(client.frames())['lost'], 0)

    def test_asleep(self):
        """A client that takes nothing holds nobody up, and gets END as well."""
        with self.serve('--speed', '0', '--events') as server, Client(self.address) as asleep:
            asleep.begin()
            with Client(self.address) as client:
                client.begin()
                self.assert_whole(client.frames())
            self.assert_whole(asleep.frames())
            with Client(self.address) as without_ack:
                without_ack.begin(window=1 << 16)
                without_ack.receive_for(0.5)
                began = time.monotonic()
                server.process.terminate()
                self.assertEqual(self.count(without_ack.frames(ack=False))[1]['reason'], 4)
            self.assertEqual(server.wait()[0], 0)
            self.assertLess(time.monotonic() - began, 10)

    def test_end_of_server(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.serve() as server, Client(self.address) as client, Client(self.address) as without_hello:
                client.begin().until(TICK)
                server.process.send_signal(number)
                self.assertEqual(self.count(client.frames())[1]['reason'], 4)
                client.socket.close()
                self.assertIsNone(without_hello.next())
                self.assertEqual(server.wait()[0], 0)
            self.assertFalse(os.path.exists(self.address))

    def test_once(self):
        with self.serve('--speed', '0', '--once') as server:
            with Client(self.address) as client:      # which leaves without END
                client.begin().until(META)
            with Client(self.address) as client:
                client.begin()
                self.assert_whole(client.frames())
            self.assertEqual(server.wait()[0], 0)
        self.assertFalse(os.path.exists(self.address))

    def test_loop(self):
        with self.serve('--speed', '0', '--loop'), Client(self.address) as client:
            client.begin()
            samples, last, at_stop = 0, None, False
            for kind, payload in client.frames():
                fields = Fields(payload)
                if kind == SAMPLES:
                    samples += count_rows(kind, payload)[1]
                    fields.uint()
                    fields.uint()
                    self.assertTrue(last is None or fields.sint() >= last)
                elif kind == TICK:
                    now = fields.sint()
                    self.assertTrue(last is None or now > last)
                    last = now
                elif kind == END:
                    self.assertEqual(read_end(payload)['samples'], samples)
                    self.assertEqual(read_end(payload)['reason'], 1)
                if samples > 3 * 7500 and not at_stop:
                    at_stop = True
                    client.send(frame(STOP))
            self.assertTrue(at_stop)

    def test_speed(self):
        """1.56 s of profile: ten times as fast takes a tenth of the time, and never less."""
        taken = {}
        for speed in ('1', '10'):
            with self.serve('--speed', speed), Client(self.address) as client:
                began = time.monotonic()
                client.begin()
                self.assert_whole(client.frames())
                taken[speed] = time.monotonic() - began
        self.assertGreaterEqual(taken['1'], 1.5)
        self.assertGreaterEqual(taken['10'], 0.15)
        self.assertLess(taken['10'], taken['1'])

    def test_cut(self):
        """A connection that ends anywhere is the end of that client alone."""
        with self.serve('--speed', '0', '--events') as server:
            with Proxy(self.address, self.address + '.cut', 12345) as cut:
                for _ in range(2):
                    with Client(cut.address) as client:
                        client.begin()
                        self.assertIsNone(self.count(client.frames(ack=False))[1])
                        self.assertEqual(len(client.bytes), 12345)
            with Client(self.address) as client:
                client.begin()
                self.assert_whole(client.frames())
            self.assertEqual(server.stop(), (0, ''))
        self.assertEqual(sorted(line['client'] for line in server.lines if line['event'] == 'closed'), [1, 2, 3])
        self.assertEqual([line['client'] for line in server.lines if line['event'] == 'ended'], [3])

    def test_stall(self):
        with self.serve('--speed', '0'), Proxy(self.address, self.address + '.stall', 23456, stall=1) as stall:
            with Client(stall.address) as client:
                client.begin()
                client.receive_for(0.5)
                self.assertEqual(len(client.bytes), 23456)
                self.assert_whole(client.frames())

    def test_drop(self):
        with self.serve('--speed', '0', '--drop', '50000'), Client(self.address) as client:
            client.begin()
            frames = list(client.frames())
            totals = self.assert_whole(frames)
            self.assertGreater(totals['lost'], 0)
            with_rows = [kind for kind, _ in frames if kind in (*ROWS, LOSS)]
            self.assertIn(LOSS, with_rows)
            # Rows come before and after it.
            self.assertNotEqual(with_rows[0], LOSS)
            self.assertNotEqual(with_rows[-1], LOSS)
        path = os.path.join(self.folder.name, 'whole.fpls')
        store(REPLAY, PROFILE, path)
        stream, _ = self.count(read_file(path))
        self.assertEqual(sum(totals.values()), sum(stream.values()))

    def test_socket_file(self):
        os.umask(0)
        with self.serve():
            self.assertEqual(stat.S_IMODE(os.stat(self.address).st_mode), 0o600)
            self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.address)).st_mode), 0o700)
            self.assertEqual(os.listdir(os.path.dirname(self.address)), ['s'])
            # It is in use, and stays so.
            with self.serve() as second:
                status, errors = second.wait()
                self.assertEqual((status, second.lines), (2, []))
                self.assertIn('Another server listens on', errors)
            with Client(self.address) as client:
                client.begin().until(META)
        os.umask(0o22)

    def test_stale_socket(self):
        os.makedirs(os.path.dirname(self.address))
        with self.serve() as server:
            server.process.kill()
            server.process.wait()
        self.assertTrue(os.path.exists(self.address))
        with self.serve() as server, Client(self.address) as client:
            client.begin().until(META)
            # The socket of another server that took the name stays.
            os.unlink(self.address)
            other = socket.socket(socket.AF_UNIX)
            other.bind(self.address)
            client.socket.close()
            self.assertEqual(server.stop()[0], 0)
            self.assertTrue(os.path.exists(self.address))
            other.close()
        os.unlink(self.address)
        with open(self.address, 'w', encoding='utf-8'):
            pass
        with self.serve() as server:
            status, errors = server.wait()
        self.assertEqual(status, 2)
        self.assertIn('is no socket', errors)

    def test_tcp(self):
        token = self.write('token', TOKEN + '\n')
        for host in ('127.0.0.1', '[::1]', 'localhost'):
            if host == '[::1]' and not has_ipv6():
                continue
            with Server(REPLAY, PROFILE, '--listen', host + ':0', '--token-file', token, '--speed', '0') as server:
                self.assertRegex(server.address, r'^(127\.0\.0\.1|\[::1\]):[1-9][0-9]*$')
                for wrong in ('', TOKEN + '?', TOKEN[:-1], TOKEN[:-1] + '?', TOKEN * 2):
                    with Client(server.address) as client:
                        client.begin(wrong)
                        self.assert_error(client, WRONG_TOKEN)
                with Client(server.address) as client:
                    client.begin(TOKEN)
                    self.assert_whole(client.frames())

    def test_usage(self):
        token, short = self.write('token', TOKEN), self.write('short', 'fifteen bytes..\n')
        for named, options in (('needs --socket', ()), ('needs --socket', ('--socket', 'x/s', '--listen', 'localhost:0')),
                               ('needs --token-file', ('--listen', 'localhost:0')),
                               ('goes with --listen', ('--socket', 'x/s', '--token-file', token)),
                               ('less than 16', ('--listen', 'localhost:0', '--token-file', short)),
                               ('not a loopback address', ('--listen', '0.0.0.0:0', '--token-file', token)),
                               ('not a loopback address', ('--listen', '192.0.2.1:0', '--token-file', token)),
                               ('not a loopback address', ('--listen', '[::]:0', '--token-file', token)),
                               ('not a loopback address', ('--listen', 'example.org:0', '--token-file', token)),
                               ('is not HOST:PORT', ('--listen', 'localhost', '--token-file', token)),
                               ('is not HOST:PORT', ('--listen', 'localhost:70000', '--token-file', token)),
                               ('too long', ('--socket', 'x' * 200 + '/s')),
                               ('--speed', ('--socket', 'x/s', '--speed', '-1')),
                               ('--speed', ('--socket', 'x/s', '--speed', 'nan'))):
            with self.subTest(options=options):
                result = subprocess.run([REPLAY, *options, PROFILE], capture_output=True, check=False, timeout=30)
                self.assertEqual((result.returncode, result.stdout), (2, b''), result.stderr)
                self.assertIn(named, result.stderr.decode())
                self.assertEqual(result.stderr.count(b'\n'), 1)

    def test_left_out(self):
        """What a stream cannot carry is said, once each, however many clients there are."""
        with open(os.path.join(FIXTURES, 'processed-v70-two-processes.ok.json'), encoding='utf-8') as stream:
            profile = json.load(stream)
        samples = profile['threads'][0]['samples']
        samples['threadCPUDelta'] = [1.5] * samples['length']
        path = self.write('fractions.json', json.dumps(profile))
        with self.serve('--speed', '0', profile=path) as server:
            for _ in range(2):
                with Client(self.address) as client:
                    client.begin()
                    self.assert_whole(client.frames())
            _, errors = server.stop()
        self.assertEqual(errors, 'fulgens-replay: The stream leaves out CPU use that is negative, or a fraction of its unit\n')


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(('::1', 0))
        return True
    except OSError:
        return False


def read_file(path):
    """The frames of a stored stream."""
    client = Client.__new__(Client)
    with open(path, 'rb') as stream:
        client.bytes, client.at = stream.read(), 0
    while (found := client.whole()) is not None:
        yield found


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
