// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPixmap>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace gatelab {

/// The training loss over the steps of a run, small, with a tick for each frame of its film and a line at the one that
/// is shown. A click, a drag, Left and Right choose a frame. GUI thread.
class FilmCurve : public QWidget {
    Q_OBJECT
public:
    explicit FilmCurve(Theme& theme, QWidget* parent = nullptr);
    /// `steps` ascending, as long as `losses`; not finite: a gap.
    void setLoss(std::vector<double> steps, std::vector<double> losses);
    [[nodiscard]] bool hasLoss() const { return !steps_.empty(); }
    void setFrames(std::vector<std::int64_t> steps);
    void setShown(std::int64_t step);  ///< -1: none
    /// "training loss 0.123 at step 400"; empty where there is no curve.
    [[nodiscard]] QString reading() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void frameChosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double lastStep() const;
    [[nodiscard]] double xOf(double step) const;
    [[nodiscard]] int frameAt(double x) const;
    [[nodiscard]] double lossAt(double step) const;
    void draw();
    void changed();

    Theme* theme_;
    std::vector<double> steps_, losses_;
    std::vector<std::int64_t> frames_;
    std::int64_t shown_ = -1;
    QPixmap still_;
};

}  // namespace gatelab
