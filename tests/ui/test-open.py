#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How files come into the window, by pointer and keys. Prints TAP."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from person import *


def put_programs(**scripts):
    """A folder of programs, for PATH: those of the machine would be on the start page, too."""
    folder = scratch / 'programs'
    folder.mkdir(exist_ok=True)
    for name, script in scripts.items():
        (folder / name).write_text(f'#!/bin/sh\n{script}\n')
        (folder / name).chmod(0o755)
    return folder


def test_recorders():
    """What this machine can record: commands to copy, by pointer and by keys; one stop of Tab. A program that hangs has no version."""
    folder = put_programs(perf='echo perf version 6.1.187', node='echo v20.20.2', valgrind='/bin/sleep 60')
    with Fulgens(PATH=folder):
        window('Fulgens')
        node = 'Node.js: copy “node --cpu-prof --cpu-prof-name=out.cpuprofile SCRIPT”'
        until(lambda: find(name=node), 'the command for Node.js')
        until(lambda: {'perf 6.1.187', 'node 20.20.2', 'valgrind'} <= set(texts()), 'versions')
        for _ in range(20):
            if (until(focus, 'a focus').name or '').startswith('Any Program'):
                break
            xdotool('key', 'Tab')
        assert focus().name.startswith('Any Program: copy “perf record'), focus().name
        xdotool('key', 'Down', 'Return')
        until(clipboard, 'a command')
        assert focus().name.endswith(f'copy “{clipboard()}”'), (focus().name, clipboard())
        until(lambda: 'Copied' in texts(), 'that it was copied')
        click(find('push button', 'Copy'))
        until(lambda: clipboard() == 'perf record -F 999 --call-graph dwarf -o out.perf.data -- PROGRAM', 'the command for perf')
        put_programs(samply='echo samply 0.13.1')
        click(find('push button', 'Search Again'))
        until(lambda: 'samply 0.13.1' in texts(), 'the program that has come')


def test_nothing_recorded():
    """A profile without threads cannot be shown; its page says how to record one."""
    folder = put_programs(perf='echo perf version 6.1.187')
    profile = json.loads(recursion().read_text())
    profile['threads'] = []
    path = scratch / 'nobody.json'
    path.write_text(json.dumps(profile))
    broken = scratch / 'broken.json'
    broken.write_text('{"meta": 1')
    with Fulgens(path, PATH=folder):
        window('nobody.json')
        until(lambda: {'Nothing was recorded, or no thread matched the filter of the recorder.', 'perf 6.1.187'} <= set(texts()), 'the recorders')
    with Fulgens(broken, PATH=folder):
        window('broken.json')
        until(lambda: 'Copy Details' in [node.name for node in nodes(application())], 'its page')
        time.sleep(1)
        assert 'perf 6.1.187' not in texts()


def test_new_files():
    """A profile that is written into the folder of downloads while the start page is there becomes a row; other files do not."""
    config, downloads = scratch / 'config', scratch / 'downloads'
    config.mkdir()
    downloads.mkdir()
    (config / 'user-dirs.dirs').write_text(f'XDG_DOWNLOAD_DIR="{downloads}"\n')
    (downloads / 'old.json.gz').write_bytes(DEMO.read_bytes())

    def new():
        box = find('list', 'New on this computer')
        return [node.name for node in nodes(box) if node.role == 'list item' and node.name] if box else []

    with Fulgens(XDG_CONFIG_HOME=config, PATH=config):   # no recorders: the new files are on the screen
        window('Fulgens')
        until(lambda: find('push button', 'Open the Example'), 'the start page')
        (downloads / 'notes.txt').write_text('words')
        (downloads / '.hidden.json.gz').write_bytes(DEMO.read_bytes())
        os.mkfifo(downloads / 'pipe.json')
        (downloads / 'link.json.gz').symlink_to(DEMO)
        (downloads / 'partial').write_bytes(DEMO.read_bytes())
        (downloads / 'partial').rename(downloads / 'fresh.json.gz')
        until(lambda: 'fresh.json.gz' in new(), 'the new profile')
        (downloads / 'out.perf.data').write_bytes((fixture.parent / 'perf.ok.data').read_bytes())
        until(lambda: new()[:2] == ['out.perf.data', 'fresh.json.gz'], 'the newest first')
        assert not {'old.json.gz', 'notes.txt', '.hidden.json.gz', 'pipe.json', 'link.json.gz'} & set(new()), new()
        steady(lambda: extents(find('list item', 'fresh.json.gz')))
        click(find('list item', 'fresh.json.gz'))
        window('fresh.json.gz')


def test_example():
    """The example opens; its first finding is what the list of recent files says of it."""
    with Fulgens():
        window('Fulgens')
        until(lambda: find('push button', 'Open the Example'), 'the start page')
        click(find('push button', 'Open the Example'))
        window('demo.json.gz')


def test_drag_over_the_window():
    """While files are over the window it has a frame, and says what a drop would do."""
    paths = [copy_of_demo(name) for name in ('one.json.gz', 'two.json.gz')]
    with Fulgens():
        window('Fulgens')
        until(lambda: find(name='Open a Profile'), 'the start page')
        plain = steady(lambda: picture(0, 300, 30, 200))
        seen = []

        def over():
            until(lambda: find('label', 'Open 2 Profiles', 'visible'), 'what a drop would do')
            seen.append(steady(lambda: picture(0, 300, 30, 200)))
        drop(*(path.as_uri() for path in paths), over=over)
        window('two.json.gz')
        assert seen[0] != plain
        until(lambda: not find('label', 'Open 2 Profiles', 'visible'), 'no frame')
        until(lambda: any('one.json.gz' in text for text in texts()), 'a tab for each')


def picture_of(node):
    box = extents(node)
    return picture(box.x, box.y, box.width, box.height)


def test_sample_types():
    """The types of samples are chosen where the summary is. A profile without times has no stack chart."""
    with Fulgens(fixture.parent / 'import' / 'go-tree-mutex.pb.gz'):
        here = window('go-tree-mutex.pb.gz')
        until(focused_row, 'a focused row')
        until(lambda: 'Time (ms)' in texts(), 'the heading of the default type')
        assert 'Flame Graph' in texts() and not {'Stack Chart', 'Marker Chart', 'Marker Table', 'Full range'} & set(texts())
        until(lambda: 'Where its time goes' in labels(), 'the details')
        assert '1.00 ms' not in ' '.join(texts()), texts()
        timeline = find('image', 'Activity of tree')
        before = steady(lambda: picture_of(timeline))
        steady(lambda: extents(find('label', 'delay (nanoseconds)', 'visible')))
        click(find('label', 'delay (nanoseconds)', 'visible'))
        until(popups, 'the list of types')
        xdotool('key', '--window', here, 'Up', 'Return')
        until(lambda: 'contentions' in texts() and 'Time (ms)' not in texts(), 'the heading of the chosen type')
        until(lambda: 'Total: 100%, 497 contentions' in texts(), 'its numbers')
        until(lambda: 'Total by category' in labels(), 'details of what is not time')
        until(lambda: picture_of(timeline) != before, 'its total')
        # There is no range to select.
        box = extents(timeline)
        x, y = box.x + box.width // 4, box.y + box.height // 2
        xdotool('mousemove', x, y, 'mousedown', '1', 'mousemove', x + 50, y, 'mousemove', x + 100, y, 'mouseup', '1')
        steady(texts)
        assert 'Full range' not in texts() and 'Total: 100%, 497 contentions' in texts()
        # The details of the profile, too, say nothing of time.
        to_search(here)
        xdotool('type', '--window', here, 'nothing')
        until(lambda: 'Format' in labels(), 'the details of the profile')
        assert not {'Length', 'Interval'} & set(labels()), labels()
        xdotool('key', '--window', here, 'ctrl+a', 'BackSpace')
        until(lambda: 'Total: 100%, 497 contentions' in texts(), 'all functions')
        # A profile that is saved has one type; the window says what it leaves out.
        path = Path(tempfile.mkdtemp()) / 'saved.json'
        xdotool('key', '--window', here, 'ctrl+s')
        save_as('Save Profile As', path)
        until(lambda: any('without delay' in text for text in texts()), 'what was left out')
        samples = json.loads(path.read_text())['threads'][0]['samples']
        assert samples['weightType'] == 'samples' and sum(samples['weight']) == 497, samples


def test_names_of_tracks():
    """Threads of one name say which they are; a process with nothing to draw takes one line."""
    main = {**RECURSION['threads'][0], 'name': 'words'}
    empty = {**main, 'pid': '2', 'tid': 20, 'samples': {**main['samples'], 'stack': [], 'time': [], 'length': 0},
             'markers': {**main['markers'], **dict.fromkeys(('data', 'name', 'startTime', 'endTime', 'phase', 'category'), []), 'length': 0}}
    path = scratch / 'words.json'
    meta = {**RECURSION['meta'], 'initialVisibleThreads': [0, 1, 2, 3], 'initialSelectedThreads': [0]}
    path.write_text(json.dumps({**RECURSION, 'meta': meta, 'threads': [main, *({**main, 'tid': tid, 'isMainThread': False} for tid in (11, 12)), empty]}))
    with Fulgens(path):
        window('words.json')
        until(lambda: {'TID 11', 'TID 12', 'PID 1', 'PID 2'} <= set(labels()), 'what tells them from each other')
        heights = [extents(node).height for node in nodes(application()) if node.role == 'list item' and node.name == 'words']
        until(lambda: sorted(heights)[0] == 24 and len(heights) == 4, 'one row of 24')


def test_missing_and_cut():
    """A file that is not there is named once; of one that is cut off what is there is suggested. All that takes the focus has a name."""
    gone = scratch / 'gone.json'
    with Fulgens(gone):
        window('gone.json')
        until(lambda: any('There is no such file' in text for text in labels()), 'what is wrong')
        assert sum(str(gone) in text for text in labels()) == 1, labels()
        unnamed = [(node.role, node.name) for node in nodes(application()) if node.role != 'filler' and node.has('focusable')
                   and node.has('visible') and (not node.name or re.match('(Gtk|Adw|Ful)[A-Z]', node.name)) and extents(node).width > 0]
        assert not unnamed, unnamed
    cut = scratch / 'cut.json'
    cut.write_text(recursion().read_text()[:-200])
    with Fulgens(cut):
        here = window('cut.json')
        part = until(lambda: find('push button', 'Open Partial File', 'visible'), 'the button')
        steady(lambda: extents(part))

        def blue(node):
            box, edge = extents(node), frame_width(here)
            red, _, blue = pixel(edge + box.x + 12, edge + box.y + 1)   # beside its text
            return blue > red + 60
        until(lambda: blue(part), 'a suggested button')
        assert not blue(find('push button', 'Try Another File', 'visible'))


def test_labels():
    """The details of a call have the labels of its samples; a search for one leaves its samples."""
    with Fulgens(fixture.parent / 'import' / 'go-tree-cpu.pb.gz'):
        here = window('go-tree-cpu.pb.gz')
        until(focused_row, 'a focused row')
        until(lambda: {'Labels', 'kind=sort'} <= set(labels()), 'labels of the selected call')
        to_search(here)
        xdotool('type', 'label:kind=tree')
        until(lambda: '80.0' in labels() and '2,860' not in labels(), 'numbers of the samples with the label')


def readers(pipes):
    """The pipes that somebody reads, as files to write to."""
    found = {}
    for path in pipes:
        try:
            found[path] = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:   # nobody does
            continue
    return found


def test_many_files():
    """Of many files only a few are read at a time, and the one on screen among them; all get their tab."""
    n = 20
    pipes = [scratch / f'pipe{i}.json' for i in range(n)]
    for path in pipes:
        os.mkfifo(path)
    text = recursion().read_bytes()
    with Fulgens(*pipes):
        window(f'pipe{n - 1}.json')
        tabs = {path.name for path in pipes}
        until(lambda: tabs <= texts(), 'a tab for each')
        most = 0
        done = set()
        while len(done) < n:
            found = until(lambda: readers(path for path in pipes if path not in done), 'a pipe that is read')
            most = max(most, len(found))
            # The one on screen needs no place.
            assert done or pipes[-1] in found, found
            for path, pipe in found.items():
                os.set_blocking(pipe, True)
                os.write(pipe, text)
                os.close(pipe)
                done.add(path)
        assert 1 < most <= 5, most
        until(focused_row, 'the profile')


def resident_kb(process):
    """What the process has in memory of its own."""
    return int(re.search(r'RssAnon:\s+(\d+)', Path(f'/proc/{process.pid}/status').read_text())[1])


def test_closed_documents_give_memory_back():
    """What documents took is the system's again when they are closed, however often."""
    if KEEPS_MEMORY:
        return
    n = 300_000
    path = recursion(stack=[6, 7] * (n // 2), time=list(range(n)), length=n)
    left = []
    with Fulgens() as viewer:
        window('Fulgens')
        for _ in range(int(os.environ.get('OPENED', 4))):
            subprocess.run([FULGENS, path], check=True)
            here = window(path.name)
            until(focused_row, 'a focused row')
            opened = resident_kb(viewer.process)
            xdotool('key', '--window', here, 'alt+3', 'ctrl+w')
            window('^Fulgens$')
            # Some time without a change: it goes back a second after the last document.
            until(lambda: len({(resident_kb(viewer.process), time.sleep(0.1))[0] for _ in range(15)}) == 1, 'quiet')
            left.append(resident_kb(viewer.process))
    assert left[0] < opened and max(left) <= 1.1 * left[0], (opened, left)


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
