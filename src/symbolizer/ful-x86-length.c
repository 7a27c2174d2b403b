/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Length of an x86 instruction that the disassembler does not know: one whose opcode is in a map behind 0x0f, or that has a
 * VEX, EVEX or REX2 prefix, as extensions of the machine have. The form follows from map and opcode. Rules: Intel's manual,
 * volume 2, chapters 2.1 to 2.7 and appendix A; Intel's specification of APX, chapter 3. */

#include "config.h"

#include "ful-x86-length.h"

typedef struct
{
  const guint8 *code;
  gsize         n;
  gsize         at;
  gboolean      is_64;
  gboolean      has_16_bit_addresses;
  gboolean      has_16_bit_operands;
} Cursor;

/* Returns: the next byte, or 0 after the end, which @at is past then */
static guint8
next (Cursor *self)
{
  return self->at < self->n ? self->code[self->at++] : (self->at = self->n + 1, 0);
}

/* Returns: the three bits of the opcode that are in the first byte of the address */
static guint
skip_address (Cursor *self)
{
  guint8 form = next (self), mode = form >> 6, base = form & 7;

  if (mode == 3)
    return form >> 3 & 7;
  if (self->has_16_bit_addresses)
    {
      self->at += mode == 1 ? 1 : mode == 2 || base == 6 ? 2 : 0;
      return form >> 3 & 7;
    }
  if (base == 4)
    base = next (self) & 7;
  self->at += mode == 1 ? 1 : mode == 2 || base == 5 ? 4 : 0;

  return form >> 3 & 7;
}

/* A number of as many bytes as the operands, but not of eight. */
static gsize
operand_bytes (const Cursor *self)
{
  return self->has_16_bit_operands ? 2 : 4;
}

/* Opcodes without a map, which have an address, and what follows it; also those that map 4 of EVEX has from there. */
static void
skip_number (Cursor *self,
             guint8  opcode,
             guint   extension)
{
  if (opcode == 0x6b || opcode == 0x80 || opcode == 0x83 || opcode == 0xc0 || opcode == 0xc1 || opcode == 0xc6 ||
      (opcode == 0xf6 && extension < 2))
    self->at++;
  else if (opcode == 0x69 || opcode == 0x81 || opcode == 0xc7 || (opcode == 0xf7 && extension < 2))
    self->at += operand_bytes (self);
}

/* Opcodes without a map, of 64 bits. */
static void
skip_plain_operands (Cursor  *self,
                     gboolean is_wide)
{
  guint8 opcode = next (self);
  guint kind = opcode & 7;

  if ((opcode < 0x40 && kind < 4) || opcode == 0x63 || opcode == 0x69 || opcode == 0x6b || (opcode >= 0x80 && opcode <= 0x8f) ||
      opcode == 0xc0 || opcode == 0xc1 || opcode == 0xc6 || opcode == 0xc7 || (opcode >= 0xd0 && opcode <= 0xd3) ||
      (opcode >= 0xd8 && opcode <= 0xdf) || opcode == 0xf6 || opcode == 0xf7 || opcode == 0xfe || opcode == 0xff)
    skip_number (self, opcode, skip_address (self));
  else if ((opcode < 0x40 && kind == 4) || opcode == 0x6a || (opcode >= 0x70 && opcode <= 0x7f) || opcode == 0xa8 ||
           (opcode >= 0xb0 && opcode <= 0xb7) || opcode == 0xcd || (opcode >= 0xe0 && opcode <= 0xe7) || opcode == 0xeb)
    self->at++;
  else if ((opcode < 0x40 && kind == 5) || opcode == 0x68 || opcode == 0xa9)
    self->at += operand_bytes (self);
  else if (opcode >= 0xa0 && opcode <= 0xa3)
    self->at += 8;
  else if (opcode >= 0xb8 && opcode <= 0xbf)
    self->at += is_wide ? 8 : operand_bytes (self);
  else if (opcode == 0xe8 || opcode == 0xe9)
    self->at += 4;
  else if (opcode == 0xc2 || opcode == 0xca)
    self->at += 2;
  else if (opcode == 0xc8)
    self->at += 3;
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
  guint extension;

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
    case 4:
      extension = skip_address (self);
      if (opcode == 0x24 || opcode == 0x2c)
        self->at++;
      else
        skip_number (self, opcode, extension);
      return TRUE;
    case 7:
      skip_address (self);
      self->at += 4;
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
    {
      byte = next (self);
      self->has_16_bit_addresses |= byte == 0x67 && !self->is_64;
      self->has_16_bit_operands |= byte == 0x66;
    }

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
      guint8 second = self->at + 2 < self->n ? self->code[self->at + 2] : 0;

      self->has_16_bit_operands = (second & 3) == 1 && !(second & 0x80);
      self->at += 4;
      return skip_operands (self, map);
    }
  if (self->is_64 && self->at + 1 < self->n && self->code[self->at] == 0xd5)
    {
      byte = self->code[self->at + 1];
      self->at += 2;
      if (byte & 0x80)
        return skip_operands (self, 1);
      self->has_16_bit_operands &= !(byte & 8);
      skip_plain_operands (self, byte & 8);
      return TRUE;
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
  Cursor self = { code, MIN (n, FUL_X86_MAX_LENGTH), 0, is_64, FALSE, FALSE };

  return skip_instruction (&self) && self.at <= self.n ? self.at : 0;
}
