/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/bytes/ful-byte-reader.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulLoadFlags:
 * @FUL_LOAD_ACCEPT_NEWER: read a version newer than those known as the newest known one, and log that,
 *   instead of %FUL_ERROR_NEWER_VERSION
 * @FUL_LOAD_PARTIAL: of a truncated file, read and log the complete part instead of failing with
 *   %FUL_ERROR_TRUNCATED: whole threads, then whole rows of the last one
 */
typedef enum
{
  FUL_LOAD_DEFAULT,
  FUL_LOAD_ACCEPT_NEWER = 1 << 0,
  FUL_LOAD_PARTIAL = 1 << 1,
} FulLoadFlags;

/**
 * FulImport:
 * @builder: gets the profile
 * @flags: how to read
 * @file_name: (nullable): without folders; only for what the content does not say
 * @cancellable: (nullable): ends a long loop early
 * @n_read: threads that were read before the end of the file, see #FulImporter.read_part
 *
 * One file on its way into a profile.
 */
typedef struct
{
  FulProfileBuilder *builder;
  FulLoadFlags       flags;
  const char        *file_name;
  GCancellable      *cancellable;
  guint              n_read;
} FulImport;

typedef enum
{
  FUL_IMPORTER_TREE,     /* JSON or slabs */
  FUL_IMPORTER_TEXT,
  FUL_IMPORTER_BINARY,
} FulImporterKind;

/**
 * FulImporter:
 * @name: display name of the format, to be translated
 * @kind: what its reader reads
 * @mime_type: its type in data/org.fulgens.Fulgens.mime.xml.in
 * @suffixes: of names of such files, uncompressed; for dialogs
 * @probe_head: of text and binary formats: whether a file that begins with the first %FUL_HEAD_BYTES, decompressed,
 *   is of this format; the name of the file, without folders, is known of some
 * @read_bytes: of text and binary formats: moves the bytes into the builder; errors as #FulError. A flaw of the file
 *   is an entry in the log; it is an error only if there is nothing to show. Errors of the reader are the caller's.
 * @probe_tree: of JSON formats: whether a document looks like this format
 * @read_tree: of JSON formats: moves the document into the builder; errors as #FulError. It may modify the document.
 * @read_part: (nullable): of JSON formats: moves elements of the member `threads` from `n_read` to @end into the builder,
 *   before the first one what the document has before that member, and sets `n_read`. %FALSE for a document that has to be
 *   read as a whole, or an error. read_tree() moves what is left.
 * @may_be_cut: of JSON formats: whether a text that ends too early opens without asking: tools append to it
 * @has_nuls: of JSON formats: whether its strings have NULs, which are no flaw then
 *
 * A format that can be opened. The list is in ful-importers.c.
 */
typedef struct
{
  const char        *name;
  FulImporterKind    kind;
  const char        *mime_type;
  const char *const *suffixes;
  gboolean         (*probe_head) (const char        *head,
                                  gsize              n,
                                  const char        *file_name);
  gboolean         (*read_bytes) (FulImport         *import,
                                  FulByteReader     *bytes,
                                  GError           **error);
  gboolean         (*probe_tree) (FulRawTree        *tree,
                                  const FulRawNode  *root);
  gboolean         (*read_tree)  (FulImport         *import,
                                  FulRawTree        *tree,
                                  FulRawNode        *root,
                                  GError           **error);
  gboolean         (*read_part)  (FulImport         *import,
                                  FulRawTree        *tree,
                                  FulRawNode        *root,
                                  FulRawNode        *threads,
                                  guint              end,
                                  GError           **error);
  gboolean           may_be_cut;
  gboolean           has_nuls;
} FulImporter;

#define FUL_IMPORTER_LIST(...) ((const char *const[]) { __VA_ARGS__, NULL })

extern const FulImporter ful_processed_importer;
extern const FulImporter ful_gecko_importer;
extern const FulImporter ful_stored_stream_importer;
extern const FulImporter ful_folded_importer;
extern const FulImporter ful_cpuprofile_importer;
extern const FulImporter ful_chrome_trace_importer;
extern const FulImporter ful_speedscope_importer;
extern const FulImporter ful_dhat_importer;
extern const FulImporter ful_heapprofile_importer;
extern const FulImporter ful_perf_script_importer;
extern const FulImporter ful_art_importer;
extern const FulImporter ful_perf_data_importer;
extern const FulImporter ful_simpleperf_importer;
extern const FulImporter ful_gperftools_importer;
extern const FulImporter ful_pprof_importer;
extern const FulImporter ful_pyinstrument_importer;
extern const FulImporter ful_stackprof_importer;
extern const FulImporter ful_callgrind_importer;

const FulImporter *ful_importers_get          (guint              i);
const FulImporter *ful_importers_find_by_head (const char        *head,
                                               gsize              n,
                                               const char        *file_name);
const FulImporter *ful_importers_find_by_tree (FulRawTree        *tree,
                                               const FulRawNode  *root);
gboolean           ful_importers_head_is_text (const char        *head,
                                               gsize              n);
void               ful_import_set_version     (FulImport         *import,
                                               double             version);
gboolean           ful_importer_check_version (const char        *format,
                                               double            *version,
                                               guint              newest,
                                               FulLoadFlags       flags,
                                               FulImportLog      *log,
                                               GError           **error);

G_END_DECLS
