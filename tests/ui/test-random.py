#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys, clicks, drags, sizes, files and tabs at random: nothing ends the program, warns or
keeps it from answering. Prints TAP. SEED chooses what is done, ACTIONS how much.
"""

import os
import random
import subprocess
import sys
import time

from person import *

SEED = int(os.environ.get('SEED', 14))
ACTIONS = int(os.environ.get('ACTIONS', 400))
HEADER = 60

KEYS = (*'fFmMScCdDgrRiIeEnNsztx*', 'Up', 'Down', 'Left', 'Right', 'Home', 'End', 'Page_Up', 'Page_Down', 'Tab', 'shift+Tab', 'F6',
        'shift+F6', 'F9', 'F10', 'Escape', 'Return', 'space', 'BackSpace', 'Delete', 'Menu', 'shift+F10', 'ctrl+f', 'ctrl+z',
        'ctrl+shift+z', 'ctrl+c', 'ctrl+a', 'ctrl+d', 'alt+Left', 'alt+Right', 'alt+Up', 'alt+Down', 'ctrl+plus', 'ctrl+minus',
        'shift+Down', 'ctrl+Down', *(f'alt+{panel}' for panel in range(1, 8)))


def act(chance, here, size, files):
    """One thing that a person may do; returns the size of the window."""
    # Not the header bar: there is nobody who could bring a window back from where it is moved or minimized to.
    x, y = chance.randrange(size[0]), chance.randrange(HEADER, size[1])
    what = chance.random()
    if what < 0.5:
        xdotool('key', '--window', here, *chance.choices(KEYS, k=chance.randrange(1, 5)))
    elif what < 0.7:
        xdotool('mousemove', x, y, 'click', '--repeat', chance.choice((1, 1, 2)), chance.choice((1, 1, 1, 2, 3)))
    elif what < 0.82:
        to_x, to_y = chance.randrange(size[0]), chance.randrange(HEADER, size[1])
        button = chance.choice((1, 1, 2))
        xdotool('mousemove', x, y, 'mousedown', button, 'mousemove', (x + to_x) // 2, (y + to_y) // 2, 'mousemove', to_x, to_y,
                'mouseup', button)
    elif what < 0.92:
        held = chance.choice(((), ('ctrl',), ('shift',)))
        xdotool('mousemove', x, y, *(word for key in held for word in ('keydown', key)),
                'click', '--repeat', chance.randrange(1, 8), chance.choice((4, 5)),
                *(word for key in held for word in ('keyup', key)))
    elif what < 0.95:
        size = chance.choice(((360, 500), (700, 800), (1000, 600), (1280, 840), (1900, 1100)))
        xdotool('windowsize', here, *size)
    elif what < 0.97:
        subprocess.run([FULGENS, chance.choice(files)], check=True, timeout=PATIENCE)
    elif what < 0.98:
        xdotool('key', '--window', here, 'Escape', 'ctrl+w')
    else:
        time.sleep(chance.random())
    return size


# A second click on the button of a tab that closes: libadwaita 1.2 closes the tab once more, and nothing comes of it.
KNOWN = ("adw_tab_view_close_page: assertion 'ADW_IS_TAB_PAGE (page)' failed",)


def criticals(log):
    """What GLib calls critical of what the viewer said."""
    return [line for line in log.read_text(errors='replace').splitlines()
            if '-CRITICAL **' in line and not any(known in line for known in KNOWN)]


def test_random():
    chance = random.Random(SEED)
    other = scratch / 'random-startup.json.gz'   # what is noted is written beside a file; symbols may arrive
    other.write_bytes(fixture.read_bytes())
    files = [copy_of_demo('random.json.gz'), other, recursion()]
    size = (1280, 840)
    print(f'# SEED={SEED} ACTIONS={ACTIONS}')
    log = scratch / 'said.txt'
    number = 0
    while number < ACTIONS:
        # GTK 4.8 warns of "broken accounting" where what is pressed goes away, so warnings are not looked at.
        with log.open('a') as stderr, Fulgens(files[0], G_DEBUG='', stderr=stderr) as viewer:
            here = window('random.json.gz')
            xdotool('windowsize', '--sync', here, *size)
            # It ends with its last tab.
            while number < ACTIONS and viewer.process.poll() != 0:
                size = act(chance, here, size, files)
                number += 1
                ended = viewer.process.poll()
                assert not ended, f'ended with {ended} after {number} actions: {log.read_text(errors="replace")[-20000:]}'
                assert not criticals(log), f'{criticals(log)} after {number} actions'
            if viewer.process.poll() == 0:
                continue
            # It answers, and shows what it is told to.
            xdotool('windowsize', here, 1280, 840, 'key', '--window', here, 'Escape', 'Escape', 'Escape')
            subprocess.run([FULGENS, copy_of_demo('after.json.gz')], check=True, timeout=PATIENCE)
            until(lambda: find(name='after.json.gz'), 'the file that is opened last')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
