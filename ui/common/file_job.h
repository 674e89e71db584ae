// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QString>
#include <functional>
#include <string>

class QObject;

namespace gatelab {

/// Writes a file durably by a job of `owner`: the disk may take its time, and the window does not wait for it. `done`
/// is called on the GUI thread unless the owner has gone; the file is written all the same.
void writeInBackground(QObject& owner, const QString& path, std::string text,
                       std::function<void(const Result<>&)> done);

}  // namespace gatelab
