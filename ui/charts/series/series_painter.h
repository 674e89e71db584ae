// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/series_view.h"
#include "common/theme.h"

#include <QCoreApplication>
#include <QPointF>
#include <QRectF>
#include <vector>

class QPainter;

namespace gatelab {

/// Draws the visible stretch of a series, one row per channel: min-max envelope and mean where many samples share a
/// pixel, the samples themselves where not; parts of the split, embargo, gaps, marks and the cursor.
class SeriesPainter {
    Q_DECLARE_TR_FUNCTIONS(SeriesPainter)
public:
    struct Extent {
        double low = 0, high = 1, mean = 0, deviation = 0;
    };
    static constexpr double kStrip = 18;  ///< above the plot, for the names of the parts
    static constexpr double kTicks = 40;  ///< left of the plot, for the numbers
    SeriesPainter(const Theme& theme, const SeriesView& view) : theme_(theme), view_(view) {}

    std::vector<std::size_t> channels;  ///< that have a row, from top to bottom
    std::vector<std::size_t> targets;   ///< that have the badge "target"
    std::vector<SeriesMark> marks;
    std::vector<Extent> whole;       ///< per channel of the series
    bool visibleStatistics = false;  ///< of the visible stretch instead of the whole series
    int dragged = -1;                ///< a border of the split; -1: none
    bool panning = false;
    QPointF cursor = {-1, -1};
    QRectF plot;
    double width = 0;  ///< of all

    void paint(QPainter& painter) const;
    [[nodiscard]] QRectF rowArea(std::size_t row) const;
    [[nodiscard]] double value(double pixel) const;
    [[nodiscard]] int borderAt(QPointF at) const;
    [[nodiscard]] Extent extentOf(std::size_t channel, std::int64_t begin, std::int64_t end) const;

private:
    [[nodiscard]] double pixel(double x) const;
    [[nodiscard]] double borderX(int border) const;
    void paintParts(QPainter& painter) const;
    void paintGapLabels(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintLabel(QPainter& painter, std::size_t row, const Extent& extent) const;
    void paintEnvelope(QPainter& painter, const QRectF& area, std::size_t channel, const Extent& shown) const;
    void paintMarks(QPainter& painter, const QRectF& area, std::size_t channel, const Extent& shown) const;
    void paintTime(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;

    const Theme& theme_;
    const SeriesView& view_;
};

}  // namespace gatelab
