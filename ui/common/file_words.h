// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

/// Of a kept list of files (app/kept_data.h) the folder and how many they are; of another file its name.
QString shownFileName(const QString& name);

}  // namespace gatelab
