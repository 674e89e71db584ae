// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <vector>

namespace gatelab {

/// Counts of values in equal bins over a number axis, painted. Non-finite values are left out and counted in words.
class Histogram : public QWidget {
    Q_OBJECT
public:
    explicit Histogram(Theme& theme, QWidget* parent = nullptr);
    /// bins 0: chosen by the number of values (square root, 10 to 60).
    void setValues(const std::vector<double>& values, int bins = 0);
    /// Ready counts; edges has one more element than counts.
    void setCounts(std::vector<double> edges, std::vector<double> counts);
    void setNote(const QString& note);  ///< at the top right; empty: mean and deviation of setValues
    void setColour(const QColor& colour);
    void setEmptyText(const QString& text);
    [[nodiscard]] const std::vector<double>& counts() const { return counts_; }
    [[nodiscard]] const std::vector<double>& edges() const { return edges_; }
    [[nodiscard]] QSize sizeHint() const override { return {260, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 90}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
    std::vector<double> edges_, counts_;
    QString note_, ownNote_, emptyText_;
    QColor colour_;
};

}  // namespace gatelab
