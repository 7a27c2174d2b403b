#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what is written about formats by hand with the list of importers, and says what to add where.

Of each importer: its type in the MIME package, the desktop file and the metainfo file; a glob for each suffix;
a row in the table of README.md with the words of its name and a suffix; its name in data/fulgens.1.

usage: check-formats.py ROOT PACKAGE.xml DESKTOP-FILE FULGENS-QUERY
"""

import configparser
import json
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

# Names that files of other programs have, too: such types are found by content or not at all.
COMMON_SUFFIXES = {'json', 'txt', 'data', 'trace', 'proto', 'pb', 'out'}
COMMON_TYPES = {'application/json', 'text/plain', 'application/gzip', 'application/zip', 'application/zstd'}


def compare_types(place, formats, found):
    """Yields types of formats that are not in found, and the other way round."""
    for f in formats:
        if f['mimeType'] not in found:
            yield f'{f["name"]}: add {f["mimeType"]} to {place}'
    for unknown in sorted(found - {f['mimeType'] for f in formats}):
        yield f'{unknown}: no importer has this type; remove it from {place}'


def check_package(package, formats):
    space = '{http://www.freedesktop.org/standards/shared-mime-info}'
    globs = {node.get('type'): {glob.get('pattern') for glob in node.iter(space + 'glob')}
             for node in xml.etree.ElementTree.parse(package).iter(space + 'mime-type')}
    place = 'data/org.fulgens.Fulgens.mime.xml.in'
    yield from compare_types(place, formats, set(globs))
    for f in formats:
        for suffix in sorted(set(f['suffixes']) - COMMON_SUFFIXES):
            if f'*.{suffix}' not in globs.get(f['mimeType'], ()):
                yield f'{f["name"]}: add a glob for *.{suffix} to {place}'


def check_desktop(path, formats):
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.read(path)
    opened = set(desktop['Desktop Entry']['MimeType'].strip(';').split(';'))
    yield from compare_types('MimeType in data/org.fulgens.Fulgens.desktop.in', formats, opened)
    if opened & COMMON_TYPES:
        yield f'the desktop file takes {sorted(opened & COMMON_TYPES)}'


def check_metainfo(root, formats):
    text = (root / 'data/org.fulgens.Fulgens.metainfo.xml.in').read_text(encoding='utf-8')
    yield from compare_types('data/org.fulgens.Fulgens.metainfo.xml.in', formats,
                             set(re.findall(r'<mediatype>(.*?)</mediatype>', text)))


def check_readme(root, formats):
    table = (root / 'README.md').read_text(encoding='utf-8').split('| Read |')[1].split('\n\n')[0]
    rows = [row for row in table.splitlines() if row.startswith('| ')]
    for f in formats:
        words = [word.lower() for word in re.findall(r'\w+', f['name'])]
        if not any(all(word in row.lower() for word in words) and
                   any(re.search(rf'`[^`]*\.{re.escape(suffix)}`', row) for suffix in f['suffixes']) for row in rows):
            yield f'{f["name"]}: add a row with these words and `.{f["suffixes"][0]}` to the table of README.md'


def check_manual(root, formats):
    section = (root / 'data/fulgens.1').read_text(encoding='utf-8').split('.SH FORMATS\n')[1].split('.SH')[0]
    names = set(section.replace('\n', ' ').replace(r'\-', '-').rstrip('. ').split(', '))
    for f in formats:
        if f['name'] not in names:
            yield f'{f["name"]}: add it to FORMATS in data/fulgens.1'
    for unknown in sorted(names - {f['name'] for f in formats}):
        yield f'{unknown}: no importer has this name; remove it from FORMATS in data/fulgens.1'


def main(root, package, desktop, query):
    root = Path(root)
    formats = [f for f in json.loads(subprocess.run([query, 'formats', '--json'], check=True, capture_output=True).stdout)
               if f['read']]
    wrong = [*check_package(package, formats), *check_desktop(desktop, formats), *check_metainfo(root, formats),
             *check_readme(root, formats), *check_manual(root, formats)]
    print('\n'.join(wrong) or f'{len(formats)} formats, as described')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
