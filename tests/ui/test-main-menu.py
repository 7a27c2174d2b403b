#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window around a profile: main menu, history, by pointer and keys. Prints TAP."""

import sys

import pyatspi

from person import *


def menu_items():
    """Of the menu on screen: name → whether it can be chosen."""
    return {node.name: node.getState().contains(pyatspi.STATE_SENSITIVE) for node in nodes(application())
            if node.getRoleName() == 'menu item' and node.getState().contains(pyatspi.STATE_VISIBLE)}


def main_menu(here):
    """What the main menu offers."""
    def is_open():
        click(find('push button', 'Main menu'))
        return soon(lambda: 'About Fulgens' in menu_items(), 2)
    until(is_open, 'the main menu')
    items = menu_items()
    xdotool('key', '--window', here, 'Escape')
    until(lambda: not menu_items(), 'no menu')
    return items


def test_history_has_names():
    """Undo and Redo say what they undo and redo, and are off where there is nothing."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        items = main_menu(here)
        assert items['Undo'] is False and items['Redo'] is False, items

        to_rows(here)
        xdotool('key', '--window', here, 'm')
        until(chips, 'a transform')
        merged = chips()[0].split('“')[1].rstrip('”')
        items = main_menu(here)
        assert items[f'Undo “{merged}”'] is True and items['Redo'] is False, items

        choose(here, lambda: click(find('push button', 'Main menu')), 'Undo', 'u', lambda: not chips())
        items = main_menu(here)
        assert items['Undo'] is False and items[f'Redo “{merged}”'] is True, items
        xdotool('key', '--window', here, 'ctrl+shift+z')
        until(chips, 'the transform again')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: not chips(), 'no transform')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
