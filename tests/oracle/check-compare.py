#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-compare.py FULGENS-QUERY FOLDER…: compares the answers of compare with those of an independent program, in each
FOLDER that exists: *.expected.json, with the files and arguments they are about."""

import json
import subprocess
import sys
from pathlib import Path

ABSOLUTE = 2e-6
RELATIVE = 1e-6
EXACT = ('rows', 'verdict', 'how', 'runsNeeded')


def differs(is_, should):
    if isinstance(should, list):
        return not isinstance(is_, list) or len(is_) != len(should) or any(map(differs, is_, should))
    if isinstance(should, float) and isinstance(is_, (int, float)):
        return abs(is_ - should) > ABSOLUTE + RELATIVE * abs(should)
    return is_ != should


def compare_members(where, is_, should, problems):
    for key, value in should.items():
        if key in ('items', 'total'):
            continue
        if is_.get(key) != value if key in EXACT else differs(is_.get(key), value):
            problems.append(f'{where}: {key} is {is_.get(key)!r}, not {value!r}')


def identify(item):
    """Two items may have the same name and place, which then differ in their values."""
    return json.dumps([item.get('path'), item.get('name'), item.get('library'), item.get('file'), round(float(item['before']), 4),
                       round(float(item['after']), 4)])


def check(query, path):
    expected = json.loads(path.read_text())
    folder = path.parent
    command = [query, 'compare', '--json', '--limit=0', *expected['arguments'],
               *(folder / name for name in expected['before']), ':', *(folder / name for name in expected['after'])]
    ran = subprocess.run(command, capture_output=True)
    if ran.returncode != 0:
        return [f'{path.stem}: status {ran.returncode}: {ran.stderr.decode()}']

    answer, expect, problems = json.loads(ran.stdout), expected['expect'], []
    compare_members(path.stem, answer, expect, problems)
    compare_members(f'{path.stem}: total', answer['total'], expect['total'], problems)
    items = {identify(item): item for item in answer['items']}
    if len(items) != len(expect['items']):
        problems.append(f'{path.stem}: {len(items)} items, not {len(expect["items"])}')
    for item in expect['items']:
        name = identify(item)
        if name in items:
            compare_members(f'{path.stem}: {name}', items[name], item, problems)
        else:
            problems.append(f'{path.stem}: no item {name}')
    sizes = [abs(item['difference']) for item in answer['items']]
    if sizes != sorted(sizes, reverse=True):
        problems.append(f'{path.stem}: items do not descend by their difference')
    return problems


def main(query, *folders):
    paths = [path for folder in folders for path in sorted(Path(folder).glob('*.expected.json'))]
    problems = [problem for path in paths for problem in check(query, path)]
    print('\n'.join(problems) or f'{len(paths)} answers are equal')
    return 1 if problems or not paths else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
