/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-answers.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSymbolTry:
 * @source: name of the source
 * @file: (nullable): the file that was looked at
 * @result: what came of it, a sentence
 */
typedef struct
{
  const char *source;
  char       *file;
  char       *result;
} FulSymbolTry;

typedef struct _FulSymbolSidecar FulSymbolSidecar;

/**
 * FulSymbolQuestion:
 * @lib: the library
 * @addresses: (array length=n_addresses): different ones, ascending
 * @profile_path: (nullable): the file of the profile
 * @folders: (nullable) (array zero-terminated): where the user says that symbols are
 * @servers: (nullable) (array zero-terminated): those that the user allows to ask, of each kind (ful-symbol-place.h)
 * @failed_servers: (nullable) (array): for each server whether it failed for another library in a way that costs time
 * @ignore_cache: whether to ignore cached results
 * @tried: (element-type FulSymbolTry): what was looked at
 * @sidecar: (nullable): the sidecar of the profile
 * @has_trimmed: (nullable): whether the cache was trimmed for another library; %NULL where nothing is kept
 * @file: (nullable): of @tried, what the answers are from; %NULL for the last one
 *
 * What a source is asked.
 */
typedef struct
{
  const FulLib       *lib;
  const guint64      *addresses;
  guint               n_addresses;
  const char         *profile_path;
  const char *const  *folders;
  const char *const  *servers;
  int                *failed_servers;
  gboolean            ignore_cache;
  GPtrArray          *tried;
  FulSymbolSidecar   *sidecar;
  int                *has_trimmed;
  const char         *file;
} FulSymbolQuestion;

/**
 * FulSymbolSource:
 * @name: "sidecar", "elf", …
 * @look_up: returns (transfer full) (nullable) the answers, one for each address; %NULL if there is nothing for this
 *   library. Adds to the tried ones
 *
 * Where symbols are from. Any thread.
 */
typedef struct
{
  const char        *name;
  FulSymbolAnswers *(*look_up) (FulSymbolQuestion *question,
                                GCancellable      *cancellable);
} FulSymbolSource;

GPtrArray *ful_symbol_tries_new        (void);
void       ful_symbol_question_add_try (FulSymbolQuestion     *self,
                                        const FulSymbolSource *source,
                                        const char            *file,
                                        const char            *result);
const char *ful_symbol_question_get_last_file (const FulSymbolQuestion *self);

gboolean   ful_symbol_question_can_ask (FulSymbolQuestion     *self,
                                        guint                  server,
                                        const FulSymbolSource *source);
void       ful_symbol_question_add_failure (FulSymbolQuestion     *self,
                                            guint                  server,
                                            const GError          *error);

extern const FulSymbolSource *const ful_symbol_sources[];   /* %NULL-terminated: in the order of asking */

extern const FulSymbolSource ful_symbol_source_sidecar;
extern const FulSymbolSource ful_symbol_source_elf;
extern const FulSymbolSource ful_symbol_source_kallsyms;
extern const FulSymbolSource ful_symbol_source_breakpad;
extern const FulSymbolSource ful_symbol_source_server;
extern const FulSymbolSource ful_symbol_source_debuginfod;

/**
 * FulLibSymbols:
 * @answers: (nullable): what is known of the addresses of the library
 * @source: (nullable): name of the source they are from
 * @file: (nullable): its file
 * @tried: (element-type FulSymbolTry): all that was looked at
 * @n_addresses: different addresses of frames
 * @n_found: addresses with a symbol
 * @n_lines: addresses with a line
 * @n_inlined: addresses with inlined functions
 *
 * The symbols of a library.
 */
typedef struct
{
  FulSymbolAnswers *answers;
  const char       *source;
  const char       *file;
  GPtrArray        *tried;
  guint             n_addresses;
  guint             n_found;
  guint             n_lines;
  guint             n_inlined;
} FulLibSymbols;

/**
 * FulSymbolSearch:
 *
 * What is asked about the libraries of a profile, with what their answers have in common. Counted, usable from any thread.
 */
typedef struct _FulSymbolSearch FulSymbolSearch;

FulSymbolSearch *ful_symbol_search_new     (FulProfile         *profile,
                                            const char         *profile_path,
                                            const char *const  *places,
                                            gboolean            ignore_cache);
FulSymbolSearch *ful_symbol_search_ref     (FulSymbolSearch    *self);
void             ful_symbol_search_unref   (FulSymbolSearch    *self);
FulLibSymbols   *ful_symbol_search_look_up (FulSymbolSearch    *self,
                                            guint               lib,
                                            GCancellable       *cancellable);
void             ful_lib_symbols_free      (FulLibSymbols      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLibSymbols, ful_lib_symbols_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSymbolSearch, ful_symbol_search_unref)

G_END_DECLS
