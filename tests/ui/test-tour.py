#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes as a tour: order, presentation, export. Prints TAP."""

import sys
import zipfile
from pathlib import Path

from person import *

# Thread 3 of the demo is the main thread of the parent process.
STEPS = (
    ('Whole', {'panel': 'flame-graph'}),
    ('Early', {'panel': 'call-tree', 'range': [0, 700]}),
    ('Upside down', {'panel': 'call-tree', 'invert': True, 'range': [300, 700]}),
    ('Markers', {'panel': 'marker-table', 'markerSearch': 'DOM'}),
    ('By function', {'panel': 'functions', 'range': [300, 700]}),
)


def noted(name, steps=STEPS, **members):
    """A copy of the demo with a note for each step, on a range that is all of its view."""
    path = copy_of_demo(name)
    Path(f'{path}.fulgens-notes.json').write_text(json.dumps({'fulgensNotes': 1, **members, 'notes': [
        {'id': i, 'name': title, 'text': f'The **{title}** of `code`', 'range': view.get('range', [0, 1e6]), 'view': view}
        for i, (title, view) in enumerate(steps, 1)]}))
    return path


def kept(path):
    """Names of notes in the file, and of the steps of the tour."""
    read = json.loads(Path(f'{path}.fulgens-notes.json').read_text())
    names = {note['id']: note['name'] for note in read['notes']}
    return [list(names.values()), [names[step] for step in read['tour']]]


def shown():
    """What is on screen of the view."""
    return (tuple(panel for panel in ('Overview', *panels) if find('push button', panel, 'pressed')), tuple(chips()),
            tuple(node.name for node in nodes(application()) if node.role == 'push button' and node.has('visible') and
                  re.fullmatch(r'(Full range|[\d.]+ (µs|ms|s)).*', node.name)),
            bool(find('check box', 'Invert', 'checked')))


def card():
    """The title of the step that is presented; None without a tour."""
    return next((name for name in labels() if re.match(r'\d of \d · ', name)), None)


def open_notes():
    def are_open():
        if not find('push button', 'Note on the Range', 'visible'):
            click(next(node for node in nodes(application()) if node.name == 'Notes'))
            time.sleep(1)
        return find('push button', 'Note on the Range', 'visible')
    until(are_open, 'the notes')


def listed():
    return [node.name[len('Go to “'):-1] for node in nodes(application()) if node.role == 'push button' and
            node.name.startswith('Go to “') and node.has('visible')]


def test_there_and_back():
    """Five steps by keys and by buttons; each is the same from either side, and Escape brings the view before back."""
    path = noted('toured.json.gz')
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        before = steady(shown)
        xdotool('key', '--window', here, 'F5')
        views = []
        for i, (title, _) in enumerate(STEPS, 1):
            until(lambda: card() == f'{i} of 5 · {title}', title)
            time.sleep(0.5)
            views.append(steady(shown))
            assert 'The %s of code' % title in labels(), labels()
            assert focus().role == 'push button' and focus().name == ('Next' if i < 5 else 'End'), focus().name
            xdotool('key', '--window', here, 'Right' if i % 2 else 'Page_Down')
        assert len(set(views)) == 5, views
        time.sleep(0.5)
        assert card() == '5 of 5 · By function', card()   # there is no sixth
        for i in range(4, 0, -1):
            press('Back')
            until(lambda: card() == f'{i} of 5 · {STEPS[i - 1][0]}', f'step {i}')
            time.sleep(0.5)
            until(lambda: shown() == views[i - 1], f'the view of step {i}')
        xdotool('key', '--window', here, 'End')
        until(lambda: card() == '5 of 5 · By function', 'the last step')
        xdotool('key', '--window', here, 'Home')
        until(lambda: card() == '1 of 5 · Whole', 'the first step')

        # What is done on the way goes with the tour.
        show_panel('Stack Chart')
        until(lambda: find('push button', 'Stack Chart', 'pressed'), 'another panel')
        xdotool('key', '--window', here, 'Escape')
        until(lambda: card() is None and shown() == before, 'the view before')
        until(focused_row, 'a focused row')

        xdotool('key', '--window', here, 'F5')
        until(lambda: card() == '1 of 5 · Whole', 'the tour again')
        press('End')
        until(lambda: card() is None and shown() == before, 'the view before')


def test_export():
    """The tour as a folder, from the list of notes; the same as that of the command."""
    path = noted('exported.json.gz', STEPS[1:3])
    folder, other = scratch / 'tour', scratch / 'other'
    with Fulgens(path):
        window(path.name)
        until(focused_row, 'a focused row')
        open_notes()
        press('Export Tour…')
        name_file('Export Tour', folder)
        until(lambda: (folder / 'tour.md').exists(), 'the tour')
        until(lambda: any(name.startswith('The tour was written') for name in labels()), 'word of it')
    assert (folder / 'tour.md').read_text().startswith('# exported.json.gz\n\n## 1. Early\n'), (folder / 'tour.md').read_text()
    subprocess.run([QUERY, 'tour', '-o', other, path], check=True)
    assert {file.name for file in folder.iterdir()} == {file.name for file in other.iterdir()}
    for file in folder.iterdir():
        assert file.read_bytes() == (other / file.name).read_bytes(), file.name


def test_export_as_archive():
    """The check of the dialog makes one file of it, whose name gets its ending."""
    path, archive = noted('packed.json.gz', STEPS[:2]), scratch / 'packed.zip'
    with Fulgens(path):
        window(path.name)
        until(focused_row, 'a focused row')
        open_notes()
        press('Export Tour…')
        until(lambda: find('check box', 'One Zip Archive', 'visible'), 'the check')
        click(find('check box', 'One Zip Archive', 'visible'))
        xdotool('key', 'alt+n')
        name_file('Export Tour', scratch / 'packed')
        until(archive.exists, 'the archive')
        until(lambda: any(name.startswith('The tour was written to') for name in labels()), 'word of it')
    with zipfile.ZipFile(archive) as packed:
        assert {'packed/tour.md', 'packed/tour.html', 'packed/step-1.png'} < set(packed.namelist()), packed.namelist()
        assert packed.testzip() is None


def test_cancel_export():
    """A long export says how far it is, and what is cancelled leaves nothing; then there may be another one."""
    path, folder = noted('long.json.gz', STEPS * 80), scratch / 'cancelled'
    with Fulgens(path):
        window(path.name)
        until(focused_row, 'a focused row')

        def buttons():
            """Those of the line that says how far it is."""
            return [node for node in nodes(application()) if node.role == 'push button' and node.name == 'Cancel' and extents(node).height > 0]

        def did_cancel():
            steady(lambda: [extents(node) for node in buttons()])
            for button in buttons():
                click(button)
            return soon(lambda: not folder.exists(), 5)
        open_notes()
        press('Export Tour…')
        name_file('Export Tour', folder)
        until(lambda: 'Exporting “cancelled”…' in labels() and any(folder.glob('step-*.png')), 'a part of the tour')
        until(did_cancel, 'nothing of it')
        assert not any(name.startswith('The tour') for name in labels()), labels()
        open_notes()
        press('Export Tour…')
        until(lambda: xdotool('search', '--onlyvisible', '--name', 'Export Tour'), 'the dialog again')


def test_missing():
    """A step whose call node or names the file does not have says so, and shows what is nearest."""
    path = noted('missing.json.gz', (('Here', {'panel': 'call-tree'}), ('Gone', {'panel': 'call-tree', 'path': ['(root)', 'no such function']}),
                                     ('Away', {'thread': 4000})))
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'F5')
        until(lambda: card() == '1 of 3 · Here', 'the tour')
        assert not any(name.startswith('Not all of this') for name in labels()), labels()
        for title in ('2 of 3 · Gone', '3 of 3 · Away'):
            xdotool('key', '--window', here, 'Right')
            until(lambda: card() == title and any(name.startswith('Not all of this') for name in labels()), title)


def test_made_by_key():
    """A note of Ctrl+D keeps the call node, which its step selects again; the card is not over its row."""
    path = copy_of_demo('made.json.gz')
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        for _ in range(19):
            xdotool('key', '--window', here, 'Down')
        name = steady(lambda: focused_row().name)
        xdotool('key', '--window', here, 'ctrl+d')
        until(lambda: find('text', 'Name of the note', 'focused'), 'the name of the note')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'Escape')
        until(lambda: not find('text', 'Name of the note'), 'no note')
        note, = json.loads(Path(f'{path}.fulgens-notes.json').read_text())['notes']
        assert note['view']['path'][-1] == note['function']['name'] and note['view']['panel'] == 'call-tree', note
        show_panel('Stack Chart')
        until(lambda: find('push button', 'Stack Chart', 'pressed'), 'another panel')
        time.sleep(0.5)
        xdotool('key', '--window', here, 'F5')
        until(lambda: card() and find('push button', 'Call Tree', 'pressed'), 'the tour')
        row = until(lambda: next((node for node in nodes(application()) if node.role == 'table row' and node.has('selected') and
                                  node.name == name and extents(node).height > 0), None), 'the row')
        box, end = steady(lambda: (extents(row), extents(find('push button', 'End', 'visible'))))
        assert end.y + 90 < box.y or box.y + box.height < end.y - 20, (box, end)


def test_order_by_keys():
    """Alt+Up and Alt+Down move a note, also out of the tour; Delete takes it out, then away; Ctrl+Z reverts each."""
    path = noted('ordered.json.gz', STEPS[:3])
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        open_notes()
        assert listed() == ['Whole', 'Early', 'Upside down'], listed()

        def key(name, names, steps):
            xdotool('key', '--window', here, name)
            until(lambda: kept(path) == [names, steps] and listed() == names, f'{name}: {names}, {steps}')
            time.sleep(0.3)

        for _ in range(20):
            if focus() and focus().name == 'Go to “Whole”':
                break
            xdotool('key', '--window', here, 'Tab')
            time.sleep(0.2)
        key('alt+Down', ['Early', 'Whole', 'Upside down'], ['Early', 'Whole', 'Upside down'])
        assert focus().name == 'Go to “Whole”', focus().name
        key('alt+Down', ['Early', 'Upside down', 'Whole'], ['Early', 'Upside down', 'Whole'])
        key('alt+Down', ['Early', 'Upside down', 'Whole'], ['Early', 'Upside down'])
        key('alt+Up', ['Early', 'Upside down', 'Whole'], ['Early', 'Upside down', 'Whole'])
        key('alt+Up', ['Early', 'Whole', 'Upside down'], ['Early', 'Whole', 'Upside down'])
        key('Delete', ['Early', 'Upside down', 'Whole'], ['Early', 'Upside down'])
        key('Delete', ['Early', 'Upside down'], ['Early', 'Upside down'])
        key('ctrl+z', ['Early', 'Upside down', 'Whole'], ['Early', 'Upside down'])
        key('ctrl+z', ['Early', 'Whole', 'Upside down'], ['Early', 'Whole', 'Upside down'])
        press('Take “Early” out of the tour')
        until(lambda: kept(path)[1] == ['Whole', 'Upside down'], 'two steps')
        press('Present the Tour')
        until(lambda: card() == '1 of 2 · Whole', 'the tour')


def test_order_by_drag():
    """The number of a note is dragged to another place, and out of the tour."""
    path = noted('dragged.json.gz', STEPS[:3])
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        open_notes()

        def drag(title, to, names, steps):
            left, top, _, _ = until(popups, 'the popover')[0]
            first, old, new = (steady(lambda name=name: extents(find('push button', f'Go to “{name}”', 'visible')))
                               for name in (listed()[0], title, to))
            # Places in a popover are right among themselves alone; its first number is at the same place always.
            x = left + 43
            places = [top + 80 + box.y - first.y for box in (old, new)]
            end = places[1] + (new.height if new.y > old.y else -new.height // 2)
            xdotool('mousemove', x, places[0], 'mousedown', 1)
            for step in range(1, 11):
                xdotool('mousemove', x, places[0] + (end - places[0]) * step // 10)
                time.sleep(0.05)
            xdotool('mouseup', 1)
            until(lambda: kept(path) == [names, steps], f'{title} at {to}: {names}, {steps}')
            time.sleep(0.5)

        drag('Upside down', 'Whole', ['Upside down', 'Whole', 'Early'], ['Upside down', 'Whole', 'Early'])
        drag('Upside down', 'Early', ['Whole', 'Early', 'Upside down'], ['Whole', 'Early'])


def test_links():
    """By keys: to another step, and to the view of a link; what is no link is shown as it is."""
    link = 'https://profiler.firefox.com/public/x/flame-graph/?v=17'
    path = noted('linked.json.gz', STEPS[1:4])
    notes = Path(f'{path}.fulgens-notes.json')
    read = json.loads(notes.read_text())
    read['notes'][0]['text'] = f'See [the **last**](#3), [boxes]({link}) or [this](https://example.com/).'
    notes.write_text(json.dumps(read))
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'F5')
        until(lambda: card() == '1 of 3 · Early', 'the tour')
        until(lambda: 'See the **last**, boxes or [this](https://example.com/).' in labels(), 'its text')
        until(lambda: focus().name == 'Next', 'the focus')
        xdotool('key', '--window', here, 'Tab')
        xdotool('key', '--window', here, 'Tab')
        until(lambda: focus().role == 'label', 'the focus on the links')
        xdotool('key', '--window', here, 'Tab')
        xdotool('key', '--window', here, 'Return')
        until(lambda: find('push button', 'Flame Graph', 'pressed'), 'the view of the link')
        assert card() == '1 of 3 · Early', card()
        xdotool('key', '--window', here, 'shift+Tab')
        xdotool('key', '--window', here, 'Return')
        until(lambda: card() == '3 of 3 · Markers', 'the step of the link')


def test_narrow_card():
    """Its title has a line of its own where the buttons would leave no room for it."""
    path = noted('narrow.json.gz')
    with Fulgens(path):
        here = window(path.name)
        until(focused_row, 'a focused row')
        xdotool('key', '--window', here, 'F5')
        until(card, 'the tour')
        for width, is_below in ((900, False), (360, True), (900, False)):
            xdotool('windowsize', '--sync', here, width, 720)
            title, end = steady(lambda: (extents(find('label', card(), 'visible')), extents(find('push button', 'End', 'visible'))))
            assert (end.y >= title.y + title.height) == is_below and title.width > 100, (width, title, end)


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
