#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-record: programs that make it hard, and what happens to the recorder itself

test-record-hostile.py FULGENS-RECORD FULGENS-QUERY SYMBOLIZER FOLDER

FOLDER has the sources of the programs, which are compiled here. Exits with 77, for "skipped", where the kernel permits no
perf events.
"""

import errno
import json
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RECORD, QUERY, SYMBOLIZER, FOLDER = (os.path.abspath(argument) for argument in sys.argv[1:5])
RECEIVED = tempfile.TemporaryDirectory()   # what is received and not saved
ENVIRONMENT = {**os.environ, 'XDG_STATE_HOME': RECEIVED.name, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none'}
NOBODY = 65534
MIB = 1 << 20


def run(*command, **options):
    return subprocess.run(command, **{'capture_output': True, 'text': True, 'check': False, 'env': ENVIRONMENT, 'timeout': 120, **options})


def as_nobody():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def is_handled(pid, number):
    """Whether a signal does not end the process."""
    with open(f'/proc/{pid}/status', encoding='utf-8') as file:
        masks = [int(line.split()[1], 16) for line in file if line.startswith(('SigIgn', 'SigCgt'))]
    return (masks[0] | masks[1]) >> (number - 1) & 1


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        os.chmod(cls.folder, 0o777)
        subprocess.run(['cc', '-O2', '-g', '-pthread', '-Wl,--build-id', '-o', f'{cls.folder}/hostile', f'{FOLDER}/program-hostile.c',
                        '-ldl'], check=True)
        for name in ('first_plugin', 'second_plugin'):
            subprocess.run(['cc', '-O2', '-g', '-shared', '-fPIC', '-Wl,--build-id', f'-DNAME={name}', '-o', f'{cls.folder}/{name}.so',
                            f'{FOLDER}/program-plugin.c'], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        self.path = f'{self.folder}/{self.id().rsplit(".", 1)[1]}.json'

    def record(self, *arguments, options=(), status=0, **others):
        """Records a program. Returns: what it printed, and the summary"""
        summary = f'{self.path}.summary'
        answer = run(RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--summary', summary, *options, '--', *arguments,
                     **{'cwd': self.folder, **others})
        self.assertEqual(answer.returncode, status, answer.stderr)
        with open(summary, encoding='utf-8') as file:
            return answer.stdout, json.load(file)

    def query(self, *arguments):
        answer = run(QUERY, arguments[0], self.path, '--json', *arguments[1:])
        self.assertIn(answer.returncode, (0, 1), answer.stderr)
        return json.loads(answer.stdout)

    def totals(self, thread=0):
        """Total by function."""
        return {name: total for name, total, _ in self.query('functions', '--thread', str(thread), '-n', '100000')['rows']}

    def check_whole(self, least=100, name='burn'):
        """Stacks from the work down to main."""
        totals = self.totals()
        self.assertGreater(totals.get(name, 0), least, totals)
        self.assertGreater(totals.get('main', 0), 0.97 * totals[name], totals)

    def test_plugins_at_one_address(self):
        """Each has its own time and its own name."""
        printed, _ = self.record(f'{self.folder}/hostile', 'plugins', '200', f'{self.folder}/first_plugin.so', f'{self.folder}/second_plugin.so')
        if printed.strip() != '1':
            self.skipTest('the system has them elsewhere')
        totals = self.totals()
        for name in ('first_plugin', 'second_plugin'):
            self.assertLess(abs(totals.get(name, 0) - 200), 30, totals)
        self.check_whole(300)

    def test_replaced_library(self):
        """While the program has the old one; another file is in its place, which names nothing of it."""
        for name in ('old', 'new'):
            shutil.copy(f'{self.folder}/{"first" if name == "old" else "second"}_plugin.so', f'{self.folder}/{name}.so')
        self.record(f'{self.folder}/hostile', 'replace', '200', f'{self.folder}/old.so', f'{self.folder}/new.so')
        self.assertNotIn('second_plugin', self.totals())
        self.check_whole()

    def test_clock_steps(self):
        """The date of the machine is set while it records: times are those of a clock that goes on."""
        clock = f'{self.folder}/clock.so'
        subprocess.run(['cc', '-O2', '-shared', '-fPIC', '-o', clock, f'{FOLDER}/program-clock.c'], check=True)
        asked = run('date', '+%s', env={**ENVIRONMENT, 'LD_PRELOAD': clock})
        self.assertGreater(abs(int(asked.stdout) - time.time()), 3000, asked)
        _, summary = self.record(f'{self.folder}/hostile', 'busy', '200', '1', env={**ENVIRONMENT, 'LD_PRELOAD': clock})
        self.assertLess(summary['duration_ms'], 60000)
        self.assertGreater(summary['duration_ms'], 150)
        with open(self.path, encoding='utf-8') as file:
            profile = json.load(file)
        for thread in profile['threads']:
            times = thread['samples']['time']
            self.assertEqual(times, sorted(times))
            self.assertLess(max(times, default=0), 60000)
        self.assertGreater(self.totals(1).get('burn_cb', 0), 100)

    def test_energy(self):
        """What the machine says of its energy, whose number begins anew when it is full."""
        if os.geteuid() != 0:
            self.skipTest('needs root')
        script = ('mount -t tmpfs none /sys/class && mkdir -p /sys/class/powercap/intel-rapl:0 && cd /sys/class/powercap/intel-rapl:0 && '
                  'echo 7200000 > energy_uj || exit 9; (for n in 10800000 14400000 100 3600100; do sleep 0.5; echo $n > energy_uj; done) & '
                  'exec "$@"')
        answer = run('unshare', '--mount', 'sh', '-c', script, 'sh', RECORD, '-q', '-o', self.path, '--', 'sleep', '3')
        if 'unshare' in answer.stderr or 'mount' in answer.stderr:
            self.skipTest(answer.stderr)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.path, encoding='utf-8') as file:
            energy = next(counter for counter in json.load(file)['counters'] if counter['category'] == 'power')
        counts = [count for count in energy['samples']['count'] if count > 0]
        # 3.6 J are 1 mWh, and the unit is 1 pWh; what went over the end is not known, nor what was used before the first reading
        self.assertEqual(set(counts), {1e9})
        self.assertIn(len(counts), (2, 3))

    def test_damaged_frames(self):
        """Call frame information of nonsense: no crash, and all the time."""
        program = f'{self.folder}/damaged'
        with open(f'{self.folder}/hostile', 'rb') as file:
            whole = file.read()
        dump = run('objdump', '-h', f'{self.folder}/hostile')
        if dump.returncode != 0:
            self.skipTest('needs objdump')
        for section in ('.eh_frame', '.eh_frame_hdr'):
            _, _, size, _, _, offset, *_ = next(line.split() for line in dump.stdout.splitlines() if line.split()[1:2] == [section])
            begin, end = int(offset, 16), int(offset, 16) + int(size, 16)
            for damage in (b'\xff', b'\0', bytes(range(1, 256)), b'\x14\0\0\0'):
                damaged = bytearray(whole)
                filler = (damage * (end - begin))[:end - begin]
                damaged[begin:end] = filler
                with open(program, 'wb') as file:
                    file.write(damaged)
                os.chmod(program, 0o755)
                _, summary = self.record(program, 'busy', '50', '1')
                self.assertGreater(summary['samples'], 25, (section, damage, summary))
                # Other files of the process are unwound all the same.
                self.assertGreater(max(self.totals(thread).get('burn', 0) for thread in (0, 1)), 20, (section, damage))
                os.unlink(program)

    def test_hostile_names(self):
        for kind in ('garbage', 'pipe', 'huge', 'link', 'dump'):
            begin = time.monotonic()
            _, summary = self.record(f'{self.folder}/hostile', 'names', '300', kind)
            self.assertLess(time.monotonic() - begin, 30, kind)
            self.assertLess(summary['peak_memory'], 400 * MIB, kind)
            self.check_whole(200)

    def test_undumpable(self):
        """Of a program that hides its memory the maps come from the kernel."""
        self.record(f'{self.folder}/hostile', 'undumpable', '200', preexec_fn=as_nobody)
        self.check_whole()
        program = subprocess.Popen([f'{self.folder}/hostile', 'undumpable', '20000'], preexec_fn=as_nobody)
        try:
            time.sleep(0.3)
            path = f'{self.folder}/none.json'
            answer = run(RECORD, '-q', '-p', str(program.pid), '-d', '0.3', '-o', path, preexec_fn=as_nobody)
            self.assertEqual((answer.returncode, os.path.exists(path)), (125, False), answer.stderr)
            self.assertEqual(len(answer.stderr.splitlines()), 1, answer.stderr)
        finally:
            program.kill()
            program.wait()

    def test_processes_of_others(self):
        if os.geteuid() != 0:
            self.skipTest('needs root')
        program = subprocess.Popen(['sleep', '60'])
        try:
            answer = run(RECORD, '-q', '-p', str(program.pid), '-d', '0.3', '-o', self.path, preexec_fn=as_nobody)
            self.assertEqual((answer.returncode, os.path.exists(self.path)), (125, False), answer.stderr)
            self.assertEqual(len(answer.stderr.splitlines()), 1, answer.stderr)
        finally:
            program.kill()
            program.wait()

    def test_forks_without_end(self):
        printed, summary = self.record(f'{self.folder}/hostile', 'forks', '2500', options=('--no-symbols',))
        self.assertGreater(int(printed), 200)
        self.assertLess(summary['peak_memory'], 400 * MIB)
        self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)

    def test_ring_overflow(self):
        """What rings have no room for is counted, and the rest is right; CPU time is what the system says."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(f'{self.folder}/hostile', 'busy', '700', '8')
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        _, summary = self.record(f'{self.folder}/hostile', 'busy', '700', '8', options=('-F', '20000', '--stack-size', '63', '--no-symbols'),
                                 preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0)), as_nobody()))
        self.assertGreater(summary['samples'], 100)
        self.assertGreater(summary['lost']['ring'], 0)
        self.assertLess(abs(summary['cpu_ms'] - spent), 0.1 * spent)   # of two runs
        weight = sum(self.query('call-tree', '--thread', str(thread))['total'] for thread in range(len(self.query('info')['threads'])))
        self.assertGreater(weight * summary['interval_ms'], 0.9 * spent)
        self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)

    def test_two_recorders(self):
        program = subprocess.Popen([f'{self.folder}/hostile', 'busy', '20000', '2'])
        try:
            time.sleep(0.2)
            paths = [f'{self.folder}/one.json', f'{self.folder}/two.json']
            recorders = [subprocess.Popen([RECORD, '-q', '--off-cpu', 'no', '-p', str(program.pid), '-d', '0.6', '-o', path],
                                          env=ENVIRONMENT) for path in paths]
            self.assertEqual([recorder.wait(60) for recorder in recorders], [0, 0])
            for self.path in paths:
                self.assertGreater(max(self.totals(thread).get('burn', 0) for thread in (1, 2)), 50)
            self.assertIsNone(program.poll())
        finally:
            program.kill()
            program.wait()

    def test_recorder_of_a_recorder(self):
        inner = f'{self.folder}/inner.json'
        self.record(RECORD, '-q', '--off-cpu', 'no', '-o', inner, '--', f'{self.folder}/hostile', 'busy', '200', '1', env=ENVIRONMENT)
        totals = [self.totals(thread) for thread in range(len(self.query('info')['threads']))]
        self.assertGreater(max(total.get('burn', 0) for total in totals), 50)
        self.path = inner
        self.assertGreater(max(self.totals(thread).get('burn', 0) for thread in (0, 1)), 100)

    def test_killed_recorder(self):
        """The program goes on, and there is no half file."""
        mark, ready = f'{self.folder}/mark', f'{self.folder}/ready'
        recorder = subprocess.Popen([RECORD, '-q', '-o', self.path, '--', 'sh', '-c', f'echo >{ready}; sleep 1.5; echo >{mark}'], env=ENVIRONMENT)
        self.assertTrue(until(lambda: os.path.exists(ready)))
        recorder.kill()
        recorder.wait()
        self.assertTrue(until(lambda: os.path.exists(mark)))
        self.assertEqual([name for name in os.listdir(self.folder) if 'killed' in name], [])

    def test_killed_while_it_saves(self):
        """At any time the file is whole, or as it was."""
        for pause in (0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
            with open(self.path, 'w', encoding='utf-8') as file:
                file.write('before')
            recorder = subprocess.Popen([RECORD, '-q', '-o', self.path, '--', f'{self.folder}/hostile', 'busy', '20', '1'], env=ENVIRONMENT)
            time.sleep(pause)
            recorder.kill()
            recorder.wait()
            with open(self.path, encoding='utf-8') as file:
                is_before = file.read() == 'before'
            self.assertTrue(is_before or run(QUERY, 'check', self.path).returncode == 0, pause)
        for name in os.listdir(self.folder):
            if name.startswith('.fulgens-'):   # what it had written until then
                os.unlink(f'{self.folder}/{name}')

    def test_disk_full(self):
        """125, and the file is as it was."""
        for name in ('full.json', 'full.json.gz', 'full.jslb', 'full.fpls'):
            self.path = f'{self.folder}/{name}'
            with open(self.path, 'w', encoding='utf-8') as file:
                file.write('before')

            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            answer = run(RECORD, '-q', '-o', self.path, '--', f'{self.folder}/hostile', 'busy', '50', '2', preexec_fn=limit)
            self.assertEqual(answer.returncode, 125, (name, answer.stderr))
            self.assertEqual(len(answer.stderr.splitlines()), 1, answer.stderr)
            with open(self.path, 'rb') as file:
                content = file.read()
            if not name.endswith('.fpls'):
                self.assertEqual(content, b'before')
                continue
            self.assertLessEqual(len(content), 1000)
            at = 0
            while at < len(content):   # whole frames
                at += 4 + int.from_bytes(content[at:at + 4], 'little')
            self.assertEqual(at, len(content))
            self.assertGreater(at, 40)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith('.')], [])

    def test_closed_pipe(self):
        """Nobody reads what the recorder says."""
        for stream in ('stdout', 'stderr'):
            reader, writer = os.pipe()
            os.close(reader)
            recorder = subprocess.Popen([RECORD, '-o', self.path, '--', f'{self.folder}/hostile', 'busy', '50', '1'], env=ENVIRONMENT,
                                        **{stream: writer, 'stdin': subprocess.DEVNULL})
            os.close(writer)
            self.assertEqual(recorder.wait(60), 0)
            self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)
            os.unlink(self.path)
        # Nor are there the three streams at all.
        answer = run('sh', '-c', f'exec "{RECORD}" -q -o "{self.path}" -- true 0<&- 1>&- 2>&-')
        self.assertEqual(answer.returncode, 0)
        self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)

    def test_gone_at_once(self):
        for program, status in ((('true',), 0), (('sh', '-c', 'kill -9 $$'), 137), (('sh', '-c', 'exec false'), 1)):
            self.record(*program, status=status)
            self.assertEqual(run(QUERY, 'check', self.path).returncode, 0)

    def test_pid_namespace(self):
        """The recorder in a namespace of its own: numbers of threads are those of it."""
        script = f'exec "{RECORD}" -q --off-cpu no -o "{self.path}" -- "{self.folder}/hostile" busy 150 1'
        for options, others in ((('--pid', '--fork', '--mount-proc'), {}),
                                (('--user', '--map-root-user', '--pid', '--fork', '--mount-proc'), {'preexec_fn': as_nobody})):
            answer = run('unshare', *options, 'sh', '-c', script, **others)
            if 'unshare' in answer.stderr:
                continue
            self.assertEqual(answer.returncode, 0, answer.stderr)
            threads = self.query('info')['threads']
            self.assertLess(max(int(thread['pid']) for thread in threads), 100, threads)
            self.assertGreater(max(self.totals(thread).get('burn', 0) for thread in range(len(threads))), 80)
            os.unlink(self.path)

    def test_program_stderr(self):
        """Messages of the recorder and of the program apart."""
        reader, writer = os.pipe()
        answer = run(RECORD, '-o', self.path, '--program-stderr', str(writer), '--', 'sh', '-c', 'echo said >&2', pass_fds=(writer,))
        os.close(writer)
        with os.fdopen(reader) as file:
            self.assertEqual(file.read(), 'said\n')
        self.assertEqual(answer.returncode, 0)
        self.assertNotIn('said', answer.stderr)
        self.assertIn('samples', answer.stderr)
        answer = run(RECORD, '-o', self.path, '--program-stderr', '77', '--', 'true')
        self.assertEqual((answer.returncode, len(answer.stderr.splitlines())), (125, 1), answer.stderr)

    def test_signals_at_any_time(self):
        """Before there is something to save, and when all is."""
        for name, when in (('USR1', 0), ('USR2', 0), ('USR2', 0.3), ('USR1', 0.6), ('USR2', 0.6)):
            socket = f'{self.folder}/signals.sock'
            recorder = subprocess.Popen([RECORD, '-q', '--socket', socket, '--', 'sleep', '0.4'], env=ENVIRONMENT, stderr=subprocess.DEVNULL,
                                        cwd=self.folder)
            self.assertTrue(until(lambda: is_handled(recorder.pid, signal.SIGUSR1)))
            time.sleep(when)
            recorder.send_signal(getattr(signal, f'SIG{name}'))
            self.assertEqual(recorder.wait(30), 0, (name, when))
            self.assertFalse(os.path.exists(socket))

    def test_second_interrupt(self):
        """Who interrupts it again does not wait until a first client comes."""
        for n, status in ((1, 0), (2, 130)):
            socket = f'{self.folder}/signals.sock'
            recorder = subprocess.Popen([RECORD, '-q', '--socket', socket, '--', 'sleep', '60'], env=ENVIRONMENT, stderr=subprocess.DEVNULL,
                                        cwd=self.folder)
            self.assertTrue(until(lambda: is_handled(recorder.pid, signal.SIGTERM)))   # SIGUSR1 is ignored before
            for _ in range(n):
                recorder.send_signal(signal.SIGINT)
                time.sleep(0.5)
            self.assertEqual(recorder.wait(30), status)
            self.assertFalse(os.path.exists(socket))

    def test_threads_and_numbers(self):
        """A number of a thread is refused, a process that is named twice is recorded once."""
        program = subprocess.Popen([f'{self.folder}/hostile', 'busy', '20000', '2'])
        try:
            self.assertTrue(until(lambda: len(os.listdir(f'/proc/{program.pid}/task')) == 3))
            thread = next(tid for tid in os.listdir(f'/proc/{program.pid}/task') if tid != str(program.pid))
            answer = run(RECORD, '-q', '-p', thread, '-d', '0.2', '-o', self.path)
            self.assertEqual(answer.returncode, 125)
            self.assertIn(str(program.pid), answer.stderr)
            for pids in (str(program.pid), f'{program.pid},{program.pid}'):
                summary = f'{self.path}.summary'
                answer = run(RECORD, '-q', '--off-cpu', 'no', '-p', pids, '-d', '0.5', '-o', self.path, '--summary', summary)
                self.assertEqual(answer.returncode, 0, answer.stderr)
                with open(summary, encoding='utf-8') as file:
                    summary = json.load(file)
                self.assertLess(summary['samples'] * summary['interval_ms'], 1.2 * summary['cpu_ms'])
        finally:
            program.kill()
            program.wait()

    def test_few_descriptors(self):
        """Threads that there are no descriptors for have their CPU time all the same, and the file is written."""
        n_files = max(12 * os.sysconf('SC_NPROCESSORS_CONF'), 64)
        program = subprocess.Popen([f'{self.folder}/hostile', 'busy', '20000', '16'])
        summary = f'{self.path}.summary'
        try:
            self.assertTrue(until(lambda: len(os.listdir(f'/proc/{program.pid}/task')) == 17))
            answer = run(RECORD, '-q', '--off-cpu', 'no', '-p', str(program.pid), '-d', '1', '-o', self.path, '--summary', summary,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (n_files, n_files)))
            self.assertEqual(answer.returncode, 0, answer.stderr)
            answer = run(RECORD, '-q', '-p', str(program.pid), '-d', '1', '-o', self.path,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16)))
            self.assertEqual(answer.returncode, 125)
            self.assertIn(os.strerror(errno.EMFILE), answer.stderr)
        finally:
            program.kill()
            program.wait()
        with open(summary, encoding='utf-8') as file:
            summary = json.load(file)
        refused = [part for part in summary['refused'] if 'descriptors' in part['because']]
        n = int(re.fullmatch(r'samples of (\d+) threads', refused[0]['what'])[1])
        self.assertIn(n, range(2, 17))
        threads = self.query('info')['threads']
        self.assertGreaterEqual(len([thread for thread in threads if thread['sampleCount'] > 0]), 16)
        totals = [self.totals(i) for i in range(len(threads))]
        unseen = [total for total in totals if total and 'burn' not in total]
        self.assertGreaterEqual(len(unseen), n, totals)
        # The threads do the same, on fewer processors than there are threads.
        most = max(total['burn'] for total in totals if 'burn' in total)
        self.assertLess(max(sum(total.values()) for total in unseen), 3 * most, totals)
        weight = sum(self.query('call-tree', '--thread', str(i))['total'] for i in range(len(threads)))
        self.assertLess(abs(weight * summary['interval_ms'] - summary['cpu_ms']), 0.1 * summary['cpu_ms'])

    def test_replaced_program(self):
        """Two programs at one path, one after the other, are unwound each by its own file."""
        other = f'{self.folder}/other'
        subprocess.run(['cc', '-O0', '-g', '-pthread', '-Wl,--build-id', '-o', other, f'{FOLDER}/program-hostile.c', '-ldl'], check=True)
        same = f'{self.folder}/same'
        script = f'cp "{self.folder}/hostile" "{same}"; "{same}" busy 150 1; cp "{other}" "{same}.2"; mv "{same}.2" "{same}"; "{same}" busy 150 1'
        _, summary = self.record('sh', '-c', script)
        self.assertLess(summary['truncated_stacks'], 0.05 * summary['samples'])
        with open(self.path, encoding='utf-8') as file:
            libs = [lib for lib in json.load(file)['libs'] if lib['path'] == same]
        self.assertEqual(len({lib['codeId'] for lib in libs}), 2, libs)
        self.assertEqual(len({lib['name'] for lib in libs}), 2, libs)

    def test_removed_stream(self):
        folder = f'{self.folder}/gone'
        os.mkdir(folder)
        recorder = subprocess.Popen([RECORD, '-q', '-o', f'{folder}/a.fpls', '--', 'sleep', '0.5'], env=ENVIRONMENT, stderr=subprocess.PIPE,
                                    text=True)
        self.assertTrue(until(lambda: os.path.exists(f'{folder}/a.fpls')))
        shutil.rmtree(folder)
        _, errors = recorder.communicate(timeout=30)
        self.assertEqual((recorder.returncode, 'removed' in errors), (125, True), errors)

    def test_socket_that_nobody_wants(self):
        """It waits for a client for a while, and leaves no socket."""
        socket = f'{self.folder}/nobody.sock'
        answer = run(RECORD, '-q', '--socket', socket, '--', 'true')
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertFalse(os.path.exists(socket))
        # A client that comes after the program has ended gets all of it.
        recorder = subprocess.Popen([RECORD, '-q', '--socket', socket, '--', 'true'], env=ENVIRONMENT)
        self.assertTrue(until(lambda: os.path.exists(socket)))
        time.sleep(0.5)
        answer = run(QUERY, 'live', socket, '-o', self.path)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(recorder.wait(30), 0)

    def test_started_by_a_viewer(self):
        """record:new: the recorder ends with who follows it, and the program goes on."""
        if platform.system() != 'Linux':
            self.skipTest('Linux')
        environment = {**ENVIRONMENT, 'PATH': f'{os.path.dirname(RECORD)}:{os.environ["PATH"]}', 'XDG_RUNTIME_DIR': self.folder}
        for message, start in (('matching quote', {'command': 'ls "'}), ('/no/such: No such file', {'command': '/no/such'}),
                               ('there is no process', {'pid': 2147483647}), ('was not said', {}), ('--stacks', {'command': 'ls', 'stacks': 'all'})):
            answer = run(QUERY, 'live', 'record:new', '--start', json.dumps(start) if start else '[]', '-o', self.path, env=environment)
            self.assertNotEqual(answer.returncode, 0)
            if start:
                self.assertIn(message, answer.stderr)
        mark = f'{self.folder}/viewer-mark'
        start = {'command': f"sh -c 'echo $VALUE $PWD; sleep 3; echo >{mark}'", 'folder': '/usr', 'environment': ['VALUE=a b']}
        follower = subprocess.Popen([QUERY, 'live', 'record:new', '--start', json.dumps(start), '-o', self.path], env=environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # What the program writes goes where the follower writes.
        said = {follower.stdout.readline().split()[0] for _ in range(2)}
        self.assertEqual(said, {'Connected', 'a'})
        follower.kill()
        follower.communicate()
        self.assertTrue(until(lambda: not [name for name in os.listdir(f'{self.folder}/fulgens') if name.endswith('.sock')]))
        self.assertTrue(until(lambda: os.path.exists(mark)))


if __name__ == '__main__':
    if run(RECORD, '--check').returncode != 0:
        print('skipped: perf events are refused')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
