/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether the agent can be loaded into a program, and how. The dynamic linker does that: into no static program, and into none that
 * gets rights which the user has not. */

#include "config.h"

#include "ful-record-preload.h"

#include "base/ful-error.h"
#include "base/ful-installation.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Interpreters of interpreters, as the kernel has it. */
#define MAX_SCRIPTS 4
#define MAX_LINE 256
#define MAX_SEGMENTS 128

/* Returns: whether the dynamic linker has no part in the program */
gboolean
ful_record_preload_is_static (int file)
{
  Elf64_Ehdr header;
  gboolean has_dynamic = FALSE;

  if (pread (file, &header, sizeof header, 0) != (ssize_t) sizeof header || memcmp (header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof (Elf64_Phdr))
    return FALSE;   /* whatever it is, exec() says more of it */

  for (guint i = 0; i < MIN (header.e_phnum, MAX_SEGMENTS); i++)
    {
      Elf64_Phdr segment;

      if (pread (file, &segment, sizeof segment, (off_t) (header.e_phoff + i * sizeof segment)) != (ssize_t) sizeof segment)
        return FALSE;
      has_dynamic |= segment.p_type == PT_INTERP;
    }

  return !has_dynamic;
}

/* Returns: (transfer full) (nullable): the program that runs a script */
static char *
read_interpreter (int file)
{
  char line[MAX_LINE + 1];
  ssize_t n = pread (file, line, MAX_LINE, 0);
  char *begin;

  line[MAX (n, 0)] = '\0';
  if (!g_str_has_prefix (line, "#!"))
    return NULL;
  begin = line + 2 + strspn (line + 2, " \t");
  begin[strcspn (begin, " \t\n")] = '\0';

  return *begin ? g_strdup (begin) : NULL;
}

static gboolean
has_rights (const char *path,
            int         file)
{
  struct stat status;

  return geteuid () != 0 && fstat (file, &status) == 0 &&
         ((status.st_mode & (S_ISUID | S_ISGID)) != 0 || getxattr (path, "security.capability", NULL, 0) > 0);
}

/* @path: of the program, or of what runs it */
static gboolean
check_program (const char  *path,
               guint        n_scripts,
               GError     **error)
{
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  g_autofree char *interpreter = file >= 0 ? read_interpreter (file) : NULL;
  const char *reason = NULL;

  if (file < 0)
    return TRUE;   /* exec() says why */
  if (has_rights (path, file))
    reason = _("it runs with rights of its own");
  else if (interpreter == NULL && ful_record_preload_is_static (file))
    reason = _("it is linked statically");
  close (file);
  if (reason)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_NOT_ALLOWED, _("“%s” cannot be sampled without perf events: %s"), path, reason);
      return FALSE;
    }

  return interpreter == NULL || n_scripts >= MAX_SCRIPTS || check_program (interpreter, n_scripts + 1, error);
}

/**
 * ful_record_preload_new:
 * @program: that is to be sampled, as given
 * @error: %FUL_ERROR_NOT_ALLOWED if it cannot be, %FUL_ERROR_ARGUMENT if there is no agent
 *
 * Returns: (transfer full): what the environment of the program has to name as LD_PRELOAD
 */
char *
ful_record_preload_new (const char  *program,
                        GError     **error)
{
  g_autofree char *path = g_find_program_in_path (program);
  g_autofree char *agent = ful_installation_find (PKGLIBDIR "/" FUL_RECORD_AGENT_FILE, "../agent/" FUL_RECORD_AGENT_FILE);
  const char *others = g_getenv ("LD_PRELOAD");

  if (path && !check_program (path, 0, error))
    return NULL;
  if (!agent || strpbrk (agent, " :") != NULL)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” cannot be loaded into programs"),
                   agent ? agent : FUL_RECORD_AGENT_FILE);
      return NULL;
    }

  return others && *others ? g_strdup_printf ("%s:%s", agent, others) : g_steal_pointer (&agent);
}

/* Returns: (transfer full): ASAN_OPTIONS of the program: a sanitizer ends programs into which something else is loaded first */
char *
ful_record_preload_dup_sanitizer (void)
{
  const char *options = g_getenv ("ASAN_OPTIONS");

  return g_strconcat (options ? options : "", options && *options ? ":" : "", "verify_asan_link_order=0", NULL);
}
