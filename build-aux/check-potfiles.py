#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that po/POTFILES names exactly the files with translatable strings, and
that no message of the core is left unmarked.

usage: check-potfiles.py TOP
"""

import re
import sys
from pathlib import Path

MARKS = {
    '.c': re.compile(r'\b(_|N_|C_|NC_|ngettext|g_dngettext|g_dpgettext2?)\s*\("'),
    '.ui': re.compile(r'translatable="yes"'),
}

# What the core tells people: every literal with a space among the arguments of these.
MESSAGES = re.compile(r'\b(g_set_error|g_set_error_literal|g_error_new|g_error_new_literal|g_prefix_error|'
                      r'g_propagate_prefixed_error|ful_import_log_add|ful_json_reader_fail_with|'
                      r'ful_json_reader_fail|fail|(?:ful_transform_)?refuse)\s*\(')
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def arguments_end(text, start):
    """Where the parenthesis that opens at start is closed."""
    depth = 0
    while True:
        literal = LITERAL.match(text, start)
        if literal:
            start = literal.end()
            continue
        depth += {'(': 1, ')': -1}.get(text[start], 0)
        if depth == 0:
            return start
        start += 1


def unmarked(path):
    """(line, problem) for messages that translators would not see, or see in part."""
    text = path.read_text()
    for call in MESSAGES.finditer(text):
        end = arguments_end(text, call.end() - 1)
        for literal in LITERAL.finditer(text, call.end(), end):
            before = text[call.end():literal.start()].rstrip()
            line = text.count('\n', 0, literal.start()) + 1
            if ' ' in literal.group() and not before.endswith(('_(', '"')) and 'ngettext (' not in before:
                yield line, f'{literal.group()} is not marked for translation'
            if before.endswith('_FORMAT'):
                yield line, f'{literal.group()} comes after a macro, which xgettext does not expand'


def main(top):
    listed = {line for line in (top / 'po/POTFILES').read_text().split() if not line.startswith('#')}
    found = {str(path.relative_to(top)) for path in (top / 'src').rglob('*')
             if path.suffix in MARKS and MARKS[path.suffix].search(path.read_text())}
    found |= {str(path.relative_to(top)) for path in (top / 'data').glob('org.*')
              if path.name.endswith(('.desktop.in', '.metainfo.xml.in', '.mime.xml.in', '.gschema.xml'))}

    for path in sorted(found - listed):
        print(f'{path}: has translatable strings and is not in po/POTFILES')
    for path in sorted(listed - found):
        print(f'{path}: stands in po/POTFILES without a translatable string')
    problems = [f'{path.relative_to(top)}:{line}: {problem}' for path in sorted((top / 'src/core').rglob('*.c'))
                for line, problem in unmarked(path)]
    for problem in problems:
        print(problem)
    return 1 if found != listed or problems else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
