// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_figures.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <vector>

class QPushButton;

namespace gatelab {

/// The film below a picture: the loss of each run over the epochs, and a slider over the frames from "untrained" to
/// now. Hatched until something may be seen. Left, Right: frames; Space: play, 8 a second. GUI thread.
class StageFilm : public QWidget {
    Q_OBJECT
public:
    struct Curve {
        QString name;
        int slot = 0;  ///< of the run colours
        LessonLine line;
        double kept =
            std::numeric_limits<double>::quiet_NaN();  ///< loss of the weights that are kept; not a number: unknown
    };
    StageFilm(Theme& theme, double scale, QWidget* parent = nullptr);

    /// `places`: of each frame, from 0 (untrained) to 1 (now), ascending; one or none: there is no film yet, for the
    /// reason `why`.
    void setFilm(std::vector<double> places, double epochs, const QString& why);
    void setCurves(std::vector<Curve> curves, const QString& name);
    void showFrame(int frame);  ///< -1: the last
    void setLow(bool on);       ///< in a low window: without its title
    [[nodiscard]] int frame() const { return frame_; }
    [[nodiscard]] int frames() const { return static_cast<int>(places_.size()); }
    void play(bool on);
    [[nodiscard]] bool isPlaying() const { return timer_.isActive(); }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void frameChosen(int frame);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] double titleHeight() const;
    [[nodiscard]] bool isBare() const;
    [[nodiscard]] bool isNarrow() const;  ///< for its letters
    [[nodiscard]] double right() const;   ///< of the plot: room beside it
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double trackY() const;
    [[nodiscard]] double placeX(double place) const;
    void choose(int frame);
    void chooseAt(double x);
    void paintTitle(class QPainter& painter) const;
    void paintNothing(QPainter& painter) const;
    /// Of the losses: logarithmic.
    struct LossScale {
        double low, high;
        bool isThere;
        QRectF box;
        [[nodiscard]] double yOf(double value) const;
    };
    [[nodiscard]] LossScale lossScale() const;
    void paintLossAxis(QPainter& painter, const LossScale& scale) const;
    void paintCurves(QPainter& painter) const;
    void paintEnds(QPainter& painter, const LossScale& scale) const;
    void paintTrack(QPainter& painter) const;
    [[nodiscard]] QFont font(int px, int weight = 400) const;

    Theme& theme_;
    double scale_;
    std::vector<double> places_;
    double epochs_ = 1;
    QString why_, curvesName_;
    std::vector<Curve> curves_;
    int frame_ = 0;
    bool isLow_ = false;
    QPushButton* play_;
    QTimer timer_;
};

}  // namespace gatelab
