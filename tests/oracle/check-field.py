#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files as people have them: what fulgens-query says of each against what is right.

check-field.py FULGENS-QUERY FOLDER

FOLDER/field has the inputs, expected.json and the program that compares; without it there is nothing to check. Formats that
are read by now are not refused any more, as the list still has it.
"""

import json
import os
import sys

# Expected to be refused by name; read since.
READ_NOW = {
    'gperftools-cpu.prof': ('CPU profile of gperftools', 70, {'0x1010': 50, '0x1020': 20}),
    'gperftools-cpu32.prof': ('CPU profile of gperftools', 50, {'0x401010': 50}),
    'stackprof.json': ('stackprof', 9, {'decode': 9}),
    'pyinstrument.json': ('pyinstrument', 2000, {'main': 2000}),
}


def main(program, shared):
    folder = os.path.join(os.environ.get('FULGENS_SHARED') or shared, 'field')
    if not os.path.isdir(folder):
        print('no files from the field here')
        return 77
    os.environ['FULGENS_QUERY'] = program
    sys.path.append(folder)
    import check   # noqa: E402, beside the inputs

    with open(os.path.join(folder, 'expected.json'), encoding='utf-8') as stream:
        cases = json.load(stream)
    wrong = 0
    for name, want in cases.items():
        if name in READ_NOW:
            want = dict(zip(('format', 'total', 'self'), READ_NOW[name]))
        answers = check.answers(os.path.join(folder, name))
        flaws = check.flaws(want, answers)
        if flaws and 'alt' in want:
            flaws = check.flaws(want['alt'], answers)
        if flaws:
            wrong += 1
            print(f'{name}: {"; ".join(flaws)}')
    print(f'{len(cases) - wrong} of {len(cases)} right')
    return 1 if wrong or not cases else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
