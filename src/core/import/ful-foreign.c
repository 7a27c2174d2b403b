/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of other tools, which Fulgens does not read: their names, and how to convert them.
 *
 * Binary and text formats are recognised by the first bytes, after decompression; JSON by its top
 * level. The rules are those of the importers of the reference and of the tools themselves. */

#include "config.h"

#include "ful-foreign.h"

#include "io/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef enum
{
  UNPACK,       /* an archive */
  PERF_DATA,
  FETCH,        /* a page instead of a file */
  TO_PPROF,
  UNREADABLE,
} Advice;

typedef struct
{
  const char *name;
  Advice      advice;
} Kind;

static const struct { const char *bytes; guint n, at; Kind kind; } magics[] = {
  { "PK\003\004", 4, 0, { N_("a zip archive"), UNPACK } },
  { "PK\005\006", 4, 0, { N_("an empty zip archive"), UNPACK } },
  { "ustar", 5, 257, { N_("a tar archive"), UNPACK } },
  { "\3757zXZ\0", 6, 0, { N_("a file compressed with xz"), UNPACK } },
  { "BZh", 3, 0, { N_("a file compressed with bzip2"), UNPACK } },
  { "PERFFILE", 8, 0, { N_("a recording of an old perf (perf.data)"), PERF_DATA } },
  { "\136\227\312\375", 4, 0, { N_("a recording of Sysprof"), UNREADABLE } },
  { "FLR\0", 4, 0, { N_("a recording of the JDK Flight Recorder"), UNREADABLE } },
  { "\027\010\104tracing", 10, 0, { N_("a recording of trace-cmd"), UNREADABLE } },
  { "v8-version,", 11, 0, { N_("a log of V8 (--prof)"), UNREADABLE } },
  { "heap profile:", 13, 0, { N_("a heap profile of gperftools"), TO_PPROF } },
  { "<?xml version=\"1.0\"?>\n<trace-query-result", 41, 0, { N_("an export of Instruments"), UNREADABLE } },
  { "<!DOCTYPE", 9, 0, { N_("a web page"), FETCH } },
  { "<!doctype", 9, 0, { N_("a web page"), FETCH } },
  { "<html", 5, 0, { N_("a web page"), FETCH } },
};

static char *
describe (const Kind *kind)
{
  const char *name = _(kind->name);

  switch (kind->advice)
    {
    case UNPACK:
      return g_strdup_printf (_("This is %s; unpack it and open the profile in it"), name);
    case PERF_DATA:
      return g_strdup_printf (_("This looks like %s, which Fulgens does not read. "
                                "“samply import --save-only -o profile.json FILE” makes a profile of it"), name);
    case FETCH:
      return g_strdup_printf (_("This is %s, not a profile: download the file itself"), name);
    case TO_PPROF:
      return g_strdup_printf (_("This looks like %s; “go tool pprof -proto PROGRAM FILE” makes a profile of it that opens"), name);
    case UNREADABLE:
    default:
      return g_strdup_printf (_("This looks like %s, which Fulgens does not read"), name);
    }
}

/**
 * ful_foreign_describe_head:
 * @head: the first bytes of a file, decompressed
 * @n: how many there are
 *
 * Returns: (transfer full) (nullable): a message for the formats of known tools
 */
char *
ful_foreign_describe_head (const char *head,
                           gsize       n)
{
  gsize n_space = 0;

  while (n_space < n && g_ascii_isspace (head[n_space]))
    n_space++;
  if (n_space < n && (head[n_space] == '{' || head[n_space] == '['))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (n >= magics[i].at + magics[i].n && memcmp (head + magics[i].at, magics[i].bytes, magics[i].n) == 0)
      return describe (&magics[i].kind);

  return NULL;
}

static gboolean
has_all (const FulRawNode  *object,
         const char *const *keys)
{
  for (guint i = 0; keys[i]; i++)
    if (ful_raw_get (object, keys[i]) == NULL)
      return FALSE;

  return TRUE;
}

/**
 * ful_foreign_describe_tree:
 * @tree: the tree of @root
 * @root: a JSON document without an importer
 *
 * Returns: (transfer full) (nullable): a message for the formats of known tools
 */
char *
ful_foreign_describe_tree (FulRawTree       *tree G_GNUC_UNUSED,
                           const FulRawNode *root)
{
  static const struct { const char *keys[5]; Kind kind; } shapes[] = {
    { { "snapshot", "nodes", "edges" }, { N_("a heap snapshot of V8 (.heapsnapshot)"), UNREADABLE } },
  };
  static const Kind archive = { N_("a log of network requests (HAR)"), UNREADABLE };

  if (!ful_raw_is (root, FUL_RAW_OBJECT))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (has_all (root, shapes[i].keys))
      return describe (&shapes[i].kind);
  if (ful_raw_is (ful_raw_get (ful_raw_get (root, "log"), "entries"), FUL_RAW_ARRAY))
    return describe (&archive);

  return NULL;
}
