/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_GECKO_LOCATION_ADDRESS,   /* 0x… */
  FUL_GECKO_LOCATION_NATIVE,    /* function (in library) … */
  FUL_GECKO_LOCATION_SCRIPT,    /* function (url:line:column) or url:line */
  FUL_GECKO_LOCATION_LABEL,
} FulGeckoLocationKind;

/**
 * FulGeckoLocation:
 * @name: function name; not NUL-terminated, as the other texts; empty for a top-level script
 * @place: library of a native function, URL of a script
 * @line: from the text, or %FUL_NONE; @column, @source likewise
 * @address: of an address
 * @has_address: %FALSE if the digits after 0x are no 64-bit number
 *
 * The parsed location string of a Gecko frame. Points into the string.
 */
typedef struct
{
  FulGeckoLocationKind  kind;
  const char           *name;
  gsize                 name_length;
  const char           *place;
  gsize                 place_length;
  gint32                line;
  gint32                column;
  gint32                source;
  guint64               address;
  gboolean              has_address;
} FulGeckoLocation;

FulGeckoLocation ful_gecko_location_parse (const char  *text);

G_END_DECLS
