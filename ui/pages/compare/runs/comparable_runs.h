// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QCheckBox;

namespace gatelab {

class ElidedLabel;
class Preferences;
struct RunSummary;

/// Which runs a chart of many may show together: those whose losses are the same quantity as the base run's (same data,
/// task and loss). Says how many are left out and lets them in; not seen where there are none. One choice for all
/// charts. GUI thread.
class ComparableRuns : public QWidget {
    Q_OBJECT
public:
    explicit ComparableRuns(Preferences& preferences, QWidget* parent = nullptr);
    /// Those that are shown; all when the base is none of them.
    [[nodiscard]] std::vector<const RunSummary*> shown(std::vector<const RunSummary*> runs, const QString& baseId);

Q_SIGNALS:
    void changed();

private:
    Preferences* preferences_;
    ElidedLabel* note_;
    QCheckBox* all_;
};

}  // namespace gatelab
