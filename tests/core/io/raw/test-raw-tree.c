/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/raw/ful-raw-get.h"

#include <json-glib/json-glib.h>
#include <math.h>

/* Random documents, written as text by us; json-glib tells what they mean. */
static void
write_random (GRand   *rand,
              GString *to,
              guint    depth)
{
  static const char *const numbers[] = { "%d", "-%d", "%d.5", "%d.0625e1", "%d000000000", "0.%03d", "%de-3" };
  int kind = g_rand_int_range (rand, 0, depth > 4 ? 5 : 9);
  int n = g_rand_int_range (rand, 0, 6);

  switch (kind)
    {
    case 0:
      g_string_append (to, "null");
      break;
    case 1:
      g_string_append (to, g_rand_boolean (rand) ? "true" : "false");
      break;
    case 2:
    case 3:
      {
        g_autofree char *format = g_strdup (numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))]);
        g_auto(GStrv) parts = g_strsplit (format, "%d", 2);

        if (strstr (format, "%03d"))
          g_string_append_printf (to, "0.%03d", g_rand_int_range (rand, 0, 1000));
        else
          g_string_append_printf (to, "%s%d%s", parts[0], g_rand_int_range (rand, 1, 100000), parts[1]);
      }
      break;
    case 4:
      g_string_append_printf (to, "\"s%d \\u00e9\\n\\\\\"", g_rand_int_range (rand, 0, 1000));
      break;
    case 5:
      /* a column of one type */
      g_string_append_c (to, '[');
      kind = g_rand_int_range (rand, 0, 4);
      n = g_rand_int_range (rand, 0, 60);
      for (int i = 0; i < n; i++)
        {
          if (i > 0)
            g_string_append (to, g_rand_int_range (rand, 0, 9) ? "," : " ,\n ");
          if (g_rand_int_range (rand, 0, 12) == 0)
            g_string_append (to, "null");
          else if (kind == 0)
            g_string_append_printf (to, "%d", g_rand_int_range (rand, -1000000, 1 << 30));
          else if (kind == 1)
            g_string_append_printf (to, "%d.%d", g_rand_int_range (rand, 0, 100000), g_rand_int_range (rand, 0, 99999999));
          else if (kind == 2)
            g_string_append (to, g_rand_boolean (rand) ? "true" : "false");
          else
            g_string_append_printf (to, "\"%d\"", g_rand_int_range (rand, 0, 100));
        }
      g_string_append_c (to, ']');
      break;
    case 6:
      g_string_append_c (to, '[');
      for (int i = 0; i < n; i++)
        {
          if (i > 0)
            g_string_append (to, ", ");
          write_random (rand, to, depth + 1);
        }
      g_string_append_c (to, ']');
      break;
    default:
      g_string_append_c (to, '{');
      for (int i = 0; i < n; i++)
        {
          g_string_append_printf (to, "%s\"%s%d\" : ", i > 0 ? "," : "", g_rand_int_range (rand, 0, 3) ? "k" : "\\u006b", i);
          write_random (rand, to, depth + 1);
        }
      g_string_append_c (to, '}');
      break;
    }
}

static void
assert_equal (JsonNode   *a,
              JsonNode   *b,
              const char *document)
{
  if (JSON_NODE_HOLDS_OBJECT (a) && JSON_NODE_HOLDS_OBJECT (b))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *value;

      g_assert_cmpuint (json_object_get_size (json_node_get_object (a)), ==, json_object_get_size (json_node_get_object (b)));
      json_object_iter_init (&iter, json_node_get_object (a));
      while (json_object_iter_next (&iter, &key, &value))
        assert_equal (value, json_object_get_member (json_node_get_object (b), key), document);
      return;
    }
  if (JSON_NODE_HOLDS_ARRAY (a) && JSON_NODE_HOLDS_ARRAY (b))
    {
      JsonArray *x = json_node_get_array (a);
      JsonArray *y = json_node_get_array (b);

      g_assert_cmpuint (json_array_get_length (x), ==, json_array_get_length (y));
      for (guint i = 0; i < json_array_get_length (x); i++)
        assert_equal (json_array_get_element (x, i), json_array_get_element (y, i), document);
      return;
    }
  if (JSON_NODE_HOLDS_VALUE (a) && json_node_get_value_type (a) != G_TYPE_STRING
      && json_node_get_value_type (a) != G_TYPE_BOOLEAN)
    {
      g_assert_cmpfloat (json_node_get_double (a), ==, json_node_get_double (b));
      return;
    }
  if (!json_node_equal (a, b))
    g_error ("not the same: %s", document);
}

static void
test_random_against_json_glib (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(JsonNode) expected = NULL;
      g_autoptr(JsonNode) actual = NULL;
      g_autoptr(GError) error = NULL;
      FulBytes written = { 0 };
      FulRawNode *node;
      gsize length;

      write_random (rand, text, 0);
      expected = json_from_string (text->str, &error);
      g_assert_no_error (error);
      length = text->len;
      for (guint p = 0; p < FUL_BYTES_PADDING; p++)
        g_string_append_c (text, '\0');

      node = ful_raw_tree_parse (tree, text->str, length, &error);
      g_assert_no_error (error);
      ful_raw_write (node, &written);
      ful_bytes_append_c (&written, '\0');
      actual = json_from_string (written.data, &error);
      g_assert_no_error (error);
      if (expected && actual)
        assert_equal (expected, actual, text->str);
      else
        g_assert_true (expected == actual);
      ful_bytes_clear (&written);
    }
}

static FulRawNode *
parse (FulRawTree *tree,
       const char *text)
{
  g_autofree char *padded = g_malloc0 (strlen (text) + FUL_BYTES_PADDING);
  g_autoptr(GError) error = NULL;
  FulRawNode *node;

  memcpy (padded, text, strlen (text));
  node = ful_raw_tree_parse (tree, padded, strlen (text), &error);
  g_assert_no_error (error);

  return node;
}

static void
test_columns_take_the_narrowest_type (void)
{
  static const struct { const char *text; FulRawElement type; guint n_nulls; } rows[] = {
    { "[]", FUL_RAW_I32, 0 },
    { "[1,-2,null]", FUL_RAW_I32, 1 },
    { "[null,null]", FUL_RAW_I32, 2 },
    { "[1,2147483647]", FUL_RAW_I32, 0 },
    { "[1,2147483648]", FUL_RAW_F64, 0 },
    { "[null,1,0.5]", FUL_RAW_F64, 1 },
    { "[null,true,false]", FUL_RAW_BOOLS, 1 },
    { "[\"a\",\"b\"]", FUL_RAW_STRINGS, 0 },
    { "[\"a\",null]", FUL_RAW_NODES, 1 },
    { "[1,\"a\"]", FUL_RAW_NODES, 0 },
    { "[{}]", FUL_RAW_NODES, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      FulRawNode *node = parse (tree, rows[i].text);

      g_assert_cmpint (node->kind, ==, FUL_RAW_ARRAY);
      g_assert_cmpint (node->column->type, ==, rows[i].type);
      if (rows[i].type != FUL_RAW_NODES)
        g_assert_cmpuint (node->column->n_nulls, ==, rows[i].n_nulls);
    }
}

static void
test_data_members (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulRawNode *payloads = ful_raw_get (parse (tree, "{\"data\":[null,{\"a\": 1},{ }]}"), "data");
  FulRawNode *rows = ful_raw_get (parse (tree, "{\"data\":[[1,2.5],[3],[null,4,{\"x\": [1]}]]}"), "data");

  g_assert_cmpint (payloads->column->type, ==, FUL_RAW_TEXTS);
  g_assert_cmpint (payloads->column->text_length[0], ==, 0);
  g_assert_cmpmem (payloads->column->bytes.data + payloads->column->text_start[1], (gsize) payloads->column->text_length[1],
                   "{\"a\":1}", 7);

  g_assert_cmpint (rows->kind, ==, FUL_RAW_ROWS);
  g_assert_cmpuint (rows->rows->n_rows, ==, 3);
  g_assert_cmpuint (rows->rows->n_columns, ==, 3);
  g_assert_cmpfloat (ful_raw_column_number (rows->rows->columns[0], 1), ==, 3);
  g_assert_true (isnan (ful_raw_column_number (rows->rows->columns[1], 1)));
  g_assert_cmpfloat (ful_raw_column_number (rows->rows->columns[1], 2), ==, 4);
  g_assert_cmpint (rows->rows->columns[2]->type, ==, FUL_RAW_TEXTS);
}

/* Objects of a list of events are held by column; members that are missing are null. */
static void
test_records (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulRawNode *events = ful_raw_get (parse (tree, "{\"events\":[{\"a\":1,\"b\":\"x\"},{\"b\":\"y\",\"c\":{\"d\":[1]}},7,"
                                                 "{\"a\":2147483648,\"b\":\"\\n\",\"a\":3},{ }]}"), "events");
  FulRawColumn *a = ful_raw_get_cells (events, "a");
  FulBytes text = { 0 };

  g_assert_cmpint (events->kind, ==, FUL_RAW_ROWS);
  g_assert_cmpuint (ful_raw_length (events), ==, 5);
  g_assert_cmpint (a->type, ==, FUL_RAW_F64);
  g_assert_cmpfloat (ful_raw_column_number (a, 0), ==, 1);
  g_assert_true (isnan (ful_raw_column_number (a, 1)));
  g_assert_cmpfloat (ful_raw_column_number (a, 3), ==, 2147483648);
  g_assert_null (ful_raw_get_cells (events, "d"));
  ful_raw_write (events, &text);
  ful_bytes_append_c (&text, '\0');
  g_assert_cmpstr (text.data, ==, "[{\"a\":1,\"b\":\"x\",\"c\":null},{\"a\":null,\"b\":\"y\",\"c\":{\"d\":[1]}},"
                                  "{\"a\":null,\"b\":null,\"c\":null},{\"a\":2147483648,\"b\":\"\\u000a\",\"c\":null},"
                                  "{\"a\":null,\"b\":null,\"c\":null}]");
  ful_bytes_clear (&text);
}

/* The same members as in the row before, in the same order and in another one, with white space, of long names and
 * with escapes. */
static void
test_records_of_any_form (void)
{
  static const char *const rows[] = {
    "{\"type\":\"O\",\"at\":5,\"a_rather_long_name\":7,\"q\\\"\":9}",
    "{\"at\":5,\"type\":\"O\",\"q\\u0022\":9,\"a_rather_long_name\":7}",
    "{ \"type\" : \"O\" , \"at\" : 5 , \"a_rather_long_name\" : 7 , \"q\\\"\" : 9 }",
    "{\"type\":\"\\u004f\",\"at\":5.0,\"a_rather_long_name\":70e-1,\"q\\\"\":9}",
    "{\"type\":\"O\",\"at\":5,\"at_\":1,\"a_rather_long_name\":7,\"q\\\"\":9}",
  };
  static const struct { const char *name; double value; } numbers[] = {
    { "at", 5 }, { "a_rather_long_name", 7 }, { "q\"", 9 },
  };

  for (guint first = 0; first < G_N_ELEMENTS (rows); first++)
    for (guint second = 0; second < G_N_ELEMENTS (rows); second++)
      {
        g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
        g_autofree char *json = g_strdup_printf ("{\"events\":[%s,%s]}", rows[first], rows[second]);
        FulRawNode *events = ful_raw_get (parse (tree, json), "events");

        for (guint i = 0; i < 2; i++)
          {
            for (guint n = 0; n < G_N_ELEMENTS (numbers); n++)
              g_assert_cmpfloat (ful_raw_column_number (ful_raw_get_cells (events, numbers[n].name), i), ==, numbers[n].value);
            g_assert_cmpstr (ful_raw_get_cells (events, "type")->bytes.data + 2 * i, ==, "O");
          }
      }
}

/* All letters of a name count. */
static void
test_records_of_like_names (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulRawNode *events = ful_raw_get (parse (tree, "{\"events\":[{\"abcdefghX\":1},{\"abcdefghY\":2},{\"abcdefghXY\":3},{\"abc\":4}]}"),
                                    "events");
  static const char *const names[] = { "abcdefghX", "abcdefghY", "abcdefghXY", "abc" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint row = 0; row < G_N_ELEMENTS (names); row++)
      {
        double number = ful_raw_column_number (ful_raw_get_cells (events, names[i]), row);

        g_assert_true (row == i ? number == row + 1 : isnan (number));
      }
}

/* Arrays in a list of samples are one column; what is no array is an empty one. */
static void
test_lists (void)
{
  static const struct { const char *text, *written; guint n; FulRawElement type; } rows[] = {
    { "[[1,2],[],[ 3 ]]", "[[1,2],[],[3]]", 3, FUL_RAW_I32 },
    { "[[],null,[5,0.5],7,[{\"a\":1}]]", "[[],[],[5,0.5],[],[{\"a\":1}]]", 5, FUL_RAW_NODES },
    { "[[\"a\",\"b\"],[\"c\"]]", "[[\"a\",\"b\"],[\"c\"]]", 2, FUL_RAW_STRINGS },
    { "[[[1,2]],[3]]", "[[[1,2]],[3]]", 2, FUL_RAW_NODES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autofree char *json = g_strdup_printf ("{\"samples\":%s}", rows[i].text);
      FulRawNode *samples = ful_raw_get (parse (tree, json), "samples");
      FulBytes text = { 0 };

      g_assert_cmpint (samples->kind, ==, FUL_RAW_LISTS);
      g_assert_cmpuint (ful_raw_length (samples), ==, rows[i].n);
      g_assert_cmpint (samples->lists->values->type, ==, rows[i].type);
      ful_raw_write (samples, &text);
      ful_bytes_append_c (&text, '\0');
      g_assert_cmpstr (text.data, ==, rows[i].written);
      ful_bytes_clear (&text);
    }
}

/* A list that is cut off is left out. */
static void
test_lists_cut (void)
{
  const char *json = "{\"samples\":[[1,2],[],[30]]}";

  for (gsize n = 13; n < strlen (json); n++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autofree char *text = g_malloc0 (n + FUL_BYTES_PADDING);
      FulJsonReader reader;
      FulRawNode *samples;
      guint n_lists = n < 17 ? 0 : n < 20 ? 1 : n < 25 ? 2 : 3;

      ful_json_reader_init_memory (&reader, memcpy (text, json, n), n);
      reader.partial = TRUE;
      samples = ful_raw_get (ful_raw_tree_read (tree, &reader, FALSE), "samples");
      g_assert_cmpuint (ful_raw_length (samples), ==, n_lists);
      g_assert_cmpuint (samples->lists->values->n, ==, n_lists == 0 ? 0 : n_lists == 3 ? 3 : 2);
      ful_json_reader_clear (&reader);
    }
}

/* More members than there are columns are no error: the first ones are kept. */
static void
test_records_of_many_members (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GString) json = g_string_new ("{\"events\":[{");
  FulRawNode *events;

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (json, "%s\"m%u\":%u", i > 0 ? "," : "", i, i);
  g_string_append (json, "},{\"m63\":-5,\"m64\":1}]}");
  events = ful_raw_get (parse (tree, json->str), "events");

  g_assert_cmpuint (events->rows->n_columns, ==, 64);
  g_assert_cmpuint (events->rows->n_rows, ==, 2);
  g_assert_cmpfloat (ful_raw_column_number (ful_raw_get_cells (events, "m63"), 0), ==, 63);
  g_assert_cmpfloat (ful_raw_column_number (ful_raw_get_cells (events, "m63"), 1), ==, -5);
}

/* A row that is cut off is left out of all columns. */
static void
test_records_cut (void)
{
  const char *json = "{\"events\":[{\"a\":1,\"b\":\"x\"},{\"a\":12,\"b\":\"y\"}]}";

  for (gsize n = 0; n < strlen (json); n++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autofree char *text = g_malloc0 (n + FUL_BYTES_PADDING);
      FulJsonReader reader;
      FulRawNode *root, *events;

      ful_json_reader_init_memory (&reader, memcpy (text, json, n), n);
      reader.partial = TRUE;
      root = ful_raw_tree_read (tree, &reader, FALSE);
      events = ful_raw_get (root, "events");
      g_assert_true (reader.cut);
      if (ful_raw_is (events, FUL_RAW_ROWS))
        {
          g_assert_cmpuint (events->rows->n_rows, ==, n < 26 ? 0 : n < strlen (json) - 2 ? 1 : 2);
          for (guint c = 0; c < events->rows->n_columns; c++)
            g_assert_cmpuint (events->rows->columns[c]->n, ==, events->rows->n_rows);
        }
      else
        g_assert_cmpuint (n, <, 12);
      ful_json_reader_clear (&reader);
    }
}

static void
test_change (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulRawNode *node = parse (tree, "{\"a\":1,\"b\":[1,2],\"a\":18446744073709551615}");
  FulBytes text = { 0 };
  guint64 number;

  g_assert_true (ful_raw_number_u64 (ful_raw_get (node, "a"), &number));
  g_assert_cmpuint (number, ==, G_MAXUINT64);
  g_assert_nonnull (ful_raw_remove (node, "a"));
  g_assert_null (ful_raw_get (node, "a"));
  ful_raw_set (tree, node, "c", ful_raw_tree_new_string (tree, "x\"y"));
  ful_raw_append_node (tree, ful_raw_get (node, "b"), ful_raw_tree_new_number (tree, 0.1));
  ful_raw_write (node, &text);
  ful_bytes_append_c (&text, '\0');
  g_assert_cmpstr (text.data, ==, "{\"b\":[1,2,0.1],\"c\":\"x\\\"y\"}");
  ful_bytes_clear (&text);
}

static void
test_written_numbers_read_back (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < 100000; i++)
    {
      double value = i % 3 ? g_rand_double_range (rand, -1e6, 1e6) : g_rand_int_range (rand, -100000, 100000) / 1000.0;
      FulBytes text = { 0 };

      if (i % 7 == 0)
        value = ldexp (value, g_rand_int_range (rand, -300, 300));
      ful_raw_write_number (value, &text);
      ful_bytes_append_c (&text, '\0');
      g_assert_cmpfloat (g_ascii_strtod (text.data, NULL), ==, value);
      ful_bytes_clear (&text);
    }
}

/* The object of @text, written again. */
static char *
read_and_write (const char *text)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulRawNode *node = ful_raw_tree_parse_string (tree, text);
  FulBytes written = { 0 };

  g_assert_nonnull (node);
  ful_raw_write (node, &written);
  ful_bytes_append_c (&written, '\0');

  return written.data;
}

/* Short cells have a path of their own when no space follows: columns are the same. Each column changes its type late. */
static void
test_rows_with_and_without_space (void)
{
  static const char *const cells[] = {
    "1", "0", "9999999", "10000000", "2147483648", "-3", "null", "0.5", "1234567.1234567", "1234567.12345678", "12345678.5", "1e2",
    "0.1234567", "true", "\"x\"", "{\"a\":1}", "[2]",
  };
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr(GString) compact = g_string_new ("{\"data\":[");
      g_autoptr(GString) spaced = g_string_new ("{\"data\":[");
      g_autofree char *a = NULL, *b = NULL;
      guint n_kinds = 1 + i % G_N_ELEMENTS (cells);

      for (guint row = 0; row < 12; row++)
        {
          g_string_append (compact, row > 0 ? ",[" : "[");
          g_string_append (spaced, row > 0 ? ",[" : "[");
          for (guint c = 0; c < 1 + row % 5; c++)
            {
              const char *cell = cells[g_rand_int_range (rand, 0, (gint) n_kinds)];

              g_string_append_printf (compact, "%s%s", c > 0 ? "," : "", cell);
              g_string_append_printf (spaced, "%s %s ", c > 0 ? "," : "", cell);
            }
          g_string_append_c (compact, ']');
          g_string_append_c (spaced, ']');
        }
      g_string_append (compact, "]}                                                                ");
      g_string_append (spaced, "]}");
      a = read_and_write (compact->str);
      b = read_and_write (spaced->str);
      g_assert_cmpstr (a, ==, b);
    }
}

static gboolean
is_short_decimal (double value)
{
  return round (value * 1e3) / 1e3 == value || round (value * 1e6) / 1e6 == value || round (value * 1e9) / 1e9 == value;
}

/* Beyond short decimals: 15 digits if they are enough, else 17, rounded as printf () does. */
static void
test_written_numbers_are_rounded (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 100000; i++)
    {
      double range = pow (10, i % 15);
      double value = i % 5 ? g_rand_double_range (rand, range, 10 * range)
                           : 1e9 + g_rand_int (rand) + g_rand_int_range (rand, 0, 128) / 128.0 + 1.0 / 256;   /* 18 digits: a half */
      char expected[G_ASCII_DTOSTR_BUF_SIZE];
      FulBytes text = { 0 };

      g_ascii_formatd (expected, sizeof expected, "%.15g", value);
      if (g_ascii_strtod (expected, NULL) != value)
        g_ascii_formatd (expected, sizeof expected, "%.17g", value);
      if (value >= 1e15 || is_short_decimal (value))
        continue;
      ful_raw_write_number (value, &text);
      ful_bytes_append_c (&text, '\0');
      g_assert_cmpstr (text.data, ==, expected);
      ful_bytes_clear (&text);
    }
}

static void
test_deep_nesting (void)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autofree char *deep = g_malloc0 (1000000 + FUL_BYTES_PADDING);
  g_autoptr(GError) error = NULL;

  memset (deep, '[', 1000000);
  g_assert_null (ful_raw_tree_parse (tree, deep, 1000000, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "nested"));
  g_clear_error (&error);
  for (guint i = 0; i < 1000000; i += 5)
    memcpy (deep + i, "{\"a\":", 5);
  g_assert_null (ful_raw_tree_parse (tree, deep, 1000000, &error));
  g_assert_nonnull (strstr (error->message, "nested"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raw-tree/random-against-json-glib", test_random_against_json_glib);
  g_test_add_func ("/raw-tree/columns-take-the-narrowest-type", test_columns_take_the_narrowest_type);
  g_test_add_func ("/raw-tree/data-members", test_data_members);
  g_test_add_func ("/raw-tree/records", test_records);
  g_test_add_func ("/raw-tree/records-of-any-form", test_records_of_any_form);
  g_test_add_func ("/raw-tree/records-of-like-names", test_records_of_like_names);
  g_test_add_func ("/raw-tree/lists", test_lists);
  g_test_add_func ("/raw-tree/lists-cut", test_lists_cut);
  g_test_add_func ("/raw-tree/records-of-many-members", test_records_of_many_members);
  g_test_add_func ("/raw-tree/records-cut", test_records_cut);
  g_test_add_func ("/raw-tree/change", test_change);
  g_test_add_func ("/raw-tree/written-numbers-read-back", test_written_numbers_read_back);
  g_test_add_func ("/raw-tree/rows-with-and-without-space", test_rows_with_and_without_space);
  g_test_add_func ("/raw-tree/written-numbers-are-rounded", test_written_numbers_are_rounded);
  g_test_add_func ("/raw-tree/deep-nesting", test_deep_nesting);

  return g_test_run ();
}
