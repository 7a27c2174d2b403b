#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of functions; files of which only a part is there, and views that do not fit. Prints TAP."""

import copy
import json
import subprocess
import sys

from person import *


def named(*names):
    """The profile of person.py with other names of its functions."""
    profile = copy.deepcopy(RECURSION)
    profile['shared']['stringArray'][:len(names)] = names
    path = scratch / 'named.json'
    path.write_text(json.dumps(profile))
    return path


def test_mangled_names():
    """Names are demangled in rows and when they are copied; the search finds both forms."""
    with Fulgens(named('main', '_ZN3foo4walkEi', '_RNvCs1234_7mycrate5visit')):
        here = window('named.json')
        until(focused_row, 'a focused row')
        until(lambda: 'foo::walk(int)' in rows() and 'mycrate::visit' in rows(), 'names')
        assert not any('_Z' in text or '_R' in text for text in texts()), texts()

        for text in 'foo::walk', '3foo4walk':
            to_search(here)
            xdotool('key', '--window', here, 'ctrl+a')
            xdotool('type', '--window', here, text)
            until(lambda: 'other' not in rows() and 'foo::walk(int)' in rows(), f'what {text} finds')

        to_rows(here)
        xdotool('key', '--window', here, 'ctrl+c')
        until(lambda: clipboard() == focused_row().name, 'the name as it is shown')


def test_frames_without_names():
    """A chip says that most native frames have no names; they fold into one row for their library. It follows the view, and
    nothing moves when it comes or goes."""
    def chip():
        return find('push button', 'of the native frames have no names', 'visible')

    def has_addresses():
        return any(row.startswith('0x') for row in rows())

    with Fulgens(STARTUP):
        here = window(STARTUP.name)
        until(focused_row, 'a focused row')
        place = extents(until(lambda: find(name='Activity of'), 'a graph'))
        until(chip, 'the chip')
        assert has_addresses(), rows()
        click(chip())
        press('Fold Unnamed Frames')
        until(lambda: rows() and not has_addresses() and any(row.startswith('lib') for row in rows()), 'folded rows')
        until(lambda: not chip(), 'no chip')
        until(focused_row, 'the focus on a row')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: has_addresses() and chip(), 'the chip again')

        # The drop-down of frames has both, and so has the menu of a row.
        for item, mnemonic in ('Fold Unnamed Frames', 'f'), ('JavaScript', 'j'):
            choose(here, lambda: click(find('push button', 'Frames: All frames', 'visible')), item, mnemonic, lambda: not chip())
            xdotool('key', '--window', here, 'ctrl+z')
            until(chip, 'the chip again')
        to_rows(here)
        choose(here, 'Menu', 'Fold Unnamed Frames', 'f', lambda: not has_addresses())
        assert extents(find(name='Activity of')) == place


def test_own_code():
    """Frames: Own Code leaves a user's functions below the roots; the summary is of CPU time where it was recorded."""
    with Fulgens(as_recorded(fixture.parent / 'fx153-symbolicated-native.gecko.json.gz')):
        here = window('fx153-symbolicated-native.gecko.json.gz')
        until(focused_row, 'a focused row')
        before = rows()
        choose(here, lambda: click(find('push button', 'Frames: All frames', 'visible')), 'Own Code', 'o',
               lambda: find('push button', 'Frames: Own code', 'visible'))
        until(lambda: rows() and set(rows()) <= {'(root)', 'draw'}, 'own code')
        xdotool('key', '--window', here, 'ctrl+z')
        until(lambda: rows() == before and find('push button', 'Frames: All frames', 'visible'), 'all frames again')

        # The second summary.
        to_rows(here)
        steady(lambda: extents(find('combo box', 'Summarise by', 'visible')))
        # A click while the line is laid out again does nothing.
        until(lambda: click(find('combo box', 'Summarise by', 'visible')) or soon(popups, 5), 'the list of summaries')
        xdotool('key', '--window', here, 'Down', 'Return')
        until(lambda: find('label', 'CPU time', 'visible') and 'Time (ms)' in texts(), 'the heading of CPU time')


def test_library_after_the_name():
    """In a tree the library comes right after the name; in a list of functions it has a column, to sort by."""
    with Fulgens(STARTUP):
        here = window(STARTUP.name)
        to_leaf(here)

        def with_library():
            for row in [node for node in nodes(application()) if node.role == 'table row' and node.has('visible')]:
                labels = [node for node in row.all() if node.role == 'label' and node.name and node.has('visible')]
                libraries = [node for node in labels if node.name.startswith('lib')]
                if libraries:
                    return next(node for node in labels if node.name == row.name).extents(), libraries[0].extents()
            return None

        name, library = until(with_library, 'a row with a library')
        assert 0 < library.x - name.x - name.width < 20, (name, library)
        assert 'Library' not in texts()
        xdotool('key', '--window', here, 'alt+2')
        until(lambda: find('column header', 'Library') or 'Library' in texts(), 'the column of libraries')


def test_details_and_status_line():
    """The details keep their width whatever is selected; the status line says nothing about a row that went."""
    with Fulgens(named('main', 'w' * 150, 'ns::' + 'Template<' * 20 + 'int' + '>' * 20)):
        here = window('named.json')
        until(focused_row, 'a focused row')
        until(lambda: 'This call path' in labels(), 'the details of a function')
        widths = set()
        for panel in 2, 3, 4, 5, 6, 7, 1:
            xdotool('key', '--window', here, f'alt+{panel}')
            widths.add(steady(lambda: find('scroll pane', 'Details', 'visible').extents().width))
        assert len(widths) == 1, widths

        row = to_rows(here).extents()
        xdotool('mousemove', row.x + 400, row.y + row.height // 2)
        until(lambda: any(label.startswith('leaf · ') for label in labels()), 'what is under the pointer')
        to_search(here)
        xdotool('type', '--window', here, 'nothing')
        until(lambda: 'No Match for “nothing”' in labels(), 'the empty page')
        assert not any(label.startswith('leaf · ') for label in labels()), labels()
        # Nothing is selected: the details are those of the profile.
        until(lambda: {'Format', 'Firefox Profiler, version 70', 'Written By', 'Test'} <= set(labels()), 'what the file is')

        # In a narrow window they lie over the panel, which is not seen through them.
        xdotool('windowsize', '--sync', here, 700, 800)
        frame = frame_width(here)

        def bar():
            return find('scroll pane', 'Details', 'visible').extents()

        def margin():
            """Least and greatest of the colours between the edge of the details and what they say."""
            box = bar()
            pixels = picture(box.x + frame + 4, box.y + frame + 4, 6, box.height - 8)
            return min(pixels), max(pixels)
        until(lambda: bar().x > 680, 'no details')
        xdotool('key', '--window', here, 'F9')
        until(lambda: bar().x < 400, 'details')
        # #fafafa, with the end of the shadows of what is on them.
        until(lambda: margin() in ((0xf9, 0xfa), (0xfa, 0xfa)), 'nothing but their colour')

        # That they are closed there says nothing of a wide window.
        xdotool('key', '--window', here, 'F9')
        until(lambda: bar().x > 680, 'no details')
        xdotool('windowsize', '--sync', here, 1280, 840)
        until(lambda: 900 < bar().x < 1000, 'details beside the panel')
        xdotool('key', '--window', here, 'F9')
        until(lambda: bar().x > 1200, 'no details')
        xdotool('windowsize', '--sync', here, 700, 800)
        until(lambda: extents(find('frame')).width < 720, 'a narrow window')
        xdotool('windowsize', '--sync', here, 1280, 840)
        until(lambda: extents(find('frame')).width > 1200, 'a wide window')
        assert not soon(lambda: bar().x < 1200, 1), 'details'


def test_view_that_does_not_fit():
    """The profile is shown all the same, with what is wrong with the view."""
    with Fulgens('--view', view_file(thread=7), recursion()):
        window('recursion.json')
        until(focused_row, 'the profile')
        until(lambda: any(text.startswith('The view does not fit this profile: ') and '7' in text for text in texts()),
              'the reason')


def test_cut_off_file():
    """A file that ends too early is refused; what is there opens on demand, with what is missing in the log."""
    subprocess.run([QUERY, 'convert', '-o', scratch / 'cut.jslb', recursion()], check=True)
    path = scratch / 'cut.jslb'
    path.write_bytes(path.read_bytes()[:-20])
    with Fulgens(path):
        window('cut.jslb')
        until(lambda: any('is the download complete?' in text for text in texts()), 'the question')
        assert not find('push button', 'Open Anyway', 'visible')
        size = f'{path.stat().st_size:,}\xa0B'
        assert f'{path} · {size}' in texts() and any(size in text and 'download' in text for text in texts()), texts()
        click(until(lambda: find('push button', 'Open Partial File', 'visible'), 'the button'))
        until(focused_row, 'the profile')
        assert 'main' in rows(), rows()
        until(lambda: any('problem' in text for text in texts()), 'the log')


sys.exit(run_tests(globals()))
