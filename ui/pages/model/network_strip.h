// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/architecture.h"

#include <QWidget>

namespace gatelab {

/// The network in one line: a box per layer with its size, arrows between, the forecast at the end.
class NetworkStrip : public QWidget {
    Q_OBJECT
public:
    explicit NetworkStrip(Theme& theme, QWidget* parent = nullptr);
    void set(const ExperimentConfig& config, const ModelShape& shape);
    [[nodiscard]] QSize sizeHint() const override { return {400, qRound(66 * theme_.textScale())}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Box {
        QString title, note;
        bool recurrent = false;
    };
    Theme& theme_;
    std::vector<Box> boxes_;
};

}  // namespace gatelab
