// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

namespace gatelab {

/// Marks where something that is dragged would come to lie: a tinted frame over everything else of its parent. Hidden
/// until it is shown at a place.
class PlaceMark : public QWidget {
    Q_OBJECT
public:
    PlaceMark(Theme& theme, QWidget* parent);
    void showAt(const QRect& place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
};

}  // namespace gatelab
