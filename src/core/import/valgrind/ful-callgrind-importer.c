/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of callgrind (formats.md 18.1): costs by function and line, and what calls cost. Read line by line into a graph, of
 * which ful-callgrind-profile.c makes call trees. */

#include "config.h"

#include "ful-callgrind-graph.h"
#include "ful-callgrind-profile.h"

#include "base/ful-error.h"
#include "base/ful-table.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "model/ful-sample-type.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define MAX_POSITIONS 3
#define MAX_EVENTS FUL_MAX_SAMPLE_TYPES

typedef enum { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, N_NAMES } NameKind;

typedef struct
{
  FulCallgrindFile   out;
  gint64             n_lines;
  GHashTable        *names[N_NAMES];        /* number of a compressed name → shared string + 1 */

  guint              columns[MAX_EVENTS];   /* which of the events a column has */
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
} CallgrindReader;

static void
log_line (CallgrindReader *self,
          FulSeverity      severity,
          const char      *message)
{
  ful_import_log_add (self->out.import->builder->log, severity, "lines", self->n_lines, (gint64) self->out.offset, "%s", message);
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
    return *text ? ful_import_tables_string (&self->out.tables, text, -1) : FUL_NONE;

  key = GUINT_TO_POINTER ((guint) number + 1);
  for (end++; *end == ' ' || *end == '\t'; )
    end++;
  if (*end)
    {
      gint32 name = ful_import_tables_string (&self->out.tables, end, -1);

      g_hash_table_insert (self->names[kind], key, GINT_TO_POINTER (name + 1));
      return name;
    }
  known = g_hash_table_lookup (self->names[kind], key);
  if (known)
    return GPOINTER_TO_INT (known) - 1;
  log_line (self, FUL_SEVERITY_ERROR, _("a name is used before it is defined; used its number"));

  return ful_import_tables_string (&self->out.tables, text, -1);
}

static gint32
get_function (CallgrindReader *self,
              gint32           object,
              gint32           file,
              gint32           name)
{
  if (name == FUL_NONE)
    name = ful_import_tables_string (&self->out.tables, FUL_CALLGRIND_NO_NAME, -1);

  return ful_callgrind_graph_get_function (&self->out.graph, self->thread, object, file, name);
}

static void
set_function (CallgrindReader *self,
              gint32           name)
{
  self->function = get_function (self, self->object, self->file, name);
  self->function_file = self->file;
  g_array_index (self->out.graph.functions, FulCallgrindFunction, self->function).is_listed = TRUE;
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

  memset (values, 0, self->out.events->len * sizeof *values);
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
    ful_callgrind_graph_add_costs (&self->out.graph, self->function, get_line (self), values, (guint) n);
  else if (self->called != FUL_NONE)
    ful_callgrind_graph_add_call (&self->out.graph, self->function, self->called, get_line (self), n > 0 ? (double) values[0] : 0);
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
          self->called_name = name != FUL_NONE ? name : ful_import_tables_string (&self->out.tables, FUL_CALLGRIND_NO_NAME, -1);
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
      for (event = 0; event < self->out.events->len; event++)
        if (g_str_equal (self->out.events->pdata[event], words[i]))
          break;
      if (event == MAX_EVENTS || self->n_columns == MAX_EVENTS)
        {
          log_line (self, FUL_SEVERITY_DATA_LOSS, _("there are too many events; skipped the last ones"));
          return;
        }
      if (event == self->out.events->len)
        g_ptr_array_add (self->out.events, g_strdup (words[i]));
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
    add_sums (self, text, self->out.summary, &self->out.has_summary);
  else if (g_str_equal (word, "totals"))
    add_sums (self, text, self->out.totals, &self->out.has_totals);
  else if (g_str_equal (word, "thread") && read_number (text, &number) && number >= 0 && number <= G_MAXINT32)
    {
      self->thread = (gint32) number;
      self->function = FUL_NONE;
    }
  else if (g_str_equal (word, "version") && read_number (text, &number))
    ful_import_set_version (self->out.import, (double) number);
  else if (g_str_equal (word, "cmd"))
    set_once (&self->out.command, text);
  else if (g_str_equal (word, "pid"))
    set_once (&self->out.pid, text);
  else if (g_str_equal (word, "creator"))
    set_once (&self->out.creator, text);
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

  for (; (line = ful_byte_reader_next_line (bytes, NULL)); self->out.offset = ful_byte_reader_get_offset (bytes))
    {
      read_line (self, line);
      self->n_lines++;
    }
  if (self->in_call)
    log_line (self, FUL_SEVERITY_DATA_LOSS, _("a call has no cost; skipped it"));
  for (guint i = 0; i < self->out.graph.functions->len; i++)
    if (g_array_index (self->out.graph.functions, FulCallgrindFunction, i).n_records > 0)
      return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, _("None of the %ju lines of this file of callgrind is a cost of a function"),
               (uintmax_t) self->n_lines);

  return FALSE;
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  CallgrindReader self = { .out.import = import, .object = FUL_NONE, .file = FUL_NONE, .function = FUL_NONE, .called_name = FUL_NONE,
                           .n_positions = 1 };
  gboolean success;

  ful_import_tables_init (&self.out.tables, import->builder);
  ful_callgrind_graph_init (&self.out.graph);
  self.out.events = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_NAMES; i++)
    self.names[i] = g_hash_table_new (NULL, NULL);

  success = read_lines (&self, bytes, error);
  for (guint i = 0; i < N_NAMES; i++)
    g_hash_table_unref (self.names[i]);
  if (success)
    {
      ful_callgrind_profile_add (&self.out);
    }

  g_ptr_array_unref (self.out.events);
  ful_callgrind_graph_clear (&self.out.graph);
  ful_import_tables_clear (&self.out.tables);
  g_free (self.out.command);
  g_free (self.out.pid);
  g_free (self.out.creator);

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
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
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
