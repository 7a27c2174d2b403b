/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Build ids of ELF files. */

#include "perf/ful-perf-elf.h"
#include "symbolizer/ful-elf.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  guint32     type;
  const char *name;
  guint       n;      /* bytes of its content, 1, 2, 3 … */
} Note;

static void
put_padded (GByteArray    *to,
            gconstpointer  bytes,
            guint          n)
{
  g_byte_array_append (to, bytes, n);
  while (to->len % 4 != 0)
    g_byte_array_append (to, (const guint8 *) "", 1);
}

/* Returns: (transfer full): the build id that is found in a file with these notes, in hex; "" for none */
static char *
read_notes (const Note *notes,
            guint       n_notes)
{
  g_autoptr(GByteArray) contents = g_byte_array_new ();
  g_autoptr(FulPerfElf) elf = NULL;
  g_autofree char *path = NULL;
  g_autoptr(GError) error = NULL;
  GString *hex = g_string_new (NULL);
  Elf64_Ehdr header = { .e_phoff = sizeof header, .e_phentsize = sizeof (Elf64_Phdr), .e_phnum = 1 };
  Elf64_Phdr segment = { .p_type = PT_NOTE, .p_offset = sizeof header + sizeof segment };
  const guint8 *id;
  gsize n_id = 0;
  int fd;

  memcpy (header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = G_BYTE_ORDER == G_LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB;
  g_byte_array_append (contents, (const guint8 *) &header, sizeof header);
  g_byte_array_append (contents, (const guint8 *) &segment, sizeof segment);
  for (guint i = 0; i < n_notes; i++)
    {
      Elf64_Nhdr note = { (guint32) strlen (notes[i].name) + 1, notes[i].n, notes[i].type };
      guint8 bytes[256];

      for (guint k = 0; k < notes[i].n; k++)
        bytes[k] = (guint8) (k + 1);
      put_padded (contents, &note, sizeof note);
      put_padded (contents, notes[i].name, note.n_namesz);
      put_padded (contents, bytes, notes[i].n);
    }
  segment.p_filesz = contents->len - segment.p_offset;
  memcpy (contents->data + sizeof header, &segment, sizeof segment);

  fd = g_file_open_tmp ("perf-elf-XXXXXX", &path, &error);
  g_assert_no_error (error);
  close (fd);
  g_file_set_contents (path, (const char *) contents->data, contents->len, &error);
  g_assert_no_error (error);
  elf = ful_perf_elf_read (path);
  g_assert_nonnull (elf);
  id = elf->build_id ? g_bytes_get_data (elf->build_id, &n_id) : NULL;
  for (gsize i = 0; i < n_id; i++)
    g_string_append_printf (hex, "%02x", id[i]);
  g_unlink (path);

  return g_string_free (hex, FALSE);
}

/* The id is in a note of GNU, whatever other notes have its number, and of any length that hashes have. */
static void
test_notes (void)
{
  static const struct { Note notes[3]; guint n_notes; guint n_id; } cases[] = {
    { { { NT_GNU_BUILD_ID, "GNU", 20 } }, 1, 20 },
    { { { NT_GNU_BUILD_ID, "GNU", 8 } }, 1, 8 },
    { { { NT_GNU_BUILD_ID, "GNU", 64 } }, 1, 64 },
    { { { NT_GNU_BUILD_ID, "GNU", 65 } }, 1, 0 },
    { { { 1 /* NT_GNU_ABI_TAG */, "GNU", 16 }, { NT_GNU_BUILD_ID, "GNU", 16 } }, 2, 16 },
    { { { NT_GNU_BUILD_ID, "XEN", 4 }, { NT_GNU_BUILD_ID, "FreeBSD", 4 }, { NT_GNU_BUILD_ID, "GNU", 20 } }, 3, 20 },
    { { { NT_GNU_BUILD_ID, "XEN", 20 } }, 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *hex = read_notes (cases[i].notes, cases[i].n_notes);

      g_assert_cmpuint (strlen (hex), ==, 2 * cases[i].n_id);
      g_assert_true (cases[i].n_id == 0 || g_str_has_prefix (hex, "01020304"));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-elf/notes", test_notes);

  return g_test_run ();
}
