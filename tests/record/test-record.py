#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-record: programs that account for their own time, and what the profile says of them

test-record.py FULGENS-RECORD FULGENS-QUERY SYMBOLIZER FOLDER [SEEDS]

FOLDER has the sources of the programs, which are compiled here. Exits with 77, for "skipped", where the kernel permits no
perf events.
"""

import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RECORD, QUERY, SYMBOLIZER, FOLDER = (os.path.abspath(argument) for argument in sys.argv[1:5])
SEEDS = int(sys.argv[5]) if len(sys.argv) > 5 else 2
RECEIVED = tempfile.TemporaryDirectory()   # what is received and not saved
ENVIRONMENT = {**os.environ, 'XDG_STATE_HOME': RECEIVED.name, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none'}
NOBODY = 65534


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, **options)


def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def spent_ticks(pid):
    """CPU time of a process."""
    with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
        return sum(int(ticks) for ticks in file.read().rpartition(')')[2].split()[11:13])


class Record(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        os.chmod(cls.folder, 0o777)
        for name in ('split', 'family'):
            subprocess.run(['cc', '-O2', '-g', '-pthread', '-fno-ipa-icf', '-Wl,--build-id', '-o', f'{cls.folder}/{name}',
                            f'{FOLDER}/program-{name}.c'], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def record(self, *arguments, name='r.json', status=0, options=(), **others):
        """Records a program. Returns: what it printed, and the summary"""
        self.path = f'{self.folder}/{name}'
        summary = f'{self.path}.summary'
        answer = run(RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--summary', summary, *options, '--', *arguments, cwd=self.folder, **others)
        self.assertEqual(answer.returncode, status, answer.stderr)
        with open(summary, encoding='utf-8') as file:
            return answer.stdout, json.load(file)

    def query(self, *arguments):
        answer = run(QUERY, arguments[0], self.path, '--json', *arguments[1:])
        self.assertIn(answer.returncode, (0, 1), answer.stderr)
        return json.loads(answer.stdout)

    def threads(self):
        return self.query('info')['threads']

    def totals(self, thread):
        """Total by function."""
        return {name: total for name, total, _ in self.query('functions', '--thread', str(thread), '-n', '100000')['rows']}

    def check_split(self, printed):
        threads = self.threads()
        self.assertEqual(len(threads), 2)
        for line in printed.splitlines():
            name, *spent = line.split()
            thread = 0 if name == 'main' else 1
            spent = [int(ns) for ns in spent]
            totals = self.totals(thread)
            total = sum(totals[name] for name in ('take_seventy', 'take_twenty', 'take_ten'))
            for function, ns in zip(('take_seventy', 'take_twenty', 'take_ten'), spent):
                share = ns / sum(spent)
                error = math.sqrt(share * (1 - share) / total)
                self.assertLess(abs(totals[function] / total - share), 4 * error, (name, function, share, totals))
            bottom = totals['main'] if thread == 0 else totals['start_thread']
            self.assertGreaterEqual(bottom, 0.97 * total, totals)

    def check_cpu(self, printed, summary):
        """The CPU time of the recording is that of the program, whatever ticks hit, and its rows weigh as much."""
        spent = sum(int(ns) for line in printed.splitlines() for ns in line.split()[1:]) / 1e6
        self.assertGreater(summary['cpu_ms'], 0.95 * spent)
        weight = sum(self.query('call-tree', '--thread', str(thread))['total'] for thread in range(len(self.threads())))
        self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 0.05 * summary['cpu_ms'])

    def test_split(self):
        for seed in range(SEEDS):
            printed, summary = self.record(f'{self.folder}/split', str(100 * seed), '400', status=3)
            self.check_split(printed)
            self.check_cpu(printed, summary)
            self.assertEqual(summary['lost']['ring'], 0)
            self.assertEqual((summary['processes'], summary['threads']), (1, 2))
            self.assertLess(summary['truncated_stacks'], 0.05 * summary['samples'])

    def test_help(self):
        self.assertIn('Exit status: that of the program; 125', run(RECORD, '--help').stdout)

    def test_as_user(self):
        if os.geteuid() != 0:
            self.skipTest('needs root to become someone else')
        printed, summary = self.record(f'{self.folder}/split', '7', '400', status=3, name='user.json', preexec_fn=as_nobody)
        self.check_split(printed)
        self.check_cpu(printed, summary)

    def test_turns(self):
        """Threads that wait for one another all the time: a switch takes as long as what they do, and counts for them."""
        for others in ({}, {'preexec_fn': as_nobody})[:2 if os.geteuid() == 0 else 1]:
            printed, summary = self.record(f'{self.folder}/family', 'turns', '800', name=f'turns-{len(others)}.json', **others)
            spent = int(printed.split()[1]) / 1e6
            self.assertLess(abs(summary['cpu_ms'] - spent), 0.05 * spent, summary)
            weight = sum(self.query('call-tree', '--thread', str(thread))['total'] for thread in range(len(self.threads())))
            self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 0.05 * summary['cpu_ms'])

    def test_pause_and_end(self):
        """What a program uses in a pause does not count, also if it ends by itself."""
        summary = f'{self.folder}/pause.summary'
        command = ('-o', f'{self.folder}/pause.json', '--summary', summary, '--', f'{self.folder}/split', '5', '1500')
        recorder = subprocess.Popen([RECORD, '-q', *command], env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        for seconds in (0.4, 1):
            time.sleep(seconds)
            recorder.send_signal(signal.SIGUSR1)
        self.assertEqual(recorder.wait(60), 3)
        with open(summary, encoding='utf-8') as file:
            figures = json.load(file)
        self.assertGreater(figures['cpu_ms'], 0)
        self.assertLess(figures['cpu_ms'], 2 * (figures['duration_ms'] - 900))

    def test_short_processes(self):
        """Each has half an interval or less: together they weigh what they use."""
        script = ('import os, resource as r\n'
                  'for _ in range(300): os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)\n'
                  'print(sum(sum(r.getrusage(who)[:2]) for who in (r.RUSAGE_SELF, r.RUSAGE_CHILDREN)))')
        printed, summary = self.record(sys.executable, '-c', script, name='short.json', options=('-i', '2'))
        spent = 1000 * float(printed)
        self.assertLess(abs(summary['cpu_ms'] - spent), 0.05 * spent + 10, (printed, summary))
        weight = sum(self.query('call-tree', '--thread', str(thread))['total'] for thread in range(len(self.threads())))
        self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 0.05 * summary['cpu_ms'] + 2 * summary['interval_ms'])

    def test_short_processes_of_one_that_goes_on(self):
        """What they use is known where the recording ends before the program."""
        said = f'{self.folder}/said'
        script = ('import os, resource as r, sys, time\nend = time.time() + 1.2\n'
                  'while time.time() < end: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)\n'
                  'used = sum(sum(r.getrusage(who)[:2]) for who in (r.RUSAGE_SELF, r.RUSAGE_CHILDREN))\n'
                  'open(sys.argv[1], "w").write(f"{used} {os.getpid()}")\nos.close(1)\nos.close(2)\ntime.sleep(60)')
        _, summary = self.record(sys.executable, '-c', script, said, name='on.json', options=('-d', '2.5'))
        used, pid = open(said, encoding='ascii').read().split()
        os.kill(int(pid), signal.SIGKILL)
        self.assertLess(abs(summary['cpu_ms'] - 1000 * float(used)), 0.04 * 1000 * float(used) + 10, (used, summary))

    def test_recursion(self):
        self.record(f'{self.folder}/family', 'recursion', '150')
        path = [name for _, name, _, _ in self.query('call-tree')['rows']]
        self.assertGreaterEqual(path.count('go_down'), 151)

    def test_short_threads(self):
        _, summary = self.record(f'{self.folder}/family', 'short')
        self.assertEqual(summary['threads'], 501)
        threads = self.threads()
        self.assertLess(len(threads), 250)   # most have too little for a row
        self.assertIn('(short threads)', [thread['name'] for thread in threads])
        weight = sum(self.query('call-tree', '--thread', str(thread))['total'] for thread in range(len(threads)))
        self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 3 + 0.05 * summary['cpu_ms'])

    def test_thread_names(self):
        """Threads with other names have no rows; what they do costs no stacks."""
        command = ('sh', '-c', f'exec 3>&1; "{self.folder}/split" 3 300 >/dev/null; "{self.folder}/family" recursion 300')
        _, summary = self.record(*command, options=('--threads', 'fam*,none'))
        threads = self.threads()
        self.assertEqual([thread['name'].split(' (')[0] for thread in threads], ['family'])
        self.assertGreater(summary['samples'], 0.5 * summary['cpu_ms'] / summary['interval_ms'])
        self.assertLess(summary['cpu_ms'], 500)
        self.assertEqual(summary['processes'], 3)
        answer = run(RECORD, '-q', '-o', f'{self.folder}/none.json', '--threads', 'none', '--', 'true')
        self.assertEqual(answer.returncode, 125)
        self.assertIn('“none”', answer.stderr)
        self.assertFalse(os.path.exists(f'{self.folder}/none.json'))

    def test_children(self):
        _, summary = self.record(f'{self.folder}/family', 'children')
        self.assertEqual(summary['processes'], 4)
        threads = self.threads()
        self.assertEqual(sorted(thread['name'] for thread in threads).count('child') +
                         sorted(thread['name'] for thread in threads).count('family'), 4)
        for i, thread in enumerate(threads):
            if thread['sampleCount'] > 50:
                self.assertIn('go_down', self.totals(i))

    def test_vdso(self):
        """What the kernel gives to each process has names, and callers."""
        with open('/proc/self/maps', encoding='utf-8') as maps:
            if '[vdso]' not in maps.read():
                self.skipTest('there is none')
        environment = {**ENVIRONMENT, 'XDG_CACHE_HOME': f'{self.folder}/cache'}
        self.path = f'{self.folder}/vdso.json'
        answer = subprocess.run([RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--', f'{self.folder}/family', 'time'], capture_output=True,
                                text=True, check=False, env=environment)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        totals = self.totals(0)
        named = [name for name in totals if re.fullmatch('__(vdso|kernel)_clock_gettime', name)]
        self.assertTrue(named, totals)
        self.assertGreater(totals[named[0]], 0.2 * totals['main'], totals)
        self.assertGreater(totals['main'], 0.97 * max(totals.values()), totals)

    def test_kernel_time(self):
        """Ticks in the kernel are seen, or known to be missing."""
        _, summary = self.record(f'{self.folder}/family', 'kernel')
        self.assertGreater(summary['cpu_ms'], 0)
        weight = self.query('call-tree')['total']
        self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 0.05 * summary['cpu_ms'] + 2)

    def test_status(self):
        self.record('false', status=1)
        self.record(f'{self.folder}/family', 'death', status=128 + signal.SIGKILL)
        self.assertIn('burn', str(self.totals(0)))
        for command, status in ((('/no/such/program',), 127), ((self.folder,), 126)):
            answer = run(RECORD, '-o', f'{self.folder}/none.json', '--', *command)
            self.assertEqual(answer.returncode, status, answer.stderr)
            self.assertEqual(len(answer.stderr.splitlines()), 1, answer.stderr)
            self.assertFalse(os.path.exists(f'{self.folder}/none.json'))
        for options in (('--stacks', 'all'), ('-i', '0.001'), ('-i', '1', '-F', '5'), ('--stack-size', '64'), ('-p', '0'), ('-p', '1,x'),
                        ('--no-such-option',), ('-o', f'{self.folder}/x.txt'), ('-o', '/no/such/folder/x.json'), ('--max-memory', '0'),
                        ('--threads', ''), ('--threads', 'a,,b'), ('--summary', '/dev/null'), ('--summary', '/no/such/folder/x')):
            answer = run(RECORD, *options, '--', 'true')
            self.assertEqual(answer.returncode, 125, options)
            self.assertEqual(len(answer.stderr.splitlines()), 1, answer.stderr)

    def start(self, *arguments):
        return subprocess.Popen([RECORD, '-q', *arguments], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)

    def test_shorter_than_an_interval(self):
        """A program that is over before its first sample has a profile, and its own status."""
        for options in (('-F', '50'), ('-i', '10000', '--off-cpu', 'yes'), ('--method', 'agent')):
            _, summary = self.record('sh', '-c', 'exit 5', status=5, options=options)
            self.assertEqual((summary['threads'], summary['processes']), (1, 1))
            self.assertEqual(len(self.threads()), 1)

    def test_exec_of_a_thread(self):
        """A thread that is not the first one executes a program: it goes on as the first one, and the others have ended."""
        program = f'{self.folder}/executes'
        subprocess.run(['cc', '-O2', '-g', '-pthread', '-o', program, f'{FOLDER}/program-executes.c'], check=True)
        _, summary = self.record(program, status=6)
        self.assertLess(abs(summary['cpu_ms'] - 400), 40)
        self.assertLess(summary['unsampled_cpu_ms'], 20)
        self.assertEqual((summary['processes'], summary['threads']), (1, 2))
        totals = [self.totals(thread).get('after', 0) for thread in range(len(self.threads()))]
        self.assertGreater(max(totals), 160, totals)

    def test_signals(self):
        """An interrupt saves, and the program goes on; SIGUSR2 saves what there is."""
        self.path = f'{self.folder}/signals.json.gz'
        mark = f'{self.folder}/went-on'
        recorder = self.start('-o', self.path, '--', 'sh', '-c', f'"{self.folder}/split" 1 200 >/dev/null; sleep 2; echo yes >{mark}')
        time.sleep(1)
        recorder.send_signal(signal.SIGUSR2)
        saved = f'{self.folder}/signals-1.json.gz'
        end = time.monotonic() + 30
        while not os.path.exists(saved) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(run(QUERY, 'info', saved).returncode, 0)
        recorder.send_signal(signal.SIGINT)
        self.assertEqual(recorder.wait(30), 0)
        recorder.stderr.close()
        self.assertGreater(sum(thread['sampleCount'] for thread in self.threads()), 0)
        while not os.path.exists(mark) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertTrue(os.path.exists(mark))

    def test_hang_up(self):
        """A terminal that is closed ends the recording, and it is saved; nohup says that it goes on."""
        # As in a terminal, also if these tests were begun by nohup.
        self.addCleanup(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL))
        for before, has_ended in (([], True), (['nohup'], False)):
            path = f'{self.folder}/hang-up.json'
            recorder = subprocess.Popen([*before, RECORD, '-q', '--no-symbols', '-o', path, '--', 'sleep', '3'], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(1)
            recorder.send_signal(signal.SIGHUP)
            begin = time.monotonic()
            self.assertEqual(recorder.wait(30), 0)
            self.assertEqual(time.monotonic() - begin < 1.2, has_ended)
            self.assertEqual(run(QUERY, 'info', path).returncode, 0)
            os.unlink(path)

    def test_summary_to_a_pipe(self):
        """Also by a link of /dev; a pipe that nobody reads is no reason to wait."""
        answer = run(RECORD, '-q', '--no-symbols', '-o', f'{self.folder}/piped.json', '--summary', '/dev/stdout', '--', 'true')
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(json.loads(answer.stdout)['processes'], 1)
        os.mkfifo(f'{self.folder}/pipe')
        for path in (f'{self.folder}/pipe', '', self.folder):
            answer = run(RECORD, '-q', '--no-symbols', '-o', f'{self.folder}/piped.json', '--summary', path, '--', 'true')
            self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)

    def test_two_interrupts(self):
        """A second interrupt may end it before the file is whole, which is not there then."""
        path = f'{self.folder}/interrupted.json'
        for pause in (0, 0.02, 0.1):
            recorder = self.start('-o', path, '--', f'{self.folder}/split', '4', '1500')
            time.sleep(0.5)
            recorder.send_signal(signal.SIGINT)
            time.sleep(pause)
            recorder.send_signal(signal.SIGINT)
            status = recorder.wait(30)
            recorder.stderr.close()
            self.assertIn(status, (0, -signal.SIGINT))
            self.assertEqual(status == 0, os.path.exists(path), status)
            if status == 0:
                self.assertEqual(run(QUERY, 'check', path).returncode, 0)
                os.remove(path)
            self.assertEqual([name for name in os.listdir(self.folder) if 'interrupted' in name], [])

    def test_attach(self):
        program = subprocess.Popen([f'{self.folder}/split', '5', '1500'], stdout=subprocess.DEVNULL)
        try:
            self.path = f'{self.folder}/attach.json'
            time.sleep(0.2)
            answer = run(RECORD, '-q', '-p', str(program.pid), '-d', '0.5', '-o', self.path)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIsNone(program.poll())
            totals = [self.totals(i) for i in range(2)]
            self.assertTrue(all('take_seventy' in total for total in totals), totals)
            # With the process the recording ends.
            answer = run(RECORD, '-q', '-p', str(program.pid), '-o', self.path, timeout=60)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIsNotNone(self.threads()[0])
        finally:
            program.kill()
            program.wait()
        self.assertEqual(run(RECORD, '-q', '-p', str(program.pid), '-o', self.path).returncode, 125)

    def test_live(self):
        """A client gets what the file has, and its wish to stop ends the recording."""
        socket = f'{self.folder}/live.sock'
        self.path = f'{self.folder}/file.json'
        recorder = self.start('-o', self.path, '--no-symbols', '--socket', socket, '--', f'{self.folder}/split', '3', '600')
        end = time.monotonic() + 30
        while not os.path.exists(socket) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertEqual(os.stat(socket).st_mode & 0o777, 0o600)
        live = f'{self.folder}/live.json'
        answer = run(QUERY, 'live', socket, '-o', live)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(recorder.wait(30), 3)
        recorder.stderr.close()
        trees = [run(QUERY, 'call-tree', path, '--json', '--thread', str(thread)).stdout for path in (self.path, live) for thread in (0, 1)]
        self.assertEqual(trees[:2], trees[2:])
        self.assertFalse(os.path.exists(socket))

        recorder = self.start('--socket', socket, '--', 'sleep', '60')
        while not os.path.exists(socket) and time.monotonic() < end + 30:
            time.sleep(0.02)
        answer = run(QUERY, 'live', socket, '--duration', '1', '--stop', '-o', live)
        self.assertEqual(recorder.wait(30), 0, answer.stderr)
        recorder.stderr.close()

    def test_stream(self):
        """A stream says what the profile says."""
        self.record(f'{self.folder}/split', '9', '200', status=3, name='s.fpls')
        self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)
        threads = self.threads()
        self.assertEqual([thread['isMainThread'] for thread in threads], [True, False])
        self.assertGreater(min(thread['sampleCount'] for thread in threads), 50)

    def test_usage_at_begin(self):
        """What a program does before its counters are read first counts."""
        pages = '/sys/kernel/mm/transparent_hugepage/enabled'
        if os.path.exists(pages) and '[always]' in open(pages, encoding='ascii').read():
            self.skipTest('memory comes in large pages')
        self.record(sys.executable, '-c', 'import time\nb = bytearray(64 << 20)\nb[::4096] = b"1" * 16384\ntime.sleep(0.6)')
        with open(self.path, encoding='utf-8') as file:
            faults, = (sum(counter['samples']['count']) for counter in json.load(file)['counters'] if counter['name'] == 'Page faults')
        self.assertGreater(faults, 16384)

    def test_usage(self):
        """Counters of what a process uses, and what recording it has cost."""
        program = ('import os, tempfile\nb = bytearray(64 << 20)\nb[::4096] = b"1" * 16384\nf = tempfile.TemporaryFile(dir=".")\n'
                   'f.write(b); f.flush(); os.fsync(f.fileno())\nfor i in range(6000000): pass')
        _, summary = self.record(sys.executable, '-c', program)
        with open(self.path, encoding='utf-8') as file:
            profile = json.load(file)
        totals = {counter['name']: sum(counter['samples']['count']) for counter in profile['counters']}
        peaks = {counter['name']: max(sum(counter['samples']['count'][:i + 1]) for i in range(counter['samples']['length']))
                 for counter in profile['counters'] if counter['samples']['length'] > 0}
        self.assertLess(abs(totals['processCPU'] / 1e6 - summary['cpu_ms']), 0.05 * summary['cpu_ms'] + 120)
        self.assertGreater(peaks['Resident memory'], 64 << 20)
        self.assertLess(peaks['Resident memory'], 500 << 20)
        self.assertGreater(totals['Context switches'], 0)
        self.assertGreater(totals['Page faults'], 1000)
        if 'Bytes written' in totals:   # not where the file is in memory, or the file may not be read
            self.assertIn(totals['Bytes written'] >= 32 << 20, (True, totals['Bytes written'] == 0))
        # A graph goes on while nothing changes.
        memory = next(counter for counter in profile['counters'] if counter['name'] == 'Resident memory')['samples']['time']
        self.assertGreater(memory[-1], summary['duration_ms'] - 700)
        for counter in profile['counters']:
            self.assertEqual(counter['samples']['time'], sorted(counter['samples']['time']))

        spent = [sum(profile['profilerOverhead'][0]['samples'][kind]) for kind in ('locking', 'threads', 'counters', 'expiredMarkerCleaning')]
        self.assertGreater(min(spent), 0)
        self.assertLess(sum(spent) / 1e3, 1.1 * summary['own_cpu_ms'])

        self.record('true', options=('--counters', 'cpu,faults'))
        with open(self.path, encoding='utf-8') as file:
            names = {counter['name'] for counter in json.load(file).get('counters', ())}
        self.assertLessEqual(names, {'processCPU', 'Page faults'})
        self.assertEqual(run(RECORD, '-o', self.path, '--counters', 'all,heat', '--', 'true').returncode, 125)

    def test_full_buffer(self):
        """The oldest goes, the limit holds, and the file says so; the program goes on."""
        program = subprocess.Popen([f'{self.folder}/split', '5', '20000'], stdout=subprocess.DEVNULL)
        try:
            self.path = f'{self.folder}/full.json'
            summary = f'{self.folder}/full-summary'
            recorder = subprocess.Popen([RECORD, '-p', str(program.pid), '-F', '20000', '--max-memory', '1', '--no-symbols', '-o', self.path,
                                         '--summary', summary], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
            end = time.monotonic() + 100
            while spent_ticks(program.pid) < 8 * os.sysconf('SC_CLK_TCK') and time.monotonic() < end:
                time.sleep(0.1)
            # What the rings of the kernel hold when it comes late is memory, too.
            for _ in range(3):
                recorder.send_signal(signal.SIGSTOP)
                time.sleep(0.7)
                recorder.send_signal(signal.SIGCONT)
                time.sleep(0.3)
            recorder.send_signal(signal.SIGINT)
            _, errors = recorder.communicate(timeout=60)
            self.assertEqual(recorder.returncode, 0, errors)
            self.assertIn('as the buffer was full', errors)
            self.assertIsNone(program.poll())
            self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)
            with open(summary, encoding='utf-8') as file:
                summary = json.load(file)
            self.assertGreater(summary['discarded']['chunks'], 0)
            self.assertLess(summary['peak_memory'], 60 << 20)
            with open(self.path, encoding='utf-8') as file:
                threads = json.load(file)['threads']
            self.assertGreaterEqual(min(thread['samples']['time'][0] for thread in threads), summary['discarded']['before_ms'] - 100)
            self.assertEqual(json.dumps(threads[0]['markers']['data']).count('"type": "Discarded"'), 1)
        finally:
            program.kill()
            program.wait()

    def test_keep(self):
        """The last seconds."""
        _, summary = self.record(f'{self.folder}/split', '3', '1500', status=3, options=('--keep', '0.5'))
        with open(self.path, encoding='utf-8') as file:
            times = [time for thread in json.load(file)['threads'] for time in thread['samples']['time']]
        self.assertLess(summary['duration_ms'] - min(times), 500 + 32 + 200)
        self.assertGreater(summary['duration_ms'] - min(times), 500)
        self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)

    def test_killed_stream(self):
        """What was written before the recorder is killed can be read; the program goes on."""
        path = f'{self.folder}/killed.fpls'
        recorder = subprocess.Popen([RECORD, '-q', '-o', path, '--', f'{self.folder}/split', '5', '3000'], stdout=subprocess.PIPE, env=ENVIRONMENT)
        end = time.monotonic() + 60
        while (not os.path.exists(path) or os.path.getsize(path) < 10000) and time.monotonic() < end:
            time.sleep(0.05)
        recorder.kill()
        recorder.wait()
        self.path = path
        self.assertGreater(self.threads()[0]['sampleCount'], 10)
        printed = recorder.stdout.read()   # until the program ends
        recorder.stdout.close()
        self.assertIn(b'main', printed)

    def test_full_disk(self):
        if not os.path.exists('/dev/full'):
            self.skipTest('needs /dev/full')
        answer = run(RECORD, '-q', '-o', f'{self.folder}/r2.json', '--summary', '/dev/full/x', '--', 'true')
        self.assertEqual(answer.returncode, 125)

    def test_check(self):
        answer = run(RECORD, '--check')
        self.assertEqual(answer.returncode, 0)
        self.assertIn('perf_event_paranoid', answer.stdout)


if __name__ == '__main__':
    if run(RECORD, '--check').returncode != 0:
        print('skipped: perf events are refused')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
