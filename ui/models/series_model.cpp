// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series_model.h"

#include "common/texts.h"
#include "data/many/many_series.h"
#include "data/row_time.h"
#include "data/time_step.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
constexpr std::int64_t kSecond = 1'000'000, kMinute = 60 * kSecond, kDay = 1440 * kMinute;
constexpr int kDigits = 6;

/// As a file would write it, without zeros to fill up.
QString valueText(double value) {
    QString text = QString::number(value, 'g', kDigits);
    if (text.startsWith(QLatin1Char('-'))) text[0] = QChar(0x2212);
    return text;
}

}  // namespace

QString timeFormatOf(const TimeAxis& time) {
    // A few rows tell: the step, and where the first ones lie in the day.
    const auto every = [&](std::int64_t unit) {
        const auto count = std::min<std::size_t>(time.values.size(), 100);
        return time.stepMicros % unit == 0 &&
               std::all_of(time.values.begin(), time.values.begin() + static_cast<std::ptrdiff_t>(count),
                           [unit](std::int64_t t) { return t % unit == 0; });
    };
    if (every(kDay)) return QStringLiteral("yyyy-MM-dd");
    if (every(kMinute)) return QStringLiteral("yyyy-MM-dd HH:mm");
    return every(kSecond) ? QStringLiteral("yyyy-MM-dd HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz");
}

QString formatTime(std::int64_t micros, const QString& format) {
    return QDateTime::fromMSecsSinceEpoch(micros / 1000, Qt::UTC).toString(format);
}

namespace {

QString rowsText(const Series& series) {
    const auto channels = static_cast<int>(series.channels.size());
    return series.rows() == 1
               ? SeriesModel::tr("1 row, %n channels", nullptr, channels)
               : SeriesModel::tr("%1 rows, %n channels", nullptr, channels).arg(formatCount(series.rows()));
}

}  // namespace

SpanAndStep spanAndStep(const TimeAxis& time) {
    const TimeExtent all = timeExtent(time);
    const auto at = [&](std::int64_t row) { return time.values[static_cast<std::size_t>(row)]; };
    return {all.first < 0 ? 0 : at(all.last) - at(all.first), time.stepMicros > 0 && hasSteadyStep(time)};
}

QString sizeText(const Series& series, const SpanAndStep& times) {
    if (const Phrase many = describeMembers(series); !many.empty()) return translated(many);
    QString text = rowsText(series);
    const auto add = [&text](const QString& part) { text = SeriesModel::tr("%1, %2").arg(text, part); };
    if (times.span > 0) add(translated(shownSpan(times.span)));
    if (series.time.stepMicros > 0) {
        const QString step = translated(shownStep(series.time.stepMicros));
        add(times.isSteady ? SeriesModel::tr("every %1").arg(step) : SeriesModel::tr("most often every %1").arg(step));
    }
    return text;
}

QString sizeText(const Series& series) {
    if (const Phrase many = describeMembers(series); !many.empty()) return translated(many);
    return series.rows() > SeriesModel::kMaxRows && series.time.known() ? rowsText(series)
                                                                        : sizeText(series, spanAndStep(series.time));
}

void SeriesModel::setSeries(SeriesPtr series) {
    series_ = std::move(series);
    roles_.clear();
    timeFormat_ = series_ ? timeFormatOf(series_->time) : QString();
    showFrom(0);
}

void SeriesModel::setRoles(std::vector<QString> roles) {
    roles_ = std::move(roles);
    changeHeads();
}

void SeriesModel::showFrom(std::int64_t first) {
    first_ = first;
    const std::int64_t end = std::min(seriesRows(), first + kMaxRows);
    setRows(std::views::iota(static_cast<std::size_t>(first), static_cast<std::size_t>(end)));
}

QModelIndex SeriesModel::indexOfRow(std::int64_t row) {
    row = std::clamp<std::int64_t>(row, 0, std::max<std::int64_t>(0, seriesRows() - 1));
    if (const std::int64_t first = row / kMaxRows * kMaxRows; first != first_) showFrom(first);
    return index(static_cast<int>(row - first_), 0);
}

SeriesModel::TableColumns SeriesModel::columns() const {
    if (!series_) return {};
    TableColumns columns;
    if (series_->time.known()) {
        const QString head = tr("%1\ntime").arg(fromUtf8(series_->time.name));
        const auto text = [this](std::size_t row) { return formatTime(series_->time.values[row], timeFormat_); };
        columns.push_back({head, text, head, Qt::AlignLeft});
    }
    for (std::size_t i = 0; i < series_->channels.size(); ++i) {
        const auto& channel = series_->channels[i];
        QString head = fromUtf8(channel.name);
        const QString unit = fromUtf8(channel.unit);
        if (!unit.isEmpty() && !head.contains(unit)) head += QLatin1Char(' ') + unit;
        if (i < roles_.size()) head += QLatin1Char('\n') + roles_[i];
        const auto text = [this, i](std::size_t row) {
            return std::isnan(value(i, row)) ? tr("missing") : valueText(value(i, row));
        };
        columns.push_back({head, text, head});
    }
    return columns;
}

QVariant SeriesModel::cell(const std::size_t& row, int column, int role) const {
    const bool isTint = role == Qt::BackgroundRole;
    if ((isTint || role == Qt::ForegroundRole) && column >= timeColumns() &&
        !std::isfinite(value(static_cast<std::size_t>(column - timeColumns()), row)))
        return isTint ? theme_.palette().warningTint : theme_.palette().warning;
    return ColumnTable::cell(row, column, role);
}

QVariant SeriesModel::rowHead(const std::size_t& row, int role) const {
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(formatCount(static_cast<qint64>(row))) : QVariant();
}

}  // namespace gatelab
