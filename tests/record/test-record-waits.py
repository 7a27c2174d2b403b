#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""fulgens-record: threads that wait, and code that programs generate, and what the profile says of them

test-record-waits.py FULGENS-RECORD FULGENS-QUERY SYMBOLIZER FOLDER

FOLDER has the sources of the programs, which are compiled here. Exits with 77, for "skipped", where the kernel permits no
perf events.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

RECORD, QUERY, SYMBOLIZER, FOLDER = (os.path.abspath(argument) for argument in sys.argv[1:5])
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8', 'FULGENS_SYMBOLIZER': SYMBOLIZER, 'XDG_CACHE_HOME': '/dev/null/none'}
NOBODY = 65534
KINDS = ('do_work', 'wait_for_condition', 'wait_in_poll', 'wait_in_read')


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, **options)


def as_nobody():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


class Waits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        os.chmod(cls.folder, 0o777)
        for name, source, flags in (('waits', 'waits', ['-O2']), ('waits-fp', 'waits', ['-O0', '-fno-omit-frame-pointer']),
                                    ('made', 'made', ['-O2'])):
            subprocess.run(['cc', *flags, '-g', '-pthread', '-fno-ipa-icf', '-Wl,--build-id', '-o', f'{cls.folder}/{name}',
                            f'{FOLDER}/program-{source}.c'], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def record(self, *arguments, options=(), program='waits', name='r.json', **others):
        """Returns: the lines that the program printed, as numbers"""
        self.path = f'{self.folder}/{name}'
        answer = run(RECORD, '-q', '-o', self.path, *options, '--', f'{self.folder}/{program}', *arguments, **others)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return [[float(number) for number in line.split()] for line in answer.stdout.splitlines()]

    def query(self, *arguments):
        answer = run(QUERY, arguments[0], self.path, '--json', *arguments[1:])
        self.assertIn(answer.returncode, (0, 1), answer.stderr)
        return json.loads(answer.stdout)

    def threads(self):
        return self.query('info')['threads']

    def totals(self, thread):
        rows = self.query('functions', '--thread', str(thread), '-n', '0')['rows']
        return {name: total for name, total, _ in rows}

    def check_kinds(self, printed, most=0.04):
        totals = self.totals(0)
        # Work that no tick hit is below what the stacks around it share.
        unsampled = totals.get('[kernel]', 0) + totals.get('[not sampled]', 0)
        for kind, ms in zip(KINDS, printed[0]):
            spare = unsampled if kind == 'do_work' else 0
            found = totals.get(kind, 0)
            self.assertLess(max(found - ms, ms - found - spare), most * sum(printed[0]), (kind, printed, totals))
        self.assertGreater(totals['main'], 0.97 * sum(printed[0]))

    def check_short_kinds(self, *arguments):
        """As the recorder has to look in time others may keep it from that."""
        for attempt in range(4):
            try:
                self.check_kinds(self.record(*arguments, name='user.json', preexec_fn=as_nobody), most=0.04 if attempt < 3 else 0.1)
                return
            except AssertionError:
                if attempt == 3:
                    raise

    def test_kinds(self):
        for piece in ('20', '150'):
            self.check_kinds(self.record('kinds', '1500', piece))

    def test_short_waits(self):
        """Waits that are shorter than anyone looks have the stack of their switch, if the kernel may be seen."""
        if 'also in the kernel' not in run(RECORD, '--check').stdout:
            self.skipTest('the kernel does not sample switches')
        self.check_kinds(self.record('kinds', '1000', '3'))

    def test_short_waits_as_user(self):
        """Where no switch is sampled, short waits are where the thread was blocked a little earlier."""
        [[waited]] = self.record('short', name='user.json', preexec_fn=as_nobody)
        totals = self.totals(0)
        self.assertLess(abs(totals['wait_for_long'] - waited), 0.04 * waited, totals)
        self.assertGreater(totals['wait_shortly'], 700, totals)

    def test_many_switches(self):
        """More than there is room for: those that were sampled stand for the others, and nothing else is lost."""
        if 'also in the kernel' not in run(RECORD, '--check').stdout:
            self.skipTest('the kernel does not sample switches')
        for attempt in range(4):
            self.record('exchange', '800', options=('--summary', f'{self.folder}/summary'))
            with open(f'{self.folder}/summary', encoding='utf-8') as file:
                summary = json.load(file)
            totals = self.totals(0)
            if totals.get('(waiting for a CPU)', 0) < 0.1 * totals['main']:
                break
        # Where others keep the recorder, too, from reading in time, fewer switches have a sample.
        is_held_up = totals.get('(waiting for a CPU)', 0) >= 0.1 * totals['main']
        self.assertLess(totals.get('(waiting)', 0), (0.5 if is_held_up else 0.05) * totals['main'], totals)
        if not is_held_up:
            self.assertEqual(summary['lost']['ring'], 0)
            self.assertLess(summary['unsampled_cpu_ms'], 0.05 * summary['cpu_ms'])

    def test_kinds_as_user(self):
        self.check_short_kinds('kinds', '1500', '20')
        self.check_kinds(self.record('kinds', '1500', '150', name='user.json', preexec_fn=as_nobody))

    def test_turns_as_user(self):
        """Waits that are over before their begin has been read from the ring, each with its own place."""
        for piece in ('8', '24'):
            self.check_short_kinds('turns', '2000', piece)

    def test_callers_in_kernel(self):
        """Time in the kernel is below the function that the samples around it share, though they are at different calls of it."""
        self.record('kernel', '600', options=('--off-cpu', 'no'), name='user.json', preexec_fn=as_nobody)
        totals = self.totals(0)
        if totals.get('[kernel]', 0) < 100:
            self.skipTest('the kernel may be seen, or was not hit')
        self.assertGreater(totals['run_in_kernel'], 0.95 * self.query('functions', '--thread', '0')['total'], totals)

    def test_frame_pointers(self):
        """Frames that only a frame pointer finds, though nothing but the stack pointer of a blocked thread is known."""
        self.check_kinds(self.record('kinds', '1500', '150', program='waits-fp', name='fp.json', preexec_fn=as_nobody))

    def test_truncated(self):
        """A recursion deeper than the memory in a sample."""
        self.record('deep', '200', options=('--off-cpu', 'no', '--stack-size', '8'))
        self.assertGreater(self.totals(0)['(truncated)'], 0.9 * self.totals(0)['go_down'])
        self.record('deep', '200', options=('--off-cpu', 'no', '--stack-size', '63'))
        self.assertLess(self.totals(0).get('(truncated)', 0), 0.1 * self.totals(0)['go_down'])

    def test_arrays(self):
        """Callers above a large array, also where the program never used its memory, which the kernel does not copy."""
        for how, ms, piece, others in (('used', 1000, '3', {}), ('used', 1000, '150', {}), ('unused', 2000, '20', {}),
                                       ('unused', 2000, '20', {'preexec_fn': as_nobody})):
            self.record(how, str(ms), piece, name=f'array{len(others)}.json', **others)
            totals = self.totals(0)
            # Where the memory is not used the first pieces are truncated: then it is known how much there is.
            self.assertGreater(totals['main'], (0.9 if others else 0.93) * ms, (how, piece, totals))
            self.assertLess(totals.get('(truncated)', 0), 0.1 * totals['main'], (how, piece, totals))

    def test_why_truncated(self):
        """More memory is advised where it would help."""
        self.path = f'{self.folder}/why.json'
        answer = run(RECORD, '--off-cpu', 'no', '--stack-size', '8', '-o', self.path, '--', f'{self.folder}/waits', 'deep', '200')
        self.assertIn('stacks are not whole; a greater --stack-size may help', answer.stderr)
        subprocess.run(['cc', '-O1', '-fno-asynchronous-unwind-tables', '-fomit-frame-pointer', '-x', 'c', '-o', f'{self.folder}/bare', '-'], check=True,
                       text=True, input='int main (void) { for (volatile long i = 0; i < 300000000; i++); return 0; }')
        answer = run(RECORD, '--off-cpu', 'no', '-o', self.path, '--', f'{self.folder}/bare')
        self.assertIn('stacks are not whole\n', answer.stderr)

    def test_without(self):
        printed = self.record('kinds', '600', '50', options=('--off-cpu', 'no'))
        self.assertLess(self.totals(0).get('wait_in_poll', 0), 0.04 * sum(printed[0]))

    def test_idle(self):
        self.record('asleep', '500')
        for thread in (1, 100, 198):
            self.assertGreater(self.totals(thread)['wait_for_condition'], 0.9 * self.query('functions', '--thread', str(thread))['total'])
            self.assertLess(self.query('functions', '--thread', str(thread), '--no-idle')['total'], 10)

    def test_preempted(self):
        printed = {str(int(tid)): times for tid, *times in self.record('preempted', '400')}
        for i, thread in enumerate(self.threads()):
            if str(thread['tid']) not in printed:
                continue
            cpu, life = printed.pop(str(thread['tid']))
            total = self.query('functions', '--thread', str(i))['total']
            waiting = self.totals(i).get('(waiting for a CPU)', 0)
            self.assertLess(abs(total - life), 0.04 * life, (total, cpu, life))
            self.assertLess(abs(waiting - (life - cpu)), 0.04 * life, (waiting, cpu, life))
            self.assertLess(abs(self.totals(i)['do_work'] - life), 0.04 * life)
        self.assertEqual(printed, {})

    def test_sleepers(self):
        """What a thread costs that sleeps for 6 s, in the file and in the buffer."""
        sizes = []
        for ms, name in ((6000, 'long'), (200, 'short')):
            self.record('asleep', str(ms), name=f'{name}.json.gz', options=() if ms > 1000 else ('--off-cpu', 'no'))
            sizes.append(os.path.getsize(self.path))
        self.assertLess((sizes[0] - sizes[1]) / 198, 300)
        self.record('sleepers', '1500')
        longest = self.query('functions', '--thread', '0')['total']   # where there are few CPUs threads begin late
        for thread in range(1, 199, 20):
            total = self.query('functions', '--thread', str(thread))['total']
            self.assertGreater(total, 0.95 * 1500)
            self.assertLess(total, 1.01 * longest)

    def test_attach(self):
        """Threads that slept before, and sleep on: there is no switch of theirs."""
        for name in ('waits', 'waits-fp'):
            program = subprocess.Popen([f'{self.folder}/{name}', 'asleep', '20000'], stdout=subprocess.DEVNULL)
            try:
                self.path = f'{self.folder}/attach.json'
                time.sleep(0.5)
                answer = run(RECORD, '-q', '-p', str(program.pid), '-d', '1', '-o', self.path)
                self.assertEqual(answer.returncode, 0, answer.stderr)
            finally:
                program.kill()
                program.wait()
            totals = [self.query('functions', '--thread', str(thread))['total'] for thread in range(0, 199, 20)]
            self.assertLess(max(totals) - min(totals), 0.04 * max(totals))
            # What is known of them begins with the recording of them.
            with open(self.path, encoding='utf-8') as file:
                thread = json.load(file)['threads'][0]
            samples = thread['samples']
            life = samples['time'][-1] - thread['registerTime']
            self.assertLess(abs(sum(samples['weight']) - life), 3)
            self.assertGreater(thread['registerTime'], 0)
            if name == 'waits':
                self.assertGreater(self.totals(50)['wait_for_condition'], 0.9 * max(totals))

    def check_whole(self, name=None):
        """Of the thread of a name, else the first one: those of other programs come first if they were sampled first."""
        thread = next(i for i, thread in enumerate(self.threads()) if name in (None, thread['name']))
        totals = self.totals(thread)
        self.assertGreater(totals.get('__libc_start_call_main', 0), 0.9 * self.query('functions', '--thread', str(thread))['total'], totals)
        self.assertLess(totals.get('(truncated)', 0), 0.1 * totals['__libc_start_call_main'], totals)

    def test_files_elsewhere(self):
        """A program that only its own namespace has: without its file callers are not found."""
        hidden = f'{self.folder}/hidden'
        os.mkdir(hidden)
        script = f'mount -t tmpfs none {hidden} && cp {self.folder}/waits {hidden}/hidden && exec {hidden}/hidden deep 400'
        for options, others in ((('--mount',), {}), (('--mount', '--user', '--map-root-user'), {'preexec_fn': as_nobody})):
            self.path = f'{self.folder}/hidden{len(options)}.json'
            answer = run(RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--', 'unshare', *options, 'sh', '-c', script, **others)
            if 'unshare' in answer.stderr or 'mount' in answer.stderr:
                continue
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertFalse(os.path.exists(f'{hidden}/hidden'))
            self.check_whole('hidden')

    def test_deleted_file(self):
        if os.geteuid() != 0:
            self.skipTest('needs root')
        program = f'{self.folder}/deleted'
        shutil.copy(f'{self.folder}/waits', program)
        with subprocess.Popen([program, 'deep', '20000']) as process:
            try:
                time.sleep(0.3)
                os.unlink(program)
                self.path = f'{self.folder}/deleted.json'
                answer = run(RECORD, '-q', '--off-cpu', 'no', '-p', str(process.pid), '-d', '0.5', '-o', self.path)
                self.assertEqual(answer.returncode, 0, answer.stderr)
            finally:
                process.kill()
        self.check_whole()

    def test_kernel_names(self):
        with open('/proc/kallsyms', encoding='ascii') as file:
            is_shown = int(file.readline().split()[0], 16) != 0
        if not is_shown or 'also in the kernel' not in run(RECORD, '--check').stdout or platform.machine() != 'x86_64':
            self.skipTest('the kernel shows nothing')
        self.path = f'{self.folder}/kernel.json'
        answer = run(RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--', 'dd', 'if=/dev/zero', 'of=/dev/null', 'bs=4k', 'count=200000')
        self.assertEqual(answer.returncode, 0, answer.stderr)
        totals = self.totals(0)
        self.assertGreater(totals.get('do_syscall_64', 0), 20, totals)
        self.assertLess(sum(name.startswith('0xffffffff') for name in totals), 3 + 0.3 * len(totals), totals)

    def check_made(self):
        totals = self.totals(0)
        made = {name: totals.get(name, 0) for name in ('made_with', 'made_without', 'made_later')}
        for name, total in made.items():
            self.assertGreater(total, 0.26 * sum(made.values()), (name, totals))
        for name, least in (('burn', 0.8), ('call', 0.97), ('main', 0.97)):   # time in the kernel may be below what stacks share
            self.assertGreaterEqual(totals[name], least * sum(made.values()), (name, totals))
        self.assertLess(totals.get('(truncated)', 0), 0.03 * sum(made.values()))

    def test_made_code(self):
        if platform.machine() != 'x86_64':
            self.skipTest('the code is for x86-64')
        for how in ('map', 'dump'):
            self.record(how, '150', program='made', options=('--off-cpu', 'no'), cwd=self.folder)
            self.check_made()
        self.record('map', '150', program='made', options=('--off-cpu', 'no'), name='made.json', cwd=self.folder, preexec_fn=as_nobody)
        self.check_made()

    def test_made_code_in_a_namespace(self):
        """There the process has number 1 and a /tmp of its own."""
        if platform.machine() != 'x86_64' or os.geteuid() != 0:
            self.skipTest('needs root')
        self.path = f'{self.folder}/space.json'
        with open(f'{self.folder}/made', 'rb') as file:
            answer = run(RECORD, '-q', '--off-cpu', 'no', '-o', self.path, '--', 'unshare', '--pid', '--mount', '--fork', 'sh', '-c',
                         'mount -t tmpfs none /tmp && exec /proc/self/fd/0 map 150', stdin=file)
        if 'unshare' in answer.stderr or 'mount' in answer.stderr:
            self.skipTest(answer.stderr)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        totals = {}
        for i, _ in enumerate(self.threads()):
            for name, total in self.totals(i).items():
                totals[name] = totals.get(name, 0) + total
        self.assertGreater(totals.get('made_with', 0), 100, totals)
        self.assertGreater(totals.get('made_without', 0), 100, totals)


if __name__ == '__main__':
    if run(RECORD, '--check').returncode != 0:
        print('skipped: perf events are refused')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
