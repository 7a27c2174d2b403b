#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that desktop file, D-Bus service and icons belong together.

usage: check-service.py BUILD/data
"""

import configparser
import sys
from pathlib import Path
from xml.etree import ElementTree


def main(built):
    data = Path(__file__).resolve().parents[2] / 'data'
    service, = built.glob('*.service')
    desktop, = built.glob('*.desktop')

    keys = configparser.ConfigParser(interpolation=None, strict=True)
    keys.optionxform = str
    keys.read([service, desktop])
    entry = keys['Desktop Entry']

    assert keys['D-BUS Service']['Name'] == service.stem == desktop.stem
    assert keys['D-BUS Service']['Exec'].endswith('/bin/fulgens --gapplication-service')
    assert entry['DBusActivatable'] == 'true'

    for name in (f'scalable/apps/{entry["Icon"]}.svg', f'symbolic/apps/{entry["Icon"]}-symbolic.svg'):
        root = ElementTree.parse(data / 'icons/hicolor' / name).getroot()
        assert root.tag == '{http://www.w3.org/2000/svg}svg', name

    package = ElementTree.parse(data / f'{service.stem}.mime.xml.in').getroot()
    types = {node.get('type') for node in package.findall('{*}mime-type')}
    assert types == set(filter(None, entry['MimeType'].split(';'))), types


if __name__ == '__main__':
    main(Path(sys.argv[1]))
