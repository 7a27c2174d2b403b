#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Call tree, functions and marker table, by pointer and keys. Prints TAP."""

import json
import sys

import pyatspi

from person import *


def tables():
    """The tables on screen, from the top."""
    found = [node for node in nodes(application(), leaves=('table row', 'list item'))
             if node.getRoleName() in ('table', 'tree table') and extents(node).height > 40]
    return sorted(found, key=lambda node: extents(node).y)


def table_rows(table=0):
    """The rows of a table that are on screen, from the top."""
    table = until(tables, 'a table')[table]
    box = extents(table)
    found = [(extents(node), node) for node in nodes(table, leaves=('table row',))
             if node.getRoleName() == 'table row' and node.name]
    return [node for row, node in sorted(found, key=lambda pair: pair[0].y)
            if box.y + 20 < row.y < box.y + box.height - row.height and row.height > 0]


def selected_row(table=0):
    return next((row for row in table_rows(table) if row.getState().contains(pyatspi.STATE_SELECTED)), None)


def menu(item):
    """The box of the menu that has the item, when it is on screen."""
    until(lambda: find('menu item', item, pyatspi.STATE_VISIBLE), f'a menu with {item}')
    return until(popups, 'a popup')[-1]


def no_menu(item):
    return until(lambda: not find('menu item', item, pyatspi.STATE_VISIBLE), 'no menu')


def press_right(x, y):
    xdotool('mousemove', x, y)
    xdotool('click', 3)


def background(row):
    """Colour at the end of a row, where no text is."""
    box = extents(row)
    return pixel(box.x + box.width - 4, box.y + 3)


def test_secondary_button_selects_the_row():
    """The menu is about the row under the pointer, and no row stays pressed."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        other = next(row for row in table_rows() if row.name != selected_row().name and row.name != '(root)')
        name, box, plain = other.name, extents(other), background(other)

        press_right(box.x + 300, box.y + 10)
        menu('Merge Function')
        assert selected_row().name == name, selected_row().name
        xdotool('key', '--window', here, 'Escape')
        no_menu('Merge Function')
        until(lambda: selected_row().getState().contains(pyatspi.STATE_FOCUSED), 'the focus is back')
        xdotool('key', '--window', here, 'Down')
        until(lambda: selected_row().name != name, 'the next row')
        xdotool('mousemove', box.x + 300, 5)
        until(lambda: background(other) == plain, 'the row as it was')

        choose(here, lambda: press_right(box.x + 300, box.y + 10), 'Merge Function', 'm', chips)
        assert any(name in chip for chip in chips()), chips()

        # Empty space below the last row has no menu.
        xdotool('key', '--window', here, 'Home', 'Left')
        until(lambda: len(table_rows()) < 5, 'one root')
        last = extents(table_rows()[-1])
        press_right(last.x + 300, last.y + 100)
        assert not soon(lambda: find('menu item', 'Focus', pyatspi.STATE_VISIBLE), 1)

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
        row = next(row for row in table_rows()[2:] if row.name != selected_row().name and row.name != '(root)')
        name, box = row.name, extents(row)
        choose(here, lambda: press_right(box.x + 300, box.y + 10), 'Merge Function', 'm', chips)
        assert any(name in chip for chip in chips()), (name, chips())
        assert not find('menu item', 'Merge Node Only', pyatspi.STATE_VISIBLE)


def test_menu_below_its_button():
    with Fulgens('--view', view_file(panel='flame-graph'), DEMO):
        here = window('demo.json.gz')
        button = until(lambda: find('push button', 'Actions', pyatspi.STATE_VISIBLE), 'the button')
        box = extents(button)
        click(button)
        x, y, width, _ = menu('Export Picture')
        assert abs(y - (box.y + box.height)) < 40 and x <= box.x <= x + width, (box, popups())
        xdotool('key', '--window', here, 'Escape')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
