/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of presets. Firefox ignores unknown names, so the threads of several versions are listed. */

#include "config.h"

#include "ful-live-firefox-presets.h"

#include <glib/gi18n-lib.h>

const FulLivePreset ful_live_presets[] = {
  { "web", N_("Web"), N_("Scripts, layout and screenshots of pages, at little cost"), 1,
    { "screenshots", "js", "cpu", "memory", "jssources" },
    { "GeckoMain", "Compositor", "Renderer", "DOM Worker" } },
  { "media", N_("Media"), N_("Audio, video and calls"), 1,
    { "js", "stackwalk", "cpu", "audiocallbacktracing", "ipcmessages", "processcpu", "memory", "jssources" },
    { "GeckoMain", "Compositor", "Renderer", "RenderBackend", "SwComposite", "audio", "camera", "capture", "cubeb", "gmp", "graph",
      "grph", "IPDL Background", "media", "ModuleProcessThread", "PacerThread", "RemVidChild", "Socket Thread", "webrtc" } },
  { "networking", N_("Networking"), N_("Requests, names of hosts, caches and bandwidth"), 1,
    { "screenshots", "js", "stackwalk", "cpu", "processcpu", "bandwidth", "memory", "jssources" },
    { "GeckoMain", "Compositor", "Renderer", "SwComposite", "DOM Worker", "Cache2 I/O", "DNS Resolver", "Socket Thread", "StreamTrans",
      "TRR Background" } },
  { "power", N_("Power"), N_("Power and CPU use of all processes, without samples"), 10,
    { "screenshots", "js", "stackwalk", "cpu", "processcpu", "nostacksampling", "ipcmessages", "markersallthreads", "power",
      "bandwidth", "memory" },
    { "GeckoMain", "Renderer" } },
  { "graphics", N_("Graphics"), N_("What draws and composites, with native stacks"), 1,
    { "js", "stackwalk", "cpu", "processcpu", "memory", "jssources" },
    { "GeckoMain", "Compositor", "Renderer", "SwComposite", "RenderBackend", "GlyphRasterizer", "SceneBuilder", "WrWorker",
      "CanvasWorkers", "TextureUpdate" } },
  { NULL },
};

/* Returns: (nullable): the preset of that id */
const FulLivePreset *
ful_live_preset_find (const char *id)
{
  for (guint i = 0; ful_live_presets[i].id; i++)
    if (g_strcmp0 (ful_live_presets[i].id, id) == 0)
      return &ful_live_presets[i];

  return NULL;
}

static JsonArray *
make_list (const char *const *names)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; names[i]; i++)
    json_array_add_string_element (list, names[i]);

  return list;
}

/**
 * ful_live_preset_apply:
 * @start: gets interval, features and threads
 */
void
ful_live_preset_apply (const FulLivePreset *self,
                       JsonObject          *start)
{
  json_object_set_double_member (start, "interval", self->interval);
  json_object_set_array_member (start, "features", make_list (self->features));
  json_object_set_array_member (start, "threads", make_list (self->threads));
}
