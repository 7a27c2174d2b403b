/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulPerfSegment:
 * @offset: in the file
 * @size: bytes of the file
 * @address: where they are, relative to the image
 */
typedef struct
{
  guint64 offset;
  guint64 size;
  guint64 address;
} FulPerfSegment;

/**
 * FulPerfElf:
 * @segments: (element-type FulPerfSegment): what is loaded
 * @build_id: (nullable)
 *
 * What perf.data does not say of a file that was mapped.
 */
typedef struct
{
  GArray *segments;
  GBytes *build_id;
} FulPerfElf;

FulPerfElf *ful_perf_elf_read (const char *path);
void        ful_perf_elf_free (FulPerfElf *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPerfElf, ful_perf_elf_free)

G_END_DECLS
