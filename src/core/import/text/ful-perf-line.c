/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of output of perf script (formats.md 8.1), whatever fields were asked for. */

#include "config.h"

#include "ful-perf-line.h"

#include <string.h>

/* Times since 1970 are below it (perf record -k CLOCK_REALTIME); in ms. Of these microseconds are exact. */
#define MAX_TIME 1e15

gboolean
ful_perf_line_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/**
 * ful_perf_line_next_word:
 * @p: a text
 * @out_n: (out): length of the word, 0 at the end of the text
 *
 * Returns: the next word
 */
const char *
ful_perf_line_next_word (const char *p,
                         gsize      *out_n)
{
  while (ful_perf_line_is_blank (*p))
    p++;
  *out_n = strcspn (p, " \t");

  return p;
}

/* Digits, possibly after others and a slash. */
static gboolean
parse_ids (const char    *word,
           const char    *end,
           FulPerfHeader *header)
{
  const char *slash = memchr (word, '/', (gsize) (end - word));
  const char *tid = slash ? slash + 1 : word;

  if (tid == end || slash == word)
    return FALSE;
  for (const char *p = word; p < end; p++)
    if (!g_ascii_isdigit (*p) && p != slash)
      return FALSE;
  header->pid = slash ? g_ascii_strtoull (word, NULL, 10) : 0;
  header->tid = g_ascii_strtoull (tid, NULL, 10);

  return TRUE;
}

/* The word before @p, which is between @line and its end. @out_end: (out): after the word */
static const char *
previous_word (const char  *line,
               const char  *p,
               const char **out_end)
{
  while (p > line && ful_perf_line_is_blank (p[-1]))
    p--;
  *out_end = p;
  while (p > line && !ful_perf_line_is_blank (p[-1]))
    p--;

  return p;
}

static gboolean
is_cpu (const char *word,
        const char *end)
{
  if (end - word < 3 || word[0] != '[' || end[-1] != ']')
    return FALSE;
  for (const char *p = word + 1; p < end - 1; p++)
    if (!g_ascii_isdigit (*p))
      return FALSE;

  return TRUE;
}

/* What perf knows of the mode, a letter each. */
static gboolean
is_mode (const char *word,
         const char *end)
{
  return end > word && strspn (word, "KUHGgMESp") == (gsize) (end - word);
}

/* Whether the colon @colon ends a time in seconds that follows a thread. */
static gboolean
parse_header_at (const char    *line,
                 const char    *colon,
                 FulPerfHeader *header)
{
  const char *time = colon, *word, *end, *before, *before_end;

  while (time > line && (g_ascii_isdigit (time[-1]) || time[-1] == '.'))
    time--;
  /* A time of day has no fraction: "Nov 25 13:19". */
  if (time == colon || time == line || !ful_perf_line_is_blank (time[-1]) || !g_ascii_isdigit (*time) ||
      !memchr (time, '.', (gsize) (colon - time)))
    return FALSE;
  word = previous_word (line, time, &end);
  /* Before the time may be the mode that the CPU was in: "U", "d..1.". */
  before = previous_word (line, word, &before_end);
  if ((is_cpu (before, before_end) && end - word <= 5) || (is_mode (word, end) && parse_ids (before, before_end, header)))
    {
      word = before;
      end = before_end;
    }
  if (is_cpu (word, end))
    word = previous_word (line, word, &end);
  header->time = g_ascii_strtod (time, NULL) * 1000;
  if (word == end || !parse_ids (word, end, header) || header->time > MAX_TIME)
    return FALSE;

  header->event = colon + 1;
  header->name = line + strspn (line, " \t");
  while (word > header->name && ful_perf_line_is_blank (word[-1]))
    word--;
  header->n_name = (gsize) (word - header->name);

  return TRUE;
}

/**
 * ful_perf_line_parse_header:
 * @line: a line of output of perf script
 * @out: (out caller-allocates): its parts
 *
 * The first time that follows a thread counts, so that neither names with numbers nor events with colons disturb. The name is on
 * the right of 16 columns where there are no call chains.
 *
 * Returns: whether the line begins a sample, or another record
 */
gboolean
ful_perf_line_parse_header (const char    *line,
                            FulPerfHeader *out)
{
  for (const char *colon = strchr (line, ':'); colon; colon = strchr (colon + 1, ':'))
    if (colon > line && g_ascii_isdigit (colon[-1]) && parse_header_at (line, colon, out))
      return TRUE;

  return FALSE;
}

/* Where the bracket that the last byte closes begins: of one that follows a blank, or the symbol. Returns: @n if there is none */
static gsize
find_bracket (const char *text,
              gsize       n)
{
  guint depth = 0;

  for (gsize i = n; i-- > 0; )
    {
      depth += text[i] == ')';
      if (text[i] == '(' && --depth == 0)
        return i == 0 || ful_perf_line_is_blank (text[i - 1]) ? i : n;
    }

  return n;
}

/* The last part in brackets, a path or a name. A path may have blanks and brackets, also without their partners. */
static const char *
find_module (const char *text,
             gsize      *n_text,
             gsize      *out_n)
{
  gsize n = *n_text;
  gsize begin;

  *out_n = 0;
  if (n == 0 || text[n - 1] != ')')
    return NULL;
  begin = find_bracket (text, n);
  if (begin == n || !strchr ("/[", text[begin + 1]))
    for (gsize i = n - 1; i-- > 0; )
      if (text[i] == '(' && text[i + 1] == '/' && (i == 0 || ful_perf_line_is_blank (text[i - 1])))
        {
          begin = i;
          break;
        }
  if (begin == n)
    return NULL;

  *out_n = n - begin - 2;
  *n_text = begin;

  return text + begin + 1;
}

static gsize
length_without_offset (const char *symbol,
                       gsize       n)
{
  gsize i = n;

  while (i > 0 && g_ascii_isxdigit (symbol[i - 1]))
    i--;

  return i < n && i >= 3 && memcmp (symbol + i - 3, "+0x", 3) == 0 ? i - 3 : n;
}

static gboolean
is_hexadecimal (const char *word,
                gsize       n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isxdigit (word[i]))
      return FALSE;

  return n > 0;
}

/* Whether an address is @word, behind the blank at @p: perf prints them on the right of 16 columns, so that a symbol such as "add",
 * one blank behind its address, is none. */
static gboolean
is_column (const char *p,
           const char *word,
           gsize       n)
{
  return is_hexadecimal (word, n) && (word - p > 1 || n == 16);
}

/* The last of the numbers that follow each other at @word, which has @n bytes. */
static const char *
find_last_column (const char *word,
                  gsize       n)
{
  while (is_hexadecimal (word, n))
    {
      gsize n_next;
      const char *next = ful_perf_line_next_word (word + n, &n_next);

      if (!is_column (word + n, next, n_next))
        break;
      word = next;
      n = n_next;
    }

  return word;
}

/* Behind the name of the event, a word with a colon at its end. Without one the numbers begin: the period may be the first. */
static const char *
skip_event (const char *text)
{
  gsize n;
  const char *first = ful_perf_line_next_word (text, &n);
  const char *word = first;

  if (is_hexadecimal (first, n) && (strspn (first, "0123456789") < n || find_last_column (first, n) != first))
    return text;
  while (n > 0 && word[n - 1] != ':')
    word = ful_perf_line_next_word (word + n, &n);

  return n > 0 ? word + n : text;
}

/* Behind the module, or the symbol: bytes of the instruction, registers, other addresses. */
static gsize
length_without_rest (const char *text)
{
  static const char *const rests[] = { " ilen: ", " insn: ", " ABI:", " N/A" };
  gsize n = strlen (text), n_module;

  for (guint i = 0; i < G_N_ELEMENTS (rests); i++)
    {
      const char *rest = strstr (text, rests[i]);

      n = rest ? MIN (n, (gsize) (rest - text)) : n;
    }
  while (n > 0 && g_ascii_isspace (text[n - 1]))
    n--;
  for (gsize i = n; i-- > 1 && text[n - 1] != ')'; )
    if (text[i - 1] == ')' && g_ascii_isspace (text[i]))
      {
        gsize n_symbol = i;
        const char *module = find_module (text, &n_symbol, &n_module);

        return module && (*module == '/' || *module == '[') ? i : n;
      }

  return n;
}

/**
 * ful_perf_line_find_frame:
 * @text: what is behind the time
 * @out_n: (out): the length of the frame
 *
 * Before a frame on the first line of a sample are the period, the name of the event, what the event has, and the address
 * that it is about; each of these only if it was asked for.
 *
 * Returns: where the frame begins, if there is one
 */
const char *
ful_perf_line_find_frame (const char *text,
                          gsize      *out_n)
{
  const char *p = skip_event (text);
  const char *begin = p, *frame = NULL, *word;
  gsize n;

  for (word = ful_perf_line_next_word (p, &n); n > 0; p = word + n, word = ful_perf_line_next_word (p, &n))
    {
      gboolean is_first = p == begin && is_hexadecimal (word, n);

      if (!is_first && !(word + n - p > 16 && is_column (p, word, n)))
        continue;
      /* Another function was that of the address; addresses behind the frame have no function. */
      if (frame && (word[n] == '\0' || g_ascii_isdigit (word[n + 1]) || g_str_has_prefix (word + n, " N/A")))
        continue;
      word = find_last_column (word, n);
      frame = ful_perf_line_next_word (word, &n) + n;
      frame += strspn (frame, " \t");
      /* "68100142 |OP LOAD|LVL L1 hit|": where data came from. */
      frame = *frame == '|' ? NULL : word;
    }
  if (frame == NULL)
    frame = begin;
  *out_n = length_without_rest (frame);

  return frame;
}

/**
 * ful_perf_line_parse_frame:
 * @line: a line
 * @n: its length in bytes
 * @out: (out caller-allocates): its parts
 *
 * Returns: whether the line is a frame: an address with what follows, or a symbol and a module
 */
gboolean
ful_perf_line_parse_frame (const char   *line,
                           gsize         n,
                           FulPerfFrame *out)
{
  const char *end = line + n;

  out->address = ful_perf_line_next_word (line, &out->n_address);
  if (!is_hexadecimal (out->address, out->n_address))
    out->n_address = 0;
  out->symbol = out->address + out->n_address;
  while (out->symbol < end && g_ascii_isspace (*out->symbol))
    out->symbol++;
  while (end > out->symbol && g_ascii_isspace (end[-1]))
    end--;
  out->n_symbol = (gsize) (end - out->symbol);
  out->module = find_module (out->symbol, &out->n_symbol, &out->n_module);
  while (out->n_symbol > 0 && g_ascii_isspace (out->symbol[out->n_symbol - 1]))
    out->n_symbol--;
  out->n_symbol = length_without_offset (out->symbol, out->n_symbol);

  return out->n_address > 0 || (out->module && out->n_symbol > 0);
}
