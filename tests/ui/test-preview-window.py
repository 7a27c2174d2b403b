#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a transform would do, shown while its entry of the menu is selected, and what it has done. Prints TAP."""

import re
import sys
import time

from person import *

N_TRANSFORMS = 14


def entries():
    """The menu on screen: name → description of the entry, which says what it would do."""
    return {node.name: node.description for node in nodes(application()) if node.role == 'menu item' and node.has('visible')}


def open_menu(here):
    def is_open():
        xdotool('key', '--window', here, 'shift+F10')
        return soon(entries, 2)
    until(is_open, 'the menu')
    time.sleep(0.3)


def close_menu(here):
    xdotool('key', 'Escape')
    until(lambda: not entries(), 'no menu')
    until(focused_row, 'the row that had the focus')


def descriptions():
    return {node.name: node.description for node in nodes(application()) if node.role == 'table row' and node.has('visible')}


def preview(name):
    """Goes to an entry by keys, until it says what it would do."""
    def is_there():
        xdotool('key', 'Down')
        return soon(lambda: entries().get(name), 1)
    return until(is_there, f'what {name} would do')


def copied_view(here):
    """The view as text, by the main menu."""
    with copied('nothing'):
        choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: '"panel"' in clipboard())
        return clipboard()


def expanded(here):
    xdotool('key', '--window', here, 'Home')
    until(lambda: focused_row() and focused_row().name == 'main', 'the root')
    xdotool('key', '--window', here, 'asterisk')
    return until(lambda: len(rows()) >= 8 and rows(), 'all rows')


def test_leaves_no_trace():
    """In and out of every entry: view, rows, focus, chips and history are what they were."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        expanded(here)
        for steps in ['Home'], ['Down', 'Down', 'Down'], ['End']:
            xdotool('key', '--window', here, *steps)
            time.sleep(0.3)
            view = copied_view(here)
            to_rows(here)
            before, at = steady(descriptions), focused_row().name
            open_menu(here)
            said = {}
            for _ in range(N_TRANSFORMS):
                xdotool('key', 'Down')
                time.sleep(0.4)
                said.update({name: text for name, text in entries().items() if text})
            assert len(said) >= 7, (at, said)
            assert any('go' in text for text in said.values()), said
            close_menu(here)
            until(lambda: descriptions() == before, f'the rows as they were at {at}')
            assert focused_row().name == at and not chips(), (at, chips())
            assert copied_view(here) == view, view
            to_rows(here)
        xdotool('key', '--window', here, 'ctrl+z')
        assert not soon(lambda: descriptions() != before, 1), 'a step of the history'


def test_numbers_come_true():
    """What the menu says is what the tree has afterwards."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        n_before = len(expanded(here))
        xdotool('key', '--window', here, 'Down')
        until(lambda: focused_row().name == 'walk', 'the outermost call')
        open_menu(here)
        words = preview('Collapse Recursion')
        assert words == '4 rows go. The total stays 4 samples.', words
        struck = until(lambda: [row for row in descriptions().items() if 'would go' in row[1]], 'rows that would go')
        assert struck, descriptions()
        xdotool('key', 'Return')
        until(chips, 'the transform')
        # Its toast says the same.
        until(lambda: any('Collapsed recursion of “walk”: 4 rows fewer' in text for text in labels()), 'a toast')
        xdotool('key', '--window', here, 'Home', 'asterisk')
        until(lambda: len(rows()) == n_before - 4, 'four rows fewer')
        click(find('push button', 'Undo Collapse', 'visible'))
        until(lambda: not chips(), 'no transform')
        until(lambda: not find('push button', 'Undo Collapse', 'visible'), 'no toast')


def test_self_of_the_taker():
    """The row that would get the weight says how much it has now, and then."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        expanded(here)
        xdotool('key', '--window', here, 'End')
        until(lambda: focused_row().name == 'other', 'the last row')
        open_menu(here)
        words = preview('Merge Function')
        assert words == '1 row goes. main gets 1 sample itself. The total stays 4 samples.', words
        until(lambda: '— → 1 self' in descriptions()['main'], 'what main would have')
        assert 'would go' in descriptions()['other'], descriptions()
        close_menu(here)
        until(lambda: '→' not in descriptions()['main'], 'what main has')


def test_nothing():
    """What changes nothing says so, and is no step."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        expanded(here)
        xdotool('key', '--window', here, 'End')
        until(lambda: focused_row().name == 'other', 'the last row')
        open_menu(here)
        nothing = 'Nothing to collapse: “other” has no calls below'
        assert preview('Collapse Function') == nothing
        close_menu(here)
        before = descriptions()
        xdotool('key', '--window', here, 'c')
        until(lambda: nothing in labels(), 'why nothing happens')
        assert not chips() and descriptions() == before
        assert not find('push button', 'Undo Collapse', 'visible')
        xdotool('key', '--window', here, 'ctrl+z')
        assert not soon(lambda: descriptions() != before or chips(), 1), 'a step of the history'


def test_chart_of_callers():
    """In the inverted flame graph, boxes that would go are dimmed while their entry is selected."""
    with Fulgens('--view', view_file(panel='flame-graph', thread=0, invert=True), recursion()):
        here = window('recursion.json')
        chart = until(lambda: next((node for node in nodes(application()) if node.role == 'image' and
                                    node.name.startswith('Flame Graph')), None), 'the flame graph')
        box = steady(lambda: extents(chart))
        xdotool('mousemove', box.x + 60, box.y + 8, 'click', 1)
        until(lambda: focus() and focus().role == 'image', 'its focus')
        xdotool('mousemove', 5, 5)
        at_rest = steady(lambda: picture(*box))
        open_menu(here)
        menu = [extents(node) for node in nodes(application()) if node.role == 'menu item' and node.has('visible')]
        left, right = min(item.x for item in menu) - 40, max(item.x + item.width for item in menu) + 40

        def beside():
            """The chart where the menu does not cover it."""
            return [picture(x, box.y, width, box.height) for x, width in ((box.x, left - box.x), (right, box.x + box.width - right))
                    if width > 20]
        before = steady(beside)
        words = preview('Merge Function')
        assert re.match(r'\d+ rows? go', words), words
        until(lambda: beside() != before, 'dimmed boxes')
        xdotool('key', 'Escape')
        until(lambda: not entries(), 'no menu')
        until(lambda: picture(*box) == at_rest, 'the boxes as they were')


def test_wings():
    """Callers and callees of a function show what an entry of their menus would do to them."""
    with Fulgens('--view', view_file(panel='functions', thread=0, path=['main', 'walk']), recursion()):
        here = window('recursion.json')
        def leaves():
            """The function in the list, and the row of the wing on the right."""
            return [node for node in nodes(application()) if node.role == 'table row' and node.name == 'leaf' and node.has('visible')]
        until(lambda: len(leaves()) == 2, 'the callees')
        box = extents(max(leaves(), key=lambda node: extents(node).x))
        xdotool('mousemove', box.x + 60, box.y + box.height // 2, 'click', 1)
        until(lambda: focused_row() and focused_row().name == 'leaf', 'the row')
        before = steady(descriptions)
        open_menu(here)
        words = preview('Merge Function')
        assert 'go' in words, words
        until(lambda: any('would go' in node.description for node in leaves()), 'what would go')
        close_menu(here)
        until(lambda: descriptions() == before, 'the rows as they were')


def test_keys_need_a_selection_in_sight():
    """A key on a row that was scrolled away leads there; the next one acts."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'Home', 'asterisk')
        until(lambda: focused_row() and focused_row().name == '(root)' and len(rows()) > 100, 'many rows')
        time.sleep(1)
        box = extents(focused_row())
        xdotool('mousemove', box.x + 400, box.y + 60)
        before = steady(lambda: picture(box.x + 400, box.y + 100, 200, 100))
        xdotool('click', '--repeat', 20, 5)
        until(lambda: picture(box.x + 400, box.y + 100, 200, 100) != before, 'other rows')
        time.sleep(1)
        xdotool('key', '--window', here, 'm')
        assert not soon(chips, 1), 'a transform of what was not in sight'
        xdotool('key', '--window', here, 'm')
        until(chips, 'the transform')


def test_undo_of_a_range():
    """A range that is zoomed into is said, with a button that goes back; another step takes the toast away."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        brush_tracks()
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
        xdotool('key', '--window', here, 'z')
        until(lambda: any(text.startswith('Zoomed to ') for text in labels()), 'a toast')
        click(until(lambda: find('push button', 'Undo Zoom', 'visible'), 'its button'))
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'the range as it was marked')
        until(lambda: not find('push button', 'Undo Zoom', 'visible'), 'no toast')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
