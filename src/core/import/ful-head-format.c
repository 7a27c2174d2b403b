/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the first bytes of a file look like, for lists of files. Text and binary formats are known by them; JSON formats by the
 * members that are seen so far, which is a guess: reading the file may say otherwise. */

#include "config.h"

#include "ful-head-format.h"

#include "io/bytes/ful-decoder.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "io/bytes/ful-text-encoding.h"
#include "io/bytes/ful-utf8.h"

#include <string.h>

/* The beginning of a profile whose other members come later. */
static const FulImporter *
guess_by_begin (FulRawTree *tree,
                FulRawNode *root)
{
  FulRawNode *meta = ful_raw_get (root, "meta");
  FulRawNode *nodes = ful_raw_get (root, "nodes");

  if (ful_raw_is (meta, FUL_RAW_OBJECT))
    return ful_raw_is (ful_raw_get (meta, "version"), FUL_RAW_NUMBER) && ful_raw_get (meta, "preprocessedProfileVersion") == NULL
           ? &ful_gecko_importer : &ful_processed_importer;
  if (ful_raw_is (nodes, FUL_RAW_ARRAY) && ful_raw_length (nodes) > 0 &&
      ful_raw_get (ful_raw_element (tree, nodes, 0), "callFrame"))
    return &ful_cpuprofile_importer;
  if (ful_raw_is (ful_raw_get (ful_raw_get (root, "shared"), "frames"), FUL_RAW_ARRAY))
    return &ful_speedscope_importer;

  return NULL;
}

/* Leaves @head as UTF-8 without a mark. Returns: how many bytes it has */
static gsize
decode (char  *head,
        gsize  n)
{
  gsize mark, n_bad = 0;
  FulEncoding encoding = ful_encoding_detect (head, n, &mark);
  g_autofree char *units = NULL;
  FulUtf16 utf16;

  if (encoding == FUL_ENCODING_UTF8)
    {
      memmove (head, head + mark, n - mark);
      return n - mark;
    }

  /* As much as has room. */
  ful_utf16_init (&utf16, encoding);
  n = MIN (n - mark, FUL_HEAD_BYTES / 2);
  units = g_memdup2 (head + mark, n);

  return ful_utf16_decode (&utf16, units, n, FALSE, head, &n_bad);
}

/**
 * ful_head_format_guess:
 * @head: the first %FUL_HEAD_BYTES of a file, decompressed, or all of a shorter one, with room for
 *   %FUL_BYTES_PADDING more; changed
 * @n: how many there are
 * @file_name: (nullable): without folders
 *
 * Returns: (nullable): the format
 */
const FulImporter *
ful_head_format_guess (char       *head,
                       gsize       n,
                       const char *file_name)
{
  const FulImporter *importer;
  g_autoptr(FulRawTree) tree = NULL;
  FulJsonReader reader;
  FulRawNode *root;
  gsize n_bad, first_bad, begin = 0;

  n = decode (head, n);
  importer = ful_importers_find_by_head (head, n, file_name);
  if (importer)
    return importer;
  if (n >= FUL_SLABS_MAGIC_BYTES && memcmp (head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0)
    return &ful_processed_importer;
  while (begin < n && g_ascii_isspace (head[begin]))
    begin++;
  if (begin == n || (head[begin] != '{' && head[begin] != '['))
    return NULL;

  tree = ful_raw_tree_new ();
  n = ful_utf8_repair (head, n, TRUE, &n_bad, &first_bad);
  ful_json_reader_init_memory (&reader, head, n);
  reader.partial = TRUE;
  root = ful_raw_tree_read (tree, &reader, TRUE);
  if (root && (reader.error == NULL || reader.cut))
    {
      importer = ful_importers_find_by_tree (tree, root);
      if (importer == NULL && reader.cut)
        importer = guess_by_begin (tree, root);
    }
  ful_json_reader_clear (&reader);

  return importer;
}
