# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the sources of a system that we do not have compile: without linking, with headers of this machine where they are the same.
Used by check-windows and check-macos."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent

# Systems in the names of files, as in ful-file-replace-win32.c.
SYSTEMS = ('win32', 'posix', 'linux', 'darwin', 'elsewhere')

# Built where Linux is.
LINUX_ONLY = ('agent', 'marker', 'record', 'symbolizer')

# Each with what a header of it alone includes often: read once for all files of a kind.
KINDS = {
    'core': ('#include <gio/gio.h>\n', ('gio-2.0', 'json-glib-1.0', 'libsoup-3.0')),
    'ui': ('#include <gtk/gtk.h>\n#include <adwaita.h>\n', ('gtk4', 'libadwaita-1', 'gtksourceview-5', 'json-glib-1.0')),
    'png': ('#include <pango/pangocairo.h>\n', ('pangocairo', 'gio-2.0')),
}

# Of libraries in the folder of the headers of libc, which are another system's.
SINGLE_HEADERS = ('zlib.h', 'zconf.h', 'archive.h', 'archive_entry.h', 'zstd.h', 'sqlite3.h')

CONFIG = '''#pragma once
#define PACKAGE_VERSION "0"
#define APP_ID "org.fulgens.Fulgens"
#define GETTEXT_PACKAGE "fulgens"
#define INSTALL_PREFIX "/"
#define LOCALEDIR "locale"
#define PKGDATADIR "share"
#define PKGLIBDIR "lib"
#define LIBEXECDIR "libexec"
#define HAVE_GTKSOURCEVIEW 1
#define HAVE_SOUP 1
#define HAVE_SQLITE 1
#define HAVE_ZSTD 1
#define ENABLE_NLS 1
'''

# That of libc is for libc alone.
LIBINTL = '''#pragma once
char *gettext (const char *);
char *dgettext (const char *, const char *);
char *dcgettext (const char *, const char *, int);
char *ngettext (const char *, const char *, unsigned long);
char *dngettext (const char *, const char *, const char *, unsigned long);
char *textdomain (const char *);
char *bindtextdomain (const char *, const char *);
char *bind_textdomain_codeset (const char *, const char *);
'''


def sources(systems):
    """All that a build for @systems compiles."""
    others = tuple(f'-{name}.c' for name in SYSTEMS if name not in systems)
    for path in sorted((TOP / 'src').rglob('*.c')):
        folder = path.relative_to(TOP / 'src').parts[0]
        if folder not in LINUX_ONLY and not path.name.endswith(others):
            yield path


def kind_of(path):
    folder = path.relative_to(TOP / 'src').parts[0]
    return 'png' if path.name == 'ful-picture-png.c' else 'ui' if folder == 'ui' else 'core'


def write_headers(folder, glibconfig, headers):
    """What is not in a folder of the source: config.h, the glibconfig.h of the system, headers that lie among those of libc."""
    original = next(path for path in (Path(flag[2:]) / 'glibconfig.h' for flag in pkg_config('glib-2.0')) if path.exists())
    (folder / 'glibconfig.h').write_text(glibconfig(original.read_text()))
    (folder / 'config.h').write_text(CONFIG)
    for name, text in {'libintl.h': LIBINTL, **headers}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    include = subprocess.run(['gcc', '-print-multiarch'], capture_output=True, text=True, check=True).stdout.strip()
    for name in SINGLE_HEADERS:
        for path in (Path('/usr/include') / name, Path('/usr/include') / include / name):
            if path.exists():
                shutil.copy(path, folder)


def replace(text, changes):
    """Each line that a change is for must be there: else it is another GLib."""
    for pattern, replacement in changes:
        text, n = re.subn(pattern, replacement, text, flags=re.MULTILINE)
        if n == 0:
            sys.exit(f'glibconfig.h has no {pattern}')
    return text


def pkg_config(*packages):
    flags = subprocess.run(['pkg-config', '--cflags-only-I', *packages], capture_output=True, text=True, check=True).stdout.split()
    # Not the folders of this system's libc.
    return [flag for flag in flags if flag not in ('-I/usr/include', f'-I/usr/include/{os.uname().machine}-linux-gnu')]


def main(systems, compiler, precompiled, glibconfig, packages=(), headers={}):
    """The whole program. @precompiled: the ending of precompiled headers of @compiler; @glibconfig: changes that file from what it is
    here; @packages: of pkg-config, for all sources; @headers: what those that are here lack."""
    paths = list(sources(systems))
    if '--list' in sys.argv[1:]:
        print(*(path.relative_to(TOP) for path in paths), sep='\n')
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_headers(folder, glibconfig, headers)
        checks = ['-Werror=implicit-function-declaration', '-Werror=int-conversion', '-Werror=incompatible-pointer-types']
        inc = [f'-I{TOP}/src/{sub}' for sub in ('core', 'query', 'picture', 'picture/tour', 'ui')]

        def command(kind):
            return [*compiler, '-std=gnu11', *checks, '-DG_LOG_DOMAIN="Fulgens"', f'-I{folder}', *inc, *pkg_config(*KINDS[kind][1], *packages)]

        commands = {}
        for kind, (text, _) in KINDS.items():
            header = folder / f'all-{kind}.h'
            header.write_text(text)
            commands[kind] = command(kind)

        def precompile(kind):
            header = folder / f'all-{kind}.h'
            run = subprocess.run([*commands[kind], '-x', 'c-header', str(header), '-o', f'{header}{precompiled}'], capture_output=True, text=True)
            return run.stderr if run.returncode else ''

        def check(path):
            kind = kind_of(path)
            run = subprocess.run([*commands[kind], '-fsyntax-only', '-include', str(folder / f'all-{kind}.h'), str(path)],
                                 capture_output=True, text=True)
            return run.stderr if run.returncode else ''

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            flaws = [flaw for flaw in pool.map(precompile, KINDS) if flaw]
            flaws = flaws or [flaw for flaw in pool.map(check, paths) if flaw]
    for flaw in flaws:
        print(flaw, end='')
    print(f'{len(paths) - len(flaws)} of {len(paths)} sources compile')
    sys.exit(1 if flaws else 0)
