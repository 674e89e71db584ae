// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/inspection.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace gatelab {

/// The first target of the whole series as a band of its least and largest values, with the window that is looked at; a
/// click or Left and Right choose another one of the same part. GUI thread.
class SeriesStrip : public QWidget {
    Q_OBJECT
public:
    explicit SeriesStrip(Theme& theme, QWidget* parent = nullptr);
    void setRun(std::shared_ptr<const InspectedRun> run);
    void setWindow(WindowPart part, std::int64_t window);
    [[nodiscard]] QSize sizeHint() const override { return {400, height_}; }

Q_SIGNALS:
    void windowChosen(qint64 window);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(double x);
    void draw();
    Theme* theme_;
    std::shared_ptr<const InspectedRun> run_;
    WindowPart part_ = WindowPart::Validation;
    std::int64_t window_ = 0;
    int height_ = 40;
    QPixmap still_;
};

}  // namespace gatelab
