// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

#include <vector>

namespace gatelab {

/// An animated GIF (89a) that repeats for ever: all images in the size of the first, in one palette of at most 256
/// colours. `hundredths` of a second per frame. Empty for no image.
QByteArray gifOf(const std::vector<QImage>& frames, int hundredths);

}  // namespace gatelab
