#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of what takes the focus, for assistive tools. Prints TAP."""

import os
import sys
import time
import zipfile

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
    """Lists, buttons and whatever takes the focus in dialogs, too."""
    def unnamed():
        return {control for control in find_unnamed() if control[0] != 'image'}
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


def unnamed_here(allowed=()):
    """Roles and names of what has no good name on screen, pictures aside."""
    time.sleep(0.5)
    return sorted({control[:2] for control in find_unnamed() if control[0] != 'image'} - set(allowed))


def close_popup():
    xdotool('key', 'Escape')
    until(lambda: not popups(), 'no popup')


# GTK puts the items of a menu in a scrolled window.
MENU = [('scroll pane', '')]


def test_names_of_popups():
    """What is in popovers and menus has names."""
    flawed = scratch / 'flawed.json'
    flawed.write_text(recursion(time=[0, 2, 1, 3]).read_text())
    bad = {}

    def check(what, allowed=()):
        found = unnamed_here(allowed)
        if found:
            bad[what] = found

    def open_by(name):
        click(until(lambda: [node for node in nodes(application(), leaves=('table row',)) if name in node.name and node.has('visible')
                             and not node.name.startswith('Ful') and node.role in ('push button', 'toggle button', 'combo box', 'filler', 'panel')
                             and extents(node).width > 0], name)[0])
        until(popups, name)

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        for name in 'Main menu', 'Notes', 'Frames: ', 'Filter', 'Tracks ', 'native frames', 'Recent profiles':
            open_by(name)
            check(name, MENU)
            close_popup()
        to_rows(here)
        xdotool('key', '--window', here, 'Menu')
        until(popups, 'the menu of a row')
        check('menu of a row', MENU)
        close_popup()
        box = extents(find('list item', 'Parent Process'))
        xdotool('mousemove', box.x + 60, box.y + 15, 'click', 3)
        until(popups, 'the menu of a track')
        check('menu of a track', MENU)
        close_popup()
        xdotool('windowsize', '--sync', here, 500, 800)
        open_by('More Options')
        check('More Options')
        close_popup()
    with Fulgens(flawed):
        window('flawed.json')
        until(focused_row, 'a focused row')
        click(until(lambda: find('push button', 'problem', 'visible'), 'the chip'))
        until(lambda: find('push button', 'Close', 'visible') or popups(), 'the problems')
        check('problems')
    assert not bad, bad


def test_names_of_windows():
    """What is in the windows that the main menu opens has names."""
    bad = {}
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        def others():
            return [w for w in xdotool('search', '--onlyvisible', '--class', 'fulgens') if w != here
                    and int(xdotool('getwindowgeometry', w)[-1].split('x')[0]) > 200]

        def open_by(what):
            """By a key, or by the mnemonic of an item of the main menu."""
            xdotool('windowfocus', here)
            if len(what) > 1:
                xdotool('key', '--window', here, what)
                return soon(others, 3)
            click(find('push button', 'Main menu'))
            if not soon(lambda: find('menu item', 'About Fulgens', 'visible'), 2):
                return None
            time.sleep(0.3)
            xdotool('key', '--window', here, what)
            return soon(lambda: not popups() and others(), 3)

        # Symbols, Save Selection As and About are items of the menu. The help stays beside the window.
        for what in 'ctrl+comma', 'ctrl+question', 'y', 't', 'a', 'F1':
            opened = until(lambda what=what: open_by(what), what)[0]
            xdotool('windowfocus', opened)
            found = unnamed_here()
            if found:
                bad[what] = found
            if what != 'F1':
                until(lambda opened=opened: xdotool('key', 'Escape') or soon(lambda: opened not in others(), 1), f'no window of {what}')
    assert not bad, bad


def test_names_of_pages():
    """Pages instead of a profile, and the pane of source."""
    archive = scratch / 'archive.zip'
    with zipfile.ZipFile(archive, 'w') as out:
        for name in 'one', 'two':
            out.writestr(f'{name}.folded', f'main;{name} 3\n')
    gone = scratch / 'gone.json'
    with Fulgens(archive):
        window('archive.zip')
        until(lambda: find('push button', 'Open All', 'sensitive'), 'the list')
        assert not unnamed_here(), unnamed_here()
    with Fulgens(gone):
        window('gone.json')
        until(lambda: find('push button', 'Copy Details', 'visible'), 'the page')
        assert not unnamed_here(), unnamed_here()
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'Return')
        until(lambda: any('Source Not Available' in text for text in labels()), 'the pane of source')
        assert not unnamed_here(), unnamed_here()


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
                node = soon(focus, 3)   # the tree changes while it is read
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
