# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection to a message bus that makes messages by itself and hands them out as
they came. GDBus makes a value of each member of each, which takes ten times as long as
all that is done with a large one, or with thousands of small ones."""

import functools
import os
import re
import select
import socket
import struct

from gi.repository import Gio, GLib

BUS = 'org.freedesktop.DBus'
METHOD_RETURN, ERROR, SIGNAL = 2, 3, 4   # kinds of messages
# Fields of the head of a message, each with its type.
PATH, INTERFACE, MEMBER, DESTINATION = b'\x01\x01o\x00', b'\x02\x01s\x00', b'\x03\x01s\x00', b'\x06\x01s\x00'
REPLY_SERIAL, SIGNATURE = b'\x05\x01u\x00', b'\x08\x01g\x00'
PATIENCE = 30   # s

UINT32, THREE = struct.Struct('<I'), struct.Struct('<III')


def padded(data, n):
    return data + bytes(-len(data) % n)


def text(value):
    data = value.encode()
    return UINT32.pack(len(data)) + data + b'\0'


@functools.cache
def head(name, interface, method, arguments):
    """All of a call but where it goes, with its number and lengths: fields of the head, and the body."""
    signature, body = '', b''
    for argument in arguments:
        kind, value = ('s', text(argument)) if isinstance(argument, str) else (argument[0], UINT32.pack(argument[1]))
        signature += kind
        body = padded(body, 4) + value
    fields = b''.join(padded(field + text(value), 8)
                      for field, value in ((INTERFACE, interface), (MEMBER, method), (DESTINATION, name)) if value)
    if arguments:
        fields += padded(SIGNATURE + bytes([len(signature)]) + signature.encode() + b'\0', 8)
    return fields, body


class Connection:
    def __init__(self, address):
        kind, path = re.search('unix:(path|abstract)=([^,;]*)', address).groups()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(('\0' if kind == 'abstract' else '') + path)
        self.buffer = bytearray()
        self.n_calls = 0
        self.signals = []   # as bytes; who looks at them takes them out
        self.socket.sendall(b'\0AUTH EXTERNAL ' + str(os.getuid()).encode().hex().encode() + b'\r\n')
        if not self.socket.recv(4096).startswith(b'OK'):
            raise GLib.Error('the bus refuses this user')
        self.socket.sendall(b'BEGIN\r\n')
        self.ask_bus('Hello')

    def send(self, name, path, interface, method, *arguments):
        """Calls with texts and small numbers, as ('u', 1); returns the number that the answer will have."""
        fields, body = head(name, interface, method, arguments)
        fields += PATH + text(path)
        self.n_calls += 1
        self.socket.sendall(b'l\1\0\1' + THREE.pack(len(body), self.n_calls, len(fields)) + padded(fields, 8) + body)
        return self.n_calls

    def receive(self, patience):
        """Takes what is there, for which it waits so many seconds; whether anything was."""
        if not select.select([self.socket], [], [], patience)[0]:
            return False
        more = self.socket.recv(1 << 20)
        if not more:
            raise GLib.Error('the bus is gone')
        self.buffer += more
        return True

    def messages(self):
        """Those that are complete. Signals are kept for who looks at them."""
        while len(self.buffer) >= 16:
            n_body, _, n_fields = (int.from_bytes(self.buffer[place:place + 4], 'little') for place in (4, 8, 12))
            size = 16 + (n_fields + 7) // 8 * 8 + n_body
            if len(self.buffer) < size:
                return
            message = bytes(self.buffer[:size])
            del self.buffer[:size]
            if message[1] == SIGNAL:
                self.signals.append(message)
            else:
                yield message

    def answers(self, numbers):
        """The answers to these calls in the order in which they come: (number, bytes, or None for an error). The caller may add
        to the numbers meanwhile."""
        while numbers:
            for message in self.messages():
                place = message.find(REPLY_SERIAL) + len(REPLY_SERIAL)
                number = int.from_bytes(message[place:place + 4], 'little')
                if message[1] in (METHOD_RETURN, ERROR) and number in numbers:
                    numbers.remove(number)
                    yield number, message if message[1] == METHOD_RETURN else None
            if numbers and not self.receive(PATIENCE):
                raise GLib.Error('the program does not answer')

    def ask(self, *call):
        """The bytes of the answer."""
        message = next(self.answers({self.send(*call)}))[1]
        if not message:
            raise GLib.Error(f'refused: {call}')
        return message

    def call(self, *call):
        """The values in the answer."""
        return values_of(self.ask(*call))

    def ask_bus(self, method, *arguments):
        """Calls a method of the bus itself."""
        return self.call(BUS, '/org/freedesktop/DBus', BUS, method, *arguments)

    def take_signals(self):
        """Those that came since, as bytes."""
        while self.receive(0):
            list(self.messages())
        signals, self.signals = self.signals, []
        return signals


def body_of(message):
    return message[len(message) - UINT32.unpack_from(message, 4)[0]:]


def values_of(message):
    body = Gio.DBusMessage.new_from_blob(message, Gio.DBusCapabilityFlags.NONE).get_body()
    return body.unpack() if body else ()


def paths_of(message):
    """The paths in an answer of a(so), of which one begins every 8 bytes, a text every 4."""
    body = body_of(message)
    place, end = 8, 8 + UINT32.unpack_from(body)[0]
    paths = []
    while place < end:
        place = (place + 7) & ~7
        place = (place + UINT32.unpack_from(body, place)[0] + 8) & ~3   # the program
        n = UINT32.unpack_from(body, place)[0]
        paths.append(body[place + 4:place + 4 + n].decode())
        place += n + 5
    return paths


def path_of(message):
    """Where a signal is from."""
    place = message.index(PATH) + len(PATH)
    return message[place + 4:place + 4 + UINT32.unpack_from(message, place)[0]].decode()
