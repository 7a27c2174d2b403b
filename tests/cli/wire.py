# SPDX-License-Identifier: GPL-3.0-or-later
"""The live protocol in Python, written from its text (wire.md): bytes of a server, and servers as good or as bad
as their script."""

import json
import os
import socket
import struct
import threading
import time

HELLO, ERROR, STATE, META, THREAD, TABLE = 0x01, 0x02, 0x10, 0x11, 0x12, 0x15
SAMPLES, LOSS, TICK, END = 0x20, 0x30, 0x31, 0x32
SUBSCRIBE, ACK, START, STOP, PAUSE, RESUME, MARK = range(0x40, 0x47)
CAN_START, CAN_STOP, CAN_PAUSE, CAN_MARK = 1, 2, 4, 8
IDLE, RECORDING, PAUSED, FINISHED = range(4)
CAPTURE = bytes(range(16))


def uint(number):
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7f | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


def sint(number):
    return uint(number * 2 if number >= 0 else -number * 2 - 1)


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return uint(len(data)) + data


def frame(kind, payload=b''):
    return struct.pack('<IB', 1 + len(payload), kind) + payload


def hello(capabilities=CAN_STOP, major=1, name='demo'):
    return frame(HELLO, b'FPLS' + bytes([major, 0]) + uint(capabilities) + CAPTURE + text(name))


def error(code, fatal=1, message='no'):
    return frame(ERROR, uint(code) + bytes([fatal]) + text(message))


def state(value, since=0):
    return frame(STATE, bytes([value]) + sint(since))


def meta(**members):
    category = {'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}
    return frame(META, text(json.dumps({'meta': {
        'interval': 1, 'startTime': 1790000000000, 'profilingStartTime': 0, 'product': 'demo', 'version': 36,
        'preprocessedProfileVersion': 70, 'processType': 0, 'stackwalk': 1, 'categories': [category], 'markerSchema': [],
        'sampleUnits': {'time': 'ms', 'eventDelay': 'ms', 'threadCPUDelta': 'ns'}, **members}})))


def thread(number, name, **members):
    return frame(THREAD, uint(number) + text(json.dumps({
        'name': name, 'isMainThread': number == 0, 'processType': 'default', 'pid': '42', 'tid': 42 + number,
        'registerTime': 0, 'pausedRanges': [], **members})))


def table(number, first, n, cells):
    return frame(TABLE, bytes([number]) + uint(first) + uint(n) + cells)


def strings(first, values):
    return table(1, first, len(values), b''.join(map(text, values)))


def stacks(names):
    """Functions, frames and one stack each for NAMES; row i of all tables is for the i-th."""
    n = len(names)
    rows = b''.join(uint(i + 1) for i in range(n))
    none, zero = bytes(n), bytes([1] * n)
    return (strings(0, names) + table(4, 0, n, rows + bytes(n) + bytes(n) + none * 5) +
            table(6, 0, n, none * 2 + zero + zero + none + rows + none * 5) + table(7, 0, n, rows + bytes(n)))


def samples(number, times, stack):
    """TIMES are ns; all samples have the stack."""
    records = b''
    for i, at in enumerate(times):
        records += (bytes([0]) if i == 0 else bytes([1])) + sint(at - (times[i - 1] if i else 0))
        records += uint(stack + 1) if i == 0 else b''
    return frame(SAMPLES, uint(number) + uint(len(times)) + sint(0) + records)


def loss(number, rows, start=0, duration=0, kind=1, reason=1):
    return frame(LOSS, uint(0 if number is None else number + 1) + bytes([kind]) + sint(start) + uint(duration) +
                 uint(rows) + bytes([reason]) + text(''))


def tick(now, backlog=0, lost=0):
    return frame(TICK, sint(now) + sint(now) + uint(backlog) + uint(lost) + uint(0))


def end(n_samples=0, n_markers=0, n_counts=0, n_allocations=0, lost=0, reason=1, time_ns=0):
    return frame(END, bytes([reason]) + sint(time_ns) + b''.join(map(uint, (n_samples, n_markers, n_counts, n_allocations, lost))) +
                 text(''))


class Connection:
    """One client of a server; frames() are those it sent."""

    def __init__(self, sock):
        self.socket = sock
        self.frames = []          # (type, payload, time)
        self.acknowledged = 0
        self.sent = 0
        self.is_closed = False
        self.changed = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        data = b''
        while True:
            try:
                more = self.socket.recv(65536)
            except OSError:
                more = b''
            with self.changed:
                data += more
                while len(data) >= 4 and len(data) >= 4 + struct.unpack_from('<I', data)[0]:
                    length = struct.unpack_from('<I', data)[0]
                    payload = data[5:4 + length]
                    self.frames.append((data[4], payload, time.monotonic()))
                    if data[4] == ACK:
                        self.acknowledged = sum((byte & 0x7f) << 7 * i for i, byte in enumerate(payload))
                    data = data[4 + length:]
                self.is_closed = not more
                self.changed.notify_all()
            if not more:
                return

    def send(self, data):
        try:
            self.socket.sendall(data)
            self.sent += len(data)
        except OSError:
            pass

    def wait(self, condition, timeout=20):
        """Until condition () holds, or the client has gone; returns whether it holds."""
        with self.changed:
            self.changed.wait_for(lambda: condition() or self.is_closed, timeout)
            return condition()

    def wait_for_frame(self, kind, timeout=20):
        return self.wait(lambda: any(item[0] == kind for item in self.frames), timeout)

    def wait_closed(self, timeout=20):
        self.wait(lambda: self.is_closed, timeout)
        return self.is_closed

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


class Server:
    """Runs SCRIPT (connection) for each client while it is entered, then closes the connection."""

    def __init__(self, script, folder=None):
        self.script = script
        self.connections = []
        if folder:
            self.address = os.path.join(folder, 'peer.sock')
            self.socket = socket.socket(socket.AF_UNIX)
            if os.path.exists(self.address):
                os.remove(self.address)
            self.socket.bind(self.address)
        else:
            self.socket = socket.create_server(('127.0.0.1', 0))
            self.address = '127.0.0.1:%d' % self.socket.getsockname()[1]
        self.socket.listen(64)

    def __enter__(self):
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()
        for connection in self.connections:
            connection.close()

    def accept(self):
        while True:
            try:
                connection = Connection(self.socket.accept()[0])
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        self.script(connection)
        connection.close()
