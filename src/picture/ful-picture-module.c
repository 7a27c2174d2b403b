/* SPDX-License-Identifier: GPL-3.0-or-later */

/* PNG by the module that is linked with cairo and Pango, loaded when it is first needed. */

#include "config.h"

#include "ful-picture-private.h"

#include <dlfcn.h>

#define MODULE "fulgens-png.so"   /* found by the run path of the program */
#define SYMBOL "ful_picture_write_png"

typedef typeof (ful_picture_write_png) Writer;

gboolean
ful_picture_write_png (const FulPicture  *self,
                       GOutputStream     *stream,
                       GCancellable      *cancellable,
                       GError           **error)
{
  void *module = dlopen (MODULE, RTLD_NOW | RTLD_LOCAL);   /* never unloaded: others may be executing it */
  Writer *writer = module != NULL ? (Writer *) dlsym (module, SYMBOL) : NULL;

  if (writer == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   "PNG cannot be written, a module of Fulgens is missing (%s); use SVG", dlerror ());
      return FALSE;
    }

  return writer (self, stream, cancellable, error);
}
