#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the failed tests of a meson test log (JSON lines), each with the lines that say why.

usage: failures.py [--scenarios | --skipped] TESTLOG

With --scenarios only those that may fail because a machine has more to do, and did not crash: those that drive a window on a
display, where a key may be lost, and those of the recorder, which compares clocks: the name of the test, and a pattern of its
scenarios that failed, or of all where it does not say which; with --skipped a line for each test of which a part was skipped, or all: how many cases, and its name.
"""

import json
import re
import sys

REASON = re.compile(r"^not ok|^Bail out|ERROR|Error|FAILED|assert|Sanitizer|runtime error|differ")
CRASH = re.compile(r"ended by itself with -|ended with -|AddressSanitizer|runtime error")
LINES = 30


def count_skipped(test, text):
    """Of TAP and of Python's unittest; a whole program counts as one."""
    cases = len(re.findall(r"^ok .*# SKIP", text, re.MULTILINE | re.IGNORECASE))
    cases += sum(int(number) for number in re.findall(r"^OK \(skipped=(\d+)\)$", text, re.MULTILINE))
    return max(cases, int(test["result"] == "SKIP"))


for line in open(sys.argv[-1], encoding="utf-8", errors="replace"):
    test = json.loads(line)
    text = (test.get("stdout") or "") + (test.get("stderr") or "")
    if "--skipped" in sys.argv:
        if skipped := count_skipped(test, text):
            print(skipped, test["name"])
        continue
    if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
        continue
    if "--scenarios" in sys.argv:
        suites, name = test["name"].split(" / ")
        if ("end-to-end" in suites or name.startswith("record")) and not CRASH.search(text):
            print(name, f"^({'|'.join(re.findall(r'^not ok [0-9]+ ([a-z0-9_]+)', text, re.MULTILINE)) or '.*'})$")
        continue
    print(f"FAILED {test['name']}: {test['result']} after {test['duration']:.0f} s")
    lines = [entry for entry in text.splitlines() if "-DEBUG: " not in entry]
    reasons = [entry for entry in lines if REASON.search(entry)] or lines
    for entry in reasons[-LINES:]:
        print("  " + entry[:300])
