/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <libelf.h>

G_BEGIN_DECLS

/* After the name of the function that a stub jumps to. */
#define FUL_ELF_STUB "@plt"

/**
 * FulElfSymbol:
 * @start: address in the file
 * @size: bytes; 0 if it is not known
 * @name: lives as long as the ELF file
 * @rank: which of several at one address is taken: the greatest
 */
typedef struct
{
  guint64     start;
  guint64     size;
  const char *name;
  guint       rank;
} FulElfSymbol;

guint64             ful_elf_get_base        (Elf          *elf);
char               *ful_elf_dup_build_id    (Elf          *elf);
char               *ful_elf_dup_breakpad_id (Elf          *elf);
gboolean            ful_elf_get_debug_link  (Elf          *elf,
                                             const char  **out_name,
                                             guint32      *out_crc);
Elf                *ful_elf_open_debug_data (Elf          *elf,
                                             char        **out_data);
gboolean            ful_elf_add_symbols     (Elf          *elf,
                                             GArray       *symbols);
void                ful_elf_sort_symbols    (GArray       *symbols);
const FulElfSymbol *ful_elf_find_symbol     (const GArray *symbols,
                                             guint64       address);
guint64             ful_elf_get_function_end (const GArray *symbols,
                                             guint64       address);
char               *ful_elf_dup_shown_name  (const char   *name);

G_END_DECLS
