#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The overview, by pointer and keys. Prints TAP."""

import sys
from pathlib import Path

from person import *


def line(text):
    """The line of the overview that begins so, or of the side bar."""
    return next((node for node in nodes(application(), leaves=('table row',)) if node.role in ('push button', 'list item') and
                 node.name.startswith(text) and node.has('visible') and node.has('focusable')), None)


def is_shown(panel):
    return find('push button', panel, 'pressed')


def has_focus(text):
    node = focus()
    return node and node.name.startswith(text)


def selected_rows():
    """Of all panels, also those that are not on screen."""
    return [node.name for node in nodes(application()) if node.role == 'table row' and node.has('selected')]


def crumb(length):
    """The range bar ends with a range that is so long."""
    return next((node for node in nodes(application()) if node.role == 'push button' and node.name == length and node.has('visible')),
                None)


def selected_track(name):
    return next((node for node in nodes(application()) if node.role == 'list item' and node.name == name and node.has('selected')), None)


FIRST = 'Parent Process did not respond for 253 ms at 357 ms; 82.8 ms of it'
BUSY = 'Parent Process was busy for 781 ms of 1.43 s'

# Of each list a line, the panel that it leads to, and what else is there then.
LINES = (
    (FIRST, 'Call Tree', lambda: crumb('253 ms') and selected_track('Parent Process')),
    (BUSY, 'Call Tree', lambda: selected_track('Parent Process')),
    ('Thread WebExtensions was busy', 'Call Tree', lambda: selected_track('WebExtensions')),
    ('Function Minor GC itself', 'Functions', lambda: 'Minor GC' in selected_rows()),
    ('WebExtensions did not respond for 62.8 ms', 'Call Tree', lambda: crumb('62.8 ms') and selected_track('WebExtensions')),
    ('DOM: 172 ms', 'Call Tree', lambda: any('DOM' in chip for chip in chips())),
    ('libxul.so: 637 ms', 'Call Tree', lambda: any('libxul.so' in chip for chip in chips()) and 'libxul.so' in selected_rows()),
    ('32 markers ScriptExecution', 'Marker Table', lambda: crumb('58.7 ms') and 'ScriptExecution' in selected_rows()),
    ('Request of http://127.0.0.1:8123/small.html', 'Network', lambda: has_focus('Network: Load 5: http')),
    ('small.html: load 98.4 ms', 'Call Tree', lambda: crumb('98.4 ms')),
)


def begin():
    here = window('demo.json.gz')
    until(lambda: has_focus(FIRST), 'the first finding')
    return here


def undo(here, text):
    """Back to the overview as it was, by one key."""
    xdotool('key', '--window', here, 'ctrl+z')
    until(lambda: is_shown('Overview') and line(text), f'the overview after {text}')
    until(lambda: selected_track('WebExtensions') and not any(crumb(f'{length} ms') for length in ('253', '62.8', '58.7', '98.4')),
          f'the view before {text}')


def test_lines_by_pointer():
    """A click leads to what the line is about, and Undo back."""
    with Fulgens(DEMO):
        here = begin()
        for text, panel, is_there in LINES:
            steady(lambda: extents(line(text)))
            reveal(here, text)
            click(line(text))
            until(lambda: is_shown(panel) and is_there(), f'{panel} of {text}')
            undo(here, text)


def reveal(here, text):
    """Scrolls to a line by the focus, which goes from list to list with Tab, and with arrows in one."""
    for _ in range(60):
        if has_focus(text):
            return
        node = focus()
        mates = [mate.name for mate in nodes(of_program(lambda tree: tree.recent())) if mate.name.startswith(text)]
        assert mates, text
        arrow = 'Right' if ': ' in text else 'Down'   # words of a legend are in lines
        xdotool('key', '--window', here, arrow if node and in_same_list(node.name, text) else 'Tab')
        time.sleep(0.2)
    raise AssertionError(f'never: the focus on {text}')


def in_same_list(name, text):
    """Whether the line with the focus is before the other one in its list."""
    for group in nodes(application()):
        lines = [child.name for child in group.children if child.role == 'push button']
        if name in lines and any(other.startswith(text) for other in lines[lines.index(name) + 1:]):
            return True
    return False


def test_lines_by_keys():
    """Tab goes from list to list, arrows within one, Enter follows, and the focus comes back."""
    with Fulgens(DEMO):
        here = begin()
        for text, panel, is_there in LINES:
            reveal(here, text)
            xdotool('key', '--window', here, 'Return')
            until(lambda: is_shown(panel) and is_there(), f'{panel} of {text}')
            undo(here, text)
            if text[0].isupper():   # a line of the panel, not of the side bar
                until(lambda: has_focus(text), f'the focus on {text}')


STOPS = ('Find Symbols', 'Thread Parent Process', 'Function ChromeUtils', 'Parent Process did not respond for 253 ms at 357 ms: busy',
         'JavaScript: ', 'libxul.so: ', '283 markers', 'Request of', 'small.html', 'Copy as Markdown')


def test_tab_order():
    """One stop a list, in the order of reading; a list remembers where one was."""
    with Fulgens(DEMO):
        here = begin()
        for text in STOPS:
            xdotool('key', '--window', here, 'Tab')
            until(lambda: has_focus(text), text)
        for text in reversed(STOPS[:-1]):
            xdotool('key', '--window', here, 'shift+Tab')
            until(lambda: has_focus(text), text)
        xdotool('key', '--window', here, 'Tab', 'Down')
        until(lambda: has_focus('Thread WebExtensions'), 'the second thread')
        xdotool('key', '--window', here, 'Tab', 'shift+Tab')
        until(lambda: has_focus('Thread WebExtensions'), 'the same thread')
        for key, text in (('Tab', 'Function '), ('Tab', 'Parent Process did'), ('Tab', 'JavaScript: '), ('Right', 'Other: '),
                          ('Left', 'JavaScript: ')):
            xdotool('key', '--window', here, key)
            until(lambda: has_focus(text), text)


def test_names():
    """What takes the focus has a name, in a sentence."""
    with Fulgens(DEMO):
        begin()
        assert not find_unnamed(), find_unnamed()


def test_copy():
    """The text is that of the query tool."""
    with Fulgens(DEMO):
        begin()
        press('Copy as Markdown')
        copied_text = until(clipboard, 'a text')
        expected = subprocess.run([QUERY, 'overview', '--markdown', DEMO], capture_output=True, text=True, check=True).stdout
        assert copied_text.strip().split('\n')[1:] == expected.strip().split('\n')[1:], copied_text


def test_range():
    """It is of the committed range; search and transforms do not count, and it says so."""
    with Fulgens(DEMO):
        here = begin()
        brush_tracks()
        xdotool('key', '--window', here, 'z')
        until(lambda: line('Parent Process was busy for ') and not line(BUSY), 'another overview')
        xdotool('key', '--window', here, 'BackSpace')
        until(lambda: line(BUSY), 'that of the whole profile')
        press('Call Tree')
        until(lambda: is_shown('Call Tree') and focused_row(), 'the tree')
        to_search(here)
        xdotool('type', '--window', here, 'xul')
        press('Overview')
        until(lambda: 'Search and transforms do not count here.' in texts(), 'the note')
        assert line(BUSY)


def test_without_samples():
    """It says so, and has what there is."""
    with Fulgens(recursion(stack=[], time=[], length=0)):
        window('recursion.json')
        until(lambda: 'There are no samples.' in texts(), 'the warning')
        assert line('Nothing was busy: 1 thread, 0 samples.')
        assert line('3 markers UserTiming')


def test_recorders():
    """A profile without samples, or in which all were idle, leads to what records on this computer; a range of one to all of it."""
    folder = scratch / 'programs'
    folder.mkdir()
    (folder / 'perf').write_text('#!/bin/sh\necho perf version 6.1.187\n')
    (folder / 'perf').chmod(0o755)
    path = f'{folder}:{os.environ["PATH"]}'

    def copy():
        """A button on screen: the start page has some, too."""
        return next((node for node in nodes(application()) if node.role == 'push button' and node.name == 'Copy' and extents(node).width > 0), None)

    with Fulgens(recursion(stack=[], time=[], length=0), PATH=path):
        window('recursion.json')
        until(lambda: {'No Samples Recorded', 'perf 6.1.187'} <= set(texts()), 'the recorders')
        steady(lambda: copy() and extents(copy()))
        click(copy())
        until(lambda: clipboard() == 'perf record -F 999 --call-graph dwarf -o out.perf.data -- PROGRAM', 'the command for perf')

    profile = json.loads(recursion().read_text())
    profile['meta']['categories'].append({'name': 'Idle', 'color': 'transparent', 'subcategories': ['Other']})
    profile['shared']['frameTable']['category'] = [1] * len(profile['shared']['frameTable']['category'])
    idle = scratch / 'idle.json'
    idle.write_text(json.dumps(profile))
    with Fulgens(idle, PATH=path):
        here = window('idle.json')
        until(lambda: {'Nothing Was Busy', 'perf 6.1.187'} <= set(texts()), 'the recorders')
        until(lambda: has_focus('Nothing was busy'), 'the finding')
        xdotool('key', '--window', here, 'Menu')   # it leads nowhere
        assert not soon(lambda: find('menu item', state='visible'), 1), 'a menu of nothing'
        brush_tracks()
        xdotool('key', '--window', here, 'z')
        until(lambda: {'Nothing Was Busy in This Range'} <= set(texts()), 'the range')
        assert 'perf 6.1.187' not in texts()
        press('Show Full Range')
        until(lambda: 'Nothing Was Busy' in texts(), 'all of it')

    with Fulgens(DEMO):
        begin()
        assert not {'Nothing Was Busy', 'No Samples Recorded'} & set(texts())


def test_side_bar():
    """It is as wide beside each panel, whatever is in it, so that the tracks stay where they are."""
    with Fulgens(DEMO):
        here = begin()
        widths = {}
        for keys, panel in [('alt+0', 'Overview')] + [(f'alt+{i + 1}', panel) for i, panel in enumerate(panels)]:
            xdotool('key', '--window', here, keys)
            until(lambda: is_shown(panel) and focus(), panel)
            xdotool('key', '--window', here, 'Down')   # there is a selection to tell about
            widths[panel] = steady(lambda: extents(find('list item', 'Parent Process')).width)
        assert len(set(widths.values())) == 1 and widths['Overview'] > 300, widths


def test_waits():
    """Of a recording of ours: the longest first, and each leads to its time."""
    profile = json.loads(recursion(stack=[6, 6, 7, 7, 6], time=[0, 1, 2, 52, 53], length=5).read_text())
    samples = profile['threads'][0]['samples']
    samples |= {'weight': [1, 1, 1, 50, 1], 'threadCPUDelta': [1e6, 1e6, 0, 0, 1e6]}
    profile['meta'] |= {'importedFrom': 'Fulgens 0.1.0', 'sampleUnits': {'time': 'ms', 'eventDelay': 'ms', 'threadCPUDelta': 'ns'}}
    profile['meta']['categories'].append({'name': 'Idle', 'color': 'transparent', 'subcategories': ['Other']})
    profile['shared']['frameTable']['category'][4] = 1   # the frame of "other"
    path = scratch / 'waits.json'
    path.write_text(json.dumps(profile))
    with Fulgens(path):
        here = window('waits.json')
        click(until(lambda: line('Main waited for 50 ms at 2 ms: other'), 'the wait'))
        until(lambda: is_shown('Call Tree') and crumb('50.0 ms') and 'other' in selected_rows(), 'where it waits')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: is_shown('Overview') and line('Main waited'), 'the overview')


def test_of_a_capture():
    """It says that there will be more, and gets that."""
    n = 40000
    thread = RECURSION['threads'][0]
    thread = {**thread, 'samples': {'stack': [(6, 6, 3, 7)[i % 4] for i in range(n)], 'time': list(range(n)), 'weight': None,
                                    'weightType': 'samples', 'length': n}}
    profile = scratch / 'growing.json'
    profile.write_text(json.dumps({**RECURSION, 'threads': [thread]}))
    replay = subprocess.Popen([Path(FULGENS).parents[2] / 'tests' / 'serve' / 'fulgens-replay', profile, '--socket',
                               scratch / 'growing.sock'], stdout=subprocess.PIPE, text=True)
    try:
        assert 'listening' in replay.stdout.readline()
        with Fulgens('--live', scratch / 'growing.sock', XDG_STATE_HOME=str(scratch / 'received')):
            window('growing|replay')
            first = until(lambda: line('The program was busy for ').name, 'a finding')
            assert 'So far' in texts()
            until(lambda: line('The program was busy for ').name != first, 'another finding')
            replay.kill()
            until(lambda: 'So far' not in texts(), 'the end')
    finally:
        replay.kill()
        replay.wait()


def test_setting():
    """The panel that a profile opens with."""
    with Fulgens(DEMO):
        here = begin()
        xdotool('key', '--window', here, 'ctrl+comma')
        window('Preferences')
        until(lambda: 'Open With' in texts(), 'the choice')
        xdotool('key', 'Escape')
        window('demo.json.gz')
        for key, panel in (('alt+1', 'Call Tree'), ('alt+0', 'Overview'), ('alt+7', 'Network'), ('alt+0', 'Overview')):
            xdotool('key', '--window', here, key)
            until(lambda: is_shown(panel), panel)


def test_right_to_left():
    """Figures and addresses are not turned round: they begin with a mark where they have no letter. Time runs as in the tracks."""
    def neutral():
        return [name for name in labels() if re.search(r'\d', name) and not re.search(r'[^\W\d_]', name) and re.search(r'[ .(]', name)]

    with Fulgens(DEMO, **RIGHT_TO_LEFT):
        here = begin()
        assert {'\u200e69 %', '\u200e127.0.0.1'} <= set(neutral()), neutral()
        assert line(FIRST)   # a sentence has letters
        xdotool('key', '--window', here, 'alt+1')
        until(focused_row, 'the tree')
        edges = until(lambda: [node for node in nodes(application()) if node.role == 'label' and node.name in ('0', '1.433 s')
                               and extents(node).y > 200 and extents(node).height > 0], 'the times of the strip')
        first, last = (next(extents(node) for node in edges if node.name == name) for name in ('0', '1.433 s'))
        assert first.y == last.y and first.x < last.x, edges


def overlap(box, other):
    return (box[0] < other[0] + other[2] and other[0] < box[0] + box[2] and
            box[1] < other[1] + other[3] and other[1] < box[1] + box[3])


def test_tooltips():
    """One is not over the row that it is about, and there is none while a menu is open."""
    with Fulgens(DEMO):
        here = begin()

        def hover(find_row):
            """Rests on the name in a row, which is after its figures. Returns: the box of the row, on the display"""
            box = steady(lambda: extents(find_row()))
            for i in range(4):
                xdotool('mousemove', box.x + 260 + i, box.y + box.height // 2)
                time.sleep(0.1)
            time.sleep(1.5)
            return box

        row = hover(lambda: line('Function Minor GC itself'))
        tips = until(popups, 'a tooltip')
        assert len(tips) == 1 and not overlap(tips[0], row), (tips, row)

        xdotool('key', '--window', here, 'alt+1')
        until(focused_row, 'the tree')
        row = hover(lambda: next(node for node in nodes(application()) if node.role == 'table row' and 'XRE_InitChildProcess' in node.name
                                 and extents(node).height > 0))
        xdotool('mousemove', row.x + row.width // 2, row.y + row.height // 2, 'click', 3)
        menu = until(lambda: find('menu item', None, 'visible') and popups(), 'the menu')
        for y in (row.y - 30, row.y + 10, row.y + 60):
            xdotool('mousemove', row.x + 420, y)
            time.sleep(1)
            assert popups() == menu, (popups(), menu)
        xdotool('key', 'Escape')


def test_own_code():
    """What the preferences say is the user's own code: a library is, and a home folder is not."""
    path, folder = scratch / 'two.perf.txt', Path(settings())
    frames = '\t7f0022345678 draw (/opt/tool/libgtk-4.so.1)\n\t7f0012345678 main (/home/me/words)\n'
    path.write_text(''.join(f'p 1 {1 + i / 1000:.6f}: cycles:\n{frames}\n' for i in range(300)))
    stored = folder / 'glib-2.0' / 'settings' / 'keyfile'
    stored.parent.mkdir(parents=True)
    for patterns, own in (([], 'main'), (['*libgtk*', '!/home/*'], 'draw')):
        stored.write_text(f'[org/fulgens/Fulgens]\nown-code={patterns}\nopen-with=\'overview\'\n')
        with Fulgens(path, GSETTINGS_BACKEND='keyfile', XDG_CONFIG_HOME=str(folder)):
            window('two.perf.txt')
            until(lambda: line(f'Own function {own} with'), f'own code {own}')


def test_own_library():
    """The menu of a row says whose code a library is, which counts at once and is in the preferences; menus of functions do, too."""
    path = scratch / 'library.perf.txt'
    frames = '\t7f0022345678 draw (/opt/tool/libgtk-4.so.1)\n\t7f0012345678 main (/home/me/words)\n'
    path.write_text(''.join(f'p 1 1 {1 + i / 1000:.6f}: cycles:\n{frames}\n' for i in range(300)))

    def menu(here, text):
        reveal(here, text)
        box = steady(lambda: extents(line(text)))
        xdotool('mousemove', box.x + box.width // 3, box.y + box.height // 2, 'click', 3)

    draws = 'The program was busy for 300 ms of 300 ms; 100 % of it in draw'   # all is own code then: there is no list of it
    with Fulgens(path):
        here = window('library.perf.txt')
        until(lambda: line('Own function main with'), 'own code')
        choose(here, lambda: menu(here, 'Function draw itself'), 'This Library Is My Own Code', 'l', lambda: line(draws))
        until(lambda: '/opt/tool/libgtk-4.so.1 is your own code from now on' in texts(), 'what it says')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: is_shown('Call Tree') and focused_row(), 'the tree')
        xdotool('key', '--window', here, 'End')
        until(lambda: focused_row() and 'draw' in focused_row().name, 'its row')
        choose(here, 'Menu', 'This Library Is Not My Own Code', 'l',
               lambda: '/opt/tool/libgtk-4.so.1 is not your own code from now on' in texts())
        xdotool('key', '--window', here, 'alt+0')
        until(lambda: line('Own function main with') and not line(draws), 'own code as before')
        choose(here, lambda: (reveal(here, '/opt/tool/libgtk-4.so.1: '), xdotool('key', '--window', here, 'Menu')),
               'This Library Is My Own Code', 'l', lambda: line(draws))


def test_finding_of_a_tour():
    """A finding is a step of the tour that shows what it is about; the overview stays where it is."""
    path = copy_of_demo('findings.json.gz')
    notes = Path(f'{path}.fulgens-notes.json')
    with Fulgens(path):
        here = window('findings.json.gz')
        until(lambda: has_focus(FIRST), 'the first finding')
        choose(here, 'Menu', 'Add to Tour', 't', lambda: 'Step 1 of the tour' in texts())
        until(notes.exists, 'the notes')
        assert is_shown('Overview') and not crumb('253 ms')
        stored = json.loads(notes.read_text())
        [note] = stored['notes']
        assert note['name'].startswith(FIRST) and stored['tour'] == [note['id']], stored
        xdotool('key', '--window', here, 'F5')
        until(lambda: any(name.startswith('1 of 1 · ' + FIRST) for name in labels()), 'the step')
        until(lambda: is_shown('Call Tree') and crumb('253 ms') and selected_rows(), 'what it is about')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
