// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QString>
#include <functional>
#include <string>

class QObject;

namespace gatelab {

/// Writes a file by a job of `owner`: the disk may take its time, and the window does not wait for it. Reports the end
/// to the owner's responder, unless the owner has gone; the file is written all the same. GUI thread; `write` runs on
/// the job's.
void writeInBackground(QObject& owner, const QString& path, std::function<Result<>()> write);
/// The same of a text, durably.
void writeInBackground(QObject& owner, const QString& path, std::string text);

}  // namespace gatelab
