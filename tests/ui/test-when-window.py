#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""When rows ran, by pointer and keys. Prints TAP."""

import sys

from person import *

BIN = 2   # px
LEAF, OTHER = 6, 7   # stacks


def runs():
    """A profile of 72 ms, two a bin: main all the time, walk in bins 4 to 9 and 20 to 21, other in the rest."""
    stacks = [LEAF if 8 <= i < 20 or 40 <= i < 44 else OTHER for i in range(72)]
    return recursion(stack=stacks, time=list(range(72)), length=72)


def table_rows(title='Call tree'):
    table = next(node for node in nodes(application(), leaves=('table row',)) if node.name == title and
                 node.role in ('table', 'tree table') and extents(node).height > 40)
    return [node for node in nodes(table, leaves=('table row',)) if node.role == 'table row' and node.has('visible')]


def table_row(name, title='Call tree'):
    return next((row for row in table_rows(title) if row.name == name), None)


def strips_title():
    """The title of the column."""
    return next((title for header in nodes(application()) if header.name == 'Column titles' and header.has('visible')
                 for title in header.children if any(node.name == 'When' for node in nodes(title))), None)


def place(here, name, bin_number):
    """Where a bin of the strip of a row is on the display."""
    left, row = extents(until(strips_title, 'a column of strips')), extents(until(lambda: table_row(name), name))
    return frame_width(here) + left.x + BIN * bin_number + 1, frame_width(here) + row.y + row.height // 2


def crumbs():
    """The ranges, from the whole one to the preview range."""
    return [node.name for node in nodes(application()) if node.role == 'push button' and node.has('visible')
            and re.fullmatch(r'(Full range )?[\d.,]+\sm?s', node.name)]


def has_crumbs(*expected):
    return [crumb.replace('\xa0', ' ') for crumb in crumbs()] == list(expected)


def selected(title='Call tree'):
    return next((row.name for row in table_rows(title) if row.has('selected')), None)


def describes(name, *parts):
    description = table_row(name).description.replace('\xa0', ' ')
    return all(part in description for part in parts)


FULL = 'Full range 72.0 ms'


def open_runs():
    here = window('recursion.json')
    until(lambda: describes('walk', ', mostly from 8.0 ms to 20.0 ms and from 40.0 ms to 44.0 ms') and
          describes('main', ', all the time'), 'strips in words')
    return here


def test_click_and_drag():
    """A click shows the run under the pointer, a drag other bins; no row is selected, Escape takes both back."""
    with Fulgens('--view', view_file(panel='call-tree'), runs()):
        here = open_runs()
        before = selected()
        assert before not in (None, 'walk'), before

        xdotool('mousemove', *place(here, 'walk', 5))
        xdotool('mousemove_relative', 1, 0)
        until(lambda: any(text.replace('\xa0', ' ').startswith('walk\n8.0 ms to 20.0 ms · 12 samples, 100% of the thread there\n')
                          for text in labels()), 'when and how much')
        xdotool('click', 1)
        until(lambda: has_crumbs(FULL, '12.0 ms'), 'the first run')
        # Strips are of the committed range.
        assert describes('walk', ', mostly from 8.0 ms to 20.0 ms and from 40.0 ms to 44.0 ms'), table_row('walk').description
        assert selected() != 'walk', selected()   # the other row is not in this range
        xdotool('key', '--window', here, 'Escape')
        until(lambda: has_crumbs(FULL) and selected() == before, 'no range')

        # Where it did not run nothing happens.
        time.sleep(0.5)
        xdotool('mousemove', *place(here, 'walk', 14), 'click', 1)
        assert not soon(lambda: not has_crumbs(FULL), 1), crumbs()

        x, y = place(here, 'walk', 2)
        xdotool('mousemove', x, y, 'mousedown', 1)
        for step in range(1, 8):
            xdotool('mousemove', x + BIN * step, y)
        until(lambda: has_crumbs(FULL, '16.0 ms'), 'bins 2 to 9')
        xdotool('mouseup', 1)
        assert has_crumbs(FULL, '16.0 ms') and selected() == before, (crumbs(), selected())
        xdotool('key', '--window', here, 'Escape')
        until(lambda: has_crumbs(FULL), 'no range')

        # Escape ends a drag, too.
        xdotool('mousemove', x, y, 'mousedown', 1)
        xdotool('mousemove', x + 6, y)
        until(lambda: has_crumbs(FULL, '8.00 ms'), 'bins 2 to 5')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: has_crumbs(FULL), 'no range')
        xdotool('mousemove', x + 12, y)
        xdotool('mousemove', x + 13, y, 'mouseup', 1)
        assert not soon(lambda: not has_crumbs(FULL), 1), crumbs()

        # Beside the strip a press selects the row.
        time.sleep(0.5)
        x, y = place(here, 'walk', 36)
        xdotool('mousemove', x + 6, y, 'click', 1)
        until(lambda: selected() == 'walk', 'the row')


def test_double_click():
    """It commits the run, whose bins are new ones then; it opens no source."""
    with Fulgens('--view', view_file(panel='call-tree'), runs()):
        here = open_runs()
        xdotool('mousemove', *place(here, 'walk', 20))
        double_click()
        until(lambda: describes('walk', ', all the time'), 'new bins')
        assert has_crumbs(FULL, '4.00 ms'), crumbs()
        assert not find('text', 'Source', 'visible')
        xdotool('key', '--window', here, 'BackSpace')
        until(lambda: has_crumbs(FULL) and describes('walk', ', mostly from 8.0 ms to 20.0 ms'), 'the old ones')


def test_keys():
    """W goes from run to run, Shift+W selects all of them; in the tree, inverted, in the functions and their callers."""
    with Fulgens('--view', view_file(panel='call-tree'), runs()):
        here = open_runs()
        until(focused_row, 'a focused row')

        def go_to(name):
            """Moves the selection there, from the first row down."""
            xdotool('key', '--window', here, 'Home')
            for _ in range(8):
                if soon(lambda: selected() == name, 0.7):
                    return
                xdotool('key', '--window', here, 'Down')
            raise AssertionError(f'{name} cannot be selected')

        def check():
            for key, length in (('w', '12.0 ms'), ('w', '4.00 ms'), ('w', '12.0 ms'), ('shift+w', '36.0 ms')):
                for _ in range(3):   # beside a pointer that was just moved the display may lose one
                    xdotool('key', '--window', here, key)
                    if soon(lambda length=length: has_crumbs(FULL, length), 8):
                        break
                else:
                    raise AssertionError(f'never: {length} by {key}')
                until(focused_row, 'the focus in the rows of that range')
            xdotool('key', '--window', here, 'Escape')
            until(lambda: has_crumbs(FULL), 'no range')

        go_to('walk')
        check()
        xdotool('key', '--window', here, 'i')
        until(lambda: table_row('leaf'), 'the tree from the leaves')
        until(focused_row, 'a focused row')
        go_to('leaf')
        check()
        xdotool('key', '--window', here, 'i')
        until(lambda: not soon(lambda: table_row('leaf') and not table_row('main'), 0.1), 'the tree')
        xdotool('key', '--window', here, 'alt+2')
        row = steady(lambda: extents(table_row('visit', 'Functions')))
        xdotool('mousemove', row.x + 500, row.y + frame_width(here) + row.height // 2, 'click', 1)
        until(lambda: selected('Functions') == 'visit', 'a selected function')
        check()


def test_column():
    """The menu of the titles hides it; narrow windows and profiles without times have none."""
    with Fulgens('--view', view_file(panel='call-tree'), runs()):
        here = open_runs()
        title = extents(strips_title())
        x, y = title.x + frame_width(here) + 20, title.y + frame_width(here) + 10

        def press_title():
            xdotool('mousemove', x, y, 'click', 3)

        choose(here, press_title, 'When', 'w', lambda: not strips_title())
        choose(here, press_title, 'When', 'w', strips_title)

    with Fulgens('--size=700x700', '--view', view_file(panel='call-tree'), runs()):
        window('recursion.json')
        until(lambda: table_row('walk'), 'rows')
        assert not soon(strips_title, 1)
        here = window('recursion.json')
        to_rows(here)
        # What is not on screen is computed for a key.
        xdotool('key', '--window', here, 'Home', 'shift+w')
        until(lambda: has_crumbs(FULL, '72.0 ms'), 'all of the range')

    folded = scratch / 'stacks.folded'
    folded.write_text('a;b 3\na;c 1\n')
    with Fulgens('--view', view_file(panel='call-tree'), folded):
        window('stacks.folded')
        until(lambda: table_row('a'), 'rows')
        assert not soon(strips_title, 1)


def detail(name):
    """The value of a row of the details."""
    return next((node.name.replace('\xa0', ' ')[len(name) + 2:] for node in nodes(application()) if node.role == 'list item' and
                 node.has('visible') and node.name.startswith(f'{name}: ')), None)


def test_details():
    """The details say when the selected row ran, in all of the range whatever is marked in it, and who calls a function."""
    with Fulgens('--view', view_file(panel='call-tree', path=['main', 'walk']), runs()):
        here = open_runs()
        until(lambda: detail('When') == '8.0 ms – 43.0 ms', 'from the first sample to the last one')
        assert 'When, by category' in labels()
        assert {'0', '72.0 ms'} <= {text.replace('\xa0', ' ') for text in labels()}, labels()
        xdotool('key', '--window', here, 'w')
        until(lambda: has_crumbs(FULL, '12.0 ms'), 'a marked range')
        assert not soon(lambda: detail('When') != '8.0 ms – 43.0 ms', 1), detail('When')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: has_crumbs(FULL), 'no range')

        show_panel('Functions')
        row = steady(lambda: extents(table_row('walk', 'Functions')))
        xdotool('mousemove', row.x + 500, row.y + frame_width(here) + row.height // 2, 'click', 1)
        until(lambda: selected('Functions') == 'walk' and 'This function, everywhere' in labels(), 'the function')
        until(lambda: detail('When') == '8.0 ms – 43.0 ms', 'when it ran')
        caller = until(lambda: next((node for node in nodes(application()) if node.role == 'list item' and
                                     node.name.startswith('main: ') and node.has('visible')), None), 'a caller')
        click(caller)
        assert soon(lambda: selected('Functions') == 'main', 5), (selected('Functions'), labels()[-40:], [(r.name, r.has('selected')) for r in table_rows('Functions')])
        assert soon(lambda: detail('When') == '0 – 71.0 ms', 5), detail('When')


sys.exit(run_tests(globals()))
