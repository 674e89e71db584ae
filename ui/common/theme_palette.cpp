// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

Palette lightPalette() {
    Palette p;
    p.bg = 0xF4F5F7, p.surface = 0xFFFFFF, p.raised = 0xECEEF2, p.border = 0xDCDFE5, p.strong = 0xB3B9C4;
    p.text = 0x1A1D23, p.muted = 0x59616F, p.disabled = 0x9AA1AD;
    p.accent = 0x6241C5, p.fill = 0x6241C5, p.onfill = 0xFFFFFF, p.selection = 0xE9E5FA;
    p.success = 0x17703F, p.successTint = 0xE6F4EB, p.warning = 0x855400, p.warningTint = 0xFCF1D9;
    p.error = 0xB8232D, p.errorTint = 0xFCEBEB, p.infoTint = 0xEFECFB;
    p.grid = 0xECEEF2, p.axis = 0x8B93A1, p.hatch = 0xC9CED7, p.envelope = 0xAEB6C3;
    p.runs = {QColor(0x2255C7), QColor(0xAA4C0D), QColor(0x2D8F70), QColor(0x891B41), QColor(0xB28D06),
              QColor(0x1F9DC9), QColor(0xDC425C), QColor(0x702B7B), QColor(0x5E4215), QColor(0x835E7A),
              QColor(0x9987D8), QColor(0xC67563), QColor(0x1BAB3F), QColor(0xB40087), QColor(0x516300),
              QColor(0x005286), QColor(0xE16CA2), QColor(0xC663EA), QColor(0x908763), QColor(0x58447B)};
    p.gate = {QColor(0xF3F9F9), QColor(0xC2E1E5), QColor(0x91C9D5), QColor(0x67AEC7), QColor(0x3E92B9),
              QColor(0x2074A9), QColor(0x23568C), QColor(0x203B6E), QColor(0x19214F)};
    p.tide = {QColor(0x743101), QColor(0xAA541F), QColor(0xC88969), QColor(0xE1BFAE), QColor(0xF4F6F8),
              QColor(0xB5C9E5), QColor(0x789CD1), QColor(0x3C6FBA), QColor(0x11458C)};
    return p;
}

Palette darkPalette() {
    Palette p;
    p.bg = 0x16181C, p.surface = 0x1D2025, p.raised = 0x282C33, p.border = 0x33383F, p.strong = 0x4D545F;
    p.text = 0xE4E7EC, p.muted = 0x9DA5B2, p.disabled = 0x666E7A;
    p.accent = 0xB9A7FF, p.fill = 0x6F54D6, p.onfill = 0xFFFFFF, p.selection = 0x352F5A;
    p.success = 0x5BC98C, p.successTint = 0x1B3227, p.warning = 0xE2B04C, p.warningTint = 0x362C17;
    p.error = 0xFF8B85, p.errorTint = 0x3D2224, p.infoTint = 0x2A2646;
    p.grid = 0x2A2E35, p.axis = 0x7B8493, p.hatch = 0x434A55, p.envelope = 0x5A626E;
    p.runs = {QColor(0x598DF7), QColor(0xED5F15), QColor(0x21B273), QColor(0xAF4973), QColor(0xE3B100),
              QColor(0x77C0D7), QColor(0xFF8686), QColor(0x7759BC), QColor(0x967357), QColor(0xBD8FA2),
              QColor(0xABB4F3), QColor(0xA26300), QColor(0x2D7E51), QColor(0xF32487), QColor(0x6C8709),
              QColor(0x0075A2), QColor(0xE11B3F), QColor(0xCF51CF), QColor(0xDE8869), QColor(0xF27ED3)};
    p.gate = {QColor(0x1F2025), QColor(0x29364F), QColor(0x27507B), QColor(0x286D97), QColor(0x248CB2),
              QColor(0x2AADC3), QColor(0x69C9CA), QColor(0x9FE3D5), QColor(0xD2FBE8)};
    p.tide = {QColor(0xFDB07B), QColor(0xD28145), QColor(0x945F3A), QColor(0x593F2D), QColor(0x202224),
              QColor(0x33475E), QColor(0x47709E), QColor(0x5A9BE2), QColor(0x98C8FF)};
    p.dark = true;
    return p;
}

Palette highContrastPalette() {
    Palette p;
    p.bg = p.surface = p.onfill = QColor(Qt::black), p.raised = 0x1F1F1F, p.border = 0xFFFFFF, p.strong = 0xFFFFFF;
    p.text = 0xFFFFFF, p.muted = 0xE6E6E6, p.disabled = 0xB3B3B3;
    p.accent = 0xFFD84D, p.fill = 0xFFD84D, p.selection = 0x0A3D5C;
    p.success = 0x5CFF9D, p.successTint = 0x00210F, p.warning = 0xFFC24D, p.warningTint = 0x261A00;
    p.error = 0xFFB0A8, p.errorTint = 0x330505, p.infoTint = 0x2A2400;
    p.grid = 0x4D4D4D, p.axis = 0xFFFFFF, p.hatch = 0xB3B3B3, p.envelope = 0xB3B3B3;
    p.runs = {QColor(0x89A4D2), QColor(0xE47A12), QColor(0x00D8A4), QColor(0xFE52B1), QColor(0xDBBE1D),
              QColor(0x8FC8D7), QColor(0xFF958A), QColor(0xB17BFF), QColor(0x9D995D), QColor(0xB68A94),
              QColor(0xA4CEFF), QColor(0xFBBC88), QColor(0x56F5DC), QColor(0xF697BF), QColor(0xFFD983),
              QColor(0x5FF1FF), QColor(0xF9CDC1), QColor(0xCAA6E7), QColor(0xC1E052), QColor(0xF9BEC9)};
    p.gate = {QColor(Qt::black), QColor(0x0F4B73), QColor(0x4FA3DC), QColor(0x64B5E3), QColor(0x7FC8EA),
              QColor(0x9ADAEF),  QColor(0xBAEBF4), QColor(0xDDF7FA), QColor(0xFFFFFF)};
    p.tide = {QColor(0xFFD9A8), QColor(0xFFB066), QColor(0xC97F3D), QColor(0x6E451F), QColor(Qt::black),
              QColor(0x22507A), QColor(0x4F97D6), QColor(0x8CC2FF), QColor(0xD2E8FF)};
    p.dark = p.strongLines = true;
    return p;
}

QColor runColour(const Palette& palette, int slot) { return palette.runs[static_cast<std::size_t>(slot % kRunSlots)]; }

QColor heatColour(const std::array<QColor, 9>& stops, double position) {
    if (!std::isfinite(position)) return {};
    const double scaled = std::clamp(position, 0.0, 1.0) * 8;
    const auto low = static_cast<std::size_t>(std::min(std::floor(scaled), 7.0));
    const double share = scaled - static_cast<double>(low);
    const QColor &a = stops[low], &b = stops[low + 1];
    const auto mix = [share](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

}  // namespace gatelab
