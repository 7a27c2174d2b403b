/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The build id of an ELF file, of any class and byte order: that of the first note of GNU in its sections, else in its
 * segments, as segments of a file of debug information are elsewhere. Costs a few reads, whatever is in the file. */

#include "config.h"

#include "ful-elf-id.h"

#include "ful-elf.h"

#include "base/ful-plain-file.h"

#include <string.h>

#define MAX_HEADERS 4096
#define MAX_NOTE_BYTES 65536
#define MAX_BUILD_ID 64

typedef struct
{
  int      file;
  gboolean is_64;
  gboolean is_big_endian;
} Reader;

static gboolean
read_at (const Reader *self,
         gpointer      to,
         gsize         n,
         guint64       offset)
{
  return ful_plain_file_read_at (self->file, to, n, offset);
}

static guint64
get_number (const Reader *self,
            const guint8 *bytes,
            gsize         n)
{
  guint64 number = 0;

  for (gsize i = 0; i < n; i++)
    number |= (guint64) bytes[self->is_big_endian ? n - 1 - i : i] << 8 * i;

  return number;
}

/* A member of a struct of ELF that begins at @bytes. */
#define GET(self, bytes, type, member) \
  ((self)->is_64 ? get_number (self, (bytes) + offsetof (Elf64_##type, member), sizeof (((Elf64_##type *) NULL)->member)) \
                 : get_number (self, (bytes) + offsetof (Elf32_##type, member), sizeof (((Elf32_##type *) NULL)->member)))
#define SIZE(self, type) ((self)->is_64 ? sizeof (Elf64_##type) : sizeof (Elf32_##type))

static guint64
round_up (guint64 n)
{
  return (n + 3) & ~G_GUINT64_CONSTANT (3);
}

/* Returns: (transfer full) (nullable): the id in notes */
static GBytes *
find_in_notes (const Reader *self,
               guint64       offset,
               guint64       size)
{
  gsize n = (gsize) MIN (size, MAX_NOTE_BYTES);
  g_autofree guint8 *notes = g_malloc (n + 1);
  guint64 at = 0;

  if (!read_at (self, notes, n, offset))
    return NULL;

  while (n - at >= sizeof (Elf64_Nhdr))
    {
      guint64 n_name = GET (self, notes + at, Nhdr, n_namesz), n_contents = GET (self, notes + at, Nhdr, n_descsz);
      guint64 type = GET (self, notes + at, Nhdr, n_type);
      guint64 name = at + sizeof (Elf64_Nhdr), contents = name + round_up (n_name);

      at = contents + round_up (n_contents);
      if (at > n)
        return NULL;
      if (type == NT_GNU_BUILD_ID && n_name == 4 && memcmp (notes + name, "GNU", 4) == 0 && n_contents <= MAX_BUILD_ID)
        return g_bytes_new (notes + contents, n_contents);
    }

  return NULL;
}

/* Returns: (transfer full) (nullable): the headers of sections or segments */
static guint8 *
read_headers (const Reader *self,
              guint64       offset,
              gsize         n,
              gsize         size,
              guint64       found_size)
{
  g_autofree guint8 *headers = NULL;

  if (n == 0 || n > MAX_HEADERS || found_size != size)
    return NULL;
  headers = g_malloc (n * size);

  return read_at (self, headers, n * size, offset) ? g_steal_pointer (&headers) : NULL;
}

static GBytes *
find_in_sections (const Reader *self,
                  const guint8 *header)
{
  gsize n = (gsize) GET (self, header, Ehdr, e_shnum), size = SIZE (self, Shdr);
  g_autofree guint8 *sections = read_headers (self, GET (self, header, Ehdr, e_shoff), n, size, GET (self, header, Ehdr, e_shentsize));
  GBytes *id = NULL;

  for (gsize i = 0; sections && i < n && id == NULL; i++)
    if (GET (self, sections + i * size, Shdr, sh_type) == SHT_NOTE)
      id = find_in_notes (self, GET (self, sections + i * size, Shdr, sh_offset), GET (self, sections + i * size, Shdr, sh_size));

  return id;
}

static GBytes *
find_in_segments (const Reader *self,
                  const guint8 *header)
{
  gsize n = (gsize) GET (self, header, Ehdr, e_phnum), size = SIZE (self, Phdr);
  g_autofree guint8 *segments = read_headers (self, GET (self, header, Ehdr, e_phoff), n, size, GET (self, header, Ehdr, e_phentsize));
  GBytes *id = NULL;

  for (gsize i = 0; segments && i < n && id == NULL; i++)
    if (GET (self, segments + i * size, Phdr, p_type) == PT_NOTE)
      id = find_in_notes (self, GET (self, segments + i * size, Phdr, p_offset), GET (self, segments + i * size, Phdr, p_filesz));

  return id;
}

/**
 * ful_elf_id_read:
 * @file: a descriptor, whose position stays
 * @out_build_id: (out) (nullable) (transfer full): %NULL if it has none
 *
 * Returns: whether it is an ELF file
 */
gboolean
ful_elf_id_read (int      file,
                 GBytes **out_build_id)
{
  Reader self = { file };
  guint8 header[sizeof (Elf64_Ehdr)] = { 0 };

  *out_build_id = NULL;
  if (!read_at (&self, header, sizeof (Elf32_Ehdr), 0) || memcmp (header, ELFMAG, SELFMAG) != 0)
    return FALSE;

  self.is_64 = header[EI_CLASS] == ELFCLASS64;
  self.is_big_endian = header[EI_DATA] == ELFDATA2MSB;
  if (self.is_64 && !read_at (&self, header, sizeof header, 0))
    return FALSE;

  *out_build_id = find_in_sections (&self, header);
  if (*out_build_id == NULL)
    *out_build_id = find_in_segments (&self, header);

  return TRUE;
}

/* Returns: (transfer full): as it is part of paths */
char *
ful_elf_id_to_text (GBytes *build_id)
{
  GString *text = g_string_new (NULL);
  gsize n;
  const guint8 *bytes = g_bytes_get_data (build_id, &n);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%02x", bytes[i]);

  return g_string_free (text, FALSE);
}
