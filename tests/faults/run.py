#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run.py SOURCE: says which faults of faults.ini no longer apply, and ends with 1 if there are any.
run.py SOURCE BUILD [--from=NAME | NAME…]: breaks the program on purpose, one line at a time, and
looks which test notices. Prints a line for each fault of faults.ini (or for those named,
or for that one and those after it), and ends with 1 if one no longer applies, if one that should be caught survives, or if
one that is listed as a survivor is caught.

Works on copies of SOURCE, one for each processor, each with its build, all in BUILD. A fault is caught by one of
the tests that it names, else by any of the quick suite: all but those of the window, the
long ones and those about the sources.
"""

import configparser
import os
import queue
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LEAST_CAUGHT = 0.85


def read_faults(path):
    """The faults by name. In the file ⏎ is where a text has another line."""
    faults = configparser.ConfigParser(interpolation=None, delimiters=('=',), comment_prefixes=('#',))
    faults.read_string(path.read_text())
    return {name: {key: value.replace('⏎', '\n') for key, value in faults[name].items()} for name in faults.sections()}


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


def set_up(source, work):
    """A copy of SOURCE in WORK and its build, made: both paths."""
    copy, build = work / 'source', work / 'build'
    copy_sources(source, copy)
    if not (build / 'build.ninja').exists():
        subprocess.run(['meson', 'setup', build, copy, '-Doptimization=1', '-Ddebug=false'], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['ninja', '-C', build], check=True, stdout=subprocess.DEVNULL)
    return copy, build


def run_tests(build, *choice):
    """The name of a test that failed, or None; what does not build is caught by the compiler."""
    status = subprocess.run(['meson', 'test', '-C', build, '--maxfail', '1', '--print-errorlogs', *choice], capture_output=True,
                            text=True, check=False)
    if status.returncode == 0:
        return None
    failed = re.findall(r'/ (\S+) +(?:FAIL|ERROR|TIMEOUT)', status.stdout)
    return failed[0] if failed else 'the compiler' if 'FAILED:' in status.stdout else 'a test'


def find_catcher(fault, copy, build):
    """The name of a test that notices FAULT in COPY, or None."""
    path = copy / fault['file']
    whole = path.read_text()
    try:
        path.write_text(whole.replace(fault['text'], fault['replacement']))
        return (run_tests(build, *fault['test'].split()) or
                run_tests(build, *(word for suite in ('data', 'full', 'ui') for word in ('--no-suite', suite))))
    finally:
        path.write_text(whole)


def list_lost(faults, source):
    """The names of those whose text is not once in their file."""
    lost = []
    for name in faults:
        path = source / faults[name]['file']
        n = path.read_text().count(faults[name]['text']) if path.exists() else 0
        if n != 1:
            lost.append(name)
            print(f'no longer applies: {name}: {n} times in {faults[name]["file"]}: {faults[name]["text"]}', flush=True)
    return lost


def main(source, work=None, *names):
    source = Path(source).resolve()
    faults = read_faults(source / 'tests' / 'faults' / 'faults.ini')
    wrong = list_lost(faults, source)
    if not work:
        return 1 if wrong else 0

    if names and names[0].startswith('--from='):
        first = names[0].removeprefix('--from=')
        if first not in faults:
            print(f'no such fault: {first}')
            return 2
        names = list(faults)[list(faults).index(first):]

    workshops = queue.SimpleQueue()
    for i in range(os.cpu_count()):
        workshops.put(set_up(source, Path(work).resolve() / str(i)))

    def try_fault(name):
        workshop = workshops.get()
        try:
            return name, find_catcher(faults[name], *workshop)
        finally:
            workshops.put(workshop)

    caught, survived = [], []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, by in pool.map(try_fault, [name for name in names or faults if name not in wrong]):
            (caught if by else survived).append(name)
            if bool(by) == ('survives' in faults[name]):
                wrong.append(name)
            print(f'caught: {name}: {by}' if by else f'survived: {name}: {faults[name].get("survives", "nobody knows why")}', flush=True)

    n = len(caught) + len(survived)
    print(f'{len(caught)} of {n} caught, {len(survived)} survived, {len(wrong)} not as listed')
    return 1 if wrong or len(caught) < LEAST_CAUGHT * n else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
