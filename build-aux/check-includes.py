#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the direction of dependence between the folders of src, and between its files.

ALLOWED says which folders a folder may include from; every arrow is
transitive, and what is not written is not allowed. The core never includes
GTK, libadwaita, cairo or Pango; pictures and the query tool do without GTK.

A unit is a .c file with its headers, the private one too, and the files that it has for each system. Units do not include one
another in a circle, but for those of CIRCLES.

A file includes what it uses: a header includes the headers of all names in it, a .c
file may rely on what its own and the other headers that it includes include. Rows and FUL_NONE (ful-types.h)
may come from anywhere, and what ELF files have (ful-elf.h) from the system. What is precompiled (pch) holds no names of ours; whose
names it holds (PRECOMPILED), a file includes itself or by its headers, as a compiler without would demand.

Hashes are those of base/ful-hash.h.

A folder has at most MOST_FILES files, or its row in the map of CONTRIBUTING.md says "Undivided: " and why.

usage: check-includes.py SRC
"""

import re
import sys
from collections import Counter
from pathlib import Path

MOST_FILES = 30

ALLOWED = {
    'core/base': [],
    'core/io/bytes': ['core/base'],
    'core/io/json': ['core/io/bytes'],
    'core/io/raw': ['core/io/json'],
    'core/model': ['core/base'],
    'core/wire': ['core/base'],
    'core/symbolizer': ['core/base'],
    'core/perf': ['core/symbolizer'],
    'core/unwind': ['core/symbolizer'],
    'core/import': ['core/io/raw', 'core/model', 'core/wire', 'core/perf', 'core/unwind'],
    'core/live': ['core/import'],
    'core/symbols': ['core/io/raw', 'core/model', 'core/symbolizer'],
    'core/source': ['core/symbols'],
    'core/stacks': ['core/model'],
    'core/threads': ['core/io/raw', 'core/stacks'],
    'core/markers/list': ['core/threads'],
    'core/markers/find': ['core/markers/list'],
    'core/markers/network': ['core/markers/find'],
    'core/markers/layout': ['core/markers/find'],
    'core/tree/samples': ['core/markers/find'],
    'core/tree/nodes': ['core/stacks'],
    'core/tree': ['core/tree/samples', 'core/tree/nodes'],
    'core/tree/times': ['core/tree'],
    'core/insight/samples': ['core/tree'],
    'core/insight/markers': ['core/insight/samples', 'core/markers/network'],
    'core/insight/overview': ['core/insight/markers'],
    'core/insight/story': ['core/insight/overview'],
    'core/compare/change': ['core/base'],
    'core/compare/pairing': ['core/compare/change', 'core/model'],
    'core/compare/runs': ['core/compare/pairing', 'core/tracks', 'core/tree'],
    'core/compare': ['core/compare/runs'],
    'core/compare/document': ['core/compare', 'core/import', 'core/symbols', 'core/viewtext'],
    'core/sql': ['core/markers/list'],
    'core/charts': ['core/tree'],
    'core/tracks': ['core/tree'],
    'core/find': ['core/insight/story', 'core/tracks'],
    'core/viewtext': ['core/tracks'],
    'core/plots': ['core/tracks', 'core/markers/network', 'core/markers/layout'],
    'core/export': ['core/tree'],
    'core/export/markers': ['core/export', 'core/markers/layout'],
    'core/export/report': ['core/export', 'core/import'],
    'core/document/view': ['core/viewtext'],
    'core/document/notes': ['core/document/view'],
    'core/document/rows': ['core/insight/story', 'core/tracks'],
    'core/document': ['core/document/notes', 'core/import', 'core/plots'],
    'core/document/analysis': ['core/document', 'core/tree/times', 'core/insight/samples'],
    'core/document/insight': ['core/document/analysis', 'core/insight/story'],
    'core/document/find': ['core/document/insight', 'core/find'],
    'core/document/live': ['core/document', 'core/live', 'core/symbols'],
    'core/document/tour': ['core/document/analysis'],
    'picture': ['core/charts', 'core/document/rows', 'core/markers/layout', 'core/plots'],
    'picture/tour': ['picture', 'core/insight/story', 'core/document/notes'],
    'symbolizer': ['core/symbols'],
    'marker': [],
    'agent': [],
    'record/system': ['core/import'],
    'record/buffer': ['core/live', 'core/symbols', 'core/export'],
    'record/threads': ['record/buffer', 'record/system'],
    'record/markers': ['record/threads'],
    'record/agent': ['record/markers'],
    'record': ['record/agent'],
    'query': ['core/export', 'core/import', 'core/source', 'core/tree/times', 'core/viewtext'],
    'query/compare': ['query', 'core/compare'],
    'query/insight': ['query', 'core/insight/story'],
    'query/live': ['query', 'core/live'],
    'query/markers': ['query'],
    'query/sql': ['query/markers', 'core/sql'],
    'query/commands': ['query/compare', 'query/insight', 'query/live', 'query/sql', 'core/find', 'core/export/markers', 'core/export/report', 'picture/tour'],
    'ui/draw': ['core/document/insight', 'core/document/rows', 'core/source', 'core/export/report'],
    'ui/widgets': ['ui/draw'],
    'ui/widgets/marks': ['ui/draw'],
    'ui/widgets/toast': ['core/base'],
    'ui/lists': ['ui/widgets', 'ui/widgets/marks'],
    'ui/panels': ['ui/lists'],
    'ui/calltree': ['ui/panels'],
    'ui/charts': ['ui/panels', 'picture'],
    'ui/markers': ['ui/charts', 'core/export/markers'],
    'ui/details': ['ui/panels'],
    'ui/overview': ['ui/panels', 'ui/open'],
    'ui/source': ['ui/panels'],
    'ui/tracks': ['ui/widgets', 'ui/widgets/marks'],
    'ui/compare/change': ['core/compare/document', 'ui/lists'],
    'ui/compare/functions': ['ui/compare/change', 'ui/calltree', 'ui/charts'],
    'ui/compare/times': ['ui/compare/functions', 'ui/markers', 'ui/source', 'ui/tracks'],
    'ui/compare': ['ui/compare/times', 'ui/details', 'ui/overview'],
    'ui/palette': ['ui/widgets', 'core/document/find'],
    'ui/open': ['ui/lists', 'core/live'],
    'ui/live': ['ui/open', 'core/document/live'],
    'ui/symbols': ['ui/lists'],
    'ui/profile': ['ui/calltree', 'ui/markers', 'ui/overview', 'ui/source', 'ui/widgets/toast'],
    'ui/profile/notes': ['ui/profile', 'core/document/tour', 'picture/tour'],
    'ui/profile/view': ['ui/profile/notes', 'core/document/find', 'ui/details', 'ui/symbols', 'ui/tracks'],
    'ui/window': ['ui/open', 'ui/live', 'ui/profile/view', 'ui/palette', 'ui/compare'],
    'ui/app': ['ui/window'],
    'ui': ['ui/app'],
}

CIRCLES = [
    {'ful-chart', 'ful-chart-time'},   # a chart makes what lies over it
    {'ful-chart-picture', 'ful-picture'},   # a private header
    {'ful-raw-get', 'ful-raw-tree'},   # one type, in two headers
    {'ful-marker-actions', 'ful-marker-copy-actions', 'ful-marker-page'},   # one page, in three files
]

# Headers whose names no file should have only because they are precompiled, and such names; what is to be defined before is one, too.
PRECOMPILED = (
    (r'g(lib|io|tk|dk|sk|io-unix-2.0)\b.*|(json-glib|libsoup|adwaita|gtksourceview|pango)\b.*', r'G[A-Z]\w*[a-z]\w*|g_\w+|G_[A-Z_]+|g(boolean|pointer|size|u?int(8|16|32|64)?)'),
    (r'math\.h', r'(is(nan|inf|finite)|signbit|fabs|floor|ceil|l?l?round|trunc|sqrt|pow|(exp|log)[12]?0?|fm(od|in|ax))(?= \()|NAN|INFINITY|M_PI'),
    ('_GNU_SOURCE', r'(mem(mem|rchr|fd_create)|process_vm_(read|write)v|nftw|gettid|pipe2|accept4|sched_\w+affinity|strverscmp|strchrnul)(?= ?\()'),
)

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def closure(folder):
    """The folder itself and all folders it reaches."""
    seen = {folder}
    todo = [folder]
    while todo:
        for other in ALLOWED[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def folder_of(path):
    """The longest folder of ALLOWED that holds path; None if there is none."""
    for parent in path.parents:
        if str(parent) in ALLOWED:
            return str(parent)
    return None


def unit_of(path):
    return re.sub(r'-(private|posix|win32|linux|elsewhere)$', '', path.stem)


def find_circles(includes):
    """The sets of units that reach one another (Tarjan)."""
    number, lowest, stack, circles = {}, {}, [], []

    def visit(unit):
        number[unit] = lowest[unit] = len(number)
        stack.append(unit)
        for other in sorted(includes.get(unit, ())):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == number[unit]:
            at = stack.index(unit)
            if len(stack) - at > 1:
                circles.append(set(stack[at:]))
            del stack[at:]

    for unit in sorted(includes):
        if unit not in number:
            visit(unit)
    return circles


def strip(text):
    """The code without comments and strings."""
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def list_names(header):
    """The functions, types and macros that a header declares."""
    names = set(re.findall(r'^\s*#\s*define\s+(\w+)', header, re.M))
    for enum in re.findall(r'enum\s*\w*\s*\{(.*?)\}', header, re.S):
        names.update(re.findall(r'^\s*(FUL_\w+)', enum, re.M))
    for declared in re.findall(r'G_DECLARE_\w+_TYPE\s*\(\s*(\w+),\s*(\w+)', header):
        names.update([declared[0], f'{declared[1]}_get_type'])
    while re.search(r'\{[^{}]*\}', header):
        header = re.sub(r'\{[^{}]*\}', '', header)
    names.update(re.findall(r'\b(ful_\w+)\s*\(', header))
    names.update(re.findall(r'^typedef[^;(]*?(\w+);', header, re.M))
    names.update(re.findall(r'^typedef[^;(]*\(\*\s*(\w+)\)', header, re.M))
    names.update(re.findall(r'^extern[^;]*?(\w+)(?:\[\])?;', header, re.M))
    return names


def find_missing(src, included):
    """The headers of what files use that they do not include; included: per file, the files it includes."""
    code = {path: strip((src / path).read_text()) for path in included}
    owners = {}
    for path in sorted(code):
        if path.suffix == '.h' and path.name not in ('ful-types.h', 'ful-elf.h'):
            for name in list_names(code[path]):
                owners.setdefault(name, set()).add(path)
    for path, text in sorted(code.items()):
        reached = set(included[path]) | {path}
        for header in [h for h in reached if unit_of(h) == unit_of(path) or h.stem.endswith('-private')]:
            reached |= included[header]
        if path.suffix == '.c':
            for header in list(reached):
                reached |= included[header]
        for name in sorted(set(re.findall(r'\w+', text))):
            if name in owners and not owners[name] & reached:
                yield f'{path}: uses {name}, but does not include {min(owners[name])}'


def find_precompiled(src, included, outside):
    """What files use of PRECOMPILED and do not include; included, outside: per file, the files that it includes, and what of others."""
    for path in sorted(included):
        reached, todo = set(), [path]
        while todo:
            file = todo.pop()
            if file not in reached:
                reached.add(file)
                todo.extend(included[file])
        headers = {name for file in reached for name in outside[file]}
        text = strip((src / path).read_text())
        for header, names in PRECOMPILED:
            used = re.search(rf'(?<![\w.>"*\n])({names})\b', text)
            if used and not any(re.fullmatch(header, name) for name in headers):
                yield f'{path}: uses {used[0]} without a header that has it'


def find_hashes(src, files):
    """Where a hash of GLib is used: who writes a file can choose names that all have the same one."""
    for path in sorted(files):
        used = re.search(r'\bg_(str|int|int64|double|bytes|string)_hash\b', strip((src / path).read_text()))
        if used:
            yield f'{path}: uses {used[0]}, which has equal hashes for names that a file chooses; base/ful-hash.h has one with a secret'


def find_large(src, files):
    """The folders of more than MOST_FILES files without a reason, and reasons of other folders."""
    large = {str(folder) for folder, n in Counter(path.parent for path in files).items() if n > MOST_FILES}
    reasons = set(re.findall(r'^\| `src/([\w/]+)` \|.*\bUndivided: \w', (src.parent / 'CONTRIBUTING.md').read_text(), re.M))
    for folder in sorted(large - reasons):
        yield f'{folder}: more than {MOST_FILES} files, and CONTRIBUTING.md has no reason'
    for folder in sorted(reasons - large):
        yield f'{folder}: CONTRIBUTING.md has a reason for more than {MOST_FILES} files, which it has not'


def main(src):
    files = [p.relative_to(src) for p in src.rglob('*') if p.suffix in ('.c', '.h') and p.parent.name != 'pch']
    by_name = {}
    for path in files:
        by_name.setdefault(path.name, []).append(path)

    problems = []
    includes = {}
    included = {path: set() for path in files}
    outside = {path: set() for path in files}
    for path in sorted(files):
        folder = folder_of(path)
        if folder is None:
            problems.append(f'{path}: its folder has no rule in check-includes.py')
            continue
        allowed = closure(folder)
        for number, line in enumerate((src / path).read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if re.match(r'#define _GNU_SOURCE\b', line):
                outside[path].add('_GNU_SOURCE')
            if not match:
                continue
            name = match[2]
            if match[1] == '<':
                outside[path].add(name)
            if re.match(r'(gtk|gdk|gsk|adwaita)\b', name) and not folder.startswith('ui'):
                problems.append(f'{path}:{number}: {folder} includes {name}')
            if re.match(r'(cairo|pango)\b', name) and folder.startswith('core'):
                problems.append(f'{path}:{number}: the core includes {name}')
            for target in by_name.get(Path(name).name, []):
                if unit_of(target) != unit_of(path):
                    includes.setdefault(unit_of(path), set()).add(unit_of(target))
                if str(target).endswith(name):
                    included[path].add(target)
                if str(target).endswith(name) and folder_of(target) not in allowed:
                    problems.append(f'{path}:{number}: {folder} may not include {target}')

    circles = find_circles(includes)
    problems += [f'a circle: {", ".join(sorted(circle))}' for circle in circles if circle not in CIRCLES]
    problems += find_missing(src, included)
    problems += find_precompiled(src, included, outside)
    problems += find_hashes(src, files)
    problems += find_large(src, files)
    problems += [f'no circle any more: {", ".join(sorted(circle))}' for circle in CIRCLES if circle not in circles]

    print('\n'.join(problems) or f'{len(files)} files, every include allowed')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
