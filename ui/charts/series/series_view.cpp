// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series/series_view.h"

#include "common/background_job.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
constexpr std::int64_t kAtOnce = 400'000;  // values, some 20 ms
}

std::shared_ptr<const SeriesDrawing> buildDrawing(const Series& series) {
    auto drawing = std::make_shared<SeriesDrawing>();
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

SeriesView::SeriesView(QObject* parent) : QObject(parent), job_(new BackgroundJob(this)) {}

void SeriesView::setSeries(SeriesPtr series, std::shared_ptr<const SeriesDrawing> drawing) {
    job_->cancel();
    series_ = std::move(series);
    drawing_ = drawing   ? std::move(drawing)
               : series_ ? buildDrawing(*series_)
                         : std::make_shared<const SeriesDrawing>();
    const std::size_t count = series_ ? series_->channels.size() : 0;
    names_.clear();
    for (std::size_t i = 0; i < count; ++i) names_.push_back(series_->channels[i].name);
    channels_.assign(count, nullptr);
    distributions_.assign(count, nullptr);
    wanted_.clear();
    split_ = counted_ = {};
    showAll();
    Q_EMIT seriesChanged();
}

void SeriesView::want(std::vector<std::size_t> channels) {
    wanted_ = std::move(channels);
    workOut();
}

void SeriesView::workOut() {
    if (!series_ || job_->running()) return;  // what is wanted then follows
    const bool isSplit = counted_.train.size() > 0;
    std::vector<Work> work;
    for (const std::size_t channel : wanted_)
        if (channel < channels_.size() && (!channels_[channel] || (isSplit && !distributions_[channel])))
            work.push_back({channel, channels_[channel], nullptr});
    if (work.empty()) return;
    const auto make = [series = series_, split = counted_, isSplit, work](const Progress& progress) {
        std::vector<Work> done;
        for (Work one : work) {
            if (!report(progress, -1)) break;
            const Channel& channel = series->channels[one.channel];
            if (!one.drawing) one.drawing = drawChannel(*series, one.channel);
            if (isSplit) one.distribution = distributionOf(channel, *one.drawing, split);
            done.push_back(std::move(one));
        }
        return done;
    };
    if (rows() * static_cast<std::int64_t>(work.size()) <= kAtOnce) return take(series_, counted_, make({}));
    job_->run<std::vector<Work>>(make, [this, series = series_, split = counted_](std::vector<Work> done) {
        take(series, split, std::move(done));
        workOut();
    });
}

void SeriesView::take(const SeriesPtr& series, const Split& split, std::vector<Work> done) {
    if (series != series_) return;
    for (Work& one : done) {
        channels_[one.channel] = std::move(one.drawing);
        if (split == counted_) distributions_[one.channel] = std::move(one.distribution);
    }
    Q_EMIT worked();
}

void SeriesView::countAgain() {
    if (counted_ == split_) return;
    counted_ = split_;
    distributions_.assign(channels_.size(), nullptr);
    workOut();
}

double SeriesView::xOfRow(std::int64_t row) const {
    if (times().empty()) return static_cast<double>(row);
    if (row < 0) return times().front();
    return times()[static_cast<std::size_t>(std::min(row, static_cast<std::int64_t>(times().size()) - 1))];
}

std::int64_t SeriesView::rowsOfDay() const {
    constexpr std::int64_t kDay = 86'400'000'000;
    const std::int64_t step = timed() ? series_->time.stepMicros : 0;
    if (step > 0) return std::max<std::int64_t>(1, kDay / step);
    return std::max<std::int64_t>(1, rows() / 200);
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
    if (split != split_) {
        split_ = split;
        Q_EMIT splitMoved(split_);
    }
    countAgain();
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
    if (split == split_) return;
    split_ = split;
    Q_EMIT splitMoved(split_);
}

void SeriesView::dropBorder() {
    countAgain();
    Q_EMIT splitChanged(split_);
}

}  // namespace gatelab
