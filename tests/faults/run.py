#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run.py SOURCE BUILD [NAME…]: breaks the program on purpose, one line at a time, and
looks which test notices. Prints a line for each fault of faults.ini (or for those named)
and ends with 1 if one no longer applies, if one that should be caught survives, or if
one that is listed as a survivor is caught.

Works on a copy of SOURCE, in a build of its own, both in BUILD. A fault is caught by one of
the tests that it names, else by any of the quick suite: all but those of the window and
the long ones.
"""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

LEAST_CAUGHT = 0.85


def read_faults(path):
    """The faults by name. A line ends with ⏎ where a text has several."""
    faults = configparser.ConfigParser(interpolation=None, delimiters=('=',), comment_prefixes=('#',))
    faults.read_string(path.read_text())
    return faults


def copy_sources(source, copy):
    """Only what has changed is written, so that the build of the last time is of use."""
    listed = subprocess.run(['git', '-C', source, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                            capture_output=True, check=True).stdout.decode().split('\0')
    for name in filter(None, listed):
        old, new = source / name, copy / name
        if not old.exists():
            continue
        new.parent.mkdir(parents=True, exist_ok=True)
        if not new.exists() or new.read_bytes() != old.read_bytes():
            shutil.copy(old, new)
    beside = source.parent / 'shared'
    if beside.is_dir() and not (copy.parent / 'shared').exists():
        (copy.parent / 'shared').symlink_to(beside)


def run_tests(build, *choice):
    """The name of a test that failed, or None; what does not build is caught by the compiler."""
    status = subprocess.run(['meson', 'test', '-C', build, '--maxfail', '1', '--print-errorlogs', *choice], capture_output=True,
                            text=True, check=False)
    if status.returncode == 0:
        return None
    failed = re.findall(r'/ (\S+) +(?:FAIL|ERROR|TIMEOUT)', status.stdout)
    return failed[0] if failed else 'the compiler' if 'FAILED:' in status.stdout else 'a test'


def main(source, work, *names):
    source, work = Path(source).resolve(), Path(work).resolve()
    copy, build = work / 'source', work / 'build'
    faults = read_faults(source / 'tests' / 'faults' / 'faults.ini')
    copy_sources(source, copy)
    if not (build / 'build.ninja').exists():
        subprocess.run(['meson', 'setup', build, copy, '-Doptimization=1', '-Ddebug=false'], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['ninja', '-C', build], check=True, stdout=subprocess.DEVNULL)

    caught, survived, wrong = [], [], []
    for name in names or faults.sections():
        fault = {key: value.replace('⏎', '\n') for key, value in faults[name].items()}
        path = copy / fault['file']
        whole = path.read_text()
        if whole.count(fault['text']) != 1:
            wrong.append(name)
            print(f'no longer applies: {name}: {fault["text"]!r} is {whole.count(fault["text"])} times in {fault["file"]}', flush=True)
            continue
        try:
            path.write_text(whole.replace(fault['text'], fault['replacement']))
            by = run_tests(build, *fault['test'].split())
            if not by:
                by = run_tests(build, '--no-suite', 'full', '--no-suite', 'ui')
        finally:
            path.write_text(whole)
        (caught if by else survived).append(name)
        if bool(by) == ('survives' in fault):
            wrong.append(name)
        print(f'caught: {name}: {by}' if by else f'survived: {name}: {fault.get("survives", "nobody knows why")}', flush=True)

    n = len(caught) + len(survived)
    print(f'{len(caught)} of {n} caught, {len(survived)} survived, {len(wrong)} not as listed')
    return 1 if wrong or len(caught) < LEAST_CAUGHT * n else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
