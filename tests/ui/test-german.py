#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window in German: words, numbers and dates. Prints TAP."""

import re
import subprocess
import sys

from person import *

ENGLISH = ('Main menu', 'Call Tree', 'Overview', 'Flame Graph', 'Total', 'Self', 'Function', 'Invert', 'Full range', 'About Fulgens')


def german():
    """The environment of German, which the machine need not have."""
    folder = scratch / 'locale'
    folder.mkdir(exist_ok=True)
    subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', folder / 'de_DE.UTF-8'], check=True)
    return {'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'de', 'LOCPATH': str(folder)}


def check_texts(*words):
    """Looks for words, and for a number with a comma and its unit; nothing may be English."""
    until(lambda: all(any(word in text for text in texts()) for word in words), words)
    until(lambda: any(re.search(r'\d,\d+[\s\u00a0](s|ms|%)', text) for text in texts()), 'a number with a comma')
    wrong = [text for text in texts() if text in ENGLISH or re.search(r'\d\.\d+[\s\u00a0]?(s|ms|%)(\W|$)', text)]
    assert not wrong, wrong


def test_german():
    """Views, the main menu, and what sentences say; numbers of all by locale."""
    with Fulgens(STARTUP, **german()):
        here = window('fx153')
        until(focused_row, 'a focused row')
        check_texts('Aufrufbaum', 'Gesamt', 'Selbst', 'Umkehren', 'Ganzer Bereich', '20. November 2026')

        show_panel('Übersicht')
        check_texts('Meistbeschäftigte Threads', 'reagierte')

        until(lambda: click(find('push button', 'Hauptmenü')) or soon(lambda: find('menu item', 'Info zu Fulgens', 'visible'), 2),
              'the main menu')
        check_texts('Neues Fenster', 'Rückgängig')
        xdotool('key', '--window', here, 'Escape')


sys.exit(run_tests(globals()))
