#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts and time line, driven by pointer and keys. Prints TAP."""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from person import *

LENGTH = 1000   # ms of ladder()
DEPTH = 60
N_REQUESTS = 40
CHARTS = {'Flame Graph': 3, 'Stack Chart': 4, 'Marker Chart': 5, 'Network': 7}


def ladder(name='ladder.json', length=LENGTH):
    """A profile of one thread: a sample each ms for so many ms, a stack of DEPTH functions in the middle half, else of half as many; DEPTH
    kinds of markers and N_REQUESTS requests, from the 1st to the 3rd quarter. Every fifth request failed."""
    half = DEPTH // 2
    start, end = length / 4, 3 * length / 4
    texts = [f'step {i:02}' for i in range(DEPTH)] + [f'Kind {i:02}' for i in range(DEPTH)]
    texts += [f'Load {i}: http://host{i % 3}.test/folder/file{i:02}.html' for i in range(N_REQUESTS)]
    requests = [{'type': 'Network', 'URI': texts[2 * DEPTH + i].split(': ', 1)[1], 'id': i, 'startTime': start, 'endTime': end,
                 'status': 'STATUS_STOP', 'pri': 10, 'count': 1234, 'requestMethod': 'GET', 'contentType': 'text/html',
                 'responseStatus': 404 if i % 5 == 4 else 200, 'domainLookupStart': start + 10,
                 'domainLookupEnd': start + 20, 'requestStart': start + 30, 'responseStart': start + 200,
                 'responseEnd': end - 20} for i in range(N_REQUESTS)]
    # Each is in two parts: when it began, and when it was answered.
    n_markers = DEPTH + 2 * N_REQUESTS
    begun = [{key: request[key] for key in ('type', 'URI', 'id', 'startTime', 'endTime', 'pri')} | {'status': 'STATUS_START'}
             for request in requests]
    markers_start = [start] * (DEPTH + N_REQUESTS) + [start + 5] * N_REQUESTS
    markers_end = [end] * DEPTH + [start + 5] * N_REQUESTS + [end] * N_REQUESTS
    thread = {
        **RECURSION['threads'][0],
        'samples': {'stack': [DEPTH - 1 if start <= i < end else half for i in range(length)],
                    'time': list(range(length)), 'weight': None, 'weightType': 'samples', 'length': length},
        'markers': {'data': [{'type': 'Kind', 'text': f'note {i}'} for i in range(DEPTH)] + begun + requests,
                    'name': list(range(DEPTH, 2 * DEPTH)) + 2 * list(range(2 * DEPTH, 2 * DEPTH + N_REQUESTS)),
                    'startTime': markers_start, 'endTime': markers_end, 'phase': [1] * n_markers, 'category': [0] * n_markers,
                    'length': n_markers},
    }
    shared = {
        **RECURSION['shared'],
        'stackTable': {'frame': list(range(DEPTH)), 'prefixOffset': [0] + [1] * (DEPTH - 1), 'length': DEPTH},
        'frameTable': {'address': [-1] * DEPTH, 'inlineDepth': [0] * DEPTH, 'category': [0] * DEPTH,
                       'subcategory': [0] * DEPTH, 'func': list(range(DEPTH)), 'nativeSymbol': [None] * DEPTH,
                       'innerWindowID': [None] * DEPTH, 'line': [None] * DEPTH, 'column': [None] * DEPTH,
                       'length': DEPTH},
        'funcTable': {'name': list(range(DEPTH)), 'isJS': [False] * DEPTH, 'relevantForJS': [False] * DEPTH,
                      'resource': [-1] * DEPTH, 'source': [None] * DEPTH, 'lineNumber': [None] * DEPTH,
                      'columnNumber': [None] * DEPTH, 'length': DEPTH},
        'stringArray': texts,
    }
    schema = [{'name': 'Kind', 'display': ['marker-chart', 'marker-table'], 'tooltipLabel': '{marker.name}',
               'fields': [{'key': 'text', 'label': 'Text', 'format': 'string'}]},
              {'name': 'Network', 'display': ['marker-table'],
               'fields': [{'key': 'count', 'label': 'Count', 'format': 'integer'}]}]
    meta = {**RECURSION['meta'], 'markerSchema': schema,
            'categories': [{'name': 'Work', 'color': 'blue', 'subcategories': ['Other']}]}
    path = scratch / name
    path.write_text(json.dumps({'meta': meta, 'libs': [], 'shared': shared, 'threads': [thread]}))
    return path


def chart(title):
    """The chart of a panel; a track may have the same name."""
    found = [node for node in nodes(application()) if node.role == 'image' and title in (node.name or '')]
    return max(found, key=lambda node: extents(node).height, default=None)


def wheel(times, button, *held):
    """Turns the wheel where the pointer is, with keys held."""
    for key in held:
        xdotool('keydown', key)
    xdotool('click', '--repeat', times, '--delay', 10, button)
    for key in held:
        xdotool('keyup', key)


def top(node):
    """Where a chart begins in the window: above its panel if it is scrolled."""
    return steady(lambda: extents(node).y)


def has_focus(node):
    node.refresh()
    return node.has('focused')


def is_shown(title):
    return find('push button', title, 'pressed')


def test_focus_does_not_scroll():
    """What has more rows than the window keeps its place when the focus comes; the first press selects what is there."""
    with Fulgens(ladder()):
        here = window('ladder.json')
        xdotool('windowsize', '--sync', here, 1280, 700)
        until(focused_row, 'a focused row')
        for title, number in CHARTS.items():
            towards, back = (4, 5) if title == 'Flame Graph' else (5, 4)
            xdotool('key', '--window', here, f'alt+{number}')
            node = until(lambda: (lambda found: found and extents(found).height > 250 and found)(chart(title)), title)
            bar = extents(find('push button', 'Zoom in', 'visible'))
            place = top(node)
            xdotool('mousemove', 600, bar.y + bar.height + 100)
            wheel(4, towards)
            until(lambda: extents(node).y != place, f'{title} scrolled')
            place = top(node)

            # Escape from the search, Tab, and back again.
            xdotool('key', '--window', here, 'ctrl+f')
            time.sleep(0.3)
            xdotool('key', '--window', here, 'Escape')
            until(lambda: has_focus(node), f'focus in {title}')
            assert top(node) == place, (title, 'Escape', place, top(node))
            xdotool('key', '--window', here, 'shift+Tab')
            until(lambda: not has_focus(node), f'focus out of {title}')
            xdotool('key', '--window', here, 'Tab')
            until(lambda: has_focus(node), f'focus in {title} by Tab')
            assert top(node) == place, (title, 'Tab', place, top(node))

            # Round the panes of the window.
            for key in ('F6', 'F6', 'F6', 'shift+F6', 'shift+F6', 'shift+F6'):
                xdotool('key', '--window', here, key)
                time.sleep(0.1)
            assert top(node) == place, (title, 'F6', place, top(node))

            # The first press, after the focus was elsewhere.
            xdotool('key', '--window', here, 'ctrl+f')
            until(lambda: not has_focus(node), 'focus in the search')
            press_something(node, bar)
            assert top(node) == place, (title, 'press', place, top(node))

            # Another panel and back.
            selected = node.name
            wheel(2, back)
            place = top(node)
            xdotool('key', '--window', here, 'alt+6' if title != 'Marker Chart' else 'alt+1')
            until(lambda: not is_shown(title), 'another panel')
            xdotool('key', '--window', here, f'alt+{number}')
            until(lambda: is_shown(title), title)
            assert top(node) == place, (title, 'return', place, top(node))
            node.refresh()
            assert node.name == selected, (node.name, selected)


class Picture:
    """What is on screen in a rectangle."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height
        self.bytes = picture(x, y, width, height)

    def at(self, x, y):
        offset = 3 * ((y - self.y) * self.width + x - self.x)
        return tuple(self.bytes[offset:offset + 3])


def is_coloured(pixel):
    return max(pixel) - min(pixel) > 40


def find_box(node, bar):
    """A point within something coloured that has some width, in the middle of a chart below a bar of buttons."""
    box = extents(node)
    picture = Picture(box.x + 220, bar.y + bar.height + 30, box.width - 260, 200)
    for y in range(picture.y + 60, picture.y + picture.height, 3):
        for x in range(picture.x, picture.x + picture.width - 12, 4):
            if is_coloured(picture.at(x, y)) and all(picture.at(x + i, y) == picture.at(x, y) for i in range(9)):
                return x + 4, y
    raise AssertionError('nothing to press')


def press_something(node, bar):
    """Presses a box, and checks that it is the one that is selected."""
    x, y = find_box(node, bar)
    xdotool('mousemove', x, y)
    tip = until(lambda: find('tool tip', state='visible'), 'a tooltip')
    under = [label.name for label in nodes(tip) if label.role == 'label' and label.name]
    xdotool('click', 1)

    def is_selected():
        node.refresh()
        name = node.name.split(': ', 1)[1]
        return any(name in text or text in name for text in under)
    until(is_selected, f'one of {under} selected')


def axis():
    """The left edge and the width of the tracks' time, px."""
    return steady(lambda: (lambda at: (at.x, at.width))(extents(find('image', 'Activity of Main'))))


def first_box(node, bar, frame):
    """From where to where something is coloured, in a row in the middle of a chart that has one box a row."""
    left, width = axis()
    picture = Picture(left + frame, bar.y + bar.height + 90, width, 60)
    for y in range(picture.y, picture.y + picture.height):
        found = [x for x in range(picture.x, picture.x + width) if is_coloured(picture.at(x, y))]
        if found:
            return found[0] - frame, found[-1] + 1 - frame
    raise AssertionError(f'no box in {node.name}')


def check_axis(where, frame):
    """Tracks and charts have the 1st and the 3rd quarter of the time at the same place."""
    left, width = axis()
    quarters = left + width / 4, left + 3 * width / 4
    for title, number in CHARTS.items():
        if title == 'Flame Graph':
            continue
        xdotool('key', f'alt+{number}')
        until(lambda: is_shown(title), title)
        node = until(lambda: chart(title), title)
        bar = extents(find('push button', 'Zoom in', 'visible'))
        xdotool('mousemove', left + width // 2, 40)
        if title == 'Stack Chart':   # its deep half is that of the middle
            xdotool('mousemove', left + width // 2, bar.y + bar.height + 100)
            wheel(30, 5)
        until(lambda: all(abs(a - b) <= 1.5 for a, b in zip(first_box(node, bar, frame), quarters)),
              f'{title} {where} at {quarters}')


def test_one_time_axis():
    """A time is at the same x in tracks and charts, whatever is beside them."""
    for environment in ({}, RIGHT_TO_LEFT):
        with Fulgens(ladder(), **environment):
            here = window('ladder.json')
            until(focused_row, 'a focused row')
            for width in (1280,) if environment else (1280, 1600, 2560):
                xdotool('windowsize', '--sync', here, width, 840)
                with_details = axis()
                check_axis(f'{width} with details', frame_width(here))
                xdotool('key', '--window', here, 'F9')
                until(lambda: axis()[1] > with_details[1] + 100, 'no details')
                check_axis(f'{width} alone', frame_width(here))
                xdotool('key', '--window', here, 'F9')
                until(lambda: axis() == with_details, 'details')


def zoomed():
    found = find(name='Time cursor; zoomed to')
    return found and found.name.split('zoomed to ')[1]


def column(x, y):
    """Whether there is a line at a place that is empty to both sides."""
    picture = Picture(x - 4, y, 9, 1)
    return picture.at(x, y) != picture.at(x - 3, y) and picture.at(x - 3, y) == picture.at(x + 3, y)


def is_plain(x, y):
    picture = Picture(x - 4, y, 9, 1)
    return len({tuple(picture.at(x + i, y)) for i in range(-3, 4)}) == 1


def test_one_time():
    """The pointer's time, a drag, zoom and pan are those of tracks and charts together."""
    with Fulgens(ladder()):
        here = window('ladder.json')
        xdotool('windowsize', '--sync', here, 1280, 840)
        until(focused_row, 'a focused row')
        left, width = axis()
        track = extents(find('image', 'Activity of Main')).y - 4   # nothing is drawn above the graph
        at = left + 9 * width // 10
        for title, number in CHARTS.items():
            if title == 'Flame Graph':
                continue
            xdotool('key', '--window', here, f'alt+{number}')
            until(lambda: is_shown(title), title)
            # Between boxes and texts.
            below = extents(find('push button', 'Zoom in', 'visible')).y + 290
            y = until(lambda: next((y for y in range(below, below + 40) if is_plain(at, y)), None), 'a plain place')
            # One line, both ways.
            xdotool('mousemove', at, y)
            until(lambda: column(at, track), f'a line over the tracks from {title}')
            xdotool('mousemove', left - 40, y)
            until(lambda: not column(at, track), 'no line')
            if title != 'Stack Chart':
                xdotool('mousemove', at, track)
                until(lambda: column(at, y), f'a line in {title}')

            # The same drag.
            xdotool('mousemove', left + width // 10, y, 'mousedown', 1)
            for step in range(1, 9):
                xdotool('mousemove', left + width // 10 + step * width // 40, y)
            xdotool('mouseup', 1)
            until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
            until(lambda: any(re.fullmatch('(199|200|201) ms', text) for text in labels()), '200 ms')
            xdotool('key', '--window', here, 'Escape')
            until(lambda: not find('push button', 'Zoom into this range', 'visible'), 'no range')

            # The wheel over the one and over the other, and a pan.
            xdotool('mousemove', left + width // 2, y)
            wheel(2, 4, 'ctrl')
            shown = until(zoomed, 'a zoom')
            xdotool('mousemove', left + width // 2, track)
            wheel(2, 4, 'ctrl')
            shown = until(lambda: (lambda now: now != shown and now)(zoomed()), 'another zoom')
            for held, button in (('shift', 1), (None, 2)):
                if held:
                    xdotool('keydown', held)
                xdotool('mousemove', left + width // 2, y, 'mousedown', button)
                for step in range(1, 5):
                    xdotool('mousemove', left + width // 2 + step * 20, y)
                xdotool('mouseup', button)
                if held:
                    xdotool('keyup', held)
                shown = until(lambda: (lambda now: now != shown and now)(zoomed()), 'another place')
            assert not find('push button', 'Zoom into this range', 'visible')
            wheel(20, 5, 'ctrl')
            until(lambda: not zoomed(), 'all of the time')


def test_range_by_pointer():
    """The grip in the ruler moves the range, Escape clears it from anywhere; a right click is about what is there."""
    with Fulgens('--view', view_file(panel='marker-chart', thread=0), ladder()):
        here = window('ladder.json')
        xdotool('windowsize', '--sync', here, 1280, 840)
        node = until(lambda: chart('Marker Chart'), 'the chart')
        left, width = axis()
        frame = frame_width(here)
        bar = extents(find('push button', 'Zoom in', 'visible'))
        track = extents(find('list item', 'Main')).y + frame
        zoom = 'Zoom into this range'

        def has_edge(x):
            """The line is between pixels."""
            picture = Picture(x - 2, track + 3, 5, 1)
            return any(sum(abs(a - b) for a, b in zip(picture.at(picture.x + i, picture.y), (0x35, 0x84, 0xe4))) < 120
                       for i in range(5))

        def drag(y, start, stop):
            xdotool('mousemove', start, y, 'mousedown', 1)
            for step in range(1, 11):
                xdotool('mousemove', start + step * (stop - start) // 10, y)
            xdotool('mouseup', 1)
        begin = left + frame + width // 10
        drag(track + 10, begin, begin + 200)
        until(lambda: find('push button', zoom, 'visible'), 'a range')
        until(lambda: has_edge(begin) and has_edge(begin + 200), 'its edges')
        drag(track - 8, begin + 60, begin + 160)
        until(lambda: has_edge(begin + 100) and has_edge(begin + 300) and not has_edge(begin), 'the range moved')
        drag(bar.y + 300, begin + 300, begin + 350)
        until(lambda: has_edge(begin + 100) and has_edge(begin + 350), 'an edge moved in the chart')

        click(find('push button', 'Tracks 2 of 2') or find(name='Tracks 2 of 2'))
        until(lambda: find('push button', 'Show All', 'visible') or soon(lambda: True, 1), 'the tracks')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'Escape')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('push button', zoom, 'visible'), 'no range')

        # Nothing is at the end of the time, and something in its middle.
        x, y = find_box(node, bar)
        name = chart('Marker Chart').name
        xdotool('mousemove', left + frame + 9 * width // 10, y, 'click', 3)
        assert not soon(lambda: find('menu item', state='visible'), 1), 'a menu of nothing'
        xdotool('mousemove', x, y, 'click', 3)
        until(lambda: find('menu item', 'Set Range to This Marker', 'visible'), 'the menu')
        until(lambda: chart('Marker Chart: ') and chart('Marker Chart').name != name, 'the marker there selected')


def test_large_text():
    """Ruler, tracks and rows of charts grow with the text."""
    heights = {}
    for size in (10, 15, 20):
        with Fulgens(ladder(), XDG_CONFIG_HOME=settings(font_name=f'Sans {size}')):
            here = window('ladder.json')
            xdotool('windowsize', '--sync', here, 1280, 840)
            until(focused_row, 'a focused row')
            menu = extents(find(name='Tracks 2 of 2'))
            track = extents(find('image', 'Activity of Main'))
            heights[size] = {'ruler': track.y - menu.y}
            for title, number in CHARTS.items():
                xdotool('key', '--window', here, f'alt+{number}')
                until(lambda: is_shown(title), title)
                heights[size][title] = steady(lambda: extents(chart(title)).height)
    for what, height in heights[10].items():
        for size in (15, 20):
            assert heights[size][what] > 0.8 * size / 10 * height, (what, size, heights)


def measure_tracks():
    """Where the panel begins, and the upper and lower edges of tracks."""
    bar = extents(find('push button', 'Call Tree')).y
    boxes = [extents(node) for node in nodes(until(lambda: find('panel', 'Tracks'), 'the tracks'))
             if node.role == 'list item' and node.has('visible')]
    return bar, sorted((box.y, box.y + box.height) for box in boxes)


def seen_tracks(height):
    """Those that are in sight, of which none is cut by the panel; the bar has a margin."""
    bar, tracks = steady(measure_tracks)
    seen = [(top, bottom) for top, bottom in tracks if top < bar - 6]
    margin = bar - seen[-1][1]
    assert 0 <= margin < 12, (height, bar, tracks)
    return seen, tracks, margin


def test_time_line_height():
    """The time line has as many whole tracks as are in its share of the window, and no room without tracks."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        n_whole = {}
        for height in (600, 840, 1500):
            xdotool('windowsize', '--sync', here, 1280, height)
            seen, tracks, margin = seen_tracks(height)
            n_whole[height] = len(seen)
        assert n_whole[600] < n_whole[1500] == len(tracks), (n_whole, tracks)
    # Likewise where the selected one is scrolled to.
    profile = json.loads(gzip.decompress((fixture.parent / 'synth-shared70.json.gz').read_bytes()))
    profile['meta']['initialSelectedThreads'] = [4]
    path = scratch / 'last.json'
    path.write_text(json.dumps(profile))
    with Fulgens(path):
        window('last.json')
        until(focused_row, 'a focused row')
        top = tracks[0][0]
        bar, tracks = steady(measure_tracks)   # which GTK may give as if nothing was scrolled
        whole = [tracks[-1][1] - top for top, bottom in tracks]
        assert bar - margin - top in whole[1:], (bar, margin, top, whole)


def test_requests():
    """Rows say what came back, failed ones by icon and colour; the details say what the tooltip does."""
    with Fulgens('--view', view_file(panel='network', thread=0), ladder()):
        here = window('ladder.json')
        xdotool('windowsize', '--sync', here, 1280, 840)
        node = until(lambda: chart('Network'), 'the chart')
        until(lambda: '40 requests' in labels(), 'its rows')
        bar = extents(find('push button', 'Zoom in', 'visible'))
        left, width = axis()
        frame = frame_width(here)
        box = steady(lambda: extents(node))
        row = box.height // N_REQUESTS

        def pixels(number, x, count):
            """Those of a row of the chart."""
            picture = Picture(x, box.y + frame + number * row, count, row - 1)
            return [picture.at(picture.x + i, picture.y + j) for j in range(row - 1) for i in range(count)]

        def n_red(number):
            return sum(red - max(green, blue) > 60 for red, green, blue in pixels(number, frame + 8, left - 20))
        until(lambda: n_red(4) > 60 and n_red(9) > 60, 'failed requests in red')
        assert n_red(0) == 0 == n_red(5), (n_red(0), n_red(5))
        after = left + frame + 3 * width // 4 + 12
        assert any(max(pixel) < 180 for pixel in pixels(0, after, 120)), 'no text after the bar'

        xdotool('mousemove', left + width // 2, box.y + frame + 4 * row + row // 2)
        tip = until(lambda: find('tool tip', state='visible'), 'a tooltip')
        said = [label.name for label in nodes(tip) if label.role == 'label' and label.name]
        said = said[said.index('Status'):]
        xdotool('click', 1)
        until(lambda: chart('Network: Load 4'), 'the request selected')
        xdotool('mousemove', left + width // 2, 40)
        until(lambda: not find('tool tip', state='visible'), 'no tooltip')
        until(lambda: set(said) <= set(labels()) and 'Phases' in labels(), f'{said} in the details')
        assert '404' in said and '280\u00a0ms' in said and 'HTTP response' in said, said
        assert find('toggle button', 'Raw Fields') or find(name='Raw Fields'), 'no raw fields'


def test_notes_are_seen():
    """A flag in the ruler, a dot on a box, a number on the button; commands without a target are off."""
    def command(name):
        return until(lambda: find('push button', name, 'visible'), name)

    def is_on(node):
        return node.has('sensitive')

    with Fulgens('--view', view_file(panel='marker-chart', thread=0), ladder('noted.json')):
        here = window('noted.json')
        xdotool('windowsize', '--sync', here, 1280, 840)
        node = until(lambda: chart('Marker Chart'), 'the chart')
        left, width = axis()
        frame = frame_width(here)
        bar = extents(find('push button', 'Zoom in', 'visible'))
        lane = extents(find('list item', 'Main')).y + frame - 6
        drag_from = left + frame + width // 10
        blue = (0x35, 0x84, 0xe4)

        def is_blue(x, y):
            return sum(abs(a - b) for a, b in zip(Picture(x, y, 1, 1).at(x, y), blue)) < 30

        button = until(lambda: find('push button', 'Notes') or find('toggle button', 'Notes'), 'the button')
        steady(lambda: (lambda at: (at.x, at.y))(extents(button)))
        click(button)
        assert not is_on(command('Add Note on the Selected Marker')), 'a note on no marker'
        assert not is_on(command('Export Notes')), 'no notes to export'
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('push button', 'Export Notes', 'visible'), 'no list')

        assert not is_blue(drag_from, lane)
        xdotool('mousemove', drag_from, bar.y + 300, 'mousedown', 1)
        for step in range(1, 9):
            xdotool('mousemove', drag_from + step * width // 80, bar.y + 300)
        xdotool('mouseup', 1)
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
        xdotool('key', '--window', here, 'ctrl+d')
        until(lambda: find(name='Name of the note', state='visible'), 'the editor')
        until(lambda: any('noted.json.fulgens-notes.json' in text for text in labels()), 'where notes are kept')
        time.sleep(0.3)
        xdotool('key', '--window', here, 'ctrl+a')
        xdotool('type', '--window', here, 'slow here')
        xdotool('key', '--window', here, 'Return')
        time.sleep(0.3)
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('push button', 'Export Notes', 'visible'), 'no list')
        until(lambda: '1' in labels(), 'a number on the button')

        def has_no_range():
            # The first one may take away the toast.
            xdotool('key', '--window', here, 'Escape')
            return soon(lambda: not find('push button', 'Zoom into this range', 'visible'), 1)
        until(has_no_range, 'no range')
        until(lambda: is_blue(drag_from, lane), 'a flag')
        title = Picture(drag_from + 10, lane - 8, 60, 14)
        assert any(max(title.at(title.x + i, title.y + j)) < 170 for i in range(60) for j in range(14)), 'no title'

        x, y = find_box(node, bar)
        xdotool('mousemove', x, y, 'click', 1)
        until(lambda: chart('Marker Chart: '), 'a marker')
        quarter = left + frame + width // 4
        dots = lambda: sum(is_blue(quarter + dx, y + dy) for dx in (0, 1) for dy in range(-14, 8, 2))   # noqa: E731
        assert dots() == 0
        xdotool('key', '--window', here, 'ctrl+d')
        until(lambda: find(name='Name of the note', state='visible'), 'the editor')
        time.sleep(0.3)
        xdotool('key', '--window', here, 'Return')
        time.sleep(0.3)
        xdotool('key', '--window', here, 'Escape')
        xdotool('mousemove', left + width // 2, 40)
        until(lambda: '2' in labels(), 'another number on the button')
        until(dots, 'a dot on the box')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
