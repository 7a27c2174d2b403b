/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Length of an x86 instruction that the disassembler does not know: one whose opcode is in a map behind 0x0f, or that has a
 * VEX or EVEX prefix, as extensions of the machine have. Of these maps the form follows from map and opcode. Rules:
 * Intel's manual, volume 2, chapters 2.1 to 2.7. */

#include "config.h"

#include "ful-x86-length.h"

#define MAX_LENGTH 15

typedef struct
{
  const guint8 *code;
  gsize         n;
  gsize         at;
  gboolean      is_64;
  gboolean      has_16_bit_addresses;
} Cursor;

/* Returns: the next byte, or 0 after the end, which @at is past then */
static guint8
next (Cursor *self)
{
  return self->at < self->n ? self->code[self->at++] : (self->at = self->n + 1, 0);
}

static void
skip_address (Cursor *self)
{
  guint8 form = next (self), mode = form >> 6, base = form & 7;

  if (mode == 3)
    return;
  if (self->has_16_bit_addresses)
    {
      self->at += mode == 1 ? 1 : mode == 2 || base == 6 ? 2 : 0;
      return;
    }
  if (base == 4)
    base = next (self) & 7;
  self->at += mode == 1 ? 1 : mode == 2 || base == 5 ? 4 : 0;
}

/* Opcodes of the first map, behind 0x0f alone. */
static gboolean
has_address (guint8 opcode)
{
  return !((opcode >= 0x05 && opcode <= 0x0b) || opcode == 0x0e || (opcode >= 0x30 && opcode <= 0x37) || opcode == 0x77 ||
           (opcode >= 0x80 && opcode <= 0x8f) || (opcode >= 0xa0 && opcode <= 0xa2) || (opcode >= 0xa8 && opcode <= 0xaa) ||
           (opcode >= 0xc8 && opcode <= 0xcf));
}

static gboolean
has_byte (guint8 opcode)
{
  return opcode == 0x0f || (opcode >= 0x70 && opcode <= 0x73) || opcode == 0xa4 || opcode == 0xac || opcode == 0xba || opcode == 0xc2 ||
         (opcode >= 0xc4 && opcode <= 0xc6);
}

/* After all prefixes. Returns: whether the map is known */
static gboolean
skip_operands (Cursor *self,
               guint   map)
{
  guint8 opcode = next (self);

  switch (map)
    {
    case 1:
      if (has_address (opcode))
        skip_address (self);
      self->at += has_byte (opcode) ? 1 : opcode >= 0x80 && opcode <= 0x8f ? 4 : 0;
      return TRUE;
    case 3:
      skip_address (self);
      self->at++;
      return TRUE;
    case 2:
    case 5:
    case 6:
      skip_address (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_plain_prefix (guint8 byte)
{
  return byte == 0x26 || byte == 0x2e || byte == 0x36 || byte == 0x3e || byte == 0x64 || byte == 0x65 || byte == 0x66 ||
         byte == 0x67 || byte == 0xf0 || byte == 0xf2 || byte == 0xf3;
}

/* Returns: whether the next byte begins a VEX or EVEX prefix; elsewhere than in 64 bits memory operands follow it */
static gboolean
has_vector_prefix (const Cursor *self,
                   guint8        byte)
{
  return self->at + 1 < self->n && self->code[self->at] == byte && (self->is_64 || self->code[self->at + 1] >= 0xc0);
}

static gboolean
skip_instruction (Cursor *self)
{
  guint8 byte;

  while (self->at < self->n && is_plain_prefix (self->code[self->at]))
    self->has_16_bit_addresses |= next (self) == 0x67 && !self->is_64;

  if (has_vector_prefix (self, 0xc5))
    {
      self->at += 2;
      return skip_operands (self, 1);
    }
  if (has_vector_prefix (self, 0xc4))
    {
      guint map = self->code[self->at + 1] & 0x1f;

      self->at += 3;
      return skip_operands (self, map);
    }
  if (has_vector_prefix (self, 0x62))
    {
      guint map = self->code[self->at + 1] & 7;

      self->at += 4;
      return skip_operands (self, map);
    }

  if (self->is_64 && self->at < self->n && (self->code[self->at] & 0xf0) == 0x40)
    self->at++;
  if (next (self) != 0x0f || self->at >= self->n)
    return FALSE;
  byte = self->code[self->at];
  if (byte != 0x38 && byte != 0x3a)
    return skip_operands (self, 1);
  self->at++;

  return skip_operands (self, byte == 0x38 ? 2 : 3);
}

/**
 * ful_x86_get_length:
 * @code: (array length=n): where the instruction begins
 * @is_64: whether it is of 64-bit mode
 *
 * Returns: its bytes, not more than @n; 0 if it is of no form that is known here
 */
gsize
ful_x86_get_length (const guint8 *code,
                    gsize         n,
                    gboolean      is_64)
{
  Cursor self = { code, MIN (n, MAX_LENGTH), 0, is_64, FALSE };

  return skip_instruction (&self) && self.at <= self.n ? self.at : 0;
}
