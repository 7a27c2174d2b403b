# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the program as a person does, by pointer and keys, and reads what it
shows as assistive tools do. A module of scenarios imports all of it, defines
functions named test_…, and ends with run_tests (globals ()); it is run as

    with-display test-NAME.py FULGENS DRAG_SOURCE DEMO
"""

import contextlib
import gzip
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

import accessible
from gi.repository import GLib

FULGENS, DRAG_SOURCE, DEMO = sys.argv[1:4]
QUERY = Path(FULGENS).parents[1] / 'query' / 'fulgens-query'
# A registry of assistive tools that lost its client may take half a minute to answer the next one.
PATIENCE = int(os.environ.get('PATIENCE', 60))
NAME = 'org.fulgens.Fulgens'
scratch = Path(tempfile.mkdtemp())
fixture = Path(__file__).resolve().parents[1] / 'fixtures' / 'fx153-startup-small.processed70.json.gz'


# Of a sanitizer build: it keeps freed memory to see who uses it.
KEEPS_MEMORY = b'__asan_init' in Path(FULGENS).read_bytes()
# Without libsoup there is nothing about servers.
HAS_SERVERS = 'libsoup' not in subprocess.run([QUERY, 'symbolicate', '--symbols', 'http://example.org', fixture],
                                              capture_output=True, text=True, check=False).stderr


def as_recorded(path):
    """A copy whose symbols, which depend on the machine, are not looked up."""
    copy = scratch / path.name
    text = gzip.decompress(path.read_bytes()).replace(b'"symbolicated":false', b'"symbolicated":true')
    copy.write_bytes(gzip.compress(re.sub(rb'"meta": *{', b'"meta":{"presymbolicated":true,', text)))
    return copy


panels = ('Call Tree', 'Functions', 'Flame Graph', 'Stack Chart', 'Marker Chart', 'Marker Table', 'Network')
STARTUP, DEMO = as_recorded(fixture), as_recorded(Path(DEMO))
# Added to the environment of the viewer, it has its windows read from right to left.
RIGHT_TO_LEFT = {'LD_PRELOAD': str(Path(DRAG_SOURCE).resolve().parent / 'right-to-left.so')}
tree = None


def soon(condition, patience):
    """Polls until condition() is true, for so many seconds, and returns what it returned. At least two thirds of the time are the
    program's, which the reading of its tree holds up."""
    end = time.monotonic() + patience
    while (begin := time.monotonic()) < end:
        forget()
        try:
            value = condition()
        except Exception:   # the tree changes while it is read
            value = None
        forget()
        if value:
            return value
        time.sleep(max(0.05, 2 * (time.monotonic() - begin)))
    return None


def until(condition, what):
    value = soon(condition, PATIENCE)
    if not value:
        node = focus()
        focused = node and f'{node.role} {node.name}'
        print(f'focus: {focused}\nrows: {rows()}\nshown: {sorted(texts())}', file=sys.stderr)
        raise AssertionError(f'never: {what}')
    return value


def steady(value):
    """value() once it does not change any more."""
    last = [None]

    def is_same():
        before, last[0] = last[0], value()
        time.sleep(0.05)
        return last[0] is not None and before == last[0]
    until(is_same, 'a value that stays')
    return last[0]


def forget():
    """What is read from now on is as it is from now on."""
    if tree:
        tree.forget()


def xdotool(*args):
    forget()
    said = subprocess.run(['xdotool', *map(str, args)], capture_output=True, text=True, check=False).stdout.split()
    # A window that its key closes takes the release with it, and xdotool ends there: the key would stay down, and while one is the
    # registry of assistive tools asks the display for all keys, again and again: each takes half of a processor, and menus go unseen.
    if args[:2] == ('key', '--window'):
        subprocess.run(['xdotool', 'keyup', *args[3:]], capture_output=True, check=False)
    return said


def window(name):
    """The X window with this title, brought to the corner and focused."""
    found = until(lambda: xdotool('search', '--onlyvisible', '--name', name), f'window {name}')[0]
    xdotool('windowfocus', found)
    return found


def of_program(read):
    """What read() returns for the accessible tree of the program that runs, or None."""
    global tree
    try:
        if not tree or tree.pid != accessible.pid_of(NAME):
            tree = accessible.Tree(NAME)
        return read(tree)
    except (GLib.Error, StopIteration):   # there is no program yet, or it ends
        tree = None
        return None


def application():
    """The accessible tree of the program as it is now, or None."""
    return of_program(accessible.Tree.recent)


def focus():
    """The node with the focus."""
    return of_program(accessible.Tree.focus)


def nodes(root, leaves=()):
    """All nodes below root, but not those below the roles in leaves."""
    return root.all(leaves) if root else ()


def find(role=None, name=None, state=None, leaves=()):
    return of_program(lambda tree: tree.find(role, name, state, leaves))


def texts():
    return {node.name for node in nodes(application()) if node.name}


def labels():
    """Texts on screen."""
    return until(lambda: [node.name for node in nodes(application()) if node.role == 'label' and node.name
                          and node.has('visible')], 'texts')


def rows():
    # GTK keeps one for nothing.
    return [node.name for node in nodes(application()) if node.role == 'table row'
            and node.name != 'Column titles' and node.has('visible')]


def chips():
    """What takes a transform out; every panel has the same."""
    return sorted({node.name for node in nodes(application()) if node.role == 'push button' and node.name
                   and node.name.startswith('Remove “') and node.has('visible')})


def chart(title):
    return find('image', title)


def extents(node):
    return node.extents()


def click(node):
    """Moves the pointer, too, if it is there: what comes up or is left under one that rests does not know of it."""
    box = extents(node)
    x, y = box.x + box.width // 2, box.y + box.height // 2
    xdotool('mousemove', x + 2, y + 1, 'mousemove', x, y, 'click', 1)


def double_click():
    """At the speed of a hand; the last click was another one."""
    time.sleep(0.5)
    xdotool('click', 1)
    time.sleep(0.1)
    xdotool('click', 1)


def frame_width(here):
    """What GTK draws around the window where there is no window manager, px; places in the window begin after it."""
    def widths():
        """The only possible one, while the window does not change its size."""
        width = int(xdotool('getwindowgeometry', here)[-1].split('x')[0])
        return [frame for frame in [(width - extents(find('frame')).width) // 2] if 0 <= frame < 100]
    return until(widths, 'the frame of the window')[0]


def popups():
    """Boxes of the menus and popovers on screen, shadows included: (x, y, width, height) on the display."""
    found = []
    for window_id in xdotool('search', '--onlyvisible', '--class', 'fulgens'):
        shape = dict(line.split('=') for line in xdotool('getwindowgeometry', '--shell', window_id) if '=' in line)
        box = tuple(int(shape.get(key, 0)) for key in ('X', 'Y', 'WIDTH', 'HEIGHT'))
        if box[:2] != (0, 0) and box[2] > 1:
            found.append(box)
    return found


def picture(x, y, width, height):
    """A part of the display, in which windows are in the corner: three bytes a pixel."""
    with open(os.environ['FRAMEBUFFER'], 'rb') as screen:   # an X window dump, that the display paints into
        head = struct.unpack('>25I', screen.read(100))
        begin, line, n_colors = head[0], head[12], head[19]
        raw = b''
        for i in range(y, y + height):
            screen.seek(begin + 12 * n_colors + i * line + 4 * x)
            raw += screen.read(4 * width)
    pixels = bytearray(3 * width * height)
    for i in range(3):
        pixels[i::3] = raw[2 - i::4]
    return bytes(pixels)


def pixel(x, y):
    return tuple(picture(x, y, 1, 1))


def press(name):
    """Presses a button of this name, or with it in its own, in popovers too, where places are not those of the window."""
    def did_press():
        found = [node for node in nodes(application(), leaves=('table row',))
                 if node.role in ('push button', 'toggle button') and name in node.name and node.has('visible') and node.can_act]
        return any(node.act() for node in sorted(found, key=lambda node: node.name != name))
    until(did_press, name)


def show_panel(name):
    press(name)


def show_page(name):
    """Clicks on the tab of a page of the preferences."""
    def tab():
        return next((node for node in nodes(application()) if node.role == 'page tab' and node.name == name and extents(node).width > 0), None)
    steady(lambda: extents(tab()))
    click(tab())


class Fulgens:
    """A running viewer, which a warning of GTK or ours ends."""

    def __init__(self, *args, stderr=None, **environment):
        self.process = subprocess.Popen([FULGENS, *map(str, args)], stderr=stderr,
                                        env={**os.environ, 'G_DEBUG': 'fatal-warnings', **environment})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        status = self.process.poll()
        self.process.terminate()
        self.process.wait()
        assert status is None or status == 0, f'the viewer ended by itself with {status}'
        # The bus may still believe in it, and would send the next one's files there.
        until(lambda: not accessible.pid_of(NAME), 'the name is free')


def copy_of_demo(name):
    path = scratch / name
    path.write_bytes(Path(DEMO).read_bytes())
    return path


def view_file(**members):
    path = scratch / 'begin.json'
    path.write_text(json.dumps(members))
    return path


def settings(**values):
    """A folder of settings for GTK."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    (folder / 'gtk-4.0').mkdir()
    lines = [f'gtk-{name.replace("_", "-")}={value}' for name, value in values.items()]
    (folder / 'gtk-4.0' / 'settings.ini').write_text('\n'.join(['[Settings]', *lines, '']))
    return str(folder)


RECURSION = {
    'meta': {'version': 30, 'preprocessedProfileVersion': 70, 'interval': 1, 'startTime': 0, 'processType': 0,
             'product': 'Test', 'stackwalk': 1, 'debug': False,
             'categories': [{'name': 'Other', 'color': 'grey', 'subcategories': ['Other']}],
             'markerSchema': [{'name': 'UserTiming', 'display': ['marker-chart', 'marker-table'], 'chartLabel': '{marker.data.name}',
                               'fields': [{'key': 'name', 'label': 'Name', 'format': 'string'}]}]},
    'libs': [],
    # main → walk → walk → visit → walk → walk → leaf, and main → other
    'shared': {
        'stackTable': {'frame': [0, 1, 1, 2, 1, 1, 3, 4], 'prefixOffset': [0, 1, 1, 1, 1, 1, 1, 7], 'length': 8},
        'frameTable': {'address': [-1] * 5, 'inlineDepth': [0] * 5, 'category': [0] * 5, 'subcategory': [0] * 5,
                       'func': [0, 1, 2, 3, 4], 'nativeSymbol': [None] * 5, 'innerWindowID': [None] * 5,
                       'line': [None] * 5, 'column': [None] * 5, 'length': 5},
        'funcTable': {'name': [0, 1, 2, 3, 4], 'isJS': [False] * 5, 'relevantForJS': [False] * 5,
                      'resource': [-1] * 5, 'source': [None] * 5, 'lineNumber': [None] * 5,
                      'columnNumber': [None] * 5, 'length': 5},
        'resourceTable': {'length': 0, 'lib': [], 'name': [], 'host': [], 'type': []},
        'nativeSymbols': {'length': 0, 'libIndex': [], 'address': [], 'name': [], 'functionSize': []},
        'sources': {'length': 0, 'id': [], 'filename': [], 'startLine': [], 'startColumn': [], 'sourceMapURL': []},
        'stringArray': ['main', 'walk', 'visit', 'leaf', 'other', 'UserTiming'],
    },
    'threads': [{
        'name': 'Main', 'isMainThread': True, 'processType': 'default', 'pid': '1', 'tid': 1,
        'processStartupTime': 0, 'processShutdownTime': None, 'registerTime': 0, 'unregisterTime': None,
        'pausedRanges': [],
        'samples': {'stack': [6, 6, 6, 7], 'time': [0, 1, 2, 3], 'weight': None, 'weightType': 'samples',
                    'length': 4},
        'markers': {'data': [{'type': 'UserTiming', 'name': 'load'}, {'type': 'UserTiming', 'name': 'parse'},
                             {'type': 'UserTiming', 'name': 'paint'}],
                    'name': [5, 5, 5], 'startTime': [0, 0.5, 3], 'endTime': [2, 1.5, 3.5], 'phase': [1, 1, 1],
                    'category': [0, 0, 0], 'length': 3},
    }],
}


def recursion(**samples):
    """The profile above, perhaps with other samples."""
    path = scratch / 'recursion.json'
    thread = RECURSION['threads'][0]
    path.write_text(json.dumps({**RECURSION, 'threads': [{**thread, 'samples': {**thread['samples'], **samples}}]}))
    return path


def focused_row():
    node = focus()
    return node if node and node.role == 'table row' else None


def to_leaf(here):
    """Goes down the path that is open. Returns: its last row, which is selected then"""
    def level(node):
        return re.search(r'level \d+', node.description)[0]   # when it ran may be said later

    row = until(focused_row, 'a focused row')
    while 'expanded' in row.description:
        before = level(row)
        xdotool('key', '--window', here, 'Down')
        row = until(lambda: (lambda r: r if r and level(r) != before else None)(focused_row()), 'the next row')
    return row


def to_search(here):
    """Gives the search entry the focus, which the accessible tree does not tell: it is on no row then."""
    def left_rows():
        xdotool('key', '--window', here, 'ctrl+f')
        return soon(lambda: application() and not focused_row(), 2)
    until(left_rows, 'the search entry')


def to_rows(here):
    """Gives the selected row the focus, by way of the search."""
    def enter():
        to_search(here)
        xdotool('key', '--window', here, 'Return')
        return soon(focused_row, 5)   # there may be no rows yet
    return until(enter, 'a focused row')


def brush_tracks():
    """Drags over the second quarter of a graph."""
    box = extents(until(lambda: find(name='Activity of'), 'a graph'))
    y = box.y + box.height // 2
    xdotool('mousemove', box.x + box.width // 4, y, 'mousedown', 1)
    for step in range(1, 9):
        xdotool('mousemove', box.x + box.width // 4 + step * box.width // 32, y)
    xdotool('mouseup', 1)


def choose(here, bring_up, item, mnemonic, is_done):
    """Chooses an item of the menu that a key or a function brings up, until what the
    item does is done: keys are lost while a menu comes or goes."""
    def is_up():
        return find('menu item', item, 'visible')

    def is_chosen():
        if not is_up():
            if callable(bring_up):
                bring_up()
            else:
                xdotool('key', '--window', here, bring_up)
            if not soon(is_up, 2):
                return False
        time.sleep(0.3)
        xdotool('key', '--window', here, mnemonic)
        return soon(is_done, PATIENCE / 3)
    until(is_chosen, f'what {item} does')
    until(lambda: not is_up(), 'no menu')
    time.sleep(0.3)


def clipboard():
    """What another program gets that pastes."""
    return subprocess.run([DRAG_SOURCE, '--paste'], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout


@contextlib.contextmanager
def copied(text):
    """Another program has TEXT in the clipboard."""
    source = subprocess.Popen([DRAG_SOURCE, '--copy', text])
    try:
        until(lambda: clipboard() == text, 'the text in the clipboard')
        yield
    finally:
        source.terminate()
        source.wait()


def name_file(title, path):
    """Types a path into the file chooser of that title and accepts it."""
    window(title)
    time.sleep(1)
    xdotool('key', 'ctrl+a')
    xdotool('type', '--delay', 30, str(path))
    time.sleep(1)
    # Without the rest of a longer name that the entry may have added.
    xdotool('key', 'Delete', 'Return')
    soon(lambda: not xdotool('search', '--onlyvisible', '--name', title), 2)


def save_as(title, path):
    """Answers a file chooser of that title, and waits for the file."""
    name_file(title, path)
    until(lambda: path.exists() and path.stat().st_size > 0, f'{path.name} by {title}')


def drop(*uris, over=None):
    """Drags uris from a window of another program into the viewer's, and calls over() before they are dropped."""
    source = subprocess.Popen([DRAG_SOURCE, *uris])
    try:
        origin = window('drag source')
        xdotool('windowmove', origin, 1380, 760)
        time.sleep(0.5)
        xdotool('mousemove', 1480, 860, 'mousedown', 1)
        for x, y in ((1470, 850), (1400, 800), (1200, 700), (900, 600), (500, 500), (490, 490), (480, 480)):
            xdotool('mousemove', x, y)
            time.sleep(0.1)
        if over:
            over()
        xdotool('mouseup', 1)
        time.sleep(0.5)
    finally:
        source.terminate()
        source.wait()


def ask_firefox(path):
    """Has the dialog connect to a Firefox, and returns its window."""
    window('Fulgens')
    press('Live…')
    dialog = window('Follow a Capture')
    show_page('Other')
    entry = until(lambda: next((node for node in nodes(application()) if node.role in ('text', 'entry') and
                                'Address of Firefox' in node.name), None), 'the address')
    steady(lambda: extents(entry))
    click(entry)
    xdotool('key', '--window', dialog, 'ctrl+a')
    xdotool('type', '--window', dialog, path)
    xdotool('key', '--window', dialog, 'Return')
    return dialog


def is_good_name(name):
    """Whether it is none of a type, has no mnemonic, and is not the same twice."""
    words = name.split()
    return (name and not re.match('(Gtk|Adw|Ful)[A-Z]', name) and not re.search('(^|[^A-Za-z0-9])_[A-Za-z]', name)
            and not (len(words) > 1 and words[:len(words) // 2] == words[len(words) // 2:]))


def find_unnamed():
    """The controls on screen, and what else takes the focus, whose name says nothing: role, name, place. Not fillers, which
    pass the focus on to what they hold."""
    controls = ('push button', 'toggle button', 'check box', 'entry', 'image', 'combo box', 'list', 'list item', 'table',
                'tree table')
    found = set()
    for node in nodes(application(), leaves=('table row', 'combo box')):
        if (node.role in controls or node.has('focusable') and node.role != 'filler') and not is_good_name(node.name):
            try:
                box = extents(node)
            except GLib.Error:   # gone meanwhile
                continue
            if box.height > 0:
                found.add((node.role, node.name, *box))
    return found


def size_of_png(path):
    head = path.read_bytes()[:24]
    assert head[:8] == b'\x89PNG\r\n\x1a\n'
    return int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:24], 'big')


def run_tests(scenarios):
    """Runs the functions named test_…, as ONLY and PART of the environment say. Returns the status to exit with."""
    tests = [(name[5:], run) for name, run in scenarios.items() if name.startswith('test_')]
    only = os.environ.get('ONLY')
    part, n_parts = (int(number) for number in os.environ.get('PART', '1/1').split('/'))
    tests = [(name, run) for name, run in tests[part - 1::n_parts] if not only or re.search(only, name)]
    print(f'1..{len(tests)}')
    failed = 0
    for number, (name, run) in enumerate(tests, 1):
        begin = time.monotonic()
        try:
            run()
            print(f'# {time.monotonic() - begin:.0f} s')
            print(f'ok {number} {name}', flush=True)
        except Exception as error:
            failed += 1
            print(f'not ok {number} {name} # {type(error).__name__}: {error}', flush=True)
            print(f'{name}: {traceback.format_exc()}', file=sys.stderr, flush=True)
    return 1 if failed else 0
