#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The story of a selection in the side bar, by pointer and keys. Prints TAP."""

import sys

from person import *

SECTIONS = ('What Ran: ', 'What Waited: ', 'Markers That Overlap: ')


def plain(text):
    return text.replace('\xa0', ' ').replace('\u2009', ' ')


def shown():
    """Texts of the side bar, by section."""
    return {section: plain(text)[len(section):] for text in texts() for section in SECTIONS if plain(text).startswith(section)}


def story_rows(section):
    """The rows below the title of a section."""
    group = next((node for node in nodes(application(), leaves=('list item',)) if node.role == 'list' and
                  plain(node.name).startswith(section)), None)
    return [node for node in nodes(group) if node.role == 'list item'] if group else []


def crumbs():
    return [plain(node.name) for node in nodes(application()) if node.role == 'push button' and node.has('visible') and
            re.fullmatch(r'(Full range )?[\d.,]+\s?m?s', plain(node.name))]


def copy_story(kind):
    """What the menu puts into the clipboard."""
    assert find(None, 'Copy the story of this time', 'visible')
    press('Copy')
    until(lambda: find('menu item', kind, 'visible'), 'the menu')
    until(lambda: (item := find('menu item', kind, 'visible')) and item.act() or True, kind)
    until(lambda: not find('menu item', kind, 'visible'), 'no menu')


def test_marked_range():
    """A marked range has its story above the details, which says what the query command that it copies says. A row leads to
    its view, where the range stays marked; Undo leads back; Escape ends range and story."""
    with Fulgens('--view', view_file(panel='call-tree', thread=0), STARTUP):
        here = window(STARTUP.name)
        until(lambda: rows(), 'the tree')
        assert not shown(), shown()
        brush_tracks()
        until(lambda: len(shown()) == 3, 'a story')
        assert len(crumbs()) == 2, crumbs()

        copy_story('Query Command')
        command = until(lambda: clipboard().startswith('fulgens-query story --range ') and clipboard(), 'a command').split()
        assert command[4:5] == ['-t'] and command[-1] == 'PROFILE', command
        answer = json.loads(subprocess.run([QUERY, 'story', '--json', *command[2:-1], STARTUP], capture_output=True, check=True).stdout)
        assert abs(answer['ran'] + answer['waited'] - answer['length']) < 1e-5
        text = subprocess.run([QUERY, *command[1:-1], STARTUP], capture_output=True, check=True, text=True).stdout
        for section, figures in shown().items():
            assert f'\n{section}{figures}\n' in plain(text), (section, figures, text)
        functions = [plain(row.name) for row in story_rows('What Ran: ')]
        assert len(functions) == len(answer['functions']) == 3, functions
        for name, row in zip(functions, answer['functions']):
            assert name.startswith(row['name'].split(' http')[0]), (name, row)
        copy_story('Markdown')
        until(lambda: clipboard().startswith('# ') and '\n## What Ran: ' in clipboard(), 'Markdown')

        # The row of a kind of markers leads to the longest one.
        before = shown()
        [row, *_] = story_rows('Markers That Overlap: ')
        name = plain(row.name).rsplit(': ', 1)[0]
        click(row)
        until(lambda: find('toggle button', 'Marker Table', 'checked') or find('radio button', 'Marker Table', 'checked') or
              any(row.name.startswith(name) and row.has('selected') for row in nodes(application(), leaves=('table row',))
                  if row.role == 'table row'), 'the marker')
        assert len(crumbs()) == 2, crumbs()
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: shown() == before and find(None, 'Call tree', 'visible'), 'the tree')

        # That of a function to its row in the list, with the weight of the story.
        click(story_rows('What Ran: ')[0])
        name = answer['functions'][0]['name']
        until(lambda: any(row.name == name and row.has('selected') for row in nodes(application(), leaves=('table row',))
                          if row.role == 'table row' and row.has('visible')), 'the function')
        assert len(crumbs()) == 2, crumbs()
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: shown() == before and find(None, 'Call tree', 'visible'), 'the tree')

        xdotool('key', '--window', here, 'Escape')
        until(lambda: not shown() and len(crumbs()) == 1, 'no story')


def test_committed_range():
    """A committed range has its story below the details, but beside the overview, which is of that range itself."""
    with Fulgens('--view', view_file(panel='call-tree', thread=0, range=[600, 900]), STARTUP):
        window(STARTUP.name)
        until(lambda: len(shown()) == 3, 'a story')
        heading = next(plain(text) for text in texts() if plain(text).startswith('600 ms – '))
        assert heading == '600 ms – 900 ms', heading
        show_panel('Overview')
        until(lambda: not shown(), 'only the recording')


def test_marker():
    """A selected marker has its story below its fields: what holds it, what it holds, and the next ones of its kind."""
    rows = json.loads(subprocess.run([QUERY, 'story', '--json', '-t', '0', '--range', '600,900', STARTUP], capture_output=True,
                                     check=True).stdout)['markers']['rows']
    marker = str(rows[-1]['marker'])
    answer = json.loads(subprocess.run([QUERY, 'story', '--json', '-t', '0', '--marker', marker, STARTUP], capture_output=True,
                                       check=True).stdout)
    with Fulgens('--view', view_file(panel='marker-table', thread=0, marker=int(marker)), STARTUP):
        here = window(STARTUP.name)
        until(lambda: 'Markers That Overlap: ' in shown(), 'a story')
        names = [plain(row.name) for row in story_rows('Markers That Overlap: ')]
        starts = {'holds': 'in ', 'previous': 'Previous, ', 'next': 'Next, ', 'held': ''}
        assert len(names) == len(answer['markers']['rows']) > 0, names
        for name, row in zip(names, answer['markers']['rows']):
            assert name.startswith(starts[row['relation']]), (name, row)
        copy_story('Query Command')
        until(lambda: clipboard() == f'fulgens-query story --marker {marker} -t 0 PROFILE', 'a command')
        # Without a marker there is no story of one.
        show_panel('Call Tree')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not shown(), 'no story')


sys.exit(run_tests(globals()))
