/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG of builds without cairo: none. */

#include "config.h"

#include "ful-picture-private.h"

static void
set_error (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "This build of Fulgens writes no PNG; use SVG");
}

gboolean
ful_picture_write_png (const FulPicture  *self,
                       GOutputStream     *stream,
                       GCancellable      *cancellable,
                       GError           **error)
{
  set_error (error);

  return FALSE;
}

GBytes *
ful_picture_encode_png (const guint32  *pixels,
                        guint           width,
                        guint           height,
                        GError        **error)
{
  set_error (error);

  return NULL;
}
