# SPDX-License-Identifier: GPL-3.0-or-later
"""A connection to a message bus that hands out messages as they came. GDBus makes
a value of each member of each, which takes ten times as long as all that is done
with a large one."""

import os
import re
import select
import socket

from gi.repository import Gio, GLib

BUS = 'org.freedesktop.DBus'
METHOD_RETURN, ERROR, SIGNAL = 2, 3, 4   # kinds of messages
REPLY_SERIAL = b'\x05\x01u\x00'   # in the head of an answer, before the number of its call
PATIENCE = 30   # s


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

    def send(self, name, path, interface, method, arguments=None):
        """Calls, and returns the number that the answer will have."""
        message = Gio.DBusMessage.new_method_call(name, path, interface, method)
        if arguments:
            message.set_body(arguments)
        self.n_calls += 1
        message.set_serial(self.n_calls)
        self.socket.sendall(message.to_blob(Gio.DBusCapabilityFlags.NONE))
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

    def ask_bus(self, method, arguments=None):
        """Calls a method of the bus itself."""
        return self.call(BUS, '/org/freedesktop/DBus', BUS, method, arguments)

    def take_signals(self):
        """Those that came since, as bytes."""
        while self.receive(0):
            list(self.messages())
        signals, self.signals = self.signals, []
        return signals


def values_of(message):
    body = Gio.DBusMessage.new_from_blob(message, Gio.DBusCapabilityFlags.NONE).get_body()
    return body.unpack() if body else ()


def path_of(message):
    return Gio.DBusMessage.new_from_blob(message, Gio.DBusCapabilityFlags.NONE).get_path()
