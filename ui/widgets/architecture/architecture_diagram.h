// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/architecture/architecture_painter.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <utility>

namespace gatelab {

/// The network drawn over time, bottom to top: window, recurrent layers as rows of cells with their arrows, head,
/// forecast. Alive while typing: give it the Architecture of every change. Up and Down choose a layer; a click or Enter
/// opens it.
class ArchitectureDiagram : public QWidget {
    Q_OBJECT
public:
    explicit ArchitectureDiagram(Theme& theme, QWidget* parent = nullptr);
    void set(const ExperimentConfig& config, const ModelShape& shape, const Architecture& architecture);
    /// Index into Architecture::layers; -1: none.
    void setSelected(int layer);
    [[nodiscard]] int selected() const { return selected_; }
    /// Where a layer is drawn; empty when it is not.
    [[nodiscard]] QRectF boxOf(int layer) const { return painter_.boxOf(layer); }
    /// ArchitecturePainter::endTexts
    [[nodiscard]] std::pair<QString, QString> endTexts() const { return painter_.endTexts(); }
    [[nodiscard]] QSize sizeHint() const override { return painter_.usualSize(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return painter_.minimumSize(); }

Q_SIGNALS:
    void layerChosen(int layer);  ///< by mouse or keys
    void layerOpened(int layer);  ///< its settings are wanted; after layerChosen

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    ArchitecturePainter painter_;
    Theme& theme_;
    int selected_ = -1, hovered_ = -1;
    FocusRing* ring_;
};

}  // namespace gatelab
