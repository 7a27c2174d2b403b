# SPDX-License-Identifier: GPL-3.0-or-later
"""The Firefox of this machine, without a window, with a socket for its developer tools."""

import json
import os
import shutil
import subprocess
import time

PROGRAM = shutil.which('firefox-esr') or shutil.which('firefox')
PREFERENCES = {'devtools.debugger.remote-enabled': True, 'devtools.chrome.enabled': True,
               'devtools.debugger.prompt-connection': False, 'datareporting.policy.dataSubmissionEnabled': False,
               'browser.shell.checkDefaultBrowser': False, 'app.update.enabled': False}


class RealFirefox:
    """Runs with its files in a folder whose path is short, as that of the socket is in it."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, 'socket')
        self.address = 'firefox:' + self.socket
        profile = os.path.join(folder, 'profile')
        os.mkdir(profile)
        with open(os.path.join(profile, 'user.js'), 'w', encoding='utf-8') as out:
            for name, value in PREFERENCES.items():
                out.write(f'user_pref({json.dumps(name)}, {json.dumps(value)});\n')
        self.process = subprocess.Popen(
            [PROGRAM, '--headless', '--no-remote', '--profile', profile, '--start-debugger-server', self.socket, 'about:blank'],
            env={**os.environ, 'HOME': folder}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 120
        while not os.path.exists(self.socket) and time.monotonic() < end:
            time.sleep(0.1)

    def close(self):
        self.process.terminate()
        self.process.wait()
