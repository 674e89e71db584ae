// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/data/minmax_pyramid.h"
#include "data/series.h"
#include "data/split.h"

#include <QObject>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// What is worked out once to draw a series. Costs about 50 ns a value: for long series do it in a background job.
struct SeriesDrawing {
    std::vector<MinMaxPyramid> pyramids;  ///< one per channel
    std::vector<double> times;            ///< of the rows, seconds since 1970; empty: rows are counted
    std::vector<RowRange> gaps;           ///< holes in time: rows [begin, end) are the neighbours of each
};
std::shared_ptr<const SeriesDrawing> buildDrawing(const Series& series);

/// Part of the channel to point out: an outlier (one row), a stuck stretch, missing values.
struct SeriesMark {
    enum class Kind { Outlier, Stretch, Missing };
    Kind kind = Kind::Outlier;
    int channel = 0;
    RowRange rows;
    QString label;
};

/// What the plot of a series and its overview show together: data, visible stretch, split. x is seconds since 1970
/// where the time is known and sorted, else the row number. GUI thread.
class SeriesView : public QObject {
    Q_OBJECT
public:
    explicit SeriesView(QObject* parent = nullptr) : QObject(parent) {}
    /// drawing: of this very series; null: built here.
    void setSeries(SeriesPtr series, std::shared_ptr<const SeriesDrawing> drawing = {});
    [[nodiscard]] const SeriesPtr& series() const { return series_; }
    [[nodiscard]] const MinMaxPyramid& pyramid(std::size_t channel) const { return drawing_->pyramids[channel]; }
    [[nodiscard]] std::int64_t rows() const { return series_ ? series_->rows() : 0; }
    [[nodiscard]] bool timed() const { return !times().empty(); }

    [[nodiscard]] double xOfRow(std::int64_t row) const;
    /// First row at or after x.
    [[nodiscard]] std::int64_t rowAt(double x) const;
    [[nodiscard]] const std::vector<RowRange>& gaps() const { return drawing_->gaps; }

    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }
    [[nodiscard]] double first() const { return xOfRow(0); }
    [[nodiscard]] double last() const { return xOfRow(rows() - 1); }
    void setRange(double low, double high);  ///< kept inside the data
    void showAll();
    void zoom(double about, double factor);
    void pan(double by);

    [[nodiscard]] const Split& split() const { return split_; }
    void setSplit(const Split& split);
    /// Border 0: train | validation, 1: validation | test. Moves it to a row, keeps the gap and the order, signals
    /// splitMoved.
    void moveBorder(int border, std::int64_t row);
    /// A drag is over: splitChanged.
    void dropBorder();

Q_SIGNALS:
    void seriesChanged();
    void rangeChanged(double low, double high);
    void splitMoved(const gatelab::Split& split);    ///< while dragging
    void splitChanged(const gatelab::Split& split);  ///< after dragging, by the user

private:
    [[nodiscard]] const std::vector<double>& times() const { return drawing_->times; }
    SeriesPtr series_;
    std::shared_ptr<const SeriesDrawing> drawing_ = std::make_shared<const SeriesDrawing>();
    double low_ = 0, high_ = 1;
    Split split_;
};

}  // namespace gatelab
