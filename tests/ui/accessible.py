# SPDX-License-Identifier: GPL-3.0-or-later
"""The tree that a program shows to assistive tools, read by a few calls: to ask
node by node takes a second for a window with a full table."""

import functools
import os
import struct
import time
from collections import defaultdict, namedtuple

import gi

gi.require_version('Atspi', '2.0')
from bus import UINT32, Connection, body_of, path_of, paths_of, values_of
from gi.repository import Atspi, GLib

ACCESSIBLE = 'org.a11y.atspi.Accessible'
ACTION = 'org.a11y.atspi.Action'
PROPERTIES = 'org.freedesktop.DBus.Properties'
ROOT = '/org/a11y/atspi/accessible/root'

Box = namedtuple('Box', 'x y width height')
Item = namedtuple('Item', 'path parent index n_children can_act name role description states')
ROLES = {number: Atspi.role_get_name(role) for number, role in Atspi.Role.__enum_values__.items()}
STATES = {state.value_nick: number for number, state in Atspi.StateType.__enum_values__.items()}

# Of a node: a dictionary, a number, two numbers, a list.
QUESTIONS = ((PROPERTIES, 'GetAll', ACCESSIBLE), (ACCESSIBLE, 'GetRole'), (ACCESSIBLE, 'GetState'), (ACCESSIBLE, 'GetInterfaces'))
FOCUSED = b'\0focused\0'   # in a signal of a state that changes

THREE = struct.Struct('<iiI')


def items_of(message):
    """The members of a((so)(so)(so)iiassusau), of which one begins every 8 bytes, texts and numbers every 4."""
    body = body_of(message)
    number = UINT32.unpack_from
    place, end = 8, 8 + number(body)[0]
    while place < end:
        place = (place + 7) & ~7
        place = (place + number(body, place)[0] + 8) & ~3   # the program
        n = number(body, place)[0]
        path = body[place + 4:place + 4 + n].decode()
        place = (place + n + 12) & ~7
        place = (place + number(body, place)[0] + 8) & ~3   # its root
        place = (place + number(body, place)[0] + 12) & ~7
        place = (place + number(body, place)[0] + 8) & ~3
        n = number(body, place)[0]
        parent = body[place + 4:place + 4 + n].decode()
        place = (place + n + 8) & ~3
        index, n_children, n = THREE.unpack_from(body, place)
        can_act = body.find(b'.Action\0', place + 12, place + 12 + n) >= 0
        place = (place + n + 15) & ~3
        n = number(body, place)[0]
        name = body[place + 4:place + 4 + n].decode()
        place = (place + n + 8) & ~3
        role = number(body, place)[0]
        n = number(body, place + 4)[0]
        description = body[place + 8:place + 8 + n].decode()
        place = (place + n + 12) & ~3
        n, low, high = THREE.unpack_from(body, place)
        place += 4 + n
        yield Item(path, parent, index, n_children, can_act, name, role, description, (low, high))


class Node:
    """A widget as of the time the tree was read; what it does and where it is, as of now."""

    def __init__(self, tree, item):
        self.tree = tree
        self.path, self.name, self.description = item.path, item.name, item.description
        self.role, self.states = ROLES[item.role], item.states
        self.can_act = item.can_act
        self.known_children = None   # of a node that was asked for alone

    @property
    def children(self):
        if self.known_children is None:
            self.tree.read()
            self.known_children = self.tree.nodes[self.path].children if self.path in self.tree.nodes else []
        return self.known_children

    def all(self, leaves=()):
        """This node and those below it, but not those below the roles in leaves."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            if node.role not in leaves:
                todo.extend(reversed(node.children))

    def has(self, state):
        bit = STATES[state]
        return bool(self.states[bit // 32] >> bit % 32 & 1)

    def refresh(self):
        """Asks for what may have changed since."""
        self.name = self.tree.call(self.path, PROPERTIES, 'Get',
                                   ACCESSIBLE, 'Name')[0]
        self.states = self.tree.call(self.path, ACCESSIBLE, 'GetState')[0]

    def extents(self):
        """In the window."""
        return Box(*self.tree.call(self.path, 'org.a11y.atspi.Component', 'GetExtents',
                                   ('u', Atspi.CoordType.WINDOW))[0])

    def value(self):
        """Of a progress bar."""
        return self.tree.call(self.path, PROPERTIES, 'Get', 'org.a11y.atspi.Value', 'CurrentValue')[0]

    def act(self):
        """Does what a press does, if there is such a thing: the frame of a menu button has none."""
        n_actions = self.tree.call(self.path, PROPERTIES, 'Get',
                                   ACTION, 'NActions')[0]
        return n_actions > 0 and self.tree.call(self.path, ACTION, 'DoAction', ('i', 0))[0]


@functools.cache
def session():
    """The session bus."""
    return Connection(os.environ['DBUS_SESSION_BUS_ADDRESS'])


def pid_of(name):
    """The process that owns this name on the session bus, or None."""
    try:
        return session().ask_bus('GetConnectionUnixProcessID', name)[0]
    except GLib.Error:
        return None


class Tree:
    """The tree of the program that owns this name on the session bus."""

    def __init__(self, name):
        self.pid = pid_of(name)
        self.bus = Connection(session().call('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress')[0])
        self.focused = None   # the path of the node with the focus, once it has come to one
        self.items, self.children = {}, {}   # by path, as far as they are known; paths of children
        self.nodes, self.parents, self.read_at, self.good_until = {}, {}, -1, -1   # of the last reading, by path
        self.news = set()   # paths of what has changed since
        self.found = {}   # path by what was looked for
        self.owner = next(owner for owner in self.bus.ask_bus('ListNames')[0] if owner.startswith(':')
                          and self.bus.ask_bus('GetConnectionUnixProcessID', owner)[0] == self.pid)
        self.bus.ask_bus('AddMatch', f"type='signal',sender='{self.owner}'")

    def listen(self):
        """Hears what the program has told of changes. Returns whether it has."""
        signals = self.bus.take_signals()
        for signal in signals:
            path = path_of(signal)
            self.news.add(path)
            if FOCUSED in signal:
                is_in = values_of(signal)[1]
                if is_in or path == self.focused:
                    self.focused = path if is_in else None
        return bool(signals)

    def settle(self):
        """Waits until the program, which makes a change in steps, has told of all: of nothing for a while, when it had time."""
        is_quiet = False
        for _ in range(10):
            self.call(ROOT, ACCESSIBLE, 'GetRole')
            was_quiet, is_quiet = is_quiet, not self.listen()
            if was_quiet and is_quiet:
                break
            time.sleep(0.05)

    def focus(self):
        """The node with the focus, without those below it, or None."""
        self.settle()
        if not self.focused:
            return next((node for node in self.read().all() if node.has('focused')), None)
        node = self.node(self.focused)
        return node if node.has('focused') else None

    def ask(self, paths):
        """These nodes as they are now, without those below them; those that are there."""
        questions = {self.bus.send(self.owner, path, *question): (path, place)
                     for path in paths for place, question in enumerate(QUESTIONS)}
        answers = defaultdict(dict)
        for number, message in self.bus.answers(set(questions)):
            path, place = questions[number]
            if message:
                answers[path][place] = values_of(message)[0]
        items = {}
        for path, answer in answers.items():
            if len(answer) == len(QUESTIONS):
                properties, role, states, interfaces = (answer[place] for place in range(len(QUESTIONS)))
                items[path] = Item(path, None, 0, 0, ACTION in interfaces, properties['Name'], role, properties['Description'], tuple(states))
        return items

    def node(self, path):
        """One node as it is now, without those below it."""
        items = self.ask([path])
        if not items:
            raise GLib.Error('it is gone')
        return Node(self, items[path])

    def call(self, path, interface, method, *arguments):
        return self.bus.call(self.owner, path, interface, method, *arguments)

    def ask_children(self, paths, known):
        """The children of each of these as paths, and of what is below them as far as GTK did not list it yet: it
        does from now on."""
        answers = {}
        questions = {}   # path by number

        def ask(path):
            questions[self.bus.send(self.owner, path, ACCESSIBLE, 'GetChildren')] = path
            answers[path] = []   # it may be gone meanwhile

        for path in paths:
            ask(path)
        open_numbers = set(questions)
        for number, message in self.bus.answers(open_numbers):
            children = paths_of(message) if message else []
            answers[questions[number]] = children
            before = len(questions)
            for child in children:
                if child not in known and child not in answers:
                    ask(child)
            open_numbers.update(list(questions)[before:])
        return answers

    def listed(self):
        """All nodes that GTK lists: those it was asked for, and some that are no longer in the tree."""
        answer = self.bus.ask(self.owner, '/org/a11y/atspi/cache', 'org.a11y.atspi.Cache', 'GetItems')
        return {item.path: item for item in items_of(answer)}

    def read(self):
        """The root, with all below it. What the program did not tell a change of is as it was read before; as it does not tell
        of all, for a while only."""
        self.settle()
        begin = time.monotonic()
        is_fresh = begin < self.good_until
        news, self.news = self.news, set()
        if is_fresh and not news:
            return self.nodes[ROOT]
        many = max(20, len(self.items) // 20)   # nodes that to ask one by one takes as long as to ask for all
        if is_fresh and len(news) < many:
            doubtful = news & self.items.keys()
            self.items.update(self.ask(doubtful))
        else:
            self.items, self.children = self.listed(), defaultdict(list)
            places = defaultdict(list)
            for item in sorted(self.items.values(), key=lambda item: item.index):
                self.children[item.parent].append(item.path)
                places[item.parent].append(item.index)
            doubtful = [item.path for item in self.items.values() if places[item.path] != list(range(item.n_children))]
            self.good_until = begin + max(1, 10 * (time.monotonic() - begin))
        asked = self.ask_children(doubtful, self.items)
        self.children.update(asked)
        missing = {child for children in asked.values() for child in children} - self.items.keys()
        if len(missing) >= many:
            self.items.update(self.listed())
            missing -= self.items.keys()
        self.items.update(self.ask(missing))   # GTK lists them when it is idle
        self.nodes = {path: Node(self, item) for path, item in self.items.items()}
        for path, node in self.nodes.items():
            node.known_children = [self.nodes[child] for child in self.children.get(path, ()) if child in self.nodes]
        self.parents = {child.path: path for path, node in self.nodes.items() for child in node.known_children}
        self.read_at = time.monotonic()
        return self.nodes[ROOT]

    def recent(self):
        """The root as it was read last, if that is not long ago and nothing was done to the program since. Who polls forgets
        before and after each attempt, so that only what is asked in one is shared."""
        return self.nodes[ROOT] if time.monotonic() - self.read_at < 0.2 else self.read()

    def forget(self):
        """What was read is no longer recent."""
        self.read_at = -1

    def has(self, path):
        """Whether it is still where it was: GTK answers also for what was taken out."""
        chain = [path]
        while chain[-1] != ROOT:
            if chain[-1] not in self.parents:
                return False
            chain.append(self.parents[chain[-1]])
        answers = self.ask_children(chain[1:], self.parents)
        # The pages of a stack are listed under other paths than they are parents.
        return all(child in answers[parent] or self.nodes[child].name == 'GtkStackPage' and
                   len(answers[parent]) == len(self.nodes[parent].children) for child, parent in zip(chain, chain[1:]))

    def find(self, role, name, state, leaves):
        """The first node of this role, with this in its name and in this state. One that was found before is asked alone."""
        def fits(node):
            return (not role or node.role == role) and (not name or name in node.name) and (not state or node.has(state))

        found = self.found.get((role, name, state))
        if found:
            try:
                node = self.node(found)
                if fits(node) and self.has(found):
                    return node
            except GLib.Error:   # gone meanwhile
                pass
        node = next((node for node in self.recent().all(leaves) if fits(node)), None)
        self.found[role, name, state] = node and node.path
        return node
