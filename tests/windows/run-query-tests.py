#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests of the query tool's command line on the tool of Windows. Ends with 1 if one fails.

usage: run-query-tests.py TOOL FIXTURES

TOOL is a program that starts fulgens-query.exe with the arguments that it gets, as build-aux/windows makes it for Wine."""

import importlib.util
import sys
import unittest
from pathlib import Path

# Cases that only POSIX can do, or that need a library which build-aux/windows leaves out.
LEFT_OUT = {
    'test_pictures': 'cairo draws PNG',
    'test_reader_goes_away': 'SIGPIPE',
    'test_tar': 'libarchive without bzip2',
    'test_tour': 'cairo draws PNG',
    'test_view_too_deep_or_large': 'an argument of 100,000 bytes; Windows has 32,767',
}


def main():
    spec = importlib.util.spec_from_file_location('test_query', Path(__file__).parent.parent / 'cli' / 'test-query.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, reason in LEFT_OUT.items():
        setattr(module.QueryTest, name, unittest.skip(reason)(getattr(module.QueryTest, name)))
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    return not unittest.TextTestRunner().run(suite).wasSuccessful()


if __name__ == '__main__':
    sys.exit(main())
