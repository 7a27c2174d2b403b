#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window with the Firefox of this machine, if there is one. Prints TAP."""

import sys
import tempfile
import time
from pathlib import Path

from person import *

sys.path.append(str(Path(__file__).resolve().parents[1] / 'cli'))

import realfirefox

CAPTURES = int(os.environ.get('CAPTURES', '4'))


def test_captures():
    """One capture after the other on one connection, stopped before and after previews: each ends in the window."""
    folder = tempfile.TemporaryDirectory()
    firefox = realfirefox.RealFirefox(folder.name)
    try:
        with Fulgens(XDG_STATE_HOME=folder.name):
            ask_firefox(firefox.socket)
            for i in range(CAPTURES):
                press('Record Again' if i else 'Start the Capture')
                until(lambda: 'Recording' in labels(), 'recording')
                time.sleep(i)      # with more and more previews
                press('Stop')
                begin = time.monotonic()
                until(lambda: labels().count('The capture has ended') == i + 1, 'the end')
                print(f'# capture {i}: ended {time.monotonic() - begin:.1f} s after Stop', flush=True)
                until(lambda: any(name.startswith('(root)') for name in rows()), 'a tree')
    finally:
        firefox.close()
        folder.cleanup()


if realfirefox.PROGRAM is None:
    print('1..0 # SKIP there is no Firefox here')
    sys.exit(0)
sys.exit(run_tests(globals()))
