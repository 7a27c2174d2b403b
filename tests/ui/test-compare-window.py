#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in the window, by pointer and keys, from opening to verdict; its numbers are those of the command. Prints TAP."""

import copy
import sys
from pathlib import Path

from person import *

INPUTS = Path(__file__).resolve().parents[1] / 'fixtures' / 'compare' / 'inputs'
BEFORE = sorted(INPUTS.glob('o1-before-*.json.gz'))
AFTER = sorted(INPUTS.glob('o1-after-*.json.gz'))
WITH_MARKERS = [INPUTS / 'o3-before-00.json.gz', INPUTS / 'o3-after-00.json.gz']
SLOWER = 'idct'


def command_lines(*arguments):
    """What the command says of each name: before, after, change, interval, verdict; the total first."""
    result = subprocess.run([QUERY, 'compare', '--limit=0', *map(str, arguments)], capture_output=True, text=True, check=True)
    lines = {}
    for text in result.stdout.splitlines():
        parts = re.match(r' *(\S+ \S+)  +(\S+ \S+)  +(\S+ \S+)  +(.+? … \S+ \S+)  +(.+?)(?:  \S+)?  — (.*)', text)
        if parts:
            lines[parts[5]] = parts.groups()
    return lines


def described(panel='Functions'):
    """The rows of a panel: description by name, without the level of a tree."""
    tables = [node for node in nodes(application()) if node.name == panel and 'table' in node.role]
    return {node.name.split(', level')[0]: node.description for table in tables for node in nodes(table)
            if node.role == 'table row' and node.has('visible') and node.description.startswith('before ')}


def says(description, line):
    """Whether a row has the numbers and the verdict of the command."""
    before, after, change, interval, _, verdict = line
    return description.startswith(f'before {before}, after {after}, ') and f'change {change} ({interval}), {verdict}' in description


def some_total():
    """The total of what was read so far, or of all."""
    return next((node.name for node in nodes(application()) if node.role == 'label' and 'Total: ' in node.name and node.has('visible')), '')


def total():
    """Once all runs were read."""
    text = some_total()
    return '' if text.endswith('interval not known') else text


def overview_row(name):
    return next((node for node in nodes(application()) if node.role == 'push button' and node.name.startswith(f'{name}: ') and
                 node.has('visible')), None)


def compare(*arguments, **environment):
    return Fulgens('--compare', *arguments, **environment)


def begin():
    here = window('Fulgens|o1-before')
    until(total, 'the total')
    return here


def choose_next(name, is_done):
    """Chooses the next entry of a drop-down, until that has done what it does: keys are lost while the list comes."""
    def is_chosen():
        xdotool('key', 'Escape')   # a list that came too late
        box = steady(lambda: extents(find('combo box', name)))
        time.sleep(0.3)
        place = (box.x, box.y + box.height + 42, 100, 40)   # below a tooltip
        before = picture(*place)
        click(find('combo box', name))
        if not soon(lambda: picture(*place) != before, PATIENCE / 6):
            return False
        time.sleep(0.5)
        xdotool('key', 'Down', 'Return')
        return soon(is_done, PATIENCE / 6)
    until(is_chosen, f'what the next {name} does')


def tree_row(name):
    """Of the call tree; wings have such rows, too."""
    return next(node for node in nodes(find('tree table', 'Call tree')) if node.role == 'table row' and
                node.name.startswith(f'{name}, level') and node.has('visible'))


def selected():
    node = focused_row()
    return node.name.split(', level')[0] if node else None


def test_same_as_command():
    """Overview, functions and tree have the numbers of the command for the same files."""
    functions = command_lines(*BEFORE, ':', *AFTER)
    tree = command_lines('--by=node', *BEFORE, ':', *AFTER)
    assert len(functions) == 10, functions   # with the total
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        before, after, change, interval, _, verdict = functions['total']
        assert f'Total: {before} → {after}, {change} ({interval}), {verdict}' in total(), total()
        before, after, change, interval, _, verdict = functions[SLOWER]
        row = until(lambda: overview_row(SLOWER), 'the slower function')
        assert row.name == f'{SLOWER}: {before} → {after}, {change} ({interval}), {verdict}', row.name

        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == len(functions) - 1, 'all functions')
        for name, description in described().items():
            assert says(description, functions[name]), (description, functions[name])
        names = list(described())
        assert names[0] == SLOWER, names   # what takes longer is above

        xdotool('key', '--window', here, 'alt+2')
        until(lambda: SLOWER in described('Call tree'), 'the tree')
        for name, description in described('Call tree').items():
            line = next(line for path, line in tree.items() if path.split('→')[-1].strip() == name)
            assert says(description, line), (description, line)
        # Details of a call have its values, and those of its function.
        node = next(line for path, line in tree.items() if path.split('→')[-1].strip() == 'transform')
        function = functions['transform']
        assert node[0] != function[0], (node, function)
        click(tree_row('transform'))
        until(lambda: {f'Before: {node[0]}', f'Before: {function[0]}', f'95 % interval: {node[3]}', f'Verdict: {node[5]}'} <= texts(), 'both')


def test_pointer():
    """From the overview to the function, its details, and what the filters leave."""
    with compare(*BEFORE, ':', *AFTER):
        begin()
        row = until(lambda: overview_row(SLOWER), 'the slower function')
        steady(lambda: extents(overview_row(SLOWER)))
        click(row)
        until(lambda: find('push button', 'Functions', 'pressed') or find('toggle button', 'Functions', 'pressed'), 'the functions')
        until(lambda: selected() == SLOWER, 'the function is selected')
        until(lambda: find(name='Before: 163 ms') and find(name='95 % interval: +16 % … +27 %') and find(name='How: By name'), 'its details')
        press('Unclear')
        until(lambda: SLOWER not in described() and len(described()) == 8, 'what is unclear')
        press('Slower')
        until(lambda: len(described()) == 9, 'both')
        press('Unclear')
        until(lambda: list(described()) == [SLOWER], 'what is slower')


def test_wings():
    """Callers and callees of the selected function; Enter goes to one of them, the check hides them."""
    total_of = command_lines('--measure=total', *BEFORE, ':', *AFTER)
    focused = command_lines('--by=node', '--transform=focus-function:transform', *BEFORE, ':', *AFTER)
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')
        until(focused_row, 'the first row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: list(described('Callers')) == [SLOWER, 'transform', 'run', 'main'], 'callers')
        for name, description in described('Callers').items():
            assert says(description, total_of[SLOWER]), (name, description)   # nobody else calls it
        click(next(node for node in nodes(find('tree table', 'Callers')) if node.role == 'table row' and node.name.startswith('transform')))
        xdotool('key', '--window', here, 'Return')
        until(lambda: find(name='Self') and selected() == 'transform' and find('table row', 'transform', 'selected'), 'the caller')
        press('Callees')
        until(lambda: set(described('Callees')) == {path.split('→')[-1].strip() for path in focused if path != 'total'}, 'callees')
        for name, description in described('Callees').items():
            before, after, change = next(line for path, line in focused.items() if path.split('→')[-1].strip() == name)[:3]
            assert f'before {before}, after {after}' in description and f'change {change} (' in description, (name, description)
        click(find('check box', 'Callers and Callees'))
        until(lambda: not described('Callees'), 'no wings')


def has_details():
    """Those that are hidden are beyond the edge."""
    return extents(find('label', 'Paired')).x < extents(find('frame')).width


def test_keys():
    """The filter, rows and branches by keys, also of the inverted tree; F9 hides the details."""
    functions = command_lines(*BEFORE, ':', *AFTER)
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')
        xdotool('key', '--window', here, 'alt+2')
        first = until(selected, 'a row of the tree')
        xdotool('key', '--window', here, 'Home')
        root = until(selected, 'the root')
        xdotool('key', '--window', here, 'Left')
        until(lambda: list(described('Call tree')) == [root], 'the closed root')
        xdotool('key', '--window', here, 'asterisk')
        until(lambda: len(described('Call tree')) > 2 and SLOWER in described('Call tree'), 'the open tree')
        xdotool('key', '--window', here, 'Right')
        until(lambda: selected() not in (root, None), 'a child')
        xdotool('key', '--window', here, 'i')
        until(lambda: SLOWER in described('Call tree') and says(described('Call tree')[SLOWER], functions[SLOWER]), 'the inverted tree')
        until(lambda: any(text.endswith('interval not known') for text in described('Call tree').values()), 'callers')
        xdotool('key', '--window', here, 'i')
        until(lambda: root in described('Call tree'), 'the tree')
        assert first
        until(has_details, 'details')
        xdotool('key', '--window', here, 'F9')
        until(lambda: not has_details(), 'no details')


def are_of(panel, *arguments):
    """Whether the functions of the window are those of the command for the same files with more arguments, with its numbers."""
    lines = command_lines(*arguments, *BEFORE, ':', *AFTER)
    shown = described(panel)
    return shown and len(shown) == len(lines) - 1 and all(says(text, lines[name]) for name, text in shown.items())


def test_search():
    """The search acts on both sides; Escape ends it, and what is selected stays selected."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')
        until(lambda: focused_row(), 'the first row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: selected() == SLOWER, 'the slower function')
        xdotool('key', '--window', here, 'slash')
        xdotool('type', '--window', here, SLOWER)
        until(lambda: 'memcpy' not in described() and are_of('Functions', f'--search={SLOWER}'), 'stacks with the function')
        xdotool('key', '--window', here, 'Return')
        until(lambda: selected() == SLOWER, 'the row that was selected')
        xdotool('key', '--window', here, 'ctrl+f')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: len(described()) == 9, 'all functions')


def choose_item(here, name):
    """Walks down an open menu, until the entry has the focus, and chooses it."""
    xdotool('key', '--window', here, 'Down')
    at = focus()
    if not at or at.role != 'menu item' or at.name != name:
        return False
    time.sleep(0.2)
    xdotool('key', '--window', here, 'Return')
    return True


def test_transforms():
    """Transforms by keys and by the menu act on both sides, chips and keys take them back; the tree has the same."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')
        until(lambda: focused_row(), 'the first row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: selected() == SLOWER, 'the slower function')
        xdotool('key', '--window', here, 'm')
        until(lambda: SLOWER not in described() and are_of('Functions', f'--transform=merge-function:{SLOWER}'), 'without it')
        until(lambda: find('push button', f'Merge: {SLOWER}'), 'its chip')
        press('Copy as Command')
        until(lambda: f"--transform='merge-function:{SLOWER}'" in clipboard(), 'the command')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: SLOWER in described() and not find('push button', f'Merge: {SLOWER}'), 'as before')

        xdotool('key', '--window', here, 'alt+2')
        until(lambda: 'transform' in described('Call tree'), 'the tree')
        box = extents(tree_row('transform'))
        xdotool('mousemove', box.x + 60, box.y + box.height // 2, 'click', 3)
        until(lambda: find('menu item', 'Focus on Function', 'visible'), 'the menu')
        time.sleep(0.3)
        until(lambda: choose_item(here, 'Focus on Function'), 'the entry')
        until(lambda: find('push button', 'Focus: transform'), 'the chip')
        until(lambda: 'main' not in described('Call tree') and 'transform' in described('Call tree'), 'its subtrees')
        tree = command_lines('--by=node', '--transform=focus-function:transform', *BEFORE, ':', *AFTER)
        assert says(described('Call tree')['transform'], tree['transform']), described('Call tree')
        press('Remove “Focus: transform”')
        until(lambda: 'main' in described('Call tree'), 'the whole tree')


def test_ranges():
    """Each side has its range, which a wrong one explains."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        whole = total()
        press('Choose the range after')
        until(lambda: find('text', 'Range after', 'focused'), 'the field')
        xdotool('type', '--window', here, '0,250')
        xdotool('key', '--window', here, 'Return')
        before, after, change, interval, _, verdict = command_lines('--after-range=0,250', *BEFORE, ':', *AFTER)['total']
        until(lambda: f'Total: {before} → {after}, {change} ({interval}), {verdict}' in total(), 'the total of the range')
        until(lambda: find('label', '· 0,250'), 'the range')
        press('Choose the range after')
        until(lambda: find('text', 'Range after', 'focused'), 'the field')
        press('Whole Recording')
        until(lambda: total() == whole, 'the whole')
        press('Choose the range before')
        until(lambda: find('text', 'Range before', 'focused'), 'the field')
        xdotool('type', '--window', here, 'marker:none')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('label', 'There is no marker “none”', 'visible'), 'the reason')


def graphs():
    """The graphs of the thread, before and after."""
    return [find(None, f'{side}: prog', 'visible') for side in ('Before', 'After')]


def show_tracks(here):
    """The tracks, and where their graphs are."""
    xdotool('key', '--window', here, 'alt+5')
    until(lambda: all(graphs()), 'the tracks')
    return steady(lambda: [extents(graph) for graph in graphs()])


def zoom_into(here, graph):
    """Drags over the second quarter of a graph, and makes that the range. Returns the ranges of both sides."""
    y = graph.y + graph.height // 2
    xdotool('mousemove', graph.x + graph.width // 4, y, 'mousedown', 1)
    for step in range(1, 9):
        xdotool('mousemove', graph.x + graph.width // 4 + step * graph.width // 32, y)
    xdotool('mouseup', 1)
    until(lambda: find('push button', 'Zoom into this range', 'visible'), 'the range')
    xdotool('key', '--window', here, 'z')

    def ranges():
        return [tuple(map(float, re.search(r'· ([0-9.]+),([0-9.]+)$', node.name).groups())) for node in nodes(application())
                if node.role == 'label' and re.match('(BEFORE|AFTER) .* · ', node.name)]
    until(lambda: len(ranges()) == 2, 'the ranges')
    return ranges()


def test_tracks():
    """The threads of both sides lie one under the other on one axis; a range that is dragged there is that of both."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        before, after = show_tracks(here)
        assert (before.x, before.width) == (after.x, after.width) and before.y + before.height <= after.y, (before, after)
        # The run with the median of the totals, which a list changes.
        until(lambda: find('label', '◂ o1-before-02.json.gz', 'visible') and find('label', '▸ o1-after-05.json.gz', 'visible'), 'the median runs')
        choose_next('Run before', lambda: find('label', '◂ o1-before-01.json.gz', 'visible'))
        before, after = steady(lambda: [extents(graph) for graph in graphs()])
        before, after = zoom_into(here, after)
        assert before == after, (before, after)
        start, end = after
        assert 100 < start < 160 and 230 < end < 290, after   # of 512 ms
        text = f'{start:.10g},{end:.10g}'
        before, after, change, interval, _, verdict = command_lines(f'--range={text}', *BEFORE, ':', *AFTER)['total']
        xdotool('key', '--window', here, 'alt+0')
        until(lambda: f'Total: {before} → {after}, {change} ({interval}), {verdict}' in total(), 'the total of the range')
        show_tracks(here)


def counted(source, counts):
    """A recording with a counter of bytes, that has these counts every 100 ms."""
    profile = json.loads(gzip.decompress(source.read_bytes()))
    display = {'graphType': 'line-accumulated', 'unit': 'bytes', 'color': 'orange', 'label': 'Memory', 'sortWeight': 1,
               'markerSchemaLocation': None, 'tooltipRows': []}
    samples = {'time': [100 * i for i in range(len(counts))], 'count': counts, 'number': [1] * len(counts), 'length': len(counts)}
    profile['counters'] = [{'name': 'malloc', 'category': 'Memory', 'description': '', 'pid': profile['threads'][0]['pid'],
                            'mainThreadIndex': 0, 'display': display, 'samples': samples}]
    path = scratch / source.name
    path.write_bytes(gzip.compress(json.dumps(profile).encode()))
    return path


def test_counters():
    """A counter is a thin line before and filled after; below them is the difference, whose amount a tooltip has."""
    names = ['Before: prog: Memory: malloc', 'After: prog: Memory: malloc', 'After − before: Memory']
    with compare(counted(BEFORE[0], [0, 900, 900, 900, 900, 900]), counted(AFTER[0], [0, 900, 400, 400, 400, 400])):
        here = begin()
        xdotool('key', '--window', here, 'alt+5')
        until(lambda: all(find(None, name, 'visible') for name in names), 'the three graphs')
        boxes = steady(lambda: [extents(find(None, name, 'visible')) for name in names])
        assert boxes[0].y < boxes[1].y < boxes[2].y and len({(box.x, box.width) for box in boxes}) == 1, boxes
        x = boxes[0].x + boxes[0].width * 3 // 4

        def n_orange(box):
            column = picture(x, box.y, 1, box.height)
            return sum(column[i] > column[i + 2] + 40 for i in range(0, len(column), 3))
        # To one scale: of 4,500 after as many before, and 2,500.
        end = boxes[0].x + boxes[0].width * 500 // 512

        def top(box):
            column = picture(end, box.y, 1, box.height)
            return next(i for i in range(box.height) if column[3 * i] > column[3 * i + 2] + 40)
        until(lambda: top(boxes[0]) <= 6 and top(boxes[1]) >= top(boxes[0]) + 8, 'one scale')
        until(lambda: 0 < n_orange(boxes[0]) <= 3 and n_orange(boxes[1]) > 4 and n_orange(boxes[2]) > 4, 'a line, and what is filled')
        for step in range(3):
            xdotool('mousemove', boxes[2].x + boxes[2].width // 2 + step, boxes[2].y + boxes[2].height // 2)
        until(lambda: '−1,000\xa0B' in texts(), 'the difference in the middle')

def test_align():
    """Both sides are aligned at a marker that both have: the same part of the axis is as much later on one side as the marker is."""
    with compare(*WITH_MARKERS):
        here = window('Fulgens|o3-before')
        until(total, 'the total')
        show_tracks(here)
        until(lambda: find('combo box', 'Align at…', 'visible'), 'what to align at')
        choose_next('Align at…', lambda: find('label', 'GC', 'visible'))
        _, after = steady(lambda: [extents(graph) for graph in graphs()])
        before, after = zoom_into(here, after)
        first = [json.loads(subprocess.run([QUERY, 'sql', '--json', "SELECT min(start_time) FROM markers WHERE name = 'GC'", path],
                                           capture_output=True, check=True).stdout)['rows'][0][0] for path in WITH_MARKERS]
        assert abs(first[1] - first[0]) > 0.1, first
        for was, is_ in zip(before, after):
            assert abs(is_ - was - (first[1] - first[0])) < 1e-6, (before, after, first)
        # The range begins after the first one: they are aligned at the first one in it.
        until(lambda: find('label', 'GC', 'visible'), 'what they are still aligned at')


def test_tracks_by_keys():
    """A cursor on the axis is moved by keys, and leaves a range; the wheel zooms both sides."""
    with compare(*BEFORE[:1], *AFTER[:1]):
        here = begin()
        before, _ = show_tracks(here)
        until(lambda: find(None, 'Time cursor', 'focused'), 'the cursor')
        xdotool('key', '--window', here, 'Right', 'shift+Right', 'shift+Right', 'shift+Right')
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'the range')
        xdotool('mousemove', before.x + before.width // 2, before.y + 10, 'keydown', 'ctrl', 'click', 4, 'click', 4, 'keyup', 'ctrl')
        until(lambda: find(None, 'Time cursor; zoomed to '), 'a part of the time')
        xdotool('keydown', 'ctrl', *['click', 5] * 8, 'keyup', 'ctrl')
        until(lambda: not find(None, 'Time cursor; zoomed to '), 'all of it')
        xdotool('key', '--window', here, 'z')
        until(lambda: find('label', ' · 2'), 'the range of both sides')


def test_stack_charts():
    """The stack charts of both sides show the same time; a box selects the function, whose details and menu are those of the comparison."""
    def charts(state=''):
        return [find(None, f'Stack chart {side}{state}', 'visible') for side in ('before', 'after')]
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+6')
        until(lambda: all(charts()), 'both charts')
        until(lambda: find(None, 'Stack chart after', 'focused'), 'the focus')
        until(lambda: xdotool('key', '--window', here, 'Down') is not None and soon(lambda: find(None, 'Stack chart after: main'), 2), 'a box')
        until(lambda: find(name='95 % interval: +5.4 % … +9.7 %') or find('label', 'main', 'visible'), 'its details')
        before, after = steady(lambda: [extents(node) for node in charts()])
        assert (before.x, before.width) == (after.x, after.width) and before.y + before.height <= after.y, (before, after)
        xdotool('key', '--window', here, 'plus', 'plus', 'plus')
        until(lambda: all('; zoomed to ' in node.description for node in charts(': main')[1:]) and
              '; zoomed to ' in charts()[0].description, 'the zoom of both')
        zoomed = [re.search('zoomed to (.*)', node.description)[1] for node in charts()]
        assert zoomed[0] == zoomed[1], zoomed
        until(lambda: xdotool('key', '--window', here, 'Menu') is not None and soon(lambda: find('menu item', 'Copy Function Name', 'visible'), 3),
              'the menu')


def test_network():
    """Requests of both sides lie one above the other."""
    with compare(STARTUP, STARTUP):
        here = window(STARTUP.name)
        until(total, 'the total')
        xdotool('key', '--window', here, 'alt+7')
        until(lambda: find('label', '◂ Before', 'visible') and find('label', '▸ After', 'visible'), 'both sides')
        until(lambda: len([node for node in nodes(application()) if node.name.startswith('Network') and node.has('visible') and
                           node.role not in ('push button', 'toggle button', 'label')]) >= 2, 'both charts')


def test_panels_of_palette():
    """The search over the window shows the panels of a comparison, by their names."""
    with compare(*BEFORE[:1], *AFTER[:1]):
        here = begin()
        xdotool('key', '--window', here, 'ctrl+k')
        until(lambda: focus() and 'text' in focus().role, 'the search')
        xdotool('type', '--window', here, 'show tracks')
        until(lambda: find(None, 'Show Tracks', 'visible'), 'the command')
        xdotool('key', '--window', here, 'Return')
        until(lambda: all(graphs()), 'the tracks')


def test_no_times():
    """What has no times says so in place of its tracks."""
    folded = [scratch / name for name in ('before.folded', 'after.folded')]
    for path, n in zip(folded, (40, 60)):
        path.write_text(f'main;work {n}\nmain 20\n')
    with compare(*folded):
        here = window('before.folded')
        until(total, 'the total')
        xdotool('key', '--window', here, 'alt+5')
        until(lambda: find('label', 'before.folded has no times', 'visible'), 'the reason')


def test_order():
    """A click on a title sorts; another one turns the order around."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')

        def title(name):
            heads = [header for table in nodes(application()) if table.name == 'Functions' and 'table' in table.role
                     for header in table.children if header.name == 'Column titles']
            return next((node for header in heads for node in nodes(header) if node.role == 'label' and node.name == name), None)

        def befores():
            return [float(re.match(r'before ([0-9.]+)', text)[1]) for text in described().values()]
        click(until(lambda: title('Before'), 'the title'))
        until(lambda: befores() == sorted(befores(), reverse=True), 'the greatest first')
        time.sleep(0.5)   # GTK takes a double click for one
        click(title('Before'))
        until(lambda: befores() == sorted(befores()), 'the least first')
        time.sleep(0.5)
        click(title('Function'))
        until(lambda: list(described()) == sorted(described()), 'names')


def titles(panel='Functions'):
    """Of the columns on screen, with the width of what can be seen of each in a window in the corner."""
    heads = [header for table in nodes(application()) if table.name == panel and 'table' in table.role
             for header in table.children if header.name == 'Column titles']
    edge = extents(find('frame')).width
    shown = [(label.name, extents(title)) for header in heads for title in header.children if title.has('visible')
             for label in nodes(title) if label.role == 'label']
    return {name: min(box.x + box.width, edge) - box.x for name, box in shown}


def test_narrow():
    """In a narrow window figures give way to the name and the verdict, and details lie over the list; all come back."""
    wide = ['Function', 'Before', 'After', 'Difference', 'Less 0 More', 'Change', 'Verdict']
    without_bar = [title for title in wide if title != 'Less 0 More']
    large = scratch / 'large'
    large.write_text('Xft.dpi: 192\n')
    for environment, narrow in ({}, without_bar), ({'XENVIRONMENT': large}, ['Function', 'Verdict']):
        with compare(*BEFORE, ':', *AFTER, **environment):
            here = begin()
            xdotool('windowsize', here, 2400, 900)
            xdotool('key', '--window', here, 'alt+1')
            until(lambda: list(titles()) == wide, 'all columns')
            xdotool('windowsize', here, 700, 700)
            until(lambda narrow=narrow: list(titles()) == narrow and list(titles('Callers')) == narrow, 'the most important ones')
            until(lambda: extents(find('table row', SLOWER)).width <= 700, 'rows that end in the window')
            # A dozen letters of a name.
            assert titles()['Function'] > (300 if environment else 120) and titles()['Verdict'] > 150, titles()
            xdotool('key', '--window', here, 'alt+2')
            until(lambda narrow=narrow: list(titles('Call tree')) == narrow, 'those of the tree')
            xdotool('key', '--window', here, 'alt+1')
            if narrow == without_bar:
                click(next(node for node in nodes(find('tree table', 'Functions') or find('table', 'Functions')) if node.name == 'Change'))
                until(lambda: list(described())[:3] == [SLOWER, 'memcpy', 'huffman'], 'the greatest change first')
            assert not has_details(), 'details beside the list'
            xdotool('key', '--window', here, 'F9')
            until(has_details, 'details over the list')
            # As wide for its text, and within the window.
            details = steady(lambda: extents(next(node for node in nodes(application()) if node.name == 'Details' and node.role in
                                                  ('panel', 'grouping') and node.has('visible'))))
            assert details.width >= (580 if environment else 290) and details.x >= 0 and details.x + details.width <= 700, details
            xdotool('key', '--window', here, 'F9')
            until(lambda: not has_details(), 'the list alone')
            xdotool('windowsize', here, 2400, 900)
            until(lambda: list(titles()) == wide and has_details(), 'all again')


def test_text():
    """A comparison is copied, pasted, saved and opened as other views are, with its transforms and ranges."""
    with compare(BEFORE[0], BEFORE[1], ':', AFTER[0], AFTER[1]):
        here = begin()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: len(described()) == 9, 'the functions')
        until(lambda: focused_row(), 'the first row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: selected() == SLOWER, 'the slower function')
        xdotool('key', '--window', here, 'm')
        until(lambda: SLOWER not in described() and described(), 'without it')
        shown = described()
        choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: 'compare' in clipboard())
        text = clipboard()
        assert [Path(name).name for name in json.loads(text)['compare']['after']] == [path.name for path in AFTER[:2]], text
        path = scratch / 'two.comparison.json'
        choose(here, lambda: click(find('push button', 'Main menu')), 'Save As…', 's',
               lambda: xdotool('search', '--onlyvisible', '--name', 'Save Comparison As'))
        save_as('Save Comparison As', path)
        until(lambda: find('label', 'Comparison saved'), 'that it is saved')

    with Fulgens(path):
        here = window('Fulgens|o1-before')
        until(total, 'the comparison')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: described() == shown, 'the same rows')

    with Fulgens():
        here = window('Fulgens')
        with copied(text):
            xdotool('key', '--window', here, 'ctrl+v')
            until(total, 'the pasted comparison')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: described() == shown, 'the same rows')
        with copied(json.dumps({'search': SLOWER, 'transforms': []})):
            xdotool('key', '--window', here, 'ctrl+v')
            until(lambda: SLOWER in described() and 'memcpy' not in described(), 'the pasted view')
        path.write_text('{"compare": {"before": ["none"], "after": 3}}')
        drop(path.as_uri())
        until(lambda: find('label', 'is not a list of files'), 'the reason')


def test_open_side():
    """The menu of a node opens it in the recording after."""
    with compare(BEFORE[0], AFTER[0]):
        here = begin()
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: SLOWER in described('Call tree'), 'the tree')
        box = extents(tree_row(SLOWER))
        choose(here, lambda: xdotool('mousemove', box.x + 60, box.y + box.height // 2, 'click', 3), 'Open in After', 'a',
               lambda: window('^o1-after-00'))
        until(lambda: selected() == SLOWER or find('table row', SLOWER, 'selected'), 'the same node')


def test_flame_graph():
    """Boxes are as wide as one side, in the colour of what changed; the cursor says what happened to a node."""
    tree = command_lines('--by=node', *BEFORE, ':', *AFTER)
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: find(name='Flame Graph') and find('combo box', 'Width'), 'the chart')
        time.sleep(1)
        xdotool('key', '--window', here, 'Up')
        chart = until(lambda: next((node for node in nodes(application()) if node.name == 'Flame Graph: main'), None), 'the root')
        before, after, change, interval, _, verdict = tree['main']
        assert chart.description.startswith(f'{before} → {after}, {change} ({interval}), {verdict}'), chart.description
        until(lambda: find(name='Difference: +36.1 ms'), 'its details')

        xdotool('key', '--window', here, 'Up')
        until(lambda: find(name='Flame Graph: run'), 'what it calls')
        box = extents(find(name='Flame Graph: run'))
        # From the bottom: main is 5 to 20 % slower, of what run calls the first is unclear.
        until(lambda: pixel(box.x + box.width * 3 // 4, box.y + box.height - 8) == (0xf3, 0xb7, 0x73), 'the colour of the root')
        until(lambda: pixel(box.x + box.width // 10, box.y + box.height - 48) == (0xe4, 0xe4, 0xe7), 'that of a call which noise explains')
        choose_next('Width', lambda: find('label', 'Width: Before', 'visible'))
        until(lambda: find(name='Flame Graph: run'), 'the same node')


def test_pair():
    """A new function is paired with one that is gone; the command does the same; and it is taken back."""
    files = [INPUTS / 'o2-before.json.gz', INPUTS / 'o2-after.json.gz']
    lines = command_lines('--rename=old_path=brand_new', *files)
    with compare(*files):
        here = window('Fulgens|o2-before')
        until(total, 'the total')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: 'old_path' in described() and 'brand_new' in described(), 'both functions')
        until(focused_row, 'the first row')
        xdotool('key', '--window', here, 'Home')
        until(lambda: selected() == 'brand_new', 'the new function')
        choose(here, 'Menu', 'Pair With…', 'p', lambda: xdotool('search', '--onlyvisible', '--name', 'Pair “brand_new” With'))
        dialog = window('Pair “brand_new” With')

        def offered():
            return [(node.name, node.description) for node in nodes(application()) if node.role == 'list item' and
                    re.fullmatch('[0-9.]+ ms', node.description)]
        until(lambda: offered() == [('old_path', '33.0 ms')], 'what only the other side has')
        xdotool('type', '--window', dialog, 'none')
        until(lambda: not offered(), 'no function')
        xdotool('key', '--window', dialog, 'ctrl+a')
        xdotool('type', '--window', dialog, 'OLD_')
        until(offered, 'its name before')
        time.sleep(0.3)
        xdotool('key', '--window', dialog, 'Return')
        until(lambda: 'old_path' not in described() and says(described()['brand_new'], lines['brand_new']), 'one function')
        click(find('push button', 'Copy as Command'))
        until(lambda: '--rename=' in clipboard() and 'old_path=brand_new' in clipboard(), 'the command')
        here = window('o2-before')
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: described('Call tree'), 'the tree')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: selected() == 'brand_new', 'the row')
        choose(here, 'Menu', 'Take Pairing Back', 'k', lambda: 'old_path' in described())


def test_gone():
    """What only the runs before have is drawn with lines where its width is that of before."""
    with compare(INPUTS / 'o2-before.json.gz', INPUTS / 'o2-after.json.gz'):
        here = window('Fulgens|o2-before')
        until(total, 'the total')
        xdotool('key', '--window', here, 'alt+3')
        until(lambda: find(name='Flame Graph') and find('combo box', 'Width'), 'the chart')
        choose_next('Width', lambda: find('label', 'Width: Before', 'visible'))
        box = extents(next(node for node in nodes(application()) if node.name == 'Flame Graph' and extents(node).height > 200))

        def blues():
            """Of the pixels below the names in the second row from the bottom."""
            line = [pixel(x, box.y + box.height - 25) for x in range(box.x, box.x + box.width)]
            return [color for color in line if color[2] > color[0] + 60]
        until(blues, 'what is less')
        plain = (0x6a, 0x9f, 0xe0)
        until(lambda: 0.4 < blues().count(plain) / len(blues()) < 0.9, 'lines over it')


def test_markers():
    """Names of markers by each measure, as the command has them; their details, and the markers in a recording."""
    with compare(*WITH_MARKERS):
        here = window('Fulgens|o3-before')
        until(total, 'the total')
        xdotool('key', '--window', here, 'alt+4')
        for measure in ('total', 'count', 'mean', 'median'):
            lines = command_lines('--by=marker', f'--measure={measure}', *WITH_MARKERS)
            del lines['total']

            def is_as_command(lines=lines):
                shown = described('Markers')
                return shown.keys() == lines.keys() and all(says(shown[name], lines[name]) for name in lines)
            if measure == 'total':
                until(is_as_command, 'total times')
            else:
                choose_next('Measure of markers', is_as_command)
        if not selected():
            click(find('table row', 'GC'))
        xdotool('key', 'End')
        until(lambda: selected() == 'GC', 'the last row')
        until(lambda: find(name='Count: 29.0 markers → 29.0 markers') and find(name='Markers: 58') and find(name='Before: 1.07 ms'),
              'its details')
        until(lambda: find(name='After: 1.26 ms … 1.58 ms'), 'which durations are most frequent')
        click(find('push button', 'Copy as Command'))
        until(lambda: clipboard().startswith('fulgens-query compare --by=marker --measure=median '), 'the command')
        box = extents(find('table row', 'GC', 'visible'))
        choose(here, lambda: xdotool('mousemove', box.x + 60, box.y + box.height // 2, 'click', 3), 'Open in After', 'a',
               lambda: window('^o3-after-00'))
        until(lambda: [node for node in nodes(application()) if node.role == 'table row' and node.has('visible') and 'GC' in node.name],
              'the markers of the recording')

    with compare(BEFORE[0], AFTER[0]):
        here = begin()
        xdotool('key', '--window', here, 'alt+4')
        until(lambda: find('label', 'No Markers to Compare', 'visible'), 'that there is none')


def ask_for_marker():
    """Returns: the window that asks which markers to divide by."""
    def is_asked():
        click(find('combo box', 'Per'))
        time.sleep(0.5)
        xdotool('key', 'End', 'Return')
        if soon(lambda: xdotool('search', '--onlyvisible', '--name', '^Per Marker$'), PATIENCE / 6):
            return True
        xdotool('key', 'Escape')
        return False
    until(is_asked, 'which markers')
    return window('^Per Marker$')


def test_per_marker():
    """Values are divided by the number of markers that both sides have, chosen by a search or the pointer; the command does the same."""
    def is_as_command(*arguments):
        before, after, change, interval, _, verdict = command_lines(*arguments, *WITH_MARKERS)['total']
        until(lambda: find('label', f'Total: {before} → {after}, {change} ({interval}), {verdict}', 'visible'), 'the total of the command')

    def names():
        return [node.name for node in nodes(find('frame', 'Per Marker')) if node.role == 'list item']

    with compare(*WITH_MARKERS):
        here = window('Fulgens|o3-before')
        until(total, 'the total')
        dialog = ask_for_marker()
        until(lambda: names() == ['GC', 'iteration', 'tick'], 'the markers of both')
        xdotool('type', '--window', dialog, 'gc')
        until(lambda: names() == ['GC'], 'what matches')
        time.sleep(0.3)
        xdotool('key', '--window', dialog, 'Return')
        is_as_command('--per=marker:GC')
        until(lambda: find('label', 'Per “GC”', 'visible'), 'what values are divided by')
        click(find('push button', 'Copy as Command'))
        until(lambda: "--per='marker:GC'" in clipboard(), 'the command')
        here = window('o3-before')
        choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: '"compare"' in clipboard())
        text = clipboard()
        assert json.loads(text)['compare']['per'] == 'marker:GC', text

        ask_for_marker()
        until(lambda: len(names()) == 3, 'the markers again')
        click(next(node for node in nodes(find('frame', 'Per Marker')) if node.role == 'list item' and node.name == 'tick'))
        is_as_command('--per=marker:tick')
        ask_for_marker()
        xdotool('key', 'Escape')
        until(lambda: not xdotool('search', '--onlyvisible', '--name', '^Per Marker$'), 'no window')
        assert find('label', 'Per “tick”', 'visible')
        here = window('o3-before')
        with copied(text.replace('"self"', '"total"')):
            xdotool('key', '--window', here, 'ctrl+v')
            is_as_command('--per=marker:GC')


def test_long_marker():
    """A long name of markers leaves room for figures and verdicts."""
    name = 'Garbage collection of the nursery, with all that it starts'
    sides = {}
    for side, path in zip(('before', 'after'), WITH_MARKERS):
        copied_path = scratch / f'long-{side}.json'
        copied_path.write_text(gzip.decompress(path.read_bytes()).decode().replace('"GC"', json.dumps(name)))
        sides[side] = [copied_path.name]
    path = scratch / 'long.comparison.json'
    path.write_text(json.dumps({'compare': {**sides, 'per': f'marker:{name}'}}))
    with Fulgens(path):
        here = window('Fulgens|long-before')
        until(lambda: 'ms/Garbage …, ' in total(), 'the total')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: {'Before', 'After', 'Difference', 'Change', 'Verdict'} <= set(titles()), 'all columns')


def test_many():
    """Of many runs the details have the first ones of each side, and how many more there are."""
    with compare(*BEFORE * 17, ':', *AFTER * 20):
        begin()
        until(lambda: find('label', '2 more runs', 'visible') and find('label', '20 more runs', 'visible'), 'how many more')
        rows = [node for node in nodes(application()) if node.role == 'list item' and re.match('o1-(before|after)-.*: ', node.name)]
        assert len(rows) == 200, len(rows)


def test_sides():
    """Exchanged sides have the other verdict; another measure and divisor have other numbers."""
    with compare(*BEFORE, ':', *AFTER):
        begin()
        assert 'slower' in total(), total()
        press('Exchange the sides')
        until(lambda: 'faster' in total() and '▼' in total(), 'the other verdict')
        until(lambda: find('label', 'BEFORE ◂ o1-after-00'), 'the other side')
        choose_next('Measure', lambda: overview_row('transform') and not overview_row('memcpy'))


def test_unequal_sides():
    """Sides with different numbers of runs are exchanged, also while their tracks are on screen."""
    with compare(BEFORE[0], ':', *AFTER[:4]):
        here = begin()
        until(lambda: any(text.startswith('o1-after-03.json.gz: ') for text in texts()), 'all runs')
        press('Exchange the sides')
        until(lambda: find('label', 'AFTER ▸ o1-before-00.json.gz (1 run)') and total(), 'the other sides')
        show_tracks(here)
        press('Exchange the sides')
        until(lambda: find('label', 'BEFORE ◂ o1-before-00.json.gz (1 run)') and total(), 'the first sides')
        show_tracks(here)
        xdotool('key', '--window', here, 'alt+0')
        until(lambda: any(text.startswith('o1-after-03.json.gz: ') for text in texts()), 'all runs again')


def test_right_to_left():
    """Changes are not turned round."""
    with compare(BEFORE[0], AFTER[0], **RIGHT_TO_LEFT):
        begin()
        changes = [name for name in labels() if re.fullmatch(r'\u200e?[+−][\d.,]+\s?%', name)]
        assert changes and all(name.startswith('\u200e') for name in changes), labels()


def test_one_against_one():
    """The banner says what cannot be known, and no row is called slower."""
    with compare(BEFORE[0], AFTER[0]):
        begin()
        until(lambda: find('label', 'One recording against one'), 'the banner')
        assert 'slower' not in total() and 'faster' not in total(), total()
        press('Copy as Command')
        until(lambda: clipboard().startswith('fulgens-query compare '), 'the command')
        assert subprocess.run(clipboard().replace('fulgens-query', str(QUERY), 1), shell=True, capture_output=True, check=True).stdout
        press('Copy Rows')
        until(lambda: clipboard().startswith(f'{SLOWER}\tprog\t') and clipboard().count('\n') == 9, 'the rows')


def test_unreadable():
    """A file that cannot be read is named, and so is a wrong command line."""
    wrong = scratch / 'wrong.json'
    wrong.write_text('{"meta": 1}')
    with compare(BEFORE[0], wrong):
        window('Fulgens|o1-before')
        until(lambda: find('label', 'Cannot Be Compared', 'visible') and find('label', 'wrong.json: '), 'the reason')
    refused = subprocess.run([FULGENS, '--compare', str(BEFORE[0])], capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and 'BEFORE and AFTER are needed' in refused.stderr, refused


def native(name, n_samples):
    """A recording in which 0x10 calls 0x20 of a library, whose names are in a file beside it."""
    profile = copy.deepcopy(RECURSION)
    shared = profile['shared']
    profile['meta'].update(symbolicated=False)
    profile['libs'] = [{'name': 'libone.so', 'path': '/nowhere/libone.so', 'debugName': 'libone.so', 'debugPath': '/nowhere/libone.so',
                        'breakpadId': 'ABC0', 'codeId': None, 'arch': ''}]
    shared['stringArray'] = ['0x10', '0x20', 'libone.so', 'UserTiming']
    shared['stackTable'] = {'frame': [0, 1], 'prefixOffset': [0, 1], 'length': 2}
    for table in shared['frameTable'], shared['funcTable']:
        for column in table:
            table[column] = table[column][:1] * 2 if column != 'length' else 2
    shared['frameTable'].update(address=[0x10, 0x20], func=[0, 1], lib=[0, 0])
    shared['funcTable'].update(name=[0, 1], resource=[0, 0])
    shared['resourceTable'] = {'length': 1, 'lib': [0], 'name': [2], 'host': [None], 'type': [1]}
    profile['threads'][0]['samples'] = {'stack': [int(i % 3 > 0) for i in range(n_samples)], 'time': list(range(n_samples)), 'weight': None,
                                        'weightType': 'samples', 'length': n_samples}
    profile['threads'][0]['markers']['name'] = [3] * 3
    path = scratch / name
    path.write_text(json.dumps(profile))
    strings = ['UNKNOWN', 'a.c', 'outer', 'callee']
    symbols = [{'rva': address, 'size': 1, 'symbol': at, 'frames': [{'function': at, 'file': 1, 'line': 1}]}
               for address, at in ((0x10, 2), (0x20, 3))]
    path.with_suffix('.syms.json').write_text(json.dumps({'string_table': strings, 'data': [
        {'debug_name': 'libone.so', 'debug_id': 'ABC0', 'code_id': '', 'symbol_table': symbols,
         'known_addresses': [[0x10, 0], [0x20, 1]]}]}))
    return path


def test_symbols():
    """Names of native code are found first, as where one recording is open; the command that is copied finds them too."""
    with compare(native('first.json', 90), native('second.json', 300)):
        here = window('Fulgens|first.json')
        until(total, 'the total')
        until(lambda: 'AFTER is 233 % longer; “Per Marker…” compares an iteration of each, “Per Second” a second.' in texts(), 'the note')
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: 'callee' in described() and 'outer' in described(), 'the names')
        press('Copy as Command')
        until(lambda: '--symbols=auto' in clipboard(), 'the command')
        result = subprocess.run(clipboard().replace('fulgens-query', str(QUERY), 1), shell=True, capture_output=True, text=True, check=True)
        assert 'callee' in result.stdout, result.stdout


def test_compare_with():
    """The main menu compares the document on screen with a file."""
    with Fulgens(BEFORE[0]):
        here = window('o1-before-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')
        choose(here, lambda: click(find('push button', 'Main menu')), 'Compare With…', 'm',
               lambda: xdotool('search', '--onlyvisible', '--name', 'Compare With'))
        name_file('Compare With', AFTER[0])
        until(total, 'the comparison')
        until(lambda: find('label', 'BEFORE ◂ o1-before-00.json.gz (1 run)') and find('label', 'AFTER ▸ o1-after-00.json.gz (1 run)'), 'both sides')


def folder_of(name, files):
    """A new folder with copies of files."""
    folder = scratch / name
    folder.mkdir()
    for path in files:
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_folders():
    """All files of a folder are runs; it is read again by a key, and what is copied and saved names the folder."""
    before, after = folder_of('before', BEFORE[:2]), folder_of('after', AFTER[:2])

    def is_of(n_before, n_after):
        first, _, change, interval, _, verdict = command_lines(before, after)['total']
        runs = [f'{n} run{"s" if n > 1 else ""})' for n in (n_before, n_after)]
        return (f'Total: {first} → ' in total() and f'{change} ({interval}), {verdict}' in total() and
                any(text.startswith('BEFORE') and text.endswith(runs[0]) for text in head()) and
                any(text.startswith('AFTER') and text.endswith(runs[1]) for text in head()))
    with compare(before, after):
        here = window('Fulgens|o1-before')
        until(lambda: is_of(2, 2), 'the runs of both folders')
        (after / AFTER[2].name).write_bytes(AFTER[2].read_bytes())
        xdotool('key', '--window', here, 'F5')
        until(lambda: is_of(2, 3), 'one more run')
        (before / BEFORE[0].name).unlink()
        press('Read files and folders again')
        until(lambda: is_of(1, 3), 'one run less')
        press('Copy as Command')
        until(lambda: clipboard().endswith(f' {before} : {after}') or clipboard().endswith(f" '{before}' : '{after}'"), 'the command')
        choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: 'compare' in clipboard())
        assert json.loads(clipboard())['compare']['after'] == [after.as_uri()], clipboard()
        for path in after.iterdir():
            path.unlink()
        xdotool('key', '--window', here, 'F5')
        until(lambda: find('label', 'after: the folder has no files', 'visible'), 'the reason')


def test_compare_with_folder():
    """The main menu compares the document on screen with a folder."""
    with Fulgens(BEFORE[0]):
        here = window('o1-before-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')
        click(find('push button', 'Main menu'))
        until(lambda: choose_item(here, 'Compare With a Folder…'), 'the entry')
        name_file('Compare With a Folder', folder_of('runs', AFTER[:3]))
        until(total, 'the comparison')
        until(lambda: find('label', 'BEFORE ◂ o1-before-00.json.gz (1 run)') and find('label', ' (3 runs)'), 'both sides')


def test_recent():
    """The main menu compares the document on screen with a recent file."""
    with Fulgens(AFTER[0]):
        window('o1-after-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')
    with Fulgens(BEFORE[0]):
        here = window('o1-before-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')
        click(find('push button', 'Main menu'))
        until(lambda: choose_item(here, 'Compare With Recent'), 'the entry')
        until(lambda: find('menu item', 'o1-after-00', 'visible'), 'the files')
        time.sleep(0.3)
        until(lambda: choose_item(here, 'o1-after-00.json.gz'), 'the file')
        until(total, 'the comparison')
        until(lambda: find('label', 'BEFORE ◂ o1-before-00.json.gz (1 run)') and find('label', 'AFTER ▸ o1-after-00.json.gz (1 run)'), 'both sides')


def test_range_menu():
    """The menu of a range compares it with the rest, and with another one; the menu of a range around goes back to it."""
    view = view_file(range=[200, 600])
    with Fulgens('--view', view, DEMO):
        here = window('demo.json.gz')
        until(lambda: find('push button', '400 ms', 'visible'), 'the range')
        box = steady(lambda: extents(find('push button', '400 ms', 'visible')))
        choose(here, lambda: xdotool('mousemove', box.x + 10, box.y + box.height // 2, 'click', 3), 'Compare With the Rest of the Recording', 'r', total)
        until(lambda: find('label', 'AFTER ▸ 200 ms to 600 ms (1 run)') and find('label', '(2 runs)') and 'ms/s' in total(), 'both sides')
        xdotool('key', '--window', here, 'ctrl+w')
        until(lambda: find('push button', '400 ms', 'visible'), 'the document')
        box = steady(lambda: extents(find('push button', '400 ms', 'visible')))
        choose(here, lambda: xdotool('mousemove', box.x + 10, box.y + box.height // 2, 'click', 3), 'Compare With Another Range', 'a',
               lambda: find('text', 'Range after', 'focused'))
        until(lambda: find('label', 'BEFORE ◂ 200 ms to 600 ms (1 run)'), 'the range')


def test_range():
    """The menu compares the committed range with the rest, by the second."""
    view = view_file(range=[200, 600])
    with Fulgens('--view', view, DEMO):
        here = window('demo.json.gz')
        until(lambda: find('push button', '400 ms'), 'the range')
        choose(here, lambda: click(find('push button', 'Main menu')), 'Compare Range With the Rest', 'i', lambda: total())
        until(lambda: find('label', 'AFTER ▸ 200 ms to 600 ms (1 run)'), 'the range')
        until(lambda: find('label', '(2 runs)') and 'ms/s' in total(), 'the rest')
        whole = total()
        choose(here, lambda: click(find('push button', 'Main menu')), 'Copy View', 'c', lambda: 'compare' in clipboard())
        path = scratch / 'rest.comparison.json'
        path.write_text(clipboard())

    with Fulgens(path):
        window('Fulgens')
        until(lambda: total() == whole and find('label', 'AFTER ▸ 200 ms to 600 ms (1 run)'), 'the same comparison')


def test_another_range():
    """The menu asks for another range of the same recording, and compares both by the second."""
    view = view_file(range=[200, 600])
    with Fulgens('--view', view, DEMO):
        here = window('demo.json.gz')
        until(lambda: find('push button', '400 ms'), 'the range')
        click(find('push button', 'Main menu'))
        until(lambda: choose_item(here, 'Compare With Another Range'), 'the entry')
        until(lambda: find('text', 'Range after', 'focused'), 'the field')
        until(lambda: find('label', 'Both sides have the same values'), 'the same range')
        xdotool('type', '--window', here, '600,900')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('label', 'BEFORE ◂ 200 ms to 600 ms (1 run)') and find('label', '· 600,900') and 'ms/s' in total() and
              not find('label', 'Both sides have the same values'), 'both ranges')
        press('Copy as Command')
        until(lambda: '--before-range' in clipboard() and '--after-range' in clipboard(), 'the command')
        said = subprocess.run(clipboard().replace('fulgens-query', str(QUERY), 1), shell=True, capture_output=True, text=True, check=True).stdout
        figure = re.search(r'Total: (\S+ \S+) → (\S+ \S+),', total())
        assert re.search(rf'^ *{figure[1]}  +{figure[2]}  .*total', said, re.M), (said, total())


def test_tab():
    """The menu compares the document on screen with that of another tab."""
    with Fulgens(AFTER[0], BEFORE[0]):
        here = window('o1-before-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')
        click(find('push button', 'Main menu'))
        until(lambda: choose_item(here, 'Compare With Tab'), 'the entry')
        until(lambda: find('menu item', 'o1-after-00', 'visible'), 'the tabs')
        time.sleep(0.3)
        until(lambda: choose_item(here, 'o1-after-00.json.gz'), 'the tab')
        until(total, 'the comparison')
        until(lambda: find('label', 'BEFORE ◂ o1-before-00.json.gz (1 run)') and find('label', 'AFTER ▸ o1-after-00.json.gz (1 run)'), 'both sides')


def test_threads():
    """The menu of a track compares the two threads that are selected, with the frames that are shown."""
    view = view_file(thread=[0, 1], implementation='js')
    with Fulgens('--view', view, DEMO):
        here = window('demo.json.gz')
        graph = until(lambda: find('list item', 'Parent Process'), 'a track')
        steady(lambda: extents(graph))
        box = extents(graph)
        choose(here, lambda: xdotool('mousemove', box.x + 60, box.y + 15, 'click', 3), 'Compare the Two Threads', 'c', lambda: total())
        until(lambda: find('label', 'BEFORE ◂ ') and find('label', 'AFTER ▸ '), 'both threads')
        assert find(name='Frames: JavaScript', state='visible'), 'the frames'

        def idle():
            # That of the document comes first.
            return [node for node in nodes(application()) if node.role == 'check box' and node.name == 'Include Idle'][-1]
        time.sleep(0.5)
        click(idle())
        until(lambda: not idle().has('checked'), 'without idle samples')
        until(lambda: find(name='Frames: JavaScript', state='visible'), 'the same frames')


def test_drop_two():
    """Two files that are dropped together open, and a button compares them."""
    with Fulgens():
        window('Fulgens')
        drop(BEFORE[0].as_uri(), AFTER[0].as_uri())
        until(lambda: find('label', 'Two profiles were opened'), 'the offer')
        press('Compare')
        until(total, 'the comparison')


def test_drop_beside():
    """A file that is dropped on the second half of a document is compared with it; the frame is where the drop does what it says."""
    with Fulgens('--size=1280x840', BEFORE[0]):
        window('o1-before-00')
        until(lambda: find('push button', 'Call Tree') or find('toggle button', 'Call Tree'), 'the document')

        def frame(says):
            def places():
                boxes = [extents(node) for node in nodes(application()) if node.role == 'label' and node.name == says and node.has('visible')]
                return [box.x + box.width / 2 for box in boxes if box.y > 300]   # below the buttons
            return steady(lambda: places() or None)[0]

        def over():
            at = [frame('Open')]
            xdotool('mousemove', 670, 480)
            xdotool('mousemove', 680, 485)
            at.append(frame('Compare'))
            assert abs(at[0] - 320) < 40 and abs(at[1] - 960) < 40, at
        drop(AFTER[0].as_uri(), over=over)
        until(total, 'the comparison')
        until(lambda: find('label', 'AFTER ▸ o1-after-00.json.gz (1 run)'), 'the dropped file')


def head():
    """The texts above the panels."""
    return [node.name for node in nodes(find('panel', 'Comparison')) if node.role == 'label']


def cancels():
    """Whether what is read can be cancelled above what is shown of it."""
    return [node for node in nodes(find('panel', 'Comparison')) if node.name == 'Cancel' and node.has('visible')]


def test_cancel():
    """A comparison that reads says how far it is and with which file, also where another view of it is on screen; it can be cancelled."""
    with compare(*BEFORE * 60, ':', *AFTER * 60):
        window('Fulgens|o1-before')
        until(lambda: re.search(r'^[0-9]+ of 720 runs · o1-(before|after)-0[0-5].json.gz$', '\n'.join(labels()), re.M), 'how far it is')
        press('Cancel')
        until(lambda: find('push button', 'Open') and not find('label', ' of 720 runs'), 'the start page')

    # Too many rows to be kept.
    with compare(*[native('first.json', 500_000)] * 100, ':', *[native('second.json', 500_000)] * 100):
        here = window('Fulgens|first.json')
        # What was read so far is compared, without verdicts.
        until(lambda: re.search(' of 200 runs · (first|second).json', ' '.join(head())) and some_total().endswith('interval not known') and
              cancels(), 'what was read so far')
        assert '500000 ms → 500000 ms' in some_total(), some_total()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: all(text.endswith('(—), interval not known') for text in described().values()) and described(), 'its functions')
        xdotool('key', '--window', here, 'alt+0')
        until(total, 'the total')
        assert not cancels()
        xdotool('key', '--window', here, 'alt+1')
        until(lambda: selected() == 'outer', 'the first function')
        xdotool('key', '--window', here, 'm')
        until(lambda: re.search(' of 200 runs · (first|second).json', ' '.join(head())), 'how far the other view is')
        until(lambda: list(described()) == ['callee'] and ' of 200 runs' not in ' '.join(head()), 'the other view')


def test_names():
    """What takes the focus has a name."""
    with compare(*BEFORE, ':', *AFTER):
        here = begin()
        for panel in range(9):
            xdotool('key', '--window', here, f'alt+{panel}')
            time.sleep(0.5)
            assert not find_unnamed(), find_unnamed()


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
