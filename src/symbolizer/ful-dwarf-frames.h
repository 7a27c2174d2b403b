/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <elfutils/libdw.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * FulDwarfFrame:
 * @name: (nullable): linkage name, or the qualified one; %NULL if it is not known
 * @is_linkage_name: whether @name is the linkage name
 * @start: address of the function; 0 of an inlined one
 * @size: bytes of the function
 * @file: (nullable): for the innermost where the address is, else where the next one is called
 * @line: likewise; 0 if it is not known
 */
typedef struct
{
  const char *name;
  gboolean    is_linkage_name;
  guint64     start;
  guint64     size;
  const char *file;
  guint       line;
} FulDwarfFrame;

/**
 * FulDwarfFrames:
 * @of_address: (array length=n) (element-type GArray of FulDwarfFrame): for each address the functions there from the
 *   outermost to the innermost, or %NULL; a single one without a name if only the line is known
 * @n: number of addresses
 */
typedef struct
{
  GArray       **of_address;
  guint          n;

  /*< private >*/
  GStringChunk  *names;
} FulDwarfFrames;

FulDwarfFrames *ful_dwarf_find_frames (Dwarf          *dwarf,
                                       const guint64  *addresses,
                                       guint           n);
void            ful_dwarf_frames_free (FulDwarfFrames *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDwarfFrames, ful_dwarf_frames_free)

G_END_DECLS
