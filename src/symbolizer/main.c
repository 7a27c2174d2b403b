/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-symbolizer: names for addresses of one ELF file, or the instructions of a function. Started by the other programs with a socket, over which it gets
 * open files; see ful-symbol-messages.h. */

#include "config.h"

#include "ful-disassembly.h"
#include "ful-dwarf-frames.h"
#include "ful-elf-symbols.h"
#include "ful-sandbox.h"

#include "base/ful-demangle.h"
#include "symbols/ful-symbol-answers.h"
#include "symbols/ful-symbol-messages.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ADDRESSES (16 << 20)

static guint64 file_bytes;

static void
write_all (const void *data,
           gsize       n)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t written = write (FUL_SYMBOL_SOCKET, (const char *) data + done, n - done);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        _exit (1);
      done += (gsize) written;
    }
}

static void
send_message (FulSymbolMessage  message,
              const void       *data,
              gsize             n)
{
  FulSymbolHeader header = { message, (guint32) n };

  write_all (&header, sizeof header);
  write_all (data, n);
}

static void
refuse (FulSymbolRefusal refusal)
{
  guint32 number = refusal;

  send_message (FUL_SYMBOL_REFUSED, &number, sizeof number);
  _exit (0);
}

static void
read_all (void  *data,
          gsize  n)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t n_read = read (FUL_SYMBOL_SOCKET, (char *) data + done, n - done);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        _exit (1);
      done += (gsize) n_read;
    }
}

/* Reads a header with the descriptor that may be sent with it. Returns: the descriptor, or -1 */
static int
receive (FulSymbolHeader *header)
{
  union { struct cmsghdr header; char space[CMSG_SPACE (sizeof (int))]; } control;
  struct iovec vector = { header, sizeof *header };
  struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  ssize_t n = recvmsg (FUL_SYMBOL_SOCKET, &message, 0);
  struct cmsghdr *part = n > 0 ? CMSG_FIRSTHDR (&message) : NULL;
  struct stat status;
  int file = -1;

  if (n <= 0)
    _exit (1);
  if (n < (ssize_t) sizeof *header)
    read_all ((char *) header + n, sizeof *header - (gsize) n);
  if (part && part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
    memcpy (&file, CMSG_DATA (part), sizeof file);
  if (file >= 0 && fstat (file, &status) == 0)
    {
      file_bytes += (guint64) status.st_size;
      ful_sandbox_limit_memory (file_bytes);
    }

  return file;
}

/* Returns: (nullable) */
static Elf *
open_elf (int file)
{
  Elf *elf = file >= 0 ? elf_begin (file, ELF_C_READ_MMAP, NULL) : NULL;

  return elf && elf_kind (elf) == ELF_K_ELF ? elf : NULL;
}

static Elf *
want (FulSymbolMessage  message,
      const char       *name,
      const char       *build_id,
      guint32           crc)
{
  FulSymbolWanted *wanted = g_new0 (FulSymbolWanted, 1);
  FulSymbolHeader header;

  g_strlcpy (wanted->name, name, sizeof wanted->name);
  g_strlcpy (wanted->build_id, build_id ? build_id : "", sizeof wanted->build_id);
  wanted->crc = crc;
  send_message (message, wanted, sizeof *wanted);
  g_free (wanted);

  return open_elf (receive (&header));
}

/* @build_id: (nullable): %NULL allows any: then the parent has checked the file */
static gboolean
has_build_id (Elf        *elf,
              const char *build_id)
{
  g_autofree char *id = ful_elf_dup_build_id (elf);

  return build_id == NULL || g_strcmp0 (id, build_id) == 0;
}

/* Returns: (nullable): the debug information of the file, or of the one that it names */
static Dwarf *
open_dwarf (Elf  *elf,
            Elf **out_debug)
{
  Dwarf *dwarf = dwarf_begin_elf (elf, DWARF_C_READ, NULL), *alternative;
  g_autofree char *build_id = ful_elf_dup_build_id (elf);
  const char *name;
  const void *id;
  guint32 crc;
  ssize_t n;

  *out_debug = elf;
  if (dwarf == NULL && ful_elf_get_debug_link (elf, &name, &crc))
    {
      Elf *debug = want (FUL_SYMBOL_WANT_LINK, name, build_id, crc);

      if (debug && has_build_id (debug, build_id))
        {
          *out_debug = debug;
          dwarf = dwarf_begin_elf (debug, DWARF_C_READ, NULL);
        }
    }
  n = dwarf ? dwelf_dwarf_gnu_debugaltlink (dwarf, &name, &id) : 0;
  if (n > 0)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      Elf *other;

      for (ssize_t i = 0; i < n; i++)
        g_string_append_printf (text, "%02x", ((const guint8 *) id)[i]);
      other = want (FUL_SYMBOL_WANT_ALT, name, text->str, 0);
      alternative = other && has_build_id (other, text->str) ? dwarf_begin_elf (other, DWARF_C_READ, NULL) : NULL;
      if (alternative)
        dwarf_setalt (dwarf, alternative);
    }

  return dwarf;
}

static GArray *
read_symbols (Elf *elf,
              Elf *debug)
{
  GArray *symbols = g_array_new (FALSE, FALSE, sizeof (FulElfSymbol));
  Elf *small = ful_elf_open_debug_data (elf);

  ful_elf_add_symbols (elf, symbols);
  if (debug != elf)
    ful_elf_add_symbols (debug, symbols);
  if (small)
    ful_elf_add_symbols (small, symbols);
  ful_elf_sort_symbols (symbols);

  return symbols;
}

/* Without what compilers append to the names of copies, demangled. */
static char *
dup_shown (const char *name)
{
  static const char *const suffixes[] = { ".cold", ".part", ".isra", ".constprop", ".lto_priv", ".llvm", ".localalias", ".resolver" };
  g_autofree char *plain = g_strdup (name);
  char *dot = strchr (*plain == '.' ? plain + 1 : plain, '.'), *demangled;

  for (; dot; dot = strchr (dot + 1, '.'))
    for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
      {
        gsize n = strlen (suffixes[i]);

        if (strncmp (dot, suffixes[i], n) == 0 && (dot[n] == '\0' || dot[n] == '.'))
          {
            *dot = '\0';
            demangled = ful_demangle_in_sandbox (plain);

            return demangled ? demangled : g_steal_pointer (&plain);
          }
      }
  demangled = ful_demangle_in_sandbox (plain);

  return demangled ? demangled : g_steal_pointer (&plain);
}

typedef struct
{
  FulSymbolBuilder *builder;
  GHashTable       *names;   /* name in a file → place of the shown one */
  GHashTable       *files;   /* file name in a file → its place */
} Answers;

/* Each name is demangled once; names of one file are told apart by where they are. */
static guint32
add_name (Answers    *self,
          const char *name)
{
  g_autofree char *shown = NULL;
  gpointer place;

  if (!g_hash_table_lookup_extended (self->names, name, NULL, &place))
    {
      shown = dup_shown (name);
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, shown));
      g_hash_table_insert (self->names, (gpointer) name, place);
    }

  return GPOINTER_TO_UINT (place);
}

static guint32
add_file (Answers    *self,
          const char *file)
{
  gpointer place;

  if (file == NULL)
    return FUL_SYMBOL_NONE;
  if (!g_hash_table_lookup_extended (self->files, file, NULL, &place))
    {
      place = GUINT_TO_POINTER (ful_symbol_builder_add_text (self->builder, file));
      g_hash_table_insert (self->files, (gpointer) file, place);
    }

  return GPOINTER_TO_UINT (place);
}

/* @frames: (nullable) */
static void
add_answer (Answers            *self,
            guint64             address,
            guint64             base,
            const FulElfSymbol *symbol,
            const GArray       *frames)
{
  const FulDwarfFrame *outer = frames ? &g_array_index (frames, FulDwarfFrame, 0) : NULL;
  guint32 name;

  ful_symbol_builder_add (self->builder, address);
  if (symbol)
    {
      name = add_name (self, symbol->name);
      ful_symbol_builder_set_symbol (self->builder, symbol->start - base, symbol->size, name);
    }
  else if (outer && outer->name)
    {
      name = add_name (self, outer->name);
      ful_symbol_builder_set_symbol (self->builder, outer->start - base, outer->size, name);
    }
  else
    {
      return;
    }

  if (frames == NULL)
    ful_symbol_builder_add_frame (self->builder, name, FUL_SYMBOL_NONE, 0);
  for (guint i = 0; frames && i < frames->len; i++)
    {
      const FulDwarfFrame *frame = &g_array_index (frames, FulDwarfFrame, i);
      gboolean use_symbol = i == 0 && (frame->name == NULL || (symbol && !frame->is_linkage_name));

      ful_symbol_builder_add_frame (self->builder, use_symbol ? name : add_name (self, frame->name ? frame->name : "(unknown)"),
                                    add_file (self, frame->file), frame->line);
    }
}

static void
send_answers (FulSymbolAnswers *answers)
{
  gsize n_bytes = g_bytes_get_size (answers->bytes);

  if (n_bytes > FUL_SYMBOL_MAX_ANSWER)
    _exit (EXIT_FAILURE);
  send_message (FUL_SYMBOL_ANSWER, g_bytes_get_data (answers->bytes, NULL), n_bytes);

  /* What is left is freed by the end of the process. */
  _exit (EXIT_SUCCESS);
}

/* @range: the first address and one past the last */
static void
send_code (Elf           *elf,
           Dwarf         *dwarf,
           guint64        base,
           const guint64 *range,
           FulSymbolWhat  what,
           const GArray  *symbols)
{
  guint64 start = range[0] + base, end = range[1] + base;
  FulSymbolRefusal refusal;
  FulSymbolAnswers *result;

  if (what == FUL_SYMBOL_FUNCTION)
    end = MAX (end, ful_elf_get_function_end (symbols, start));
  result = ful_disassemble (elf, dwarf, base, start, end, symbols, &refusal);
  if (result == NULL)
    refuse (refusal);
  send_answers (result);
}

int
main (void)
{
  FulSymbolHeader header;
  FulSymbolAsk ask;
  Answers answers = { NULL };
  g_autofree guint64 *addresses = NULL;
  g_autofree char *id = NULL;
  GArray **frames = NULL, *symbols;
  Elf *elf, *debug;
  Dwarf *dwarf;
  guint64 base;
  int file;

  elf_version (EV_CURRENT);
  ful_sandbox_enter ();
  file = receive (&header);
  if (header.message != FUL_SYMBOL_ASK || header.length < sizeof ask)
    return EXIT_FAILURE;
  read_all (&ask, sizeof ask);
  ask.breakpad_id[sizeof ask.breakpad_id - 1] = '\0';
  if (ask.n_addresses > MAX_ADDRESSES || header.length != sizeof ask + ask.n_addresses * sizeof *addresses ||
      (ask.what != FUL_SYMBOL_NAMES && ask.n_addresses != 2))
    return EXIT_FAILURE;
  addresses = g_new (guint64, MAX (ask.n_addresses, 1));
  read_all (addresses, ask.n_addresses * sizeof *addresses);

  elf = open_elf (file);
  if (elf == NULL)
    refuse (FUL_SYMBOL_REFUSAL_NOT_ELF);
  id = ful_elf_dup_breakpad_id (elf);
  if (g_ascii_strcasecmp (id, ask.breakpad_id) != 0)
    refuse (FUL_SYMBOL_REFUSAL_OTHER_BUILD);

  base = ful_elf_get_base (elf);
  dwarf = open_dwarf (elf, &debug);
  symbols = read_symbols (elf, debug);
  if (ask.what != FUL_SYMBOL_NAMES)
    send_code (elf, dwarf, base, addresses, ask.what, symbols);
  if (dwarf == NULL && symbols->len == 0)
    refuse (FUL_SYMBOL_REFUSAL_NO_SYMBOLS);

  for (guint i = 0; i < ask.n_addresses; i++)
    addresses[i] += base;
  if (dwarf)
    frames = ful_dwarf_find_frames (dwarf, addresses, ask.n_addresses);
  answers.builder = ful_symbol_builder_new ();
  answers.names = g_hash_table_new (NULL, NULL);
  answers.files = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < ask.n_addresses; i++)
    add_answer (&answers, addresses[i] - base, base, ful_elf_find_symbol (symbols, addresses[i]), frames ? frames[i] : NULL);
  send_answers (ful_symbol_builder_finish (answers.builder));
}
