// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/explanation.h"

#include <QWidget>
#include <vector>

namespace gatelab {

/// Names, bars from 1 to how many times the error is as large, whiskers for the interval; grey where it may be chance.
class ImportanceBars : public QWidget {
    Q_OBJECT
public:
    explicit ImportanceBars(Theme& theme, QWidget* parent = nullptr);
    /// `most`: the end of the axis, the same for several lists.
    void setRows(const std::vector<const ImportanceRow*>& rows, double most);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        QString name, value;
        double ratio = 1, low = 1, high = 1;
        bool matters = false;
    };
    [[nodiscard]] int rowHeight() const;
    Theme& theme_;
    std::vector<Row> rows_;
    double most_ = 2;
};

}  // namespace gatelab
