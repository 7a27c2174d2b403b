/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of C++ and Rust as their authors wrote them, by libiberty.
 *
 * Names come from files, and a short one may refer to parts of itself so often that
 * its text doubles every few bytes. Three limits apply to each name: its length,
 * the parts in a walk over its tree (libiberty walks it without printing to find
 * packs), and the bytes printed. Nothing in libiberty ends a long print, so the
 * callback leaves it by longjmp (): the printers of 2.40 keep their state on the
 * stack. */

#include "config.h"

#include "ful-demangle.h"

#include <string.h>

#ifdef HAVE_LIBIBERTY

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>

#define MAX_NAME  4096     /* bytes of a mangled name */
#define MAX_TEXT  16384    /* bytes printed */
#define MAX_PARTS 50000    /* parts met on a walk, those met again included */

#define OPTIONS (DMGL_PARAMS | DMGL_ANSI)

typedef struct
{
  GString *text;
  jmp_buf  too_long;
} Printer;

static void
print_cb (const char *text,
          size_t      length,
          void       *user_data)
{
  Printer *printer = user_data;

  if (printer->text->len + length > MAX_TEXT)
    longjmp (printer->too_long, 1);
  g_string_append_len (printer->text, text, (gssize) length);
}

/* Reduces @left by the parts at and below @part; FALSE when none is left. The depth
 * is limited by the parser. */
static gboolean
count_parts (const struct demangle_component *part,
             guint                           *left)
{
  if (part == NULL)
    return TRUE;
  if (*left == 0)
    return FALSE;
  --*left;

  switch ((int) part->type)
    {
    case DEMANGLE_COMPONENT_NAME:
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
    case DEMANGLE_COMPONENT_FUNCTION_PARAM:
    case DEMANGLE_COMPONENT_SUB_STD:
    case DEMANGLE_COMPONENT_BUILTIN_TYPE:
    case DEMANGLE_COMPONENT_EXTENDED_BUILTIN_TYPE:
    case DEMANGLE_COMPONENT_FIXED_TYPE:
    case DEMANGLE_COMPONENT_OPERATOR:
    case DEMANGLE_COMPONENT_CHARACTER:
    case DEMANGLE_COMPONENT_NUMBER:
    case DEMANGLE_COMPONENT_UNNAMED_TYPE:
      return TRUE;

    case DEMANGLE_COMPONENT_CTOR:
      return count_parts (part->u.s_ctor.name, left);
    case DEMANGLE_COMPONENT_DTOR:
      return count_parts (part->u.s_dtor.name, left);
    case DEMANGLE_COMPONENT_EXTENDED_OPERATOR:
      return count_parts (part->u.s_extended_operator.name, left);
    case DEMANGLE_COMPONENT_LAMBDA:
    case DEMANGLE_COMPONENT_DEFAULT_ARG:
      return count_parts (part->u.s_unary_num.sub, left);

    default:
      return count_parts (part->u.s_binary.left, left) && count_parts (part->u.s_binary.right, left);
    }
}

static gboolean
demangle (const char                *name,
          struct demangle_component *tree,
          Printer                   *printer)
{
  if (setjmp (printer->too_long))
    return FALSE;

  return tree != NULL ? cplus_demangle_print_callback (OPTIONS, tree, print_cb, printer)
                      : rust_demangle_callback (name, OPTIONS, print_cb, printer);
}

/**
 * ful_demangle:
 * @name: name of a function
 *
 * Thread-safe. Parameters of functions are shown, hashes of Rust are not.
 *
 * Returns: (transfer full) (nullable): the name as its author wrote it, UTF-8; %NULL if @name is not
 *   mangled, is damaged, or exceeds a limit
 */
char *
ful_demangle (const char *name)
{
  Printer printer;
  struct demangle_component *tree;
  void *memory = NULL;
  guint n_left = MAX_PARTS;
  gboolean done;

  if (!ful_name_is_mangled (name) || strnlen (name, MAX_NAME + 1) > MAX_NAME)
    return NULL;

  if (name[1] == '_')    /* as Mach-O stores it */
    name++;

  printer.text = g_string_new (NULL);
  done = demangle (name, NULL, &printer);
  if (!done && name[1] == 'Z' && (tree = cplus_demangle_v3_components (name, OPTIONS, &memory)))
    {
      g_string_truncate (printer.text, 0);
      done = count_parts (tree, &n_left) && demangle (name, tree, &printer);
      free (memory);
    }

  done = done && printer.text->len > 0 && g_utf8_validate (printer.text->str, (gssize) printer.text->len, NULL);

  return g_string_free (printer.text, !done);
}

static gboolean
demangle_directly (const char *name,
                   Printer    *printer)
{
  if (setjmp (printer->too_long))
    return FALSE;

  return cplus_demangle_v3_callback (name, OPTIONS, print_cb, printer);
}

/**
 * ful_demangle_in_sandbox:
 * @name: name of a function
 *
 * As ful_demangle(), also for names of which libiberty gives no tree: those with a template argument "std::f<T>::value".
 * A malicious one takes any time: for a process that may be ended.
 *
 * Returns: (transfer full) (nullable): the name as its author wrote it, UTF-8
 */
char *
ful_demangle_in_sandbox (const char *name)
{
  char *known = ful_demangle (name);
  Printer printer;
  gboolean done;

  if (known || !g_str_has_prefix (name, "_Z") || strnlen (name, MAX_NAME + 1) > MAX_NAME)
    return known;

  printer.text = g_string_new (NULL);
  done = demangle_directly (name, &printer) && printer.text->len > 0 &&
         g_utf8_validate (printer.text->str, (gssize) printer.text->len, NULL);

  return g_string_free (printer.text, !done);
}

#else

char *
ful_demangle (const char *name)
{
  return NULL;
}

char *
ful_demangle_in_sandbox (const char *name)
{
  return NULL;
}

#endif
