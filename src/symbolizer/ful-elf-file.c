/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is read of an ELF file: names of addresses, or the instructions of a function. */

#include "config.h"

#include "ful-elf-file.h"

#include "ful-disassembly.h"
#include "ful-dwarf-frames.h"
#include "ful-elf-plt.h"
#include "ful-elf-symbols.h"

#include <elfutils/libdwelf.h>
#include <string.h>
#include <unistd.h>

/* An open file. */
typedef struct
{
  int    file;
  Elf   *elf;     /* (nullable) */
  Dwarf *dwarf;   /* (nullable) */
} Opened;

struct _FulElfFile
{
  Opened  own;
  Opened  linked;       /* what its debug link names */
  Opened  supplement;   /* further parts of the debug information */
  Elf    *small;        /* (nullable): see ful_elf_open_debug_data () */
  char   *small_data;   /* (nullable): its bytes */
  GArray *symbols;      /* FulElfSymbol, sorted */
  GStringChunk *names;  /* of those that the file has no names for */
};

static gboolean
is_elf (const Opened *opened)
{
  return opened->elf && elf_kind (opened->elf) == ELF_K_ELF;
}

/* @file: (transfer full): or -1 */
static void
open_elf (Opened *opened,
          int     file)
{
  opened->file = file;
  opened->elf = file >= 0 ? elf_begin (file, ELF_C_READ_MMAP, NULL) : NULL;
}

static void
close_elf (Opened *opened)
{
  if (opened->dwarf)
    dwarf_end (opened->dwarf);
  if (opened->elf)
    elf_end (opened->elf);
  if (opened->file >= 0)
    close (opened->file);
}

/* @build_id: (nullable): %NULL allows any: then who opened the file has checked it */
static gboolean
has_build_id (const Opened *opened,
              const char   *build_id)
{
  g_autofree char *id = is_elf (opened) ? ful_elf_dup_build_id (opened->elf) : NULL;

  return is_elf (opened) && (build_id == NULL || g_strcmp0 (id, build_id) == 0);
}

/* Returns: (nullable): the debug information of the file, or of the one that it names */
static Dwarf *
get_dwarf (const FulElfFile *self)
{
  return self->own.dwarf ? self->own.dwarf : self->linked.dwarf;
}

static void
open_dwarf (FulElfFile     *self,
            FulElfOpenFunc  open_func)
{
  g_autofree char *build_id = ful_elf_dup_build_id (self->own.elf);
  const char *name;
  const void *id;
  guint32 crc;
  ssize_t n;

  self->own.dwarf = dwarf_begin_elf (self->own.elf, DWARF_C_READ, NULL);
  if (self->own.dwarf == NULL && ful_elf_get_debug_link (self->own.elf, &name, &crc))
    {
      open_elf (&self->linked, open_func (FUL_SYMBOL_WANT_LINK, name, build_id, crc));
      if (has_build_id (&self->linked, build_id))
        self->linked.dwarf = dwarf_begin_elf (self->linked.elf, DWARF_C_READ, NULL);
    }
  n = get_dwarf (self) ? dwelf_dwarf_gnu_debugaltlink (get_dwarf (self), &name, &id) : 0;
  if (n > 0)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      for (ssize_t i = 0; i < n; i++)
        g_string_append_printf (text, "%02x", ((const guint8 *) id)[i]);
      open_elf (&self->supplement, open_func (FUL_SYMBOL_WANT_ALT, name, text->str, 0));
      if (has_build_id (&self->supplement, text->str))
        self->supplement.dwarf = dwarf_begin_elf (self->supplement.elf, DWARF_C_READ, NULL);
      if (self->supplement.dwarf)
        dwarf_setalt (get_dwarf (self), self->supplement.dwarf);
    }
}

static void
read_symbols (FulElfFile *self)
{
  self->symbols = g_array_new (FALSE, FALSE, sizeof (FulElfSymbol));
  self->names = g_string_chunk_new (1024);
  self->small = ful_elf_open_debug_data (self->own.elf, &self->small_data);
  ful_elf_add_symbols (self->own.elf, self->symbols);
  ful_elf_add_plt (self->own.elf, self->symbols, self->names);
  if (self->linked.dwarf)
    ful_elf_add_symbols (self->linked.elf, self->symbols);
  if (self->small)
    ful_elf_add_symbols (self->small, self->symbols);
  ful_elf_sort_symbols (self->symbols);
}

/**
 * ful_elf_file_open:
 * @file: (transfer full): a descriptor, or -1
 * @breakpad_id: what it must be
 * @open_func: opens other files
 * @out_refusal: (out): why it is not read
 *
 * Returns: (transfer full) (nullable): the file
 */
FulElfFile *
ful_elf_file_open (int                file,
                   const char        *breakpad_id,
                   FulElfOpenFunc     open_func,
                   FulSymbolRefusal  *out_refusal)
{
  g_autoptr(FulElfFile) self = g_new0 (FulElfFile, 1);
  g_autofree char *id = NULL;

  elf_version (EV_CURRENT);
  self->linked.file = self->supplement.file = -1;
  open_elf (&self->own, file);
  *out_refusal = FUL_SYMBOL_REFUSAL_NOT_ELF;
  if (!is_elf (&self->own))
    return NULL;
  id = ful_elf_dup_breakpad_id (self->own.elf);
  *out_refusal = FUL_SYMBOL_REFUSAL_OTHER_BUILD;
  if (g_ascii_strcasecmp (id, breakpad_id) != 0)
    return NULL;

  open_dwarf (self, open_func);
  read_symbols (self);

  return g_steal_pointer (&self);
}

/* The process does without, as its end frees all. */
void
ful_elf_file_free (FulElfFile *self)
{
  close_elf (&self->own);
  close_elf (&self->linked);
  close_elf (&self->supplement);
  if (self->small)
    elf_end (self->small);
  g_free (self->small_data);
  if (self->symbols)
    g_array_unref (self->symbols);
  if (self->names)
    g_string_chunk_free (self->names);
  g_free (self);
}

typedef struct
{
  FulSymbolBuilder *builder;
  GHashTable       *names;   /* name in a file → place of the shown one */
  GHashTable       *files;   /* file name in a file → its place */
} Results;

/* Each name is demangled once; names of one file are told apart by where they are. */
static guint32
add_name (Results    *self,
          const char *name)
{
  g_autofree char *shown = NULL;
  gpointer place;

  if (!g_hash_table_lookup_extended (self->names, name, NULL, &place))
    {
      shown = ful_elf_dup_shown_name (name);
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, shown));
      g_hash_table_insert (self->names, (gpointer) name, place);
    }

  return GPOINTER_TO_UINT (place);
}

static guint32
add_file (Results    *self,
          const char *file)
{
  gpointer place;

  if (file == NULL)
    return FUL_SYMBOL_NONE;
  if (!g_hash_table_lookup_extended (self->files, file, NULL, &place))
    {
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, file));
      g_hash_table_insert (self->files, (gpointer) file, place);
    }

  return GPOINTER_TO_UINT (place);
}

/* @frames: (nullable) */
static void
add_result (Results            *self,
            guint64             address,
            guint64             base,
            const FulElfSymbol *symbol,
            const GArray       *frames)
{
  const FulDwarfFrame *outer = frames ? &g_array_index (frames, FulDwarfFrame, 0) : NULL;
  guint32 name;

  ful_symbol_builder_add (self->builder, address);
  if (symbol)
    {
      name = add_name (self, symbol->name);
      ful_symbol_builder_set_symbol (self->builder, symbol->start - base, symbol->size, name);
    }
  else if (outer && outer->name)
    {
      name = add_name (self, outer->name);
      ful_symbol_builder_set_symbol (self->builder, outer->start - base, outer->size, name);
    }
  else
    {
      return;
    }

  if (frames == NULL)
    ful_symbol_builder_add_frame (self->builder, name, FUL_SYMBOL_NONE, 0);
  for (guint i = 0; frames && i < frames->len; i++)
    {
      const FulDwarfFrame *frame = &g_array_index (frames, FulDwarfFrame, i);
      gboolean use_symbol = i == 0 && (frame->name == NULL || (symbol && !frame->is_linkage_name));

      ful_symbol_builder_add_frame (self->builder, use_symbol ? name : add_name (self, frame->name ? frame->name : "(unknown)"),
                                    add_file (self, frame->file), frame->line);
    }
}

/**
 * ful_elf_file_name:
 * @addresses: (array length=n_addresses): different ones, ascending, relative to the image base
 * @out_refusal: (out): why there is no result
 *
 * Returns: (transfer full) (nullable): names and lines
 */
FulSymbolResults *
ful_elf_file_name (FulElfFile        *self,
                   const guint64     *addresses,
                   guint              n_addresses,
                   FulSymbolRefusal  *out_refusal)
{
  guint64 base = ful_elf_get_base (self->own.elf);
  g_autofree guint64 *in_file = g_new (guint64, MAX (n_addresses, 1));
  g_autoptr(FulDwarfFrames) frames = NULL;
  g_autoptr(GHashTable) names = g_hash_table_new (NULL, NULL), files = g_hash_table_new (NULL, NULL);
  Results results = { ful_symbol_builder_new (), names, files };

  *out_refusal = FUL_SYMBOL_REFUSAL_NO_SYMBOLS;
  if (get_dwarf (self) == NULL && self->symbols->len == 0)
    {
      ful_symbol_builder_free (results.builder);
      return NULL;
    }

  for (guint i = 0; i < n_addresses; i++)
    in_file[i] = addresses[i] + base;
  frames = ful_dwarf_find_frames (get_dwarf (self), in_file, n_addresses);
  for (guint i = 0; i < n_addresses; i++)
    add_result (&results, addresses[i], base, ful_elf_find_symbol (self->symbols, in_file[i]), frames->of_address[i]);

  return ful_symbol_builder_finish (results.builder);
}

/**
 * ful_elf_file_disassemble:
 * @range: the first address and one past the last, relative to the image base
 * @what: %FUL_SYMBOL_CODE or %FUL_SYMBOL_FUNCTION
 * @out_refusal: (out): why there is no result
 *
 * Returns: (transfer full) (nullable): instructions
 */
FulSymbolResults *
ful_elf_file_disassemble (FulElfFile        *self,
                          const guint64     *range,
                          FulSymbolWhat      what,
                          FulSymbolRefusal  *out_refusal)
{
  guint64 base = ful_elf_get_base (self->own.elf);
  guint64 start = range[0] + base, end = range[1] + base;

  if (what == FUL_SYMBOL_FUNCTION)
    end = MAX (end, ful_elf_get_function_end (self->symbols, start));

  return ful_disassemble (self->own.elf, get_dwarf (self), base, start, end, self->symbols, out_refusal);
}
