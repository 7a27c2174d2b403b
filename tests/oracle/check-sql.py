#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-sql.py FULGENS-QUERY SHARED: compares the answers of sql with those of an independent program, in SHARED/oracle-sql."""

import json
import subprocess
import sys
from pathlib import Path

ABSOLUTE = 2e-6
RELATIVE = 1e-9
SKIPPED = 77


def is_same(is_, should):
    if isinstance(is_, (int, float)) and isinstance(should, (int, float)):
        return abs(is_ - should) <= ABSOLUTE + RELATIVE * abs(should)
    return is_ == should


def check(query, shared, question):
    files = [shared / name for name in question['files']]
    ran = subprocess.run([query, 'sql', '--json', '-n', '0', *question.get('options', []), question['sql'], *files], capture_output=True, text=True)
    if 'error' in question:
        return ran.returncode == question.get('exit', 2) and not ran.stdout and question['error'] in ran.stderr and ran.stderr.count('\n') == 1
    if ran.returncode != 0:
        return False

    answer = json.loads(ran.stdout)
    return (answer['columns'] == question.get('columns', answer['columns']) and len(answer['rows']) == len(question['rows'])
            and all(len(row) == len(other) and all(map(is_same, row, other)) for row, other in zip(answer['rows'], question['rows'])))


def main():
    query, shared = sys.argv[1], Path(sys.argv[2])
    path = shared / 'oracle-sql' / 'questions.json'
    if not path.exists():
        return SKIPPED

    questions = json.loads(path.read_text())
    if isinstance(questions, dict):
        questions = next(iter(questions.values()))
    wrong = [question['id'] for question in questions if not check(query, shared, question)]
    print(f'{len(questions) - len(wrong)} of {len(questions)} questions', *wrong)
    return 1 if wrong or not questions else 0


sys.exit(main())
