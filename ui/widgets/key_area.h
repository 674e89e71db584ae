// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// Property (bool) of a part of a page that F6 stops at, beside the page itself.
inline constexpr const char* kKeyArea = "keyArea";

}  // namespace gatelab
