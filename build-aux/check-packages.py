#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each installed file is in one package for Debian and one for RPM, and that NEWS and metainfo file begin
with the version of meson.build; and that the application for flatpak has no access to the host.

usage: check-packages.py TOP BUILD VERSION
"""

import fnmatch
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

# Folders of Meson as file lists name them.
DEBIAN = {'prefix': 'usr', 'bindir': 'usr/bin', 'datadir': 'usr/share', 'includedir': 'usr/include',
          'libdir': 'usr/lib/ARCH', 'libdir_static': 'usr/lib/ARCH', 'libexecdir': 'usr/libexec', 'mandir': 'usr/share/man'}
RPM = {'prefix': '%{_prefix}', 'libdir_static': '%{_libdir}'}
RPM.update({name: f'%{{_{name}}}' for name in ('bindir', 'datadir', 'includedir', 'libdir', 'libexecdir', 'mandir')})


def installed(build):
    """Where Meson puts files and folders, as in {bindir}/fulgens."""
    plan = json.loads((build / 'meson-info/intro-install_plan.json').read_text())
    for files in plan.values():
        for file in files.values():
            # Paths that were built from the prefix.
            path = re.sub(r'^\{prefix\}/lib(/[^/]*-linux-gnu\w*|64)?(?=/)', '{libdir}', file['destination'])
            yield path.replace('{prefix}/share/', '{datadir}/')


def debian_packages(folder):
    return {file.stem: file.read_text().split() for file in folder.glob('*.install')}


def rpm_packages(spec):
    packages = {}
    for part in re.split(r'^%files', spec.read_text(), flags=re.MULTILINE)[1:]:
        name, *lines = part.splitlines()
        if name.endswith('.lang'):   # what find_lang finds
            lines.append('%{_datadir}/locale/')
        packages[name.strip() or 'fulgens'] = [line.replace('%{_metainfodir}', '%{_datadir}/metainfo')
                                               for line in lines if line.startswith('%{_')]
    return packages


def contains(pattern, path):
    pattern = pattern.rstrip('/')
    return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, pattern + '/*')


def check_packages(kind, packages, folders, paths):
    for path in paths:
        path = path.format(**folders)
        names = [name for name, patterns in packages.items() if any(contains(pattern, path) for pattern in patterns)]
        # A folder is installed as a whole, and may be listed by its files.
        if not names and any(pattern.startswith(path + '/') for patterns in packages.values() for pattern in patterns):
            continue
        if len(names) != 1:
            yield f'{path} is in these packages of {kind}: {", ".join(names) or "none"}'


def check_version(top, version):
    news = (top / 'NEWS').read_text().split('\n', 1)[0]
    if not news.startswith(f'Overview of changes in Fulgens {version}'):
        yield f'NEWS begins with "{news}", not with version {version}'
    release = ElementTree.parse(top / 'data/org.fulgens.Fulgens.metainfo.xml.in').find('releases/release').get('version')
    if release != version:
        yield f'the newest release of the metainfo file is {release}, not {version}'


def check_flatpak(manifest):
    if re.search(r'--(filesystem|talk-name|socket=session-bus)', manifest.read_text()):
        yield 'the application for flatpak may see more than the files that are opened in it'


def main(top, build, version):
    packages = top / 'build-aux/packages'
    paths = sorted(installed(build))
    flaws = [*check_version(top, version),
             *check_packages('Debian', debian_packages(packages / 'debian'), DEBIAN, paths),
             *check_packages('RPM', rpm_packages(packages / 'rpm/fulgens.spec.in'), RPM, paths),
             *check_flatpak(packages / 'flatpak/org.fulgens.Fulgens.yml')]
    for flaw in flaws:
        print(flaw)
    return bool(flaws)


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
