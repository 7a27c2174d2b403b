#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a newcomer sees of captures: a window opens, nothing is clicked, and the first finding or the selected row names
the function that is slow. Prints TAP.

The folder `shared` beside the repository, or FULGENS_SHARED, has the captures and, computed from their tables by a plain
program, how much of each function's own code there is; without it there is nothing to open.
"""

import sys
from pathlib import Path

from person import *

SHARED = Path(os.environ.get('FULGENS_SHARED') or Path(__file__).resolve().parents[3] / 'shared')
ANSWERS = SHARED / 'oracle-insight'
LEAST_SHARE = 0.25   # with less there is none that one would name
LEAST_NAMED = 10 / 12


def slow_functions():
    """The captures of the corpus that have a slow function, with its name: of the own ones that with the most time, with the
    libraries that it calls."""
    found = {}
    for path in json.loads((ANSWERS / 'inputs.json').read_text()).values():
        capture = (ANSWERS / path).resolve()
        own = json.loads((ANSWERS / f'{capture.name}.expected.json').read_text()).get('own')
        if capture.parent.name == 'corpus' and own and own[0]['share'] >= LEAST_SHARE:
            found[capture] = own[0]['name']
    return found


def finding():
    """The first finding, which has the focus when a profile opens."""
    node = focus()
    return node.name if node and node.role == 'push button' and node.name.endswith('.') and find('push button', 'Overview', 'pressed') else None


def selected(capture):
    """The function of the row that the tree behind the overview selects, which the tree has when it is looked at."""
    shown = json.loads(subprocess.run([QUERY, 'display', '--json', '--initial=hot', capture], capture_output=True, text=True,
                                      check=True).stdout)
    return shown['rows'][shown['selected']][1] if shown['selected'] is not None else None


def test_slow_function_without_a_click():
    slow = slow_functions()
    assert len(slow) >= 12, slow
    missed = []
    for capture, function in slow.items():
        with Fulgens(capture):
            window(capture.name)
            first = until(finding, f'a finding of {capture.name}')
        if not first.endswith(f' in {function}.') and selected(capture) != function:
            missed.append(f'{capture.name}: {function} is slow; it says “{first}” and selects {selected(capture)}')
    print(f'# {len(slow) - len(missed)} of {len(slow)} named', *missed, sep='\n# ')
    assert len(slow) - len(missed) >= LEAST_NAMED * len(slow), missed


if __name__ == '__main__':
    if not ANSWERS.is_dir():
        print('1..0 # SKIP there are no captures here')
        sys.exit(0)
    sys.exit(run_tests(globals()))
