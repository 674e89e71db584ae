// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/chart_table.h"

#include <QComboBox>

namespace gatelab {

/// Chooses which histograms of a run are drawn: weights, gates or outputs of a layer. Keeps its choice from run to run
/// where there is the same. GUI thread.
class HistogramPicker : public QComboBox {
    Q_OBJECT
public:
    explicit HistogramPicker(QWidget* parent = nullptr);
    /// Null: nothing to choose. Quick when nothing changed.
    void showRun(const RunView* run);
    /// What is chosen; an empty name when there is nothing.
    [[nodiscard]] HistogramKind kind() const;
    /// Chooses what there is of this layer; false when there is nothing.
    bool pickLayer(std::int64_t layer);

Q_SIGNALS:
    void picked();

private:
    std::vector<HistogramKind> kinds_;
    HistogramKind chosen_;
};

}  // namespace gatelab
