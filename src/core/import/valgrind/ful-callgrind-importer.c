/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of callgrind (formats.md 18): costs by function and line, and what calls cost. Read line by line into a graph; call
 * trees are estimated of it at the end. */

#include "config.h"

#include "ful-callgrind-contexts.h"
#include "ful-callgrind-graph.h"

#include "base/ful-error.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "import/ful-import-libs.h"
#include "import/ful-import-meta.h"
#include "import/ful-import-samples.h"
#include "import/ful-import-tables.h"
#include "import/ful-importer.h"
#include "model/ful-sample-type.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* A context, or the cost of a line in one, for so many bytes of the file; and how many there may be in any file. */
#define CONTEXT_BYTES 512
#define MIN_CONTEXTS 200000
#define LINE_BYTES 1024
#define MIN_LINES 30000

/* A sum that differs less from the one that the file claims is no flaw. */
#define MAX_DIFFERENCE 0.001

#define MAX_POSITIONS 3
#define MAX_EVENTS FUL_MAX_SAMPLE_TYPES

/* What is in the file before the first events or calls that have no name. */
#define NO_NAME "???"

typedef enum { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, N_NAMES } NameKind;

typedef struct
{
  FulImport         *import;
  FulImportTables    tables;
  FulCallgrindGraph  graph;
  guint64            offset;                /* of the line that is read */
  gint64             n_lines;
  GHashTable        *names[N_NAMES];        /* number of a compressed name → shared string + 1 */

  GPtrArray         *events;                /* names of all parts */
  guint              columns[MAX_EVENTS];   /* which of @events a column has */
  guint              n_columns;
  guint              n_positions;
  gint               line_position;         /* which of the positions is the line, or -1 */
  gint64             position[MAX_POSITIONS];

  gint32             thread;                /* number of the part's */
  gint32             object, file;          /* shared strings or FUL_NONE */
  gint32             function, function_file;
  gint32             called_object, called_file, called_name;   /* FUL_NONE: as that of the caller; name: none */
  gboolean           has_called_object, has_called_file;
  gboolean           in_call;               /* the next costs are those of a call of @called */
  gint32             called;

  char              *command, *pid, *creator;
  double             summary[MAX_EVENTS], totals[MAX_EVENTS];
  gboolean           has_summary, has_totals;
} CallgrindReader;

static void
log_line (CallgrindReader *self,
          FulSeverity      severity,
          const char      *message)
{
  ful_import_log_add (self->import->builder->log, severity, "lines", self->n_lines, (gint64) self->offset, "%s", message);
}

/* "(3) name" defines, "(3)" recalls, any other text is a name. */
static gint32
read_name (CallgrindReader *self,
           NameKind         kind,
           const char      *text)
{
  guint64 number = 0;
  const char *end = text + 1;
  gpointer known, key;

  if (*text == '(' && g_ascii_isdigit (text[1]))
    for (; g_ascii_isdigit (*end) && number < G_MAXUINT32; end++)
      number = number * 10 + (guint64) (*end - '0');
  if (*text != '(' || *end != ')' || end == text + 1 || number >= G_MAXUINT32)
    return *text ? ful_import_tables_string (&self->tables, text, -1) : FUL_NONE;

  key = GUINT_TO_POINTER ((guint) number + 1);
  for (end++; *end == ' ' || *end == '\t'; )
    end++;
  if (*end)
    {
      gint32 name = ful_import_tables_string (&self->tables, end, -1);

      g_hash_table_insert (self->names[kind], key, GINT_TO_POINTER (name + 1));
      return name;
    }
  known = g_hash_table_lookup (self->names[kind], key);
  if (known)
    return GPOINTER_TO_INT (known) - 1;
  log_line (self, FUL_SEVERITY_ERROR, _("a name is used before it is defined; used its number"));

  return ful_import_tables_string (&self->tables, text, -1);
}

static gint32
get_function (CallgrindReader *self,
              gint32           object,
              gint32           file,
              gint32           name)
{
  if (name == FUL_NONE)
    name = ful_import_tables_string (&self->tables, NO_NAME, -1);

  return ful_callgrind_graph_get_function (&self->graph, self->thread, object, file, name);
}

static void
set_function (CallgrindReader *self,
              gint32           name)
{
  self->function = get_function (self, self->object, self->file, name);
  self->function_file = self->file;
  g_array_index (self->graph.functions, FulCallgrindFunction, self->function).is_listed = TRUE;
}

static const char *
skip_blanks (const char *text)
{
  while (*text == ' ' || *text == '\t')
    text++;

  return text;
}

/* A number with a sign, decimal or 0x…; too great ones become the greatest. Returns: what follows, or NULL */
static const char *
read_number (const char *text,
             gint64     *out_number)
{
  gboolean is_negative = *text == '-';
  guint64 number = 0;
  const char *digits = text + is_negative;
  const char *end = digits;

  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    for (end = digits += 2; g_ascii_isxdigit (*end); end++)
      number = number > G_MAXUINT64 >> 4 ? G_MAXUINT64 : number << 4 | (guint) g_ascii_xdigit_value (*end);
  else
    for (; *end >= '0' && *end <= '9'; end++)
      number = number > G_MAXUINT64 / 10 - 1 ? G_MAXUINT64 : number * 10 + (guint64) (*end - '0');
  number = MIN (number, (guint64) G_MAXINT64);
  *out_number = is_negative ? -(gint64) number : (gint64) number;

  return end > digits ? end : NULL;
}

/* The positions before costs. Returns: what follows, or NULL */
static const char *
read_positions (CallgrindReader *self,
                const char      *text)
{
  for (guint i = 0; i < self->n_positions; i++)
    {
      gint64 number = 0, moved;
      gboolean is_relative = *text == '+' || *text == '-';

      if (*text == '*')
        text++;
      else
        text = read_number (text + (*text == '+'), &number);
      if (text == NULL || (*text && *text != ' ' && *text != '\t'))
        return NULL;
      if (text[-1] == '*')
        moved = self->position[i];
      else if (!is_relative)
        moved = number;
      else if (number > 0 && self->position[i] > G_MAXINT64 - number)
        moved = G_MAXINT64;
      else
        moved = self->position[i] + number;
      if (moved < 0)
        {
          log_line (self, FUL_SEVERITY_ERROR, _("a position is below 0; used 0"));
          moved = 0;
        }
      self->position[i] = moved;
      text = skip_blanks (text);
    }

  return text;
}

/* Returns: the current line, if it is one of the file of the function */
static gint32
get_line (CallgrindReader *self)
{
  gint64 line = self->line_position < 0 ? 0 : self->position[self->line_position];

  return line > 0 && line <= G_MAXINT32 && self->file == self->function_file ? (gint32) line : FUL_NONE;
}

/* Of each column a number, in the order of all events. Returns: how many there may be that are not 0, or -1 */
static gint
read_values (CallgrindReader *self,
             const char      *text,
             gint64           values[MAX_EVENTS])
{
  guint n = 0;

  memset (values, 0, self->events->len * sizeof *values);
  for (guint i = 0; i < self->n_columns && *text; i++)
    {
      gint64 number;

      text = read_number (text, &number);
      if (text == NULL || (*text && *text != ' ' && *text != '\t'))
        return -1;
      values[self->columns[i]] = number;
      n = MAX (n, self->columns[i] + 1);
      text = skip_blanks (text);
    }
  if (*text)
    log_line (self, FUL_SEVERITY_ERROR, _("there are more costs than events; ignored the last ones"));

  return (gint) n;
}

static void
read_costs (CallgrindReader *self,
            const char      *text)
{
  gint64 values[MAX_EVENTS];
  gboolean is_call = self->in_call;
  gint n;

  self->in_call = FALSE;
  text = read_positions (self, text);
  n = text ? read_values (self, text, values) : -1;
  if (n < 0)
    {
      log_line (self, FUL_SEVERITY_DATA_LOSS, _("these are no positions and costs; skipped them"));
      return;
    }
  if (self->function == FUL_NONE)
    {
      log_line (self, FUL_SEVERITY_ERROR, _("costs are not of a function; used one without a name"));
      set_function (self, FUL_NONE);
    }
  if (!is_call)
    ful_callgrind_graph_add_costs (&self->graph, self->function, get_line (self), values, (guint) n);
  else if (self->called != FUL_NONE)
    ful_callgrind_graph_add_call (&self->graph, self->function, self->called, get_line (self), n > 0 ? (double) values[0] : 0);
}

/* Where the target is does not matter, only which function it is in. */
static void
read_call (CallgrindReader *self)
{
  self->called = FUL_NONE;
  if (self->called_name == FUL_NONE)
    log_line (self, FUL_SEVERITY_DATA_LOSS, _("a call does not say of what; skipped it"));
  else
    self->called = get_function (self, self->has_called_object ? self->called_object : self->object,
                                 self->has_called_file ? self->called_file : self->file, self->called_name);
  self->called_name = FUL_NONE;
  self->has_called_object = self->has_called_file = FALSE;
  self->in_call = TRUE;
}

/* "KEY=TEXT". Returns: whether it is one that is known */
static gboolean
read_assignment (CallgrindReader *self,
                 const char      *key,
                 gsize            n,
                 const char      *text)
{
  static const struct { const char *key; NameKind kind; } names[] = {
    { "ob", NAME_OBJECT }, { "fl", NAME_FILE }, { "fi", NAME_FILE }, { "fe", NAME_FILE }, { "fn", NAME_FUNCTION },
    { "cob", NAME_OBJECT }, { "cfl", NAME_FILE }, { "cfi", NAME_FILE }, { "cfn", NAME_FUNCTION },
    { "job", NAME_OBJECT }, { "jfi", NAME_FILE }, { "jfn", NAME_FUNCTION },
  };
  gint32 name;

  if (n == 5 && memcmp (key, "calls", 5) == 0)
    {
      read_call (self);
      return TRUE;
    }
  if (n == 4 && (memcmp (key, "jump", 4) == 0 || memcmp (key, "jcnd", 4) == 0))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i].key) == n && memcmp (key, names[i].key, n) == 0)
      {
        name = read_name (self, names[i].kind, text);
        if (key[0] == 'j')
          return TRUE;
        if (key[0] != 'c' && names[i].kind == NAME_OBJECT)
          self->object = name;
        else if (key[0] != 'c' && names[i].kind == NAME_FILE)
          self->file = name;
        else if (key[0] != 'c')
          set_function (self, name);
        else if (names[i].kind == NAME_OBJECT)
          {
            self->called_object = name;
            self->has_called_object = TRUE;
          }
        else if (names[i].kind == NAME_FILE)
          {
            self->called_file = name;
            self->has_called_file = TRUE;
          }
        else
          self->called_name = name != FUL_NONE ? name : ful_import_tables_string (&self->tables, NO_NAME, -1);
        return TRUE;
      }

  return FALSE;
}

/* The columns of a part; an event of an earlier part is the same. */
static void
read_events (CallgrindReader *self,
             const char      *text)
{
  g_auto(GStrv) words = g_strsplit_set (text, " \t", -1);

  self->n_columns = 0;
  for (guint i = 0; words[i]; i++)
    {
      guint event;

      if (*words[i] == '\0')
        continue;
      for (event = 0; event < self->events->len; event++)
        if (g_str_equal (self->events->pdata[event], words[i]))
          break;
      if (event == MAX_EVENTS || self->n_columns == MAX_EVENTS)
        {
          log_line (self, FUL_SEVERITY_DATA_LOSS, _("there are too many events; skipped the last ones"));
          return;
        }
      if (event == self->events->len)
        g_ptr_array_add (self->events, g_strdup (words[i]));
      self->columns[self->n_columns++] = event;
    }
}

static void
read_position_names (CallgrindReader *self,
                     const char      *text)
{
  g_auto(GStrv) words = g_strsplit_set (text, " \t", -1);

  self->n_positions = 0;
  self->line_position = -1;
  for (guint i = 0; words[i] && self->n_positions < MAX_POSITIONS; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (g_str_equal (words[i], "line"))
        self->line_position = (gint) self->n_positions;
      self->n_positions++;
    }
  if (self->n_positions == 0)
    self->n_positions = 1;
}

static void
add_sums (CallgrindReader *self,
          const char      *text,
          double           sums[MAX_EVENTS],
          gboolean        *has_sums)
{
  gint64 values[MAX_EVENTS];
  gint n = read_values (self, text, values);

  *has_sums |= n > 0;
  for (gint i = 0; i < n; i++)
    sums[i] += (double) values[i];
}

static void
set_once (char       **place,
          const char  *text)
{
  if (*place == NULL && *text)
    *place = g_strstrip (g_strdup (text));
}

/* "KEY: TEXT"; keys that are not known are of no use here. */
static void
read_header (CallgrindReader *self,
             const char      *key,
             gsize            n,
             const char      *text)
{
  g_autofree char *word = g_strndup (key, n);
  gint64 number;

  text = skip_blanks (text);
  if (g_str_equal (word, "events"))
    read_events (self, text);
  else if (g_str_equal (word, "positions"))
    read_position_names (self, text);
  else if (g_str_equal (word, "summary"))
    add_sums (self, text, self->summary, &self->has_summary);
  else if (g_str_equal (word, "totals"))
    add_sums (self, text, self->totals, &self->has_totals);
  else if (g_str_equal (word, "thread") && read_number (text, &number) && number >= 0 && number <= G_MAXINT32)
    {
      self->thread = (gint32) number;
      self->function = FUL_NONE;
    }
  else if (g_str_equal (word, "version") && read_number (text, &number))
    ful_import_set_version (self->import, (double) number);
  else if (g_str_equal (word, "cmd"))
    set_once (&self->command, text);
  else if (g_str_equal (word, "pid"))
    set_once (&self->pid, text);
  else if (g_str_equal (word, "creator"))
    set_once (&self->creator, text);
}

static void
read_line (CallgrindReader *self,
           const char      *line)
{
  gsize n = 0;

  line = skip_blanks (line);
  if (*line == '\0' || *line == '#')
    return;
  if (g_ascii_isdigit (*line) || strchr ("+-*", *line))
    {
      read_costs (self, line);
      return;
    }
  if (self->in_call)
    {
      log_line (self, FUL_SEVERITY_DATA_LOSS, _("a call has no cost; skipped it"));
      self->in_call = FALSE;
    }
  while (g_ascii_isalnum (line[n]))
    n++;
  if (line[n] == ':')
    read_header (self, line, n, line + n + 1);
  else if (line[n] != '=' || !read_assignment (self, line, n, line + n + 1))
    log_line (self, FUL_SEVERITY_DATA_LOSS, _("this is no line of callgrind; skipped it"));
}

static gboolean
read_lines (CallgrindReader  *self,
            FulByteReader    *bytes,
            GError          **error)
{
  char *line;

  for (; (line = ful_byte_reader_next_line (bytes, NULL)); self->offset = ful_byte_reader_get_offset (bytes))
    {
      read_line (self, line);
      self->n_lines++;
    }
  if (self->in_call)
    log_line (self, FUL_SEVERITY_DATA_LOSS, _("a call has no cost; skipped it"));
  for (guint i = 0; i < self->graph.functions->len; i++)
    if (g_array_index (self->graph.functions, FulCallgrindFunction, i).n_records > 0)
      return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, _("None of the %ju lines of this file of callgrind is a cost of a function"),
               (uintmax_t) self->n_lines);

  return FALSE;
}

/* The last part of a path. */
static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && slash[1] ? slash + 1 : path;
}

/* Returns: (transfer full): the program of the command, without its folder and arguments */
static char *
dup_program (CallgrindReader *self)
{
  g_autofree char *word = g_strndup (self->command ? self->command : "", self->command ? strcspn (self->command, " \t") : 0);

  return g_strdup (*word ? get_base (word) : "callgrind");
}

/* "Memory_(bytes)": what is in the brackets; else the name, which may be "ns". */
static char *
dup_unit (const char *event)
{
  const char *open = strrchr (event, '(');
  gsize n = strlen (event);

  return open && event[n - 1] == ')' ? g_strndup (open + 1, (gsize) (event + n - 1 - (open + 1))) : g_strdup (event);
}

static FulThreadBuilder *
add_thread (CallgrindReader *self,
            gint32           number)
{
  FulThreadBuilder *builder = ful_profile_builder_add_thread (self->import->builder);
  FulThread *thread = builder->thread;

  thread->name = dup_program (self);
  thread->process_type = g_strdup ("default");
  thread->pid = g_strdup (self->pid ? self->pid : "0");
  ful_thread_builder_take_tid (builder, number > 0 ? g_strdup_printf ("%d", number) : g_strdup (thread->pid));
  for (guint i = 0; i < self->events->len; i++)
    {
      g_autofree char *unit = dup_unit (self->events->pdata[i]);

      ful_import_samples_add_type (builder, self->events->pdata[i], unit, i == 0);
    }

  return builder;
}

static gboolean
is_named (CallgrindReader *self,
          gint32           string)
{
  return string != FUL_NONE && !g_str_equal (ful_string_table_get (self->import->builder->strings, string), NO_NAME);
}

/* Returns: (transfer full): a function of the profile for each of the graph */
static FulFuncIndex *
add_functions (CallgrindReader *self)
{
  g_autoptr(GHashTable) libs = g_hash_table_new (NULL, NULL);
  FulStringTable *strings = self->import->builder->strings;
  FulFuncIndex *funcs = g_new (FulFuncIndex, self->graph.functions->len + 1);

  for (guint i = 0; i < self->graph.functions->len; i++)
    {
      const FulCallgrindFunction *function = &g_array_index (self->graph.functions, FulCallgrindFunction, i);
      FulImportFunc func = FUL_IMPORT_FUNC (function->name);

      if (is_named (self, function->object))
        {
          const char *path = ful_string_table_get (strings, function->object);

          if (g_hash_table_add (libs, GINT_TO_POINTER (function->object + 1)))
            g_ptr_array_add (self->import->builder->profile->libs, ful_import_lib_new (path));
          func.resource = ful_import_tables_lib_resource (&self->tables, ful_import_tables_string (&self->tables, get_base (path), -1));
        }
      if (is_named (self, function->file))
        {
          g_autofree char *file = g_strdup (ful_string_table_get (strings, function->file));

          func.source = ful_import_tables_source (&self->tables, file);
        }
      funcs[i] = ful_import_tables_func (&self->tables, &func);
    }

  return funcs;
}

/* Most stacks are different: they are not looked up. */
static FulStackIndex
add_stack (CallgrindReader *self,
           FulStackIndex    prefix,
           FulFuncIndex     func,
           gint32           line)
{
  FulTableBuilder *stacks = &self->import->builder->stacks;
  FulImportFrame frame = FUL_IMPORT_FRAME (func, 0);
  guint row = ful_table_builder_append (stacks, 1);

  frame.line = line;
  FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[row] = ful_import_tables_frame (&self->tables, &frame);
  FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[row] = prefix;

  return (FulStackIndex) row;
}

/* Returns: (transfer full): what calls each context */
static FulStackIndex *
add_callers (CallgrindReader    *self,
             GArray             *contexts,
             const FulFuncIndex *funcs)
{
  FulStackIndex *callers = g_new (FulStackIndex, contexts->len + 1);

  for (guint i = 0; i < contexts->len; i++)
    {
      const FulCallgrindContext *context = &g_array_index (contexts, FulCallgrindContext, i);

      callers[i] = FUL_NONE;
      if (context->parent != FUL_NONE)
        callers[i] = add_stack (self, callers[context->parent],
                                funcs[g_array_index (contexts, FulCallgrindContext, context->parent).function], context->line);
    }

  return callers;
}

static void
add_sample (FulThreadBuilder *thread,
            FulStackIndex     stack,
            const double     *values,
            double            share,
            guint             n)
{
  guint row = ful_import_samples_add (thread, 0, stack);

  for (guint i = 0; i < n; i++)
    ful_import_samples_set_value (thread, row, i, values[i] * share);
}

typedef struct
{
  GArray             *contexts;
  const FulFuncIndex *funcs;
  FulStackIndex      *callers;
  double              min_cost;   /* lines that cost less in a context are not told apart */
} Trees;

/* A sample for each line that costs enough, and one for the others. */
static void
add_context_samples (CallgrindReader            *self,
                     const Trees                *trees,
                     guint                       number,
                     FulThreadBuilder           *thread,
                     FulCallgrindLines          *lines)
{
  const FulCallgrindContext *context = &g_array_index (trees->contexts, FulCallgrindContext, number);
  FulFuncIndex func = trees->funcs[context->function];
  guint n = self->events->len;
  double others[MAX_EVENTS] = { 0 };
  gboolean has_others = FALSE;

  for (guint i = 0; i < lines->lines->len; i++)
    {
      const double *values = &g_array_index (lines->values, double, i * n);
      gint32 line = g_array_index (lines->lines, gint32, i);

      if (line != FUL_NONE && fabs (values[0]) * context->share >= trees->min_cost)
        {
          add_sample (thread, add_stack (self, trees->callers[number], func, line), values, context->share, n);
          continue;
        }
      has_others = TRUE;
      for (guint v = 0; v < n; v++)
        others[v] += values[v];
    }
  if (has_others)
    add_sample (thread, add_stack (self, trees->callers[number], func, FUL_NONE), others, context->share, n);
}

/* All lines are told apart where that makes few samples. */
static double
get_min_cost (CallgrindReader *self,
              GArray          *contexts)
{
  double max = (double) MAX (MIN_LINES, self->offset / LINE_BYTES);
  double total = 0, n = 0;

  for (guint i = 0; i < contexts->len; i++)
    n += g_array_index (self->graph.functions, FulCallgrindFunction,
                        g_array_index (contexts, FulCallgrindContext, i).function).n_records;
  for (guint i = 0; i < self->graph.functions->len; i++)
    total += fabs (g_array_index (self->graph.functions, FulCallgrindFunction, i).self);

  return n <= max ? 0 : total / max;
}

static void
add_samples (CallgrindReader *self,
             const Trees     *trees)
{
  g_autoptr(GHashTable) threads = g_hash_table_new (NULL, NULL);
  FulCallgrindLines lines = { g_array_new (FALSE, FALSE, sizeof (gint32)), g_array_new (FALSE, TRUE, sizeof (double)) };
  guint n_functions = self->graph.functions->len;
  g_autofree guint *first = g_new0 (guint, n_functions + 2);
  g_autofree guint *order = g_new (guint, trees->contexts->len + 1);

  for (guint i = 0; i < trees->contexts->len; i++)
    first[g_array_index (trees->contexts, FulCallgrindContext, i).function + 2]++;
  for (guint i = 0; i < n_functions; i++)
    first[i + 1] += first[i];
  for (guint i = 0; i < trees->contexts->len; i++)
    order[first[g_array_index (trees->contexts, FulCallgrindContext, i).function + 1]++] = i;

  for (guint f = 0; f < n_functions && !g_cancellable_is_cancelled (self->import->cancellable); f++)
    {
      const FulCallgrindFunction *function = &g_array_index (self->graph.functions, FulCallgrindFunction, f);
      FulThreadBuilder *thread;

      if (function->n_records == 0)
        continue;
      thread = g_hash_table_lookup (threads, GINT_TO_POINTER (function->thread));
      if (thread == NULL)
        {
          thread = add_thread (self, function->thread);
          g_hash_table_insert (threads, GINT_TO_POINTER (function->thread), thread);
        }
      ful_callgrind_graph_get_lines (&self->graph, (gint32) f, self->events->len, &lines);
      for (guint i = first[f]; i < first[f + 1]; i++)
        add_context_samples (self, trees, order[i], thread, &lines);
    }
  g_array_unref (lines.lines);
  g_array_unref (lines.values);
}

static void
check_summary (CallgrindReader *self)
{
  const double *claimed = self->has_summary ? self->summary : self->totals;
  double total = 0;

  for (guint i = 0; i < self->graph.functions->len; i++)
    total += g_array_index (self->graph.functions, FulCallgrindFunction, i).self;
  if ((self->has_summary || self->has_totals) && fabs (claimed[0] - total) > MAX_DIFFERENCE * fabs (total))
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "summary", -1, -1,
                        _("the file claims a sum of %.0f; the costs of its functions add up to %.0f, which is shown"),
                        claimed[0], total);
}

static void
add_trees (CallgrindReader *self)
{
  guint max = (guint) MIN (MAX (MIN_CONTEXTS, self->offset / CONTEXT_BYTES), FUL_MAX_ROWS / 4);
  gboolean is_limited;
  Trees trees = { NULL };

  check_summary (self);
  ful_callgrind_graph_finish (&self->graph);
  trees.contexts = ful_callgrind_contexts_estimate (&self->graph, max, self->import->cancellable, &is_limited);
  ful_callgrind_graph_drop_calls (&self->graph);
  trees.funcs = add_functions (self);
  trees.callers = add_callers (self, trees.contexts, trees.funcs);
  trees.min_cost = get_min_cost (self, trees.contexts);
  add_samples (self, &trees);

  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "calls", -1, -1,
                      _("the file has a graph of calls: costs of functions are exact, which callers they belong to is estimated"));
  if (is_limited)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "calls", -1, -1,
                        _("more than %u call stacks: the cheapest were added to others"), max);
  if (trees.min_cost > 0)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "lines", -1, -1,
                        _("costs of lines below %.0f are shown for their function only"), trees.min_cost);
  g_array_unref (trees.contexts);
  g_free ((FulFuncIndex *) trees.funcs);
  g_free (trees.callers);
}

static void
read_meta (CallgrindReader *self)
{
  g_autofree char *program = dup_program (self);
  FulImportMeta meta;

  ful_import_meta_init (&meta, program, self->creator ? self->creator : "callgrind");
  meta.writer = self->creator;
  if (self->command)
    ful_import_meta_set_string (&meta, "arguments", self->command);
  ful_import_meta_add_category (&meta, "Other", "grey");
  ful_import_meta_finish (&meta, self->import);
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  CallgrindReader self = { .import = import, .object = FUL_NONE, .file = FUL_NONE, .function = FUL_NONE, .called_name = FUL_NONE,
                           .n_positions = 1 };
  gboolean success;

  ful_import_tables_init (&self.tables, import->builder);
  ful_callgrind_graph_init (&self.graph);
  self.events = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_NAMES; i++)
    self.names[i] = g_hash_table_new (NULL, NULL);

  success = read_lines (&self, bytes, error);
  for (guint i = 0; i < N_NAMES; i++)
    g_hash_table_unref (self.names[i]);
  if (success)
    {
      read_meta (&self);
      add_trees (&self);
    }

  g_ptr_array_unref (self.events);
  ful_callgrind_graph_clear (&self.graph);
  ful_import_tables_clear (&self.tables);
  g_free (self.command);
  g_free (self.pid);
  g_free (self.creator);

  return success;
}

/* Returns: whether a line begins with @word */
static gboolean
has_line (const char *head,
          gsize       n,
          const char *word)
{
  gsize length = strlen (word);
  const char *end = head + n;

  for (const char *at = head; at && (gsize) (end - at) >= length; )
    {
      if (memcmp (at, word, length) == 0)
        return TRUE;
      at = memchr (at, '\n', (gsize) (end - at));
      at = at ? at + 1 : NULL;
    }

  return FALSE;
}

/* The line of the format is optional. */
static gboolean
probe_head (const char *head,
            gsize       n)
{
  static const char magic[] = "# callgrind format";

  if (n >= sizeof magic - 1 && memcmp (head, magic, sizeof magic - 1) == 0)
    return TRUE;

  return has_line (head, n, "events:") && (has_line (head, n, "fn=") || has_line (head, n, "fl="));
}

const FulImporter ful_callgrind_importer = {
  .name = N_("Callgrind"),
  .kind = FUL_IMPORTER_TEXT,
  .mime_type = "application/x-kcachegrind",
  .suffixes = FUL_IMPORTER_LIST ("callgrind", "out"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
