// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/cell_walk.h"

#include <QObject>

#include <vector>

namespace gatelab {

/// What was changed in a copy of the network by a person; each place once. Drawing, table and panel of the walk change
/// it. GUI thread.
class WalkEdits : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    [[nodiscard]] const std::vector<WalkEdit>& all() const { return all_; }
    void change(const WalkPlace& place, double value);
    void putBack(const WalkPlace& place);
    void putAllBack();
    // By the program, without a signal
    void clear() { all_.clear(); }
    void keepWeights();  ///< what was read belongs to its window

Q_SIGNALS:
    void changed();

private:
    std::vector<WalkEdit> all_;
};

}  // namespace gatelab
