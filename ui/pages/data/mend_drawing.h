// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/findings/remedy.h"
#include "data/series.h"

#include <QWidget>
#include <array>
#include <vector>

namespace gatelab {

class Theme;

/// A column as it is and as a remedy would make it, one over the other on one scale, small, before anything is done:
/// the lowest and the highest value of each of some 160 stretches, of long ones of some of their rows. The line stands
/// at the ends of those that change. GUI thread; a look at at most some 100,000 values.
class MendDrawing : public QWidget {
    Q_OBJECT
public:
    /// `remedy`: one that rescales rows (FindingRemedy::rescaled) of this column.
    MendDrawing(Theme& theme, const Channel& channel, const FindingRemedy& remedy, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

    /// Of one stretch; NaN: it has no value.
    struct Stretch {
        double low, high;
    };
    /// [0]: as it is, [1]: as it becomes.
    [[nodiscard]] const std::array<std::vector<Stretch>, 2>& curves() const { return curves_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
    std::array<std::vector<Stretch>, 2> curves_;
    std::array<double, 2> borders_{};  ///< of the rows that change, as shares of the width
};

}  // namespace gatelab
