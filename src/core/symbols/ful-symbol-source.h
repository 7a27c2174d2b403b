/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSymbolAttempt:
 * @source: name of the source
 * @file: (nullable): the file or server that was tried
 * @result: the outcome, as a sentence
 */
typedef struct
{
  const char *source;
  char       *file;
  char       *result;
} FulSymbolAttempt;

typedef struct _FulSymbolSidecar FulSymbolSidecar;

/**
 * FulSymbolRequest:
 * @lib: the library
 * @addresses: (array length=n_addresses): different ones, ascending
 * @profile_path: (nullable): the file of the profile
 * @folders: (nullable) (array zero-terminated): folders with symbols, set by the user
 * @servers: (nullable) (array zero-terminated): those that the user allows to ask, of each kind (ful-symbol-place.h)
 * @failed_servers: (nullable) (array): for each server whether it failed for another library in a way that costs time
 * @ignore_cache: whether to ignore cached results
 * @attempts: (element-type FulSymbolAttempt): files and servers tried so far
 * @sidecar: (nullable): the sidecar of the profile
 * @has_trimmed: (nullable): whether the cache was trimmed for another library; %NULL without a cache
 * @file: (nullable): of @attempts, what the results are from; %NULL for the last one
 *
 * A request to a source: addresses of one library.
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
  GPtrArray          *attempts;
  FulSymbolSidecar   *sidecar;
  int                *has_trimmed;
  const char         *file;
} FulSymbolRequest;

/**
 * FulSymbolSource:
 * @name: "sidecar", "elf", …
 * @look_up: returns (transfer full) (nullable) the results, one for each address; %NULL if there is nothing for this
 *   library. Adds to the tried ones
 *
 * Where symbols are from. Any thread.
 */
typedef struct
{
  const char        *name;
  FulSymbolResults *(*look_up) (FulSymbolRequest  *request,
                                GCancellable      *cancellable);
} FulSymbolSource;

GPtrArray *ful_symbol_tries_new        (void);
void       ful_symbol_request_add_attempt (FulSymbolRequest     *self,
                                           const FulSymbolSource *source,
                                           const char            *file,
                                           const char            *result);
const char *ful_symbol_request_get_last_file (const FulSymbolRequest *self);

gboolean   ful_symbol_request_can_ask (FulSymbolRequest     *self,
                                       guint                  server,
                                       const FulSymbolSource *source);
void       ful_symbol_request_add_failure (FulSymbolRequest     *self,
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
 * @results: (nullable): results for the addresses of the library
 * @source: (nullable): name of the source they are from
 * @file: (nullable): its file
 * @attempts: (element-type FulSymbolAttempt): all files and servers that were tried
 * @n_addresses: different addresses of frames
 * @n_found: addresses with a symbol
 * @n_lines: addresses with a line
 * @n_inlined: addresses with inlined functions
 *
 * The symbols of a library.
 */
typedef struct
{
  FulSymbolResults *results;
  const char       *source;
  const char       *file;
  GPtrArray        *attempts;
  guint             n_addresses;
  guint             n_found;
  guint             n_lines;
  guint             n_inlined;
} FulLibSymbols;

/**
 * FulSymbolSearch:
 *
 * The parts of requests that the libraries of a profile share. Counted, usable from any thread.
 */
typedef struct _FulSymbolSearch FulSymbolSearch;

FulSymbolSearch *ful_symbol_search_new     (FulProfile         *profile,
                                            const char         *profile_path,
                                            const char *const  *places,
                                            gboolean            ignore_cache);
FulSymbolSearch *ful_symbol_search_new_of  (FulProfile         *profile,
                                            GPtrArray          *addresses);
FulSymbolSearch *ful_symbol_search_ref     (FulSymbolSearch    *self);
void             ful_symbol_search_unref   (FulSymbolSearch    *self);
FulLibSymbols   *ful_symbol_search_look_up (FulSymbolSearch    *self,
                                            guint               lib,
                                            GCancellable       *cancellable);
void             ful_lib_symbols_free      (FulLibSymbols      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLibSymbols, ful_lib_symbols_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSymbolSearch, ful_symbol_search_unref)

G_END_DECLS
