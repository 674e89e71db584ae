// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProgressBar>

namespace gatelab {

/// A line of progress under a bar of tools: three pixels, no text.
class ThinProgress : public QProgressBar {
    Q_OBJECT
public:
    explicit ThinProgress(QWidget* parent = nullptr);
};

}  // namespace gatelab
