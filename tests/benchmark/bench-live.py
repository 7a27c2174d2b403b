#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What following a busy capture costs: bench-live.py FULGENS-QUERY FULGENS-REPLAY STREAM

STREAM (of make-stream) is served in the time that it took. Prints a JSON line for each figure of fulgens-query live: cores,
with and without a file to write; s from the server's END to the end; greatest memory in bytes a row.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time

QUERY, REPLAY, STREAM = sys.argv[1:4]

# In a process of its own, as the memory of a child is at least that of its parent.
MEASURE = '''
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.stdout.splitlines()[-1], usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]))
'''


def follow(name, folder, *arguments):
    """Serves the stream once, and reports."""
    server = subprocess.Popen([REPLAY, '--events', '--once', '--socket', os.path.join(folder, 's'), STREAM],
                              stdout=subprocess.PIPE, text=True)
    address = json.loads(server.stdout.readline())['address']
    moments = {}

    def watch():
        for line in server.stdout:
            moments[json.loads(line)['event']] = time.monotonic()
    watcher = threading.Thread(target=watch)
    watcher.start()
    result = subprocess.run([sys.executable, '-c', MEASURE, QUERY, 'live', '--json', *arguments, address], capture_output=True,
                            text=True, check=True, env={**os.environ, 'XDG_STATE_HOME': folder})
    finished = time.monotonic()
    watcher.join()
    server.wait()
    event, seconds, memory = json.loads(result.stdout)
    event = json.loads(event)
    duration = moments['ended'] - moments['subscribed']
    rows = event['received']['samples'] + event['received']['markers']
    report(f'{name}: cores', seconds / duration, 'cores', 0.6)
    report(f'{name}: from END to the end', finished - moments['ended'], 's', 2)
    report(f'{name}: greatest memory', memory / rows, 'bytes a row', None)
    if not event['whole'] or event['received']['lost']:
        raise SystemExit(f'not whole: {event}')


def report(name, value, unit, aim):
    print(json.dumps({'name': name, 'value': round(value, 4), 'unit': unit, 'inputBytes': os.path.getsize(STREAM), 'aim': aim}),
          flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        follow('live', folder)
        follow('live with a file', folder, '-o', os.path.join(folder, 'out.jslb'))


if __name__ == '__main__':
    main()
