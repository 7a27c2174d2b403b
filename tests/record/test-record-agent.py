#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-record where perf events are refused: programs are sampled by timers of their own

test-record-agent.py FULGENS-RECORD FULGENS-QUERY SYMBOLIZER FOLDER MARKER-FOLDER

FOLDER has the sources of the programs, MARKER-FOLDER those of the library for markers.
"""

import json
import math
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RECORD, QUERY, SYMBOLIZER, FOLDER, LIBRARY = (os.path.abspath(argument) for argument in sys.argv[1:6])
NOBODY = 65534
LOADED = '''
#include <time.h>
static volatile unsigned sink;
static unsigned long long
get_cpu (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}
void
work_loaded (void)
{
  unsigned long long end = get_cpu () + 300000000;
  while (get_cpu () < end)
    for (unsigned i = 0; i < 20000; i++)
      sink = sink * 31 + i;
}
'''


def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


class Agent(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        os.chmod(cls.folder, 0o777)
        cls.environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none'}
        cls.environment.pop('XDG_RUNTIME_DIR', None)
        cls.environment.pop('LD_PRELOAD', None)
        for name, options in (('split', []), ('family', []), ('agent', []), ('waits', []), ('executes', []),
                              ('markers', ['-I', LIBRARY, f'{LIBRARY}/fulgens-marker.c'])):
            cls.compile(name, f'{FOLDER}/program-{name}.c', *options)
        cls.compile('refuse', f'{FOLDER}/refuse-perf.c')
        with open(f'{cls.folder}/loaded.c', 'w', encoding='utf-8') as file:
            file.write(LOADED)
        cls.compile('loaded.so', f'{cls.folder}/loaded.c', '-shared', '-fPIC')

    @classmethod
    def compile(cls, name, *arguments):
        subprocess.run(['cc', '-O2', '-g', '-std=gnu11', '-pthread', '-fno-ipa-icf', '-Wl,--build-id', '-o', f'{cls.folder}/{name}',
                        *arguments], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_it(self, *command, **options):
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment, **options)

    def record(self, *arguments, options=('--method', 'agent'), before=(), status=0, **others):
        """Records a program. Returns: what it printed; the rest is in self."""
        self.path, summary = f'{self.folder}/r.json', f'{self.folder}/summary'
        for path in (self.path, summary):
            if os.path.exists(path):
                os.remove(path)
        answer = self.run_it(*before, RECORD, '-o', self.path, '--summary', summary, *options, '--', *arguments, cwd=self.folder, **others)
        self.assertEqual(answer.returncode, status, answer.stderr)
        self.said = answer.stderr
        with open(summary, encoding='utf-8') as file:
            self.summary = json.load(file)
        self.assertEqual(self.summary['method'], 'agent')
        self.assertEqual(self.summary['lost']['ring'], 0)
        self.assertEqual(self.run_it(QUERY, 'check', self.path).stdout, 'No flaws found\n')
        return answer.stdout

    def query(self, *arguments):
        answer = self.run_it(QUERY, arguments[0], self.path, '--json', *arguments[1:])
        self.assertIn(answer.returncode, (0, 1), answer.stderr)
        return json.loads(answer.stdout)

    def threads(self):
        return self.query('info')['threads']

    def totals(self, thread):
        """Total by function, and those of all."""
        return {name: total for name, total, _ in self.query('functions', '--thread', str(thread), '-n', '100000')['rows']}

    def total(self, thread):
        return self.query('call-tree', '--thread', str(thread))['total']

    def test_exec_of_a_thread(self):
        """CPU time of the thread that executes a program counts once, though the first one goes on with it."""
        self.record(f'{self.folder}/executes', status=6)
        self.assertLess(abs(self.summary['cpu_ms'] - 400), 25)
        totals = [self.totals(thread).get('after', 0) for thread in range(len(self.query('info')['threads']))]
        self.assertGreater(max(totals) * self.summary['interval_ms'], 150, totals)

    def check_below(self, thread, bottom, part=0.99):
        """Nearly all is below a function, but what no stack was found of."""
        totals = self.totals(thread)
        unknown = totals.get('[not sampled]', 0) + totals.get('(waiting)', 0)
        # Before the first sample.
        unknown += sum(total for depth, name, total, _ in self.query('call-tree', '--thread', str(thread))['rows']
                       if depth == 0 and name == '(waiting for a CPU)')
        self.assertGreaterEqual(totals[bottom], part * (self.total(thread) - unknown), totals)
        self.assertLess(unknown, 0.2 * self.total(thread), totals)

    def check_split(self, printed):
        self.assertEqual((self.summary['processes'], self.summary['threads'], len(self.threads())), (1, 2, 2))
        spent_by_all = 0
        for line in printed.splitlines():
            name, *spent = line.split()
            thread = 0 if name == 'main' else 1
            spent = [int(ns) for ns in spent]
            spent_by_all += sum(spent) / 1e6
            self.check_below(thread, 'main' if thread == 0 else 'start_thread')
            own = self.own_cpu(thread)
            total = sum(own.get(function, 0) for function in ('take_seventy', 'take_twenty', 'take_ten'))
            for function, ns in zip(('take_seventy', 'take_twenty', 'take_ten'), spent):
                share = ns / sum(spent)
                # A sample stands for up to some ticks.
                error = math.sqrt(share * (1 - share) / (total / self.summary['interval_ms'] / 2))
                self.assertLess(abs(own.get(function, 0) / total - share), 4 * error, (name, function, share, own))
        self.assertLess(abs(self.summary['cpu_ms'] - spent_by_all), 0.05 * spent_by_all)

    def own_cpu(self, thread):
        """CPU time of samples by function, in ms."""
        with open(self.path, encoding='utf-8') as file:
            profile = json.load(file)
        shared, samples = profile['shared'], profile['threads'][thread]['samples']
        stacks, frames, funcs = shared['stackTable'], shared['frameTable'], shared['funcTable']
        spent = {}
        for stack, cpu in zip(samples['stack'], samples['threadCPUDelta']):
            names = set()
            while stack is not None:
                names.add(shared['stringArray'][funcs['name'][frames['func'][stacks['frame'][stack]]]])
                offset = stacks['prefixOffset'][stack]
                stack = stack - offset if offset else None
            for name in names:
                spent[name] = spent.get(name, 0) + (cpu or 0) / 1e6
        return spent

    def test_split(self):
        printed = self.record(f'{self.folder}/split', '1', '1500', status=3)
        self.check_split(printed)
        self.assertGreater(self.summary['samples'], 100)
        self.assertLess(self.summary['truncated_stacks'], 0.05 * self.summary['samples'])
        # The interval is the one that is reached.
        with open(self.path, encoding='utf-8') as file:
            self.assertEqual(json.load(file)['meta']['interval'], self.summary['interval_ms'])
        self.assertGreaterEqual(self.summary['interval_ms'], 1)

    def test_refused(self):
        """Where a filter refuses perf events; it is said."""
        refuse = f'{self.folder}/refuse'
        if self.run_it(refuse, 'true').returncode != 0:
            self.skipTest('no filters')
        printed = self.record(f'{self.folder}/split', '2', '800', options=(), before=[refuse], status=3)
        self.check_split(printed)
        self.assertEqual(len([line for line in self.said.splitlines() if 'sampling by timers' in line]), 1, self.said)
        answer = self.run_it(refuse, RECORD, '--method', 'perf', '-o', f'{self.folder}/none.json', '--', 'true')
        self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)
        refused, = self.summary['refused']
        self.assertEqual(refused['what'], 'perf events')
        self.assertIn(refused['because'], self.said)
        with open('/proc/sys/kernel/perf_event_paranoid', encoding='ascii') as file:
            is_setting = int(file.read()) > 2
        self.assertIn('sysctl' if is_setting else 'seccomp', refused['change'])
        answer = self.run_it(refuse, RECORD, '--check')
        self.assertEqual(answer.returncode, 1)
        self.assertIn('seccomp', answer.stdout)
        self.assertEqual('paranoid=2' in answer.stdout, is_setting, answer.stdout)

    def test_as_user(self):
        if os.geteuid() != 0:
            self.skipTest('needs root to become someone else')
        printed = self.record(f'{self.folder}/split', '3', '500', status=3, preexec_fn=as_nobody)
        self.check_split(printed)

    def test_programs_that_cannot_be(self):
        """The reason is said, and nothing runs."""
        self.compile('static', f'{FOLDER}/program-split.c', '-static')
        mark = f'{self.folder}/ran'
        with open(f'{self.folder}/script', 'w', encoding='utf-8') as file:
            file.write(f'#!{self.folder}/static\n')
        os.chmod(f'{self.folder}/script', 0o755)
        for program, word in (('static', 'statically'), ('script', 'statically')):
            answer = self.run_it(RECORD, '--method', 'agent', '-o', f'{mark}.json', '--', f'{self.folder}/{program}', '1', '50')
            self.assertEqual((answer.returncode, answer.stdout, len(answer.stderr.splitlines())), (125, '', 1), answer.stderr)
            self.assertIn(word, answer.stderr)
        answer = self.run_it(RECORD, '--method', 'agent', '-p', str(os.getpid()), '-o', f'{mark}.json')
        self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)
        answer = self.run_it(RECORD, '--method', 'none', '-o', f'{mark}.json', '--', 'true')
        self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)
        if os.geteuid() == 0:
            shutil.copy(f'{self.folder}/split', f'{self.folder}/rights')
            os.chmod(f'{self.folder}/rights', 0o4755)
            answer = self.run_it(RECORD, '--method', 'agent', '-o', f'{mark}.json', '--', f'{self.folder}/rights', '1', '50', preexec_fn=as_nobody)
            self.assertEqual((answer.returncode, answer.stdout), (125, ''), answer.stderr)
            self.assertIn('rights', answer.stderr)
        for command, status in ((('/no/such/program',), 127), ((self.folder,), 126)):
            answer = self.run_it(RECORD, '--method', 'agent', '-o', f'{mark}.json', '--', *command)
            self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (status, 1), answer.stderr)
        self.assertFalse(os.path.exists(f'{mark}.json'))

    def test_without_agent(self):
        """What a program starts, and the agent is not loaded into: its CPU time counts, and the reason is said."""
        self.compile('static', f'{FOLDER}/program-split.c', '-static')
        spawn = ('import os, sys\n'
                 'for program in sys.argv[1:]:\n'
                 '    os.waitpid(os.posix_spawn(program, [program, "5", "500"], {}), 0)\n')
        printed = self.record(sys.executable, '-c', spawn, f'{self.folder}/split', f'{self.folder}/static')
        spent = sum(int(ns) for line in printed.splitlines() for ns in line.split()[1:]) / 1e6
        self.assertGreater(spent, 700)
        # What Python does before it has an agent counts as well.
        rest = self.summary['cpu_ms'] - spent
        self.assertGreater(self.summary['unsampled_cpu_ms'], 0.9 * spent - self.summary['interval_ms'])
        self.assertLess(self.summary['unsampled_cpu_ms'], 1.1 * spent + rest + self.summary['interval_ms'])
        self.assertEqual({(refused['what'], refused['because']) for refused in self.summary['refused']},
                         {('samples of 1 process', 'linked statically'), ('samples of 1 process', 'its environment was cleared')})
        self.assertEqual(len([line for line in self.said.splitlines() if '2 processes could not be sampled' in line]), 1, self.said)
        self.assertEqual(self.summary['processes'], 3)
        for i, thread in enumerate(self.threads()):
            if thread['name'] in ('split', 'static'):
                own = self.own_cpu(i)
                self.assertGreater(own['[not sampled]'], 0.9 * sum(own.values()))
        # The program itself is in place of one that had an agent.
        printed = self.record('env', '-i', f'{self.folder}/split', '6', '200', status=3)
        spent = sum(int(ns) for line in printed.splitlines() for ns in line.split()[1:]) / 1e6
        self.assertLess(abs(self.summary['cpu_ms'] - spent), 0.1 * spent + self.summary['interval_ms'])
        self.assertEqual([refused['because'] for refused in self.summary['refused']], ['its environment was cleared'])

    def test_short_processes(self):
        """What is gone before anyone looks: its parent knows its CPU time, and that is said."""
        self.compile('static', f'{FOLDER}/program-split.c', '-static')
        for program in (f'{self.folder}/static', f'env -i {self.folder}/split'):
            loop = f'for i in 1 2 3 4 5 6 7 8; do {program} $i 15; done; exit 3'
            # Also what its parent asked for, and is gone itself; the shell forks here.
            for command in (loop, f'({loop}); env -i sh -c "({loop}); exit 3"; exit 3'):
                printed = self.record('sh', '-c', command, status=3)
                spent = sum(int(ns) for line in printed.splitlines() for ns in line.split()[1:]) / 1e6
                self.assertGreater(spent, 200)
                self.assertGreater(self.summary['cpu_ms'], spent - 10)
                self.assertLess(self.summary['cpu_ms'], 1.25 * spent + 30)   # what else they do
                # A machine with more to do lets some be seen.
                seen = sum('could not be sampled: ' in line for line in self.said.splitlines())
                unseen = 'had ended before they were seen: it is in (short threads)' in self.said
                self.assertTrue(seen or unseen, self.said)
                self.assertEqual(unseen, 'samples of short processes and threads' in [refused['what'] for refused in self.summary['refused']])
                self.assertTrue(not unseen or '(short threads)' in [thread['name'] for thread in self.threads()])
        # Those with an agent are known until they end.
        self.record('sh', '-c', f'for i in 1 2 3 4 5 6 7 8; do {self.folder}/split $i 15; done; exit 3', status=3)
        self.assertNotIn('had ended before they were seen', self.said)
        # Also while the parent goes on.
        self.record('sh', '-c', f'for i in $(seq 150); do {self.folder}/static $i 15; done', options=('--method', 'agent', '-d', '1.5'))
        self.assertGreater(self.summary['cpu_ms'], 200)

    def test_missing_library(self):
        """A program that the dynamic linker ends has its status, and the reason is said."""
        for name, text, options in (('needed.so', 'int needed (void) { return 1; }', ('-shared', '-fPIC')),
                                    ('needs', 'int needed (void); int main (void) { return needed (); }', (f'{self.folder}/needed.so',))):
            with open(f'{self.folder}/{name}.c', 'w', encoding='utf-8') as file:
                file.write(text)
            self.compile(name, f'{self.folder}/{name}.c', *options)
        os.unlink(f'{self.folder}/needed.so')
        self.record(f'{self.folder}/needs', status=127)
        self.assertEqual(len(self.threads()), 1)
        self.assertTrue(any(refused['because'].startswith('it had ended before the library began') for refused in self.summary['refused']),
                        self.summary)
        self.assertIn('1 process could not be sampled: it had ended before the library began', self.said)

    def test_sanitized(self):
        """An address sanitizer lets the agent in, and lets it read stacks; options for it stay."""
        with open(f'{self.folder}/sanitized.c', 'w', encoding='utf-8') as file:
            file.write('#include <stdlib.h>\n#include <time.h>\n'
                       'void burn (int n) { volatile char room[64]; while (clock () < 300000) room[n]++; }\n'
                       'int main (int argc, char **argv) { volatile int at = 64 * (argc > 1); burn (1); '
                       'return ((volatile char *) malloc (16))[at] ? 8 : 7; }\n')
        for options in ((), ('-static-libasan',)):
            try:
                self.compile('sanitized', f'{self.folder}/sanitized.c', '-fsanitize=address', *options)
            except subprocess.CalledProcessError:
                self.skipTest('the compiler has no address sanitizer')
            self.environment['ASAN_OPTIONS'] = 'malloc_fill_byte=0:max_malloc_fill_size=64:exitcode=42:detect_leaks=0'
            try:
                for arguments, status in (((), 7), (('broken',), 42)):
                    self.record(f'{self.folder}/sanitized', *arguments, status=status)
                    self.assertGreater(self.totals(0).get('burn', 0) * self.summary['interval_ms'], 200, self.said)
            finally:
                del self.environment['ASAN_OPTIONS']

    def check_silent(self, because, *command, least=0.85, **options):
        """A process that begins with an agent has one no more: its CPU time counts all the same, under its name."""
        printed = self.record(*command, **options)
        spent = sum(int(ns) for line in printed.splitlines() for ns in line.split()[1:] if ns.isdigit()) / 1e6 or 400
        self.assertEqual([refused['because'] for refused in self.summary['refused']], [because])
        self.assertIn(because, self.said)
        self.assertGreater(self.summary['cpu_ms'], least * spent)
        self.assertGreater(self.summary['unsampled_cpu_ms'], least * spent)

    def test_loaded_but_silent(self):
        """Programs that the agent is loaded into, and does not sample."""
        split = f'{self.folder}/split'
        self.check_silent('its environment was cleared', 'env', '-u', 'FULGENS_MARKERS', split, '7', '400', status=3)
        self.assertEqual(self.threads()[0]['name'], 'split')
        self.check_silent('sampled by another recorder', RECORD, '-q', '--no-symbols', '--method', 'agent', '-o', f'{self.folder}/inner.json', '--',
                          split, '7', '400', status=3)
        self.assertIn('split', [thread['name'] for thread in self.threads()])
        if os.geteuid() == 0:
            self.check_silent('as another user, who may not write samples', 'setpriv', '--reuid', str(NOBODY), '--clear-groups', split, '7', '400',
                              status=3)
        calls = {'x86_64': (14, 56), 'aarch64': (135, 220)}[platform.machine()]
        burn = 'import ctypes, os, time\ndef burn():\n while time.thread_time() < .4: pass\n'
        self.check_silent('the signals of its timers do not arrive', sys.executable, '-c',
                          f'{burn}ctypes.CDLL(None).syscall({calls[0]}, 0, b"\\xff" * 8, None, 8)\nburn()')
        self.check_silent('made without fork(), or it does not reach the folder of samples', sys.executable, '-c',
                          f'{burn}if ctypes.CDLL(None).syscall({calls[1]}, 17, 0, 0, 0, 0) == 0:\n burn()\n os._exit(0)\nos.wait()', least=0.8)

    def test_child_after_clearing(self):
        """A process that clears its own environment hands its agent on to children all the same."""
        self.record(sys.executable, '-c', 'import os, time\nos.environ.clear()\n'
                    'if os.fork() == 0:\n while time.thread_time() < .4: pass\n os._exit(0)\nos.wait()')
        self.assertEqual(self.summary['refused'], [])
        self.assertLess(self.summary['unsampled_cpu_ms'], 0.2 * self.summary['cpu_ms'])

    def test_name_of_a_marker(self):
        """A name that a program gives its thread by a marker stays, whatever the kernel calls it."""
        self.record(f'{self.folder}/markers', 'fields')
        self.assertEqual([thread['name'] for thread in self.threads()], ['named'])

    def test_rename_while_waiting(self):
        """Threads that only wait have the names that they give themselves."""
        rename = ('import ctypes, threading, time\n'
                  'def work():\n'
                  '    for name, pause in ((b"one", .5), (b"two", 1), (b"three", .5)):\n'
                  '        ctypes.CDLL(None).prctl(15, name, 0, 0, 0)\n'
                  '        time.sleep(pause)\n'
                  'thread = threading.Thread(target=work)\nthread.start()\nthread.join()\n')
        for name, ms in (('one', 500), ('two', 1000), ('three', 500)):
            self.record(sys.executable, '-c', rename, options=('--method', 'agent', '--threads', name))
            self.assertLess(abs(self.total(0) * self.summary['interval_ms'] - ms), 110, name)
        summary = f'{self.folder}/hidden'
        answer = self.run_it(RECORD, '--method', 'agent', '--threads', 'nobody', '-o', f'{self.folder}/none.json', '--summary', summary, '--',
                             f'{self.folder}/split', '1', '300')
        self.assertEqual(answer.returncode, 125, answer.stderr)
        with open(summary, encoding='utf-8') as file:
            self.assertEqual(json.load(file)['samples'], 0)

    def test_short_waits(self):
        """Many short waits after a long one do not count for it."""
        for _ in range(4):   # where others keep the recorder from looking in time, the middle is farther away
            waited = float(self.record(f'{self.folder}/waits', 'short'))
            totals = self.totals(0)
            error = abs(totals['wait_for_long'] * self.summary['interval_ms'] - waited)
            if error < 0.06 * waited:
                break
        self.assertLess(error, 0.12 * waited, totals)

    def test_truncated(self):
        """Samples whose stack is not whole count, and waits do not."""
        self.record(f'{self.folder}/family', 'recursion', '300', options=('--method', 'agent', '--stack-size', '4'))
        self.assertGreater(self.summary['samples'], 10)
        self.assertGreater(self.summary['truncated_stacks'], 0.9 * self.summary['samples'])
        self.assertLessEqual(self.summary['truncated_stacks'], self.summary['samples'])
        self.record('sleep', '0.5', options=('--method', 'agent', '--stack-size', '1'))
        self.assertLessEqual(self.summary['truncated_stacks'], self.summary['samples'])

    def test_no_room(self):
        """Where the folder of temporary files is full, before the program begins, or later."""
        full = f'{self.folder}/full'
        os.mkdir(full)
        mount = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs -o "size=$0" none "$TMPDIR" && exec "$@"']
        environment = {**self.environment, 'TMPDIR': full}
        if subprocess.run([*mount, '64k', 'true'], env=environment, capture_output=True, check=False).returncode != 0:
            self.skipTest('nothing can be mounted')
        answer = subprocess.run([*mount, '40k', RECORD, '--method', 'agent', '-o', f'{self.folder}/none.json', '--', 'true'],
                                env=environment, capture_output=True, text=True, check=False)
        self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)
        self.assertIn('no room', answer.stderr)
        self.assertIn(full, answer.stderr)
        before, self.environment = self.environment, environment
        try:
            fill = f'dd if=/dev/zero of={full}/x bs=1k 2>/dev/null; {self.folder}/split 7 600; true'   # it is looked at each 100 ms
            self.record('sh', '-c', fill, before=[*mount, '1600k'])
        finally:
            self.environment = before
        self.assertIn('no room for samples', self.said)
        self.assertGreater(self.summary['cpu_ms'], 1080)

    def test_family(self):
        self.record(f'{self.folder}/family', 'children')
        self.assertEqual((self.summary['processes'], self.summary['threads']), (4, 4))
        for i, thread in enumerate(self.threads()):
            if thread['sampleCount'] > 50:
                self.assertIn('go_down', self.totals(i))
        self.record(f'{self.folder}/family', 'recursion', '150')
        path = [name for _, name, _, _ in self.query('call-tree')['rows']]
        self.assertGreaterEqual(path.count('go_down'), 151)
        self.record(f'{self.folder}/family', 'short')
        self.assertEqual(self.summary['threads'], 501)
        self.record(f'{self.folder}/family', 'death', status=128 + signal.SIGKILL)
        self.assertIn('burn', self.totals(0))
        self.record(f'{self.folder}/family', 'kernel')
        self.check_below(0, 'main', 0.98)

    def test_many_processes(self):
        """More than there are CPUs, all of them at once: each has its threads, once."""
        command = f'for i in $(seq 24); do "{self.folder}/split" $i 40 >/dev/null & done; wait'
        self.record('sh', '-c', command, options=('--method', 'agent', '--off-cpu', 'yes'))
        with open(self.path, encoding='utf-8') as file:
            threads = json.load(file)['threads']
        numbers = [(thread['pid'], thread['tid']) for thread in threads]
        self.assertEqual(len(numbers), len(set(numbers)))
        self.assertEqual(len([thread for thread in threads if thread['name'] == 'split']), 48)
        self.assertGreater(self.summary['cpu_ms'], 24 * 80 * 0.95)

    def test_exec(self):
        """One process and one thread, whose second program has its own functions and maps."""
        spent = int(self.record(f'{self.folder}/agent', 'exec')) / 1e6   # the clock goes on
        self.assertEqual((self.summary['processes'], self.summary['threads']), (1, 1))
        self.check_below(0, 'main')
        self.assertGreater(spent, 395)
        self.assertLess(abs(self.summary['cpu_ms'] - spent), 0.05 * spent + self.summary['interval_ms'])

    def test_killed_recorder(self):
        """The program goes on, and is interrupted no more."""
        def program():
            with open(f'/proc/{recorder.pid}/task/{recorder.pid}/children', encoding='utf-8') as file:
                pids = file.read().split()
            return next((pid for pid in pids if os.readlink(f'/proc/{pid}/exe') == f'{self.folder}/split'), None)

        def until(condition):
            end = time.monotonic() + 60
            while time.monotonic() < end:
                found = condition()
                if found:
                    return found
                time.sleep(0.05)
            raise AssertionError('never')

        def timers(pid):
            with open(f'/proc/{pid}/timers', encoding='utf-8') as file:
                return file.read()

        if not os.path.exists('/proc/self/timers'):
            self.skipTest('the kernel does not list timers')
        recorder = subprocess.Popen([RECORD, '-q', '--method', 'agent', '-o', f'{self.folder}/killed.json', '--', f'{self.folder}/split', '1', '60000'],
                                    env=self.environment, stdout=subprocess.DEVNULL)
        pid = None
        try:
            pid = until(program)
            until(lambda: timers(pid))
            recorder.kill()
            recorder.wait()
            until(lambda: not timers(pid))
            self.assertTrue(os.path.exists(f'/proc/{pid}/exe'))
        finally:
            recorder.kill()
            recorder.wait()
            if pid:
                os.kill(int(pid), signal.SIGKILL)
        self.assertFalse(os.path.exists(f'{self.folder}/killed.json'))

    def test_odd_programs(self):
        for how, function in (('masked', 'work_masked'), ('other-stack', 'work_apart')):
            spent = int(self.record(f'{self.folder}/agent', how)) / 1e6
            self.assertGreater(self.own_cpu(0)[function], 0.9 * spent, how)
        self.record(f'{self.folder}/agent', 'loaded', f'{self.folder}/loaded.so')
        self.assertGreater(self.own_cpu(0)['work_loaded'], 250)
        self.check_below(0, 'main')

    def others(self):
        """Threads but the first one, with their numbers."""
        with open(self.path, encoding='utf-8') as file:
            return [(i, thread) for i, thread in enumerate(json.load(file)['threads']) if not thread['isMainThread']]

    def test_threads(self):
        """However they end, and those that no library has made."""
        self.record(f'{self.folder}/agent', 'leave')
        self.assertEqual(self.summary['threads'], 4)
        others = self.others()
        self.assertEqual(len(others), 3)
        for i, thread in others:
            self.assertGreater(self.own_cpu(i)['leave'], 120)
            self.assertIsNotNone(thread['unregisterTime'])
            self.assertEqual(self.totals(i).get('run_thread', 0), 0)
        self.record(f'{self.folder}/agent', 'clone')
        self.assertEqual(self.summary['threads'], 2)
        self.assertIn('run_clone', self.totals(self.others()[0][0]))

    def test_first_thread_leaves(self):
        """Its wait does not go on, and its process has ended with the last thread."""
        self.record(f'{self.folder}/agent', 'first-leaves')
        with open(self.path, encoding='utf-8') as file:
            first, second = json.load(file)['threads']
        self.assertLess(first['unregisterTime'], second['unregisterTime'] - 30)
        self.assertEqual(first['processShutdownTime'], second['processShutdownTime'])
        self.assertLess(self.total(0) * self.summary['interval_ms'], first['unregisterTime'] + 2 * self.summary['interval_ms'])

    def test_children_that_leave(self):
        """What they used since their last sample counts, although nothing is called at their ends."""
        spent = [int(line) / 1e6 for line in self.record(f'{self.folder}/agent', 'children').splitlines()]
        self.assertEqual(self.summary['processes'], 21)
        self.assertEqual(len(spent), 21)
        self.assertLess(abs(self.summary['cpu_ms'] - sum(spent)), 0.05 * sum(spent) + 2 * self.summary['interval_ms'])
        with open(self.path, encoding='utf-8') as file:
            lives = sorted(thread['unregisterTime'] - thread['registerTime'] for thread in json.load(file)['threads']
                           if thread['name'] != '(short threads)')
        self.assertLess(lives[10], 30)   # it is not known 50 ms later, when that is looked for

    def test_named_late(self):
        """What a thread runs before it has the name that is asked for is not of it."""
        self.record(f'{self.folder}/agent', 'named', options=('--method', 'agent', '--threads', 'work*'))
        self.assertLess(abs(self.own_cpu(0)['main'] - 100), 12)
        waits = self.totals(0).get('(waiting for a CPU)', 0)   # as many as others on the machine make
        self.assertLess((self.total(0) - waits) * self.summary['interval_ms'], 130)

    def test_without_stacks(self):
        """They are not asked for, so that none is missing."""
        self.record(f'{self.folder}/agent', 'again', options=('--method', 'agent', '--stacks', 'none'))
        self.assertEqual(self.summary['truncated_stacks'], 0)
        self.assertNotIn('(truncated)', self.totals(0))
        self.assertGreater(self.own_cpu(0)['work'], 150)

    def test_begins(self):
        """No row is before the begin of its thread."""
        for program in (('family', 'short'), ('waits', 'sleepers', '300')):
            self.record(f'{self.folder}/{program[0]}', *program[1:])
            with open(self.path, encoding='utf-8') as file:
                threads = json.load(file)['threads']
            self.assertEqual([thread['name'] for thread in threads
                              if thread['samples']['length'] and thread['samples']['time'][0] < thread['registerTime'] - 0.001], [])

    def test_waits(self):
        """The weights of a thread are its lifetime, and its waits have stacks."""
        self.record('sleep', '1.5')
        weight = self.total(0) * self.summary['interval_ms']
        with open(self.path, encoding='utf-8') as file:
            thread = json.load(file)['threads'][0]
        # A machine with more to do starts it late.
        lifetime = thread['unregisterTime'] - thread['samples']['time'][0]
        self.assertGreaterEqual(lifetime, 1500)
        self.assertLess(abs(weight - lifetime), 0.04 * lifetime)
        waiting = max(total for name, total in self.totals(0).items() if 'nanosleep' in name)
        self.assertGreater(waiting, 0.9 * self.total(0))
        self.record(f'{self.folder}/waits', 'sleepers', '800')
        self.assertEqual(self.summary['threads'], 201)

    def test_kinds(self):
        """Waits that begin and end between two looks at other threads have stacks."""
        for arguments, kinds in ((('kinds', '1500', '20'), ('wait_for_condition', 'wait_in_poll', 'wait_in_read')),
                                 (('turns', '2000', '16'), ('wait_for_condition', 'wait_in_poll'))):
            for _ in range(3):   # others may keep the recorder from looking in time
                spent = [float(word) for word in self.record(f'{self.folder}/waits', *arguments).split()]
                found = [self.totals(0).get(kind, 0) * self.summary['interval_ms'] for kind in kinds]
                errors = [abs(a - b) for a, b in zip(found, spent[1:])]
                if max(errors) < 0.04 * sum(spent):
                    break
            self.assertLess(max(errors), 0.08 * sum(spent), (found, spent))
            self.assertGreater(self.totals(0)['main'] * self.summary['interval_ms'], 0.95 * sum(spent))

    def test_preempted(self):
        """More threads than CPUs: their CPU time is exact, the rest is at (waiting for a CPU)."""
        spent = [line.split() for line in self.record(f'{self.folder}/waits', 'preempted', '600').splitlines()]
        cpu = sum(float(words[1]) for words in spent)
        self.assertLess(abs(self.summary['cpu_ms'] - cpu), 0.05 * cpu + 10)
        for i, thread in enumerate(self.threads()):
            words = [words for words in spent if int(words[0]) == thread['tid']]
            if not words:
                continue
            lifetime, cpu = float(words[0][2]), float(words[0][1])
            self.assertLess(abs(self.total(i) * self.summary['interval_ms'] - lifetime), 0.06 * lifetime)
            self.assertLess(abs(self.own_cpu(i)['work_thread'] - cpu), 0.2 * cpu)
            waiting = self.totals(i).get('(waiting for a CPU)', 0) * self.summary['interval_ms']
            self.assertGreater(waiting, 0.7 * (lifetime - cpu))

    def test_markers(self):
        self.record(f'{self.folder}/markers', 'threads', '500')
        self.assertEqual(self.summary['markers'], 2000)
        self.assertEqual(self.summary['lost']['markers'], 0)

    def pause(self, *command, before, meanwhile, after):
        """Records with a pause of some time, all in seconds. Returns: the summary; the program runs on"""
        self.path, summary = f'{self.folder}/pause.json', f'{self.folder}/pause-summary'
        recorder = subprocess.Popen([RECORD, '-q', '--method', 'agent', '-o', self.path, '--summary', summary, '--', *command],
                                    env=self.environment, stdout=subprocess.DEVNULL)
        self.addCleanup(subprocess.run, ['pkill', '-f', f'{self.folder}/split'], check=False)
        try:
            time.sleep(before)
            recorder.send_signal(signal.SIGUSR1)
            time.sleep(meanwhile)
            recorder.send_signal(signal.SIGUSR1)
            time.sleep(after)
            recorder.send_signal(signal.SIGINT)
            self.assertEqual(recorder.wait(30), 0)
        finally:
            recorder.kill()
        with open(summary, encoding='utf-8') as file:
            return json.load(file)

    def test_pause_with_new_processes(self):
        """What they use until the recording goes on does not count either, whether they have an agent or not."""
        self.compile('split-static', f'{FOLDER}/program-split.c', '-static')
        for program in ('split', 'split-static'):
            figures = self.pause('sh', '-c', f'sleep 0.5; {self.folder}/{program} 4 3000; true', before=0.3, meanwhile=1.3, after=0.5)
            self.assertLess(figures['cpu_ms'], 2 * (figures['duration_ms'] - 1500), program)
            self.assertGreater(figures['cpu_ms'], 0)
            subprocess.run(['pkill', '-f', f'{self.folder}/split'], check=False)

    def test_after_the_end(self):
        """The program goes on without timers."""
        if not os.path.exists('/proc/self/timers'):
            self.skipTest('the kernel does not say timers')
        pid_file = f'{self.folder}/pid'
        recorder = subprocess.Popen([RECORD, '-q', '--method', 'agent', '-o', f'{self.folder}/end.json', '--', 'sh', '-c',
                                     f'echo $$ >{pid_file}; exec {self.folder}/split 8 100000'], env=self.environment, stdout=subprocess.DEVNULL)
        self.addCleanup(subprocess.run, ['pkill', '-f', f'{self.folder}/split'], check=False)
        self.wait_for(lambda: os.path.exists(pid_file) and os.path.getsize(pid_file) > 0)
        with open(pid_file, encoding='ascii') as file:
            timers = f'/proc/{file.read().strip()}/timers'
        self.wait_for(lambda: self.count_timers(timers) == 2)   # of two threads
        recorder.send_signal(signal.SIGINT)
        self.assertEqual(recorder.wait(30), 0)
        self.wait_for(lambda: self.count_timers(timers) == 0)

    def test_killed(self):
        """Where the recorder was killed what the program starts makes no files, which nobody would remove."""
        folder_file, over = f'{self.folder}/folder', f'{self.folder}/over'
        environment = {**self.environment, 'TMPDIR': self.folder}   # recorders of other tests remove what is left in others
        recorder = subprocess.Popen([RECORD, '-q', '--method', 'agent', '-o', f'{self.folder}/killed.json', '--', 'sh', '-c',
                                     f'echo $FULGENS_MARKERS >{folder_file}; sleep 1; for i in 1 2 3; do env true; done; echo >{over}'],
                                    env=environment)
        self.wait_for(lambda: os.path.exists(folder_file) and os.path.getsize(folder_file) > 0)
        recorder.kill()
        recorder.wait(30)
        with open(folder_file, encoding='utf-8') as file:
            folder = file.read().strip()
        self.addCleanup(shutil.rmtree, folder)
        before = set(os.listdir(folder))
        self.assertTrue(any(name.startswith('samples-') for name in before), before)
        self.wait_for(lambda: os.path.exists(over))
        self.assertEqual(set(os.listdir(folder)), before)

    def wait_for(self, condition):
        for _ in range(200):
            if condition():
                return
            time.sleep(0.05)
        self.fail('it does not come')

    @staticmethod
    def count_timers(path):
        with open(path, encoding='ascii') as file:
            return sum(line.startswith('ID:') for line in file)

    def test_pause(self):
        """What happens meanwhile does not count; the program goes on after an interrupt, and is sampled no more."""
        figures = self.pause(f'{self.folder}/split', '4', '100000', before=0.5, meanwhile=1, after=0.5)
        self.assertLess(figures['cpu_ms'], 2 * (figures['duration_ms'] - 900))
        self.assertGreater(figures['cpu_ms'], 0)
        # Nor does it later: no row has the CPU time of the pause.
        with open(self.path, encoding='utf-8') as file:
            for thread in json.load(file)['threads']:
                self.assertLess(max(cpu or 0 for cpu in thread['samples']['threadCPUDelta']) / 1e6, 500)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
