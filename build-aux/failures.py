#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the failed tests of a meson test log (JSON lines), each with the lines that say why.

usage: failures.py [--scenarios] TESTLOG

With --scenarios only the names of those that drive a window on a display, where a key may be lost.
"""

import json
import re
import sys

REASON = re.compile(r"^not ok|^Bail out|ERROR|Error|FAILED|assert|Sanitizer|runtime error|differ")
LINES = 30

for line in open(sys.argv[-1], encoding="utf-8", errors="replace"):
    test = json.loads(line)
    if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
        continue
    if "--scenarios" in sys.argv:
        suites, name = test["name"].split(" / ")
        if "end-to-end" in suites:
            print(name)
        continue
    print(f"FAILED {test['name']}: {test['result']} after {test['duration']:.0f} s")
    text = (test.get("stdout") or "") + (test.get("stderr") or "")
    lines = [entry for entry in text.splitlines() if "-DEBUG: " not in entry]
    reasons = [entry for entry in lines if REASON.search(entry)] or lines
    for entry in reasons[-LINES:]:
        print("  " + entry[:300])
