/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Program headers of ELF files that were mapped in a recording (formats.md 12). */

#include "config.h"

#include "ful-perf-elf.h"

#include "base/ful-plain-file.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MAX_SEGMENTS 256
#define MAX_NOTE_BYTES 65536
#define MAX_BUILD_ID 64

static gboolean
read_at (int      fd,
         gpointer to,
         gsize    n,
         guint64  offset)
{
  ssize_t n_read;

  if (offset > G_MAXINT64 / 2)
    return FALSE;
  do
    n_read = pread (fd, to, n, (off_t) offset);
  while (n_read < 0 && errno == EINTR);

  return n_read == (ssize_t) n;
}

static guint64
round_up (guint64 n)
{
  return (n + 3) & ~G_GUINT64_CONSTANT (3);
}

/* Returns: (nullable): the id in the notes of a segment */
static GBytes *
find_build_id (int               fd,
               const Elf64_Phdr *segment)
{
  gsize n = (gsize) MIN (segment->p_filesz, MAX_NOTE_BYTES);
  g_autofree guint8 *notes = g_malloc (n + 1);
  guint64 at = 0;

  if (!read_at (fd, notes, n, segment->p_offset))
    return NULL;

  while (n - at >= sizeof (Elf64_Nhdr))
    {
      Elf64_Nhdr note;
      guint64 name, contents;

      memcpy (&note, notes + at, sizeof note);
      name = at + sizeof note;
      contents = name + round_up (note.n_namesz);
      at = contents + round_up (note.n_descsz);
      if (at > n)
        return NULL;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp (notes + name, "GNU", 4) == 0 &&
          note.n_descsz <= MAX_BUILD_ID)
        return g_bytes_new (notes + contents, note.n_descsz);
    }

  return NULL;
}

static FulPerfElf *
read_segments (int               fd,
               const Elf64_Ehdr *header)
{
  guint n = MIN (header->e_phnum, MAX_SEGMENTS);
  g_autofree Elf64_Phdr *all = g_new0 (Elf64_Phdr, n + 1);
  FulPerfElf *self;
  guint64 image = G_MAXUINT64;

  if (header->e_phentsize != sizeof *all || !read_at (fd, all, n * sizeof *all, header->e_phoff))
    return NULL;

  self = g_new0 (FulPerfElf, 1);
  self->segments = g_array_new (FALSE, FALSE, sizeof (FulPerfSegment));
  for (guint i = 0; i < n; i++)
    if (all[i].p_type == PT_LOAD)
      image = MIN (image, all[i].p_vaddr - all[i].p_vaddr % MAX (all[i].p_align, 1));
  for (guint i = 0; i < n; i++)
    {
      FulPerfSegment segment = { all[i].p_offset, all[i].p_filesz, all[i].p_vaddr - image };

      if (all[i].p_type == PT_LOAD)
        g_array_append_val (self->segments, segment);
      else if (all[i].p_type == PT_NOTE && self->build_id == NULL)
        self->build_id = find_build_id (fd, &all[i]);
    }

  return self;
}

/**
 * ful_perf_elf_read:
 * @path: a path in a recording
 *
 * Reads a 64-bit ELF file of this byte order. Nothing but a plain file is opened for reading.
 *
 * Returns: (nullable) (transfer full): its segments; %NULL if there is no such file
 */
FulPerfElf *
ful_perf_elf_read (const char *path)
{
  struct stat status;
  int fd = *path == '/' ? ful_plain_file_open (path, 0, &status) : -1;
  FulPerfElf *self = NULL;
  Elf64_Ehdr header;

  if (fd < 0)
    return NULL;

  if (read_at (fd, &header, sizeof header, 0) &&
      memcmp (header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
      header.e_ident[EI_DATA] == (G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB))
    self = read_segments (fd, &header);
  close (fd);

  return self;
}

void
ful_perf_elf_free (FulPerfElf *self)
{
  g_array_unref (self->segments);
  g_clear_pointer (&self->build_id, g_bytes_unref);
  g_free (self);
}
