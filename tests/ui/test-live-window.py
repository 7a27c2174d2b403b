#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running capture in the window. Prints TAP."""

import copy
import json
import subprocess
import sys

from gi.repository import Gio

from person import *

sys.path.append(str(Path(__file__).resolve().parents[1] / 'cli'))

from wireclient import Proxy

SECONDS = 40
REPLAY = Path(FULGENS).parents[2] / 'tests' / 'serve' / 'fulgens-replay'

# What is received and not saved stays here.
os.environ['XDG_STATE_HOME'] = str(scratch / 'received')


def long_capture(n_threads=2):
    """40 s, a sample each ms: main → walk → leaf, with other as the second root's only function."""
    profile = copy.deepcopy(RECURSION)
    n = SECONDS * 1000
    thread = profile['threads'][0]
    thread['samples'] = {'stack': [(6, 6, 3, 7)[i % 4] for i in range(n)], 'time': list(range(n)), 'weight': None,
                         'weightType': 'samples', 'length': n}
    markers = range(0, n, 100)
    thread['markers'] = {'data': [{'type': 'UserTiming', 'name': f'step {i}'} for i in markers], 'name': [5 for _ in markers],
                         'startTime': list(markers), 'endTime': [i + 40 for i in markers], 'phase': [1 for _ in markers],
                         'category': [0 for _ in markers], 'length': len(markers)}
    profile['threads'] = [thread, *({**thread, 'name': f'Worker {i}', 'isMainThread': False, 'tid': i + 2}
                                    for i in range(n_threads - 1))]
    path = scratch / 'long.json'
    path.write_text(json.dumps(profile))
    return path


class Serve:
    """fulgens-replay on a socket."""

    def __init__(self, profile, *args, socket=scratch / 'capture.sock'):
        self.socket = socket
        self.process = subprocess.Popen([REPLAY, profile, '--socket', self.socket, *args], stdout=subprocess.PIPE, text=True)
        assert 'listening' in self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.socket.unlink(missing_ok=True)


def actions(method, parameters):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    return bus.call_sync(NAME, '/org/fulgens/Fulgens/window/1', 'org.gtk.Actions', method, parameters, None, 0, 5000, None)


def status():
    """What the window says on D-Bus."""
    described = actions('Describe', GLib.Variant('(s)', ('live-status',))).unpack()[0]
    return described[2][0] if described[2] else {}


def activate(name, *values):
    actions('Activate', GLib.Variant('(sava{sv})', (name, values, {})))


def shown():
    return status()['shown-samples']


def grows(at_least=500):
    """Waits for a later snapshot on screen."""
    begin = until(lambda: status().get('shown-samples'), 'samples')
    until(lambda: shown() >= begin + at_least, 'more samples')


def live_text():
    """The first words of the bar."""
    words = ('Recording', 'Connecting', 'The capture', 'The connection', 'No data', 'Nothing', 'Catching')
    return next((text for text in labels() if text.startswith(words)), None)


def button(name):
    return next((node for node in nodes(application(), leaves=('table row',)) if node.name.strip() == name and
                 node.role in ('push button', 'toggle button') and node.has('visible')), None)


def numbers():
    """Of the rows, and of the details."""
    return [text for text in labels() if text.replace(',', '').isdigit()]


def selected_row():
    return next((node for node in nodes(application()) if node.role == 'table row' and node.has('selected')), None)


def spools(state):
    return sorted((state / 'fulgens' / 'live').glob('*.fpls'))


def test_follow():
    """Tree, tracks and length grow; selection, view and window stay the person's."""
    with Serve(long_capture()) as server, Fulgens('--live', server.socket):
        window('replay')
        until(lambda: live_text() == 'Recording', 'recording')
        grows()
        assert status()['following'] is True

        # The row that is chosen stays, and counts.
        row = until(lambda: next((node for node in nodes(application()) if node.role == 'table row' and node.name.startswith('walk')
                                  and node.has('visible')), None), 'a row')
        click(row)
        name = until(lambda: (lambda r: r.name if r and r.name.startswith('walk') else None)(selected_row()), 'a selected row')
        n_rows = len(rows())
        before = numbers()
        grows()
        until(lambda: numbers() != before, 'other numbers')
        assert selected_row().name == name
        assert len(rows()) == n_rows, rows()

        # A selection ends following; the way back is a button.
        assert not button('Jump to Now')
        brush_tracks()
        until(lambda: status()['following'] is False, 'not following')
        box = extents(until(lambda: button('Jump to Now'), 'a way back'))
        assert box.width > 20
        grows()
        assert status()['following'] is False
        press('Jump to Now')
        until(lambda: status()['following'] is True, 'following')
        until(lambda: not button('Jump to Now'), 'no button')

        # The view can be paused, not the capture.
        press('Pause View')
        until(lambda: any('the view is paused' in text for text in texts()), 'paused')
        stays = steady(shown)
        until(lambda: status()['samples'] > stays + 1500, 'the capture goes on')
        assert shown() == stays
        press('Pause View')
        until(lambda: shown() > stays, 'the view goes on')
        press('Pause View')
        until(lambda: status()['following'] is False, 'paused')
        stays = steady(shown)
        until(lambda: button('Jump to Now'), 'a way out of the pause')
        press('Jump to Now')
        until(lambda: shown() > stays and status()['following'] is True, 'the view goes on by the other button')
        assert not any('the view is paused' in text for text in texts()), texts()

        # The panels show what comes.
        for panel in ('Functions', 'Flame Graph', 'Stack Chart', 'Marker Chart', 'Marker Table'):
            show_panel(panel)
            grows(300)

        # The end.
        press('Stop')
        until(lambda: live_text() == 'The capture has ended', 'the end')
        until(lambda: shown() == status()['samples'], 'all samples on screen')
        assert status()['whole'] is True and status()['state'] == 'finished'

        saved = scratch / 'saved.json'
        activate('save-to', GLib.Variant('s', str(saved)))
        until(lambda: not button('Save…') and saved.exists(), 'the file')
        info = json.loads(subprocess.run([QUERY, 'info', '--json', saved], capture_output=True, check=True).stdout)
        assert sum(thread['sampleCount'] for thread in info['threads']) == shown(), info
        assert not spools(Path(os.environ['XDG_STATE_HOME']))


def test_paused_over_end():
    """A view that is paused when the capture ends can go on, and shows what came after."""
    with Serve(long_capture()) as server, Fulgens('--live', server.socket):
        window('replay')
        until(lambda: live_text() == 'Recording', 'recording')
        grows()
        click(until(lambda: button('Pause View'), 'the button'))
        until(lambda: any('the view is paused' in text for text in texts()), 'paused')
        assert status()['following'] is False
        stays = steady(shown)
        until(lambda: status()['samples'] > stays + 1500, 'the capture goes on')
        press('Stop')
        until(lambda: live_text() == 'The capture has ended', 'the end')
        assert shown() == stays < status()['samples']
        assert status()['following'] is False
        click(until(lambda: button('Pause View'), 'the button, still'))
        until(lambda: shown() == status()['samples'], 'all samples on screen')
        until(lambda: not button('Pause View'), 'no button')
        assert status()['following'] is True


def test_lost():
    """A connection that is lost keeps what came."""
    with Serve(long_capture()) as server, Proxy(server.socket, scratch / 'lost.sock', 60000) as cut, Fulgens('--live', cut.address):
        window('replay')
        until(lambda: (live_text() or '').startswith('The connection was lost'), 'the loss')
        until(lambda: shown() == status()['samples'] > 0, 'what came')
        assert status()['whole'] is False
        assert button('Reconnect') and button('Save…')
        assert not button('Stop')


def test_reconnect():
    """Another connection to the same capture goes on with it; one to another capture opens a tab."""
    with Serve(long_capture()) as server:
        path = server.socket.parent / 'cut'
        with Proxy(server.socket, path, 60000, once=True), Fulgens('--live', path):
            window('replay')
            grows()
            click(until(lambda: next((node for node in nodes(application()) if node.role == 'table row' and
                                      node.name.startswith('walk') and node.has('visible')), None), 'a row'))
            until(lambda: selected_row() and selected_row().name.startswith('walk'), 'a selected row')
            until(lambda: (live_text() or '').startswith('The connection was lost'), 'the loss')
            before = until(lambda: shown() == status()['samples'] and shown(), 'what came')
            press('Reconnect')
            until(lambda: live_text() == 'Catching up…', 'the same capture')
            while live_text() == 'Catching up…':
                assert shown() == before
            until(lambda: shown() > before, 'it goes on')
            until(lambda: selected_row() and selected_row().name.startswith('walk'), 'the selected row')
            press('Stop')
            until(lambda: live_text() == 'The capture has ended', 'the end')
            until(lambda: shown() == status()['samples'] > before, 'all of it')
            assert status()['whole'] is True


def test_other_capture():
    """Another capture at the same address opens a tab; what came stays in the first."""
    def bars():
        return [text for text in labels() if ' samples · ' in text]

    with Serve(long_capture()) as first, Proxy(first.socket, scratch / 'other.sock', 60000, once=True) as cut, \
            Fulgens('--live', cut.address):
        window('replay')
        until(lambda: (live_text() or '').startswith('The connection was lost'), 'the loss')
        first.__exit__()
        with Serve(long_capture()):
            press('Reconnect')
            until(lambda: len(bars()) == 2, 'two captures')
            until(lambda: status().get('state') == 'recording', 'another capture')
            grows()


def test_marker_stays():
    """A marker that is chosen is the same one in later snapshots."""
    with Serve(long_capture()) as server, Fulgens('--live', server.socket) as program:
        window('replay')
        grows()
        show_panel('Marker Table')
        row = until(lambda: next((node for node in nodes(application()) if node.role == 'table row' and 'UserTiming' in node.name
                                  and node.has('visible')), None), 'a marker')
        click(row)
        name = until(lambda: selected_row() and selected_row().name, 'a selected marker')
        for _ in range(3):
            grows()
            assert until(selected_row, 'the marker').name == name

        # Nothing is left of it if the person says so.
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.call_sync(NAME, '/org/fulgens/Fulgens', 'org.gtk.Actions', 'Activate', GLib.Variant('(sava{sv})', ('quit', [], {})),
                      None, 0, 5000, None)
        until(lambda: find(name='Save the Capture?'), 'a question')
        press('Discard')
        until(lambda: program.process.poll() is not None, 'the end')


def test_nobody_there():
    """Without a peer there is one line, and no picture."""
    for address in (scratch / 'nobody.sock', '127.0.0.1:1'):
        done = subprocess.run([FULGENS, '--live', address, '--screenshot', scratch / 'none.png', '--screenshot-after', '1'],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 1, done
        lines = [line for line in done.stderr.splitlines() if line.startswith('fulgens:')]
        assert len(lines) == 1, done.stderr
        assert not (scratch / 'none.png').exists()


def test_picture():
    """Drawn a while after the first data."""
    before = spools(Path(os.environ['XDG_STATE_HOME']))
    with Serve(long_capture()) as server:
        subprocess.run([FULGENS, '--live', server.socket, '--screenshot', scratch / 'live.png', '--screenshot-after', '2',
                        '--size', '900x700'], check=True)
    assert size_of_png(scratch / 'live.png') == (900, 700)
    assert spools(Path(os.environ['XDG_STATE_HOME'])) == before


def test_dialog_and_closing():
    """A capture is found and followed; closing it asks, and leaves nothing behind."""
    runtime, state = scratch / 'runtime', scratch / 'state'
    (runtime / 'fulgens').mkdir(parents=True, mode=0o700)
    runtime.chmod(0o700)
    with Serve(long_capture(), socket=runtime / 'fulgens' / 'workload.sock'), \
            Fulgens(XDG_RUNTIME_DIR=str(runtime), XDG_STATE_HOME=str(state)):
        here = window('Fulgens')
        press('Live…')
        dialog = window('Follow a Capture')
        row = until(lambda: find('list item', 'workload') or find(name='workload'), 'the capture')
        steady(lambda: extents(row))
        press_row(row)
        until(lambda: not xdotool('search', '--onlyvisible', '--name', 'Follow a Capture'), 'no dialog')
        window('replay')
        grows()
        assert len(spools(state)) == 1

        for answer in 'Cancel', 'Discard':
            def is_asked():
                xdotool('windowfocus', here, 'key', 'ctrl+w')
                return soon(lambda: find(name='Save the Capture?'), 2)
            until(is_asked, 'a question')
            if answer == 'Discard':
                press(answer)
            else:
                window('Save the Capture')
                until(lambda: find('push button', 'Discard').has('visible'), 'the buttons')
                xdotool('key', 'Escape')
            until(lambda: not find(name='Save the Capture?'), 'an answer')
            if answer == 'Cancel':
                grows()
        until(lambda: button('Live…'), 'the start page')
        until(lambda: not spools(state), 'no spool')
        assert dialog


def press_row(row):
    """The dialog is a window of its own, in the corner as well."""
    click(row)


def test_left_over():
    """What a program received that was killed is offered at the next start."""
    state = scratch / 'state2'
    with Serve(long_capture()) as server:
        process = subprocess.Popen([FULGENS, '--live', server.socket], env={**os.environ, 'XDG_STATE_HOME': str(state)})
        window('replay')
        grows()
        received = status()['samples']
        process.kill()
        process.wait()
        until(lambda: not accessible.pid_of(NAME), 'the name is free')
    with Fulgens(XDG_STATE_HOME=str(state)):
        here = window('Fulgens')
        until(lambda: find(name='A capture was not saved'), 'an offer')
        press('Show…')
        window('Follow a Capture')
        row = until(lambda: find('list item', '.fpls') or find(name='.fpls'), 'the capture')
        steady(lambda: extents(row))
        press_row(row)
        until(lambda: rows(), 'a tree')
        path, = spools(state)
        info = json.loads(subprocess.run([QUERY, 'info', '--json', path], capture_output=True, check=True).stdout)
        assert sum(thread['sampleCount'] for thread in info['threads']) >= received, (info, received)
        assert here


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
