#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What statements in SQL cost against a real table of SQLite with the same rows, functions () against the command, rows against loading.

bench-sql.py FULGENS-QUERY SHARED [--profile FILE] [--rounds N]

Makes a profile with SHARED's generator unless one is given. CPU time beyond that of loading, the median of the rounds; prints a JSON line
for each figure. Exits with 77, for "skipped", without the generator.
"""

import argparse
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

GENERATOR_OPTIONS = ['--threads', '8', '--samples', '200000', '--stacks', '100000', '--funcs', '5000', '--depth', '60', '--markers', '20000', '--seed', '7']

# CPU time of a statement about a file of SQLite, without opening it.
REAL = '''
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1])
database.execute("SELECT count(*) FROM threads").fetchall()
begin = time.process_time()
for _ in database.execute(sys.argv[2]):
    pass
print(time.process_time() - begin)
'''

BY_THREAD = 'SELECT thread, sum(weight) FROM samples GROUP BY thread'
BY_FUNCTION = 'SELECT function, sum(weight) FROM samples GROUP BY function'
JOINED = ('SELECT u.name, sum(s.weight) FROM samples s JOIN stacks k USING (profile, stack) JOIN frames f ON f.profile = k.profile AND f.frame = k.frame '
          'JOIN funcs u ON u.profile = f.profile AND u.func = f.func GROUP BY 1')
# A look-up alone is less than the noise of loading.
N_LOOKUPS = 1000
EACH = f'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {N_LOOKUPS - 1}) SELECT sum(({{}})) FROM n'

# Name, our statement, that of the real table, the greatest ratio of the two.
STATEMENTS = [
    ('count of all samples', 'SELECT count(*) FROM samples', BY_THREAD, 0.1),
    ('sum by thread', BY_THREAD, BY_THREAD, 0.4),
    ('group by function', BY_FUNCTION, BY_FUNCTION, 0.9),
    ('sums of stacks by function', 'SELECT function, sum(w.weight) FROM stack_weights w JOIN stacks USING (profile, stack) GROUP BY function', JOINED, 0.1),
]


# Likewise; the statement for each number of a look-up.
LOOKUPS = [
    ('range of 1 ms', 'SELECT count(*) FROM samples WHERE time >= 100000 + i AND time < 100001 + i', BY_THREAD, 0.02),
    ('one sample by its number', 'SELECT weight FROM samples WHERE thread = 0 AND sample = 100000 + i', BY_THREAD, 0.005),
]


def measure(*arguments):
    """CPU time and greatest memory of a program."""
    process = subprocess.Popen(list(map(str, arguments)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f'{arguments}: status {process.returncode}')
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def report(name, value, reference, limit, unit='s'):
    print(json.dumps({'name': name, 'value': round(value, 7), 'unit': unit, 'reference': round(reference, 5), 'ratio': round(value / reference, 6),
                      'aim': limit}), flush=True)


def report_rows(options, name, profiles, scratch):
    """What it costs to write all tables of profiles, each alone, against loading them, and how large they are against their gzip."""
    out = os.path.join(scratch, 'out')

    def total(*arguments):
        return statistics.median(sum(measure(options.query, *arguments, profile)[0] for profile in profiles) for _ in range(options.rounds))

    report(name, total('rows', '-o', out), total('sql', 'SELECT 1'), 2)
    size = sum(os.path.getsize(os.path.join(folder, file)) for folder, _, files in os.walk(out) for file in files)
    report('size of ' + name, size, sum(map(os.path.getsize, profiles)), 1.6, 'bytes')
    shutil.rmtree(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('query')
    parser.add_argument('shared')
    parser.add_argument('--profile')
    parser.add_argument('--rounds', type=int, default=5)
    options = parser.parse_args()
    generator = os.path.join(os.environ.get('FULGENS_SHARED', options.shared), 'gen-profile.py')
    if not options.profile and not os.path.exists(generator):
        print('There is no generator', file=sys.stderr)
        return 77

    with tempfile.TemporaryDirectory() as scratch:
        profile = options.profile or os.path.join(scratch, 'profile.json.gz')
        if not options.profile:
            subprocess.run([sys.executable, generator, '-o', profile, *GENERATOR_OPTIONS], check=True)
        subprocess.run([options.query, 'rows', '-f', 'sqlite', '-o', scratch, '--tables', 'threads,samples,stacks,frames,funcs', profile], check=True)
        database = os.path.join(scratch, 'rows.sqlite')

        def median(*arguments):
            return statistics.median(measure(*arguments)[0] for _ in range(options.rounds))

        def ours(statement):
            return median(options.query, 'sql', '--timeout=0', '--memory=0', '-n', '5', statement, profile)

        def real(statement):
            return statistics.median(float(subprocess.run([sys.executable, '-c', REAL, database, statement], capture_output=True, check=True).stdout)
                                     for _ in range(3))

        loading = ours('SELECT 1')
        reals = {statement: real(statement) for statement in {of[2] for of in STATEMENTS}}
        for name, statement, of_table, limit in STATEMENTS:
            report(name, max(ours(statement) - loading, 0), reals[of_table], limit)
        nothing = ours(EACH.format('i'))
        for name, statement, of_table, limit in LOOKUPS:
            report(name, max(ours(EACH.format(statement)) - nothing, 0) / N_LOOKUPS, reals[of_table], limit)
        report('functions ()', ours("SELECT * FROM functions('0')"), median(options.query, 'functions', '-n', '5', '-t', '0', profile), 1.15)
        report('memory of a sum', measure(options.query, 'sql', BY_THREAD, profile)[1], measure(options.query, 'sql', 'SELECT 1', profile)[1], 1.15, 'bytes')
        report_rows(options, 'rows', [profile], scratch)
        captures = [path for path in sorted(glob.glob(os.path.join(os.path.dirname(generator), 'corpus', '*.gecko.json.gz')))
                    if not path.endswith('-empty.gecko.json.gz')]
        if captures:
            report_rows(options, 'rows of captures', captures, scratch)
    return 0


if __name__ == '__main__':
    sys.exit(main())
