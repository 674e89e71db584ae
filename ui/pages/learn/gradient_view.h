// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/network_look.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace gatelab {

class Card;
class LineChart;
class WrappedLabel;

/// One network whose gradient is drawn beside others.
struct NamedGradient {
    QString name;
    std::shared_ptr<const GradientView> view;
};

/// The gradient through time: norms of dL/dh_t and dL/dc_t on a log axis, what the forget gates alone would leave, and
/// below how far a nudge of the input moves the answer. Owned by the Learn page. GUI thread.
class GradientPanel : public QWidget {
    Q_OBJECT
public:
    explicit GradientPanel(Theme& theme, QWidget* parent = nullptr);
    /// The first is the network of the page, whose layers are all drawn; of the others the last layer.
    void setGradients(const std::vector<NamedGradient>& gradients);
    /// Why there is no gradient, said where it would be drawn; empty: there is one, or it is on its way.
    void setRefusal(const QString& message);
    /// What the button for the other cells says and why it may be off.
    void setCellsButton(const QString& text, const QString& tip, bool on);
    [[nodiscard]] LineChart& chart() { return *chart_; }

Q_SIGNALS:
    void cellsRequested();  ///< the same data and seed with the other cells
    void problem(const QString& message);
    void done(const QString& text);

private:
    void drawNudge(const GradientView& view);
    Theme* theme_;
    LineChart *chart_, *nudge_;
    QPushButton* cells_;
    WrappedLabel* memory_;
};

}  // namespace gatelab
