#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what fulgens-query answers with what the reference front-end computes.

check-oracle.py FULGENS-QUERY FOLDER… [--only NAME,…] [--without NAME,…]
                [--through EXTENSION] [--servers] [--show N]

A folder holds NAME.expected.json[.gz] files, or a folder "oracle" with them; their
member "input" names the profile relative to the folder, or is next to them.
The folder that FULGENS_SHARED names comes first. Folders that do not exist are left out. Prints one line for each difference and
exits with 1 if there is any, or if nothing was compared.
"""

import argparse
import bisect
import contextlib
import glob
import gzip
import json
import os
import subprocess
import sys
import tempfile

for room in ('symbols', 'cli'):
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', room))
from server import Server   # noqa: E402
import wireclient           # noqa: E402

# Inputs that are not read yet.
NOT_READ = ()

# Folded stacks are totals without times here; in the reference a count is so many samples, 1 ms apart.
WITHOUT_TIMES = ('flamegraph', 'folded-native')

# Where the answer is another one on purpose, or by chance: (profile, beginning of the place).
KNOWN_DIFFERENCES = (
    # It says who wrote the file; the reference takes all for Firefox.
    *((name, 'profile.product') for name in ('graphviz.perf', 'perf-script-native-fp', 'perf-script-node-jit',
                                             'perf-script-systemwide', 'simple-perf')),
    # Rows with equal values are in the order of the function table, which the reference fills thread by thread.
    ('perf-script-systemwide', 'display of thread 0'),
    # The reference has the first library, function and stack twice, so that __libc_init falls into two nodes.
    *(('simpleperf-cpu-clock', place) for place in (
        'profile.tables.resourceTable', 'functions of thread 3', *(f'{what} of thread 3, {how}' for what, how in (
            ('display', 'invert False'), ('sidebar', 'invert False'), ('flame graph', 'invert False'),
            ('stack chart', 'combined'))))),
    *(('simpleperf-cpu-clock', f'view {i} (') for i in (0, 4, 6, 26, 32, 43, 45, 46, 48, 49, 51, 52, 54, 55, 57, 59, 71, 73, 75,
                                                         77, 79, 81, 85, 87, 90, 91, 113)),
    # Functions that begin with "(anonymous namespace)::", which the reference takes for names of processes.
    *(('simple-perf', f'view {i} (') for i in (15, 16, 19, 21)),
    # Categories of Chrome's markers are grey in the reference.
    ('chromium156-trace', 'profile.categories'), ('test.chrome', 'profile.categories'),
    # A marker that ends before it starts, which has no negative length here.
    ('fx153-multi-process', 'markers of thread 21, first[7][2]'),
    *((name, place) for name in WITHOUT_TIMES for place in (
        'profile.rootRange', 'profile.threads[0].sampleCount', 'profile.threads[0].activityScore', 'profile.threads[0].usefulTabs',
        'activity of thread 0', 'stack chart of thread 0')),
)

# Traces with several CPU profiles, of which the reference shows the functions of the last one in all. Their trees are
# in oracle-import; here is compared what does not depend on the functions.
MIXED_UP = ('chromium156-trace',)

# Members of a view that say what to show; the others are comments.
VIEW_MEMBERS = ('thread', 'range', 'implementation', 'invert', 'search', 'strategy', 'includeIdle', 'transforms')


def sort_tracks(tracks):
    """Where the order of threads is not that of the reference, neither is that of tracks."""
    for track in tracks:
        track.get('locals', []).sort(key=lambda local: (local['threadIndex'], local['name']))
    tracks.sort(key=lambda track: (track['type'], track.get('pid') or '', track['name']))


def forget_scores(profile):
    """What follows from how much of a thread is idle."""
    for key in ('selectedThreads', 'trackCount'):
        profile.pop(key)
    for thread in profile['threads']:
        thread.pop('activityScore')
    for track in profile['tracks']:
        for one in [track, *track.get('locals', [])]:
            one.pop('hidden')


class Comparison:
    def __init__(self, query, name, profile, show):
        self.query = query
        self.name = name
        self.profile = profile
        self.show = show
        self.n_compared = 0
        self.n_different = 0
        self.allowed = []
        self.differences = []

    def report(self, place, expected, found):
        if any(name == self.name and place.startswith(beginning) for name, beginning in KNOWN_DIFFERENCES):
            return
        self.differences.append((place, found))
        if (place, found) in self.allowed:
            return
        self.n_different += 1
        if self.n_different <= self.show:
            print(f'{self.name}: {place}: expected {json.dumps(expected)[:300]}, found {json.dumps(found)[:300]}')

    def ask(self, command, views=None, options=()):
        """The answer of one command to all views, from one load."""
        arguments = [self.query, command, '--json', *options]
        with tempfile.TemporaryDirectory() as folder:
            if views is not None:
                file = os.path.join(folder, 'views.json')
                with open(file, 'w', encoding='utf-8') as stream:
                    json.dump(views, stream)
                arguments += ['--view', file]
            result = subprocess.run([*arguments, self.profile], capture_output=True, check=False)
        # 1: nothing matched, which a view may well ask for
        if result.returncode not in (0, 1):
            message = result.stderr.decode('utf-8', 'replace').strip()
            self.report(command, 'an answer', f'status {result.returncode}: {message}')
            return None
        return json.loads(result.stdout)

    def compare(self, place, expected, found, absolute=2e-6):
        """Whether two values are equal, numbers within the tolerance."""
        if isinstance(expected, bool) or expected is None or isinstance(expected, str):
            same = type(expected) is type(found) and expected == found
        elif isinstance(expected, (int, float)):
            same = (isinstance(found, (int, float)) and not isinstance(found, bool)
                    and abs(expected - found) <= absolute + 1e-9 * abs(expected))
        elif isinstance(expected, list):
            if not isinstance(found, list) or len(expected) != len(found):
                self.report(place + ' length', len(expected), len(found) if isinstance(found, list) else found)
                return False
            for i, (e, f) in enumerate(zip(expected, found)):
                if not self.compare(f'{place}[{i}]', e, f, absolute):
                    return False
            return True
        else:
            if not isinstance(found, dict) or expected.keys() != found.keys():
                self.report(place + ' members', sorted(expected), sorted(found) if isinstance(found, dict) else found)
                return False
            # All members, so that one that differs does not hide the others.
            return all([self.compare(f'{place}.{key}', expected[key], found[key], absolute) for key in expected])
        if not same:
            self.report(place, expected, found)
        return same

    def check(self, place, expected, found, absolute=2e-6):
        self.n_compared += 1
        self.compare(place, expected, found, absolute)

    def renumber_threads(self, expected):
        """Gives the threads of @expected the numbers they have here: traces have no order of all threads."""
        info = self.ask('info')
        if info is None:
            return False
        found = {(thread['pid'], thread['tid']): thread['index'] for thread in info['threads']}
        numbers = {thread['index']: found.get((thread['pid'], thread['tid'])) for thread in expected['profile']['threads']}
        self.check('threads by pid and tid', len(found), len({number for number in numbers.values() if number is not None}))
        self.check('threads', [], [number for number, here in numbers.items() if here is None])
        if None in numbers.values():
            return False

        def renumber(value, key=''):
            if isinstance(value, dict):
                return {name: renumber(member, name) for name, member in value.items()}
            if isinstance(value, list):
                return [renumber(member, key if key == 'selectedThreads' else '') for member in value]
            if key in ('thread', 'threadIndex', 'mainThreadIndex', 'selectedThreads') and value is not None:
                return numbers[value]
            return value

        for thread in expected['profile']['threads']:
            thread['index'] = numbers[thread['index']]
        expected['profile']['threads'].sort(key=lambda thread: thread['index'])
        expected.update(renumber({key: value for key, value in expected.items() if key != 'format'}))
        return True

    def check_profile(self, expected):
        found = self.ask('info')
        if found is None:
            return
        # Row counts that depend on how duplicates are merged are informative.
        for key in ('frameTable', 'funcTable', 'stackTable', 'sources'):
            expected['tables'].pop(key, None)
            found['tables'].pop(key, None)
        if self.name in MIXED_UP:
            forget_scores(expected)
            forget_scores(found)
        for thread, here in zip(expected['threads'], found['threads']):
            # undefined in the reference, which no table of threads shows
            if 'processType' not in thread and here['processType'] == '':
                del here['processType']
            # The reference does not read periods, which are more sample types than that of its samples.
            if thread['strategies'] == ['timing'] and here['strategies'][0] == 'sample-type:samples':
                here['strategies'] = ['timing']
            # The reference has no summary of CPU time.
            here['strategies'] = [name for name in here['strategies'] if name != 'cpu']
        if expected['product'] == 'Chrome Trace':
            sort_tracks(expected['tracks'])
            sort_tracks(found['tracks'])
        for key in expected:
            self.check(f'profile.{key}', expected[key], found.get(key))

    def check_views(self, views):
        if self.name in WITHOUT_TIMES:
            views = [view for view in views if not view.get('range')]
        found = self.ask('call-tree', [{key: view[key] for key in VIEW_MEMBERS} for view in views])
        for view, answer in zip(views, found or ()):
            self.check(f'view {view["id"]} ({view["about"]})', view['expect'], answer)

    def check_functions(self, lists):
        views = [{'thread': entry['thread'], 'implementation': entry['implementation']} for entry in lists]
        found = self.ask('functions', views)
        for entry, answer in zip(lists, found or ()):
            place = f'functions of thread {entry["thread"]}, {entry["implementation"]}'
            self.check(place, {key: entry[key] for key in ('count', 'total', 'rows')}, answer)

    def check_categories(self, expected):
        found = self.ask('categories')
        if found is None:
            return
        found = {entry['thread']: entry for entry in found}
        for entry in expected:
            self.check(f'categories of thread {entry["thread"]}', entry, found.get(entry['thread']))

    def check_display(self, displays):
        views = [{'thread': entry['thread'], 'invert': entry['invert']} for entry in displays]
        found = self.ask('display', views, ['--limit', '60'])
        for entry, answer in zip(displays, found or ()):
            place = f'display of thread {entry["thread"]}, invert {entry["invert"]}'
            self.check(place, entry['rows'], answer['rows'])

    def check_sidebar(self, sidebars):
        sidebars = [entry for entry in sidebars if entry]   # none for a thread without samples
        views = [{'thread': entry['thread'], 'invert': entry['invert']} for entry in sidebars]
        options = []
        for entry in sidebars:
            options += ['--path', json.dumps(entry['path'])]
        found = self.ask('sidebar', views, options)
        for entry, answer in zip(sidebars, found or ()):
            place = f'sidebar of thread {entry["thread"]}, invert {entry["invert"]}'
            members = ('self', 'total', 'rootTime', 'selfByCategory', 'totalByCategory', 'tracedTotalRootMs')
            if self.name in WITHOUT_TIMES:
                entry['tracedTotalRootMs'] = None
            self.check(place, {key: entry[key] for key in members}, answer)

    def check_flame_graph(self, graphs):
        found = self.ask('flame-graph', [{'thread': entry['thread'], 'invert': entry['invert']} for entry in graphs])
        for entry, answer in zip(graphs, found or ()):
            place = f'flame graph of thread {entry["thread"]}, invert {entry["invert"]}'
            # Single precision there.
            self.check(place, {key: entry[key] for key in ('rowCount', 'rows')}, answer, 1e-5)

    def check_stack_chart(self, charts):
        found = self.ask('stack-chart', [{'thread': entry['thread'], 'implementation': entry['implementation']}
                                         for entry in charts])
        for entry, answer in zip(charts, found or ()):
            place = f'stack chart of thread {entry["thread"]}, {entry["implementation"]}'
            self.check(place, {key: entry[key] for key in ('rowCount', 'rows', 'userTimingRows')}, answer)

    def check_markers(self, lists):
        found = self.ask('markers', [{'thread': entry['thread']} for entry in lists], ['--limit', '120'])
        for entry, answer in zip(lists, found or ()):
            answer['first'] = answer['first'][:50]
            for key in ('total', 'counts', 'locations', 'first', 'chartRows', 'chartRowCount'):
                self.check(f'markers of thread {entry["thread"]}, {key}', entry[key], answer[key])

    def check_marker_searches(self, searches, length):
        # Those of the root range, whose length is rounded.
        found = self.ask('markers', [{'thread': entry['thread'], 'search': entry['search'], 'range': [0, length + 1e-6]}
                                     for entry in searches], ['--limit', '1'])
        for entry, answer in zip(searches, found or ()):
            place = f'markers of thread {entry["thread"]} with {entry["search"]}'
            self.check(place, {key: entry[key] for key in ('count', 'counts')},
                       {'count': answer['total'], 'counts': {name: n for name, (n, _, _) in answer['counts'].items()}})

    def check_activity(self, activities):
        found = self.ask('activity', [{'thread': entry['thread']} for entry in activities], ['--width', '200'])
        for entry, answer in zip(activities, found or ()):
            place = f'activity of thread {entry["thread"]}'
            graph, found_graph = entry.pop('graph', None), answer.pop('graph')
            self.check(place, entry, answer)
            if graph:
                # Four and two decimals of single precision.
                self.check(place + ' average', graph['averageCpuPerPixelBeforeSmoothing'],
                           found_graph['averageCpuPerPixelBeforeSmoothing'], 1.01e-4)
                self.check(place + ' smoothed', graph['smoothedPercentPerPixelByCategory'],
                           found_graph['smoothedPercentPerPixelByCategory'], 1.01e-2)

    def check_symbolication(self, expected, symbols, through_server):
        """Through a sidecar of the profile or a server: once for the commands, once saved and read again."""
        with tempfile.TemporaryDirectory() as folder:
            plain, named = os.path.join(folder, 'plain.json'), os.path.join(folder, 'named.json')
            subprocess.run([self.query, 'convert', '-o', plain, self.profile], check=True)
            profile = load(plain)
            # The reference was given symbols of a library without a name, which its own service refuses.
            for lib in profile['libs'] + symbols.get('libs', []):
                lib['debugName'] = lib['debugName'] or '(unnamed)'
                lib.update(path='', debugPath='', codeId=None)   # files of this machine are not the question
            with open(plain, 'w', encoding='utf-8') as stream:
                json.dump(profile, stream)
            with contextlib.ExitStack() as stack:
                where = 'auto'
                if through_server:
                    where = stack.enter_context(Server(lambda path, request: answer_request(request, profile, symbols))).url
                else:
                    with open(os.path.join(folder, 'plain.syms.json'), 'w', encoding='utf-8') as stream:
                        json.dump(make_sidecar(profile, symbols), stream)
                subprocess.run([self.query, 'symbolicate', '--again', '--symbols', where, '-o', named, plain], check=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                recorded, self.profile = self.profile, named
                self.compare_symbols(expected, load(named), symbols)
                self.compare_symbol_views(expected, 'saved', [])
                self.profile = plain
                self.compare_symbol_views(expected, 'shown', ['--symbols', where])
                self.profile = recorded

    def compare_symbol_views(self, expected, which, options):
        found = self.ask('call-tree', [{'thread': expected['thread']}, {'thread': expected['thread'], 'invert': True}], options)
        for name, answer in zip(('callTree', 'invertedCallTree'), found or ()):
            self.check(f'{name} with symbols, {which}', expected[name], {key: answer[key] for key in expected[name]})
        functions = dict(expected['functions'])
        view = {key: functions.pop(key) for key in ('thread', 'implementation')}
        [answer] = self.ask('functions', [view], ['--limit', str(len(functions['rows'])), *options]) or [None]
        self.check(f'functions with symbols, {which}', functions, answer)

    def compare_symbols(self, expected, profile, symbols):
        shared = profile['shared']
        strings, frames = shared['stringArray'], shared['frameTable']
        chains = {}
        for lib, address, depth, func in zip(frames['lib'], frames['address'], frames['inlineDepth'], frames['func']):
            if lib is not None and lib >= 0:
                chains.setdefault((profile['libs'][lib]['debugName'], address), {})[depth] = strings[shared['funcTable']['name'][func]]
        self.check('names of functions', [row['newNames'] for row in expected['map']],
                   [[chain[depth] for depth in sorted(chain)] for row in expected['map']
                    for chain in [chains.get((row['lib'] or '(unnamed)', row['address']), {})]])
        table = shared['nativeSymbols']
        rows = sorted([profile['libs'][lib]['debugName'], address, strings[name], size] for lib, address, name, size in
                      zip(table['libIndex'], table['address'], table['name'], table['functionSize']))
        known = [[lib or '(unnamed)', *rest] for lib, *rest in expected['nativeSymbols']]
        self.check('native symbols', [row for row in known if row not in rows], [])
        self.check('number of native symbols', expected['nativeSymbolCount'], len(rows))

    def run(self, expected):
        if expected['profile']['product'] == 'Chrome Trace' and not self.renumber_threads(expected):
            return
        self.check_profile(expected['profile'])
        self.check_markers(expected['markers'])
        self.check_marker_searches(expected['markerSearches'], expected['profile']['rootRange']['length'])
        if self.name in MIXED_UP:
            return
        self.check_views(expected['views'])
        self.check_functions(expected['functions'])
        self.check_categories(expected['categories'])
        self.check_display(expected['display'])
        self.check_sidebar(expected['sidebar'])
        self.check_flame_graph(expected['flameGraph'])
        self.check_stack_chart(expected['stackChart'])
        self.check_activity(expected['activity'])


def load(file):
    opener = gzip.open if file.endswith('.gz') else open
    with opener(file, 'rt', encoding='utf-8') as stream:
        return json.load(stream)


def answers_of_table(symbols, addresses):
    """Of a table of symbols: an address is of the last one that begins at or before it."""
    starts = [symbol['address'] for symbol in symbols]
    for address in addresses:
        i = bisect.bisect_right(starts, address) - 1
        if i >= 0:
            yield address, symbols[i]


def answers_of_server(symbols, lib):
    for result in symbols['results']:
        for frame in result['stacks'][0]:
            if frame['module'] == lib['debugName'] and 'function_offset' in frame:
                address = int(frame['module_offset'], 16)
                yield address, {'address': address - int(frame['function_offset'], 16), 'name': frame['function'],
                                'size': int(frame.get('function_size', '0'), 16), 'file': frame.get('file'),
                                'line': frame.get('line'),
                                'inlines': [{**inline, 'name': inline['function']} for inline in frame.get('inlines', [])]}


def answers_of_lib(symbols, lib, addresses):
    """[(address, symbol), …] of an input of the oracle, or None if it does not have the library."""
    if 'results' in symbols:
        key = f"{lib['debugName']}/{lib['breakpadId']}"
        is_known = any(result['found_modules'].get(key) for result in symbols['results'])
        return list(answers_of_server(symbols, lib)) if is_known else None
    return next((list(answers_of_table(entry['symbols'], addresses)) for entry in symbols['libs']
                 if (entry['debugName'], entry['breakpadId']) == (lib['debugName'], lib['breakpadId'])), None)


def answer_request(request, profile, symbols):
    """What a server of the symbolication API says, if it has the symbols of an input of the oracle."""
    results = []
    for job in request['jobs']:
        [[name, breakpad_id]], [stack] = job['memoryMap'], job['stacks']
        lib = next(lib for lib in profile['libs'] if (lib['debugName'], lib['breakpadId']) == (name, breakpad_id))
        offsets = [offset for _, offset in stack]
        answers = answers_of_lib(symbols, lib, sorted(offsets))
        known = dict(answers or ())
        frames = [{'frame': i, 'module': name, 'module_offset': hex(offset)} for i, offset in enumerate(offsets)]
        for offset, frame in zip(offsets, frames):
            if offset in known:
                symbol = known[offset]
                frame.update(function=symbol['name'], function_offset=hex(offset - symbol['address']), file=symbol.get('file'),
                             line=symbol.get('line'),
                             inlines=[{**inline, 'function': inline['name']} for inline in symbol.get('inlines', [])])
                if symbol.get('size'):
                    frame['function_size'] = hex(symbol['size'])
        results.append({'found_modules': {f'{name}/{breakpad_id}': answers is not None}, 'stacks': [frames]})
    return {'results': results}


def make_sidecar(profile, symbols):
    """A sidecar with the symbols of an input of the oracle, for the addresses of a profile."""
    strings = {'UNKNOWN': 0}
    sidecar = {'data': []}

    def text(name):
        return None if name is None else strings.setdefault(name, len(strings))

    frames = profile['shared']['frameTable']
    for i, lib in enumerate(profile['libs']):
        addresses = sorted({address for of, address in zip(frames['lib'], frames['address']) if of == i and address >= 0})
        answers = answers_of_lib(symbols, lib, addresses)
        if answers is None:
            continue
        table = [{'rva': symbol['address'], 'size': symbol.get('size') or 0, 'symbol': text(symbol['name']),
                  'frames': [{'function': text(frame['name']), 'file': text(frame.get('file')), 'line': frame.get('line')}
                             for frame in [*symbol.get('inlines', []), symbol]]} for _, symbol in answers]
        sidecar['data'].append({'debug_name': lib['debugName'], 'debug_id': lib['breakpadId'], 'code_id': '',
                                'symbol_table': table, 'known_addresses': [[address, k] for k, (address, _) in enumerate(answers)]})
    return {'string_table': list(strings), **sidecar}


def find_input(folder, file, name):
    """The profile of an expected file: by its path below the folder, or beside it."""
    beside = os.path.join(os.path.dirname(file), os.path.basename(name))
    for candidate in (os.path.join(folder, name), beside, beside + '.gz'):
        if os.path.exists(candidate):
            return candidate
    return None


def find_symbols(folder, name):
    for inputs in ('inputs', os.path.join('inputs', 'upstream')):
        path = os.path.join(folder, 'oracle', inputs, name)
        if os.path.exists(path):
            return path
    return None


def copy_of(value):
    return json.loads(json.dumps(value))


def main():
    # Without what was kept of other runs.
    cache = tempfile.TemporaryDirectory()
    os.environ['XDG_CACHE_HOME'] = cache.name
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('folder', nargs='+')
    parser.add_argument('--only', help='names of expected files, comma separated')
    parser.add_argument('--without', default='', help='names of expected files to leave out, comma separated')
    parser.add_argument('--through', help='convert to this format first, as in ".jslb", and compare the copy;\n'
                        '".fpls": the bytes of fulgens-replay,\n'
                        '".live.json": what live writes of them; both compared with the\n'
                        'answers for the profile with its times rounded to ns, as a stream has them, where these differ')
    parser.add_argument('--replay', help='tests/serve/fulgens-replay, for the last two')
    parser.add_argument('--servers', action='store_true', help='ask for symbols through the API of servers as well')
    parser.add_argument('--show', type=int, default=20, help='differences to print for each file')
    options = parser.parse_args()

    n_compared = n_different = n_files = 0
    seen = set()
    for folder in [os.environ.get('FULGENS_SHARED', ''), *options.folder]:
        if not os.path.isdir(folder):
            continue
        files = sorted(glob.glob(os.path.join(folder, '*.expected.json*'))
                       + glob.glob(os.path.join(folder, 'oracle', '*.expected.json*')))
        for file in files:
            name = os.path.basename(file).split('.expected.')[0]
            if (name in seen or name in options.without.split(',')
                    or (options.only and name not in options.only.split(','))):
                continue
            expected = load(file)
            profile = find_input(folder, file, expected['input'])
            if profile is None or name in NOT_READ:
                continue
            seen.add(name)
            with tempfile.TemporaryDirectory() as scratch:
                if options.through:
                    copy = os.path.join(scratch, 'copy' + options.through)
                    if options.through == '.fpls':
                        status, _ = wireclient.store(options.replay, profile, copy)
                        assert status == 0
                    elif options.through == '.live.json':
                        assert wireclient.follow(options.replay, options.query, profile, copy) == (0, 0)
                    else:
                        subprocess.run([options.query, 'convert', '-o', copy, profile], check=True)
                comparison = Comparison(options.query, name, copy if options.through else profile, options.show)
                if options.through in ('.fpls', '.live.json'):
                    rounded = os.path.join(scratch, 'rounded.json')
                    subprocess.run([options.query, 'convert', '-o', rounded, profile], check=True)
                    wireclient.round_times(rounded)
                    same = Comparison(options.query, name, rounded, 0)
                    same.run(copy_of(expected))
                    comparison.allowed = same.differences
                profile = comparison.profile
                comparison.run(expected)
                symbols = expected.get('symbolication') and find_symbols(folder, expected['symbolication']['symbols'])
                if symbols:
                    for through_server in (False, True) if options.servers else (False,):
                        comparison.check_symbolication(expected['symbolication'], load(symbols), through_server)
            n_files += 1
            n_compared += comparison.n_compared
            n_different += comparison.n_different
            print(f'{name}: {comparison.n_compared} answers, {comparison.n_different} differences', flush=True)

    print(f'{n_files} profiles, {n_compared} answers, {n_different} differences')
    return 1 if n_different or not n_compared else 0


if __name__ == '__main__':
    sys.exit(main())
