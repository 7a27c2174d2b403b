#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of what takes the focus, for assistive tools. Prints TAP."""

import os
import sys
import time

from person import *


def test_names_on_the_start_page():
    """Also those of recent files."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'ctrl+w')
        window('^Fulgens$')
        until(lambda: find('push button', 'Remove demo.json.gz from the list', 'visible'), 'a recent file')
        assert not find_unnamed(), find_unnamed()


def test_names_of_dialogs():
    """Lists and buttons in dialogs, too."""
    def unnamed():
        return {control for control in find_unnamed() if control[0] in ('list', 'push button')}
    with Fulgens():
        here = window('Fulgens')
        xdotool('key', '--window', here, 'ctrl+comma')
        window('Preferences')
        steady(texts)
        assert not unnamed(), unnamed()
        xdotool('key', 'Escape')
        window('Fulgens')
        press('Live…')
        window('Follow a Capture')
        for page in 'Record', 'Other':
            show_page(page)
            steady(texts)
            assert not unnamed(), (page, unnamed())


def test_names_of_popups():
    """What is in popovers, menus and windows has names."""
    bad = {}
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        def check(what):
            time.sleep(0.5)
            found = {control[:2] for control in find_unnamed() if control[0] != 'image'}
            if found:
                bad[what] = sorted(found)

        def close():
            xdotool('key', 'Escape')
            until(lambda: not popups(), 'no popup')

        for name in 'Main menu', 'Notes', 'Frames: ', 'Tracks ', 'native frames':
            click(next(node for node in nodes(application(), leaves=('table row',)) if name in node.name and node.has('visible')
                       and node.role in ('push button', 'toggle button', 'combo box', 'filler', 'panel') and extents(node).width > 0))
            until(popups, name)
            check(name)
            close()
        to_rows(here)
        xdotool('key', '--window', here, 'Menu')
        until(popups, 'the menu of a row')
        check('menu of a row')
        close()
        for key in 'ctrl+comma', 'F1':   # the window of shortcuts is GTK's own
            xdotool('key', '--window', here, key)
            opened = until(lambda: [w for w in xdotool('search', '--onlyvisible', '--class', 'fulgens') if w != here
                                    and int(xdotool('getwindowgeometry', w)[-1].split('x')[0]) > 200], key)[0]
            xdotool('windowfocus', opened)
            check(key)
            if key == 'F1':   # stays beside the window
                break
            xdotool('key', 'Escape')
            until(lambda: opened not in xdotool('search', '--onlyvisible', '--class', 'fulgens'), f'no window of {key}')
            xdotool('windowfocus', here)
    assert not bad, bad


def test_names_while_loading():
    """A file that comes slowly, as from a pipe."""
    pipe = scratch / 'slow.json'
    os.mkfifo(pipe)
    with Fulgens(pipe):
        window('slow.json')
        with open(pipe, 'wb') as out:
            text = recursion().read_bytes()
            out.write(text[:100])
            out.flush()
            until(lambda: find('push button', 'Cancel', 'visible') and 'In progress' in texts(), 'the page of a file that is read')
            steady(texts)
            unnamed = find_unnamed()
            out.write(text[100:])
        until(focused_row, 'the profile')
    assert not unnamed, unnamed


def test_names_of_controls():
    """All controls on screen have a name, and so has whatever Tab comes to."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        bad = set()
        for panel in range(1, 8):
            xdotool('key', '--window', here, f'alt+{panel}')
            until(lambda: find('push button', panels[panel - 1]).has('pressed'), 'the panel')
            bad |= {(panel, *control) for control in find_unnamed()}
            stops = set()
            while len(stops) < 60:
                xdotool('key', '--window', here, 'Tab')
                time.sleep(0.05)
                node = focus()
                stop = node and (node.role, node.name)
                if stop in stops and stop[0] == 'list item':
                    break
                stops.add(stop)
                if not stop or not is_good_name(stop[1]):
                    bad.add((panel, 'by Tab', stop))
            assert 10 < len(stops) < 60, (panel, sorted(stops))
        assert not bad, sorted(bad)[:40]


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
