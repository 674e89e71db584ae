// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/channel_drawing.h"

#include <QObject>
#include <QString>
#include <limits>
#include <memory>
#include <vector>

namespace gatelab {

class BackgroundJob;

/// The time of a series as it is drawn. Linear in the rows: for long series do it in a background job.
struct SeriesDrawing {
    std::vector<double> times;   ///< of the rows, seconds since 1970; empty: rows are counted
    std::vector<RowRange> gaps;  ///< holes in time: rows [begin, end) are the neighbours of each
};
std::shared_ptr<const SeriesDrawing> buildDrawing(const Series& series);

/// What a channel is used for.
struct ChannelUse {
    bool isTarget = false, isInput = false;
    /// By which the error changes with this channel as an input too: 0.014 is 1.4 % more; NaN: not measured.
    double price = std::numeric_limits<double>::quiet_NaN();
};

/// Part of the channel to point out: an outlier (one row), a stretch, missing values, a level that changes at a row.
struct SeriesMark {
    enum class Kind { Outlier, Stretch, Missing, Shift };
    Kind kind = Kind::Outlier;
    int channel = 0;
    RowRange rows;
    QString label;
};

/// What the plot of a series shows: data, visible stretch, split. x is seconds since 1970 where the time is known and
/// sorted, else the row number. Channels are worked out when they are wanted. GUI thread.
class SeriesView : public QObject {
    Q_OBJECT
public:
    explicit SeriesView(QObject* parent = nullptr);
    /// drawing: of this very series; null: built here.
    void setSeries(SeriesPtr series, std::shared_ptr<const SeriesDrawing> drawing = {});
    [[nodiscard]] const SeriesPtr& series() const { return series_; }
    /// Of the channels, in their order.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// Null: not worked out yet.
    [[nodiscard]] const ChannelDrawing* drawing(std::size_t channel) const { return channels_[channel].get(); }
    /// Of the split that was set or dropped last. Null: not worked out yet, or there is no split.
    [[nodiscard]] const ChannelDistribution* distribution(std::size_t channel) const {
        return distributions_[channel].get();
    }
    /// Has these channels worked out, off the GUI thread where it is much; worked() tells of each. What was wanted
    /// before and is not begun is forgotten.
    void want(std::vector<std::size_t> channels);
    [[nodiscard]] std::int64_t rows() const { return series_ ? series_->rows() : 0; }
    [[nodiscard]] bool timed() const { return !times().empty(); }

    [[nodiscard]] double xOfRow(std::int64_t row) const;
    /// As many as a day has; where that is not known, or they are longer, some that a picture shows.
    [[nodiscard]] std::int64_t rowsOfDay() const;
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
    void worked();  ///< wanted channels can be drawn
    void rangeChanged(double low, double high);
    void splitMoved(const gatelab::Split& split);    ///< while dragging
    void splitChanged(const gatelab::Split& split);  ///< after dragging, by the user

private:
    struct Work {
        std::size_t channel = 0;
        std::shared_ptr<const ChannelDrawing> drawing;
        std::shared_ptr<const ChannelDistribution> distribution;
    };
    [[nodiscard]] const std::vector<double>& times() const { return drawing_->times; }
    void workOut();
    void take(const SeriesPtr& series, const Split& split, std::vector<Work> done);
    void countAgain();
    SeriesPtr series_;
    std::vector<std::string> names_;
    std::shared_ptr<const SeriesDrawing> drawing_ = std::make_shared<const SeriesDrawing>();
    std::vector<std::shared_ptr<const ChannelDrawing>> channels_;
    std::vector<std::shared_ptr<const ChannelDistribution>> distributions_;
    std::vector<std::size_t> wanted_;
    BackgroundJob* job_;
    double low_ = 0, high_ = 1;
    Split split_, counted_;  ///< of the distributions: not one under the hand
};

}  // namespace gatelab
