# SPDX-License-Identifier: GPL-3.0-or-later
"""The tree that a program shows to assistive tools, read by a few calls: to ask
node by node takes a second for a window with a full table."""

import ast
import re
import time
from collections import defaultdict, namedtuple

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib

ACCESSIBLE = 'org.a11y.atspi.Accessible'
PROPERTIES = 'org.freedesktop.DBus.Properties'
ROOT = '/org/a11y/atspi/accessible/root'

Box = namedtuple('Box', 'x y width height')
Item = namedtuple('Item', 'path parent index n_children interfaces name role description states')
ROLES = {number: Atspi.role_get_name(role) for number, role in Atspi.Role.__enum_values__.items()}
STATES = {state.value_nick: number for number, state in Atspi.StateType.__enum_values__.items()}

# As GLib prints ((so)(so)(so)iiassusau).
PAIR = "\\('[^']*', '([^']*)'\\)"
STRING = """('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*")"""
ITEM = re.compile(f"\\({PAIR}, \\('[^']*', '[^']*'\\), {PAIR}, (-?\\d+), (-?\\d+), \\[([^]]*)\\], {STRING}, (\\d+), {STRING}, "
                  "\\[(\\d+), (\\d+)\\]\\)")


def text_of(literal):
    return ast.literal_eval(literal) if '\\' in literal else literal[1:-1]


class Node:
    """A widget as of the time the tree was read; what it does and where it is, as of now."""

    def __init__(self, tree, item):
        self.tree = tree
        self.path, self.name, self.description = item.path, item.name, item.description
        self.role, self.states = ROLES[item.role], item.states
        self.can_act = 'org.a11y.atspi.Action' in item.interfaces
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
                                   GLib.Variant('(ss)', (ACCESSIBLE, 'Name')))[0]
        self.states = self.tree.call(self.path, ACCESSIBLE, 'GetState', None)[0]

    def extents(self):
        """In the window."""
        return Box(*self.tree.call(self.path, 'org.a11y.atspi.Component', 'GetExtents',
                                   GLib.Variant('(u)', (Atspi.CoordType.WINDOW,)))[0])

    def value(self):
        """Of a progress bar."""
        return self.tree.call(self.path, PROPERTIES, 'Get', GLib.Variant('(ss)', ('org.a11y.atspi.Value', 'CurrentValue')))[0]

    def act(self):
        """Does what a press does, if there is such a thing: the frame of a menu button has none."""
        n_actions = self.tree.call(self.path, PROPERTIES, 'Get',
                                   GLib.Variant('(ss)', ('org.a11y.atspi.Action', 'NActions')))[0]
        return n_actions > 0 and self.tree.call(self.path, 'org.a11y.atspi.Action', 'DoAction', GLib.Variant('(i)', (0,)))[0]


def ask_bus(connection, method, *names):
    """A question about names to the bus itself."""
    bus = 'org.freedesktop.DBus'
    arguments = GLib.Variant('(s)', names) if names else None
    return connection.call_sync(bus, '/org/freedesktop/DBus', bus, method, arguments, None, Gio.DBusCallFlags.NONE, -1,
                                None).unpack()[0]


def pid_of(name):
    """The process that owns this name on the session bus, or None."""
    try:
        return ask_bus(Gio.bus_get_sync(Gio.BusType.SESSION), 'GetConnectionUnixProcessID', name)
    except GLib.Error:
        return None


class Tree:
    """The tree of the program that owns this name on the session bus."""

    def __init__(self, name):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.pid = pid_of(name)
        address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None,
                                    Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.focused = None   # the path of the node with the focus, once it has come to one
        self.nodes, self.parents, self.read_at = {}, {}, -1   # by path, of the last reading
        self.found = {}   # path by what was looked for
        self.owner = next(owner for owner in ask_bus(self.bus, 'ListNames') if owner.startswith(':')
                          and ask_bus(self.bus, 'GetConnectionUnixProcessID', owner) == self.pid)

        self.bus.signal_subscribe(self.owner, 'org.a11y.atspi.Event.Object', 'StateChanged', None, 'focused',
                                  Gio.DBusSignalFlags.NONE, self.focus_changed)

    def focus_changed(self, _bus, _owner, path, _interface, _signal, arguments):
        is_in = arguments.get_child_value(1).get_int32()
        if is_in or path == self.focused:
            self.focused = path if is_in else None

    def focus(self):
        """The node with the focus, without those below it, or None."""
        while GLib.MainContext.default().iteration(False):
            pass
        if not self.focused:
            return next((node for node in self.read().all() if node.has('focused')), None)
        node = self.node(self.focused)
        return node if node.has('focused') else None

    def node(self, path):
        """One node as it is now, without those below it."""
        properties = self.call(path, PROPERTIES, 'GetAll', GLib.Variant('(s)', (ACCESSIBLE,)))[0]
        role = self.call(path, ACCESSIBLE, 'GetRole', None)[0]
        states = self.call(path, ACCESSIBLE, 'GetState', None)[0]
        interfaces = self.call(path, ACCESSIBLE, 'GetInterfaces', None)[0]
        return Node(self, Item(path, None, 0, 0, interfaces, properties['Name'], role, properties['Description'], states))

    def call(self, path, interface, method, arguments):
        return self.bus.call_sync(self.owner, path, interface, method, arguments, None,
                                  Gio.DBusCallFlags.NONE, 30000, None).unpack()

    def ask_children(self, paths, known):
        """The children of each of these as paths, and of what is below them as far as GTK did not list it yet: it
        does from now on."""
        answers = {}
        n_open = 0
        loop = GLib.MainLoop()

        def ask(path):
            nonlocal n_open
            n_open += 1
            self.bus.call(self.owner, path, ACCESSIBLE, 'GetChildren', None, None, Gio.DBusCallFlags.NONE, 30000,
                          None, lambda bus, result: answered(path, result))

        def answered(path, result):
            nonlocal n_open
            n_open -= 1
            try:
                answers[path] = [child for _, child in self.bus.call_finish(result).unpack()[0]]
            except GLib.Error:   # gone meanwhile
                answers[path] = []
            for child in answers[path]:
                if child not in known and child not in answers:
                    ask(child)
            if n_open == 0:
                loop.quit()

        for path in paths:
            ask(path)
        if n_open:
            loop.run()
        return answers

    def items(self):
        """All nodes that GTK lists: those it was asked for, and some that are no longer in the tree."""
        answer = self.bus.call_sync(self.owner, '/org/a11y/atspi/cache', 'org.a11y.atspi.Cache', 'GetItems', None, None,
                                    Gio.DBusCallFlags.NONE, 30000, None)
        items = {}
        # To unpack value by value takes three times as long as all the rest.
        for path, parent, index, n, interfaces, name, role, description, low, high in ITEM.findall(answer.print_(False)):
            items[path] = Item(path, parent, int(index), int(n), interfaces, text_of(name), int(role),
                               text_of(description), (int(low), int(high)))
        return items

    def read(self):
        """The root, with all below it."""
        items = self.items()
        places = defaultdict(list)
        for item in items.values():
            places[item.parent].append(item.index)
        doubtful = [item.path for item in items.values() if sorted(places[item.path]) != list(range(item.n_children))]
        asked = self.ask_children(doubtful, items)
        everything = {child for children in asked.values() for child in children}
        for _ in range(5):   # GTK lists them when it is idle, and some may be gone by then
            if items.keys() >= everything:
                break
            time.sleep(0.05)
            items = self.items()
        nodes = {item.path: Node(self, item) for item in items.values()}
        for node in nodes.values():
            node.known_children = []
        for item in sorted(items.values(), key=lambda item: item.index):
            if item.parent in nodes and item.parent not in asked:
                nodes[item.parent].known_children.append(nodes[item.path])
        for parent, children in asked.items():
            if parent in nodes:
                nodes[parent].known_children = [nodes[child] for child in children if child in nodes]
        self.nodes = nodes
        self.parents = {child.path: parent for parent, node in nodes.items() for child in node.known_children}
        self.read_at = time.monotonic()
        return nodes[ROOT]

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
