// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/architecture.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <utility>
#include <vector>

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
    [[nodiscard]] QRectF boxOf(int layer) const;
    /// What stands under the first and the last of the drawn steps: a window's are counted back from its end, a
    /// sequence's from its beginning.
    [[nodiscard]] std::pair<QString, QString> endTexts() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

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
    /// One level of the drawing; `layer` indexes Architecture::layers.
    struct Level {
        int layer = -1;
        QRectF box;
        QString note;  ///< under the shape at the right: "then dropout 0.10"
    };
    /// What stands beside a level: its name and size at the left, what it gives at the right.
    struct Words {
        QString name, detail, shape, note;
    };
    [[nodiscard]] Words wordsOf(const Level& level) const;
    [[nodiscard]] std::pair<QString, QString> forecastWords() const;
    /// The levels of the network without their places, and the room that their words need.
    void listLevels();
    void layOut();
    /// roomy: from 0, all as low as its texts allow, to 1.
    [[nodiscard]] double heightOf(const LayerInfo& layer, double roomy) const;
    /// Of the whole drawing; between its levels too.
    [[nodiscard]] double heightOf(double roomy) const;
    [[nodiscard]] double cellHeight() const { return 24 * theme_.textScale(); }
    [[nodiscard]] std::vector<double> columns() const;
    /// Width of the drawing between the words.
    [[nodiscard]] double netWidth() const;
    [[nodiscard]] const LayerInfo& info(const Level& level) const {
        return architecture_.layers[static_cast<std::size_t>(level.layer)];
    }
    void paintLabels(class QPainter& painter, const Level& level) const;
    void paintWindow(QPainter& painter, const Level& level) const;
    void paintRecurrent(QPainter& painter, const Level& level) const;
    void paintFeeds(QPainter& painter, const Level& level, double cellWidth) const;
    void paintPlate(QPainter& painter, const Level& level) const;
    void paintHead(QPainter& painter, const Level& level) const;
    void paintForecast(QPainter& painter) const;
    void paintBetween(QPainter& painter, const Level& below, const Level& above) const;
    [[nodiscard]] QString cellName() const;
    [[nodiscard]] int layerAt(QPointF at) const;

    Theme& theme_;
    ExperimentConfig config_;
    ModelShape shape_;
    Architecture architecture_;
    std::vector<Level> levels_;  ///< bottom to top
    QRectF forecast_;
    double leftWords_ = 0, rightWords_ = 0;  ///< the least
    double left_ = 0, right_ = 0;            ///< what the words at either side have
    int selected_ = -1, hovered_ = -1;
    FocusRing* ring_;
};

}  // namespace gatelab
