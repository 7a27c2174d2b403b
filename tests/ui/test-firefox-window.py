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
        if 'getProfileData' not in request['text'] or 'StopProfiler' in request['text'] or 'substring' not in server.types():
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

        # All that is asked is on screen, and a preset answers it.
        height = extents(find('frame', 'Follow a Capture')).height
        start = extents(find('push button', 'Start the Capture'))
        assert 0 < start.y < height - start.height, (start, height)
        choose_preset(dialog, 'Power')
        until(lambda: find('check box', 'power').has('checked'), 'the features of the preset')

        def is_there():
            xdotool('key', '--window', dialog, 'Tab')
            return soon(lambda: focus() and focus().name == 'Features', 0.3)
        until(is_there, 'the features')
        xdotool('key', '--window', dialog, 'space')

        def is_at_check():
            xdotool('key', '--window', dialog, 'Tab')
            return soon(lambda: focus() and focus().name == 'stackwalk', 0.3)
        until(is_at_check, 'the focus')
        xdotool('key', '--window', dialog, 'space')
        until(lambda: not find('check box', 'stackwalk').has('checked'), 'a feature less')
        press('Start the Capture')
        assert server.wait_for('startProfiler'), server.types()
        request = next(request for request in server.requests if request['type'] == 'startProfiler')
        assert (request['features'], request['interval'], request['threads']) == (['js', 'power'], 10, ['GeckoMain', 'Renderer']), request
        window('Firefox')
        until(lambda: 'Recording' in labels(), 'recording')
    server.close()


def of_threads(*busy):
    """A capture of two threads; of each the number of samples with a stack."""
    profile = json.loads(capture())
    thread = profile['threads'][0]
    profile['threads'] = [{**thread, 'name': name, 'tid': tid, 'isMainThread': tid == 1,
                           'samples': {**thread['samples'], 'stack': [stack] * n, 'time': list(range(n)), 'length': n}}
                          for name, tid, stack, n in (('First', 1, 6, busy[0]), ('Second', 2, 7, busy[1]))]
    return json.dumps(profile).encode()


def test_busiest_thread():
    """The busiest thread is selected, until the person does something with it."""
    server = serve(of_threads(9, 4), active=True)
    with Fulgens('--live', server.address):
        window('Firefox')

        def row(name):
            return next((node for node in nodes(application()) if node.role == 'table row' and node.name.startswith(name)
                         and node.has('visible')), None)
        until(lambda: row('walk'), 'the rows of the first thread')
        server.profile = of_threads(10, 30)
        other = until(lambda: row('other'), 'the rows of the second thread')
        steady(lambda: extents(other))
        click(other)
        server.profile = of_threads(90, 31)
        until(lambda: any('121 samples' in text for text in labels()) and '31' in labels(), 'a later preview')
        assert row('other') and not row('walk'), rows()
    server.close()


def choose_preset(dialog, name):
    # Of both pages; the one on screen is the last one that is visible.
    row = [node for node in nodes(application()) if 'What to Record' in node.name and node.has('visible') and extents(node).width > 0][-1]
    steady(lambda: extents(row))
    click(row)
    item = until(lambda: find('list item', name) or find('label', name), 'the presets')
    steady(lambda: extents(item))
    for _ in range(('Web', 'Media', 'Networking', 'Power', 'Graphics').index(name)):
        xdotool('key', '--window', dialog, 'Down')
    xdotool('key', '--window', dialog, 'Return')


def test_start_firefox():
    """The first button of the dialog starts a Firefox, and records what was chosen."""
    folder = scratch / 'programs'
    folder.mkdir()
    program = folder / 'firefox'
    program.write_text(f'''#!{sys.executable}
import os, pathlib, sys, time
sys.path.append({str(Path(firefox.__file__).parent)!r})
import firefox
path = sys.argv[sys.argv.index('--start-debugger-server') + 1]
profile = pathlib.Path(sys.argv[sys.argv.index('--profile') + 1])
assert 'remote-enabled", true' in (profile / 'user.js').read_text()
server = firefox.Firefox(str(profile), pathlib.Path({str(recursion())!r}).read_bytes())
os.rename(server.path, path)
pathlib.Path({str(folder)!r}, 'path').write_text(path)
while not server.wait_for('startProfiler'):
    pass
pathlib.Path({str(folder)!r}, 'request').write_text(str(next(r for r in server.requests if r['type'] == 'startProfiler')))
while not pathlib.Path({str(folder)!r}, 'end').exists():
    time.sleep(0.05)
''')
    program.chmod(0o700)
    with Fulgens(PATH=f'{folder}:{os.environ["PATH"]}'):
        window('Fulgens')
        press('Live…')
        dialog = window('Follow a Capture')
        first = until(lambda: next((node for node in nodes(application()) if node.role == 'push button' and node.has('visible')
                                    and node.name == 'Start Firefox and Record'), None), 'the button')
        steady(lambda: extents(first))
        choose_preset(dialog, 'Media')
        until(lambda: 'Audio, video and calls' in labels(), 'what it is for')
        press('Start Firefox and Record')
        until(lambda: 'Recording' in labels(), 'recording')
        until(lambda: [name for name in rows() if name.startswith('main')], 'a tree')
        request = (folder / 'request').read_text()
        assert "'audiocallbacktracing'" not in request and "'stackwalk'" in request and "'webrtc'" in request, request
        (folder / 'end').touch()
        place = Path((folder / 'path').read_text()).parent
        until(lambda: not place.exists(), 'no files are left')


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
