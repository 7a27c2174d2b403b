#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What following a busy capture costs: bench-live.py FULGENS-QUERY STREAM FOLDER

STREAM (of make-stream) is served in the time that it took, each TICK when it is due. FOLDER has wire.py. Prints a JSON line
for each figure of fulgens-query live: cores, with and without a file to write; s from the server's END to the end; resident
bytes a row.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import time

QUERY, STREAM, FOLDER = sys.argv[1:4]
sys.path.insert(0, FOLDER)
import wire   # pylint: disable=wrong-import-position

TICK_SECONDS = 0.1

# In a process of its own, as the memory of a child is at least that of its parent.
MEASURE = '''
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.stdout.splitlines()[-1], usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]))
'''


def split(stream):
    """The first frame, then what is sent until each TICK, then the rest."""
    parts, begin, at = [], 0, 0
    while at < len(stream):
        end = at + 4 + struct.unpack_from('<I', stream, at)[0]
        if at == 0 or stream[at + 4] == wire.TICK:
            parts.append(stream[begin:end])
            begin = end
        at = end
    return parts + [stream[begin:]]


def follow(parts, *arguments):
    """The last event, CPU seconds, greatest memory, and s from END to the end of the program."""
    ended = []

    def script(connection):
        connection.send(parts[0])
        connection.wait_for_frame(wire.SUBSCRIBE)
        begin = time.monotonic()
        for i, part in enumerate(parts[1:-1]):
            time.sleep(max(0, begin + (i + 1) * TICK_SECONDS - time.monotonic()))
            connection.send(part)
        connection.send(parts[-1])
        ended.append(time.monotonic())
        connection.wait_closed()

    with tempfile.TemporaryDirectory() as folder, wire.Server(script, folder) as server:
        arguments = [os.path.join(folder, argument) if argument == 'out.jslb' else argument for argument in arguments]
        result = subprocess.run([sys.executable, '-c', MEASURE, QUERY, 'live', '--json', *arguments, server.address],
                                capture_output=True, text=True, check=True, env={**os.environ, 'XDG_STATE_HOME': folder})
        last = time.monotonic() - ended[0]
    event, seconds, memory = json.loads(result.stdout)
    return json.loads(event), seconds, memory, last


def report(name, value, unit, aim):
    print(json.dumps({'name': name, 'value': round(value, 4), 'unit': unit, 'inputBytes': os.path.getsize(STREAM), 'aim': aim}),
          flush=True)


def main():
    with open(STREAM, 'rb') as file:
        parts = split(file.read())
    duration = (len(parts) - 2) * TICK_SECONDS
    for name, *arguments in (['live'], ['live with a file', '-o', 'out.jslb']):
        event, seconds, memory, last = follow(parts, *arguments)
        rows = event['received']['samples'] + event['received']['markers']
        report(f'{name}: cores', seconds / duration, 'cores', 0.6)
        report(f'{name}: from END to the end', last, 's', 2)
        report(f'{name}: memory', memory / rows, 'bytes a row', 64)
        if not event['whole'] or event['received']['lost']:
            raise SystemExit(f'not whole: {event}')


if __name__ == '__main__':
    main()
