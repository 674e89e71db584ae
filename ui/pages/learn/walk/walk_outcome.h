// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/cell_walk.h"

#include <QWidget>

#include <memory>

namespace gatelab {

/// What the network answers, beside the truth, and its loss; with a number changed, what it answered before as well.
/// GUI thread.
class WalkOutcome : public QWidget {
    Q_OBJECT
public:
    explicit WalkOutcome(Theme& theme, QWidget* parent = nullptr);
    void setWalk(std::shared_ptr<const CellWalk> walk, std::shared_ptr<const InspectedRun> run, bool isChanged);
    /// The loss, and what it was, in words.
    [[nodiscard]] QString lossText() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintForecast(QPainter& painter, const QRectF& plot) const;
    void paintClasses(QPainter& painter, const QRectF& area) const;
    Theme* theme_;
    std::shared_ptr<const CellWalk> walk_;
    std::shared_ptr<const InspectedRun> run_;
    bool isChanged_ = false;
};

}  // namespace gatelab
