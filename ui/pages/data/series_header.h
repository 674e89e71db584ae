// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <QHeaderView>
#include <span>
#include <vector>

namespace gatelab {

class BackgroundJob;
class Theme;

/// Head of the import preview: name, role, and the course of the whole column as a small picture (least, most and mean
/// of as many pieces as it has pixels), so that a column of rubbish is seen before the first row is read. The pictures
/// are made by a job.
class SeriesHeader : public QHeaderView {
    Q_OBJECT
public:
    SeriesHeader(Theme& theme, QWidget* parent);
    void setSeries(SeriesPtr series);

    /// One pixel column of a picture; least > most: no value there.
    struct Piece {
        double least, most, mean;
    };
    static std::vector<Piece> piecesOf(std::span<const double> values, std::size_t count);

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    void paintCourse(QPainter& painter, const QRectF& area, const std::vector<Piece>& pieces) const;
    Theme& theme_;
    BackgroundJob* job_;
    SeriesPtr series_;
    std::vector<std::vector<Piece>> courses_;  ///< one per channel; empty: not made yet
};

}  // namespace gatelab
