#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a person meets it: files come in by every door, keys and
mouse act, assistive tools can read what is shown. Prints TAP.
"""

import base64
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

from person import *


def test_command_line_and_single_instance():
    first, second = copy_of_demo('first.json.gz'), copy_of_demo('zweites Profil ü.json.gz')
    with Fulgens(first) as viewer:
        window('first.json.gz')
        subprocess.run([FULGENS, second], check=True, timeout=PATIENCE)
        window('zweites Profil ü.json.gz')
        assert viewer.process.poll() is None


def test_file_chooser():
    path = copy_of_demo('chosen.json.gz')
    with Fulgens():
        here = window('Fulgens')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'ctrl+o')
        dialog = window('Open Profiles')
        time.sleep(1)
        # A slash opens the entry for a path.
        xdotool('type', '--window', dialog, '--delay', 30, str(path))
        time.sleep(1)
        xdotool('key', '--window', dialog, 'Return')
        window('chosen.json.gz')


def test_file_chooser_has_all_formats():
    path = Path(tempfile.mkdtemp()) / 'native.folded.gz'
    path.write_bytes(gzip.compress((fixture.parent / 'folded-native.txt').read_bytes()))
    with Fulgens():
        here = window('Fulgens')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'ctrl+o')
        dialog = window('Open Profiles')
        until(lambda: 'All Profiles' in texts(), 'the filter')
        # A person goes to the folder, where the list has what the filter lets through: one file.
        xdotool('type', '--window', dialog, '--delay', 30, f'{path.parent}/')
        time.sleep(1)
        xdotool('key', '--window', dialog, 'Return')
        time.sleep(1)
        xdotool('key', '--window', dialog, 'Home')
        xdotool('key', '--window', dialog, 'Return')
        window('native.folded.gz')


def test_dbus_open_and_activate():
    path = copy_of_demo('by-dbus.json.gz')
    with Fulgens('--gapplication-service'):
        def call(method, *args):
            return subprocess.run(['gdbus', 'call', '-e', '--dest', 'org.fulgens.Fulgens', '--object-path',
                                   '/org/fulgens/Fulgens', '--method', f'org.freedesktop.Application.{method}', *args],
                                  capture_output=True, check=False).returncode == 0
        until(lambda: call('Activate', '{}'), 'Activate')
        window('Fulgens')
        assert call('Open', f"['{path.as_uri()}']", '{}')
        window('by-dbus.json.gz')


def test_tree_by_keyboard_and_at_spi():
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        row = to_leaf(here)
        assert 'level' in row.description and 'total' in row.description, row.description
        deepest = row.description

        xdotool('key', '--window', here, 'Left')
        parent = until(lambda: (lambda r: r if r and r.description != deepest else None)(focused_row()), 'the parent')
        assert 'expanded' in parent.description, parent.description
        assert parent.has('expanded')
        name = parent.name

        xdotool('key', '--window', here, 'Left')
        until(lambda: (lambda r: r and r.name == name and 'collapsed' in r.description)(focused_row()), 'collapsed')
        xdotool('key', '--window', here, 'Right')
        until(lambda: (lambda r: r and r.name == name and 'expanded' in r.description)(focused_row()), 'expanded')

        xdotool('key', '--window', here, 'Home')
        until(lambda: 'level 1,' in focused_row().description, 'the first row')
        xdotool('key', '--window', here, 'asterisk')
        xdotool('key', '--window', here, 'End')
        until(lambda: 'level 1,' not in focused_row().description, 'the last row')

        xdotool('key', '--window', here, 'i')
        until(lambda: find('check box', 'Invert').has('checked'), 'inverted')


def test_search_and_empty_state():
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        to_search(here)
        xdotool('type', '--window', here, 'nosuchfunction')
        until(lambda: any('nosuchfunction' in text and 'No Match' in text for text in texts()), 'the empty state')
        assert not find('table row', '(root)')
        button = find('push button', 'Clear Search')
        button.act()
        until(lambda: find('table row', name='(root)'), 'rows again')


def test_step_through_matches():
    """Highlighting keeps all rows; n and N go from match to match."""
    def found():
        return find('label', 'samples match').name

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        to_leaf(here)
        choose(here, lambda: click(find('push button', 'Filter')), 'Highlight', 'h', lambda: find('push button', 'Highlight'))
        xdotool('key', '--window', here, 'slash')
        xdotool('type', '--window', here, 'js::RunScript')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('label', 'samples match'), 'what is found')
        until(lambda: found() == '108 of 226 samples match · 90 matches', 'how many there are')
        until(focused_row, 'a focused row')
        for key, place in ('n', 2), ('n', 3), ('shift+n', 2):
            xdotool('key', '--window', here, key)
            until(lambda: found() == f'108 of 226 samples match · {place} of 90', f'match {place}')
            until(lambda: focused_row() and focused_row().name == 'js::RunScript', 'its row')
        click(until(lambda: find('push button', 'Previous match (Shift+N)', 'visible'), 'the button'))
        until(lambda: found().endswith(' · 1 of 90'), 'the first match')
        assert '(root)' in rows()

        # With the case of another name, nothing is found.
        to_search(here)
        xdotool('key', '--window', here, 'ctrl+a')
        xdotool('type', '--window', here, 'js::runscript')
        until(lambda: found().endswith(' · 1 of 90'), 'the same matches')
        choose(here, lambda: click(find('push button', 'Highlight')), 'Match Case', 'm',
               lambda: find('push button', 'Highlight, Match Case'))
        until(lambda: found() == '0% of the samples match', 'no match')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: found().endswith(' · 1 of 90') and find('push button', 'Highlight'), 'the matches again')


def test_brush_commit_pop():
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        zoom = 'Zoom into this range'
        assert not find('push button', zoom, 'visible')
        brush_tracks()
        until(lambda: find('push button', zoom, 'visible'), 'a range')

        def crumbs():
            return [node.name for node in nodes(application()) if node.role == 'push button'
                    and node.name and node.name.endswith(' ms')]
        xdotool('key', '--window', here, 'z')
        until(lambda: not find('push button', zoom, 'visible') and crumbs(), 'a breadcrumb')
        brush_tracks()
        until(lambda: find('push button', zoom, 'visible'), 'a range in the range')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('push button', zoom, 'visible'), 'no range')
        xdotool('key', '--window', here, 'BackSpace')
        until(lambda: len(crumbs()) <= 1, 'the full range')


def test_hover_and_click_in_graph():
    with Fulgens(DEMO):
        window('demo.json.gz')
        until(focused_row, 'a focused row')
        box = until(lambda: extents(find(name='Activity of Parent Process')), 'a graph')
        y = box.y + box.height - 2   # the strip of samples
        for x in range(box.x + 100, box.x + 200, 3):
            xdotool('mousemove', x, y)
            time.sleep(0.4)
            tip = find('tool tip', state='visible')
            labels = [node.name for node in nodes(tip) if node.role == 'label'] if tip else []
            if 'Category' in labels and 'Called by' in labels and len(labels) - labels.index('Called by') > 3:
                break
        else:
            raise AssertionError('never: a tooltip')
        assert any('average over' in label for label in labels), labels
        # Each caller has a line of its own.
        callers = labels[labels.index('Called by') + 1:]
        assert len(callers) > 2 and '(root)' in callers and not any('\\u' in label for label in labels), labels

        xdotool('mousemove', x, y, 'click', 1)
        until(lambda: focused_row().name == labels[0], f'{labels[0]} selected')
        assert find('list item', 'Parent Process').has('selected')

        xdotool('mousemove', box.x + 100, box.y + 400)
        until(lambda: not find('tool tip', state='visible'), 'no tooltip')

        # The header says what is not on it.
        said = 'Parent Process\nProcess ID: 11991\nThread ID: 11991\nStart: .*\nEnd: .*\nCPU use: .*%'
        xdotool('mousemove', box.x - 100, y)
        until(lambda: xdotool('mousemove_relative', 1, 0) or
              soon(lambda: any(re.fullmatch(said, text) for text in texts()), 1), 'its tooltip')


def demo_with_worker():
    """The demo with one more thread in its first process."""
    profile = json.loads(gzip.decompress(Path(DEMO).read_bytes()))
    profile['threads'].append({**profile['threads'][0], 'name': 'Extra Worker', 'isMainThread': False, 'tid': 1})
    path = scratch / 'worker.json'
    path.write_text(json.dumps(profile))
    return path


def shown_tracks():
    tracks = ('Parent Process', 'Extra Worker', 'WebExtensions', '127.0.0.1', 'Web Content')
    # In the popover of the tracks they are boxes to check.
    return [node.name for node in nodes(application()) if node.role == 'list item' and node.name in tracks
            and node.has('visible') and 'check box' not in [child.role for child in node.children]]


def test_fold_process():
    with Fulgens(demo_with_worker()):
        here = window('worker.json')
        until(focused_row, 'a focused row')
        until(lambda: 'Extra Worker' in shown_tracks(), 'the worker')
        process = find('list item', 'Parent Process')
        assert process.has('expanded')

        press('Fold')
        until(lambda: 'Extra Worker' not in shown_tracks(), 'folded')
        until(lambda: not find('list item', 'Parent Process').has('expanded'), 'collapsed')

        box = extents(process)
        xdotool('mousemove', box.x + 60, box.y + 15, 'click', 1)
        until(lambda: find('list item', 'Parent Process').has('focused'), 'the focus')
        xdotool('key', '--window', here, 'Right')
        until(lambda: 'Extra Worker' in shown_tracks(), 'unfolded')
        xdotool('key', '--window', here, 'Left')
        until(lambda: 'Extra Worker' not in shown_tracks(), 'folded again')


def click_track(name):
    """Clicks a track, which moves while others come and go, and may be out of sight."""
    def has_focus():
        box = extents(find('list item', name))
        tabs = extents(find('push button', 'Call Tree', 'visible') or find('toggle button', 'Call Tree', 'visible'))
        top = extents(find(name='Time cursor')).y + 26
        if not top <= box.y + 15 <= tabs.y - 10:
            xdotool('mousemove', box.x + 60, tabs.y - 60, 'click', 4 if box.y + 15 < top else 5)
            time.sleep(0.2)
            return False
        xdotool('mousemove', box.x + 60, box.y + 15, 'click', 1)
        time.sleep(0.2)
        return find('list item', name).has('focused')
    until(has_focus, f'{name} with the focus')


def test_track_context_menu():
    with Fulgens(demo_with_worker()):
        here = window('worker.json')
        until(focused_row, 'a focused row')
        everything = until(lambda: 'Extra Worker' in shown_tracks() and shown_tracks(), 'the tracks')

        box = extents(find('list item', 'Extra Worker'))
        choose(here, lambda: xdotool('mousemove', box.x + 60, box.y + 15, 'click', 3), 'Show Only This Process', 'p',
               lambda: shown_tracks() == ['Parent Process', 'Extra Worker'])
        until(lambda: find('list item', 'Parent Process').has('selected'), 'its thread')

        # The menu of the row with the focus, by its keys.
        click_track('Extra Worker')
        choose(here, 'Menu', 'Hide', 'h', lambda: shown_tracks() == ['Parent Process'])
        until(lambda: '1 track is hidden now' in texts(), 'what was hidden')
        time.sleep(0.5)   # until the toast has come
        press('Undo Hide')
        until(lambda: shown_tracks() == ['Parent Process', 'Extra Worker'], 'the track again')
        click_track('Extra Worker')
        choose(here, 'Menu', 'Hide', 'h', lambda: shown_tracks() == ['Parent Process'])
        click_track('Parent Process')
        choose(here, 'shift+F10', 'Show All Tracks', 'a', lambda: shown_tracks() == everything)


def test_hidden_by_track_menu():
    """What is hidden in the list of all tracks can be taken back, too."""
    with Fulgens(demo_with_worker()):
        here = window('worker.json')
        until(focused_row, 'a focused row')
        everything = until(lambda: 'Extra Worker' in shown_tracks() and shown_tracks(), 'the tracks')
        press('Tracks ')
        until(lambda: find('check box', 'Extra Worker', 'visible'), 'its check box')

        def has_focus():
            if not find('check box', 'Extra Worker', 'focused'):
                xdotool('key', '--window', here, 'Tab')
                time.sleep(0.3)
            return find('check box', 'Extra Worker', 'focused')
        xdotool('type', 'Extra')
        until(has_focus, 'it with the focus')
        xdotool('key', '--window', here, 'space')
        until(lambda: 'Extra Worker' not in shown_tracks(), 'one track less')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: '1 track is hidden now' in texts(), 'what was hidden')
        time.sleep(0.5)   # until the toast has come
        press('Undo Hide')
        until(lambda: shown_tracks() == everything, 'the track again')


def png(width, height):
    """A red picture."""
    def chunk(kind, data):
        return (len(data).to_bytes(4, 'big') + kind + data + zlib.crc32(kind + data).to_bytes(4, 'big'))
    header = width.to_bytes(4, 'big') + height.to_bytes(4, 'big') + b'\x08\x02\0\0\0'
    rows = (b'\0' + b'\xff\0\0' * width) * min(height, 64)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows))
            + chunk(b'IEND', b''))


def demo_with_all_tracks():
    """The demo with something for each kind of track in its parent process."""
    profile = json.loads(gzip.decompress(Path(DEMO).read_bytes()))
    thread, interval = profile['threads'][0], profile['meta']['interval']
    strings = thread['stringTable']

    def mark(name, start, end, data):
        strings.append(name)
        thread['markers']['data'].append([len(strings) - 1, start, end, 0 if end is None else 1, 0, data])

    # The first is a bomb, the second no picture, the third one to see.
    for number, url in enumerate((png(60000, 60000), b'nothing', png(64, 48))):
        strings.append('data:image/png;base64,' + base64.b64encode(url).decode())
        mark('CompositorScreenshot', 100 + 400 * number, None,
             {'type': 'CompositorScreenshot', 'url': len(strings) - 1, 'windowID': '7', 'windowWidth': 64,
              'windowHeight': 48})
    mark('CompositorScreenshotWindowDestroyed', 1400, None,
         {'type': 'CompositorScreenshot', 'windowID': '7', 'url': None})
    for number in range(200):
        mark('Gauge', 7 * number, None, {'type': 'Gauge', 'level': number % 50})
        for direction, thread_end in (('sending', 0), ('receiving', 5)):
            mark('IPC', 7 * number + thread_end, None,
                 {'type': 'IPC', 'startTime': 7 * number + thread_end, 'endTime': 7 * number + thread_end,
                  'otherPid': 12100, 'messageSeqno': number, 'messageType': 'PTest::Msg', 'side': 'parent',
                  'direction': direction, 'phase': 'endpoint', 'sync': False})
    profile['meta']['markerSchema'].append(
        {'name': 'Gauge', 'display': [], 'data': [], 'graphs': [{'key': 'level', 'type': 'bar', 'color': 'blue'}]})
    profile['meta']['visualMetrics'] = {'VisualProgress': [{'timestamp': 400, 'percent': 50},
                                                           {'timestamp': 900, 'percent': 100}]}
    for row in thread['samples']['data'][::3]:
        row[2:3] = [60]
    profile['counters'] = [
        {'name': name, 'category': category, 'description': '', 'samples': {
            'schema': {'time': 0, 'count': 1, 'number': 2},
            'data': [[interval * i, count * (i % 7), i % 3] for i in range(700)]}}
        for name, category, count in (('malloc', 'Memory', 4096), ('Package', 'power', 90000), ('Empty', 'Test', 0),
                                      ('bandwidth', 'Bandwidth', 300), ('processCPU', 'CPU', 10000))]
    path = scratch / 'tracks.json'
    path.write_text(json.dumps(profile))
    return path


def plot(name):
    """The graph of a track on screen."""
    return find('image', name, 'visible')


def tip_labels():
    tip = find('tool tip', state='visible')
    return [node.name for node in nodes(tip) if node.role == 'label'] if tip else []


def scroll_to(name):
    """Scrolls the time line until a graph is in its view; returns where it is."""
    for notches in range(60):
        box, view = extents(plot(name)), extents(find(name='Time cursor'))
        if box.y >= view.y + 26 and box.y + box.height <= view.y + view.height:
            return box
        xdotool('mousemove', view.x + 5, view.y + view.height // 2, 'click', 4 if box.y < view.y + 26 else 5)
        time.sleep(0.15)
    raise AssertionError(f'never: {name} in view')


def hover(name, expected):
    """Moves the pointer along a graph until the tooltip says what is expected."""
    box = scroll_to(name)
    for step in range(1, 20):
        xdotool('mousemove', box.x + box.width * step // 20, box.y + box.height // 2)
        if soon(lambda: set(expected) <= set(tip_labels()), 0.4):
            return box
    raise AssertionError(f'never: {expected} over {name}, but {tip_labels()}')


def test_tracks_of_all_kinds():
    with Fulgens(demo_with_all_tracks()):
        window('tracks.json')
        until(focused_row, 'a focused row')
        until(lambda: plot('Memory'), 'the tracks')
        for name, expected in (('Screenshots', ('Screenshots', 'Start')),
                               ('Visual Progress', ('Visual Progress', '50%', 'Time')),
                               ('Memory', ('Memory', 'Relative to the start', 'Allocations and frees')),
                               ('Package', ('Package', 'Power', 'Energy in all')),
                               ('Bandwidth', ('Bandwidth', 'Transfer speed')),
                               ('Gauge', ('Gauge', 'level')),
                               ('Activity of Parent Process', ('CPU',))):
            hover(name, expected)
        until(lambda: plot('Empty'), 'a track of a counter without samples')

        # What is not shown at first, by the menu.
        assert not plot('Process CPU'), 'no process CPU'
        for search in ('event delay', 'process cpu', 'ipc'):
            press('Tracks ')
            until(lambda: find('push button', 'Show All That Match', 'visible'), 'the menu')
            time.sleep(0.5)
            xdotool('key', 'ctrl+a')
            xdotool('type', search)
            button = until(lambda: find('push button', 'Show All That Match', 'sensitive'), 'the button')
            time.sleep(0.3)
            button.act()

            def is_closed():
                if not find('push button', 'Show All That Match', 'visible'):
                    return True
                xdotool('key', 'Escape')
                time.sleep(1)
                return False
            until(is_closed, 'no menu')
        for name, expected in (('Parent Process Event Delay', ('Event Delay',)),
                               ('Process CPU', ('Process CPU', 'CPU')),
                               ('IPC — Parent Process', ('Start', 'Thread'))):
            until(lambda: plot(name), name)
            hover(name, expected)

        # A click on a marker takes its time.
        def has_range():
            hover('Screenshots', ('Screenshots', 'Start'))
            xdotool('click', 1)
            time.sleep(1)
            return find('push button', 'Zoom into this range', 'visible')
        until(has_range, 'a range')


def all_tracks():
    """The tracks once no more of them come: rows are made some at a time."""
    tracks = shown_tracks()
    time.sleep(1)
    return tracks if tracks == shown_tracks() else []


def test_tab_selector():
    """Only processes that worked for a tab, and all of them again."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        everything = until(all_tracks, 'the tracks')
        press('Tracks ')
        until(lambda: find('combo box', 'Tab of the browser', 'visible'), 'the choice of tabs')

        def choose_tab(key):
            """From the search below it."""
            for name in ('shift+Tab', 'space', key, 'Return', 'Tab'):
                xdotool('key', '--window', here, name)
                time.sleep(0.4)

        def has_fewer():
            if not 0 < len(shown_tracks()) < len(everything):
                choose_tab('Down')
            return 0 < len(shown_tracks()) < len(everything)

        def has_all():
            if shown_tracks() != everything:
                choose_tab('Home')
            return shown_tracks() == everything
        until(has_fewer, 'fewer processes')
        until(has_all, 'all processes')


def order_of_rows(names):
    rows_of = [(extents(node).y, node.name) for node in nodes(application()) if node.role == 'list item'
               and node.name in names and node.has('visible')]
    return [name for _, name in sorted(rows_of)]


def test_move_track():
    with Fulgens(demo_with_all_tracks()):
        here = window('tracks.json')
        until(focused_row, 'a focused row')
        names = ('Memory', 'Package', 'Bandwidth')
        until(lambda: order_of_rows(names) == ['Bandwidth', 'Memory', 'Package'], 'the first order')

        click_track('Memory')
        # It selects the thread of a row far above, and stays in sight itself.
        tabs = extents(find('push button', 'Call Tree', 'visible') or find('toggle button', 'Call Tree', 'visible'))
        clicked = steady(lambda: extents(find('list item', 'Memory')))
        assert clicked.y + 15 < tabs.y, (clicked, tabs)
        xdotool('key', '--window', here, 'alt+Up')
        until(lambda: order_of_rows(names) == ['Memory', 'Bandwidth', 'Package'], 'moved up')

        def places():
            return [(box.x, box.y) for box in (extents(find('list item', name)) for name in ('Bandwidth', 'Memory'))]

        def are_still():
            before = places()
            time.sleep(0.3)
            return before == places()

        def did_drag():
            """A program that is busy takes the way for one step, and no drag."""
            until(are_still, 'rows that do not move')
            (x, y), (_, target) = places()
            xdotool('mousemove', x + 60, y + 15, 'mousedown', 1)
            time.sleep(0.2)
            for step in range(1, 9):
                xdotool('mousemove', x + 60, y + 15 + (target - y) * step // 8)
                time.sleep(0.05)
            time.sleep(0.2)
            xdotool('mouseup', 1)
            return soon(lambda: order_of_rows(names) == ['Bandwidth', 'Memory', 'Package'], 5)
        until(did_drag, 'dragged up')


def test_time_cursor():
    """Arrows move the cursor, with Shift they extend the range, and Space clicks."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        click_track('Parent Process')

        def has_focus():
            if find(name='Time cursor', state='focused'):
                return True
            xdotool('key', '--window', here, 'shift+Tab')
            time.sleep(0.2)
            return False
        until(has_focus, 'the focus')
        xdotool('key', '--window', here, 'Home', 'Right', 'Right', 'Down')
        first = until(lambda: find(name='Time cursor').description, 'a time')
        xdotool('key', '--window', here, 'Right')
        until(lambda: find(name='Time cursor').description != first, 'a later time')
        xdotool('key', '--window', here, 'shift+Right', 'shift+Right')
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')


def test_transforms_by_keys():
    """Every single key on the selected node, undone again; chips and rows follow."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        selected = to_leaf(here).name
        # 'S' would drop everything but the leaf itself, which is what is selected; 'c' has nothing to collapse.
        for key, label in (('m', 'Merge: '), ('shift+m', 'Merge Node: '), ('f', 'Focus: '), ('shift+s', 'Focus Self: '),
                           ('shift+f', 'Focus Node: '), ('g', 'Focus category: '),
                           ('shift+c', 'Collapse: '), ('d', 'Drop: '), ('b', 'Merge Node and All Below: '), ('shift+d', 'Drop Node: ')):
            xdotool('key', '--window', here, key)
            names = until(chips, f'a chip for {key}')
            assert len(names) == 1 and label in names[0], (key, names)
            assert find('push button', 'All Samples', 'visible'), key
            if key in ('m', 'd'):
                until(lambda: selected not in rows(), f'no {selected} after {key}')
            xdotool('key', '--window', here, 'ctrl+z')
            until(lambda: not chips(), f'no chip after {key} was undone')
            until(lambda: focused_row() and focused_row().name == selected, f'{selected} again')
        xdotool('key', '--window', here, 'ctrl+shift+z')
        until(chips, 'the last transform again')
        find('push button', chips()[0]).act()
        until(lambda: not chips(), 'no chip after it was taken out')


def test_category_legend():
    """Shares of categories at the lower edge; a press focuses on one, another one takes that away."""
    def entry():
        return find('push button', 'Layout ', 'visible')

    with Fulgens(DEMO):
        window('demo.json.gz')
        until(focused_row, 'a focused row')
        share = until(entry, 'an entry').name
        assert re.fullmatch(r'Layout \d+(\.\d)?%', share), share
        click(entry())
        until(lambda: [chip for chip in chips() if 'Layout' in chip], 'a chip')
        until(lambda: entry().name != share, 'another share')
        click(entry())
        until(lambda: not chips() and entry().name == share, 'the share without a chip')


def test_selected_track_in_sight():
    """The track of the thread that is selected first is scrolled to; the wheel takes over."""
    with Fulgens('--view', view_file(thread=3), demo_with_all_tracks()):
        window('tracks.json')

        def is_in_sight():
            box, view = extents(plot('Activity of WebExtensions')), extents(find(name='Time cursor'))
            return box.y >= view.y + 20 and box.y + box.height <= view.y + view.height
        until(is_in_sight, 'the selected track')
        scroll_to('Screenshots')
        assert not is_in_sight()


def test_marker_table():
    """Rows and what they say, order, search, range, menu and copies."""
    def names():
        # The rows of other panels are there as well.
        return [node.name for node in nodes(application()) if node.role == 'table row'
                and node.description.startswith('at ')]

    with Fulgens('--view', view_file(thread=0), STARTUP):
        here = window(STARTUP.name)
        until(focused_row, 'a focused row')
        show_panel('Marker Table')
        row = until(lambda: find('table row', 'ReadAheadLib'), 'the first marker')
        assert re.match(r'at 0\.001\ss, 127\.\d+\sμs long, /usr/lib/firefox-esr/libmozsandbox\.so', row.description), row.description
        until(lambda: '11,105 markers' in texts(), 'how many')

        # Long ones first, then by name, where the long ones of a name are first.
        def click_head(name):
            box = extents(next(node for node in nodes(application())
                               if node.name == name and node.role == 'label'))
            xdotool('mousemove', box.x + 12, box.y + box.height // 2, 'click', 1)
        click_head('Duration')
        until(lambda: names()[0] not in ('ReadAheadLib', names()[1]), 'another order')
        assert names()[:40] != sorted(names()[:40]), names()[:40]
        click_head('Name')
        until(lambda: names()[:40] == sorted(names()[:40]), 'the order of names')
        assert copied_view(here)['markerSort'] == 'name-asc~duration-desc~start-asc'
        # An order is a step of the history.
        for _ in range(2):
            xdotool('key', '--window', here, 'ctrl+z')
            time.sleep(0.5)
        until(lambda: names()[0] == 'ReadAheadLib', 'the first order')
        for _ in range(2):
            xdotool('key', '--window', here, 'ctrl+shift+z')
            time.sleep(0.5)
        until(lambda: names()[:40] == sorted(names()[:40]), 'the order of names again')

        to_search(here)
        xdotool('type', '--window', here, 'name:ReadAheadLib')
        until(lambda: set(names()) == {'ReadAheadLib'}, 'the markers that are found')
        assert any(re.match(r'\d+ of 11,105', text) for text in texts()), texts()
        xdotool('key', '--window', here, 'Return')
        row = until(focused_row, 'a focused row')
        assert row.name == 'ReadAheadLib', row.name

        # Enter takes the time of the marker.
        zoom = 'Zoom into this range'
        assert not find('push button', zoom, 'visible')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('push button', zoom, 'visible'), 'a range')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('push button', zoom, 'visible'), 'no range')
        until(lambda: set(names()) == {'ReadAheadLib'} and focused_row(), 'the same rows')
        choose(here, 'Menu', 'End Range at Marker’s Start', 't', lambda: find('push button', zoom, 'visible'))
        xdotool('key', '--window', here, 'Escape')


def test_marker_chart():
    """Lanes by keys, what is said of them, and the range of a marker."""
    with Fulgens('--view', view_file(thread=0, panel='marker-chart'), STARTUP):
        here = window(STARTUP.name)
        until(lambda: '11,105 markers' in texts() and chart('Marker Chart'), 'the chart')
        xdotool('key', '--window', here, 'ctrl+f', 'Return')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'Down')
        first = until(lambda: chart('Marker Chart: CreateAboutBlankDocumentViewer'), 'the first marker by a key')
        assert re.match(r'lane 1, 1 of 2, .* at 0\.\d+\ss', first.description), first.description
        xdotool('key', '--window', here, 'Right')
        until(lambda: chart('Marker Chart').description.startswith('lane 1, 2 of 2, '), 'the next one in the lane')
        xdotool('key', '--window', here, 'Down')
        until(lambda: chart('Marker Chart: DOMEvent'), 'the next lane')
        zoom = 'Zoom into this range'
        assert not find('push button', zoom, 'visible')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('push button', zoom, 'visible'), 'the range of the marker')


def test_marker_in_sight():
    """The chart begins with the marker that the view has selected, far below."""
    with Fulgens('--view', view_file(thread=0, panel='marker-chart', marker=11000), STARTUP):
        window(STARTUP.name)
        until(lambda: chart('Marker Chart: '), 'the marker')
        until(lambda: extents(chart('Marker Chart: ')).y < 0, 'the marker in sight')


def test_network():
    """From the track to the panel: search, phases, keys and menu of requests."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        assert '7 requests' not in texts()
        box = extents(until(lambda: find('list item', 'Network'), 'the track'))
        xdotool('mousemove', box.x + 60, box.y + 15, 'click', 1)
        until(lambda: '7 requests' in texts() and chart('Network'), 'the panel of the track')

        to_search(here)
        xdotool('type', '--window', here, 'nosuchrequest')
        until(lambda: any('nosuchrequest' in text and 'No Match' in text for text in texts()), 'no request')
        find('push button', 'Clear Search').act()
        until(lambda: '7 requests' in texts() and chart('Network'), 'all requests')
        to_search(here)
        xdotool('type', '--window', here, 'small.html')
        until(lambda: '1 of 7' in texts(), 'one request')
        xdotool('key', '--window', here, 'ctrl+a', 'BackSpace')
        until(lambda: '7 requests' in texts(), 'all requests again')

        xdotool('key', '--window', here, 'Return')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'Down')
        until(lambda: chart('Network: Load 1: https'), 'the first request by a key')
        xdotool('key', '--window', here, 'Down')
        second = until(lambda: chart('Network: Load 5: http://127.0.0.1:8123/small.html'), 'the second one')
        assert second.description.startswith('2 of 7, '), second.description
        assert {'By Host', '7 requests', 'By Type', 'text/html'} <= texts(), texts()

        box = extents(second)
        xdotool('mousemove', box.x + 208 + 6 * (box.width - 220) // 10, box.y + 33)
        phases = until(lambda: 'HTTP response' in tip_labels() and tip_labels(), 'a tooltip with phases')
        assert phases[phases.index('HTTP response') + 1] == '35.373\u00a0μs' and 'text/html' in phases, phases
        xdotool('mousemove', box.x + 60, box.y + 300)

        choose(here, 'Menu', 'Set Range to This Marker', 'r',
               lambda: find('push button', 'Zoom into this range', 'visible'))


def messages():
    """Two threads, a message from the one to the other, and a flow through both."""
    path = scratch / 'messages.json'
    shared = {**RECURSION['shared'], 'stringArray': [*RECURSION['shared']['stringArray'], 'Step', 'IPC', 'F1']}
    step, ipc, flow = 6, 7, 8

    def thread(number, times, payloads):
        return {**RECURSION['threads'][0], 'name': f'Thread{number}', 'pid': str(number), 'tid': number,
                'markers': {'data': payloads, 'name': [ipc if data['type'] == 'IPC' else step for data in payloads],
                            'startTime': times, 'endTime': [None, *[time + 0.5 for time in times[1:]]],
                            'phase': [0, *[1] * len(times[1:])], 'category': [0] * len(times), 'length': len(times)}}

    def message(time, other, direction):
        return {'type': 'IPC', 'startTime': time, 'otherPid': str(other), 'messageSeqno': 1, 'messageType': 'PTest::Msg',
                'direction': direction, 'phase': 'endpoint', 'sync': False}

    def state(name, **more):
        return {'type': 'Step', 'flow': flow, 'state': name, **more}

    path.write_text(json.dumps({
        **RECURSION, 'shared': shared, 'pages': [{'innerWindowID': 7, 'url': 'https://example.org/page', 'tabID': 1}],
        'meta': {**RECURSION['meta'], 'markerSchema': [
            {'name': 'Step', 'display': ['marker-chart', 'marker-table'], 'tableLabel': '{marker.data.state}',
             'fields': [{'key': 'state', 'label': 'State', 'format': 'string'},
                        {'key': 'flow', 'label': 'Flow', 'format': 'flow-id'}]}]},
        'threads': [thread(1, [0, 1, 3], [message(0, 2, 'sending'),
                                          state('begun', innerWindowID=7, cause={'time': 0.25, 'stack': 6, 'tid': 1}),
                                          state('done')]),
                    thread(2, [1, 2], [message(1, 1, 'receiving'), state('under way', extra=[1, 2])])]}))
    return path


def test_marker_details():
    """Fields, stack and page of the selected marker, and the way along flows and messages to other threads."""
    with Fulgens('--view', view_file(thread=0, panel='marker-table', marker=1), messages()):
        here = window('messages.json')
        until(lambda: '1 of 3' in labels(), 'the place in the flow')
        shown = labels()
        assert {'begun', 'F1', 'Thread1', 'https://example.org/page', '7', 'Stack, 750\u00a0μs before', 'visit'} <= set(shown), shown
        press('Copy the stack')
        until(lambda: clipboard().split() == ['leaf', 'walk', 'walk', 'visit', 'walk', 'walk', 'main'], 'the stack')
        press('Copy the page’s address')
        until(lambda: clipboard() == 'https://example.org/page', 'the address')

        press('Go to the next marker of the flow')
        until(lambda: '2 of 3' in labels(), 'the next marker')
        assert {'Thread2', 'under way', 'extra', '[1,2]'} <= set(labels()), labels()
        press('Go to the next marker of the flow')
        until(lambda: '3 of 3' in labels(), 'the last marker')
        # Each jump is a place.
        xdotool('key', '--window', here, 'alt+Left')
        until(lambda: '2 of 3' in labels(), 'back')

        def is_first():
            press('Go to the marker before it in the flow')   # of details that may have been taken out
            return soon(lambda: '1 of 3' in labels() and 'Thread1' in labels(), 2)
        until(is_first, 'the first marker')

        to_rows(here)
        xdotool('key', '--window', here, 'Home')
        until(lambda: 'PTest::Msg' in labels() and 'Other End of the Message' in labels(), 'the message')
        press('Go to the marker at the other end')
        until(lambda: {'Thread2', 'IPCIn'} <= set(labels()), 'its other end')

    # A frame of the stack leads to its call node.
    with Fulgens('--view', view_file(thread=0, panel='marker-table', marker=1), messages()):
        here = window('messages.json')

        def shows_node():
            frame = find('list item', 'visit', 'visible')
            if frame:
                above = extents(find('label', 'Category'))   # in the same side bar
                xdotool('mousemove', above.x + 10, above.y + 5, 'click', '--repeat', 20, 5)
                time.sleep(1)
                click(frame)
            return soon(lambda: 'level 4,' in find('table row', 'visit', 'selected').description, 3)
        until(shows_node, 'the call node of the frame')


def test_charts_share_zoom():
    def window_of(title):
        """What the chart is zoomed to."""
        found = re.search('zoomed to (.*)', chart(title).description)
        return found and found[1]

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'alt+4')
        until(lambda: chart('Stack Chart'), 'the stack chart')
        assert not window_of('Stack Chart')
        box = extents(chart('Stack Chart'))
        xdotool('mousemove', box.x + 5 * box.width // 6, box.y + 30, 'keydown', 'ctrl', 'click', 4, 'keyup', 'ctrl')
        shown = until(lambda: window_of('Stack Chart'), 'a zoom')
        until(lambda: find(name=f'Time cursor; zoomed to {shown}'), 'word of it over the tracks')

        xdotool('key', '--window', here, 'alt+5')
        until(lambda: chart('Marker Chart') and window_of('Marker Chart') == shown, f'the marker chart at {shown}')
        box = extents(chart('Marker Chart'))
        xdotool('mousemove', box.x + 2 * box.width // 3, box.y + 30, 'keydown', 'shift', 'click', 5, 'keyup', 'shift')
        moved = until(lambda: (lambda now: now != shown and now)(window_of('Marker Chart')), 'another place')

        xdotool('key', '--window', here, 'alt+4')
        until(lambda: chart('Stack Chart') and window_of('Stack Chart') == moved, f'the stack chart at {moved}')
        brush_tracks()
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
        assert window_of('Stack Chart') == moved
        xdotool('key', '--window', here, 'z')
        until(lambda: not window_of('Stack Chart'), 'all of the range')
        assert not find(name='Time cursor; zoomed to')


def copied_view(here):
    """What Copy View of the main menu puts on the clipboard."""
    choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: 'panel' in json.loads(clipboard()))
    return json.loads(clipboard())


def choose_submenu(here, name, mnemonic, item, item_mnemonic, is_done):
    """Chooses an item of a menu below the menu of the selected marker."""
    def bring_up():
        if not find('menu item', name, 'visible'):
            xdotool('key', '--window', here, 'Menu')
            soon(lambda: find('menu item', name, 'visible'), 2)
        time.sleep(0.3)
        xdotool('key', '--window', here, mnemonic)
    choose(here, bring_up, item, item_mnemonic, is_done)


def test_marker_menu():
    """What can be copied of a marker and of all, pasted elsewhere; ranges, threads, and samples by markers."""
    def shown():
        return [node.name for node in nodes(application()) if node.role == 'table row'
                and node.description.startswith('at ')]

    with Fulgens('--view', view_file(thread=[0, 1], panel='marker-table', marker=2), messages()):
        here = window('messages.json')
        until(lambda: len(shown()) == 5, 'all markers')
        to_rows(here)
        for item, mnemonic, expected in (
                ('Copy Name', 'n', 'Step'), ('Copy Page URL', 'p', 'https://example.org/page'),
                ('Copy Stack', 'k', 'leaf\nwalk\nwalk\nvisit\nwalk\nwalk\nmain\n')):
            choose(here, 'Menu', item, mnemonic, lambda: clipboard() == expected)
        choose(here, 'Menu', 'Copy as JSON', 'j', lambda: json.loads(clipboard())['data']['state'] == 'begun')

        # All rows, in every form.
        for item, mnemonic, is_right in (
                ('Plain Text', 'p', lambda text: text.splitlines()[0].split() == ['Start', 'Duration', 'Name', 'Details']
                 and len(text.splitlines()) == 6),
                ('Markdown', 'm', lambda text: text.startswith('| Start | Duration | Name | Details |\n| ---: |')),
                ('CSV', 'c', lambda text: text.startswith('start,end,duration,name,category,thread,type,label,')
                 and 'begun' in text),
                ('JSON', 'j', lambda text: len(json.loads(text)) == 5)):
            choose_submenu(here, 'Copy All Rows as', 'a', item, mnemonic, lambda: is_right(clipboard()))

        # What was copied is what the search gets.
        choose(here, 'Menu', 'Copy Name', 'n', lambda: clipboard() == 'Step')
        to_search(here)
        xdotool('key', '--window', here, 'ctrl+v')
        until(lambda: shown() == ['Step'] * 3, 'the markers of the name that was pasted')
        xdotool('key', '--window', here, 'Return')
        until(focused_row, 'a focused row')

        choose(here, 'Menu', 'Drop Samples Outside of Matching Markers', 'm',
               lambda: 'Samples were dropped; see the panels of samples' in labels())
        show_panel('Call Tree')
        taken = until(chips, 'the samples are filtered')
        assert 'Step' in taken[0], taken
        # Of the samples at 0, 1, 2 and 3 ms those at 0 have no step.
        until(lambda: find('table row', 'walk').description.startswith('total 67%,'), 'samples within the steps')
        press(taken[0])
        until(lambda: not chips(), 'all samples')
        show_panel('Marker Table')
        until(lambda: len(shown()) == 3, 'the markers')
        to_rows(here)

        # From the beginning of a marker to the end of the range.
        choose(here, 'Menu', 'Start Range at Marker’s Start', 's',
               lambda: find('push button', 'Zoom into this range', 'visible'))
        until(focused_row, 'a focused row')

        def details():
            """What the side bar says of the selected marker."""
            return labels()[labels().index('Marker'):] if 'Marker' in labels() else []
        until(lambda: 'Samples were dropped; see the panels of samples' not in labels(), 'the toast has gone')
        about = until(details, 'what the marker is')
        assert 'Thread1' in about and 'begun' in about, about
        choose(here, 'Menu', 'Select Its Thread', 'h', lambda: len(shown()) == 2)
        # The marker stays selected, whatever its number there.
        until(lambda: details() == about, f'the same marker, {about}')


def test_marker_statistics_and_columns():
    """Markers summed up by name, and fields as columns, which views remember."""
    def sums():
        return {node.name: node.description for node in nodes(application()) if node.role == 'table row'
                and node.description.startswith('count ') and node.has('visible')}

    def shown():
        return [node.name for node in nodes(application()) if node.role == 'table row'
                and node.description.startswith('at ')]

    with Fulgens('--view', view_file(thread=0, panel='marker-table', markerSearch='dur:>1ms,name:ReadAheadLib'), STARTUP):
        here = window(STARTUP.name)
        until(lambda: '2 of 11,105' in labels(), 'the long ones of a name')
        press('Statistics')
        until(lambda: sums() == {'ReadAheadLib': 'count 2, sum 2.984\u00a0ms, mean 1.492\u00a0ms, maximum 1.829\u00a0ms'}, 'their sum')
        to_search(here)
        xdotool('key', '--window', here, 'ctrl+a')
        xdotool('type', '--window', here, 'type:Network')
        until(lambda: len(sums()) > 3, 'other sums')
        until(lambda: any(name.startswith('Load ') for name in sums()), 'requests')

        press('Columns')
        until(lambda: find('check box', 'responseStatus', 'visible'), 'a field')

        def is_focused():
            xdotool('key', '--window', here, 'Tab')
            time.sleep(0.3)
            return find('check box', 'responseStatus', 'focused')
        until(is_focused, 'the field by keys')
        xdotool('key', '--window', here, 'space')
        xdotool('key', '--window', here, 'Escape')
        head = until(lambda: next(node for node in nodes(application()) if node.name == 'responseStatus'
                                  and node.role == 'label'), 'its column')
        assert '200' in labels(), labels()
        before = until(shown, 'rows')
        time.sleep(0.5)
        until(lambda: click(head) or soon(lambda: shown() != before, 3), 'another order')
        # The view has the column.
        view = copied_view(here)
        assert (view['markerColumns'], view['markerSearch'], view['panel']) == (['responseStatus'], 'type:Network', 'marker-table'), view


def test_several_markers():
    """Rows selected by keys and clicks are what is summed up and copied, in any order of them."""
    def shown():
        return [node for node in nodes(application()) if node.role == 'table row'
                and node.description.startswith('at ')]

    def selected():
        return [node.description.split(',')[0] for node in shown() if node.has('selected')]

    def sums():
        return sorted(f'{node.name} {node.description.split(",")[0]}' for node in nodes(application())
                      if node.role == 'table row' and node.description.startswith('count '))

    def click_row(number, key):
        box = extents(shown()[number])
        xdotool('mousemove', box.x + 60, box.y + box.height // 2, 'keydown', key, 'click', 1, 'keyup', key)

    def key_until(key, is_done, what):
        def did():
            xdotool('key', '--window', here, key)
            return soon(is_done, 2)
        until(did, what)

    def start_with(number, x=60):
        """One row selected, with the focus."""
        box = extents(shown()[number])
        xdotool('mousemove', box.x + x, box.y + box.height // 2, 'click', 1)
        until(lambda: len(selected()) == 1 and focused_row(), 'one marker')

    with Fulgens('--view', view_file(thread=[0, 1], panel='marker-table', marker=0), messages()):
        here = window('messages.json')
        until(lambda: len(shown()) == 5 and len(selected()) == 1, 'all markers')
        press('Statistics')
        until(lambda: sums() == ['IPCIn count 1', 'IPCOut count 1', 'Step count 3'], 'all summed up')
        everything = selected()

        start_with(0)
        key_until('ctrl+a', lambda: len(selected()) == 5, 'all selected')
        until(lambda: '5 markers selected' in labels(), 'what is selected')
        start_with(0, 120)   # elsewhere: no double click
        until(lambda: selected() == everything and '5 markers selected' not in labels(), 'the first one alone')
        click_row(2, 'shift')
        until(lambda: len(selected()) == 3 and '3 markers selected' in labels(), 'a range')
        until(lambda: sums() == ['IPCIn count 1', 'IPCOut count 1', 'Step count 1'], 'sums of the range')
        click_row(1, 'ctrl')
        until(lambda: len(selected()) == 2 and '2 markers selected' in labels(), 'one less')
        click_row(4, 'ctrl')
        until(lambda: len(selected()) == 3, 'one more')
        until(lambda: len(sums()) == 2, 'other sums')
        taken = sorted(selected())

        # The same markers in another order, and what is copied of them.
        head = next(node for node in nodes(application()) if node.name == 'Start' and node.role == 'label')
        click(head)
        until(lambda: sorted(selected()) == taken and selected() != taken, 'the other way round')
        choose_submenu(here, 'Copy Selected Rows as', 's', 'JSON', 'j', lambda: len(json.loads(clipboard())) == 3)
        assert not find('menu item', 'Copy Name'), 'what is of one marker'
        key_until('ctrl+c', lambda: clipboard().split()[:4] == ['Start', 'Duration', 'Name', 'Details'], 'the rows as text')
        assert len(clipboard().splitlines()) == 4, clipboard()

        # What a search hides is selected no more.
        to_search(here)
        xdotool('type', '--window', here, 'name:Step')
        until(lambda: len(shown()) == 3, 'the markers that are found')
        xdotool('key', '--window', here, 'Return')
        start_with(0)
        key_until('shift+Down', lambda: len(selected()) > 1, 'more of them by a key')


def test_link_with_tracks():
    """A link says which tracks are shown, in which order, and what markers are searched for."""
    path = scratch / 'link.txt'
    path.write_text('https://profiler.firefox.com/public/x/marker-table/?globalTrackOrder=10&hiddenGlobalTracks=23'
                    '&thread=0&markerSearch=name%3AReadAheadLib&marker=0&markerSort=duration-desc~start-asc&v=17')

    def durations():
        """In the order of the rows, in ms."""
        units = {'μs': 1e-3, 'ms': 1, 'ns': 1e-6, 's': 1e3}
        rows = (re.match('at [^,]*, ([0-9.]+)\s(μs|ms|ns|s) long', node.description) for node in nodes(application())
                if node.role == 'table row' and node.name == 'ReadAheadLib')
        return [float(row[1]) * units[row[2]] for row in rows if row]
    with Fulgens('--view', path, STARTUP):
        window(STARTUP.name)
        until(lambda: shown_tracks() == ['Web Content', 'Parent Process'], 'the tracks of the link')
        until(lambda: any(re.match(r'\d+ of 11,105', text) for text in labels()), 'its search')
        until(lambda: '/usr/lib/firefox-esr/libmozsandbox.so' in labels() and 'Recorded in' in labels(), 'its marker')
        until(lambda: len(durations()) > 3 and durations() == sorted(durations(), reverse=True), 'its order')


def selected_tracks():
    return [node.name for node in nodes(application()) if node.name and node.has('selected')
            and node.role != 'table row']


def test_notes():
    """Notes on a range, a marker and a function: kept beside the profile, shown, edited, removed, copied."""
    path = scratch / 'noted.json'
    path.write_bytes(messages().read_bytes())
    kept = Path(f'{path}.fulgens-notes.json')

    def notes():
        return json.loads(kept.read_text())['notes']

    def pin(item, name):
        open_notes()
        press(item)
        until(lambda: find('text', 'Name of the note', 'visible'), 'the name')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'ctrl+a')
        xdotool('type', '--window', here, name)
        xdotool('key', '--window', here, 'Return')
        until(lambda: notes()[-1]['name'] == name, f'the note {name}')
        close_notes()

    def open_notes():
        def are_open():
            if not find('push button', 'Note on the Range', 'visible'):
                click(next(node for node in nodes(application()) if node.name == 'Notes'))
                time.sleep(1)
            return find('push button', 'Note on the Range', 'visible')
        until(are_open, 'the notes')

    def close_notes():
        xdotool('key', '--window', here, 'Escape')
        time.sleep(0.5)

    def row(name):
        return next(node for node in nodes(application()) if node.role == 'table row' and node.name == name
                    and node.has('visible') and extents(node).height > 0)

    def has_dot(box):
        """Whether there is a spot in the colour of notes, 3 px wide, in a part of the window."""
        x, y, width, height = box
        pixels = picture(x + frame_width(here), y + frame_width(here), width, height)
        is_blue = [sum(abs(a - b) for a, b in zip(pixels[i:i + 3], (0x35, 0x84, 0xe4))) < 12 for i in range(0, len(pixels), 3)]
        return any(all(is_blue[i + x + y * width] for x in range(3) for y in range(3))
                   for i in range(len(is_blue) - 2 * width - 2))

    def has_row_dot(name):
        box = extents(row(name))
        left = 320 if row(name).description.startswith('total ') else 120   # without the bars of shares, and strips
        return has_dot((box.x + left, box.y, 240, box.height))

    def is_noted(name, note):
        """Whether a row says that it has a note, and shows it."""
        return row(name).description.endswith(f', note: {note}') and has_row_dot(name)

    with Fulgens('--view', view_file(thread=1, panel='marker-table', marker=1), path):
        here = window(path.name)
        until(lambda: 'under way' in labels(), 'the marker')
        assert not has_row_dot('Step')
        pin('Note on the Selected Marker', 'on the way')
        until(lambda: is_noted('Step', 'on the way'), 'the note in the table')
        show_panel('Call Tree')
        click(until(lambda: find('table row', 'visit', 'visible'), 'a function'))
        until(lambda: find('label', 'This call path', 'visible'), 'its details')
        assert not has_row_dot('visit')
        pin('Note on the Selected Function', 'hot')
        until(lambda: is_noted('visit', 'hot'), 'the note in the tree')
        assert 'note' not in row('leaf').description and not has_row_dot('leaf')
        pin('Note on the Range', 'all of it')
        show_panel('Flame Graph')
        until(lambda: has_dot(extents(chart('Flame Graph'))), 'the note on a box')
    assert [note['name'] for note in notes()] == ['on the way', 'hot', 'all of it'], notes()
    assert notes()[0]['marker'] == {'thread': 1, 'name': 'Step', 'number': 1, 'start': 2.0}, notes()
    assert notes()[1]['function'] == {'thread': 1, 'name': 'visit', 'origin': ''} and notes()[2]['range'] == [0.0, 4.0], notes()

    # What was kept is there again, also where the profile chooses the thread.
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        before, = until(lambda: (selected_tracks(),), 'all tracks')
        open_notes()
        press('Go to “hot”')
        until(lambda: selected_tracks() and selected_tracks() != before, 'its thread')
        until(lambda: focused_row() and focused_row().name == 'visit' or 'visit' in labels(), 'the function of the note')

    with Fulgens('--view', view_file(thread=0), path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        open_notes()
        press('Go to “on the way”')
        until(lambda: 'under way' in labels() and 'Thread2' in labels(), 'the marker of the note')
        open_notes()
        press('Go to “hot”')
        until(lambda: find('label', 'This call path', 'visible') and
              labels()[labels().index('This call path') - 2] == 'visit', 'its function')
        until(lambda: is_noted('visit', 'hot'), 'the note in the tree')
        open_notes()
        press('Remove “hot”')
        until(lambda: [note['name'] for note in notes()] == ['on the way', 'all of it'], 'two notes')
        until(lambda: 'note' not in row('visit').description, 'no note in the tree')
        press('Copy Notes and View as Markdown')
        until(lambda: clipboard().startswith('# noted.json\n\n- **on the way** (Step, 2'), 'the notes as Markdown')
        assert '```json\n{"thread":1,' in clipboard(), clipboard()

        # The same in a file.
        written = scratch / 'notes.md'
        open_notes()
        press('Export Notes…')
        save_as('Export Notes', written)
        assert written.read_text() == clipboard(), written.read_text()
        until(lambda: '“notes.md” was written' in labels(), 'word of it')


def test_note_by_key():
    """A key pins a note to the marked range, else to what the panel has selected."""
    path = scratch / 'keyed.json'
    path.write_bytes(messages().read_bytes())
    kept = Path(f'{path}.fulgens-notes.json')

    def kinds():
        return [next(kind for kind in ('marker', 'function', 'range') if kind in note)
                for note in json.loads(kept.read_text())['notes']]

    def pin(expected):
        xdotool('key', '--window', here, 'ctrl+d')
        until(lambda: kinds() == expected, f'notes on {expected}')
        until(lambda: find('text', 'Name of the note', 'focused'), 'the name of the note')
        xdotool('key', '--window', here, 'ctrl+d', 'ctrl+d')
        time.sleep(0.5)
        assert kinds() == expected, kinds()
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('text', 'Name of the note'), 'no note')
        time.sleep(0.5)

    with Fulgens('--view', view_file(thread=0, panel='marker-table', marker=1), path):
        here = window(path.name)
        until(lambda: 'begun' in labels(), 'the marker')
        pin(['marker'])
        show_panel('Call Tree')
        click(until(lambda: find('table row', 'visit', 'visible'), 'a function'))
        until(lambda: find('label', 'This call path', 'visible'), 'its details')
        pin(['marker', 'function'])
        brush_tracks()
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
        pin(['marker', 'function', 'range'])

        # None more over the list of notes.
        click(next(node for node in nodes(application()) if node.name == 'Notes'))
        until(lambda: find('push button', 'Note on the Range', 'visible'), 'the notes')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'ctrl+d', 'ctrl+d')
        time.sleep(0.5)
        assert kinds() == ['marker', 'function', 'range'], kinds()


def test_copy_and_paste_view():
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        to_leaf(here)
        xdotool('key', '--window', here, 'm')
        taken = until(chips, 'a chip')
        copied_view(here)
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: not chips(), 'no chip')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'ctrl+v')
        until(lambda: chips() == taken, 'the same transform by the pasted view')


def test_panels():
    """All panels, their charts by keys, and no focusable object without a name."""
    def unnamed():
        # GTK names what nobody named by its type. Scrolled windows and rows of lists that drop down are its own.
        return [(node.role, node.name) for node in nodes(application())
                if node.has('focusable')
                and node.role not in ('scroll pane', 'list item')
                and (not node.name or re.match('Ful[A-Z]|GtkSearchEntry', node.name))]

    def assert_named():
        # Tuples are true: the tree may change while it is read.
        nameless, = until(lambda: (unnamed(),), 'all objects')
        assert not nameless, nameless

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        selected = until(focused_row, 'a focused row').name
        assert_named()

        xdotool('key', '--window', here, 'alt+3')
        flame = until(lambda: chart(f'Flame Graph: {selected}'), 'the selected node in the flame graph')
        # Level, place in the row, share, part and whole.
        assert re.match(r'level \d+, \d+ of \d+, [\d.]+%, \d+ samples? of \d+ samples', flame.description), \
            flame.description
        assert_named()
        box = extents(flame)
        xdotool('mousemove', box.x + 20, box.y + box.height - 10, 'click', 1)
        until(lambda: chart('Flame Graph: (root)'), 'the root by a click')
        xdotool('key', '--window', here, 'Up')
        until(lambda: chart('Flame Graph: XRE_InitChildProcess'), 'its widest child by a key')
        xdotool('key', '--window', here, 'm')
        until(chips, 'a transform by its key')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: not chips(), 'no transform')

        xdotool('key', '--window', here, 'alt+4')
        until(lambda: chart('Stack Chart: '), 'the stack chart')
        assert_named()
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('label', 'Callers'), 'the functions')
        until(lambda: 'EvaluateScript' in rows(), 'a function')
        assert_named()


def test_empty_reasons():
    """Why nothing is left, with a button that removes the cause where there is one."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: focused_row().name == 'main', 'the root')
        xdotool('key', '--window', here, 'd')
        until(lambda: 'No Samples After Transforms' in texts(), 'the reason')
        press('Undo Last Transform')
        until(lambda: 'leaf' in rows(), 'rows again')
    for samples, reason in (({'stack': [], 'time': [], 'length': 0}, 'No Samples Recorded'),
                            ({'stack': [None] * 4}, 'No Stacks Recorded')):
        with Fulgens(recursion(**samples)):
            here = window('recursion.json')
            for panel in range(1, 5):
                xdotool('key', '--window', here, f'alt+{panel}')
                until(lambda: sum(node.name == reason and node.role == 'label'
                                  for node in nodes(application())) == panel, f'{reason} in panel {panel}')
            button = find('push button', 'Open Marker Table', 'visible')
            assert bool(button) == (reason == 'No Samples Recorded')
            if button:
                button.act()
                until(lambda: rows().count('UserTiming') == 3, 'the markers of the thread')


def test_recursion_keys():
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(lambda: rows() == ['main', 'walk', 'walk', 'visit', 'walk', 'walk', 'leaf', 'other'], 'the whole tree')
        xdotool('key', '--window', here, 'Home')
        until(lambda: focused_row().name == 'main', 'the root')
        xdotool('key', '--window', here, 'Down')
        until(lambda: focused_row().name == 'walk', 'the outermost call')
        for key, left in (('r', ['main', 'walk', 'leaf', 'other']),
                          ('shift+r', ['main', 'walk', 'visit', 'walk', 'leaf', 'other'])):
            xdotool('key', '--window', here, key)
            until(lambda: len(chips()) == 1 and 'walk' in chips()[0], f'a chip for {key}')
            until(lambda: focused_row() and focused_row().name == 'walk', f'walk is still selected after {key}')
            xdotool('key', '--window', here, 'asterisk')
            until(lambda: rows() == left, f'{left} after {key}')
            xdotool('key', '--window', here, 'ctrl+z')
            until(lambda: not chips(), f'no chip after {key} was undone')
            xdotool('key', '--window', here, 'Home')
            until(lambda: focused_row() and focused_row().name == 'main', 'the root again')
            xdotool('key', '--window', here, 'Down')
            until(lambda: focused_row().name == 'walk', 'the outermost call again')


def test_callers_in_the_call_tree():
    """Below the tree: who called the selected function, and what it called."""
    def rows_of(title):
        table = next((node for node in nodes(application()) if node.role == 'tree table'
                      and node.name == title), None)
        return table and [node for node in nodes(table) if node.role == 'table row'
                          and node.name != 'Column titles']

    def listed(title):
        return [node.name for node in rows_of(title) or []]

    def toggle():
        box = extents(until(lambda: find('check box', 'Callers and Callees'), 'the check box'))
        xdotool('mousemove', box.x + 8, box.y + box.height // 2, 'click', 1)

    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        toggle()
        until(lambda: listed('Callers')[:1] == ['leaf'], 'the callers of what is selected')
        row = extents(next(node for node in rows_of('Call tree') if node.name == 'visit'))
        xdotool('mousemove', row.x + 60, row.y + row.height // 2, 'click', 1)
        until(lambda: listed('Callers')[:1] == listed('Callees')[:1] == ['visit'], 'both lists of what was clicked')
        until(lambda: 'leaf' in listed('Callees') and 'main' in listed('Callers'), 'all rows of both')
        assert 'main' not in listed('Callees') and 'leaf' not in listed('Callers'), listed('Callers')

        toggle()
        until(lambda: not listed('Callers'), 'no lists')


def test_heaviest_stack():
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'Home')
        xdotool('key', '--window', here, 'Left')
        until(lambda: rows() == ['main'], 'one row')
        xdotool('key', '--window', here, 'e')
        until(lambda: focused_row() and focused_row().name == 'leaf', 'the end of the heaviest stack')
        assert 'level 7' in focused_row().description, focused_row().description


def test_hovered_row_and_box():
    """What is under the pointer is said in a line that stays where it is."""
    def said(text):
        return any(text in there for there in texts())

    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        until(lambda: 'other' in rows(), 'the rows')
        box = until(lambda: extents(find('table row', 'other')), 'the row')
        xdotool('mousemove', box.x + box.width // 2, box.y + box.height // 2)
        until(lambda: said('other · 25%, 1 sample of 4 samples · Other'), 'the row')
        xdotool('key', '--window', here, 'alt+3')
        box = until(lambda: extents(chart('Flame Graph')), 'the flame graph')
        xdotool('mousemove', box.x + 20, box.y + box.height - 10)
        until(lambda: said('main · 100%, 4 samples of 4 samples · Other'), 'the box')
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('label', 'Callers') and rows().count('visit') > 0, 'the functions')
        box = until(lambda: extents([node for node in nodes(application()) if node.role == 'table row'
                                     and node.name == 'visit' and node.has('visible')][-1]),
                    'a function')
        xdotool('mousemove', box.x + box.width // 2, box.y + box.height // 2)
        until(lambda: said('visit · '), 'a function')


def test_user_timings_by_keyboard():
    """From the boxes up to what the page measured, and back."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'alt+4')
        box = extents(until(lambda: chart('Stack Chart: '), 'the stack chart'))
        # Two rows of timings are above the root, after a column as wide as the heads of tracks.
        xdotool('mousemove', box.x + 228, box.y + 50, 'click', 1)
        until(lambda: chart('Stack Chart: main'), 'the root')
        xdotool('key', '--window', here, 'Up')
        timing = until(lambda: chart('Stack Chart: parse') or chart('Stack Chart: paint'), 'a user timing')
        assert 'user timing' in timing.description and ' ms from ' in timing.description, timing.description
        xdotool('key', '--window', here, 'Up')
        until(lambda: chart('Stack Chart: load') or chart('Stack Chart: paint'), 'the row above')
        xdotool('key', '--window', here, 'Left')
        timing = until(lambda: chart('Stack Chart: load'), 'the first')
        assert timing.description == 'user timing, row 1, 1 of 2, 2.00 ms from 0 ms', timing.description
        xdotool('key', '--window', here, 'Right')
        until(lambda: chart('Stack Chart: paint'), 'the next')
        for _ in range(2):
            xdotool('key', '--window', here, 'Down')
        until(lambda: chart('Stack Chart: main'), 'the boxes again')


def export(here, path):
    """Export Picture by the menu of a chart with the focus."""
    choose(here, 'Menu', 'Export Picture…', 'e', lambda: xdotool('search', '--onlyvisible', '--name', 'Export Picture'))
    save_as('Export Picture', path)


def test_export_picture():
    """Through the file chooser; the root of the picture is where it is on screen."""
    def root_is_at_top(path):
        rectangles = re.findall(r'<title>(\w+),[^<]*</title><rect x="\d+" y="(\d+)"', path.read_text())
        places = {name: int(y) for name, y in rectangles}
        return places['main'] < places['leaf']

    with Fulgens(recursion(), GSETTINGS_BACKEND='keyfile'):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'alt+3')
        box = extents(until(lambda: chart('Flame Graph'), 'the flame graph'))
        for name, at_top in (('bottom.svg', False), ('top.svg', True)):
            if at_top:
                click(find('check box', 'Root on Top'))
            xdotool('mousemove', box.x + 20, box.y + (10 if at_top else box.height - 10), 'click', 1)
            until(lambda: chart('Flame Graph: main'), 'the root')
            export(here, scratch / name)
            assert root_is_at_top(scratch / name) == at_top, name
            xdotool('windowfocus', here)
        xdotool('key', '--window', here, 'alt+4')
        box = extents(until(lambda: chart('Stack Chart'), 'the stack chart'))
        xdotool('mousemove', box.x + 20, box.y + 50, 'click', 1)
        until(lambda: chart('Stack Chart: main'), 'the root')
        export(here, scratch / 'chart.svg')
        assert '<title>parse, 1.00 ms</title>' in (scratch / 'chart.svg').read_text()

    # Which way it hangs is remembered.
    with Fulgens(recursion(), GSETTINGS_BACKEND='keyfile'):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'alt+3')
        check = until(lambda: find('check box', 'Root on Top'), 'the option')
        assert check.has('checked')
        click(check)
        until(lambda: not find('check box', 'Root on Top').has('checked'), 'as it was')


def test_error_page():
    path = scratch / 'broken.json'
    path.write_text('{"meta": {"version": 2')
    with Fulgens(path):
        window('broken.json')
        until(lambda: find('push button', 'Try Another File'), 'the error page')
        assert find('push button', 'Copy Details')
        assert not find('push button', 'Open Anyway', 'visible')
        assert any(str(path) in text for text in texts())


def test_open_newer_anyway():
    profile = json.loads(gzip.decompress(Path(DEMO).read_bytes()))
    profile['meta']['version'] = 1000
    path = scratch / 'newer.json'
    path.write_text(json.dumps(profile))
    with Fulgens(path):
        window('newer.json')
        button = until(lambda: find('push button', 'Open Anyway', 'visible'), 'the question')
        assert any('1000' in text and '36' in text for text in texts())
        button.act()
        until(focused_row, 'the profile')


def test_drop_one_file():
    path = copy_of_demo('dropped.json.gz')
    with Fulgens():
        window('Fulgens')
        time.sleep(0.5)
        drop(path.as_uri())
        window('dropped.json.gz')


def test_drop_several_files():
    paths = [copy_of_demo(name) for name in ('one.json.gz', 'two.json.gz')]
    with Fulgens():
        window('Fulgens')
        time.sleep(0.5)
        drop(*(path.as_uri() for path in paths))
        window('two.json.gz')
        until(lambda: any('one.json.gz' in text for text in texts()), 'a tab for each')


def test_drop_text():
    path = copy_of_demo('as-text.json.gz')
    with Fulgens():
        window('Fulgens')
        time.sleep(0.5)
        drop('--text', path.as_uri())
        window('as-text.json.gz')


def test_recent_files():
    path = copy_of_demo('recent.json.gz')
    with Fulgens(path):
        window('recent.json.gz')
        recent = Path(os.environ['XDG_DATA_HOME'], 'recently-used.xbel')
        until(lambda: path.as_uri() in recent.read_text(), 'a written list of recent files')
    with Fulgens():
        here = window('Fulgens')
        row = until(lambda: find('list item', 'recent.json.gz') or find(name='recent.json.gz'), 'a recent file')
        box = extents(row)
        xdotool('mousemove', box.x + box.width // 3, box.y + box.height // 2, 'click', 1)
        window('recent.json.gz')
        assert here


def test_screenshot():
    picture = scratch / 'picture.png'
    subprocess.run([FULGENS, '--screenshot', picture, '--size', '900x600', '--scale', '2', '--dark', DEMO], check=True,
                   timeout=PATIENCE)
    assert size_of_png(picture) == (1800, 1200)

    # The display is smaller.
    run = subprocess.run([FULGENS, '--screenshot', picture, '--size', '2800x1700', '--report-stalls', DEMO], check=True,
                         timeout=PATIENCE, capture_output=True, text=True)
    assert size_of_png(picture) == (2800, 1700)
    assert json.loads(run.stdout)['turns'] > 0, run.stdout

    # With a search every panel still fits.
    view = scratch / 'view.json'
    for panel in ('call-tree', 'functions', 'flame-graph', 'stack-chart', 'marker-chart', 'marker-table'):
        view.write_text(json.dumps({'panel': panel, 'search': 'e'}))
        subprocess.run([FULGENS, '--screenshot', picture, '--size', '700x600', '--view', view, DEMO], check=True,
                       timeout=PATIENCE)
        assert size_of_png(picture) == (700, 600), panel

    missing = subprocess.run([FULGENS, '--screenshot', scratch / 'none.png', scratch / 'missing.json'], check=False,
                             timeout=PATIENCE, capture_output=True, text=True)
    assert missing.returncode == 1 and 'fulgens: ' in missing.stderr, missing
    assert not (scratch / 'none.png').exists()
    assert 'Exit status: 0 success, 1 the file' in subprocess.run([FULGENS, '--help'], check=True, capture_output=True, text=True).stdout


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
