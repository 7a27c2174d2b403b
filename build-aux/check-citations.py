#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that pages and sections cited by comments exist in the repository.

A citation is the name of a page, and optionally numbers of sections: "markers.md 3.1", "tracks.md 6.1, 6.2 and 7",
"formats.md 5 step 12". A section is a heading that begins with its number; an example begins a line with "**E1.**". Names
of pages are unique. Names in quotes are files.

usage: check-citations.py ROOT
"""

import re
import sys
from pathlib import Path

NUMBER = r'[0-9]+(?:\.[0-9]+)*|E[0-9]+'
CITATION = re.compile(rf'''(?<![\w./'"“%-])([A-Za-z-]+\.md)((?:(?:,? |-| and | to |, and )(?:{NUMBER})(?![\w%]))*)''')
SECTION = re.compile(rf'^(?:#+ |\*\*)({NUMBER})(?:\.\*\*|\.? )', re.MULTILINE)


def main(root):
    pages, problems, n_citations = {}, [], 0
    for path in sorted(p for top in ('src', 'tests') for p in (root / top).rglob('*.md')):
        if path.name in pages and path.name != 'README.md':
            problems.append(f'{path.relative_to(root)}: a second page of that name')
        pages[path.name] = set(SECTION.findall(path.read_text()))

    for path in sorted(p for top in ('src', 'tests') for p in (root / top).rglob('*')):
        if path.suffix not in ('.c', '.h', '.py', '.md', '.ui', '.build', '.ini'):
            continue
        text = re.sub(r'\n[ \t]*(?:\*|#|//)[ \t]+', ' ', path.read_text())   # citations broken over two lines
        for page, numbers in CITATION.findall(text):
            n_citations += 1
            if page not in pages:
                problems.append(f'{path.relative_to(root)}: no page {page}')
                continue
            for number in re.findall(NUMBER, numbers):
                if number not in pages[page]:
                    problems.append(f'{path.relative_to(root)}: no section {number} in {page}')

    print('\n'.join(problems) or f'{n_citations} citations of {len(pages)} pages')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
