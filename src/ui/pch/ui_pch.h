/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What most files of the window include, parsed once (option b_pch). Each still includes what it uses: other compilers build without.
 */

#include <adwaita.h>
