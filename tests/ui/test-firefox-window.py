#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running Firefox in the window. Prints TAP."""

import sys
from pathlib import Path

from person import *

sys.path.append(str(Path(__file__).resolve().parents[1] / 'cli'))

import firefox

# What is received and not saved stays here.
os.environ['XDG_STATE_HOME'] = str(scratch / 'received')


def serve(profile, **attributes):
    server = firefox.Firefox(scratch, profile)
    for name, value in attributes.items():
        setattr(server, name, value)
    return server


def capture(**samples):
    return Path(recursion(**samples)).read_bytes()


def test_preview_ends():
    """A preview that costs Firefox too much is the last one, and the bar says so; the capture goes on."""
    server = serve(capture(), active=True, recorded=5000)

    def answer(request):
        if 'getProfileData' not in request['text'] or 'substring' not in server.types():
            return server.do_evaluateJSAsync(request)
        server.recorded = 2 << 20
        return server.result(hasException=False, result={'type': 'longString', 'actor': 'long28', 'length': 29 << 20, 'initial': 'H4sI'})
    server.answers['evaluateJSAsync'] = answer
    with Fulgens('--live', server.address):
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
        until(lambda: 'The preview is paused, the recording continues' in labels(), 'the pause of the preview')
        until(lambda: any('2.09\xa0MB waiting' in text for text in labels()), 'what waits')
        press('Stop')
        until(lambda: 'The capture has ended' in labels(), 'the end')
        assert not any('waiting' in text for text in labels()), labels()
    server.close()


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
