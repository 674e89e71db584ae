// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/series_look.h"

#include "common/background_job.h"
#include "data/look/clock_rows.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kLags = 96, kCells = 400;

using Values = SeriesLook::Values;

Values workedOut(const Series& series, std::size_t channel, std::optional<std::size_t> other, const Split& split,
                 const Progress& progress) {
    const auto part = [&progress](double from, double share) {
        return Progress([&progress, from, share](double done) { return report(progress, from + share * done); });
    };
    Values values;
    values.channel = lookAtChannel(series, channel, split, part(0, 0.5));
    values.correlations = correlations(series, values.channel.rows, part(0.5, 0.1));
    values.leaders = leaders(series, channel, values.channel.rows, kLags, part(0.6, 0.3));
    values.missing = missingMap(series, kCells, part(0.9, 0.1));
    values.other = other ? *other : values.leaders.empty() ? channel : values.leaders.front().channel;
    const RowRange rows = values.channel.rows;
    const ClockRows moved(series.time, {rows.end - std::min(rows.size(), SeriesLook::kMostMoved), rows.end});
    values.crossed = crossCorrelation(moved.of(series.channels[values.other].values),
                                      moved.of(series.channels[channel].values), kLags);
    return values;
}

}  // namespace

SeriesLook::SeriesLook(QObject* parent) : QObject(parent), job_(new BackgroundJob(this)) {}

void SeriesLook::setSeries(SeriesPtr series, const Split& split) {
    if (series == series_ && split == split_) return;
    if (series != series_) {
        other_.reset();
        channel_ = 0;
    }
    series_ = std::move(series), split_ = split;
    forget();
}

void SeriesLook::setStatics(std::vector<std::string> statics) {
    if (statics == statics_) return;
    statics_ = std::move(statics);
    forget();
}

void SeriesLook::setChannel(std::size_t channel) {
    if (channel == channel_) return;
    channel_ = channel;
    other_.reset();
    forget();
}

void SeriesLook::setOther(std::size_t channel) {
    other_ = channel;
    forget();
}

void SeriesLook::want(bool on) {
    wanted_ = on;
    if (on) return workOut();
    stop();
}

/// What a job that is told to stop still brings is not whole.
void SeriesLook::stop() {
    job_->cancel();
    isWorking_ = false;
    ++order_;
}

void SeriesLook::forget() {
    stop();
    values_ = nullptr;
    Q_EMIT changed();
    workOut();
}

void SeriesLook::workOut() {
    if (!wanted_ || values_ || isWorking_ || !series_ || series_->channels.empty() || series_->rows() == 0) return;
    isWorking_ = true;
    job_->run<std::shared_ptr<const Values>>(
        [series = series_, channel = channel_, other = other_, split = split_,
         isStatic = std::ranges::find(statics_, series_->channels[channel_].name) !=
                    statics_.end()](const Progress& progress) {
            Values values = workedOut(*series, channel, other, split, progress);
            values.channel.isStatic = isStatic;
            return std::make_shared<const Values>(std::move(values));
        },
        [this, order = order_](std::shared_ptr<const Values> values) {
            if (order != order_) return;
            isWorking_ = false;
            values_ = std::move(values);
            Q_EMIT changed();
        });
}

}  // namespace gatelab
