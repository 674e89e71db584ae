// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/thin_progress.h"

namespace gatelab {

ThinProgress::ThinProgress(QWidget* parent) : QProgressBar(parent) {
    setProperty("thin", true);
    setTextVisible(false);
}

}  // namespace gatelab
