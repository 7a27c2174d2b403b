/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Program headers of ELF files that were mapped in a recording (formats.md 12). */

#include "config.h"

#include "ful-perf-elf.h"

#include "base/ful-plain-file.h"
#include "symbolizer/ful-elf.h"
#include "symbolizer/ful-elf-id.h"

#include <string.h>
#include <unistd.h>

#define MAX_SEGMENTS 256

static FulPerfElf *
read_segments (int               fd,
               const Elf64_Ehdr *header)
{
  guint n = MIN (header->e_phnum, MAX_SEGMENTS);
  g_autofree Elf64_Phdr *all = g_new0 (Elf64_Phdr, n + 1);
  FulPerfElf *self;
  guint64 image = G_MAXUINT64;

  if (header->e_phentsize != sizeof *all || !ful_plain_file_read_at (fd, all, n * sizeof *all, header->e_phoff))
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
    }
  ful_elf_id_read (fd, &self->build_id);

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
  FulPlainFileStatus status;
  int fd = *path == '/' ? ful_plain_file_open (path, TRUE, &status) : -1;
  FulPerfElf *self = NULL;
  Elf64_Ehdr header;

  if (fd < 0)
    return NULL;

  if (ful_plain_file_read_at (fd, &header, sizeof header, 0) &&
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
