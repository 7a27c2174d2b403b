#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Zip archives and folders of profiles in the window, by pointer and keys. Prints TAP."""

import os
import sys
import zipfile
from pathlib import Path

from person import *

FOLDED = {'a/one.folded': 'main;first 3\n', 'a/b/two.folded': 'main;second 4\n', 'three.folded': 'main;third 5\n'}


def write_zip(name, members):
    path = scratch / name
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(zipfile.ZipInfo(member, (2026, 3, 4, 5, 6, 8)), content)
    return path


NAMES = {'a', 'b', 'x', 'one.folded', 'two.folded', 'three.folded', 'other.folded', 'inner.zip', 'readme.txt'}


def names():
    """Rows of the list, as assistive tools read them; those of profiles have other names."""
    return [row for row in rows() if row in NAMES]


def shows_list(*expected):
    until(lambda: tuple(names()) == expected, f'the rows {expected}')


def test_choose_by_keys():
    """The first profile has the focus; Left and Right fold a folder, Enter opens a profile in a tab and the list stays."""
    path = write_zip('several.zip', {**FOLDED, 'readme.txt': 'no profile'})
    with Fulgens(path):
        here = window('several.zip')
        shows_list('a', 'b', 'two.folded', 'one.folded', 'readme.txt', 'three.folded')
        until(lambda: '3 profiles' in texts(), 'how many there are')
        assert {'Name', 'Format', 'Modified', 'Size', 'Folded stacks', 'no profile', '03/04/26 05:06'} <= texts(), texts()
        until(lambda: (focused_row() or focus()).name == 'two.folded', 'the first profile with the focus')
        xdotool('key', '--window', here, 'Up', 'Left')
        shows_list('a', 'b', 'one.folded', 'readme.txt', 'three.folded')
        xdotool('key', '--window', here, 'Right')
        shows_list('a', 'b', 'two.folded', 'one.folded', 'readme.txt', 'three.folded')
        xdotool('key', '--window', here, 'Return')   # as Left does
        shows_list('a', 'b', 'one.folded', 'readme.txt', 'three.folded')
        xdotool('key', '--window', here, 'Down', 'Return')
        window('one.folded')
        until(lambda: 'first' in ' '.join(texts()), 'its call tree')
        xdotool('key', '--window', here, 'ctrl+Page_Up')
        window('several.zip')
        shows_list('a', 'b', 'one.folded', 'readme.txt', 'three.folded')


def test_choose_by_pointer():
    """A click selects, a double click opens; a file that is no profile says so; all can be opened at once."""
    path = write_zip('pointer.zip', {**FOLDED, 'readme.txt': 'no profile'})
    with Fulgens(path):
        here = window('pointer.zip')
        shows_list('a', 'b', 'two.folded', 'one.folded', 'readme.txt', 'three.folded')
        row = find('table row', 'three.folded')
        steady(lambda: extents(row))
        click(row)
        until(lambda: (focused_row() or focus()).name == 'three.folded', 'the focus')
        assert xdotool('search', '--onlyvisible', '--name', 'pointer.zip')
        box = extents(row)
        xdotool('mousemove', box.x + 100, box.y + box.height // 2)
        double_click()
        window('three.folded')
        until(lambda: 'third' in ' '.join(texts()), 'its call tree')
        xdotool('key', '--window', here, 'ctrl+Page_Up')
        window('pointer.zip')
        box = extents(find('table row', 'readme.txt'))
        xdotool('mousemove', box.x + 100, box.y + box.height // 2)
        double_click()
        window('readme.txt')
        until(lambda: find('push button', 'Try Another File', 'visible'), 'what is wrong with it')
        xdotool('key', '--window', here, 'ctrl+w')
        window('three.folded|pointer.zip')
        xdotool('key', '--window', here, 'ctrl+Page_Up')
        window('pointer.zip')
        press('Open All')
        until(lambda: {'one.folded', 'two.folded', 'three.folded'} <= texts(), 'a tab for each')


def test_archive_of_one():
    """The only profile opens at once, also in an archive in the archive."""
    inner = write_zip('inner.zip', {'only.folded': 'main;work 3\n', 'readme.txt': 'no profile'})
    outer = write_zip('outer.zip', {'x/inner.zip': inner.read_bytes()})
    with Fulgens(outer):
        window('outer.zip')
        until(focused_row, 'the profile')
        assert 'work' in ' '.join(texts())


def test_archive_in_archive():
    """An archive in an archive is a page of its own."""
    inner = write_zip('inner.zip', FOLDED)
    outer = write_zip('outer.zip', {'x/inner.zip': inner.read_bytes(), 'other.folded': 'main;other 1\n'})
    with Fulgens(outer):
        here = window('outer.zip')
        shows_list('other.folded', 'x', 'inner.zip')
        until(lambda: (focused_row() or focus()).name == 'other.folded', 'the first profile with the focus')
        xdotool('key', '--window', here, 'Down', 'Down', 'Return')
        window('inner.zip')
        shows_list('other.folded', 'x', 'inner.zip', 'a', 'b', 'two.folded', 'one.folded', 'three.folded')
        xdotool('key', '--window', here, 'Return')
        window('two.folded')
        until(lambda: 'second' in ' '.join(texts()), 'its call tree')


def test_drop_a_folder():
    """A folder shows its profiles, not those that symbolic links lead to; files and archives that come with it get their tabs."""
    folder = scratch / 'runs'
    for name, content in FOLDED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    (folder / 'notes.md').write_text('no profile')
    os.symlink('/', folder / 'a' / 'root')
    archive = write_zip('with.zip', {'only.folded': 'main;work 3\n'})
    with Fulgens():
        window('Fulgens')
        until(lambda: find(name='Open a Profile'), 'the start page')
        drop(archive.as_uri(), copy_of_demo('file.json.gz').as_uri(), folder.as_uri())
        here = window('runs')
        shows_list('a', 'b', 'two.folded', 'one.folded', 'three.folded')
        until(lambda: {'with.zip', 'file.json.gz', 'runs'} <= texts() or any('with.zip' in text for text in texts()), 'a tab for each')
        xdotool('key', '--window', here, 'End', 'Return')
        window('three.folded')
        until(lambda: 'third' in ' '.join(texts()), 'its call tree')


def test_folder_without_profiles():
    folder = scratch / 'nothing'
    folder.mkdir()
    (folder / 'notes.md').write_text('no profile')
    with Fulgens(folder):
        window('nothing')
        until(lambda: any('no profile in this folder' in text for text in texts()), 'that there is none')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
