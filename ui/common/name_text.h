// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>
#include <span>
#include <string>

namespace gatelab {

/// A name cut to `width` pixels so that it is told apart from the others beside it: what begins them alike is cut, and
/// what differs is seen ("Ver...=EDEKA" beside "Ver...=Rewe"); without an other of the same beginning it is cut in its
/// middle. `others` may hold the name itself. UTF-8.
QString nameToldApart(const std::string& name, std::span<const std::string> others, const QFontMetrics& metrics,
                      int width);

}  // namespace gatelab
