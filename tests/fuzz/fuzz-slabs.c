/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A container of several slabs, put together from the input so that its table is right: the pieces
 * between NULs, each a letter for its type and its bytes. The first one is the root. Then the part
 * of it that the last byte says, as a file that is cut off. */

#include "ful-fuzz.h"
#include "ful-test-files.h"

#include "import/ful-loader.h"
#include "io/raw/ful-slabs.h"

#include <string.h>

static void
put_u32 (GByteArray *to,
         gsize       value)
{
  guint32 number = GUINT32_TO_LE ((guint32) value);

  g_byte_array_append (to, (const guint8 *) &number, sizeof number);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autoptr(GByteArray) table = g_byte_array_new ();
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulProfile) partial = NULL;
  g_autoptr(GBytes) part = NULL;
  guint n = 1;

  for (size_t i = 0; i < size; i++)
    n += data[i] == '\0';
  for (size_t begin = 0, end; begin <= size; begin = end + 1)
    {
      const guint8 *nul = begin < size ? memchr (data + begin, '\0', size - begin) : NULL;
      guint type = begin == 0 || begin == size ? FUL_SLAB_JSON : (guint) (data[begin] % (FUL_SLAB_JSON + 1));

      end = nul ? (size_t) (nul - data) : size;
      while ((20 + 12 * n + bytes->len) % 8)
        g_byte_array_append (bytes, (const guint8 *) "", 1);
      put_u32 (table, type);
      put_u32 (table, 20 + 12 * n + bytes->len);
      put_u32 (table, end > begin ? end - begin - 1 : 0);
      if (end > begin)
        g_byte_array_append (bytes, data + begin + 1, (guint) (end - begin - 1));
    }

  g_byte_array_append (file, (const guint8 *) FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES);
  put_u32 (file, 1);
  put_u32 (file, n);
  put_u32 (file, 0);
  g_byte_array_append (file, table->data, table->len);
  g_byte_array_append (file, bytes->data, bytes->len);

  profile = ful_test_load (file->data, file->len, NULL);
  if (profile)
    ful_test_assert_sound (profile);

  part = g_bytes_new (file->data, size > 0 ? (gsize) file->len * data[size - 1] / 256 : 0);
  partial = ful_loader_load_bytes (part, FUL_LOAD_PARTIAL, NULL, NULL, NULL);
  if (partial)
    ful_test_assert_sound (partial);

  return 0;
}
