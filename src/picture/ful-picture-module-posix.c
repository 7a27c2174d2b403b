/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG by the module that is linked with cairo and Pango, loaded when it is first needed. */

#include "config.h"

#include "ful-picture-private.h"

#include <dlfcn.h>

#define MODULE "fulgens-png.so"   /* found by the run path of the program */

/* Returns: (nullable): a function of the module */
static gpointer
find (const char  *symbol,
      GError     **error)
{
  void *module = dlopen (MODULE, RTLD_NOW | RTLD_LOCAL);   /* never unloaded: others may be executing it */
  gpointer function = module != NULL ? dlsym (module, symbol) : NULL;

  if (function == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 "PNG cannot be written, a module of Fulgens is missing (%s); use SVG", dlerror ());

  return function;
}

gboolean
ful_picture_write_png (const FulPicture  *self,
                       GOutputStream     *stream,
                       GCancellable      *cancellable,
                       GError           **error)
{
  typeof (ful_picture_write_png) *writer = find ("ful_picture_write_png", error);

  return writer && writer (self, stream, cancellable, error);
}

GBytes *
ful_picture_encode_png (const guint32  *pixels,
                        guint           width,
                        guint           height,
                        GError        **error)
{
  typeof (ful_picture_encode_png) *encode = find ("ful_picture_encode_png", error);

  return encode ? encode (pixels, width, height, error) : NULL;
}
