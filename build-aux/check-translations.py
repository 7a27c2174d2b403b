#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the translation of each language in po/LINGUAS against the messages of
the sources as they are now: it is complete and has nothing else, and placeholders,
markup, mnemonics and blanks are those of the message.

usage: check-translations.py TOP
"""

import ast
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Of what i18n.gettext() of Meson gives xgettext with preset 'glib': all keywords, and the flags of what formats here.
EXTRACT = ['--from-code=UTF-8', '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2', '--keyword=g_dcgettext:2',
           '--keyword=g_dngettext:2,3', '--keyword=g_dpgettext2:2c,3', '--flag=g_strdup_printf:1:c-format', '--flag=g_set_error:4:c-format',
           '--flag=g_string_append_printf:2:c-format', '--flag=g_printerr:1:c-format']

PLACEHOLDER = re.compile(r'%(?:(\d+)\$)?([-+#0]*[\d.*]*(?:hh|h|ll|l|j|z|t)?[a-zA-Z]|<PRI\w+>|%)')
DATE = re.compile(r'%-?[HMSBYdm]\b')
TAG = re.compile(r'</?[\w-]+[^<>]*>')


class Message:
    def __init__(self):
        self.context, self.texts, self.translations = None, [], []
        self.flags, self.places, self.is_obsolete = '', '', False

    def key(self):
        return (self.context, *self.texts)


def read_messages(path):
    """Those of a .po file, without its head."""
    messages, message, parts = [], Message(), None
    for line in [*path.read_text(encoding='utf-8').splitlines(), '']:
        if line.startswith('#~'):
            message.is_obsolete = True
            line = line[2:].lstrip()
        if line.startswith('#,'):
            message.flags += line[2:]
        elif line.startswith('#:'):
            message.places += line[2:]
        elif line.startswith('"'):
            parts[-1] += ast.literal_eval(line)
        elif line.startswith('msgctxt '):
            parts = [ast.literal_eval(line[len('msgctxt '):])]
            message.context = parts[0]
        elif line.startswith('msg'):
            word, literal = line.split(' ', 1)
            parts = message.texts if word.startswith('msgid') else message.translations
            parts.append(ast.literal_eval(literal))
        elif not line:
            if message.texts and message.texts != ['']:
                messages.append(message)
            message = Message()
    return messages


def placeholders(text):
    """Their kinds in the order of the arguments, and how many %% there are."""
    found = [(int(place or n), kind) for n, (place, kind) in enumerate(PLACEHOLDER.findall(text))]
    return [kind for _, kind in sorted(found) if kind != '%'], [kind for _, kind in found].count('%')


def has_mnemonic(text):
    return len(re.findall(r'_\w', text)) == 1 and text.count('_') == 1


def has_blanks_of(text, translation):
    """Whether both ends have the same. Wide punctuation and the wide blank of Chinese stand for a blank beside them; no-break
    spaces are a matter of the language."""
    begin, begin_of_text = (re.match(r'[ \t\n]*', one)[0] for one in (translation, text))
    end, end_of_text = (re.search(r'[ \t\n]*$', one)[0] for one in (translation, text))
    return ((begin == begin_of_text or begin_of_text.strip(' ') == '' and translation[:1] in '　、') and
            (end == end_of_text or end_of_text == ' ' and translation[-1:] in '。，：、'))


def flaws(message, text, translation):
    """What is wrong with one of the texts of a translation."""
    if not DATE.search(text) and 'no-c-format' not in message.flags and placeholders(text) != placeholders(translation):
        yield 'other placeholders'
    if sorted(TAG.findall(text)) != sorted(TAG.findall(translation)):
        yield 'other markup'
    if has_mnemonic(text) and 'src/ui/' in message.places and not has_mnemonic(translation):
        yield 'no mnemonic'
    if '_' not in text and '_' in translation:
        yield 'a mnemonic, or “_”, that the message has not'
    if not has_blanks_of(text, translation):
        yield 'other blanks at its ends'
    if text.endswith('…') != translation.endswith('…'):
        yield 'other dots at its end'


def check_language(path, messages):
    checked = subprocess.run(['msgfmt', '--check', '-o', os.devnull, path], capture_output=True, text=True, check=False)
    if checked.returncode != 0 or checked.stderr:
        yield checked.stderr.strip()

    translated = {message.key(): message for message in read_messages(path)}
    for key, message in messages.items():
        own = translated.pop(key, None)
        if own is None or own.is_obsolete or not all(own.translations):
            yield f'{path.name}: “{key[1]}” is not translated ({message.places.split()[0]})'
        elif 'fuzzy' in own.flags:
            yield f'{path.name}: “{key[1]}” is fuzzy'
        else:
            for n, translation in enumerate(own.translations):
                text = message.texts[-1] if n > 0 or len(own.translations) == 1 else message.texts[0]
                for flaw in flaws(message, text, translation):
                    yield f'{path.name}: “{text}” has {flaw}: “{translation}”'
    for key in translated:
        yield f'{path.name}: “{key[1]}” is no message of the sources any more'


def main(top):
    languages = [line for line in (top / 'po/LINGUAS').read_text().split('\n') if line and not line.startswith('#')]
    with tempfile.TemporaryDirectory() as folder:
        pot = Path(folder) / 'fulgens.pot'
        run = subprocess.run(['xgettext', *EXTRACT, '--files-from=po/POTFILES', '-o', pot], cwd=top, capture_output=True, text=True,
                             env={**os.environ, 'GETTEXTDATADIRS': str(top / 'po')}, check=False)
        problems = [line for line in run.stderr.splitlines() if line]
        messages = {message.key(): message for message in read_messages(pot)}
    for language in languages:
        problems += check_language(top / 'po' / f'{language}.po', messages)
    for problem in problems:
        print(problem)
    return 1 if problems or not messages else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1]).resolve()))
