// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/architecture.h"

#include <QCoreApplication>
#include <QRectF>
#include <utility>
#include <vector>

class QPainter;

namespace gatelab {

/// A network drawn over time into a rectangle of a size: where its levels stand, and the words at both sides.
class ArchitecturePainter {
    Q_DECLARE_TR_FUNCTIONS(ArchitecturePainter)
public:
    /// One level of the drawing; `layer` indexes Architecture::layers.
    struct Level {
        int layer = -1;
        QRectF box;
        QString note;  ///< under the shape at the right: "then dropout 0.10"
    };
    explicit ArchitecturePainter(const Theme& theme) : theme_(theme) {}
    void set(const ExperimentConfig& config, const ModelShape& shape, const Architecture& architecture);
    void layOut(const QSizeF& size);
    /// Layers by their index; -1: none.
    void paint(QPainter& painter, int selected, int hovered);
    [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }  ///< bottom to top
    [[nodiscard]] int layerAt(QPointF at) const;
    /// Where a layer is drawn; empty when it is not.
    [[nodiscard]] QRectF boxOf(int layer) const;
    /// What stands under the first and the last of the drawn steps: a window's are counted back from its end, a
    /// sequence's from its beginning.
    [[nodiscard]] std::pair<QString, QString> endTexts() const;
    [[nodiscard]] QSize minimumSize() const;
    [[nodiscard]] QSize usualSize() const;

private:
    /// What stands beside a level: its name and size at the left, what it gives at the right.
    struct Words {
        QString name, detail, shape, note;
    };
    [[nodiscard]] Words wordsOf(const Level& level) const;
    [[nodiscard]] std::pair<QString, QString> forecastWords() const;
    /// The levels of the network without their places, and the room that their words need.
    void listLevels();
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
    void paintLabels(QPainter& painter, const Level& level) const;
    void paintWindow(QPainter& painter, const Level& level) const;
    void paintRecurrent(QPainter& painter, const Level& level) const;
    void paintFeeds(QPainter& painter, const Level& level, double cellWidth) const;
    void paintPlate(QPainter& painter, const Level& level) const;
    void paintForecast(QPainter& painter) const;
    void paintBetween(QPainter& painter, const Level& below, const Level& above) const;
    [[nodiscard]] QString cellName() const;

    const Theme& theme_;
    ExperimentConfig config_;
    ModelShape shape_;
    Architecture architecture_;
    std::vector<Level> levels_;  ///< bottom to top
    QSizeF size_;
    QRectF forecast_;
    double leftWords_ = 0, rightWords_ = 0;  ///< the least
    double left_ = 0, right_ = 0;            ///< what the words at either side have
    int selected_ = -1, hovered_ = -1;
};

}  // namespace gatelab
