/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Code of a jitdump file that grows. */

#include "ful-test-perf.h"

#include "perf/ful-perf-jitdump.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { LOAD, MOVE, DEBUG, CLOSE, UNWINDING };

typedef struct
{
  char           *path;
  FulTestPerf     bytes;
  FulPerfJitdump *dump;
} Fixture;

static void
put_header (Fixture *self,
            guint32  magic)
{
  ful_test_perf_put_u32 (&self->bytes, magic);
  ful_test_perf_put_u32 (&self->bytes, 1);
  ful_test_perf_put_u32 (&self->bytes, 40);
  ful_test_perf_put_u32 (&self->bytes, 62);
  for (guint i = 0; i < 3; i++)
    ful_test_perf_put_u64 (&self->bytes, i);
}

static void
set_up (Fixture *self)
{
  g_autoptr(GError) error = NULL;
  int file = g_file_open_tmp ("jit-XXXXXX.dump", &self->path, &error);

  g_assert_no_error (error);
  close (file);
  self->bytes = (FulTestPerf) { g_byte_array_new (), FALSE };
  self->dump = ful_perf_jitdump_new (self->path);
}

static void
tear_down (Fixture *self)
{
  ful_perf_jitdump_free (self->dump);
  g_byte_array_unref (self->bytes.bytes);
  g_remove (self->path);
  g_free (self->path);
}

/* The first @n bytes; of one file, which grows. */
static void
write_file (Fixture *self,
            gsize    n)
{
  int file = g_open (self->path, O_WRONLY | O_TRUNC, 0);

  g_assert_cmpint (write (file, self->bytes.bytes->data, n), ==, (gssize) n);
  g_assert_cmpint (close (file), ==, 0);
}

static void
put_record (Fixture       *self,
            guint32        type,
            guint64        time,
            gconstpointer  body,
            guint32        n)
{
  ful_test_perf_put_u32 (&self->bytes, type);
  ful_test_perf_put_u32 (&self->bytes, 16 + n);
  ful_test_perf_put_u64 (&self->bytes, time);
  ful_test_perf_put (&self->bytes, body, n);
}

/* Its code is @letter, again and again. */
static void
put_load (Fixture    *self,
          guint64     time,
          guint64     address,
          guint64     size,
          const char *name,
          char        letter)
{
  FulTestPerf body = { g_byte_array_new (), FALSE };

  ful_test_perf_put_u64 (&body, 0);
  ful_test_perf_put_u64 (&body, address);
  ful_test_perf_put_u64 (&body, address);
  ful_test_perf_put_u64 (&body, size);
  ful_test_perf_put_u64 (&body, 1);
  ful_test_perf_put (&body, name, strlen (name) + 1);
  for (guint64 i = 0; i < size; i++)
    ful_test_perf_put (&body, &letter, 1);
  put_record (self, LOAD, time, body.bytes->data, body.bytes->len);
  g_byte_array_unref (body.bytes);
}

static void
put_move (Fixture *self,
          guint64  time,
          guint64  from,
          guint64  to)
{
  const guint64 body[] = { 0, to, from, to, 0x10, 1 };

  put_record (self, MOVE, time, body, sizeof body);
}

/* "NAME+OFFSET LETTER" */
static void
assert_code (Fixture    *self,
             guint64     address,
             const char *expected)
{
  guint64 offset = 0;
  const FulPerfJitCode *code = ful_perf_jitdump_find (self->dump, address, &offset);
  g_autofree char *text = NULL;

  if (code)
    {
      g_assert_cmpuint (g_bytes_get_size (code->bytes), ==, code->size);
      text = g_strdup_printf ("%s+%u %c", code->name, (guint) offset, ((const char *) g_bytes_get_data (code->bytes, NULL))[offset]);
    }
  g_assert_cmpstr (text, ==, expected);
}

/* All records of a file, the end of each but the last one known. */
static void
put_all (Fixture *self)
{
  put_header (self, 0x4a695444);
  put_load (self, 10, 0x1000, 0x20, "first", 'a');
  put_record (self, DEBUG, 11, "lines of sources", 16);
  put_record (self, UNWINDING, 11, "rows", 4);
  put_load (self, 12, 0x1010, 0x10, "second", 'b');
  put_move (self, 13, 0x1010, 0x3000);
  put_load (self, 14, 0x1010, 0x08, "third", 'c');
  put_record (self, CLOSE, 15, NULL, 0);
}

static void
test_times (void)
{
  Fixture self;

  set_up (&self);
  put_all (&self);
  write_file (&self, self.bytes.bytes->len);
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, 9), ==, 0);
  assert_code (&self, 0x1000, NULL);
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, 11), ==, 1);
  assert_code (&self, 0x101f, "first+31 a");
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, 12), ==, 1);
  assert_code (&self, 0x100f, "first+15 a");
  assert_code (&self, 0x1010, "second+0 b");
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, 13), ==, 1);
  assert_code (&self, 0x300f, "second+15 b");
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), ==, 1);
  assert_code (&self, 0x1017, "third+7 c");
  assert_code (&self, 0x1018, "second+8 b");
  assert_code (&self, 0x1020, NULL);
  tear_down (&self);
}

/* The file ends anywhere for a while. */
static void
test_grows (void)
{
  Fixture self;
  guint n = 0;

  set_up (&self);
  put_all (&self);
  for (gsize end = 0; end <= self.bytes.bytes->len; end++)
    {
      write_file (&self, end);
      n += ful_perf_jitdump_read (self.dump, G_MAXUINT64);
    }
  g_assert_cmpuint (n, ==, 4);
  assert_code (&self, 0x1000, "first+0 a");
  assert_code (&self, 0x1017, "third+7 c");
  assert_code (&self, 0x3000, "second+0 b");
  tear_down (&self);
}

static void
test_replaced (void)
{
  Fixture self;

  set_up (&self);
  put_header (&self, 0x4a695444);
  put_load (&self, 10, 0x1000, 0x20, "first", 'a');
  put_load (&self, 11, 0x2000, 0x20, "second", 'b');
  write_file (&self, self.bytes.bytes->len);
  ful_perf_jitdump_read (self.dump, G_MAXUINT64);
  g_byte_array_set_size (self.bytes.bytes, 40);
  put_load (&self, 20, 0x1000, 0x20, "other", 'c');
  write_file (&self, self.bytes.bytes->len);
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), ==, 1);
  assert_code (&self, 0x1000, "other+0 c");
  assert_code (&self, 0x2000, "second+0 b");
  tear_down (&self);
}

static void
test_damage (void)
{
  const guint32 sizes[] = { 0, 15, G_MAXUINT32 };
  Fixture self;

  set_up (&self);
  put_header (&self, 0x4454694a);   /* of another byte order */
  put_load (&self, 10, 0x1000, 0x20, "first", 'a');
  write_file (&self, self.bytes.bytes->len);
  g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), ==, 0);
  tear_down (&self);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      set_up (&self);
      put_header (&self, 0x4a695444);
      put_load (&self, 10, 0x1000, 0x20, "first", 'a');
      ful_test_perf_put_u32 (&self.bytes, LOAD);
      ful_test_perf_put_u32 (&self.bytes, sizes[i]);
      ful_test_perf_put_u64 (&self.bytes, 11);
      put_load (&self, 12, 0x2000, 0x20, "after", 'b');
      write_file (&self, self.bytes.bytes->len);
      g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), ==, 1);
      g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), ==, 0);
      tear_down (&self);
    }

  /* More code than the record has; a move of nothing, and into nothing. */
  set_up (&self);
  put_header (&self, 0x4a695444);
  put_load (&self, 10, 0x1000, 0x20, "first", 'a');
  self.bytes.bytes->data[40 + 16 + 24] = 0xff;
  put_load (&self, 11, 0x2000, 0x20, "good", 'b');
  put_move (&self, 12, 0x1000, 0x3000);
  put_move (&self, 12, 0x2008, 0x3000);
  put_move (&self, 12, 0x2000, G_MAXUINT64 - 4);
  put_record (&self, MOVE, 12, "short", 5);
  put_record (&self, LOAD, 12, "short", 5);
  write_file (&self, self.bytes.bytes->len);
  ful_perf_jitdump_read (self.dump, G_MAXUINT64);
  assert_code (&self, 0x1000, NULL);
  assert_code (&self, 0x2000, "good+0 b");
  assert_code (&self, 0x3000, NULL);
  tear_down (&self);
}

/* Any byte has another value: whatever is read, it ends. */
static void
test_mutations (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 2000; i++)
    {
      Fixture self;
      guint64 offset;

      set_up (&self);
      put_all (&self);
      for (gint32 k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        self.bytes.bytes->data[g_rand_int_range (rand, 8, (gint32) self.bytes.bytes->len)] = (guint8) g_rand_int (rand);
      write_file (&self, self.bytes.bytes->len);
      g_assert_cmpuint (ful_perf_jitdump_read (self.dump, G_MAXUINT64), <=, 4);
      for (guint64 address = 0xff8; address < 0x1028; address++)
        ful_perf_jitdump_find (self.dump, address, &offset);
      tear_down (&self);
    }
}

static void
test_path (void)
{
  g_assert_true (ful_perf_jitdump_is_path ("/tmp/jit-12.dump"));
  g_assert_true (ful_perf_jitdump_is_path ("/home/user/.debug/jit/x/jit-12.dump"));
  g_assert_false (ful_perf_jitdump_is_path ("jit-12.dump"));
  g_assert_false (ful_perf_jitdump_is_path ("/tmp/jit-12.dump.so"));
  g_assert_false (ful_perf_jitdump_is_path ("/tmp/orbit-12.dump"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-jitdump/times", test_times);
  g_test_add_func ("/perf-jitdump/grows", test_grows);
  g_test_add_func ("/perf-jitdump/replaced", test_replaced);
  g_test_add_func ("/perf-jitdump/damage", test_damage);
  g_test_add_func ("/perf-jitdump/mutations", test_mutations);
  g_test_add_func ("/perf-jitdump/path", test_path);

  return g_test_run ();
}
