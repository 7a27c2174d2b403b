#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs and processes that are recorded from the window. Prints TAP."""

import shutil
import signal
import subprocess
import sys
import time

from person import *

RECORD = Path(FULGENS).parents[1] / 'record' / 'fulgens-record'
SOURCE = Path(__file__).resolve().parents[1] / 'record' / 'program-split.c'
PROGRAM = scratch / 'split'

# What is received and not saved stays here.
os.environ['XDG_STATE_HOME'] = str(scratch / 'received')


def button(name):
    return next((node for node in nodes(application(), leaves=('table row',)) if node.name.strip() == name and
                 node.role in ('push button', 'toggle button') and node.has('visible')), None)


def commands(name):
    """Of the running processes of this name: number → command line."""
    found = {}
    for path in Path('/proc').glob('[0-9]*'):
        try:
            if (path / 'comm').read_text().strip() == name:
                found[int(path.name)] = (path / 'cmdline').read_text().replace('\0', ' ').strip()
        except OSError:   # it has ended
            pass
    return {pid: command for pid, command in found.items() if command and (str(scratch) in command or RUNTIME in command)}


RUNTIME = os.environ['XDG_RUNTIME_DIR']


def recorders():
    return commands('fulgens-record')


def programs():
    return commands(PROGRAM.name)


def end_programs():
    for pid in programs():
        os.kill(pid, signal.SIGKILL)
    until(lambda: not programs(), 'no program')


def shown_text(text):
    return any(text in label for label in labels())


def ask_program(title='Fulgens'):
    """Opens the dialog by the main menu of the window with this title, and returns its window."""
    here = window(title)
    choose(here, lambda: click(find('push button', 'Main menu')), 'Record a Program', 'g',
           lambda: xdotool('search', '--onlyvisible', '--name', 'Record a Program'))
    dialog = window('Record a Program')
    until(lambda: shown_text('Perf events: '), 'what this machine permits')
    return dialog


def n_samples():
    """As the bar says."""
    return max(int(found[1].replace(',', '')) for text in labels() if (found := re.search(' ([0-9,]+) samples · ', text)))


def unnamed():
    """Controls of a dialog without a name, but for parts of rows of libadwaita."""
    return {found for found in find_unnamed() if found[0] not in ('image', 'list item') or found[0] == 'list item' and find('list', 'Processes')}


def rows_of_program():
    return [name for name in rows() if name.startswith('0x') or name in ('main', 'work', '_start', '__libc_start_main')]


def hit_row(name):
    """Clicks the topmost row of that name. Returns: whether it is selected"""
    boxes = [extents(node) for node in nodes(application()) if node.role == 'table row' and node.name == name and node.has('visible')]
    box = min((box for box in boxes if box.width > 0 and box.height > 10), key=lambda box: box.y)
    xdotool('mousemove', box.x + box.width // 2, box.y + box.height // 2, 'click', 1)
    time.sleep(1)   # another click is not the second of two
    return find('table row', name, 'selected') is not None


def test_record():
    """From the menu: a wrong command says so, a right one shows its calls while it runs; pause, resume, stop and save."""
    path = scratch / 'recorded.json.gz'
    with Fulgens(GSETTINGS_BACKEND='keyfile'):
        window('Fulgens')
        until(lambda: button('Record a Program…') and button('Attach to a Process…'), 'the start page')
        dialog = ask_program()
        assert not button('Record').has('sensitive')
        assert not unnamed(), unnamed()
        xdotool('type', '--window', dialog, f'{PROGRAM} 1 "60000')
        xdotool('key', '--window', dialog, 'Return')
        until(lambda: shown_text('matching quote'), 'what is wrong')
        xdotool('type', '--window', dialog, '"')
        until(lambda: not shown_text('matching quote'), 'no error')
        xdotool('key', '--window', dialog, 'Return')

        until(lambda: 'Recording' in labels(), 'recording')
        until(rows_of_program, 'its calls')
        assert programs() and len(recorders()) == 1, (programs(), recorders())

        # Functions get names while it runs; what is selected stays, and more samples come.
        until(lambda: {'_start', 'start_thread'} & set(rows()), 'names')   # of either thread
        show_panel('Functions')
        until(lambda: 'take_seventy' in rows(), 'names of all')
        assert 'Recording' in labels()
        chosen = 'burn'   # has most: the others change places with each frame of samples, and may be out of sight
        until(lambda: hit_row(chosen), 'the selected row')
        n = n_samples()
        until(lambda: n_samples() >= n + 5000, 'more samples')
        until(lambda: find('table row', chosen, 'selected'), 'the selected row again')   # rows come anew
        assert 'Recording' in labels()
        window('fulgens-record')
        click(button('Pause'))
        until(lambda: 'The capture is paused' in labels(), 'paused')
        click(button('Pause'))
        until(lambda: 'Recording' in labels(), 'recording again')

        click(button('Stop and Save…'))
        save_as('Save Profile As', path)
        until(lambda: find('table row', chosen, 'selected'), 'the selected row at the end')   # likewise
        until(lambda: not recorders(), 'no recorder')
        assert programs(), 'the program has ended with its recording'
        end_programs()
        info = json.loads(subprocess.run([QUERY, 'info', '--json', path], capture_output=True, text=True, check=True).stdout)
        assert len(info['threads']) == 2, info
        checked = subprocess.run([QUERY, 'check', path], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout
        tree = subprocess.run([QUERY, 'functions', path], capture_output=True, text=True, check=True).stdout
        assert 'take_seventy' in tree and 'take_ten' in tree, tree

        # It is among the recent programs, and can be removed.
        ask_program(path.name)
        remove = until(lambda: button(f'Remove “{PROGRAM} 1 "60000"”'), 'the recent program')
        assert remove.act()
        until(lambda: not button(f'Remove “{PROGRAM} 1 "60000"”'), 'no recent program')
        stored = Path(os.environ['XDG_CONFIG_HOME']) / 'glib-2.0' / 'settings' / 'keyfile'
        until(lambda: 'split' not in stored.read_text(), 'it is not stored')


def test_wrong_program():
    """What cannot be started is a page that says why."""
    with Fulgens():
        for command, reason in ((f'{scratch}/missing', f'{scratch}/missing: No such file or directory'),
                                (str(SOURCE), f'{SOURCE}: Permission denied')):
            dialog = ask_program('Fulgens|missing')
            xdotool('type', '--window', dialog, command)
            xdotool('key', '--window', dialog, 'Return')
            until(lambda reason=reason: shown_text(reason), reason)
            window(Path(command).name)
        until(lambda: not recorders(), 'no recorder')


def test_attach():
    """A running process, found by a part of its command line; it goes on after the recording."""
    shutil.rmtree(os.environ['XDG_STATE_HOME'], ignore_errors=True)
    process = subprocess.Popen([PROGRAM, '1', '120000'], stdout=subprocess.DEVNULL)
    try:
        with Fulgens():
            window('Fulgens')
            press('Attach to a Process…')
            dialog = window('Attach to a Process')
            until(lambda: shown_text('threads'), 'processes')
            assert not unnamed(), unnamed()
            xdotool('type', '--window', dialog, 'no such process')
            until(lambda: shown_text('Those of other users cannot be recorded.'), 'no process')
            xdotool('key', '--window', dialog, 'ctrl+a')
            xdotool('type', '--window', dialog, f'{PROGRAM} 1 12')
            until(lambda: str(process.pid) in labels() and '2 threads' in labels(), 'the process')
            xdotool('key', '--window', dialog, 'Return')
            until(lambda: 'Recording' in labels(), 'recording')
            until(rows_of_program, 'its calls')
            click(button('Stop'))
            until(lambda: 'The capture has ended' in labels(), 'the end')
            until(lambda: not recorders(), 'no recorder')
            assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def test_closing():
    """A recording ends with its window, also when that is killed; the program goes on."""
    for end in (subprocess.Popen.terminate, subprocess.Popen.kill):
        with Fulgens() as viewer:
            dialog = ask_program()
            xdotool('type', '--window', dialog, f'{PROGRAM} 1 60000')
            xdotool('key', '--window', dialog, 'Return')
            until(rows_of_program, 'its calls')
            assert recorders()
            end(viewer.process)
            viewer.process.wait()
            viewer.process.returncode = 0
            until(lambda: not recorders(), 'no recorder')
            assert programs(), 'the program has ended with its recording'
            end_programs()


if subprocess.run([RECORD, '--check'], capture_output=True, check=False).returncode != 0:
    print('1..0 # SKIP the kernel permits no perf events')
    sys.exit(0)
subprocess.run(['cc', '-O2', '-g', '-pthread', '-o', PROGRAM, SOURCE], check=True)
if __name__ == '__main__':
    sys.exit(run_tests(globals()))
