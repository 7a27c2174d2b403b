#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts and time line, driven by pointer and keys. Prints TAP."""

import json
import subprocess
import sys
import time

import pyatspi

from person import *

LENGTH = 1000   # ms of ladder()
DEPTH = 60
N_REQUESTS = 40
CHARTS = {'Flame Graph': 3, 'Stack Chart': 4, 'Marker Chart': 5, 'Network': 7}


def ladder(name='ladder.json', length=LENGTH):
    """A profile of one thread: a sample each ms for so many ms, a stack of DEPTH functions but in the middle half; DEPTH
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
        'samples': {'stack': [half if start <= i < end else DEPTH - 1 for i in range(length + 1)],
                    'time': list(range(length + 1)), 'weight': None, 'weightType': 'samples', 'length': length + 1},
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
    found = [node for node in nodes(application()) if node.getRoleName() == 'image' and title in (node.name or '')]
    return max(found, key=lambda node: extents(node).height, default=None)


def wheel(times, button, *held):
    """Turns the wheel where the pointer is, with keys held."""
    for key in held:
        xdotool('keydown', key)
    xdotool('click', '--repeat', times, '--delay', 10, button)
    for key in held:
        xdotool('keyup', key)


def steady(value):
    """value() once it does not change any more."""
    last = [None]

    def is_same():
        before, last[0] = last[0], value()
        time.sleep(0.05)
        return last[0] is not None and before == last[0]
    until(is_same, 'a value that stays')
    return last[0]


def top(node):
    """Where a chart begins in the window: above its panel if it is scrolled."""
    return steady(lambda: extents(node).y)


def has_focus(node):
    node.clearCache()
    return node.getState().contains(pyatspi.STATE_FOCUSED)


def is_shown(title):
    return find('push button', title, pyatspi.STATE_PRESSED)


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
            bar = extents(find('push button', 'Zoom in', pyatspi.STATE_VISIBLE))
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
            node.clearCache()
            assert node.name == selected, (node.name, selected)


class Picture:
    """What is on screen in a rectangle."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height
        self.bytes = subprocess.run(['import', '-window', 'root', '-crop', f'{width}x{height}+{x}+{y}', '-depth', '8',
                                     'rgb:-'], capture_output=True, check=True).stdout
        assert len(self.bytes) == width * height * 3, len(self.bytes)

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
    tip = until(lambda: find('tool tip', state=pyatspi.STATE_VISIBLE), 'a tooltip')
    under = [label.name for label in nodes(tip) if label.getRoleName() == 'label' and label.name]
    xdotool('click', 1)

    def is_selected():
        node.clearCache()
        name = node.name.split(': ', 1)[1]
        return any(name in text or text in name for text in under)
    until(is_selected, f'one of {under} selected')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
