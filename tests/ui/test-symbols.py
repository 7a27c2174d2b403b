#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of native frames that arrive while one looks. Prints TAP."""

import copy
import json
import re
import subprocess
import sys

from person import *

sys.path.append(str(Path(__file__).resolve().parents[1] / 'symbols'))
from server import Server, answer_frames   # noqa: E402


def native(name, n_callees=1, n_libs=2):
    """A profile: 0x10 calls 0x20, 0x21, … of libone.so, and a frame of libtwo.so; each callee has fewer samples than the last.
    With more libraries they have one of the callees each."""
    profile = copy.deepcopy(RECURSION)
    n = n_callees + 2
    shared, frames, funcs = profile['shared'], profile['shared']['frameTable'], profile['shared']['funcTable']
    libs = ['libone.so', 'libtwo.so', *(f'lib{i}.so' for i in range(2, n_libs))]
    lib_of = [0, 0, *range(2, n_libs), *[0] * (n - n_libs - 1), 1]
    names = ['0x10'] + [f'0x{0x20 + i:x}' for i in range(n_callees)] + ['0x5000']
    profile['meta'].update(symbolicated=False)
    profile['libs'] = [{'name': lib, 'path': '/nowhere/' + lib, 'debugName': lib, 'debugPath': '/nowhere/' + lib,
                        'breakpadId': 'ABC0', 'codeId': None, 'arch': ''} for lib in libs]
    shared['stringArray'] = names + ['libone.so', 'libtwo.so', 'UserTiming']
    shared['stackTable'] = {'frame': list(range(n)), 'prefixOffset': [0] + list(range(1, n)), 'length': n}
    for table in frames, funcs:
        for column in table:
            table[column] = table[column][:1] * n if column != 'length' else n
    frames.update(address=[int(text, 16) for text in names], func=list(range(n)), lib=lib_of)
    funcs.update(name=list(range(n)), resource=[0] * (n - 1) + [1])
    shared['resourceTable'] = {'length': 2, 'lib': [0, 1], 'name': [n, n + 1], 'host': [None] * 2, 'type': [1] * 2}
    stacks = [i for i in range(1, n) for _ in range(n - i)]
    profile['threads'][0]['samples'] = {'stack': stacks, 'time': list(range(len(stacks))), 'weight': None,
                                        'weightType': 'samples', 'length': len(stacks)}
    profile['threads'][0]['markers']['name'] = [n + 2] * 3
    path = scratch / name
    path.write_text(json.dumps(profile))
    return path


def slow_reader(profile, libs):
    """A reader of ELF files that finds nothing, but waits until a file is gone: for these libraries of the profile."""
    reader, waits = scratch / 'reader', scratch / 'waits'
    reader.write_text(f'#!/bin/sh\nwhile [ -e {waits} ]; do sleep 0.1; done\n')
    reader.chmod(0o755)
    waits.touch()
    written = json.loads(profile.read_text())
    for i in libs:
        written['libs'][i]['path'] = str(profile)
    profile.write_text(json.dumps(written))
    return str(reader), waits


def write_sidecar(profile, names, n_more=0, libs=('libone.so',)):
    """NAMES: address → names, outermost first; of LIBS. N_MORE strings make it long to read."""
    strings = ['UNKNOWN', 'a.c'] + sorted({name for chain in names.values() for name in chain})
    symbols = [{'rva': address, 'size': 1, 'symbol': strings.index(chain[0]),
                'frames': [{'function': strings.index(name), 'file': 1, 'line': 1} for name in reversed(chain)]}
               for address, chain in names.items()]
    strings += ['x' * 20] * n_more
    profile.with_suffix('.syms.json').write_text(json.dumps({'string_table': strings, 'data': [
        {'debug_name': lib, 'debug_id': 'ABC0', 'code_id': '', 'symbol_table': symbols,
         'known_addresses': [[address, i] for i, address in enumerate(names)]} for lib in libs]}))


def chip():
    """What says how far names are looked up, or that there are few."""
    return next((node for node in nodes(application()) if node.role == 'push button' and node.has('visible') and
                 re.match('Symbols: |Symbols for |.* have no names$', node.name)), None)


def show_libraries():
    """Opens the list of libraries by the chip."""
    until(chip, 'the chip')
    steady(lambda: extents(chip()))
    click(chip())
    press('Libraries…')


def test_names_arrive():
    """Names of the file beside the profile are there without a click; the list of libraries says where they are from."""
    profile = native('beside.json')
    write_sidecar(profile, {0x10: ['outer', 'inlined'], 0x20: ['callee']})
    with Fulgens(profile):
        window('beside.json')
        until(lambda: {'outer', 'inlined', 'callee', '0x5000'} <= set(rows()), 'names')
        until(lambda: 'Symbols for 1 of 2 libraries' in texts(), 'the chip')
        show_libraries()
        until(lambda: 'libtwo.so' in texts() and any(text.startswith('2 of 2 addresses · sidecar · ') for text in texts()),
              'the list of libraries')
        xdotool('key', 'Escape')

        # Good news goes by itself.
        here = window('beside.json')
        until(lambda: not chip(), 'no chip')

        # What is saved has them.
        saved = scratch / 'saved.json'
        xdotool('key', '--window', here, 'ctrl+s')
        name_file('Save', saved)
        until(lambda: saved.exists() and saved.stat().st_size > 0, 'the saved file')
        names = json.loads(saved.read_text())
        assert names['meta']['symbolicated'] is True
        assert {'outer', 'inlined', 'callee'} <= set(names['shared']['stringArray']), names['shared']['stringArray']


def test_view_stays():
    """Selection, expansion and the row at the top stay while names arrive."""
    profile = native('later.json', 120)
    with Fulgens(profile):
        here = window('later.json')
        until(focused_row, 'a focused row')
        to_rows(here)
        xdotool('key', '--window', here, 'Home', 'Page_Down', 'Page_Down', 'Down')
        steady(lambda: extents(focused_row()).y)
        row = focused_row()
        callee, place = f'callee{int(row.name, 16) - 0x20}', extents(row).y
        until(lambda: any(text.endswith('of the native frames have no names') for text in texts()), 'the chip')

        write_sidecar(profile, {0x10: ['outer', 'inlined'], **{0x20 + i: [f'callee{i}'] for i in range(120)}})
        show_libraries()
        click(until(lambda: find('push button', 'Look Again', 'visible'), 'the list of libraries'))
        until(lambda: any(text.startswith('121 of 121 addresses · sidecar · ') for text in texts()), 'what was found')
        xdotool('key', 'Escape')
        here = window('later.json')
        until(lambda: callee in rows(), 'names')
        # One row more above, and no scroll.
        until(lambda: abs(extents(find('table row', callee, 'visible')).y - place) < 3, 'the row where it was')
        assert to_rows(here).name == callee
        xdotool('key', '--window', here, 'Home', 'Down')
        until(lambda: focused_row() and focused_row().name == 'inlined', 'the function that was inlined')
        assert 'callee0' in rows(), 'it is expanded'


def test_cancel():
    """The chip says how many libraries are done; what is cancelled can be looked up again."""
    profile = native('slow.json', 60, 60)
    write_sidecar(profile, {0x10: ['outer', 'inlined'], 0x20: ['callee']})
    reader, waits = slow_reader(profile, range(1, 60))
    with Fulgens(profile, FULGENS_SYMBOLIZER=reader):
        window('slow.json')
        until(lambda: any(text.startswith('Symbols: ') and text.endswith(' of 60 libraries') for text in texts()), 'the progress')
        click(chip())
        until(popups, 'its menu')
        for button in (node for node in nodes(application()) if node.role == 'push button' and node.name == 'Cancel'):
            button.act()   # pages that are not shown have one too
        until(lambda: chip() and chip().name.endswith(' have no names'), 'the end')
        # Those of the most frames came first.
        until(lambda: 'outer' in rows(), 'names')
        waits.unlink()
        show_libraries()
        until(lambda: 'Not looked up yet' in texts(), 'the list of libraries')
        click(find('push button', 'Look Again', 'visible'))
        until(lambda: 'Not looked up yet' not in texts(), 'all libraries')


def test_view_of_names():
    """A view with names that come with symbols is set when they are there, unless the person has done something since."""
    profile = native('view.json', 2, 3)
    write_sidecar(profile, {0x10: ['outer'], 0x20: ['callee'], 0x21: ['late']}, libs=('libone.so', 'lib2.so'))
    view = view_file(thread=0, transforms=[{'type': 'focus-function', 'function': 'late'}])
    reader, waits = slow_reader(profile, [1])   # lib2.so comes after it
    with Fulgens('--view', view, profile, FULGENS_SYMBOLIZER=reader):
        window('view.json')
        until(lambda: 'outer' in rows() and '0x21' in rows(), 'the names of the first library')
        waits.unlink()
        until(lambda: rows()[:1] == ['late'], 'the view')

    waits.touch()
    with Fulgens(profile, FULGENS_SYMBOLIZER=reader):
        here = window('view.json')
        until(lambda: 'outer' in rows() and '0x21' in rows(), 'the names of the first library')
        with copied(view.read_text()):
            xdotool('key', '--window', here, 'ctrl+v')
            until(lambda: 'The view will be set when its symbols are found' in texts(), 'what will happen')
        to_rows(here)
        xdotool('key', '--window', here, 'Home')
        until(lambda: focused_row() and focused_row().name == 'outer', 'another row')
        waits.unlink()
        until(lambda: 'late' in rows(), 'the other names')
        until(lambda: chip() and not chip().name.startswith('Symbols: '), 'the end')
        assert rows()[0] == 'outer' and focused_row().name == 'outer', rows()


def test_servers():
    """A server is asked after the person was told what it learns, and from then on for each profile."""
    if not HAS_SERVERS:
        return

    def answer(_, request):
        return answer_frames(request, lambda module, offset: {'function': f'{module[0]} {offset:#x}', 'function_offset': '0x0',
                                                              'file': 'a.c', 'line': 1})
    def can_ask():
        return find('push button', '_Ask', 'sensitive')

    first, second = native('first.json'), native('second.json')
    with Server(answer) as server:
        with Fulgens(first):
            window('first.json')
            until(lambda: any(text.endswith('of the native frames have no names') for text in texts()), 'the chip')
            show_libraries()
            click(until(lambda: find('push button', 'Ask Servers…', 'sensitive'), 'the list of libraries'))
            dialog = window('Ask a Symbol Server')
            until(lambda: any('the names and ids of the libraries' in text and 'names of threads are not sent' in text
                              for text in texts()), 'what is sent')
            assert find('push button', '_Ask') and not can_ask()
            xdotool('type', 'http://example.org')
            until(lambda: any('must begin with https' in text for text in texts()), 'why not')
            xdotool('key', '--window', dialog, 'Return', 'ctrl+a')
            assert server.requests == []
            xdotool('type', server.url)
            until(can_ask, 'a server to ask')
            xdotool('key', '--window', dialog, 'Return')
            until(lambda: any(text == f'2 of 2 addresses · server · {server.url}' for text in texts()), 'what was found')
            assert sorted(request['jobs'][0]['memoryMap'][0] for _, request in server.requests) == \
                [['libone.so', 'ABC0'], ['libtwo.so', 'ABC0']], server.requests
            assert set(request.keys() == {'jobs'} for _, request in server.requests) == {True}
            until(lambda: find('push button', 'Ask Servers') and not find('push button', 'Ask Servers…'), 'no question')
            xdotool('key', 'Escape')
            window('first.json')
            until(lambda: 'libone.so 0x20' in rows(), 'names')

            n = len(server.requests)
            subprocess.run([FULGENS, second], check=True)
            window('second.json')
            until(lambda: len(server.requests) == n + 2, 'another profile')
            until(lambda: 'Symbols for 2 of 2 libraries' in texts() and 'libone.so 0x20' in rows(), 'its names')


def test_look_again():
    """A profile with symbols is looked up when the person says so, in a folder too."""
    profile, folder = native('symbolicated.json'), scratch / 'folder'
    profile.write_text(profile.read_text().replace('"symbolicated": false', '"symbolicated": true'))
    write_sidecar(profile, {0x10: ['outer'], 0x20: ['callee']})
    symbols = folder / 'libtwo.so' / 'ABC0' / 'libtwo.so.sym'
    symbols.parent.mkdir(parents=True)
    symbols.write_text('MODULE Linux x86_64 ABC0 libtwo.so\nPUBLIC 5000 0 from_folder\n')

    def open_list():
        click(find('push button', 'Main menu'))

    with Fulgens(profile, GTK_USE_PORTAL='0'):
        here = window('symbolicated.json')
        until(focused_row, 'a focused row')
        choose(here, open_list, 'Symbols…', 'y', lambda: find('push button', 'Look Again', 'visible'))
        until(lambda: 'libtwo.so' in texts() and 'Names from the profile' in texts(), 'the libraries')
        click(until(lambda: find('push button', 'Look in a Folder…', 'sensitive'), 'the button'))
        name_file('Folder with Symbols', folder)
        until(lambda: any(text.startswith('1 of 1 addresses · breakpad · ') for text in texts()), 'what the folder has')
        until(lambda: any(text.startswith('2 of 2 addresses · sidecar · ') for text in texts()), 'what the sidecar has')
        write_sidecar(profile, {0x10: ['outer again']})
        click(find('push button', 'Look Again', 'visible'))
        until(lambda: any(text.startswith('1 of 2 addresses · sidecar · ') for text in texts()), 'the other sidecar')
        xdotool('key', 'Escape')
        window('symbolicated.json')
        until(lambda: {'outer again', 'from_folder'} <= set(rows()), 'names')


def test_panels_follow():
    """Charts, functions and callers have new names at once, and what is selected stays."""
    profile = native('panels.json', 3)

    def name(names, is_there):
        write_sidecar(profile, names)
        show_libraries()
        click(until(lambda: find('push button', 'Look Again', 'visible'), 'the list of libraries'))
        until(is_there, f'{names} in the panel')
        xdotool('key', 'Escape')
        until(lambda: not find('push button', 'Look Again', 'visible'), 'no list')
        window('panels.json')   # has the focus again

    def chart_of(title):
        return next((node for node in nodes(application()) if node.role == 'image' and (node.name or '').startswith(title)), None)

    def is_selected(title, function):
        return chart_of(title) and chart_of(title).name == f'{title}: {function}'

    def table_rows(title):
        found = [node for node in nodes(application(), leaves=('table row',)) if node.role in ('table', 'tree table') and
                 node.name == title and extents(node).height > 40]
        return [node for table in found for node in nodes(table, leaves=('table row',)) if node.role == 'table row' and
                node.name != 'Column titles' and extents(node).height > 10]

    with Fulgens(profile):
        here = window('panels.json')
        until(focused_row, 'a focused row')
        click(until(lambda: find('table row', '0x21', 'visible'), 'a row'))

        # The caller gets a name, then the selected node and what is inlined into it: the chart on screen follows.
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: is_selected('Flame Graph', '0x21'), 'the selection in the flame graph')
        name({0x10: ['outer']}, lambda: any(text.startswith('1 of 4 addresses') for text in texts()))
        box = extents(chart_of('Flame Graph'))
        assert is_selected('Flame Graph', '0x21')
        xdotool('mousemove', box.x + 40, box.y + box.height - 8, 'click', 1)
        until(lambda: is_selected('Flame Graph', 'outer'), 'the caller, where the pointer is')
        xdotool('key', '--window', here, 'Up')
        until(lambda: is_selected('Flame Graph', '0x20'), 'its greatest callee')

        xdotool('key', '--window', here, 'alt+4')
        until(lambda: is_selected('Stack Chart', '0x20'), 'the selection in the stack chart')
        name({0x10: ['outer'], 0x20: ['callee', 'inner']}, lambda: is_selected('Stack Chart', 'inner'))
        xdotool('key', '--window', here, 'Up')
        until(lambda: is_selected('Stack Chart', 'callee'), 'its caller')

        xdotool('key', '--window', here, 'alt+2')
        click(until(lambda: next((row for row in table_rows('Functions') if row.name == '0x21'), None), 'a function'))
        until(lambda: [row.name for row in table_rows('Callers')] == ['0x21', 'outer'], 'its callers')
        name({0x10: ['outer'], 0x20: ['callee', 'inner'], 0x21: ['another']},
             lambda: 'another' in [row.name for row in table_rows('Functions')])
        until(lambda: [row.name for row in table_rows('Functions') if row.has('selected')] == ['another'], 'the same function')
        until(lambda: [row.name for row in table_rows('Callers')] == ['another', 'outer'], 'its callers')
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: is_selected('Flame Graph', 'another'), 'it in the flame graph')


def test_screenshot_waits():
    """A picture has the names that are on this machine, and does not wait for a view that cannot be computed."""
    profile = native('picture.json')
    before, after, refused = scratch / 'before.png', scratch / 'after.png', scratch / 'refused.png'

    def take(path, *arguments):
        subprocess.run([FULGENS, '--screenshot', path, *arguments, profile], check=True, timeout=PATIENCE)
        return path.read_bytes()
    # A chip would make a difference too.
    write_sidecar(profile, {0x6000: ['other']}, 2_000_000)
    plain = take(before)
    write_sidecar(profile, {0x10: ['outer', 'inlined'], 0x20: ['callee'], 0x6000: ['other']}, 2_000_000)
    assert take(after) != plain
    take(refused, '--view', view_file(thread=0, search='(', searchIsRegex=True))


sys.exit(run_tests(globals()))
