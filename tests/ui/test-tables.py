#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Call tree, functions and marker table, by pointer and keys. Prints TAP."""

import json
import re
import subprocess
import sys
import time

from person import *


def tables():
    """The tables on screen, from the top."""
    found = [node for node in nodes(application(), leaves=('table row', 'list item'))
             if node.role in ('table', 'tree table') and extents(node).height > 40]
    return sorted(found, key=lambda node: extents(node).y)


def table_rows(table=0):
    """The rows of a table that are on screen, from the top."""
    table = until(tables, 'a table')[table]
    box = extents(table)
    found = [(extents(node), node) for node in nodes(table, leaves=('table row',))
             if node.role == 'table row' and node.name]
    return [node for row, node in sorted(found, key=lambda pair: pair[0].y)
            if box.y + 20 < row.y < box.y + box.height - row.height and row.height > 10]


def selected_row(table=0):
    return next((row for row in table_rows(table) if row.has('selected')), None)


def menu(item):
    """The box of the menu that has the item, when it is on screen."""
    until(lambda: find('menu item', item, 'visible'), f'a menu with {item}')
    return until(popups, 'a popup')[-1]


def no_menu(item):
    return until(lambda: not find('menu item', item, 'visible'), 'no menu')


def press_right(x, y):
    xdotool('mousemove', x, y)
    xdotool('click', 3)


def background(row):
    """Colour at the end of a row, where no text is."""
    box = extents(row)
    return pixel(box.x + box.width - 4, box.y + 3)


def test_panels_focus_their_rows():
    """A panel that comes by its key has the focus in its rows, also those that are to be computed first: arrows move among them."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        for key in ('alt+2', 'alt+6', 'alt+1'):
            xdotool('key', '--window', here, key)
            first = until(focused_row, f'a row after {key}').name
            xdotool('key', '--window', here, 'Down')
            until(lambda first=first: focused_row().name != first, f'the next row after {key}')


def test_secondary_button_selects_the_row():
    """The menu is about the row under the pointer, and no row stays pressed."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        to_leaf(here)
        other = next(row for row in table_rows() if row.name != selected_row().name and row.name != '(root)')
        name, box, plain = other.name, extents(other), background(other)

        press_right(box.x + 400, box.y + 10)
        menu('Merge Function')
        assert selected_row().name == name, selected_row().name
        xdotool('key', '--window', here, 'Escape')
        no_menu('Merge Function')
        until(lambda: selected_row().has('focused'), 'the focus is back')
        xdotool('key', '--window', here, 'Down')
        until(lambda: selected_row().name != name, 'the next row')
        xdotool('mousemove', box.x + 400, 5)
        until(lambda: background(other) == plain, 'the row as it was')

        choose(here, lambda: press_right(box.x + 400, box.y + 10), 'Merge Function', 'm', chips)
        assert any(name in chip for chip in chips()), chips()

        # Empty space below the last row has no menu.
        xdotool('key', '--window', here, 'Home', 'Left')
        until(lambda: len(table_rows()) < 5, 'one root')
        last = extents(table_rows()[-1])
        press_right(last.x + 400, last.y + 100)
        assert not soon(lambda: find('menu item', 'Focus', 'visible'), 1)

        # Both keys open it at the selected row.
        for key in ('Menu', 'shift+F10'):
            xdotool('key', '--window', here, key)
            row = extents(selected_row())
            assert abs(menu('Focus on Function')[1] - (row.y + row.height)) < 40, (popups(), row)
            xdotool('key', '--window', here, 'Escape')
            no_menu('Focus on Function')


def test_secondary_button_in_functions():
    """In the functions and their callers the menu is about the function."""
    with Fulgens('--view', view_file(panel='functions'), DEMO):
        here = window('demo.json.gz')
        until(lambda: len(table_rows()) > 3, 'rows')
        row = next(row for row in table_rows()[2:] if row.name != '(root)')
        name, box = row.name, extents(row)
        choose(here, lambda: press_right(box.x + 400, box.y + 10), 'Merge Function', 'm', chips)
        assert any(name in chip for chip in chips()), (name, chips())
        assert not find('menu item', 'Merge Node Only', 'visible')


def numbers(table=0):
    """Of the rows on screen: (name, share of the total, self)."""
    found = [(row.name, re.match('total ([^,]+)%, self ([^ ]+),', row.description)) for row in table_rows(table)]
    return [(name, float(match[1]), 0 if match[2] == '—' else float(match[2])) for name, match in found]


HEADS = {'Total': 'Total as a share', 'Samples': 'Total: samples', 'Self': 'Self: ', 'Function': 'Name of the function',
         'When': 'When it ran', 'Library': 'Library or file', 'Start': 'Time from the start of the profile', 'Duration': 'Time from the start to the end',
         'Name': 'Name of the marker', 'Details': 'Summary', 'Count': 'Number', 'Sum': 'Sum of', 'Mean': 'Sum divided',
         'Median': 'Half of', '95 %': '95 of 100', 'Maximum': 'The greatest'}


def test_heads():
    """The title of each column has a tooltip that says what is in it."""
    def check(*names):
        found = until(lambda: [next(table for table in tables() if table.name == name) for name in names], 'the tables')
        titles = [title for table in found for header in table.children if header.name == 'Column titles'
                  for title in header.children]
        for title in titles:
            name = next(node.name for node in nodes(title) if node.role == 'label')
            box = extents(title)
            xdotool('mousemove', box.x + box.width // 2, box.y + box.height - 5)

            def is_said():
                xdotool('mousemove_relative', 1, 0)   # the first move only hides the tooltip before
                return soon(lambda: any(label.startswith(HEADS[name]) for label in labels()), 0.8)
            until(is_said, f'the tooltip of {name}')

    with Fulgens('--view', view_file(panel='functions'), recursion()):
        here = window('recursion.json')
        check('Functions')
        xdotool('key', '--window', here, 'alt+6')
        press('Statistics')
        check('Markers', 'Marker statistics')


def test_functions_by_self():
    """The functions that ran most come first; what is said beside them is about all their calls."""
    with Fulgens('--view', view_file(panel='functions'), DEMO):
        window('demo.json.gz')
        shown = until(lambda: len(table_rows()) > 3 and numbers(), 'rows')
        own = [row[2] for row in shown]
        assert own == sorted(own, reverse=True) and own[0] > 0 and '(root)' not in [row[0] for row in shown], shown

        row = table_rows()[1]
        name, share, self_weight = shown[1]
        click(row)
        until(lambda: 'This function, everywhere' in labels() and name in labels(), 'the details of the function')
        cells = until(lambda: {node.name.split(':')[0]: node.name for node in nodes(application(), leaves=('table row',))
                               if node.role == 'list item' and ': ' in node.name}, 'rows of the details')
        assert f'{share:g}%' in cells['Total'] and cells['Self'].endswith(f' {self_weight:g}'), (cells, shown[1])

        # A click on the title of a column of numbers sorts by the greatest, one more by the least.
        def press_total():
            box = extents(tables()[0])
            xdotool('mousemove', box.x + 30, box.y + 18, 'click', 1)
        press_total()
        until(lambda: (lambda shares: shares == sorted(shares, reverse=True) and shares[0] > 50)
              ([row[1] for row in numbers()]), 'by total')
        time.sleep(0.5)   # GTK takes a double click for one
        press_total()
        until(lambda: (lambda shares: shares == sorted(shares) and shares[0] < 1)([row[1] for row in numbers()]), 'by least')


def test_functions_begin_without_a_selection():
    """Nothing is selected among functions before the user selects a row, and it says so; keys change nothing then."""
    def functions():
        return table_rows([table.name for table in tables()].index('Functions'))

    def selected():
        return [row.name for row in functions() if row.has('selected')]

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'the hot function of the tree')
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('push button', 'Functions').has('pressed'), 'the functions')
        first = steady(lambda: functions()[0].name)
        until(lambda: {'Select a function', 'Select a function to see its cost.'} <= set(labels()), 'what to do')
        to_search(here)
        xdotool('key', '--window', here, 'Escape')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'm')
        time.sleep(0.5)
        assert not chips() and not selected(), (chips(), selected())
        xdotool('key', '--window', here, 'Home')
        until(lambda: selected() == [first], 'the first function')
        until(lambda: 'This function, everywhere' in labels() and any(table.name == 'Callers' for table in tables()), 'what is said of it')
        xdotool('key', '--window', here, 'm')
        until(chips, 'a transform')


def test_functions_and_their_callers():
    """The function that is selected in the call tree is marked in the functions, in sight; callers and callees have a
    third of the panel, and can be folded, in later windows as well."""
    def table(name):
        return next((i for i, table in enumerate(tables()) if table.name == name), None)

    def height(name):
        return extents(tables()[table(name)]).height

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        to_leaf(here)
        for keys in ([], ['Home', 'Down'], ['Down']):
            to_rows(here)
            xdotool('key', '--window', here, *keys)
            name = steady(lambda: focused_row().name)
            xdotool('key', '--window', here, 'alt+2')
            until(lambda: selected_row(table('Functions')).name == name, f'{name} among the functions')
            xdotool('key', '--window', here, 'alt+1')

        xdotool('key', '--window', here, 'alt+2')
        whole = until(lambda: height('Callers') and height('Functions'), 'both')
        # They have the same title and heads; those of the functions are above.
        assert 0.25 < height('Callers') / whole < 0.6, (height('Callers'), whole)
        to_search(here)
        until(lambda: xdotool('key', '--window', here, 'Tab') or
              soon(lambda: focus().name == 'Callers and Callees', 0.5), 'the focus on the control')
        assert focus().has('checked') and find('check box', 'Callers and Callees', 'checked')
        xdotool('key', '--window', here, 'space')
        until(lambda: not focus().has('checked') and height('Functions') > 1.3 * whole, 'functions alone')

        other = copy_of_demo('other.json.gz')
        subprocess.run([FULGENS, other], check=True, timeout=PATIENCE)
        until(lambda: xdotool('search', '--name', other.name), 'its tab')
        until(focused_row, 'its rows')
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: [t.name for t in tables()].count('Functions') == 2, 'its functions')
        assert not find('check box', 'Callers and Callees', 'checked')


def test_menu_below_its_button():
    with Fulgens('--view', view_file(panel='flame-graph'), DEMO):
        here = window('demo.json.gz')
        button = until(lambda: find('push button', 'Actions', 'visible'), 'the button')
        box = extents(button)
        click(button)
        x, y, width, _ = menu('Export Picture')
        assert abs(y - (box.y + box.height)) < 40 and x <= box.x <= x + width, (box, popups())
        xdotool('key', '--window', here, 'Escape')


def test_most_of_the_window_is_data():
    """Bars of a window of 1280×840 leave the call tree 19 rows; what is said of a row takes the place of none."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        edges = 2 * frame_width(here)
        xdotool('windowsize', '--sync', here, 1280 + edges, 840 + edges)
        xdotool('key', '--window', here, 'Home', 'asterisk')
        until(lambda: extents(find('frame')).height == 840, 'its size')
        until(lambda: len(table_rows()) >= 19, '19 rows')
        table = steady(lambda: extents(tables()[0]))
        row = table_rows()[2]
        box = extents(row)
        xdotool('mousemove', box.x + 400, box.y + edges // 2 + box.height // 2)
        until(lambda: any(label.startswith(row.name + ' · ') for label in labels()), 'what is under the pointer')
        assert extents(tables()[0]) == table


def test_escape_clears_the_search_first():
    """The first Escape clears the search, the second one leaves it. Keys of transforms do nothing while no row is on screen."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        def has_rows(said):
            return any(node.role == 'table row' and node.description.startswith(said) for node in nodes(application()))

        for panel, said in (('alt+1', 'total '), ('alt+6', 'at ')):
            xdotool('key', '--window', here, panel)
            until(lambda: has_rows(said), 'rows')
            to_search(here)
            until(lambda: focus().role == 'entry', 'the focus in the search')
            xdotool('type', '--window', here, 'zzzz')
            until(lambda: application() and not has_rows(said), 'no match')
            xdotool('key', '--window', here, 'Escape')
            until(lambda: has_rows(said), 'an empty search')
            assert focus().role == 'entry', 'the focus left the search'
            xdotool('key', '--window', here, 'Escape')
            until(lambda: focus().role != 'entry', 'the focus elsewhere')

        xdotool('key', '--window', here, 'alt+1')
        until(focused_row, 'a focused row')
        to_search(here)
        xdotool('type', '--window', here, 'zzzz')
        until(lambda: application() and not has_rows('total '), 'no match')
        xdotool('key', '--window', here, 'Return')
        until(lambda: focus() and focus().role == 'push button', 'the focus on the page without rows')
        xdotool('type', '--window', here, '--delay', 50, 'mfcr')
        assert not soon(chips, 2), chips()


def two_depths():
    """Two threads, each with a hot function far down its stack that calls many others."""
    n_deep, hot, n_leaves = 50, (30, 45), 40
    names = [f'deep{i}' for i in range(n_deep)] + [f'leaf{i}' for i in range(n_leaves)]
    n = len(names)
    shared = {**RECURSION['shared'], 'stringArray': names}
    shared['funcTable'] = {**shared['funcTable'], **{key: [value[0]] * n for key, value in shared['funcTable'].items() if key != 'length'},
                           'name': list(range(n)), 'length': n}
    shared['frameTable'] = {**shared['frameTable'], **{key: [value[0]] * n for key, value in shared['frameTable'].items() if key != 'length'},
                            'func': list(range(n)), 'length': n}
    leaves = range(n_deep, n)
    offsets = [0] + [1] * (n_deep - 1) + [n_deep + i - hot[0] for i in range(n_leaves)] + [n + i - hot[1] for i in range(n_leaves)]
    shared['stackTable'] = {'frame': [*range(n_deep), *leaves, *leaves], 'prefixOffset': offsets, 'length': len(offsets)}
    threads = []
    for i, name in enumerate(('One', 'Two')):
        stacks = [hot[i]] * 100 + [n_deep + i * n_leaves + leaf for leaf in range(n_leaves)]
        samples = {'stack': stacks, 'time': list(range(len(stacks))), 'weight': None, 'weightType': 'samples', 'length': len(stacks)}
        markers = {key: 0 if key == 'length' else [] for key in RECURSION['threads'][0]['markers']}
        threads.append({**RECURSION['threads'][0], 'name': name, 'isMainThread': i == 0, 'tid': i + 1, 'samples': samples, 'markers': markers})
    path = scratch / 'two-depths.json'
    path.write_text(json.dumps({**RECURSION, 'shared': shared, 'threads': threads}))
    return path


def test_selected_row_in_the_middle_third():
    """Whatever changes the thread or the height of the tree; but where a person has scrolled, nothing jumps."""
    with Fulgens(two_depths()):
        here = window('two-depths.json')
        xdotool('windowsize', '--sync', here, 1280, 840)
        until(focused_row, 'a focused row')
        frame = frame_width(here)

        def rows_box():
            table = until(tables, 'a table')[0]
            return extents(next(node for node in table.children if node.name == 'Rows'))

        def place():
            """Of the middle of the selected row, from 0 to 1, below the top row and the last one."""
            box, row = rows_box(), extents(selected_row())
            return (row.y + row.height / 2 - box.y) / box.height

        def check(what, change=None):
            if change:
                before = rows_box()
                change()
                until(lambda: rows_box() != before, what)
            steady(rows_box)
            found = until(lambda: (steady(place),), 'a selected row')[0]
            assert 0.32 < found < 0.68, (what, found)

        def click_track(name):
            box = extents(until(lambda: find('image', f'Activity of {name}'), 'a track'))
            xdotool('mousemove', box.x - 60 + frame, box.y + box.height // 2 + frame, 'click', 1)

        def drag_divider(by):
            y = extents(find('push button', 'Call Tree')).y - 6 + frame
            xdotool('mousemove', 500, y, 'mousedown', 1)
            for step in range(1, 9):
                xdotool('mousemove', 500, y + by * step // 8)
                time.sleep(0.03)
            xdotool('mouseup', 1)

        def resize(height):
            return lambda: xdotool('windowsize', '--sync', here, 1280, height)

        check('opened')
        for name, row in ('Two', 'deep45'), ('One', 'deep30'), ('Two', 'deep45'):
            click_track(name)
            until(lambda: focus() and selected_row() and selected_row().name == row, row)
            check(f'thread {name}')
        for height in 1100, 700, 840:
            check(f'window {height} px high', resize(height))
        check('divider up', lambda: drag_divider(-90))
        check('divider down', lambda: drag_divider(150))
        to_rows(here)
        check('source', lambda: xdotool('key', '--window', here, 'Return'))
        check('without source', lambda: xdotool('key', '--window', here, 'Escape'))

        # Nothing jumps under a person who has scrolled.
        def hovered():
            """The number of the row at one place; rows out of sight keep their places for assistive tools."""
            box = rows_box()
            xdotool('mousemove', box.x + 400, 20)
            xdotool('mousemove', box.x + 400, box.y + frame + 80)
            return soon(lambda: next(int(text[1]) + 1 for text in [re.match('deep(\\d+) · ', label) for label in labels()] if text), 3)
        placed = until(hovered, 'a row')
        xdotool('click', '--repeat', 8, '--delay', 30, 4)
        until(lambda: hovered() < placed - 9, 'other rows')
        scrolled = steady(hovered)
        for height in 1000, 700, 840:
            resize(height)()
            steady(rows_box)
            # GTK aligns a row.
            now = until(hovered, 'a row')
            assert abs(now - scrolled) <= 1, (height, now, scrolled)
        # The next thread is placed again.
        click_track('One')
        until(lambda: selected_row() and selected_row().name == 'deep30', 'the first thread')
        check('thread after scrolling')


def test_no_tooltip_over_a_menu():
    """A press or a key hides the tooltip, and there is none while a menu is open."""
    def hover(x, y, shown):
        def is_shown():
            xdotool('mousemove', x + 3, y)   # the first move only hides the tooltip before
            xdotool('mousemove', x, y)
            return soon(shown, 1)
        return until(is_shown, 'a tooltip')

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        frame = frame_width(here)

        # A graph, then a key for elsewhere.
        graph = extents(until(lambda: find(name='Activity of Parent Process'), 'a graph'))
        hover(graph.x + 150, graph.y + graph.height + frame // 2, lambda: find('tool tip', state='visible'))
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: chart('Flame Graph'), 'the flame graph')
        until(lambda: not find('tool tip', state='visible'), 'no tooltip')

        # Buttons with menus.
        for name, text in (('Actions', 'Actions for the selected function'), ('Recent profiles', 'Recent profiles'),
                           ('Main menu', 'Main menu')):
            button = extents(until(lambda: next(node for node in nodes(application()) if node.name == name and node.has('visible')
                                                and node.role in ('push button', 'toggle button') and extents(node).width > 0), name))
            x, y = button.x + button.width // 2 + frame, button.y + button.height // 2 + frame
            hover(x, y, lambda: text in labels())
            xdotool('click', 1)
            until(popups, f'the menu of {name}')
            until(lambda: text not in labels(), 'no tooltip')
            for step in range(4):
                xdotool('mousemove_relative', 1 if step % 2 else -1, 0)
                time.sleep(0.2)
            assert not soon(lambda: text in labels(), 1), text
            xdotool('key', '--window', here, 'Escape')
            until(lambda: not popups(), 'no menu')


def test_tab_leaves_the_table():
    """Tab moves the focus after the table, Shift+Tab before it, without scrolling."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        box = steady(lambda: extents(tables()[0]))
        xdotool('key', '--window', here, 'Tab')
        until(lambda: focus() and focus().role != 'table row', 'the focus elsewhere')
        xdotool('key', '--window', here, 'shift+Tab')
        until(lambda: focus().role == 'table row', 'the focus on a row')
        assert selected_row().has('focused')

        def middle():
            return picture(box.x + 10, box.y + 150, 400, 60)

        # To the pixel; by less a list moves that GTK aligns with a row.
        def places():
            found = [(extents(row).y, row.name) for row in table_rows()]
            return sorted(place for place in found if place[0] > box.y + 40)

        # With the selected row out of sight the focus goes to one on screen.
        xdotool('key', '--window', here, 'Home')
        xdotool('key', '--window', here, 'asterisk')
        until(lambda: selected_row().name == '(root)', 'the first row')
        top = middle()
        xdotool('mousemove', box.x + 400, box.y + 250)
        xdotool('click', '--repeat', 30, 5)
        until(lambda: middle() != top, 'other rows')
        xdotool('mousemove', box.x + 400, 20)
        until(lambda: (lambda before: soon(lambda: middle() != before, 0.5) is None)(middle()), 'rest')
        scrolled = places()
        to_search(here)
        xdotool('key', '--window', here, 'Escape')
        until(lambda: focus().role == 'table row', 'the focus on a row')
        assert focus().name != '(root)' and places() == scrolled, (scrolled, places())


def test_focus_does_not_scroll():
    """Lists keep their place to the pixel when the focus comes or the panel is shown again; the first press selects what
    is there. (The call tree is in test_tab_leaves_the_table.)"""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        xdotool('windowsize', '--sync', here, 1280, 900)
        until(focused_row, 'a focused row')
        frame = frame_width(here)

        def table(name):
            return next(table for table in tables() if table.name == name)

        def lower_half():
            """A picture of rows of which none is selected or has the focus."""
            xdotool('mousemove', 600, 20)
            return picture(box.x + frame + 80, box.y + box.height // 2, 600, box.height // 2 - 10)

        def is_same(a, b):
            """Whether the texts are; every other row is a little darker, and may change."""
            return a is not None and b is not None and all(abs(x - y) < 40 for x, y in zip(a, b))

        def scroll():
            """Turns the wheel over the list, and waits for its rest."""
            before = lower_half()
            xdotool('mousemove', box.x + 400, box.y + box.height // 2)
            xdotool('click', '--repeat', 12, '--delay', 10, 5)
            until(lambda: not is_same(lower_half(), before), 'other rows')
            return steady(lower_half)

        def check(what):
            time.sleep(0.3)
            assert is_same(steady(lower_half), expected), (panel, what)

        for number, panel, name in ((2, 'Functions', 'Functions'), (6, 'Marker Table', 'Markers')):
            xdotool('key', '--window', here, f'alt+{number}')
            box = steady(lambda: extents(table(name)))
            until(lambda: sum(row.role == 'table row' for row in nodes(table(name))) > 20, 'rows')
            expected = scroll()
            assert min(expected) < 100, 'rows'
            to_search(here)
            y = box.y + frame + 26 + 44
            xdotool('mousemove', box.x + 400, y, 'click', 1)
            row = until(lambda: next(row for row in nodes(table(name)) if row.role == 'table row' and row.has('selected')),
                        'a selected row')
            until(lambda: extents(row).y + frame <= y < extents(row).y + frame + extents(row).height, 'the row under the pointer')
            check('first press')

            expected = scroll()   # without the selected row
            to_search(here)
            xdotool('key', '--window', here, 'Escape')
            until(focused_row, 'a focused row')
            check('Escape')
            xdotool('key', '--window', here, 'shift+Tab')
            until(lambda: not focused_row(), 'the focus elsewhere')
            xdotool('key', '--window', here, 'Tab')
            until(focused_row, 'the focus on a row')
            check('Tab')
            for key in ('F6', 'F6', 'F6', 'shift+F6', 'shift+F6', 'shift+F6'):
                xdotool('key', '--window', here, key)
                time.sleep(0.1)
            until(focused_row, 'the focus on a row again')
            check('F6')
            xdotool('key', '--window', here, 'alt+7')
            until(lambda: find('push button', 'Network').has('pressed'), 'another panel')
            xdotool('key', '--window', here, f'alt+{number}')
            until(lambda: find('push button', panel).has('pressed'), panel)
            check('return')


def test_panes_by_keys():
    """F6 goes round time line, panel and details, in every panel."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        def place():
            node = focus()
            return node and (node.role, node.name)

        def key(name):
            before = place()
            xdotool('key', '--window', here, name)
            until(lambda: place() != before, f'another focus by {name}')
            return steady(place)

        def goes_round(panel):
            while focus().role != 'list item':   # wherever it is
                key('F6')
            track = steady(place)
            in_panel, in_details = key('F6'), key('F6')
            assert len({track, in_panel, in_details}) == 3, (panel, track, in_panel, in_details)
            return [key('F6'), *(key('shift+F6') for _ in range(3))] == [track, in_details, in_panel, track]

        for panel in range(1, 8):
            xdotool('key', '--window', here, f'alt+{panel}')
            time.sleep(0.5)
            steady(lambda: tuple(labels()))   # details of another selection have other controls
            # The story of a selection may come meanwhile, with controls of its own.
            if not soon(lambda: goes_round(panel), 1):
                assert goes_round(panel), panel

        # The keys of panels act wherever the focus is.
        until(lambda: key('shift+Tab')[1] == 'Main menu', 'the focus in the header bar')
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('push button', 'Functions').has('pressed'), 'the panel')


def test_nothing_is_cut():
    """Controls are wholly in the window whatever its width and the size of the text; options that do not fit are in a
    popover, panels are icons with names, and at last at the bottom."""
    roles = ('push button', 'toggle button', 'check box', 'text', 'entry', 'combo box')

    def controls():
        """Those of the window, but for the details, which are beside a narrow one until they are wanted, and the page that
        was there while the file was read."""
        root = application()
        others = [node for node in root.all() if node.name == 'FulLoadingPage'
                  or node.name == 'Details' and node.role in ('filler', 'panel', 'scroll pane')]
        left_out = {node.path for other in others for node in other.all()}
        return [(node, extents(node)) for node in nodes(root, leaves=('table row', 'list item', *roles))
                if node.role in roles and node.path not in left_out]

    for size, widths in ((11, (360, 700, 950)), (22, (700, 1280))):
        with Fulgens(DEMO, XDG_CONFIG_HOME=settings(font_name=f'Sans {size}')):
            here = window('demo.json.gz')
            until(focused_row, 'a focused row')
            for width in widths:
                xdotool('windowsize', '--sync', here, width, 800)
                for number, panel in enumerate(panels, 1):
                    xdotool('key', '--window', here, f'alt+{number}')
                    until(lambda: find('push button', panel).has('pressed'), panel)

                    def cut():
                        return [(node.role, node.name, box) for node, box in controls()
                                if box.width > 0 and (box.x < 0 or box.x + box.width > width)]
                    if soon(lambda: not cut(), 5) is None:
                        raise AssertionError((size, width, panel, cut()))
                search = until(lambda: [box.width for node, box in controls()
                                        if 'Filter' in node.name and node.role in ('text', 'entry')], 'the search')
                assert search and min(search) > 5 * size, (size, width, search)

            # An option from the popover.
            xdotool('windowsize', '--sync', here, widths[0], 800)
            xdotool('key', '--window', here, 'alt+1')
            # Those of other panels follow.
            click(until(lambda: [node for node, box in controls() if node.name == 'More Options' and box.width > 0], 'buttons')[0])
            until(popups, 'the popover')
            assert find('check box', 'Include Idle').has('checked')
            until(lambda: xdotool('key', 'Tab') or soon(lambda: focus().name == 'Include Idle', 0.5), 'the focus on it')
            xdotool('key', 'space')
            until(lambda: not find('check box', 'Include Idle').has('checked'), 'no idle samples')


def test_close_while_panels_compute():
    """A tab is closed, or a note wanted, before its panel is there: nothing reaches what has gone, which the
    sanitizer build sees."""
    with Fulgens(DEMO, G_SLICE='always-malloc', MALLOC_PERTURB_='165') as viewer:
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        for number, keys in enumerate([[f'alt+{panel}'] for panel in range(2, 8)] + [['Tab', 'ctrl+d', 'Tab', 'ctrl+d']] * 2):
            other = copy_of_demo(f'other{number}.json.gz')
            subprocess.run([FULGENS, other], check=True, timeout=PATIENCE)
            until(lambda: xdotool('search', '--name', other.name), 'its tab')
            xdotool('key', '--window', here, *keys)
            xdotool('key', '--window', here, 'Escape', 'ctrl+w')
            if not soon(lambda: xdotool('search', '--name', 'demo.json.gz'), 2):   # the editor of the note had the keys
                xdotool('key', '--window', here, 'Escape', 'ctrl+w')
            until(lambda: xdotool('search', '--name', 'demo.json.gz'), 'the first tab')
            assert viewer.process.poll() is None
        press('Functions')
        until(lambda: len(tables()) > 1, 'the program goes on')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
