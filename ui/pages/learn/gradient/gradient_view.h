// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/compared_cells.h"
#include "pages/learn/learn_view.h"

#include <memory>

class QPushButton;

namespace gatelab {

class LineChart;
class WrappedLabel;

/// The gradient through time: norms of dL/dh_t and dL/dc_t on a log axis, what the forget gates alone would leave, and
/// below how far a nudge of the input moves the answer. Owned by the Learn page. GUI thread.
class GradientPanel : public LearnView {
    Q_OBJECT
public:
    /// `others`: with other cells, whose gradient may stand beside; null: none are offered.
    GradientPanel(Theme& theme, NetworkInspection& look, NetworkInspection& beside,
                  std::unique_ptr<ComparedCells> others, QWidget* parent = nullptr);
    /// The run that is looked into.
    void setRun(const QString& id);
    /// How the network beside is called where it has the same cell.
    void setBesideName(const QString& name);
    void setWanted(bool on) override;
    [[nodiscard]] LineChart& chart() { return *chart_; }

private:
    void refresh();
    /// The first is the network of the page, whose layers are all drawn; of the others the last layer.
    void draw(const std::vector<NamedGradient>& gradients);
    void drawNudge(const GradientView& view);
    Theme* theme_;
    NetworkInspection *look_, *beside_;
    std::unique_ptr<ComparedCells> others_;
    QString besideName_;
    LineChart *chart_, *nudge_;
    QPushButton* cells_;
    WrappedLabel* memory_;
};

}  // namespace gatelab
