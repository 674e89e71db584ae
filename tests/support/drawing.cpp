// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into every program that draws. Before main, and so before Qt looks, it names the fonts of the tests
// (fonts.conf.in) and takes away what a desktop says of scale, style and language, however the program is started.
// Programs that a test starts inherit it.
#include "support/places.h"

#include <cstdlib>
#include <string>

namespace {

[[maybe_unused]] const bool kDrawsAlike = [] {
    ::setenv("FONTCONFIG_FILE", (std::string(gatelab::testing::kBuildFolder) + "/tests/fonts.conf").c_str(), 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    for (const char* name : {"LANGUAGE", "GTK_THEME", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "KDE_FULL_SESSION",
                             "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "QT_FONT_DPI", "QT_SCALE_FACTOR",
                             "QT_SCREEN_SCALE_FACTORS", "QT_SCALE_FACTOR_ROUNDING_POLICY", "QT_USE_PHYSICAL_DPI"})
        ::unsetenv(name);
    return true;
}();

}  // namespace
