// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_view.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

std::shared_ptr<const SeriesDrawing> buildDrawing(const Series& series) {
    auto drawing = std::make_shared<SeriesDrawing>();
    drawing->pyramids.resize(series.channels.size());
    for (std::size_t i = 0; i < series.channels.size(); ++i) drawing->pyramids[i].assign(series.channels[i].values);
    if (!series.time.known() || !std::is_sorted(series.time.values.begin(), series.time.values.end())) return drawing;
    auto& times = drawing->times;
    times.reserve(series.time.values.size());
    for (const std::int64_t micros : series.time.values) times.push_back(static_cast<double>(micros) / 1e6);
    const double step = static_cast<double>(series.time.stepMicros) / 1e6;
    for (std::size_t i = 1; step > 0 && i < times.size(); ++i)
        if (times[i] - times[i - 1] > 1.5 * step)
            drawing->gaps.push_back({static_cast<std::int64_t>(i) - 1, static_cast<std::int64_t>(i)});
    return drawing;
}

void SeriesView::setSeries(SeriesPtr series, std::shared_ptr<const SeriesDrawing> drawing) {
    series_ = std::move(series);
    drawing_ = drawing   ? std::move(drawing)
               : series_ ? buildDrawing(*series_)
                         : std::make_shared<const SeriesDrawing>();
    split_ = {};
    showAll();
    Q_EMIT seriesChanged();
}

double SeriesView::xOfRow(std::int64_t row) const {
    if (times().empty()) return static_cast<double>(row);
    if (row < 0) return times().front();
    return times()[static_cast<std::size_t>(std::min(row, static_cast<std::int64_t>(times().size()) - 1))];
}

std::int64_t SeriesView::rowAt(double x) const {
    if (times().empty())
        return std::clamp(static_cast<std::int64_t>(std::ceil(std::clamp(x, -1.0, 1e18))), std::int64_t(0), rows());
    return std::lower_bound(times().begin(), times().end(), x) - times().begin();
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

void SeriesView::zoom(double about, double factor) {
    setRange(about - (about - low_) * factor, about - (about - low_) * factor + (high_ - low_) * factor);
}

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
