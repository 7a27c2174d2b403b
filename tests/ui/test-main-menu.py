#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window around a profile: main menu, history, by pointer and keys. Prints TAP."""

import gzip
import json
import random
import re
import subprocess
import sys

from person import *


def menu_items():
    """Of the menu on screen: name → whether it can be chosen."""
    return {node.name: node.has('sensitive') for node in nodes(application())
            if node.role == 'menu item' and node.has('visible')}


def main_menu(here):
    """What the main menu offers."""
    def is_open():
        click(find('push button', 'Main menu'))
        return soon(lambda: 'About Fulgens' in menu_items(), 2)
    until(is_open, 'the main menu')
    items = menu_items()
    xdotool('key', '--window', here, 'Escape')
    until(lambda: not menu_items(), 'no menu')
    return items


def test_history_has_names():
    """Undo and Redo say what they undo and redo, and are off where there is nothing."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        items = main_menu(here)
        assert items['Undo'] is False and items['Redo'] is False, items
        # The profile knows no idle.
        assert find('check box', 'Invert', 'visible') and not find('check box', 'Include Idle', 'visible')

        to_rows(here)
        xdotool('key', '--window', here, 'm')
        until(chips, 'a transform')
        merged = chips()[0].split('“')[1].rstrip('”')
        items = main_menu(here)
        assert items[f'Undo “{merged}”'] is True and items['Redo'] is False, items

        choose(here, lambda: click(find('push button', 'Main menu')), 'Undo', 'u', lambda: not chips())
        items = main_menu(here)
        assert items['Undo'] is False and items[f'Redo “{merged}”'] is True, items
        xdotool('key', '--window', here, 'ctrl+shift+z')
        until(chips, 'the transform again')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: not chips(), 'no transform')


def test_undo_leaves_the_panel():
    """Undo takes back what changed figures, Alt+Left and Back return to panels and threads; neither does the work of the other."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        items = main_menu(here)
        assert items['Undo'] is False and items['Back'] is False and items['Forward'] is False, items
        to_rows(here)
        xdotool('key', '--window', here, 'm')
        until(chips, 'a transform')
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: focus().role == 'image', 'the flame graph')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: not chips(), 'no transform')
        assert focus().role == 'image', focus().role

        xdotool('key', '--window', here, 'ctrl+shift+z')
        until(chips, 'the transform again')
        xdotool('key', '--window', here, 'alt+Left')
        until(focused_row, 'the call tree')
        assert chips(), 'no transform'
        graph = extents(find(name='Activity of Parent Process'))
        xdotool('mousemove', graph.x - 100, graph.y + graph.height // 2, 'click', 1)
        until(lambda: not chips(), 'the transforms of another thread')
        choose(here, lambda: click(find('push button', 'Main menu')), 'Back', 'b', chips)


def content(path):
    """What fulgens-query says of a profile, but of the format of its file."""
    def ask(command):
        answer = subprocess.run([QUERY, command, '--json', path], capture_output=True, text=True, check=True).stdout
        return re.sub(r'"format":{[^}]*},', '', answer).replace(str(path), '').replace(path.name, '')
    return [ask(command) for command in ('info', 'call-tree', 'markers')]


def shown_text(part):
    return next((text for text in labels() if part in text), None)


def save(here, name, is_done, key='ctrl+s', button=None):
    """Saves under a name, until that is done: keys are lost while the dialog comes and fills."""
    title = 'Save Profile As'

    def is_asked():
        if button:
            click(until(lambda: find('push button', button), button))
        else:
            xdotool('key', '--window', here, key)
        return soon(lambda: xdotool('search', '--onlyvisible', '--name', title), 3)

    def did_save():
        if not soon(is_asked, PATIENCE / 4):
            return False
        name_file(title, name)
        return soon(is_done, PATIENCE / 12)
    until(did_save, f'what saving {name} does')
    xdotool('windowfocus', here)


def test_name_typed_over():
    """What is selected ends before the first dot; the window has the name of the new file."""
    with Fulgens(copy_of_demo('demo.json.gz')):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        def is_asked():
            xdotool('key', '--window', here, 'ctrl+s')
            return soon(lambda: xdotool('search', '--onlyvisible', '--name', 'Save Profile As'), 3)
        until(is_asked, 'a question')
        window('Save Profile As')
        time.sleep(1)
        xdotool('type', '--delay', 30, 'typed')
        xdotool('key', 'Return')
        until((scratch / 'typed.json.gz').exists, 'the file')
        until(lambda: xdotool('search', '--onlyvisible', '--name', '^typed.json.gz'), 'its name in the title')
        assert not (scratch / 'typed.gz.json.gz').exists()
        xdotool('windowfocus', here)
        save(here, 'other.gz', lambda: (scratch / 'other.json.gz').exists())


def test_selection_from_menus():
    """Ranges and tracks have Save Selection in their menus, by pointer and by keys; that of a range around goes back to it."""
    def is_asked():
        return xdotool('search', '--onlyvisible', '--name', 'Save Selection')

    def close(here):
        xdotool('key', 'Escape')
        until(lambda: not is_asked(), 'no dialog')
        xdotool('windowfocus', here)

    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        track = find('list item', 'Parent Process')
        box = extents(track)
        choose(here, lambda: xdotool('mousemove', box.x + 60, box.y + 15, 'click', 3), 'Save Selection As…', 't', is_asked)
        close(here)
        brush_tracks()
        xdotool('key', '--window', here, 'z')
        crumb = until(lambda: next((node for node in nodes(application()) if node.role == 'push button' and
                                    re.fullmatch(r'[\d.]+ ms', node.name) and node.has('visible')), None), 'a range')
        box = steady(lambda: extents(crumb))
        choose(here, lambda: xdotool('mousemove', box.x + 10, box.y + box.height // 2, 'click', 3), 'Save Selection As…', 't', is_asked)
        until(lambda: any(text.startswith('Off: only the range') for text in labels()), 'the range')
        close(here)

        def is_root():
            now = focus()   # None while it moves
            return now and (now.name or '').startswith('Full range')

        until(lambda: is_root() or xdotool('key', '--window', here, 'shift+Tab') or soon(is_root, 0.3), 'the full range by keys')
        choose(here, 'Menu', 'Save Selection As…', 't', is_asked)
        close(here)
        until(lambda: not find('push button', crumb.name, 'visible'), 'the full range alone')


def test_save_selection():
    """A range of the threads on screen becomes a profile of its own."""
    demo = copy_of_demo('demo.json.gz')
    part = scratch / 'part.json.gz'
    with Fulgens(demo):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        brush_tracks()
        xdotool('key', '--window', here, 'z')
        until(lambda: any(re.fullmatch(r'[\d.]+\s?ms', text) for text in labels()), 'a range')
        choose(here, 'F10', 'Save Selection As…', 't', lambda: xdotool('search', '--onlyvisible', '--name', 'Save Selection'))
        until(lambda: any(text.startswith('Off: only the range') for text in labels()), 'the range')

        def is_written():
            return part.exists() and part.stat().st_size > 0 and gzip.decompress(part.read_bytes())[-1:] == b'}'

        def save_part():
            press('Save…')
            until(lambda: xdotool('search', '--onlyvisible', '--name', 'Save Selection As'), 'the question for a name')

            def did_save():
                name_file('Save Selection As', part.name)
                return soon(is_written, PATIENCE / 12)
            until(did_save, 'the file')
            return gzip.decompress(part.read_bytes())
        until(lambda: find('check box', 'Web and File Addresses', 'visible'), 'what can be left out')
        left_out = save_part()
        assert b'https://<URL>' in left_out and b'updateChannel' in left_out and not re.search(rb'https?://(?!hg.mozilla)\w', left_out)
        assert xdotool('search', '--onlyvisible', '--name', '^demo.json.gz')
        part.unlink()

        # With a switch on it is there.
        until(lambda: not xdotool('search', '--onlyvisible', '--name', 'Save Selection'), 'no dialog')
        xdotool('windowfocus', here)
        choose(here, 'F10', 'Save Selection As…', 't', lambda: find('check box', 'Web and File Addresses', 'visible'))
        assert not find('check box', 'Private Windows', 'visible')   # there are none

        def size():
            """How large the part would be, and all, in bytes."""
            found = re.search(r'^About ([\d.]+)\s?(\w+) of ([\d.]+)\s?(\w+)$', '\n'.join(labels()), re.M)
            units = {'B': 1, 'KB': 1000, 'kB': 1000, 'KiB': 1024, 'MB': 1e6, 'MiB': 2**20}
            return found and (float(found[1]) * units[found[2]], float(found[3]) * units[found[4]])
        part_size, all_size = until(size, 'an estimate of the size')
        assert part_size < all_size / 2, (part_size, all_size)
        find('check box', 'Whole Recording', 'visible').act()
        until(lambda: size()[0] > 1.5 * part_size, 'that of more')
        find('check box', 'Whole Recording', 'visible').act()
        until(lambda: size()[0] == part_size, 'that of the part')
        find('check box', 'Web and File Addresses', 'visible').act()
        assert re.search(rb'https?://(?!hg.mozilla)\w', save_part())

    def info(path):
        return json.loads(subprocess.run([QUERY, 'info', '--json', path], capture_output=True, text=True, check=True).stdout)
    whole, rest = info(demo), info(part)
    assert 0 < len(rest['threads']) <= len(whole['threads']), rest
    assert 0 < sum(thread['sampleCount'] for thread in rest['threads']) < sum(thread['sampleCount'] for thread in whole['threads']) / 2, rest


def test_save_without_clues():
    """What a part that was saved may still tell is shown, and replaced at a click; what is switched off stays."""
    demo = scratch / 'clues.json.gz'
    subprocess.run([QUERY, 'convert', '--output', scratch / 'clues.json', copy_of_demo('clues.json.gz')], check=True)
    profile = json.loads((scratch / 'clues.json').read_bytes())
    texts = profile['shared']['stringArray']
    names = profile['shared']['funcTable']['name']
    texts[names[0]] += ' of ann@mail.org'
    texts[names[1]] += ' blob&#58;//rest'
    demo.write_bytes(gzip.compress(json.dumps(profile).encode()))
    part = scratch / 'told.json.gz'

    def content_of_part():
        return gzip.decompress(part.read_bytes())
    with Fulgens(demo):
        here = window('clues.json.gz')
        until(focused_row, 'a focused row')
        choose(here, 'F10', 'Save Selection As…', 't', lambda: find('check box', 'Web and File Addresses', 'visible'))
        press('Save…')
        until(lambda: xdotool('search', '--onlyvisible', '--name', 'Save Selection As'), 'the question for a name')

        def did_save():
            name_file('Save Selection As', part.name)
            return soon(part.exists, PATIENCE / 12)
        until(did_save, 'the file')
        until(lambda: shown_text('2 texts in it may still tell who or where'), 'what it tells')
        assert b'ann@mail.org' in content_of_part() and b'blob&#58;//rest' in content_of_part()
        click(find('push button', 'Show…', 'visible'))
        until(lambda: find('check box', 'ann@mail.org', 'visible') and find('check box', 'blob&#58;//rest', 'visible'), 'the two')
        assert shown_text('Mail address, 1 time, in shared.stringArray[]'), labels()
        until(lambda: not find('push button', 'Show…', 'visible'), 'the message to be gone')
        assert not find_unnamed(), find_unnamed()
        find('check box', 'blob&#58;//rest', 'visible').act()
        press('Replace and Save Again')
        until(lambda: shown_text('1 text in it may still tell who or where'), 'what is left')
        assert b'ann@mail.org' not in content_of_part() and b' of <removed>' in content_of_part() and b'blob&#58;//rest' in content_of_part()
        click(find('push button', 'Show…', 'visible'))
        until(lambda: find('check box', 'blob&#58;//rest', 'visible'), 'the other one')
        press('Replace and Save Again')
        until(lambda: shown_text('“told.json.gz” was written') and not shown_text('may still tell'), 'nothing')
        assert b'ann@mail.org' not in content_of_part() and b'blob&#58;' not in content_of_part()


def test_save_as():
    """Ctrl+S writes what was opened in each of the formats; errors say where."""
    demo = copy_of_demo('demo.json.gz')   # names are typed in its folder
    with Fulgens(demo):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        expected = content(demo)
        # A file that only the completed name is that of is not replaced unasked.
        (scratch / 'kept.json.gz').write_text('kept')
        save(here, 'kept', lambda: shown_text('kept.json.gz” exists already'))
        assert (scratch / 'kept.json.gz').read_text() == 'kept'
        for name in ('a & b.json', 'copy.jslb'):
            save(here, name, (scratch / name).exists)
            assert content(scratch / name) == expected, name
        assert (scratch / 'copy.jslb').read_bytes()[2:6] == b'JSLB'
        save(here, '/proc/nowhere.json', lambda: shown_text('Not saved: “/proc/nowhere.json” cannot be written'))
        save(here, 'elsewhere.json', (scratch / 'elsewhere.json').exists, button='Save Elsewhere…')

        # Last, as the letter of this key is lost for some time after it.
        written = scratch / 'ending.json.gz'
        save(here, 'ending', written.exists, 'ctrl+shift+s')
        assert written.read_bytes()[:2] == b'\x1f\x8b' and content(written) == expected


def test_save_can_be_cancelled():
    """A file that takes long shows how far it is; Cancel leaves the old one."""
    n = 3_000_000
    # Numbers that are slow to compress.
    times = [i + random.random() for i in range(n)]
    with Fulgens(recursion(stack=[6, 7] * (n // 2), time=times, length=n)):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        # Found before, as it may be over soon.
        controls = list(nodes(find(name='FulSaveBar')))
        bar = next(node for node in controls if node.role == 'progress bar')
        cancel = next(node for node in controls if node.name == 'Cancel')
        path = scratch / 'old.json.gz'
        path.write_text('old')
        save(here, path.name, lambda: find('push button', 'Replace'))
        press('Replace')
        until(lambda: bar.value() > 0, 'progress')
        until(lambda: cancel.act() and not list(scratch.glob('.fulgens-*')), 'no temporary file')
        assert path.read_text() == 'old'


def brightness():
    """Of the header of the time line."""
    box = extents(until(lambda: find(name='Activity of'), 'a graph'))
    return sum(pixel(3, box.y + box.height - 3))


def has_details():
    return any(node.name == 'Details' and node.has('pressed') for node in nodes(application()))


def take_down(dialog, n):
    """In the row of preferences with the focus, chooses what is so many places further down."""
    row = until(lambda: focus().role == 'combo box' and focus().path, 'a row')
    xdotool('key', '--window', dialog, 'Return')
    until(lambda: focus().path != row, 'the list')
    for _ in range(n):
        place = focus().path
        xdotool('key', '--window', dialog, 'Down')
        until(lambda place=place: focus().path != place, 'the next')
    xdotool('key', '--window', dialog, 'Return')
    until(lambda: focus().path == row, 'the row again')


def test_preferences():
    """They count at once, and after the next start."""
    with Fulgens('--view', view_file(panel='flame-graph'), DEMO, GSETTINGS_BACKEND='keyfile'):
        here = window('demo.json.gz')
        until(lambda: find('check box', 'Root on Top'), 'the flame graph')
        assert brightness() > 3 * 128
        assert not find('check box', 'Root on Top', 'checked')
        assert has_details()

        xdotool('key', '--window', here, 'ctrl+comma')
        dialog = window('Preferences')
        until(lambda: find(name='Root of Flame Graphs'), 'preferences')
        # From the tabs to the rows.
        until(lambda: focus().role == 'page tab', 'the tab')
        while focus().role != 'combo box':
            place = focus().path
            xdotool('key', '--window', dialog, 'Tab')
            until(lambda place=place: focus().path != place, 'the next control')
        # Row by row: the third of three colours, the last panel, the other direction, and no details.
        take_down(dialog, 2)
        xdotool('key', '--window', dialog, 'Tab')
        take_down(dialog, 1)
        xdotool('key', '--window', dialog, 'Tab')
        take_down(dialog, 1)
        xdotool('key', '--window', dialog, 'Tab', 'space')
        until(lambda: not has_details(), 'no details')
        xdotool('key', '--window', dialog, 'Escape')
        until(lambda: brightness() < 3 * 128, 'dark colours')
        until(lambda: find('check box', 'Root on Top', 'checked'), 'the root on top')
        xdotool('key', '--window', here, 'ctrl+q')

    with Fulgens('--view', view_file(panel='flame-graph'), DEMO, GSETTINGS_BACKEND='keyfile'):
        here = window('demo.json.gz')
        until(lambda: find('check box', 'Root on Top', 'checked'), 'the root on top')
        assert brightness() < 3 * 128 and not has_details()

        xdotool('key', '--window', here, 'F1')
        window('Help')
        for part in ('Panels', 'Tracks', 'Colours', 'Keys', 'How to Record a Profile',
                     'samply record --save-only -o profile.json.gz -- ./program'):
            until(lambda: shown_text(part), part)

        # How to record is on screen at first; links of the contents lead to the rest.
        def place():
            return next(extents(node).y for node in nodes(application()) if node.role == 'label' and node.name == 'Keys')
        command = extents(find('label', 'samply record --save-only'))
        assert 0 < command.y < extents(find('frame', 'Help')).height - command.height, command
        before = steady(place)
        for _ in range(9):
            xdotool('key', 'Tab')
        xdotool('key', 'Return')
        until(lambda: place() < before - 100, 'what the link leads to')


def servers():
    """What the setting has, as it is stored."""
    stored = Path(os.environ['XDG_CONFIG_HOME']) / 'glib-2.0' / 'settings' / 'keyfile'
    return re.findall(r"'([^']*)'", next((line for line in stored.read_text().splitlines() if line.startswith('symbol-servers=')), ''))


def test_symbol_servers():
    """Servers are added and removed by pointer and keys; those that would be asked without encryption are refused."""
    if not HAS_SERVERS:
        return

    with Fulgens(recursion(), GSETTINGS_BACKEND='keyfile'):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'ctrl+comma')
        dialog = window('Preferences')
        show_page('Symbols')
        until(lambda: shown_text('names and ids of libraries and the addresses of frames'), 'what is sent')

        click(until(lambda: find('text', 'debuginfod+https', 'visible'), 'the entry'))
        xdotool('type', 'http://example.org')
        click(until(lambda: find('push button', 'Add', 'sensitive'), 'the button'))
        until(lambda: shown_text('must begin with https'), 'why not')
        xdotool('key', '--window', dialog, 'ctrl+a')
        xdotool('type', 'https://example.org/token')
        until(lambda: not shown_text('must begin with https'), 'no error')
        click(find('push button', 'Add', 'sensitive'))
        until(lambda: servers() == ['https://example.org/token'], 'the setting')
        until(lambda: find('push button', 'Remove “https://example.org/token”'), 'its row')
        xdotool('type', 'debuginfod+http://127.0.0.1:8002/')
        xdotool('key', '--window', dialog, 'Return')
        until(lambda: servers() == ['https://example.org/token', 'debuginfod+http://127.0.0.1:8002/'], 'both')

        click(until(lambda: find('push button', 'Remove “https://example.org/token”'), 'its row'))
        until(lambda: servers() == ['debuginfod+http://127.0.0.1:8002/'], 'the other one')
        # From the entry, which has the focus.
        xdotool('key', '--window', dialog, 'shift+Tab', 'space')
        until(lambda: servers() == [], 'none')
        until(lambda: not find('push button', 'Remove “'), 'no row')


def test_export():
    """The main menu exports what the menu of the panel does."""
    with Fulgens('--view', view_file(panel='marker-table'), recursion()):
        here = window('recursion.json')
        until(rows, 'markers')

        def open_export():
            click(find('push button', 'Main menu'))
            until(menu_items, 'the main menu')
            xdotool('key', '--window', here, 'x')
        choose(here, open_export, 'Copy Markers as CSV', 'c', lambda: clipboard().startswith('start'))
        open_export()
        until(lambda: 'Picture of the Chart…' in menu_items(), 'the submenu')
        items = menu_items()
        assert not items['Picture of the Chart…'] and not items['Notes…'], items
        xdotool('key', '--window', here, 'Escape', 'Escape')
        until(lambda: not menu_items(), 'no menu')

        show_panel('Flame Graph')
        until(lambda: find('check box', 'Root on Top'), 'the flame graph')
        choose(here, open_export, 'Picture of the Chart', 'p',
               lambda: xdotool('search', '--onlyvisible', '--name', 'Export Picture'))


def test_picture_of_markers():
    """Charts of markers are charts too."""
    path = scratch / 'markers.svg'
    with Fulgens('--view', view_file(panel='marker-chart'), recursion()):
        here = window('recursion.json')
        until(lambda: chart('Marker Chart'), 'the chart')

        def open_export():
            click(find('push button', 'Main menu'))
            until(menu_items, 'the main menu')
            xdotool('key', '--window', here, 'x')
        choose(here, open_export, 'Picture of the Chart', 'p',
               lambda: xdotool('search', '--onlyvisible', '--name', 'Export Picture'))
        save_as('Export Picture', path)
        text = until(lambda: '</svg>\n' in path.read_text()[-8:] and path.read_text(), 'the picture')
        assert all(name in text for name in ('UserTiming', 'load', 'parse', 'paint')), text


def test_title():
    """The title says what was recorded, below it the thread that was selected."""
    path = scratch / 'recorded.json'
    path.write_text(json.dumps({**RECURSION, 'meta': {**RECURSION['meta'], 'product': 'Firefox', 'misc': 'rv:153.0',
                                                      'oscpu': 'Linux x86_64'}}))
    with Fulgens(path):
        window('recorded.json — Firefox 153.0 · Linux x86_64')
        until(lambda: '4.00 ms' in labels(), 'the length')
        click(until(lambda: find(name='Activity of Main'), 'a graph'))
        until(lambda: 'Main · 4.00 ms' in labels(), 'the thread')


def test_one_form_of_the_date():
    """Details have the date of the title, and the time."""
    path = scratch / 'dated.json'
    path.write_text(json.dumps({**RECURSION, 'meta': {**RECURSION['meta'], 'startTime': 1e12}}))
    with Fulgens('--view', view_file(panel='marker-table'), path, TZ='UTC'):
        window('dated.json')
        until(lambda: any('9 September 2001 · 4.00 ms' in label for label in labels()), 'the date in the title')
        until(lambda: '9 September 2001, 01:46:40' in labels(), 'the date in the details')


def test_details_lead_to_neighbours():
    """Callers and callees of the selected node are in the details; a press selects one."""
    def link(name):
        return find('list item', name, 'visible')

    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: link('other: 25%, 1') and link('walk: 75%, 3'), 'what main calls')
        assert 'Called From' not in labels()
        click(link('other: '))
        until(lambda: find('table row', 'other', 'selected'), 'the callee')
        until(lambda: 'Called From' in labels() and 'Calls' not in labels(), 'a leaf')
        click(link('main: 100%, 4'))
        until(lambda: find('table row', 'main', 'selected'), 'the caller')
        until(lambda: link('walk: '), 'what main calls')


def test_samples_as_times():
    """A switch in the menu of a row shows samples as times: in all panels of samples, in the next window too, and not where
    nobody knows how far samples are apart."""
    path = scratch / 'times.json'
    path.write_text(json.dumps({**RECURSION, 'meta': {**RECURSION['meta'], 'interval': 2}}))
    kept = {'GSETTINGS_BACKEND': 'keyfile', 'XDG_CONFIG_HOME': settings()}

    def is_row(name, figure):
        return any(node.name == name and figure in node.description for node in nodes(application())
                   if node.role == 'table row' and node.has('visible'))

    def hover(node, x, said):
        box = extents(node)
        xdotool('mousemove', box.x + x, box.y + box.height - 10)
        until(lambda: any(said in text for text in texts()), said)

    with Fulgens(path, **kept):
        here = window('times.json')
        until(focused_row, 'a focused row')
        until(lambda: is_row('other', 'self 1,') and {'Samples', '4'} <= set(labels()), 'samples')
        choose(here, 'Menu', 'Samples as Times', 't', lambda: is_row('other', 'self 2.0,'))
        until(lambda: {'Time (ms)', '8.0', '6.0 ms'} <= set(labels()), 'times in table and details')
        hover(find('table row', 'other'), 200, 'other · 25%, 2.0 ms of 8.0 ms · Other')

        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('label', 'Callers') and is_row('leaf', 'self 6.0,'), 'the functions')
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: '.0 ms of 8.0 ms' in chart('Flame Graph: ').description, 'the flame graph')
        hover(chart('Flame Graph: '), 20, 'main · 100%, 8.0 ms of 8.0 ms · Other')
        until(lambda: '8.0 ms (100%)' in labels(), 'its tooltip')
        xdotool('key', '--window', here, 'ctrl+q')

    with Fulgens(path, **kept):
        here = window('times.json')
        until(lambda: is_row('other', 'self 2.0,'), 'times from the start')
        choose(here, lambda: click(find('push button', 'Actions', 'visible')), 'Samples as Times', 't',
               lambda: is_row('other', 'self 1,') and 'Time (ms)' not in texts())
        until(lambda: '6.0 ms' not in labels(), 'counts in the details')
        xdotool('key', '--window', here, 'ctrl+q')

    counted = scratch / 'counted.folded'
    counted.write_text('main;work 3\nmain 2\n')
    with Fulgens(counted, **kept):
        here = window('counted.folded')
        until(focused_row, 'a focused row')

        def is_open():
            if not menu_items():
                xdotool('key', '--window', here, 'Menu')
            return soon(lambda: menu_items().get('Fold Unnamed Frames'), 5)
        until(is_open, 'the menu')
        assert menu_items()['Samples as Times'] is False, menu_items()


def test_keys_are_shown():
    """The window of all keys fits on a small display."""
    with Fulgens(recursion()):
        here = window('recursion.json')
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'ctrl+question')
        until(lambda: find(name='Drop samples through this node', state='visible'), 'the keys')
        assert find('label', 'Read a comparison again')
        for keys in xdotool('search', '--onlyvisible', '--class', 'fulgens'):
            shape = dict(line.split('=') for line in xdotool('getwindowgeometry', '--shell', keys) if '=' in line)
            assert int(shape['WIDTH']) <= 1280, shape


def test_all_tabs_are_in_sight():
    """In a window of usual size each panel comes by a press on its title."""
    with Fulgens(DEMO):
        window('demo.json.gz')
        until(focused_row, 'a focused row')
        for title, shows in (('Network', 'Filter requests'), ('Marker Table', 'Duration')):
            click(next(node for node in nodes(application(), leaves=('table row', 'list item'))
                       if node.role == 'push button' and node.name == title))
            until(lambda shows=shows: any(shows in text for text in texts()), title)


def test_keys_of_save_selection():
    """Ctrl+Shift+E opens the dialog and Escape leaves it. Last, as the letter of the key is lost for some time after it."""
    with Fulgens(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')

        def is_open():
            if not find('check box', 'Web and File Addresses', 'visible'):
                xdotool('windowfocus', here)
                xdotool('key', '--window', here, 'ctrl+shift+e')
            return soon(lambda: find('check box', 'Web and File Addresses', 'visible'), 2)
        until(is_open, 'the dialog by keys')
        xdotool('key', 'Escape')
        until(lambda: not find('check box', 'Web and File Addresses', 'visible'), 'no dialog after Escape')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
