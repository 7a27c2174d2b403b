/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-demangle.h"

#include <string.h>

static const struct
{
  const char *name;
  const char *text;    /* (nullable): demangled; NULL: shown as it is */
} names[] = {
  { "_ZN3foo3barEv", "foo::bar()" },
  { "__ZN3foo3barEv", "foo::bar()" },
  { "_ZN3foo3barEv.cold", "foo::bar() [clone .cold]" },
  { "_Z3fooIJidEEvDpT_", "void foo<int, double>(int, double)" },
  { "_ZTV3Foo", "vtable for Foo" },
  { "_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back(int const&)" },

  { "_ZN4core3fmt9Formatter3pad17h0123456789abcdefE", "core::fmt::Formatter::pad" },
  { "_ZN71_$LT$Test$u20$$u2b$$u20$$u27$static$u20$as$u20$foo..Bar$LT$Test$GT$$GT$3bar17h930b740aa94f1d3aE",
    "<Test + 'static as foo::Bar<Test>>::bar" },
  { "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
  { "__RNvCs1234_7mycrate3foo", "mycrate::foo" },
  { "_RINvNtC3std3mem8align_ofNtNtC3std3mem12DiscriminantE", "std::mem::align_of::<std::mem::Discriminant>" },
  { "_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y", "utf8_idents::საჭმელად_გემრიელი_სადილი" },

  { "", NULL },
  { "_", NULL },
  { "__", NULL },
  { "_Z", NULL },
  { "_R", NULL },
  { "__Z", NULL },
  { "main", NULL },
  { "__libc_start_main", NULL },
  { "_start", NULL },
  { "_Zebra", NULL },
  { "_Resume", NULL },
  { "0x7f0012345678", NULL },
  { "foo::bar()", NULL },
  { "_ZN3foo3bar", NULL },
  { "_ZN99999999999999999999fooE", NULL },
  { "_ZS_", NULL },
  { "_Z1fT_", NULL },
  { "_RB_", NULL },
  { "_RNvB_1a", NULL },
  { "_Z\xff\xfe", NULL },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = ful_demangle (names[i].name);

#ifdef HAVE_LIBIBERTY
      g_assert_cmpstr (text, ==, names[i].text);
#else
      g_assert_null (text);
#endif
    }
}

/* The reference number @i of a mangled C++ name. */
static void
append_substitution (GString *name,
                     int      i)
{
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  g_string_append_c (name, 'S');
  if (i > 36)
    g_string_append_c (name, digits[(i - 1) / 36]);
  if (i > 0)
    g_string_append_c (name, digits[(i - 1) % 36]);
  g_string_append_c (name, '_');
}

/* Each type has the one before it twice: @levels types are 2 to the power of @levels names. */
static void
append_doubled (GString *name,
                int      levels)
{
  g_string_append (name, "1AIiiE");
  for (int i = 0; i < levels; i++)
    {
      g_string_append (name, "S_I");
      append_substitution (name, i + 1);
      append_substitution (name, i + 1);
      g_string_append_c (name, 'E');
    }
}

/* None of these ends in the life of a person when it is printed to its end. */
static void
test_bombs (void)
{
  GString *name = g_string_new ("_Z1f");

  append_doubled (name, 100);
  g_assert_null (ful_demangle (name->str));

  /* A pack is looked for in all of it before anything is printed. */
  g_string_assign (name, "_Z1fIJEEvDpN");
  append_doubled (name, 100);
  g_string_append_c (name, 'E');
  g_assert_null (ful_demangle (name->str));

  /* Parameters of a template, each a list of the one outside of it. */
  g_string_assign (name, "_Z1fI");
  for (int i = 0; i < 100; i++)
    g_string_append (name, "XadL_Z1gI");
  g_string_append (name, "iE");
  for (int i = 0; i < 100; i++)
    g_string_append (name, "vT_T_T_EE");
  g_string_append (name, "EvT_");
  g_free (ful_demangle (name->str));

  /* Tuples of Rust, each of the one before it twice. */
  g_string_assign (name, "_RINvC1a1bTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTThhE");
  for (int i = 70; i > 0; i--)
    {
      static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
      int place = 10 + i;    /* of the tuple that just ended */

      g_string_append_c (name, 'B');
      if (place > 62)
        g_string_append_c (name, digits[(place - 1) / 62 - 1]);
      g_string_append_c (name, digits[(place - 1) % 62]);
      g_string_append (name, "_E");
    }
  g_string_append_c (name, 'E');
  g_assert_null (ful_demangle (name->str));

  g_string_free (name, TRUE);
}

/* Depth and length: refused, with a stack of any size. */
static void
test_limits (void)
{
  static const char *const repeated[] = { "P", "F", "I", "N", "J", "Dp", "XadL_Z", "1AI", "RN", "T", "NvM", "Xsr" };

  for (guint i = 0; i < G_N_ELEMENTS (repeated); i++)
    for (guint n = 100; n < 300000; n *= 3)
      {
        GString *name = g_string_new (i % 2 ? "_Z1f" : "_RI");

        for (guint k = 0; k < n; k++)
          g_string_append (name, repeated[i]);
        g_string_append (name, "i");
        g_free (ful_demangle (name->str));
        name->str[1] = i % 2 ? 'R' : 'Z';
        g_free (ful_demangle (name->str));
        g_string_free (name, TRUE);
      }
}

/* Names that were good, with bytes changed and cut. */
static void
test_damaged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint run = 0; run < 300; run++)
      {
        g_autofree char *name = g_strdup (names[i].name);
        gsize length = strlen (name);
        g_autofree char *text = NULL;

        for (guint n = 1 + g_test_rand_int_range (0, 3); length > 2 && n > 0; n--)
          name[g_test_rand_int_range (2, (gint32) length)] = (char) g_test_rand_int_range (32, 127);
        if (length > 2 && run % 4 == 0)
          name[g_test_rand_int_range (2, (gint32) length)] = '\0';

        text = ful_demangle (name);
        if (text != NULL)
          g_assert_true (*text != '\0' && g_utf8_validate (text, -1, NULL));
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demangle/table", test_table);
  g_test_add_func ("/demangle/bombs", test_bombs);
  g_test_add_func ("/demangle/limits", test_limits);
  g_test_add_func ("/demangle/damaged", test_damaged);

  return g_test_run ();
}
