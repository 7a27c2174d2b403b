# SPDX-License-Identifier: GPL-3.0-or-later
"""A Firefox in Python, as far as its profiler can be used over the DevTools protocol: as good or as bad as its
attributes say. Packets are those of a Firefox 153 with shorter contents."""

import base64
import contextlib
import json
import os
import random
import socket
import threading

PERF, CONSOLE, TARGET = 'server1.conn0.perfActor5', 'server1.conn0.consoleActor11', 'server1.conn0.parentProcessTarget10'
GREETING = {'from': 'root', 'applicationType': 'browser', 'traits': {}}


def packet(**members):
    data = json.dumps(members, ensure_ascii=False).encode()
    return b'%d:%s' % (len(data), data)


class Firefox:
    """Serves one connection at a time at a Unix socket; `requests` are those it got."""

    def __init__(self, folder, profile):
        self.path = os.path.join(folder, f'firefox-{len(os.listdir(folder))}.sock')
        self.address = 'firefox:' + self.path
        self.profile = profile        # bytes of a capture; a list: one after the other, the last one stays
        self.additional = {'sharedLibraries': [], 'jsSources': None}
        self.active = False
        self.paused = False
        self.recorded = 0             # bytes, as GetBufferInfo () says
        self.features = ['js', 'stackwalk', 'cpu', 'jssources', 'screenshots']
        self.has_console = True
        self.answers = {}             # by method: bytes, or a function of the request that gives them; None: silence
        self.greeting = packet(**GREETING)
        self.gather_seconds = 0       # how long a snapshot takes
        self.is_gathering = False
        self.is_lost = False          # the end was asked for during a snapshot
        self.noise = b''              # before each reply
        self.pieces = None            # largest number of bytes written at once
        self.close_at = None          # the connection ends after so many bytes
        self.long_strings = True
        self.requests = []
        self.connection = None
        self.n_connections = 0
        self.n_sent = 0
        self.text = ''
        self.n_results = 0
        self.lock = threading.Lock()
        self.changed = threading.Condition()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def close(self):
        """Nothing accepts after it: the next one's listener may have the same descriptor."""
        self.listener.shutdown(socket.SHUT_RDWR)
        if self.connection:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
        self.thread.join(10)
        assert not self.thread.is_alive()
        self.listener.close()

    def serve(self):
        while True:
            try:
                self.connection, _ = self.listener.accept()
            except OSError:
                return
            self.n_sent = 0
            self.n_connections += 1
            try:
                self.talk(self.connection.makefile('rb'))
            except (OSError, ValueError):
                pass
            self.connection.close()

    def send(self, data):
        with self.lock:
            if self.close_at is not None:
                data = data[:self.close_at - self.n_sent]
            self.n_sent += len(data)
            at = 0
            while at < len(data):
                n = random.randint(1, self.pieces) if self.pieces else len(data)
                self.connection.sendall(data[at:at + n])
                at += n
            if self.close_at is not None and self.n_sent >= self.close_at:
                self.connection.shutdown(socket.SHUT_RDWR)

    def talk(self, stream):
        self.send(self.greeting)
        while True:
            header = b''
            while not header.endswith(b':'):
                byte = stream.read(1)
                if not byte:
                    return
                header += byte
            request = json.loads(stream.read(int(header[:-1])))
            with self.changed:
                self.requests.append(request)
                self.changed.notify_all()
            answer = self.answers.get(request['type'], getattr(self, 'do_' + request['type'], self.unknown))
            answer = answer(request) if callable(answer) else answer
            if answer is not None:
                self.send(self.noise + answer)

    def types(self):
        return [request['type'] for request in self.requests]

    def wait_for(self, kind, n=1):
        with self.changed:
            return self.changed.wait_for(lambda: self.types().count(kind) >= n, 30)

    def event(self, kind, **members):
        return packet(type=kind, **members, **{'from': PERF})

    def reply(self, **members):
        return packet(**members, **{'from': PERF})

    def next_profile(self):
        if isinstance(self.profile, list):
            return self.profile.pop(0) if len(self.profile) > 1 else self.profile[0]
        return self.profile

    def unknown(self, request):
        return packet(error='unrecognizedPacketType', message='Actor does not recognize the packet type',
                      **{'from': request['to']})

    def do_getRoot(self, _):
        return packet(perfActor=PERF, deviceActor='server1.conn0.deviceActor3', **{'from': 'root'})

    def do_getProcess(self, request):
        if not self.has_console:
            return packet(error='forbidden', message='no', **{'from': 'root'})
        return packet(processDescriptor={'actor': 'descriptor8', 'id': request['id']}, **{'from': 'root'})

    def do_getTarget(self, _):
        return packet(process={'actor': TARGET, 'consoleActor': CONSOLE}, **{'from': 'descriptor8'})

    def do_getSupportedFeatures(self, _):
        return self.reply(value=self.features)

    def do_isActive(self, _):
        return self.reply(value=self.active)

    def do_startProfiler(self, _):
        self.active = True
        return self.event('profiler-started', entries=16777216) + self.reply(value=True)

    def do_evaluateJSAsync(self, request):
        expression = request['text']
        members = {'hasException': False}
        if 'IsActive' in expression:
            members['result'] = json.dumps([self.active, self.paused, 1234.5, self.recorded])
        elif 'appinfo' in expression:
            members['result'] = 'Firefox 153.7.0'
        elif 'getProfileData' in expression and self.is_gathering:
            # One at a time: of another one nothing is left.
            members = {'hasException': True, 'exceptionMessage': 'NS_ERROR_NOT_AVAILABLE'}
            self.is_lost = 'StopProfiler' in expression
        elif 'StopProfiler' in expression:
            self.text = base64.b64encode(self.next_profile()).decode()
            members['result'] = self.long_string()
            self.active = False
            return self.event('profiler-stopped') + self.result(**members)
        elif 'getProfileData' in expression:
            self.text = base64.b64encode(self.next_profile()).decode()
            members['result'] = self.long_string()
            if self.gather_seconds:
                return self.gather(members)
        elif 'fulgensSources' in expression:
            self.text = base64.b64encode(json.dumps(self.additional and self.additional['jsSources']).encode()).decode()
            members['result'] = self.long_string()
        else:
            members['result'] = {'type': 'undefined'}
        return self.result(**members)

    def long_string(self):
        return {'type': 'longString', 'actor': 'long28', 'length': len(self.text),
                'initial': self.text[:100]} if self.long_strings else self.text

    def gather(self, members):
        """The result of an evaluation comes later."""
        def finish():
            self.is_gathering = False
            self.send(event)
        reply, event = self.evaluation(**members)
        self.is_gathering = True
        threading.Timer(self.gather_seconds, finish).start()
        return reply

    def evaluation(self, **members):
        """Reply and result, after one that nobody waits for any longer."""
        self.n_results += 1
        return (packet(type='evaluationResult', resultID='0-old', hasException=False, result='old', **{'from': CONSOLE}) +
                packet(resultID=f'17-{self.n_results}', **{'from': CONSOLE}),
                packet(type='frameUpdate', frames=[], **{'from': TARGET}) +
                packet(type='evaluationResult', resultID=f'17-{self.n_results}', **members, **{'from': CONSOLE}))

    def result(self, **members):
        return b''.join(self.evaluation(**members))

    def do_substring(self, request):
        return packet(substring=self.text[request['start']:request['end']], **{'from': request['to']})

    def do_release(self, request):
        return packet(**{'from': request['to']})
