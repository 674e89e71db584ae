// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/series_view.h"
#include "common/theme.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <span>
#include <vector>

class QPainter;

namespace gatelab {

/// Draws the visible stretch of a series, one row per channel: at the left what the channel is, then min-max envelope
/// and mean where many samples share a pixel, the samples themselves where not, at the right how its values are
/// distributed; parts of the split, embargo, gaps, marks and the cursor over all of them.
class SeriesPainter {
    Q_DECLARE_TR_FUNCTIONS(SeriesPainter)
public:
    struct Range {
        double low = 0, high = 1;
    };
    static constexpr double kStrip = 30;  ///< above the plot, for the names of the parts and the handles of the split
    SeriesPainter(const Theme& theme, const SeriesView& view) : theme_(theme), view_(view) {}

    std::vector<std::size_t> channels;  ///< that have a row, from top to bottom
    std::vector<ChannelUse> uses;       ///< per channel of the series; fewer: the others have none
    std::vector<SeriesMark> marks;
    int current = -1;       ///< channel that keys act on; -1: none
    int border = -1;        ///< of the split, that keys move; -1: none
    QSizeF box = {70, 20};  ///< of the tick "input" in every label
    bool showsDistributions = true;
    int dragged = -1;  ///< a border of the split; -1: none
    bool panning = false;
    QPointF cursor = {-1, -1};
    QRectF plot;
    double width = 0;  ///< of all

    /// Left of the plot, for the numbers; right of it, for the distributions; px.
    [[nodiscard]] double ticksWidth() const { return 44 * theme_.textScale(); }
    [[nodiscard]] double distributionWidth() const { return 66 * theme_.textScale(); }

    void paint(QPainter& painter) const;
    [[nodiscard]] QRectF rowArea(std::size_t row) const;
    [[nodiscard]] double value(double pixel) const;
    [[nodiscard]] int borderAt(QPointF at) const;
    /// Where the tick of a row is: below what its height has room for.
    [[nodiscard]] QRectF boxArea(std::size_t row) const;

private:
    [[nodiscard]] double pixel(double x) const;
    [[nodiscard]] double borderX(int border) const;
    [[nodiscard]] bool hasBorder(int border) const;
    /// Whether the line of a border goes through a box, or next to it.
    [[nodiscard]] bool meetsBorder(const QRectF& box) const;
    void paintParts(QPainter& painter) const;
    [[nodiscard]] std::span<const RowRange> gapsInSight() const;
    void paintGapLabels(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    [[nodiscard]] QStringList figures(std::size_t channel, const QFontMetrics& metrics, double room) const;
    [[nodiscard]] double figuresEnd(std::size_t row) const;
    void paintLabel(QPainter& painter, std::size_t row) const;
    void paintUse(QPainter& painter, std::size_t row) const;
    void paintDistribution(QPainter& painter, std::size_t row, const Range& shown) const;
    void paintLegend(QPainter& painter) const;
    void paintEnvelope(QPainter& painter, const QRectF& area, std::size_t channel, const Range& shown) const;
    void paintMarks(QPainter& painter, const QRectF& area, std::size_t channel, const Range& shown) const;
    void paintBorders(QPainter& painter) const;
    void paintTime(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;

    const Theme& theme_;
    const SeriesView& view_;
};

}  // namespace gatelab
