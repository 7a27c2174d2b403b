#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that comes slowly, by pointer and keys: its window is there before its end. Prints TAP."""

import contextlib
import gzip
import json
import os
import re
import sys
import time

from person import *

PADDING = ' ' * 600_000   # more than is read at once
PROFILE = json.loads(gzip.decompress(STARTUP.read_bytes()))
THREADS = PROFILE['threads']
REST = '],"counters":' + json.dumps(PROFILE['counters']) + '}'


def document(without=()):
    """Text of the profile up to its threads, without some members of its meta."""
    members = {'meta': {key: value for key, value in PROFILE['meta'].items() if key not in without},
               'libs': PROFILE['libs'], 'shared': PROFILE['shared']}
    return '{' + ''.join(f'"{key}":{json.dumps(value)},' for key, value in members.items()) + '"threads":['


class Slow:
    """The viewer of a pipe with the profile, of which two threads have come, so late that they are shown."""

    def __init__(self, name, without=()):
        self.without = without
        self.path = scratch / name
        os.mkfifo(self.path)
        self.viewer = Fulgens(self.path)
        self.pipe = open(self.path, 'w', encoding='utf-8')   # once it is read

    def __enter__(self):
        self.put(document(self.without) + json.dumps(THREADS[0]))
        time.sleep(0.6)
        self.put(',' + json.dumps(THREADS[1]))
        window(self.path.name)
        until(lambda: find('push button', 'Stop Reading'), 'the bar of the load')
        until(focused_row, 'a focused row')
        return self

    def __exit__(self, *error):
        with contextlib.suppress(BrokenPipeError):
            self.pipe.close()
        self.viewer.__exit__(*error)

    def put(self, text):
        self.pipe.write(text + PADDING)
        self.pipe.flush()

    def end(self, text):
        self.pipe.write(text)
        self.pipe.close()


def tracks():
    """How many there are in all, as the button above them says."""
    return next((text for text in texts() if text.startswith('Tracks ')), None)


def test_window_before_the_end():
    """What somebody selected while the file is read stays, threads that come later are added, and the bar goes at the end."""
    with Slow('slow.json') as slow:
        until(lambda: any(text.startswith('Reading: ') for text in labels()), 'how far it is')
        before = until(tracks, 'tracks')
        xdotool('key', 'ctrl+s')   # would replace the file with a part of it
        xdotool('key', 'Down', 'Down', 'Down')
        selected = steady(lambda: focused_row() and focused_row().name)
        slow.put(',' + json.dumps(THREADS[2]))
        until(lambda: tracks() not in (None, before), 'tracks of the third thread')
        assert focused_row().name == selected, (focused_row().name, selected)
        assert len(xdotool('search', '--onlyvisible', '--class', 'fulgens')) == 1
        slow.end(',' + json.dumps(THREADS[3]) + REST)
        until(lambda: not find('push button', 'Stop Reading', 'visible'), 'no bar')
        assert focused_row().name == selected, (focused_row().name, selected)

        until(lambda: tracks() != before, 'all tracks')
        of_parts = steady(tracks)

    whole = scratch / 'whole.json'
    whole.write_text(document() + ','.join(map(json.dumps, THREADS)) + REST)
    with Fulgens(whole):
        window('whole.json')
        until(focused_row, 'a focused row')
        assert steady(tracks) == of_parts, (tracks(), of_parts)


def ranges():
    """What the bar above the time line says: all, and what was committed."""
    return [' '.join(node.name.split()) for node in nodes(application()) if node.role == 'push button' and node.name
            and re.fullmatch(r'(Full range )?[\d.,]+\s?m?s', ' '.join(node.name.split()))]


def test_range_stays():
    """So does a range that was marked and committed while the file is read."""
    with Slow('range.json') as slow:
        brush_tracks()
        until(lambda: any(re.fullmatch(r'35\d\sms', text) for text in texts()), 'a selection, a quarter of all')
        xdotool('key', 'z')
        before = until(lambda: len(ranges()) == 2 and ranges(), 'the range')
        slow.end(',' + ','.join(map(json.dumps, THREADS[2:])) + REST)
        until(lambda: not find('push button', 'Stop Reading', 'visible'), 'no bar')
        assert ranges() == before, (ranges(), before)


def test_earlier_thread():
    """A thread that comes late and begins before all others moves the zero of times: the view of the whole file is a new one."""
    early = json.loads(json.dumps(THREADS[2]))
    early['samples']['timeDeltas'][0] -= 1000
    with Slow('early.json', ('profilingStartTime', 'profilingEndTime')) as slow:
        before = until(ranges, 'the range')
        slow.end(',' + json.dumps(early) + REST)
        until(lambda: not find('push button', 'Stop Reading', 'visible'), 'no bar')
        until(lambda: ranges() and ranges() != before, 'another range')
        until(focused_row, 'a focused row')


def test_stop():
    """What was read stays; bar and problems say that it is a part."""
    with Slow('stop.json'):
        before = until(rows, 'rows')
        press('Stop Reading')
        until(lambda: 'Only a part of the file was read: reading was stopped' in texts(), 'why it is a part')
        until(lambda: '1 problem in this file' in texts(), 'the problem')
        assert rows() == before
        press('Close')
        until(lambda: not find('label', 'Only a part of the file was read: reading was stopped', 'visible'), 'no bar')


def test_error():
    """So does it if the rest cannot be read."""
    with Slow('broken.json') as slow:
        slow.end(',x')
        until(lambda: any(text.startswith('Only a part of the file was read: ') for text in texts()), 'why it is a part')
        assert rows()


def test_truncated():
    """Of a file that is cut off more can be opened: also the part of the last thread."""
    with Slow('cut.json') as slow:
        cut = json.dumps(THREADS[2])
        cut = cut[:len(cut) // 2]
        slow.end(',' + cut)
        until(lambda: any(text.startswith('Only a part of the file was read: ') for text in texts()), 'why it is a part')
        before = steady(tracks)
        press('Open Partial File')
        with open(slow.path, 'w', encoding='utf-8') as pipe:
            pipe.write(document() + ','.join([json.dumps(THREADS[0]), json.dumps(THREADS[1]), cut]))
        until(lambda: tracks() not in (None, before), 'the third thread')
        until(focused_row, 'a focused row')
        assert not any(text.startswith('Only a part of the file was read: ') for text in texts())
        until(lambda: '1 problem in this file' in texts(), 'the problem')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
