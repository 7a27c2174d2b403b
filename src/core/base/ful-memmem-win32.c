/* SPDX-License-Identifier: GPL-3.0-or-later */

/* memmem() of Windows: looks at the places where the first byte is. */

#include "config.h"

#include "ful-memmem.h"

void *
memmem (const void *haystack,
        size_t      n_haystack,
        const void *needle,
        size_t      n_needle)
{
  const char *at = haystack, *end = at + n_haystack;

  if (n_needle == 0)
    return (void *) at;
  while ((size_t) (end - at) >= n_needle)
    {
      at = memchr (at, *(const char *) needle, (size_t) (end - at) - n_needle + 1);
      if (at == NULL || memcmp (at, needle, n_needle) == 0)
        return (void *) at;
      at++;
    }

  return NULL;
}
