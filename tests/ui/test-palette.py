#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search over all, by keys alone. Prints TAP."""

import copy
import sys

from person import *


def results():
    """The accessible names of its rows, which say what and where they are; None if it is closed."""
    box = find('list', 'Results', 'visible')
    return box and [node.name for node in nodes(box) if node.role == 'list item' and node.name]


def chosen():
    """The row that Enter is about."""
    box = find('list', 'Results', 'visible')
    return box and next((node.name for node in nodes(box) if node.role == 'list item' and node.has('selected')), None)


def open_palette(here):
    def is_open():
        xdotool('key', '--window', here, 'ctrl+k')
        return soon(lambda: results() is not None, 3)
    until(is_open, 'the search over all')


def ask(here, text, row):
    """Opens it and writes a text, until a row that begins so is chosen."""
    open_palette(here)
    write(here, text)
    until(lambda: (chosen() or '').startswith(row), f'{row} for {text}')


def write(here, text):
    time.sleep(0.3)
    xdotool('type', '--window', here, '--delay', 30, text)


def close(here):
    xdotool('key', '--window', here, 'Escape')
    until(lambda: results() is None, 'no search over all')


def go(here, *keys):
    xdotool('key', '--window', here, *(keys or ('Return',)))
    until(lambda: results() is None, 'no search over all')


def is_shown(panel):
    return find('push button', panel, 'pressed')


def view():
    """What a step of the history would change, as far as it is on screen."""
    return (tuple(panel for panel in ('Overview', *panels) if is_shown(panel)), tuple(chips()),
            tuple(sorted(node.name for node in nodes(application()) if node.role in ('table row', 'list item') and node.has('selected'))),
            tuple(node.name for node in nodes(application()) if node.role == 'push button' and node.has('visible') and
                  re.fullmatch(r'[\d.]+ m?s', node.name or '')))


def crumb(length):
    return next((node for node in nodes(application()) if node.role == 'push button' and node.name == length and node.has('visible')),
                None)


def selected_rows():
    return [node.name for node in nodes(application()) if node.role == 'table row' and node.has('selected')]


def begin():
    here = window('demo.json.gz')
    until(lambda: is_shown('Overview') and focus(), 'the overview')
    return here


def name_of_focus():
    node = focus()
    return node and (node.role, node.name)


def test_leaves_no_trace():
    """From ten places: it opens, finds, and Escape leaves all as it was."""
    with Fulgens(DEMO):
        here = begin()
        places = [('alt+0', 'Overview')] + [(f'alt+{i + 1}', panel) for i, panel in enumerate(panels)]
        for keys, panel in places:
            xdotool('key', '--window', here, keys)
            until(lambda: is_shown(panel) and focus(), panel)
            check_trace(here, panel)
        for step in range(2):   # other parts of the window
            xdotool('key', '--window', here, 'F6')
            time.sleep(0.5)
            check_trace(here, f'part {step}')


def check_trace(here, place):
    before = steady(lambda: (view(), name_of_focus()))
    open_palette(here)
    write(here, 'minor')
    until(lambda: (results() or [''])[0].startswith('Minor GC'), f'Minor GC from {place}')
    xdotool('key', '--window', here, 'Down', 'Tab')
    close(here)
    after = steady(lambda: (view(), name_of_focus()))
    assert after == before, (place, before, after)


def test_functions():
    """The function in the list of functions of its thread, and back by one Undo; a second time with its time."""
    with Fulgens(DEMO):
        here = begin()
        ask(here, '@minor gc', 'Minor GC, ')
        go(here)
        until(lambda: is_shown('Functions') and 'Minor GC' in selected_rows(), 'the function')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: is_shown('Overview') and not find('push button', 'Functions', 'pressed'), 'the panel before')
        ask(here, '@minor gc', 'Minor GC, ')
        go(here, 'ctrl+Return')
        until(lambda: is_shown('Functions') and 'Minor GC' in selected_rows() and crumb('39.8 ms'), 'the function with its time')


def test_function_of_another_thread():
    """Also one that the thread before has not."""
    with Fulgens(DEMO):
        here = begin()
        until(lambda: find('list item', 'WebExtensions', 'selected'), 'the first thread')
        ask(here, '@delayedinit', 'delayedInit/')
        go(here)
        until(lambda: is_shown('Functions') and any(row.startswith('delayedInit/') for row in selected_rows()), 'the function')
        time.sleep(1)
        assert any(row.startswith('delayedInit/') for row in selected_rows()), selected_rows()


def test_notes():
    """A note is found by its name and leads to its subject."""
    path = copy_of_demo('noted.json.gz')
    Path(str(path) + '.fulgens-notes.json').write_text(json.dumps({'fulgensNotes': 1, 'notes': [
        {'name': 'Zebra crossing', 'text': 'why is this', 'range': [300, 500]}]}))
    with Fulgens(path):
        here = window('noted.json.gz')
        until(lambda: is_shown('Overview') and focus(), 'the overview')
        ask(here, 'zebra', 'Zebra crossing')
        go(here)
        until(lambda: crumb('200 ms'), 'the range of the note')


def test_hidden_track():
    """It is shown, and has the focus."""
    with Fulgens(DEMO):
        here = begin()
        assert not find('list item', 'Web Content Event Delay', 'visible')
        ask(here, 'web content event', 'Web Content Event Delay')
        go(here)
        until(lambda: find('list item', 'Web Content Event Delay', 'visible'), 'the track')


def test_markers():
    """The markers of that name in all their threads."""
    with Fulgens(DEMO):
        here = begin()
        ask(here, '#scriptex', 'ScriptExecution, ')
        assert '1 of ' in chosen() and ' in Markers' in chosen(), chosen()
        go(here)
        until(lambda: is_shown('Marker Table') and rows() and all('ScriptExecution' in row for row in rows()), 'the markers')
        ask(here, 'small.html', '')
        until(lambda: any(row.endswith('Requests') or ' in Requests' in row for row in results()), 'a request')


def test_kinds():
    """Tab goes from kind to kind; the rest of a kind is shown on demand."""
    with Fulgens(DEMO):
        here = begin()
        open_palette(here)
        write(here, 'e')
        until(lambda: len([row for row in results() or [] if row.startswith('Show all')]) > 3, 'several kinds')
        unnamed = [node for node in find_unnamed() if ' in ' not in node[1]]   # rows are named by the profile
        assert not unnamed, unnamed
        first = chosen()
        kinds = []
        for _ in range(4):
            kinds.append(re.search(r' in ([A-Z][a-z ]*[A-Za-z]*)', chosen())[1])
            before = chosen()
            xdotool('key', '--window', here, 'Tab')
            until(lambda: chosen() != before, 'another kind')
        assert len(set(kinds)) == 4, kinds
        for _ in range(4):
            before = chosen()
            xdotool('key', '--window', here, 'shift+Tab')
            until(lambda: chosen() != before, 'the kind before')
        assert chosen() == first, (chosen(), first)
        xdotool('key', '--window', here, 'Down', 'Down', 'Down')
        until(lambda: chosen().startswith('Show all'), 'the last row of a kind')
        xdotool('key', '--window', here, 'Return')
        until(lambda: len(results()) == 60, 'sixty rows')
        assert len({re.search(r' in ([A-Z]\w+)', row)[1] for row in results()}) == 1, results()
        close(here)


def test_commands():
    """What can be done is listed with its key, and what cannot is not; what was done last comes first."""
    with Fulgens(DEMO):
        here = begin()
        open_palette(here)
        write(here, '>undo')
        time.sleep(1)
        assert not any(row.startswith('Undo') for row in results()), results()
        close(here)
        ask(here, '>show call', 'Show Call Tree')
        assert 'Alt+1' in chosen(), chosen()
        go(here)
        until(lambda: is_shown('Call Tree') and focused_row(), 'the call tree')
        xdotool('key', '--window', here, 'i')
        ask(here, '>undo', 'Undo “')
        go(here)
        open_palette(here)
        until(lambda: (results() or [''])[0].startswith('Undo') or (results() or [''])[0].startswith('Show Call Tree'), 'what was used last')
        close(here)


def test_commands_of_a_panel():
    """What only the menu of a row or a key of the panel does is a command while the panel is shown."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(lambda: is_shown('Overview') and focus(), 'the overview')
        xdotool('key', '--window', here, 'alt+1')
        until(focused_row, 'a focused row')
        ask(here, '>expand', 'Expand All')
        assert '*' in chosen(), chosen()
        go(here)
        until(lambda: len(rows()) == 8, 'all rows')
        ask(here, '>heaviest', 'Select Heaviest Stack')
        go(here)
        until(lambda: find('table row', 'leaf', 'selected'), 'the heaviest leaf')
        ask(here, '>copy stack', 'Copy Stack')
        go(here)
        until(lambda: clipboard().split() == ['leaf', 'walk', 'walk', 'visit', 'walk', 'walk', 'main'], 'the stack')
        ask(here, '>invert', 'Invert')
        go(here)
        until(lambda: rows()[0] == 'leaf', 'the inverted tree')

        xdotool('key', '--window', here, 'alt+6')
        until(lambda: is_shown('Marker Table'), 'markers')
        open_palette(here)
        write(here, '>expand')
        time.sleep(1)
        assert not any(row.startswith('Expand All') for row in results()), results()


def test_transforms():
    """What can be done with the selected function is a command, with its key; where none is selected there is no such command."""
    with Fulgens(DEMO):
        here = begin()

        def show_tree():
            xdotool('key', '--window', here, 'alt+1')
            until(lambda: is_shown('Call Tree') and focused_row(), 'the call tree')

        show_tree()
        xdotool('key', '--window', here, 'Home', 'Down')
        steady(lambda: focused_row() and focused_row().name)
        press('Overview')
        until(lambda: is_shown('Overview'), 'the overview, which shows none of the tree')
        open_palette(here)
        write(here, '>merge function')
        time.sleep(1)
        assert not any(row.startswith('Merge Function') for row in results()), results()
        close(here)
        show_tree()
        name = steady(lambda: focused_row() and focused_row().name)
        ask(here, '>merge function', 'Merge Function')
        assert name in chosen() and chosen().rstrip().endswith('M'), (name, chosen())
        go(here)
        until(lambda: any('Merge' in chip and name in chip for chip in chips()), 'the transform')


def test_filters():
    """What is written can be filtered by, and one kind alone be searched at a click."""
    with Fulgens(DEMO):
        here = begin()
        ask(here, 'small.html', '')
        until(lambda: any(re.fullmatch(r'[0-9,]+ found in [0-9]+ threads', text) for text in texts()), 'how many there are')
        click(find('push button', 'Markers', 'visible'))
        until(lambda: results() and all(' in Markers' in row for row in results()) or 'Nothing found' in labels(), 'markers alone')
        assert not find('push button', 'Markers', 'visible')
        close(here)
        for text, row, panel in (('ScriptExec', 'Filter Markers by “ScriptExec”', 'Marker Table'), ('dispatch', 'Filter Functions by “dispatch”', 'Call Tree')):
            open_palette(here)
            write(here, text)
            until(lambda: any(found.startswith(row) for found in results() or []), row)
            while not chosen().startswith(row):
                before = chosen()
                xdotool('key', '--window', here, 'Down')
                until(lambda: chosen() != before, 'the next row')
            go(here)
            until(lambda: is_shown(panel) and rows(), panel)
            if panel == 'Marker Table':
                until(lambda: all('ScriptExec' in name for name in rows()), 'the markers')
            ask(here, '>undo', f'Undo “{row}')
            close(here)


def test_settings():
    """A switch is switched at once; others are in the preferences, with the focus."""
    with Fulgens(DEMO):
        here = begin()
        until(lambda: 'This Recording' in texts(), 'the details')
        ask(here, ',show details', 'Show Details')
        assert chosen().endswith(', on'), chosen()
        go(here)
        ask(here, ',show details', 'Show Details')
        assert chosen().endswith(', off'), chosen()
        close(here)
        ask(here, ',flame', 'Root of Flame Graphs')
        go(here)
        window('Preferences')
        until(lambda: 'Root of Flame Graphs' in texts(), 'the preferences')


def test_times():
    """A time and a range of time are marked."""
    with Fulgens(DEMO):
        here = begin()
        ask(here, '200-300ms', 'Go to 200')
        go(here)
        until(lambda: crumb('100 ms'), 'the range')
        ask(here, '0.4 s', 'Go to 400')
        go(here)
        until(lambda: crumb('14.3 ms'), 'the time')
        open_palette(here)
        write(here, '16666 min')
        time.sleep(1)
        assert not any(row.startswith('Go to') for row in results()), results()
        close(here)


def test_tracks_and_threads():
    """A thread is selected, another one added; a hidden track is shown."""
    with Fulgens(DEMO):
        here = begin()
        ask(here, '%webext', 'WebExtensions')
        go(here)
        until(lambda: find('list item', 'WebExtensions', 'selected'), 'the thread')
        ask(here, '%parent pr', 'Parent Process')
        go(here, 'ctrl+Return')
        until(lambda: find('list item', 'WebExtensions', 'selected') and find('list item', 'Parent Process', 'selected'), 'both')


def test_hostile_names():
    """Control characters of names are shown as such; a name of any length is cut."""
    profile = copy.deepcopy(RECURSION)
    profile['shared']['stringArray'][3] = 'leaf\u202egpj.exe\u0007'
    profile['shared']['stringArray'][4] = 'other' * 20000
    path = scratch / 'hostile.json'
    path.write_text(json.dumps(profile))
    with Fulgens(path):
        here = window('hostile.json')
        until(focus, 'a focus')
        ask(here, '@leaf', 'leaf')
        assert '\u202e' not in chosen() and '\u0007' not in chosen(), chosen()
        close(here)
        ask(here, '@otherother', 'otherother')
        assert len(chosen()) < 2000, len(chosen())
        go(here)
        until(lambda: is_shown('Functions'), 'the functions')


def test_without_a_profile():
    """Commands and settings are there from the beginning."""
    with Fulgens():
        here = window('Fulgens')
        until(lambda: find('push button', 'Open'), 'the start page')
        ask(here, 'keyboard', 'Keyboard Shortcuts')
        assert not any('Call Tree' in row for row in results()), results()
        close(here)


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
