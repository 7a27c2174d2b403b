#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Copy as Query: the line answers in a terminal what the panel shows. Prints TAP."""

import json
import re
import subprocess
import sys

from person import *


def copy_query(here):
    """Returns: the rows that the copied line answers"""
    with copied('nothing'):
        choose(here, 'Menu', 'Copy as Query', 'y', lambda: clipboard().startswith('fulgens-query sql '))
        line = clipboard()
    assert '\n' not in line, line
    result = subprocess.run(['sh', '-c', line.replace('fulgens-query sql', f"'{QUERY}' sql --json -n 0", 1)], capture_output=True, check=False)
    assert result.returncode == 0, (line, result.stderr)
    return json.loads(result.stdout)['rows']


def shown():
    """Of the rows on screen, in their order: (name, description)."""
    found = [(extents(node), node) for node in nodes(application(), leaves=('table row',)) if node.role == 'table row' and node.name and
             node.name != 'Column titles' and node.has('visible')]
    return [(node.name, node.description) for box, node in sorted(found, key=lambda pair: pair[0].y) if box.height > 10]


def weights(description):
    """Share of the total in percent, and self."""
    match = re.match(r'total ([^,]+)%, self ([^ ]+),', description)
    return float(match[1]), 0 if match[2] == '—' else float(match[2])


def test_functions():
    """Range, frames, search, transform and threads are those of the window; names of files and texts may have any characters."""
    path = copy_of_demo("it's $HOME copy.json.gz")
    view = {'panel': 'functions', 'thread': 0, 'range': [100, 900], 'implementation': 'combined', 'search': 's',
            'transforms': [{'type': 'merge-function', 'function': 'js::RunScript'}]}
    with Fulgens('--view', view_file(**view), path):
        here = window('copy.json.gz')
        before = until(lambda: len(shown()) > 5 and [row for row in shown() if row[1].startswith('total ')], 'rows')
        to_rows(here)
        xdotool('key', '--window', here, 'Home')
        answer = copy_query(here)
        assert len(answer) >= len(before) > 3 and 'js::RunScript' not in [row[0] for row in answer], (answer, before)
        assert [row[2] for row in answer[:len(before)]] == [weights(text)[1] for _, text in before], (answer[:9], before)
        own = {(name, own) for name, _, own in answer}
        assert all((name, weights(text)[1]) in own for name, text in before if '(' not in name and '…' not in name), (answer[:9], before)


def test_call_tree():
    """Inverted, of a marked range that a search narrows; Undo of the mark widens the answer."""
    with Fulgens('--view', view_file(panel='call-tree', thread=0, invert=True), DEMO):
        here = window('demo.json.gz')
        until(focused_row, 'a focused row')
        whole = sum(row[2] for row in copy_query(here) if row[0] == 0)
        brush_tracks()
        until(lambda: find('push button', 'Zoom into this range', 'visible'), 'a range')
        to_rows(here)
        roots = until(lambda: [(name, weights(text)) for name, text in shown() if 'level 1' in text], 'roots')
        answer = [row for row in copy_query(here) if row[0] == 0]
        total = sum(row[2] for row in answer)
        assert 0 < total < whole, (total, whole)
        for name, (share, _) in roots:
            assert any(row[1] == name and abs(row[2] / total * 100 - share) < 1 for row in answer), (name, share, answer)


def test_markers():
    """Markers have their own search, and those of several threads their order."""
    with Fulgens('--view', view_file(panel='marker-table', thread=[0, 1], search='no such function', markerSearch="dur:>1ms,-cat:it's"), DEMO):
        here = window('demo.json.gz')
        before = until(lambda: len(shown()) > 3 and shown(), 'markers')
        to_rows(here)
        answer = copy_query(here)
        assert len(answer) >= len(before), (answer, before)
        assert [row[2] for row in answer[:len(before)]] == [name for name, _ in before], (answer[:9], before)
        assert all(row[1] > 1 for row in answer), answer[:9]


def test_other_panels():
    """Nothing is offered where no query answers what is shown."""
    with Fulgens('--view', view_file(panel='flame-graph', thread=0), DEMO):
        window('demo.json.gz')
        box = extents(until(lambda: chart('Flame Graph'), 'the flame graph'))
        xdotool('mousemove', box.x + box.width // 2, box.y + box.height - 10, 'click', 3)
        until(lambda: find('menu item', 'Copy Stack', 'visible'), 'the menu')
        assert not find('menu item', 'Copy as Query', 'visible')


sys.exit(run_tests(globals()))
