#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that po/POTFILES names exactly the files with translatable strings.

usage: check-potfiles.py TOP
"""

import re
import sys
from pathlib import Path

MARKS = {
    '.c': re.compile(r'\b(_|N_|C_|NC_|ngettext|g_dngettext|g_dpgettext2?)\s*\("'),
    '.ui': re.compile(r'translatable="yes"'),
}


def main(top):
    listed = {line for line in (top / 'po/POTFILES').read_text().split() if not line.startswith('#')}
    found = {str(path.relative_to(top)) for path in (top / 'src').rglob('*')
             if path.suffix in MARKS and MARKS[path.suffix].search(path.read_text())}
    found |= {str(path.relative_to(top)) for path in (top / 'data').glob('org.*')
              if path.name.endswith(('.desktop.in', '.metainfo.xml.in', '.gschema.xml'))}

    for path in sorted(found - listed):
        print(f'{path}: has translatable strings and is not in po/POTFILES')
    for path in sorted(listed - found):
        print(f'{path}: stands in po/POTFILES without a translatable string')
    return 1 if found != listed else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
