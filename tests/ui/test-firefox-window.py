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


def renumbered():
    """More samples of the same functions, which have other numbers."""
    profile = json.loads(capture(stack=[6, 6, 6, 7, 6, 6], time=[0, 1, 2, 3, 4, 5], length=6))
    shared = profile['shared']
    n = shared['funcTable']['length']
    shared['funcTable']['name'] = shared['funcTable']['name'][::-1]
    shared['frameTable']['func'] = [n - 1 - func for func in shared['frameTable']['func']]
    return json.dumps(profile).encode()


def test_selection_stays():
    """A row and a transform are those of the same functions in the next preview."""
    server = serve(capture(), active=True)
    with Fulgens('--live', server.address):
        here = window('Firefox')

        def row(name):
            return next((node for node in nodes(application()) if node.role == 'table row' and node.name.startswith(name)
                         and node.has('visible')), None)

        def selected():
            return next((node.name for node in nodes(application()) if node.role == 'table row' and node.has('selected')), None)
        click(until(lambda: row('other'), 'a row'))
        until(lambda: (selected() or '').startswith('other'), 'a selected row')
        until(lambda: focused_row(), 'the focus')
        xdotool('key', '--window', here, 'm')
        until(lambda: any('other' in chip for chip in chips()), 'a transform')
        click(until(lambda: row('visit'), 'another row'))
        until(lambda: (selected() or '').startswith('visit'), 'that row')
        before = len(rows())
        server.profile = renumbered()
        until(lambda: any('6 samples' in text for text in labels()), 'a later preview')
        until(lambda: '5' in labels(), 'its numbers')
        assert selected().startswith('visit'), selected()
        assert any('other' in chip for chip in chips()), chips()
        assert len(rows()) == before, rows()
    server.close()


def test_dialog():
    """What this Firefox can record is chosen, and started."""
    server = serve(capture(), features=['js', 'stackwalk', 'power'])
    with Fulgens():
        dialog = ask_firefox(server.path)
        box = until(lambda: find('check box', 'power'), 'a feature')
        assert find('check box', 'js').has('checked') and not box.has('checked')
        assert 'startProfiler' not in server.types()
        assert not server.active

        def is_there():
            xdotool('key', '--window', dialog, 'Tab')
            return soon(lambda: focus() and focus().name == 'power', 0.3)
        until(is_there, 'the focus')
        xdotool('key', '--window', dialog, 'space')
        until(lambda: find('check box', 'power').has('checked'), 'a chosen feature')
        press('Start the Capture')
        assert server.wait_for('startProfiler'), server.types()
        request = next(request for request in server.requests if request['type'] == 'startProfiler')
        assert (request['features'], request['interval']) == (['js', 'stackwalk', 'power'], 1), request
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
    server.close()


def test_record_again():
    """Another capture, with the same options, comes in a tab of its own."""
    server = serve(capture(), active=True)
    with Fulgens('--live', server.address):
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
        assert not find('push button', 'Record Again', 'visible')
        press('Stop')
        until(lambda: 'The capture has ended' in labels(), 'the end')
        server.active = False
        press('Record Again')
        assert server.wait_for('startProfiler'), server.types()
        until(lambda: 'Recording' in labels(), 'recording')
        assert server.n_connections == 1, server.n_connections
    server.close()


def test_started_elsewhere():
    """A capture that Firefox begins after the end of one comes in a tab of its own, on the same connection."""
    server = serve(capture(), active=True)
    with Fulgens('--live', server.address):
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
        press('Stop')
        until(lambda: 'The capture has ended' in labels(), 'the end')
        server.active = False
        server.send(server.event('profiler-stopped'))
        server.active = True
        server.send(server.event('profiler-started'))
        until(lambda: 'Recording' in labels(), 'recording')
        press('Stop')
        until(lambda: 'The capture has ended' in labels(), 'the end')
        assert 'startProfiler' not in server.types()
        assert server.n_connections == 1, server.n_connections
    server.close()


def test_join():
    """A capture that runs is joined, not started."""
    server = serve(capture(), active=True)
    with Fulgens():
        ask_firefox(server.path)
        press('Join the Capture')
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
        until(rows, 'a preview')
        assert not find('check box', 'js')
    assert 'startProfiler' not in server.types()
    server.close()


def test_left_over():
    """The last preview that a program received that was killed is offered, and opens."""
    state = scratch / 'left'
    server = serve(gzip.compress(capture()), active=True)
    process = subprocess.Popen([FULGENS, '--live', server.address], env={**os.environ, 'XDG_STATE_HOME': str(state)})
    window('Firefox')
    until(rows, 'a preview')
    process.kill()
    process.wait()
    until(lambda: not accessible.pid_of(NAME), 'the name is free')
    server.close()
    with Fulgens(XDG_STATE_HOME=str(state)):
        window('Fulgens')
        press('Show…')
        window('Follow a Capture')
        row = until(lambda: find('list item', '.fpls') or find(name='.fpls'), 'the capture')
        steady(lambda: extents(row))
        click(row)
        until(lambda: [name for name in rows() if name.startswith('main')], 'a tree')


def test_folder():
    """The capture that a Firefox without a socket writes shows, with its end."""
    folder = scratch / 'downloads'
    folder.mkdir()
    (folder / 'older.json').write_bytes(capture())
    later = renumbered()
    with Fulgens('--live', f'firefox:{folder}'):
        window('firefox:')
        until(lambda: 'Nothing is being recorded' in labels(), 'the watch')

        def is_shown():
            """It may be so early that it is an older one."""
            (folder / 'profile_0_1.json').write_bytes(later)
            return soon(lambda: 'The capture has ended' in labels(), 5)
        assert not rows()
        until(is_shown, 'the end')
        until(lambda: [name for name in rows() if name.startswith('other')], 'a tree')
        assert any('6 samples' in text for text in labels()), labels()
        assert find('push button', 'Save…', 'visible')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
