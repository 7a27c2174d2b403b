/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* No text, or no symbol. */
#define FUL_SYMBOL_NONE G_MAXUINT32

/* Functions that are inlined at an address, at most. */
#define FUL_SYMBOL_MAX_INLINED 100

/**
 * FulSymbolFrame:
 * @name: place of the name in the texts
 * @file: place of the file's name, or %FUL_SYMBOL_NONE
 * @line: from 1, or 0 if it is not known
 *
 * A function at an address: the one that has the symbol, or one that was inlined into it.
 */
typedef struct
{
  guint32 name;
  guint32 file;
  guint32 line;
} FulSymbolFrame;

/**
 * FulSymbol:
 * @address: its start, relative to the library
 * @size: bytes, or 0 if it is not known
 * @name: place of the name in the texts
 */
typedef struct
{
  guint64 address;
  guint64 size;
  guint32 name;
  guint32 unused;
} FulSymbol;

/**
 * FulSymbolResult:
 * @address: the requested address, relative to the library
 * @symbol: number of the symbol, or %FUL_SYMBOL_NONE if there is none
 * @first_frame: number of the outermost frame; ranges of frames follow one after the other
 * @n_frames: number of frames, from the outermost to the innermost; at least 1 with a symbol, else 0
 */
typedef struct
{
  guint64 address;
  guint32 symbol;
  guint32 first_frame;
  guint32 n_frames;
  guint32 unused;
} FulSymbolResult;

/**
 * FulSymbolResults:
 * @results: ascending by address
 * @n_results: number of them
 * @symbols: symbols of the results
 * @n_symbols: number of them
 * @frames: frames of the results
 * @n_frames: number of them
 * @texts: names, each ended by a NUL
 * @n_cut: addresses that had more frames than fit
 *
 * Results for addresses of one library, in one block of memory. Files and messages of this machine have the same
 * form. Immutable, counted, usable from any thread.
 */
typedef struct
{
  const FulSymbolResult *results;
  guint                  n_results;
  const FulSymbol       *symbols;
  guint                  n_symbols;
  const FulSymbolFrame  *frames;
  guint                  n_frames;
  const char            *texts;
  guint                  n_cut;
  GBytes                *bytes;
} FulSymbolResults;

FulSymbolResults      *ful_symbol_results_new_from_bytes (GBytes                  *bytes,
                                                          GError                 **error);
FulSymbolResults      *ful_symbol_results_new_merged     (const FulSymbolResults  *older,
                                                          const FulSymbolResults  *newer);
FulSymbolResults      *ful_symbol_results_ref            (FulSymbolResults        *self);
void                   ful_symbol_results_unref          (FulSymbolResults        *self);
gboolean               ful_symbol_results_has_lines      (const FulSymbolResults  *self);
const FulSymbolResult *ful_symbol_results_find           (const FulSymbolResults  *self,
                                                          guint64                  address);

/**
 * ful_symbol_results_get_text:
 *
 * Returns: (nullable): a text of @self
 */
static inline const char *
ful_symbol_results_get_text (const FulSymbolResults *self,
                             guint32                 text)
{
  return text == FUL_SYMBOL_NONE ? NULL : self->texts + text;
}

/**
 * FulSymbolBuilder:
 *
 * Collects results. Texts and symbols are kept once. An address has at most %FUL_SYMBOL_MAX_INLINED inlined frames, and
 * fewer when there are more than 8 frames an address and a million: the innermost ones are left out.
 */
typedef struct _FulSymbolBuilder FulSymbolBuilder;

FulSymbolBuilder *ful_symbol_builder_new        (void);
void              ful_symbol_builder_free       (FulSymbolBuilder *self);
guint32           ful_symbol_builder_add_text   (FulSymbolBuilder *self,
                                                 const char       *text);
void              ful_symbol_builder_add        (FulSymbolBuilder *self,
                                                 guint64           address);
void              ful_symbol_builder_set_symbol (FulSymbolBuilder *self,
                                                 guint64           address,
                                                 guint64           size,
                                                 guint32           name);
gboolean          ful_symbol_builder_add_frame  (FulSymbolBuilder *self,
                                                 guint32           name,
                                                 guint32           file,
                                                 guint             line);
FulSymbolResults *ful_symbol_builder_finish     (FulSymbolBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSymbolResults, ful_symbol_results_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSymbolBuilder, ful_symbol_builder_free)

G_END_DECLS
