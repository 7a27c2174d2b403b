/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → profile. Built several times, with a prefix before the input: nothing
 * (slabs), or the start of a processed or a Gecko profile, so that the fuzzer does
 * not have to find it. Formats of other tools have fixtures as seeds. */

#include "base/ful-error.h"
#include "ful-fuzz.h"
#include "ful-test-files.h"
#include "ful-test-text.h"
#include "import/ful-loader.h"

#if FUL_FUZZ_KIND == 1
static const char prefix[] =
  "{\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1},\"shared\":{\"stringArray\":[\"a\"],"
  "\"stackTable\":{\"frame\":[0],\"prefixOffset\":[0]},\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]}},"
  "\"threads\":[";
#elif FUL_FUZZ_KIND == 2
static const char prefix[] = "{\"meta\":{\"version\":36,\"startTime\":0,\"interval\":1},\"libs\":[],\"threads\":[";
#else
static const char prefix[] = "";
#endif

static void
use (FulProfile *profile)
{
  ful_test_assert_sound (profile);
  for (guint i = 0; i < MIN (profile->threads->len, 3); i++)
    ful_test_use_markers (profile, i);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;

  /* Seeds are whole files; everything else is taken for the rest of one. */
  if (FUL_FUZZ_KIND != 3 && (size == 0 || (data[0] != '{' && data[0] != 0xdc && data[0] != 0x1f)))
    g_byte_array_append (file, (const guint8 *) prefix, sizeof prefix - 1);
  g_byte_array_append (file, data, (guint) size);

  profile = ful_test_load (file->data, file->len, &error);
  if (profile)
    use (profile);
  else if (g_error_matches (error, FUL_ERROR, FUL_ERROR_TRUNCATED))
    {
      g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file));

      profile = ful_loader_load_bytes (bytes, FUL_LOAD_PARTIAL, NULL, NULL, NULL);
      if (profile)
        use (profile);
    }

  return 0;
}
