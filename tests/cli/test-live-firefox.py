#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-query live against Firefoxes that are good and bad.

test-live-firefox.py FULGENS-QUERY FIXTURES
"""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import unittest

import firefox
from livecase import LiveCase

QUERY, FIXTURES = sys.argv[1:3]
START = ['--start', '{}', '--stop', '--duration', '0']


def read_fixture(name):
    with open(os.path.join(FIXTURES, name), 'rb') as file:
        return file.read()


STARTUP = read_fixture('fx153-startup-small.gecko.json.gz')
NATIVE = read_fixture('fx153-symbolicated-native.gecko.json.gz')


class FirefoxTest(LiveCase):
    query = QUERY

    def serve(self, profile=STARTUP, **attributes):
        server = firefox.Firefox(self.folder, profile)
        for name, value in attributes.items():
            setattr(server, name, value)
        self.addCleanup(server.close)
        return server

    def convert(self, profile):
        """What one load of the profile gives, as text."""
        with open(self.path('in.json.gz'), 'wb') as out:
            out.write(profile)
        subprocess.run([QUERY, 'convert', '-o', self.path('loaded.json'), self.path('in.json.gz')], check=True)
        return self.read('loaded.json')

    def names(self, events):
        return [event.get('state', event.get('code', event['event'])) for event in events if event['event'] != 'status']

    def test_start_and_stop(self):
        """However the bytes are cut, with events and replies to others between the answers."""
        server = self.serve(noise=firefox.packet(type='frameUpdate', frames=[], **{'from': firefox.TARGET}) +
                            firefox.packet(value=False, **{'from': 'other'}), pieces=40000)
        events = self.live(0, *START, '-o', self.path('out.json'), server.address)
        self.assertEqual(self.names(events), ['connected', 'idle', 'recording', 'finished', 'end'])
        self.assertEqual(events[0], {'event': 'connected', 'address': server.address, 'server': 'Firefox 153.7.0',
                                     'capture': '', 'version': ''})
        self.assertEqual([event['event'] for event in events][-2:], ['status', 'end'])
        end = json.loads(gzip.decompress(STARTUP))['meta']['profilingEndTime']
        self.assertEqual((events[-2]['now'], events[-2]['complete'], events[-2]['stalled']), (end, end, False))
        profile = json.loads(self.read('out.json'))
        self.assertEqual(events[-2]['threads'], len(profile['threads']))
        received = {'samples': sum(thread['samples']['length'] for thread in profile['threads']),
                    'markers': sum(thread['markers']['length'] for thread in profile['threads']),
                    'counts': sum(counter['samples']['length'] for counter in profile.get('counters', [])),
                    'allocations': 0, 'lost': 0}
        self.assertGreater(received['samples'], 0)
        self.assertEqual(events[-1], {'event': 'end', 'whole': True, 'reason': 'stopped', 'received': received, 'announced': None})
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))
        others = ('getRoot', 'getProcess', 'getTarget', 'evaluateJSAsync')
        self.assertEqual([kind for kind in server.types() if kind not in others],
                         ['getSupportedFeatures', 'isActive', 'startProfiler', 'substring', 'release', 'substring', 'release'])
        self.assertFalse(server.active)
        self.assertEqual(self.list_spools(), [])

    def test_features(self):
        server = self.serve(features=['js', 'cpu', 'power'])
        self.live(0, *START, server.address)
        server.active = False
        events = self.live(0, '--start', '{"interval":5,"features":["power","nothing"],"threads":["*"],"to":"root"}',
                           '--stop', '--duration', '0', server.address)
        first, second = [request for request in server.requests if request['type'] == 'startProfiler']
        self.assertEqual((first['features'], first['interval']), (['js', 'cpu'], 1))
        self.assertEqual((second['features'], second['interval'], second['threads'], second['to'], second['entries']),
                         (['power'], 5, ['*'], firefox.PERF, 16777216))
        self.assertEqual([(event['code'], event['message'].count('nothing')) for event in events if event['event'] == 'error'],
                         [('refused', 1)])

    def test_refused(self):
        for attributes, names in (
                ({'answers': {'startProfiler': firefox.packet(error='Error', message='no\nway', **{'from': firefox.PERF})}},
                 ['connected', 'idle', 'refused']),
                ({'answers': {'startProfiler': firefox.packet(value=False, **{'from': firefox.PERF})}},
                 ['connected', 'idle', 'refused']),
                ({'answers': {'getRoot': firefox.packet(deviceActor='x', **{'from': 'root'})}}, ['protocol']),
                ({'answers': {'isActive': firefox.packet(error='Error', message='no', **{'from': firefox.PERF})}}, ['refused'])):
            server = self.serve(**attributes)
            events = self.live(3, *START, '-o', self.path('out.json'), server.address)
            self.assertEqual(self.names(events), names)
            self.assertFalse(os.path.exists(self.path('out.json')))

    def test_join(self):
        """Detached, the capture goes on, and what was recorded so far is the profile."""
        for long_strings in (True, False):
            server = self.serve(active=True, long_strings=long_strings)
            events = self.live(1, '--start', '{}', '--duration', '0', '-o', self.path('out.json'), server.address)
            self.assertEqual(self.names(events), ['connected', 'recording', 'refused', 'finished', 'end'])
            self.assertEqual((events[-1]['whole'], events[-1]['reason']), (False, 'other'))
            self.assertEqual(self.read('out.json'), self.convert(STARTUP))
            self.assertEqual(server.types()[-1], 'release' if long_strings else 'evaluateJSAsync')
            self.assertFalse([request for request in server.requests if 'StopProfiler' in request.get('text', '')])
            self.assertNotIn('startProfiler', server.types())

    def test_previews(self):
        """Each replaces the one before, whose threads stay; Firefox has ten times as long as the last one took to itself."""
        times = []

        def gather(request):
            begin = time.monotonic()
            if 'getProfileData' in request['text']:
                time.sleep(0.3)
            answer = server.do_evaluateJSAsync(request)
            if 'getProfileData' in request['text']:
                times.append((begin, time.monotonic()))
            return answer
        server = self.serve([NATIVE, STARTUP], active=True, answers={'evaluateJSAsync': gather})
        process = self.start('--top', '1', '--stop', server.address)
        self.assertTrue(server.wait_for('release', 2))
        out = ''
        native, startup = ({(thread['pid'], thread['tid']) for thread in json.loads(self.convert(profile))['threads']}
                           for profile in (NATIVE, STARTUP))
        self.assertFalse(native & startup)
        while f' {len(native | startup)} threads' not in out:
            line = process.stdout.readline()
            self.assertTrue(line, out)
            out += line
        server.profile = NATIVE
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
        out += rest
        self.assertEqual((process.returncode, errors), (0, ''))
        (begin, end), (again, _) = times[:2]
        self.assertGreaterEqual(again - end, 10 * (end - begin))
        threads = [line.split()[line.split().index('threads') - 1] for line in out.splitlines() if ' threads ' in line]
        self.assertEqual(list(dict.fromkeys(threads)), [str(len(native)), str(len(native | startup))])
        self.assertEqual(out.splitlines()[-1], 'End: stopped')

    def test_backlog(self):
        """What Firefox has recorded since the last preview waits there."""
        server = self.serve(active=True, recorded=5000)
        process = self.start('--json', '--stop', server.address)
        self.assertEqual(self.wait_for_line(process, 'status')['backlog'], 5000)
        server.recorded = 7000
        while self.wait_for_line(process, 'status')['backlog'] != 7000:
            pass
        process.send_signal(signal.SIGINT)
        events, _ = self.finish(process, 0)
        self.assertEqual([event['backlog'] for event in events if event['event'] == 'status'][-1], 0)

    def test_no_previews_unasked(self):
        server = self.serve(active=True)
        process = self.start('--json', '--stop', server.address)
        self.wait_for_line(process, 'status')
        process.send_signal(signal.SIGINT)
        self.finish(process, 0)
        gathered = [request for request in server.requests if 'getProfileData' in request.get('text', '')]
        self.assertEqual([('StopProfiler' in request['text']) for request in gathered], [True])

    def test_large_preview(self):
        """One that costs Firefox too much is not fetched, nor another one asked for."""
        def answer(request):
            if 'getProfileData' not in request['text'] or 'StopProfiler' in request['text']:
                return server.do_evaluateJSAsync(request)
            return server.result(hasException=False,
                                 result={'type': 'longString', 'actor': 'long28', 'length': 29 << 20, 'initial': 'H4sI'})
        server = self.serve(active=True, answers={'evaluateJSAsync': answer})
        process = self.start('--top', '1', '--stop', '-o', self.path('out.json'), server.address)
        self.assertTrue(server.wait_for('release'))
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ''))
        self.assertIn('more than 20 MB', out)
        self.assertEqual(len([request for request in server.requests if 'getProfileData' in request.get('text', '')]), 2)
        self.assertNotIn('substring', server.types()[:server.types().index('release')])
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))

    def test_stop_during_preview(self):
        """Firefox gathers one snapshot at a time: the end waits for the preview, and is whole."""
        server = self.serve(active=True, gather_seconds=1.5)
        process = self.start('--top', '1', '--stop', '-o', self.path('out.json'), server.address)
        with server.changed:
            self.assertTrue(server.changed.wait_for(
                lambda: any('getProfileData' in request.get('text', '') for request in server.requests), 30))
        end = time.monotonic() + 1   # it answers in a thread of its own
        while not server.is_gathering and time.monotonic() < end:
            time.sleep(0.005)
        self.assertTrue(server.is_gathering)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ''))
        self.assertNotIn('previews', out)
        self.assertFalse(server.is_lost)
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))
        # A preview that nobody needs any longer is not read.
        self.assertNotIn('substring', server.types()[:server.types().index('release')])

    def test_bad_previews(self):
        """The capture goes on without."""
        for result in ({'hasException': True, 'exceptionMessage': 'Error: no\nprofiler'}, {'hasException': False, 'result': 7},
                       {'hasException': False, 'result': 'SGVsbG8='}):
            def answer(request, result=result):
                is_preview = 'getProfileData' in request['text'] and 'StopProfiler' not in request['text']
                return server.result(**result) if is_preview else server.do_evaluateJSAsync(request)
            server = self.serve(active=True, answers={'evaluateJSAsync': answer})
            process = self.start('--top', '1', '--stop', '-o', self.path('out.json'), server.address)
            self.assertIn('onnected', process.stdout.readline())
            line = process.stdout.readline()
            self.assertIn('There are no more previews', line)
            self.assertEqual('hasException' in result and result['hasException'], 'profiler' in line)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.communicate(timeout=60)[1], '')
            self.assertEqual(process.returncode, 0)
            self.assertEqual(self.read('out.json'), self.convert(STARTUP))

    def test_stopped_elsewhere(self):
        """Then the last preview is what there is, or nothing."""
        server = self.serve()
        process = self.start('--json', '-o', self.path('out.json'), server.address)
        self.wait_for_line(process, 'state')
        server.send(server.event('profiler-started'))
        self.assertEqual(self.wait_for_line(process, 'state')['state'], 'recording')
        server.send(server.event('profiler-stopped'))
        events, errors = self.finish(process, 3)
        self.assertEqual(self.names(events), ['finished', 'other'])
        self.assertIn('stopped elsewhere', errors)
        self.assertFalse(os.path.exists(self.path('out.json')))

        server = self.serve(active=True)
        process = self.start('--top', '1', '-o', self.path('out.json'), server.address)
        self.assertTrue(server.wait_for('release'))
        for line in process.stdout:
            if ' threads ' in line:
                break
        server.send(server.event('profiler-stopped') + server.event('profiler-started'))
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn('stopped elsewhere', errors)
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))

    def answer_end(self, server, answer):
        """Another answer to the request that ends the capture: bytes, or None. Returns an event for when it came."""
        asked = threading.Event()

        def evaluate(request):
            if 'StopProfiler' not in request['text']:
                return server.do_evaluateJSAsync(request)
            asked.set()
            return answer
        server.answers['evaluateJSAsync'] = evaluate
        return asked

    def test_console_fails(self):
        """Then the capture goes on, and the error says why."""
        server = self.serve()
        self.answer_end(server, server.result(hasException=True, exceptionMessage='TypeError: toBase64'))
        events = self.live(3, *START, '-o', self.path('out.json'), server.address)
        self.assertEqual(self.names(events)[:5], ['connected', 'idle', 'recording', 'finished', 'refused'])
        self.assertIn('toBase64', next(event for event in events if event['event'] == 'error')['message'])
        self.assertFalse(os.path.exists(self.path('out.json')))
        self.assertTrue(server.active)
        server.answers.clear()
        self.live(0, '--stop', '--duration', '0', '-o', self.path('out.json'), server.address)
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))

    def test_no_console(self):
        """There is no other way to the end, so nothing is begun."""
        server = self.serve(has_console=False)
        events = self.live(3, *START, '-o', self.path('out.json'), server.address)
        self.assertEqual(self.names(events)[0], 'refused')
        self.assertIn('devtools.chrome.enabled', events[0]['message'])
        self.assertNotIn('startProfiler', server.types())

    def test_sources(self):
        """Texts of scripts come by the ids of the sources, and are kept in the file."""
        ids = [row[0] for row in json.loads(gzip.decompress(NATIVE))['sources']['data']]
        texts = {name: f'// é {name}' for name in ids[1:]}
        server = self.serve(NATIVE, additional={'jsSources': {**texts, 'unknown': 'x', ids[0]: None}})
        self.live(0, *START, '-o', self.path('out.json'), server.address)
        sources = json.loads(self.read('out.json'))['shared']['sources']
        self.assertTrue([name for name in sources['id'] if name in texts])
        self.assertTrue([name for name in sources['id'] if name not in texts])
        self.assertEqual(sources['content'], [texts.get(name) for name in sources['id']])
        whole = json.loads(self.convert(NATIVE))
        whole['shared']['sources'] = sources
        self.assertEqual(json.loads(self.read('out.json')), whole)

    def test_no_capture(self):
        for profile in b'', b'{}', STARTUP[:-1000]:
            events = self.live(3, *START, '-o', self.path('out.json'), self.serve(profile).address)
            self.assertEqual(self.names(events)[:4], ['connected', 'idle', 'recording', 'finished'], profile[:80])
            self.assertFalse(os.path.exists(self.path('out.json')))
        for members in {'hasException': False, 'result': {'type': 'undefined'}}, {'hasException': False}:
            server = self.serve()
            self.answer_end(server, server.result(**members))
            events = self.live(3, *START, '-o', self.path('out.json'), server.address)
            self.assertEqual(self.names(events)[:4], ['connected', 'idle', 'recording', 'finished'], members)
            self.assertFalse(os.path.exists(self.path('out.json')))
        events = self.live(3, '--stop', '--duration', '0', self.serve().address)
        self.assertEqual(self.names(events), ['connected', 'idle', 'refused'])

    def test_other_peers(self):
        for greeting, code in ((b'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'), (random.Random(1).randbytes(4000), 'protocol'),
                               (b'1' * 201 + b':', 'protocol'), (b'bulk root x 2:{}', 'protocol'), (b'2:{}', 'timeout'),
                               (b'2:[]', 'protocol'), (b'2:{x', 'protocol'), (b'0:', 'protocol'), (b'9999999999:', 'protocol'),
                               (firefox.packet(**{'from': 'root'}), 'protocol'), (b'', 'timeout')):
            events = self.live(3, '-o', self.path('out.json'), self.serve(greeting=greeting).address)
            self.assertEqual(self.names(events), [code], greeting[:40])
            self.assertFalse(os.path.exists(self.path('out.json')))

    def test_flaws(self):
        """What is wrong, and where."""
        for flaw, code, message in ((b'HTTP', 'frame', 'LENGTH'), (b'2' * 300, 'frame', '200 bytes'),
                                    (b'1:{', 'malformed', 'byte'),
                                    (b'4:null', 'malformed', 'object'), (b'3:"\xff"', 'malformed', 'UTF-8'),
                                    (b'bulk a b 9:', 'frame', 'LENGTH'), (b'9999999999999:', 'frame', 'at most')):
            for kind in ('isActive', 'substring', 'evaluateJSAsync'):
                events = self.live(3, *START, self.serve(answers={kind: flaw}).address)
                errors = [event for event in events if event['event'] == 'error']
                self.assertEqual([event['code'] for event in errors], [code], (flaw, kind))
                self.assertIn(message, errors[0]['message'])
                self.assertRegex(errors[0]['message'], 'Packet at byte [0-9]+: ')

    def test_closed(self):
        """In the middle of each packet."""
        server = self.serve()
        self.live(0, *START, server.address)
        ends = [0, 1, 50] + random.Random(3).sample(range(len(server.greeting), server.n_sent), 20)
        for n in ends:
            server = self.serve(close_at=n)
            events = self.live(3, *START, '-o', self.path('out.json'), server.address)
            self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['closed'], n)
            self.assertFalse(os.path.exists(self.path('out.json')))

    def test_silence(self):
        """Who does not answer is given up; so is one that says less than it announced."""
        stalled = [self.serve(answers={'getRoot': None}), self.serve(), self.serve(answers={'isActive': b'100:{}'})]
        self.answer_end(stalled[1], None)
        processes = [self.start('--json', *START, server.address) for server in stalled]
        for process in processes:
            events, _ = self.finish(process, 3)
            self.assertEqual([event['code'] for event in events if event['event'] == 'error'], ['timeout'])

    def test_stalled(self):
        """Silence is one only where something is waited for."""
        server = self.serve(active=True)
        asked = self.answer_end(server, None)
        process = self.start('--json', '--stop', '--duration', '4', server.address)
        self.assertEqual([self.wait_for_line(process, 'status')['stalled'] for _ in range(4)], [False] * 4)
        self.assertTrue(asked.wait(30))
        while not self.wait_for_line(process, 'status')['stalled']:
            pass
        server.answers.clear()
        server.send(server.do_evaluateJSAsync({'text': 'StopProfiler'}))
        self.finish(process, 0)

    def test_given_up(self):
        """A second Ctrl+C does not wait for the capture."""
        for kind in 'evaluateJSAsync', 'substring':
            server = self.serve(active=True, answers={'substring': None})
            asked = self.answer_end(server, None) if kind == 'evaluateJSAsync' else None
            process = self.start('--json', '--stop', server.address)
            self.wait_for_line(process, 'state')
            process.send_signal(signal.SIGINT)
            self.assertTrue(asked.wait(30) if asked else server.wait_for(kind))
            process.send_signal(signal.SIGINT)
            self.finish(process, 3)

    def test_spool(self):
        """Who is killed leaves the last preview; who saves leaves nothing."""
        server = self.serve([NATIVE, STARTUP], active=True)
        process = self.start('--top', '1', '--stop', '-o', self.path('out.json'), server.address)
        self.assertTrue(server.wait_for('release', 2))
        while not self.is_kept(STARTUP):
            process.stdout.readline()
        process.kill()
        process.communicate()
        path, = self.list_spools()
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        with open(path, 'rb') as kept:
            self.assertEqual(kept.read(), STARTUP)
        os.unlink(path)

        process = self.start('--top', '1', '--stop', '-o', self.path('out.json'), server.address)
        while not self.is_kept(STARTUP):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual((process.returncode, self.list_spools()), (0, []))

    def is_kept(self, profile):
        return any(os.path.getsize(path) == len(profile) for path in self.list_spools())

    def test_folder(self):
        """The first profile that appears, once it is complete; what was there before, or is none, is not it."""
        folder = self.path('downloads')
        os.mkdir(folder)

        def put(name, data):
            with open(os.path.join(folder, name), 'ab') as out:
                out.write(data)
        put('old.json.gz', NATIVE)
        process = self.start('--json', '-o', self.path('out.json'), 'firefox:' + folder)
        self.assertEqual(self.wait_for_line(process, 'state')['state'], 'idle')
        put('other.json', b'{}')
        plain = gzip.decompress(STARTUP)
        put('profile_0_1.json', plain[:-1000])
        for _ in range(2):
            self.wait_for_line(process, 'status')
        self.assertIsNone(process.poll())
        put('profile_0_1.json', plain[-1000:])
        events, _ = self.finish(process, 0)
        self.assertEqual((events[-1]['event'], events[-1]['whole']), ('end', True))
        self.assertEqual(self.read('out.json'), self.convert(STARTUP))

        process = self.start('--json', '--duration', '0', '-o', self.path('none.json'), 'firefox:' + folder)
        self.finish(process, 3)
        self.assertFalse(os.path.exists(self.path('none.json')))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
