// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <vector>

namespace gatelab {

/// Names, horizontal bars from zero, values: "this run" beside its baselines.
class BarList : public QWidget {
    Q_OBJECT
public:
    struct Row {
        QString name;
        double value = 0;  ///< NaN: no bar, "-"
        QColor colour;     ///< invalid: grey
        QString text;      ///< empty: formatNumber(value)
    };
    explicit BarList(Theme& theme, QWidget* parent = nullptr);
    void setRows(std::vector<Row> rows);
    void setNameWidth(int px);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    Theme& theme_;
    std::vector<Row> rows_;
    int nameWidth_ = 92;
};

}  // namespace gatelab
