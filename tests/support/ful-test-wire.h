/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A connection as an example, in hex: the bytes of the client, and of the server. */
extern const char ful_test_wire_client[];
extern const char ful_test_wire_server[];

GByteArray *ful_test_wire_from_hex             (const char    *hex);
char       *ful_test_wire_describe             (gconstpointer  data,
                                                gsize          n,
                                                gboolean       from_client,
                                                GRand         *cuts);
void        ful_test_wire_assert_encodes_again (gconstpointer  data,
                                                gsize          n);

G_END_DECLS
