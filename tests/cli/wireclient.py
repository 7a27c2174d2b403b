# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the live protocol, by bytes (src/core/wire/wire.md), and tests/serve/fulgens-replay."""

import contextlib
import json
import os
import socket
import struct
import subprocess
import threading
import time

from wire import ACK, END, HELLO, LOSS, SAMPLES, SUBSCRIBE, frame, text, uint

MARKERS, COUNTS, ALLOCATIONS = 0x21, 0x22, 0x23
ROWS = (SAMPLES, MARKERS, COUNTS, ALLOCATIONS)
MAX_WINDOW = 1 << 30


def hello(token='', major=1, magic=b'FPLS'):
    return frame(HELLO, magic + bytes((major, 0)) + uint(0) + text(token) + text('test'))


def subscribe(window=MAX_WINDOW, kinds=15):
    return frame(SUBSCRIBE, uint(kinds) + b'\1' + uint(window))


class Fields:
    """The fields of a payload, in order."""

    def __init__(self, payload):
        self.payload = payload
        self.at = 0

    def u8(self):
        self.at += 1
        return self.payload[self.at - 1]

    def uint(self):
        number = shift = 0
        while True:
            byte = self.u8()
            number |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return number

    def sint(self):
        number = self.uint()
        return number >> 1 ^ -(number & 1)

    def ref(self):
        return self.uint() - 1

    def bytes(self, n):
        self.at += n
        assert self.at <= len(self.payload)
        return self.payload[self.at - n:self.at]

    def text(self):
        return self.bytes(self.uint()).decode()


class Client:
    """A connection; @bytes has all that came, as a stored stream."""

    def __init__(self, address, timeout=30):
        if '/' in address:
            self.socket = socket.socket(socket.AF_UNIX)
        else:
            self.socket = socket.socket(socket.AF_INET6 if address.startswith('[') else socket.AF_INET)
        # Waits while the server has many to accept; with a timeout it would fail.
        if '/' in address:
            self.socket.connect(address)
        else:
            host, port = address.rsplit(':', 1)
            self.socket.connect((host.strip('[]'), int(port)))
        self.socket.settimeout(timeout)
        self.bytes = bytearray()
        self.at = 0          # of the next frame

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *frames):
        self.socket.sendall(b''.join(frames))

    def begin(self, token='', window=MAX_WINDOW, kinds=15):
        self.send(hello(token), subscribe(window, kinds))
        return self

    def ack(self, n=None):
        self.send(frame(ACK, uint(len(self.bytes) if n is None else n)))

    def receive(self):
        """More bytes; False at the end of the connection."""
        data = self.socket.recv(1 << 20)
        self.bytes += data
        return bool(data)

    def receive_for(self, seconds):
        """All bytes of that time, or up to the end."""
        timeout = self.socket.gettimeout()
        self.socket.settimeout(seconds)
        try:
            while self.receive():
                pass
        except TimeoutError:
            pass
        self.socket.settimeout(timeout)

    def whole(self):
        """The next (type, payload), if all of it came."""
        if len(self.bytes) - self.at < 4:
            return None
        n, = struct.unpack_from('<I', self.bytes, self.at)
        if len(self.bytes) - self.at - 4 < n:
            return None
        payload = bytes(self.bytes[self.at + 5:self.at + 4 + n])
        kind = self.bytes[self.at + 4]
        self.at += 4 + n
        return kind, payload

    def next(self):
        """The next (type, payload); None at the end of the connection."""
        while True:
            found = self.whole()
            if found or not self.receive():
                return found

    def frames(self, ack=True):
        """All frames up to the end of the connection."""
        acked = 0
        while (found := self.next()) is not None:
            if ack and len(self.bytes) - acked > 1 << 14 and found[0] != END:
                acked = len(self.bytes)
                self.ack()
            yield found

    def until(self, kind):
        """The payload of the next frame of a type."""
        for found, payload in self.frames():
            if found == kind:
                return payload
        raise AssertionError(f'no frame of type {kind:#x}')


def read_end(payload):
    fields = Fields(payload)
    end = {'reason': fields.u8(), 'time': fields.sint()}
    for name in ('samples', 'markers', 'counts', 'allocations', 'lost'):
        end[name] = fields.uint()
    return end


def count_rows(kind, payload):
    """(name, rows, thread or counter) of a row frame or a LOSS."""
    fields = Fields(payload)
    if kind == LOSS:
        thread, _ = fields.ref(), fields.u8()
        fields.sint()
        fields.uint()
        return 'lost', fields.uint(), thread
    number = fields.uint()
    if kind == ALLOCATIONS:
        fields.u8()
    return {SAMPLES: 'samples', MARKERS: 'markers', COUNTS: 'counts', ALLOCATIONS: 'allocations'}[kind], fields.uint(), number


class Server:
    """fulgens-replay; @lines has what it printed so far."""

    def __init__(self, replay, profile, *options, address=None, environment=None):
        if address:
            options = ('--socket', address, *options)
        self.process = subprocess.Popen([replay, *options, profile], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment or {**os.environ, 'LC_ALL': 'C.UTF-8'})
        self.errors = None
        line = self.process.stdout.readline()
        self.lines = [json.loads(line)] if line else []
        self.address = self.lines[0]['address'] if line else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends it; the exit status and what it printed to standard error."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.wait()

    def wait(self):
        if self.errors is None:
            output, errors = self.process.communicate(timeout=30)
            self.lines += [json.loads(line) for line in output.splitlines()]
            self.errors = errors.decode()
        return self.process.returncode, self.errors


class Proxy:
    """A Unix socket in front of another one, for bad connections. After @at bytes of the server a connection ends, or with
    @stall waits for so many seconds; with @once only the first one."""

    def __init__(self, target, address, at, stall=None, once=False):
        self.target, self.address, self.stall, self.once = str(target), str(address), stall, once
        self.limit = at
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.address)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Accepts no more connections."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.address)

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                limit, self.limit = self.limit, None if self.once else self.limit
                threading.Thread(target=self.connect, args=(client, limit), daemon=True).start()

    def connect(self, client, limit):
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.target)
            requests = threading.Thread(target=self.forward, args=(client, server, None), daemon=True)
            requests.start()
            self.forward(server, client, limit)
            requests.join()

    def forward(self, source, sink, limit):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                n = len(data) if limit is None else min(limit, len(data))
                with contextlib.suppress(OSError):   # what is not read would make the end of the connection an error
                    sink.sendall(data[:n])
                if limit is not None and n == limit:
                    if self.stall is None:
                        source.shutdown(socket.SHUT_RDWR)
                        sink.shutdown(socket.SHUT_RDWR)
                        return
                    time.sleep(self.stall)
                    limit = None
                    with contextlib.suppress(OSError):
                        sink.sendall(data[n:])
                elif limit is not None:
                    limit -= n
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


def store(replay, profile, file, *options):
    """Serves @profile once and stores the bytes; the exit status and standard error of the server."""
    address = os.path.join(os.path.dirname(os.path.abspath(file)), 's')
    with Server(replay, profile, '--speed', '0', '--once', *options, address=address) as server:
        if server.address:
            with Client(server.address) as client:
                client.begin()
                for _ in client.frames():
                    pass
            with open(file, 'wb') as stream:
                stream.write(client.bytes)
        return server.wait()


def follow(replay, query, profile, file):
    """Serves @profile once to fulgens-query live, which writes @file; both exit statuses."""
    address = os.path.join(os.path.dirname(os.path.abspath(file)), 's')
    with Server(replay, profile, '--speed', '0', '--once', address=address) as server:
        client = subprocess.run([query, 'live', '-o', file, address], stdout=subprocess.DEVNULL, check=False)
        return server.wait()[0], client.returncode


def round_times(file):
    """Rounds the times of rows of a processed profile to ns, as a stream has them."""
    with open(file, encoding='utf-8') as stream:
        profile = json.load(stream)
    threads = profile['threads']
    tables = [thread.get(name) for thread in threads for name in ('samples', 'markers', 'jsAllocations', 'nativeAllocations')]
    tables += [counter['samples'] for counter in profile.get('counters', [])]
    for table in tables:
        for column in ('time', 'startTime', 'endTime', 'eventDelay', 'responsiveness'):
            if table and column in table:
                table[column] = [value if value is None else round(value * 1e6) / 1e6 for value in table[column]]
    with open(file, 'w', encoding='utf-8') as stream:
        json.dump(profile, stream)
