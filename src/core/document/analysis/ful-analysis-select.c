/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of the last tree is selected in the document. */

#include "config.h"

#include "ful-analysis.h"

#include <math.h>

/**
 * ful_analysis_select_func:
 * @func: a function
 *
 * Selects the call node of the function that weighs most in the last tree.
 *
 * Returns: whether there is one
 */
gboolean
ful_analysis_select_func (FulAnalysis  *self,
                          FulFuncIndex  func)
{
  FulCallTree *tree = ful_analysis_get_tree (self);
  FulCallNodeIndex heaviest = FUL_NONE;
  g_autoptr(GArray) path = NULL;

  if (!tree)
    return FALSE;
  if (tree->inverted)
    {
      ful_document_select_path (ful_analysis_get_document (self), &func, 1);
      return TRUE;
    }

  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    if (tree->nodes->func[i] == func &&
        (heaviest == FUL_NONE || fabs (tree->total[i]) > fabs (tree->total[heaviest])))
      heaviest = (FulCallNodeIndex) i;
  if (heaviest == FUL_NONE)
    return FALSE;

  path = ful_call_tree_get_path (tree, heaviest);
  ful_document_select_path (ful_analysis_get_document (self), (FulFuncIndex *) (gpointer) path->data, path->len);

  return TRUE;
}

/**
 * ful_analysis_select_stack:
 * @path: (array length=n_path): functions from the root to the node; at least one
 *
 * Selects the call node of a stack; if the last tree has none, or is inverted, the node
 * that ful_analysis_select_func() selects.
 *
 * Returns: whether there is one
 */
gboolean
ful_analysis_select_stack (FulAnalysis        *self,
                           const FulFuncIndex *path,
                           guint               n_path)
{
  FulCallTree *tree = ful_analysis_get_tree (self);

  if (!tree || tree->inverted || ful_call_tree_find_path (tree, path, n_path) == FUL_NONE)
    return ful_analysis_select_func (self, path[n_path - 1]);

  ful_document_select_path (ful_analysis_get_document (self), path, n_path);

  return TRUE;
}
