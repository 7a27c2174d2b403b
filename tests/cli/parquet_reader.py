# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads files of fulgens-query rows, as the format says, without any code of the project."""

import ctypes
import ctypes.util
import gzip
import struct


class Thrift:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return number

    def zigzag(self):
        number = self.varint()
        return number >> 1 ^ -(number & 1)

    def value(self, kind):
        if kind in (1, 2):
            return kind == 1
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 8:
            n = self.varint()
            self.at += n
            return self.data[self.at - n:self.at]
        if kind == 9:
            head = self.byte()
            n = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.value(head & 15) for _ in range(n)]
        assert kind == 12, kind
        return self.struct()

    def struct(self):
        fields, last = {}, 0
        while (head := self.byte()) != 0:
            last = last + (head >> 4) if head >> 4 else self.zigzag()
            fields[last] = self.value(head & 15)
        return fields


def to_double(data):
    return struct.unpack('<d', data)[0]


def decompress(data, n, codec):
    if codec == 2:
        return gzip.decompress(data)
    assert codec == 6, codec
    zstd = ctypes.CDLL(ctypes.util.find_library('zstd') or 'libzstd.so.1')
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    to = ctypes.create_string_buffer(max(n, 1))
    assert zstd.ZSTD_decompress(to, n, bytes(data), len(data)) == n
    return to.raw[:n]


def read_hybrid(data, width, n):
    """Returns: n numbers"""
    thrift, numbers = Thrift(data), []
    while len(numbers) < n:
        head = thrift.varint()
        if head & 1:
            n_bytes = (head >> 1) * width
            bits = int.from_bytes(data[thrift.at:thrift.at + n_bytes], 'little')
            thrift.at += n_bytes
            numbers += [bits >> i * width & (1 << width) - 1 for i in range((head >> 1) * 8)]
        else:
            n_bytes = (width + 7) // 8
            numbers += [int.from_bytes(data[thrift.at:thrift.at + n_bytes], 'little')] * (head >> 1)
            thrift.at += n_bytes
    return numbers[:n]


def read_plain(data, kind, n):
    if kind in (2, 5):
        return list(struct.unpack_from('<%d%s' % (n, 'q' if kind == 2 else 'd'), data))
    values, at = [], 0
    for _ in range(n):
        length, = struct.unpack_from('<I', data, at)
        values.append(data[at + 4:at + 4 + length].decode())
        at += 4 + length
    return values


def read_chunk(data, meta):
    kind, codec, n_rows = meta[1], meta[4], meta[5]
    thrift, dictionary = Thrift(data, meta.get(11, meta[9])), None
    while True:
        header = thrift.struct()
        page = decompress(data[thrift.at:thrift.at + header[3]], header[2], codec)
        thrift.at += header[3]
        if header[1] == 2:
            dictionary = read_plain(page, kind, header[7][1])
            continue
        n_levels, = struct.unpack_from('<I', page)
        levels = read_hybrid(page[4:4 + n_levels], 1, n_rows)
        cells = page[4 + n_levels:]
        n = sum(levels)
        if header[5][2] == 8:
            values = [dictionary[i] for i in read_hybrid(cells[1:], cells[0], n)] if n else []
        else:
            values = read_plain(cells, kind, n)
        there = iter(values)
        return [next(there) if level else None for level in levels]


def read(path):
    """Returns: {column: cells}, and the statistics of each chunk"""
    with open(path, 'rb') as file:
        data = file.read()
    assert data[:4] == data[-4:] == b'PAR1'
    n, = struct.unpack('<I', data[-8:-4])
    footer = Thrift(data[-8 - n:-8]).struct()
    names = [element[4].decode() for element in footer[2][1:]]
    columns, statistics = {name: [] for name in names}, []
    for group in footer[4]:
        for name, chunk in zip(names, group[1]):
            assert chunk[3][3] == [name.encode()]
            cells = read_chunk(data, chunk[3])
            assert len(cells) == group[3]
            columns[name] += cells
            statistics.append((name, cells, chunk[3][12]))
    assert all(len(cells) == footer[3] for cells in columns.values())
    return columns, statistics
