// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "lab/lab.h"

#include <span>

class QComboBox;

namespace gatelab {

/// The chart of the lab: one figure of every rung as bars with their intervals, or speed against memory. Which, is
/// chosen in its header. GUI thread.
class LabChart : public LineChart {
    Q_OBJECT
public:
    explicit LabChart(Theme& theme, QWidget* parent = nullptr);
    void setReport(const LabReport& report);
    /// By its key; one that is not there counts as the first.
    void setFigure(const QString& key);
    [[nodiscard]] QString figure() const;

Q_SIGNALS:
    void figureChosen(const QString& key);  ///< by the user

private:
    struct Figure;
    static std::span<const Figure> figures();
    static QString groupName(LabGroup group);
    [[nodiscard]] const Figure& chosen() const;
    /// Another figure: on axes of its own.
    void showFigure();
    void draw();
    void showScatter();
    void showBars(const Figure& figure);
    Theme* theme_;
    QComboBox* box_;
    LabReport report_;
};

}  // namespace gatelab
