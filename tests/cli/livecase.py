# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of fulgens-query live have in common."""

import json
import os
import subprocess
import tempfile
import unittest

MEMBERS = {
    'connected': {'address', 'server', 'capture', 'version'},
    'state': {'state'},
    'status': {'elapsed', 'now', 'complete', 'threads', 'samples', 'markers', 'counts', 'allocations', 'lost', 'backlog',
               'received', 'stalled'},
    'loss': {'thread', 'kind', 'start', 'duration', 'rows', 'reason'},
    'error': {'code', 'message'},
    'end': {'whole', 'reason', 'received', 'announced'},
}


class LiveCase(unittest.TestCase):
    """A folder, and fulgens-query live in it; what a program prints is checked."""

    query = None     # the program

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = lambda name: os.path.join(folder.name, name)
        self.environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_STATE_HOME': self.path('state')}

    def start(self, *arguments, **options):
        return subprocess.Popen([self.query, 'live', *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment, **options)

    def finish(self, process, status):
        """The events, and what was said on standard error."""
        out, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, (out, errors))
        self.assertEqual(errors.count('\n'), 0 if status == 0 else 1, errors)
        events = [json.loads(line) for line in out.splitlines()]
        for event in events:
            self.assertEqual(set(event) - {'event'}, MEMBERS[event['event']])
        return events, errors

    def live(self, status, *arguments):
        return self.finish(self.start('--json', *arguments), status)[0]

    def list_spools(self):
        folder = self.path('state/fulgens/live')
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))] if os.path.exists(folder) else []

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as stream:
            return stream.read()

    def load(self, stream):
        """What one load of the stored bytes gives, as text; None if nothing."""
        with open(self.path('stored.fpls'), 'wb') as out:
            out.write(stream)
        done = subprocess.run([self.query, 'convert', '-o', self.path('stored.json'), self.path('stored.fpls')],
                              capture_output=True, check=False)
        return self.read('stored.json') if done.returncode == 0 else None

    def wait_for_line(self, process, name):
        for line in process.stdout:
            event = json.loads(line)
            if event['event'] == name:
                return event
        self.fail(f'no {name}')
