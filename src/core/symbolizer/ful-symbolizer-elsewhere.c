/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The process that reads ELF files, of systems where nothing confines it: there is none. */

#include "config.h"

#include "ful-symbolizer.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

gboolean
ful_symbolizer_can_run (void)
{
  return FALSE;
}

FulSymbolizer *
ful_symbolizer_start (GCancellable  *cancellable,
                      GError       **error)
{
  ful_symbolizer_fail (error);

  return NULL;
}

gboolean
ful_symbolizer_fail (GError **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("ELF files are read on Linux only"));

  return FALSE;
}

/* None was started. */

gboolean
ful_symbolizer_send (FulSymbolizer     *self,
                     FulSymbolMessage   message,
                     const void        *data,
                     gsize              n,
                     int                file,
                     GError           **error)
{
  return ful_symbolizer_fail (error);
}

gboolean
ful_symbolizer_receive (FulSymbolizer  *self,
                        void           *data,
                        gsize           n,
                        GError        **error)
{
  return ful_symbolizer_fail (error);
}

void
ful_symbolizer_end (FulSymbolizer  *self,
                    GError        **error)
{
}
