#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Source and instructions of functions. Prints TAP."""

import copy
import importlib.util
import json
import subprocess
import sys
import time
from collections import Counter

from person import *

SYMBOLIZER = Path(FULGENS).parents[1] / 'symbolizer' / 'fulgens-symbolizer'
specification = importlib.util.spec_from_file_location('elf', Path(__file__).resolve().parents[1] / 'symbols' / 'test-elf.py')
elf = importlib.util.module_from_spec(specification)
specification.loader.exec_module(elf)

PROGRAM = '''volatile int sink;

static inline __attribute__ ((always_inline)) int
leaf (int x)
{
\tsink = x;
\treturn sink * x;
}

__attribute__ ((noinline)) int
work (int x)
{
\tint sum = 0;

\tfor (int i = 0; i < x; i++)
\t\tsum += leaf (i);
\treturn sum;
}

int
main (int argc, char **argv)
{
\treturn work (argc) + leaf (argc);
}
'''


def program(folder, text=PROGRAM):
    """A profile of a program whose source is in a folder, with a sample at each address and five more in leaf() within work().
    Returns it, the source, and what each line costs: {line: 'total …, self …'}."""
    folder = scratch / folder
    folder.mkdir()
    source = folder / 'program.c'
    source.write_text(text)
    binary = folder / 'program'
    subprocess.run(['gcc', '-O1', '-g', '-Wl,--build-id', '-o', binary, source], check=True)
    addresses, base = elf.code_addresses(binary, 1), elf.image_base(binary)
    chains = elf.addr2line_chains(str(binary), addresses)
    hot = next(i for i, chain in enumerate(chains) if chain[0][0] == 'work' and chain[-1][1].endswith(':7'))
    addresses += addresses[hot:hot + 1] * 5
    chains += chains[hot:hot + 1] * 5
    profile = scratch / f'{folder.name}.json'
    elf.make_profile(profile, str(binary), addresses, base)

    lines = [[place.rpartition(':')[2] for _, place in chain] for chain in chains]
    totals, own = (Counter(line for chain in of for line in set(chain)) for of in (lines, [chain[-1:] for chain in lines]))
    return profile, source, {int(line): f'total {total}, self {own[line]}' for line, total in totals.items() if line.isdigit()}


def start(*arguments, **environment):
    return Fulgens(*arguments, FULGENS_SYMBOLIZER=str(SYMBOLIZER), **environment)


def select(here, name):
    """Selects the row of a function, which has the focus then; a click may go astray while rows are laid out."""
    def is_focused():
        found = find('table row', name, 'visible')
        if found:
            click(found)
        return soon(lambda: focused_row() and focused_row().name == name, 2)
    until(is_focused, f'the row {name}')


def row(text):
    """The row of a line of code."""
    return find_row(lambda node: node.name.strip() == text)


def instruction(mnemonic):
    """The first row of such an instruction."""
    return find_row(lambda node: f'  {mnemonic}' in node.name)


def find_row(matches):
    return next((node for node in nodes(application()) if node.role == 'table row' and node.has('visible') and matches(node)), None)


def look(node):
    """How a row looks at its right end, where nothing is written."""
    box = extents(node)
    return picture(box.x + box.width - 12, box.y, 4, box.height)


def agree(source):
    button = until(lambda: find('push button', f'Allow Reading from “{source.parent}”', 'visible'), 'the question')
    steady(lambda: extents(button))
    click(button)
    until(lambda: focused_row() and focused_row().description, 'the focus on the hottest line')


def test_function():
    """Files are read after consent only; lines, instructions and inlined functions belong together."""
    profile, source, costs = program('consent')
    with start(profile):
        here = window('consent.json')
        xdotool('windowsize', here, 1500, 900)
        select(here, 'work')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('label', 'Source Not Available', 'visible'), 'the question')
        assert row('return sink * x;') is None
        agree(source)
        until(lambda: row('return sink * x;').description == costs[7], 'what a line costs')
        assert row('return sum;').description and not row('int sum = 0;').name.startswith('\t')
        until(lambda: any(text.startswith('work · line ') and ' is hottest: ' in text for text in texts()), 'the hottest line')
        # Names of rows are lines of code, which may look like anything.
        unnamed = {control[:2] for control in find_unnamed() if control[0] != 'image' and not (control[0] == 'table row' and control[1])}
        assert not unnamed, unnamed

        # From line to line.
        click(row('return sink * x;'))
        until(lambda: row('return sink * x;').has('selected'), 'the line')
        xdotool('key', '--window', here, 'n')
        until(lambda: row('int sum = 0;').has('selected'), 'the next line with samples')
        press('Previous Line with Samples')
        until(lambda: row('return sink * x;').has('selected'), 'the line before')
        xdotool('key', '--window', here, 'ctrl+c')
        assert clipboard().strip() == 'return sink * x;'
        press('Copy Source')
        until(lambda: clipboard().splitlines() == PROGRAM.expandtabs().splitlines(), 'all lines')

        # A part of the time has other costs; the text stays.
        brush_tracks()
        until(lambda: row('return sink * x;').description != costs[7], 'the costs of the range')
        click(find('table row', 'work', 'visible'))
        xdotool('key', '--window', here, 'Escape')
        until(lambda: row('return sink * x;').description == costs[7], 'those of all')

        if soon(lambda: 'This build has no disassembler' in texts(), 1):
            return
        hot = until(lambda: instruction('imul'), 'instructions')
        until(lambda: instruction('ret'), 'all instructions')
        assert hot.description.startswith('total '), hot.description

        # Lines and instructions.
        until(lambda: instruction('ret') and steady(lambda: extents(instruction('ret'))), 'rows in their places')
        click(row('int sum = 0;'))
        steady(lambda: look(instruction('imul')))
        other, before = look(instruction('cmp')), look(instruction('imul'))
        click(row('return sink * x;'))
        until(lambda: look(instruction('imul')) != before, 'the instructions of the line')
        assert look(instruction('cmp')) == other
        before = look(row('for (int i = 0; i < x; i++)'))
        click(instruction('cmp'))
        until(lambda: look(row('for (int i = 0; i < x; i++)')) != before, 'the line of the instruction')
        click(instruction('imul'))
        until(lambda: 'work › leaf — program.c:7' in texts(), 'the functions of the instruction')

        press('Instructions')
        until(lambda: instruction('imul') is None, 'no instructions')
        assert row('return sink * x;')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: row('return sink * x;') is None, 'no source')
        until(lambda: focused_row() and focused_row().name == 'work', 'the function with the focus')


def test_native_symbols():
    """A function that is inlined into two has instructions in both; the person chooses."""
    profile, source, costs = program('two')
    with start('--view', view_file(panel='functions'), profile):
        here = window('two.json')
        xdotool('windowsize', here, 1500, 1000)
        select(here, 'leaf')
        xdotool('key', '--window', here, 'Return')
        agree(source)
        if soon(lambda: 'This build has no disassembler' in texts(), 1):
            return

        def first():
            """The address of the first instruction."""
            found = find_row(lambda node: re.fullmatch('[0-9a-f]+  .*', node.name))
            return found and found.name.split()[0]
        until(lambda: instruction('ret'), 'instructions')
        before = first()
        symbols = until(lambda: find('combo box', 'Native symbol', 'sensitive'), 'a choice')
        assert any(text.startswith('work · ') for text in texts()), 'the one with the most samples'
        click(symbols)
        until(lambda: any(text.startswith('main · ') for text in texts()), 'the other one')
        time.sleep(0.3)
        xdotool('key', '--window', here, 'Up')
        xdotool('key', '--window', here, 'Down', 'Return')
        until(lambda: first() not in (None, before), 'other instructions')


def test_room():
    """Six rows of the tree stay, what is asked for is on screen, and the pane is about the function that is selected."""
    profile, source, _ = program('room')
    long_line = 'int sum = 0;' + ' // and more' * 40
    source.write_text(PROGRAM.replace('int sum = 0;', long_line))
    with start(DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        to_rows(here)
        xdotool('key', '--window', here, 'Return')
        close = until(lambda: find('push button', 'Close (Esc)', 'visible'), 'the pane')
        edge = steady(lambda: extents(close)).y
        whole = [box for box in (extents(node) for node in nodes(application()) if node.role == 'table row'
                                 and node.name != 'Column titles' and node.has('visible')) if box.height > 0 and box.y + box.height <= edge]
        titles = extents(find(name='Column titles'))
        assert sum(box.y >= titles.y + titles.height for box in whole) >= 6, (whole, titles, edge)
    with start(profile):
        here = window('room.json')
        select(here, 'work')
        xdotool('key', '--window', here, 'Return')
        button = until(lambda: find('push button', 'Allow Reading from', 'visible'), 'the question')
        box, frame = steady(lambda: extents(button)), extents(find('frame'))
        assert box.y + box.height <= frame.height, (box, frame)
        agree(source)
        until(lambda: extents(row(long_line)).width > 40 * 12 * 5, 'room for the long line')
        select(here, 'main')
        until(lambda: any(text.startswith('main · line ') for text in labels()), 'the other function')


def test_missing():
    """A file that is not where it was is located once; others of its folder are found then."""
    profile, source, costs = program('moved')
    (source.parent / 'new').mkdir()
    place = source.rename(source.parent / 'new' / 'program.c')
    with start(profile, GSETTINGS_BACKEND='keyfile'):
        here = window('moved.json')
        select(here, 'main')
        xdotool('key', '--window', here, 'Return')
        locate = until(lambda: find('push button', 'Locate File…', 'visible'), 'the question')
        assert not find('push button', 'Allow Reading from', 'visible')
        steady(lambda: extents(locate))
        click(locate)
        name_file('Locate', place)
        until(lambda: row('return work (argc) + leaf (argc);'), 'the source')
        here = window('moved.json')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: row('return work (argc) + leaf (argc);') is None, 'no source')
        select(here, 'work')
        xdotool('key', '--window', here, 'Return')
        until(lambda: row('return sum;'), 'the source of another function')
        # Settings are stored as before.
        stored = Path(os.environ['XDG_CONFIG_HOME']) / 'glib-2.0' / 'settings' / 'keyfile'
        press('Instructions')
        until(lambda: 'show-assembly=false' in stored.read_text(), 'a setting')
        assert f"source-folders=['{place.parent}']" in stored.read_text(), stored.read_text()
        assert f"source-maps=['{source.parent}={place.parent}']" in stored.read_text(), stored.read_text()


def test_panels():
    """Each panel that shows functions leads to their source, with the pointer, the keys and the menu."""
    profile, source, costs = program('panels')
    with start(profile):
        here = window('panels.json')
        xdotool('windowsize', here, 1500, 900)
        select(here, 'work')
        box = steady(lambda: extents(find('table row', 'work', 'visible')))
        xdotool('mousemove', box.x + 400, box.y + box.height // 2, )
        double_click()
        agree(source)

        def close():
            xdotool('key', '--window', here, 'Escape')
            until(lambda: row('return sum;') is None, 'no source')
        close()
        choose(here, 'Menu', 'Show Source', 'o', lambda: row('return sum;'))
        close()
        show_panel('Functions')
        until(lambda: to_rows(here).name == 'work', 'the function')
        xdotool('key', '--window', here, 'Return')
        until(lambda: row('return sum;'), 'source by the list of functions')
        close()
        show_panel('Flame Graph')
        box = steady(lambda: extents(chart('Flame Graph')))

        def is_shown():
            xdotool('mousemove', box.x + box.width // 3, box.y + box.height - 12)
            double_click()
            return soon(lambda: row('return sum;'), 3)
        until(is_shown, 'source by a double click')
        close()
        xdotool('key', '--window', here, 'Return')
        until(lambda: row('return sum;'), 'source by the cursor')


def test_editor():
    """The editor of the preferences gets the file and the line as they are, without a shell."""
    profile, source, costs = program('edit $(touch bad); x')
    editor, seen = scratch / 'editor', scratch / 'seen'
    editor.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{seen}.new"\nmv "{seen}.new" "{seen}"\n')
    editor.chmod(0o755)
    with start(profile):
        here = window('edit')
        select(here, 'work')
        xdotool('key', '--window', here, 'Return')
        agree(source)
        xdotool('key', '--window', here, 'ctrl+comma')
        window('Preferences')
        show_page('Source')
        until(lambda: find('text', 'Command', 'visible'), 'the entry')
        steady(lambda: extents(find('text', 'Command', 'visible')))
        click(find('text', 'Command', 'visible'))
        xdotool('type', '--delay', 30, f'{editor} --goto %f:%l')
        xdotool('key', 'Escape')   # as a keyboard does: one that is sent to the dialog comes to the window behind it, too
        here = window('edit')
        press('Open in Editor')
        until(seen.exists, 'the editor')
        hottest = until(lambda: next(text.split('line ')[1].split()[0] for text in texts() if ' is hottest: ' in text), 'the hottest line')
        assert seen.read_text().splitlines() == ['--goto', f'{source}:{hottest}'], seen.read_text()


def test_recorded_text():
    """Source that the profile has itself needs no consent; what has no source says so."""
    profile = copy.deepcopy(RECURSION)
    shared = profile['shared']
    shared['stringArray'] += ['page.js']
    shared['sources'] = {'length': 1, 'id': [None], 'filename': [len(shared['stringArray']) - 1], 'startLine': [1], 'startColumn': [1],
                         'sourceMapURL': [None], 'content': ['function walk() {\n  visit();\n}\n']}
    shared['funcTable']['source'][1] = 0
    shared['frameTable']['line'][1] = 2
    path = scratch / 'recorded.json'
    path.write_text(json.dumps(profile))
    with start(path):
        here = window('recorded.json')
        xdotool('windowsize', here, 1500, 1100)
        select(here, 'walk')
        xdotool('key', '--window', here, 'Return')
        until(lambda: row('visit();') and row('visit();').description == 'total 3, self 0', 'the text of the profile')
        assert not find('push button', 'Allow Reading from', 'visible')
        # It has no instructions: the source has their room.
        list_of_lines = next(node for node in nodes(application()) if node.role == 'tree table' and node.name == 'Source')
        assert extents(list_of_lines).width > 1000, extents(list_of_lines)
        select(here, 'main')
        xdotool('key', '--window', here, 'Return')
        until(lambda: 'The profile does not say which file the function is from' in texts(), 'that there is none')


def test_comparison():
    """A comparison shows the source of a function on both sides: what is the same has the cost of the other side, too, and what is
    not has a sign."""
    before, source_before, costs_before = program('old')
    after, source_after, costs_after = program('new', PROGRAM.replace('\treturn sum;', '\tsum += sink;\n\treturn sum;'))
    with start('--compare', before, after):
        here = window('old.json')
        xdotool('windowsize', here, 1900, 1000)
        until(lambda: find('label', 'Total: '), 'the comparison')
        xdotool('key', '--window', here, 'alt+1')
        select(here, 'work')
        xdotool('key', '--window', here, 'alt+8')
        until(lambda: find('label', 'Source Not Available', 'visible'), 'the question')
        for source in source_before, source_after:
            button = until(lambda source=source: find('push button', f'Allow Reading from “{source.parent}”', 'visible'), 'the question')
            steady(lambda button=button: extents(button))
            click(button)

        def lines(text):
            return [node for node in nodes(application()) if node.role == 'table row' and node.has('visible') and node.name.strip() == text]
        total_before, total_after = (costs[7].split(',')[0].split()[1] for costs in (costs_before, costs_after))
        until(lambda: [node.description for node in lines('return sink * x;')] == [f'{costs_before[7]}, After {total_after}',
                                                                                  f'{costs_after[7]}, Before {total_before}'], 'both costs')
        assert len(lines('return sum;')) == 2
        added, = lines('sum += sink;')
        assert 'Before' not in added.description, added.description
        assert [node.name for node in nodes(added) if node.role == 'label' and node.name.startswith('+ ')] == ['+ 17'], texts()

        # Escape leads back to the function.
        xdotool('key', '--window', here, 'Escape')
        until(lambda: focused_row() and focused_row().name == 'work', 'the function')
        # Enter opens it again, here as in the tree.
        for panel, mark in (('alt+1', 'work'), ('alt+2', ', level')):
            xdotool('key', '--window', here, panel)
            until(lambda mark=mark: focused_row() and mark in focused_row().name, f'a row of {panel}')
            xdotool('key', '--window', here, 'Return')
            until(lambda mark=mark: focused_row() and mark not in focused_row().name, f'the source from {panel}')


def test_comparison_of_threads():
    """Lines have the cost on all threads that are compared, as functions have, whichever thread is selected."""
    paths = []
    for name, n_samples in ('old.json', 3), ('new.json', 4):
        profile = copy.deepcopy(RECURSION)
        shared = profile['shared']
        shared['stringArray'] += ['page.js']
        shared['sources'] = {'length': 1, 'id': [None], 'filename': [len(shared['stringArray']) - 1], 'startLine': [1], 'startColumn': [1],
                             'sourceMapURL': [None], 'content': ['function leaf() {\n  visit();\n}\n']}
        shared['funcTable']['source'][3] = 0
        shared['frameTable']['line'][3] = 2
        other = copy.deepcopy(profile['threads'][0])
        other.update(name='Pool', tid=2, isMainThread=False)
        other['samples'].update(stack=[6] * n_samples, time=list(range(n_samples)), length=n_samples)
        profile['threads'].append(other)
        path = scratch / name
        path.write_text(json.dumps(profile))
        paths.append(path)
    with start('--compare', *paths):
        here = window('old.json')
        xdotool('windowsize', here, 1500, 1100)
        until(lambda: find('label', 'Total: '), 'the comparison')
        xdotool('key', '--window', here, 'alt+1')
        select(here, 'leaf')
        xdotool('key', '--window', here, 'Return')

        def costs():
            return [node.description for node in nodes(application()) if node.role == 'table row' and node.has('visible') and
                    node.name.strip() == 'visit();']
        until(lambda: costs() == ['total 6, self 6, After 7', 'total 7, self 7, Before 6'], 'both costs')


sys.exit(run_tests(globals()))
