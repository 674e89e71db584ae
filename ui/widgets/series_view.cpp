// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/series_view.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

std::shared_ptr<const SeriesPyramids> buildPyramids(const Series& series) {
    auto pyramids = std::make_shared<SeriesPyramids>(series.channels.size());
    for (std::size_t i = 0; i < series.channels.size(); ++i) (*pyramids)[i].assign(series.channels[i].values);
    return pyramids;
}

void SeriesView::setSeries(SeriesPtr series, std::shared_ptr<const SeriesPyramids> pyramids) {
    series_ = std::move(series);
    pyramids_ = pyramids || !series_ ? std::move(pyramids) : buildPyramids(*series_);
    times_.clear();
    gaps_.clear();
    split_ = {};
    if (series_ && series_->time.known() && std::is_sorted(series_->time.values.begin(), series_->time.values.end())) {
        times_.reserve(series_->time.values.size());
        for (const std::int64_t micros : series_->time.values) times_.push_back(static_cast<double>(micros) / 1e6);
        const double step = static_cast<double>(series_->time.stepMicros) / 1e6;
        for (std::size_t i = 1; step > 0 && i < times_.size(); ++i)
            if (times_[i] - times_[i - 1] > 1.5 * step) gaps_.push_back({static_cast<std::int64_t>(i) - 1, static_cast<std::int64_t>(i)});
    }
    showAll();
    Q_EMIT seriesChanged();
}

double SeriesView::xOfRow(std::int64_t row) const {
    if (times_.empty()) return static_cast<double>(row);
    if (row < 0) return times_.front();
    return times_[static_cast<std::size_t>(std::min(row, static_cast<std::int64_t>(times_.size()) - 1))];
}

std::int64_t SeriesView::rowAt(double x) const {
    if (times_.empty()) return std::clamp(static_cast<std::int64_t>(std::ceil(std::clamp(x, -1.0, 1e18))), std::int64_t(0), rows());
    return std::lower_bound(times_.begin(), times_.end(), x) - times_.begin();
}

void SeriesView::setRange(double low, double high) {
    if (rows() < 1) return;
    const double whole = std::max(last() - first(), 1e-9);
    // No closer than four rows.
    double span = std::clamp(high - low, std::min(whole, 4 * whole / static_cast<double>(rows())), whole);
    if (!std::isfinite(span)) span = whole;
    low = std::clamp(std::isfinite(low) ? low : first(), first(), first() + whole - span);
    if (low == low_ && low + span == high_) return;
    low_ = low;
    high_ = low + span;
    Q_EMIT rangeChanged(low_, high_);
}

void SeriesView::showAll() {
    if (rows() < 1) return;
    low_ = high_ = 0;
    setRange(first(), std::max(last(), first() + 1e-9));
}

void SeriesView::zoom(double about, double factor) { setRange(about - (about - low_) * factor, about - (about - low_) * factor + (high_ - low_) * factor); }

void SeriesView::pan(double by) { setRange(low_ + by, high_ + by); }

void SeriesView::setSplit(const Split& split) {
    if (split == split_) return;
    split_ = split;
    Q_EMIT splitMoved(split_);
}

void SeriesView::moveBorder(int border, std::int64_t row) {
    Split split = split_;
    const std::int64_t end = split.test.end > 0 ? split.test.end : split.validation.end;
    if (border == 0) {
        const std::int64_t gap = std::max<std::int64_t>(0, split.validation.begin - split.train.end);
        if (split.validation.end - gap - 1 < 1) return;
        split.train.end = std::clamp<std::int64_t>(row, 1, split.validation.end - gap - 1);
        split.validation.begin = split.train.end + gap;
    } else {
        const std::int64_t gap = std::max<std::int64_t>(0, split.test.begin - split.validation.end);
        if (end - gap - 1 < split.validation.begin + 1) return;
        split.validation.end = std::clamp<std::int64_t>(row, split.validation.begin + 1, end - gap - 1);
        split.test.begin = split.validation.end + gap;
    }
    setSplit(split);
}

void SeriesView::dropBorder() { Q_EMIT splitChanged(split_); }

}  // namespace gatelab
