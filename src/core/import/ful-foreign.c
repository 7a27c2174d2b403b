/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of other tools, which Fulgens does not read: their names, and the command that makes a file of them that opens.
 *
 * Binary formats are recognised by their first bytes, after decompression; texts by their first line and by another one;
 * JSON by its top level; what is left by the end of its name. The rules are those of the tools themselves. */

#define _GNU_SOURCE   /* memmem() */

#include "config.h"

#include "ful-foreign.h"

#include "ful-foreign-proto.h"

#include "io/bytes/ful-byte-stream.h"
#include "io/raw/ful-raw-get.h"
#include "text/ful-perf-incomplete.h"
#include "text/ful-text-head.h"

#include "base/ful-memmem.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Members of a JSON document that a message names, and characters of each. */
#define N_NAMED 5
#define NAME_LENGTH 30

typedef enum
{
  UNREADABLE,
  CONVERT,      /* the command makes a file of it that opens */
  RECORD,       /* it has nothing to be shown; the command makes a recording */
  UNPACK,       /* an archive */
  FETCH,        /* a page instead of a file */
} Advice;

typedef struct
{
  const char *name;
  Advice      advice;
  const char *command;
} Kind;

static const struct { const char *bytes; guint n, at; Kind kind; } magics[] = {
  { "PK\003\004", 4, 0, { N_("a zip archive"), UNPACK } },
  { "PK\005\006", 4, 0, { N_("an empty zip archive"), UNPACK } },
  { "ustar", 5, 257, { N_("a tar archive"), UNPACK } },
  { "7z\274\257\047\034", 6, 0, { N_("a 7-Zip archive"), UNPACK } },
  { "Rar!\032\007", 6, 0, { N_("a RAR archive"), UNPACK } },
  { "\3757zXZ\0", 6, 0, { N_("a file compressed with xz"), UNPACK } },
  { "BZh", 3, 0, { N_("a file compressed with bzip2"), UNPACK } },
  { "\004\042\115\030", 4, 0, { N_("a file compressed with lz4"), UNPACK } },
  { "LZIP", 4, 0, { N_("a file compressed with lzip"), UNPACK } },
  { "\377\376\0\0", 4, 0, { N_("a text in UTF-32"), CONVERT, "iconv -f UTF-32 -t UTF-8 FILE" } },
  { "\0\0\376\377", 4, 0, { N_("a text in UTF-32"), CONVERT, "iconv -f UTF-32 -t UTF-8 FILE" } },
  { "\334\337JSLB", 6, 0, { N_("a profile in slabs (.jslb) of another version, or cut off"), UNREADABLE } },
  { "PERFFILE", 8, 0, { N_("a recording of an old perf (perf.data)"), CONVERT, "perf script -i FILE" } },
  { "QPERFSTREAM", 11, 0, { N_("a file of the perfparser of Hotspot"), CONVERT, "perf script -F +pid,+time" } },
  { "\136\227\312\375", 4, 0, { N_("a recording of Sysprof"), UNREADABLE } },
  { "\375\312\227\136", 4, 0, { N_("a recording of Sysprof"), UNREADABLE } },
  { "FLR\0", 4, 0, { N_("a recording of the JDK Flight Recorder"), CONVERT, "jfrconv -o pprof FILE profile.pb.gz" } },
  { "JAVA PROFILE ", 13, 0, { N_("a heap dump of Java (HPROF)"), UNREADABLE } },
  { "\027\010\104tracing", 10, 0, { N_("a recording of trace-cmd"), RECORD, "perf record -g PROGRAM" } },
  { "Nettrace", 8, 0, { N_("a recording of .NET (.nettrace)"), CONVERT, "dotnet-trace convert --format Speedscope FILE" } },
  { "memray\0", 7, 0, { N_("a recording of memray"), UNREADABLE } },
  { "MOJ", 3, 0, { N_("a recording of Austin in its binary form (MOJO)"), CONVERT, "mojo2austin FILE stacks.austin" } },
  { "tr\375P", 4, 0, { N_("a recording of Tracy"), UNREADABLE } },
  { "tlZ\004", 4, 0, { N_("a recording of Tracy"), UNREADABLE } },
  { "tZst", 4, 0, { N_("a recording of Tracy"), UNREADABLE } },
  { "gmon", 4, 0, { N_("a profile of gprof (gmon.out)"), RECORD, "perf record -g PROGRAM" } },
  { "hdrb", 4, 0, { N_("an event log of GHC"), UNREADABLE } },
  { "go 1.", 5, 0, { N_("an execution trace of Go"), CONVERT, "go tool trace -pprof=sched FILE" } },
  { "\004\010{", 3, 0, { N_("a profile of stackprof as Ruby stores it"), CONVERT, "stackprof --json FILE" } },
  { "SQLite format 3", 15, 0, { N_("a database of SQLite"), UNREADABLE } },
  { "Microsoft C/C++ MSF ", 20, 0, { N_("debug information of Windows (.pdb)"), UNREADABLE } },
  { "\177ELF", 4, 0, { N_("a program or library (ELF)"), RECORD, "perf record -g PROGRAM" } },
  { "MZ", 2, 0, { N_("a program or library of Windows"), UNREADABLE } },
  { "\317\372\355\376", 4, 0, { N_("a program or library of macOS"), UNREADABLE } },
  { "\312\376\272\276", 4, 0, { N_("a program or library of macOS, or a class of Java"), UNREADABLE } },
  { "MDMP", 4, 0, { N_("a crash dump of Windows"), UNREADABLE } },
  { "\211PNG", 4, 0, { N_("a picture"), UNREADABLE } },
  { "%PDF-", 5, 0, { N_("a PDF document"), UNREADABLE } },
};

/* @first: pattern of the first line that is not blank; @also: (nullable): text of a later one */
static const struct { const char *first, *also; Kind kind; } texts[] = {
  { "v 1*", "\nX ", { N_("a recording of heaptrack"), CONVERT, "heaptrack_print -F stacks.txt FILE" } },
  { "*profile: total *", "@ 0x", { N_("a profile of Go as a text (?debug=1)"), CONVERT, "go tool pprof -proto FILE" } },
  { "heap profile: *", "@", { N_("a heap profile of gperftools or Go as a text"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "--- contention*", NULL, { N_("a text of gperftools (contention, threads or heap)"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "--- mutex*", NULL, { N_("a text of gperftools (contention, threads or heap)"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "--- heap*", NULL, { N_("a text of gperftools (contention, threads or heap)"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "--- thread*", NULL, { N_("a text of gperftools (contention, threads or heap)"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "--- growth*", NULL, { N_("a text of gperftools (contention, threads or heap)"), CONVERT, "go tool pprof -proto PROGRAM FILE" } },
  { "heap_v2/*", NULL, { N_("a heap profile of jemalloc"), CONVERT, "jeprof --collapsed PROGRAM FILE" } },
  { "desc:*", "\ntime_unit:", { N_("a profile of Massif"), RECORD, "valgrind --tool=dhat PROGRAM" } },
  { "Flat profile:*", NULL, { N_("a report of gprof"), RECORD, "perf record -g PROGRAM" } },
  { "*Call graph (explanation follows)*", NULL, { N_("a report of gprof"), RECORD, "perf record -g PROGRAM" } },
  { "*Time and Allocation Profiling Report*", NULL, { N_("a profile of GHC (.prof)"), CONVERT, "inferno-collapse-ghcprof FILE" } },
  { "goroutine * [*]:*", NULL, { N_("stacks of Go as a text (?debug=2)"), RECORD, "curl -o profile.pb.gz URL/debug/pprof/goroutine" } },
  { "@ * [* samples]*", NULL, { N_("output of pmcstat"), CONVERT, "stackcollapse-pmc.pl FILE" } },
  { "# hwpmc: *", NULL, { N_("output of pmcstat"), CONVERT, "stackcollapse-pmc.pl FILE" } },
  { "Attached * probe*", NULL, { N_("output of bpftrace"), CONVERT, "stackcollapse-bpftrace.pl FILE" } },
  { "Attaching * probe*", NULL, { N_("output of bpftrace"), CONVERT, "stackcollapse-bpftrace.pl FILE" } },
  { "@*[*]: *", "]: ", { N_("output of bpftrace"), CONVERT, "stackcollapse-bpftrace.pl FILE" } },
  { "@*[", "]: ", { N_("output of bpftrace"), CONVERT, "stackcollapse-bpftrace.pl FILE" } },
  { "CPU *ID *FUNCTION:NAME*", NULL, { N_("output of DTrace"), CONVERT, "stackcollapse.pl FILE" } },
  { "*`*+0x*", "\n", { N_("output of DTrace"), CONVERT, "stackcollapse.pl FILE" } },
  { "Weight*Self Weight*Symbol Name*", NULL, { N_("a copy of a call tree of Instruments"), UNREADABLE } },
  { "Running Time*Self*Symbol Name*", NULL, { N_("a copy of a call tree of Instruments"), UNREADABLE } },
  { "*\tSymbol Name*", NULL, { N_("a copy of a call tree of Instruments"), UNREADABLE } },
  { "Analysis of sampling *", NULL, { N_("output of “sample” of macOS"), CONVERT, "filtercalltree FILE | stackcollapse-sample.awk" } },
  { "Sampling process *", NULL, { N_("output of “sample” of macOS"), CONVERT, "filtercalltree FILE | stackcollapse-sample.awk" } },
  { "Version: *", "\nTRACE START [", { N_("a trace of Xdebug"), CONVERT, "stackcollapse-xdebug.php FILE" } },
  { "TRACE START [*", NULL, { N_("a trace of Xdebug"), CONVERT, "stackcollapse-xdebug.php FILE" } },
  { "Performance counter stats for *", NULL, { N_("output of perf stat"), RECORD, "perf record -g PROGRAM" } },
  { "# started on *", "\n Performance counter stats for ", { N_("output of perf stat"), RECORD, "perf record -g PROGRAM" } },
  { "#*", " of event '", { N_("output of perf report"), CONVERT, "perf script -F +pid,+time" } },
  { "#*time*counts*unit events*", NULL, { N_("output of perf stat"), RECORD, "perf record -g PROGRAM" } },
  { "# Overhead *", NULL, { N_("output of perf report"), CONVERT, "perf script -F +pid,+time" } },
  { "*.*%*[.] *", NULL, { N_("output of perf report"), CONVERT, "perf script -F +pid,+time" } },
  { "*.*%*[k] *", NULL, { N_("output of perf report"), CONVERT, "perf script -F +pid,+time" } },
  { "#*", "\n# Overhead ", { N_("output of perf report"), CONVERT, "perf script -F +pid,+time" } },
  { "# tracer: *", NULL, { N_("a text of ftrace"), CONVERT, "traceconv json FILE trace.json" } },
  { "TRACE:*", NULL, { N_("a text of atrace"), CONVERT, "traceconv json FILE trace.json" } },
  { "shared-library,*", "code-creation,", { N_("a log of V8 (--prof)"), RECORD, "node --cpu-prof PROGRAM" } },
  { "code-creation,*", NULL, { N_("a log of V8 (--prof)"), RECORD, "node --cpu-prof PROGRAM" } },
  { "Statistical profiling result from *", NULL, { N_("a text of node --prof-process"), RECORD, "node --cpu-prof PROGRAM" } },
  { "v8-version,*", NULL, { N_("a log of V8 (--prof)"), RECORD, "node --cpu-prof PROGRAM" } },
  { "<?xml *", "<trace-query-result", { N_("an export of Instruments"), UNREADABLE } },
  { "<?xml *", "<svg", { N_("a picture"), UNREADABLE } },
  { "<svg*", NULL, { N_("a picture"), UNREADABLE } },
  { "<!DOCTYPE*", NULL, { N_("a web page"), FETCH } },
  { "<!doctype*", NULL, { N_("a web page"), FETCH } },
  { "<html*", NULL, { N_("a web page"), FETCH } },
};

/* Of binary files that begin with nothing of their own. */
static const struct { const char *suffix; Kind kind; } suffixes[] = {
  { ".etl", { N_("a trace of Windows (ETL)"), CONVERT, "samply import --save-only -o profile.json FILE (on Windows)" } },
  { ".pftrace", { N_("a trace of Perfetto"), CONVERT, "traceconv json FILE trace.json" } },
  { ".perfetto-trace", { N_("a trace of Perfetto"), CONVERT, "traceconv json FILE trace.json" } },
};

static const Kind perfetto = { N_("a trace of Perfetto"), CONVERT, "traceconv json FILE trace.json" };
static const Kind pstats = { N_("a profile of cProfile (pstats)"), CONVERT, "pyprof2calltree -i FILE -o callgrind.out" };
static const Kind otlp = { N_("profiles of OpenTelemetry (OTLP)"), UNREADABLE };
static const Kind etl = { N_("a trace of Windows (ETL)"), CONVERT, "samply import --save-only -o profile.json FILE (on Windows)" };
static const Kind incomplete_perf = { N_("output of perf script without threads or times"), CONVERT, "perf script -F +pid,+time" };

static char *
describe (const Kind *kind)
{
  const char *name = _(kind->name);

  switch (kind->advice)
    {
    case CONVERT:
      return g_strdup_printf (_("This looks like %s, which Fulgens does not read. “%s” makes a file of it that opens"), name, kind->command);
    case RECORD:
      return g_strdup_printf (_("This looks like %s, which has no stacks that Fulgens could show. “%s” makes a recording that opens"),
                              name, kind->command);
    case UNPACK:
      return g_strdup_printf (_("This is %s; unpack it and open the profile in it"), name);
    case FETCH:
      return g_strdup_printf (_("This is %s, not a profile: download the file itself"), name);
    case UNREADABLE:
    default:
      return g_strdup_printf (_("This looks like %s, which Fulgens does not read"), name);
    }
}

static gboolean
contains (const char *head,
          gsize       n,
          const char *text)
{
  return memmem (head, n, text, strlen (text)) != NULL;
}

/* The first line that is not blank. */
static gboolean
find_first_line (FulTextHead  *lines,
                 const char   *head,
                 gsize         n,
                 const char  **out_line,
                 gsize        *out_n)
{
  if (!ful_text_head_init (lines, head, n))
    return FALSE;
  do
    if (!ful_text_head_next (lines, out_line, out_n))
      return FALSE;
  while (*out_n == 0);

  return TRUE;
}

static const Kind *
find_text (const char *head,
           gsize       n)
{
  g_autofree char *first = NULL;
  FulTextHead lines;
  const char *line;
  gsize n_line;

  if (!find_first_line (&lines, head, n, &line, &n_line))
    return NULL;

  first = g_strndup (line, MIN (n_line, 1000));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    /* Folded stacks may have anything in their frames. */
    if (!(texts[i].first[0] == '*' && strchr (first, ';')) && g_pattern_match_simple (texts[i].first, first) &&
        (texts[i].also == NULL || contains (head, n, texts[i].also)))
      return &texts[i].kind;

  return NULL;
}

/**
 * ful_foreign_is_text:
 * @head: the first %FUL_HEAD_BYTES of a file, decompressed, or all of a shorter one
 * @n: how many there are
 *
 * Returns: whether it is a text of another tool, which readers of texts have to leave alone
 */
gboolean
ful_foreign_is_text (const char *head,
                     gsize       n)
{
  return find_text (head, n) != NULL;
}

/* A dictionary of marshal, with a tuple as its first key, of three if it is a short one; either may be marked as one that others
 * refer to. */
static gboolean
is_pstats (const char *head,
           gsize       n)
{
  int tuple = n > 2 ? head[1] & 0x7f : 0;

  if (tuple == 0)
    return FALSE;

  return (head[0] & 0x7f) == '{' && (tuple == '(' || (tuple == ')' && head[2] == 3));
}

/* A header of the system's own in the first buffer. */
static gboolean
is_etl (const char *head,
        gsize       n)
{
  return n > 0x4c && head[0x4a] == '\2' && head[0x4b] == '\300';
}

static const Kind *
find_binary (const char *head,
             gsize       n,
             const char *file_name,
             gboolean    is_text)
{
  g_autofree char *name = file_name && !is_text ? g_ascii_strdown (file_name, -1) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (magics) && !is_text; i++)
    if (n >= magics[i].at + magics[i].n && memcmp (head + magics[i].at, magics[i].bytes, magics[i].n) == 0)
      return &magics[i].kind;
  if (!is_text && is_pstats (head, n))
    return &pstats;
  if (!is_text && ful_foreign_is_otlp (head, n))
    return &otlp;
  if (!is_text && ful_foreign_is_perfetto (head, n))
    return &perfetto;
  if (!is_text && is_etl (head, n))
    return &etl;
  for (guint i = 0; name && i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i].suffix))
      return &suffixes[i].kind;

  return NULL;
}

static char *
cut (const char *text,
     gsize       n)
{
  g_autofree char *whole = g_utf8_make_valid (text, (gssize) MIN (n, 4 * NAME_LENGTH));
  GString *shown = g_string_new (NULL);
  guint length = 0;

  /* Terminals obey to what cannot be printed. */
  for (const char *p = whole; *p && length < NAME_LENGTH; p = g_utf8_next_char (p), length++)
    g_string_append_unichar (shown, g_unichar_isprint (g_utf8_get_char (p)) ? g_utf8_get_char (p) : 0xfffd);

  return g_string_free (shown, FALSE);
}

/* Also lists of numbers and words, and empty ones, as far as nothing else reads the text. */
static gboolean
looks_like_json (const char *text,
                 gsize       n)
{
  static const char *const words[] = { "null", "true", "false" };
  gsize i = 1;

  if (ful_text_begins_json (text, n))
    return TRUE;
  if (n == 0 || (text[0] != '{' && text[0] != '['))
    return FALSE;
  while (i < n && g_ascii_isspace (text[i]))
    i++;
  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    if (text[0] == '[' && n - i > strlen (words[w]) && memcmp (text + i, words[w], strlen (words[w])) == 0 &&
        strchr (",] \r\n", text[i + strlen (words[w])]))
      return TRUE;

  return i == n || (text[0] == '{' ? text[i] == '}' : strchr ("[{]", text[i]) || text[i] == '-' || g_ascii_isdigit (text[i]));
}

/* What is nobody's. */
static char *
describe_unknown (const char *head,
                  gsize       n,
                  const char *file_name,
                  gboolean    is_text)
{
  gboolean is_whole = n < FUL_HEAD_BYTES;
  const char *newline;
  g_autofree char *begin = NULL;

  while (n > 0 && g_ascii_isspace (*head))
    {
      head++;
      n--;
    }
  if (n == 0)
    return is_whole ? g_strdup (_("The file has nothing but blanks; a profile was expected")) : NULL;
  /* Its reader says what is wrong, and where. */
  if (looks_like_json (head, n) || (is_text && file_name && g_str_has_suffix (file_name, ".json")))
    return NULL;
  if (!is_text)
    return g_strdup (_("This is not a profile that Fulgens knows: a binary file. “fulgens-query formats” lists what it reads"));

  newline = memchr (head, '\n', n);
  begin = cut (head, newline ? (gsize) (newline - head) : n);

  return g_strdup_printf (_("This is not a profile that Fulgens knows: a text that begins with “%s”. "
                            "“fulgens-query formats” lists what it reads"), begin);
}

/**
 * ful_foreign_describe_head:
 * @head: the first %FUL_HEAD_BYTES of a file that no importer for bytes reads, decompressed, or all of a shorter one
 * @n: how many there are
 * @file_name: (nullable): without folders
 *
 * Returns: (transfer full) (nullable): a message: which tool the file is of, or what it looks like; %NULL for JSON and slabs
 */
char *
ful_foreign_describe_head (const char *head,
                           gsize       n,
                           const char *file_name)
{
  FulTextHead lines;
  gboolean is_text = ful_text_head_init (&lines, head, n);
  const Kind *kind = find_text (head, n);

  if (n >= FUL_SLABS_MAGIC_BYTES && memcmp (head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0)
    return NULL;
  if (kind == NULL && ful_perf_is_incomplete (head, n))
    kind = &incomplete_perf;
  if (kind == NULL)
    kind = find_binary (head, n, file_name, is_text);
  if (kind)
    return describe (kind);

  return describe_unknown (head, n, file_name, is_text);
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

/* The first members, so that one sees what it is. */
static char *
describe_members (const FulRawNode *object)
{
  g_autoptr(GString) names = g_string_new (NULL);
  guint n = 0;

  for (const FulRawMember *member = object->members; member && n < N_NAMED; member = member->next, n++)
    {
      g_autofree char *name = cut (member->key, strlen (member->key));

      g_string_append (names, n == 0 ? "" : ", ");
      /* Translators: one of a list of names */
      g_string_append_printf (names, _("“%s”"), name);
    }
  if (object->n > n)
    g_string_append (names, " …");

  return n == 0 ? g_strdup (_("This is JSON, but no profile: an object without members"))
                : g_strdup_printf (_("This is JSON, but no profile: it has the members %s"), names->str);
}

/**
 * ful_foreign_describe_tree:
 * @tree: the tree of @root
 * @root: a JSON document without an importer
 * @is_whole: whether nothing follows it
 *
 * Returns: (transfer full) (nullable): a message: which tool the document is of, or what it has; %NULL if it is broken
 */
char *
ful_foreign_describe_tree (FulRawTree       *tree G_GNUC_UNUSED,
                           const FulRawNode *root,
                           gboolean          is_whole)
{
  static const struct { const char *keys[4]; Kind kind; } shapes[] = {
    { { "snapshot", "nodes", "edges" }, { N_("a heap snapshot of V8 (.heapsnapshot)"), UNREADABLE } },
    { { "code", "functions", "ticks" }, { N_("a log of V8 (node --prof-process --preprocess)"), RECORD, "node --cpu-prof PROGRAM" } },
    { { "cost_centres", "profile", "total_ticks" }, { N_("a profile of GHC in JSON (-pj)"), UNREADABLE } },
    { { "elapsed_time_sec", "files" }, { N_("a profile of Scalene"), UNREADABLE } },
    { { "linux-perf-json-version" }, { N_("JSON of perf data convert"), CONVERT, "perf script -F +pid,+time" } },
    { { "ph", "ts" }, { N_("a trace of Chrome with an event on each line, and no list of them"), CONVERT,
        "sed -e '1s/^/[/' -e 's/,*$/,/' FILE" } },
  };
  static const Kind archive = { N_("a log of network requests (HAR)"), UNREADABLE };
  static const Kind safari = { N_("a timeline recording of Safari"), UNREADABLE };

  if (!is_whole && !ful_raw_is (root, FUL_RAW_OBJECT))
    return NULL;
  if (ful_raw_is (root, FUL_RAW_ARRAY) || ful_raw_is (root, FUL_RAW_ROWS) || ful_raw_is (root, FUL_RAW_LISTS))
    return g_strdup (_("This is JSON, but no profile: a list, and not of events of a trace"));
  if (!ful_raw_is (root, FUL_RAW_OBJECT))
    return g_strdup (_("This is JSON, but no profile: a single value"));

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (has_all (root, shapes[i].keys))
      return describe (&shapes[i].kind);
  if (ful_raw_get (root, "resourceProfiles"))
    return describe (&otlp);
  if (ful_raw_is (ful_raw_get (ful_raw_get (root, "log"), "entries"), FUL_RAW_ARRAY))
    return describe (&archive);
  if (ful_raw_get (ful_raw_get (root, "recording"), "sampleStackTraces"))
    return describe (&safari);

  return is_whole ? describe_members (root) : NULL;
}

/**
 * ful_foreign_describe_names:
 * @names: (array length=n): of the files in an archive
 *
 * Returns: (transfer full) (nullable): a message if the archive is a file of another tool
 */
char *
ful_foreign_describe_names (const char *const *names,
                            guint              n)
{
  static const Kind sleepy = { N_("a recording of Very Sleepy"), UNREADABLE };

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (names[i], "Version ") && g_str_has_suffix (names[i], " required"))
      return describe (&sleepy);

  return NULL;
}
