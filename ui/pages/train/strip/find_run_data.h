// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace gatelab {

class RunController;

/// Asks for the data file of a run that is missing where it was, and links it there once its SHA-256 is known to be
/// that of the run. What is wrong with the file becomes a problem of the runs. GUI thread.
void findRunData(QWidget& asking, RunController& runs, const QString& runId);

}  // namespace gatelab
