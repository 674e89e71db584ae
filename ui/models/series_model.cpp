// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series_model.h"

#include "common/texts.h"
#include "data/time_step.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {
constexpr std::int64_t kSecond = 1'000'000, kMinute = 60 * kSecond, kDay = 1440 * kMinute;
constexpr int kDigits = 6;
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

QString sizeText(const Series& series) {
    const auto channels = static_cast<int>(series.channels.size());
    QString text = series.rows() == 1
                       ? SeriesModel::tr("1 row, %n channels", nullptr, channels)
                       : SeriesModel::tr("%1 rows, %n channels", nullptr, channels).arg(formatCount(series.rows()));
    const auto add = [&text](const QString& part) { text = SeriesModel::tr("%1, %2").arg(text, part); };
    const TimeAxis& time = series.time;
    if (time.values.size() > 1 && time.values.front() < time.values.back())
        add(translated(shownSpan(time.values.back() - time.values.front())));
    if (time.stepMicros > 0) add(SeriesModel::tr("every %1").arg(translated(shownStep(time.stepMicros))));
    return text;
}

void SeriesModel::setSeries(SeriesPtr series) {
    beginResetModel();
    series_ = std::move(series);
    first_ = 0;
    roles_.clear();
    timeFormat_ = series_ ? timeFormatOf(series_->time) : QString();
    endResetModel();
}

void SeriesModel::setRoles(std::vector<QString> roles) {
    roles_ = std::move(roles);
    if (columnCount() > 0) Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int SeriesModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !series_) return 0;
    return static_cast<int>(std::min(seriesRows() - first_, kMaxRows));
}

int SeriesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !series_ ? 0 : timeColumns() + static_cast<int>(series_->channels.size());
}

QModelIndex SeriesModel::indexOfRow(std::int64_t row) {
    row = std::clamp<std::int64_t>(row, 0, std::max<std::int64_t>(0, seriesRows() - 1));
    if (const std::int64_t first = row / kMaxRows * kMaxRows; first != first_) {
        beginResetModel();
        first_ = first;
        endResetModel();
    }
    return index(static_cast<int>(row - first_), 0);
}

QString SeriesModel::cell(std::int64_t row, int column) const {
    if (column < timeColumns()) return formatTime(series_->time.values[static_cast<std::size_t>(row)], timeFormat_);
    const double value =
        series_->channels[static_cast<std::size_t>(column - timeColumns())].values[static_cast<std::size_t>(row)];
    if (std::isnan(value)) return tr("missing");
    // As a file would write it, without zeros to fill up.
    QString text = QString::number(value, 'g', kDigits);
    if (text.startsWith(QLatin1Char('-'))) text[0] = QChar(0x2212);
    return text;
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const {
    if (!series_ || !index.isValid()) return {};
    const bool isTime = index.column() < timeColumns();
    if (role == Qt::DisplayRole) return cell(first_ + index.row(), index.column());
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isTime ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (isTime) return {};
    const double value = series_->channels[static_cast<std::size_t>(index.column() - timeColumns())]
                             .values[static_cast<std::size_t>(first_ + index.row())];
    if (std::isfinite(value)) return {};
    if (role == Qt::BackgroundRole) return theme_.palette().warningTint;
    if (role == Qt::ForegroundRole) return theme_.palette().warning;
    return {};
}

QVariant SeriesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (!series_) return {};
    if (orientation == Qt::Vertical) {
        if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return role == Qt::DisplayRole ? QVariant(formatCount(first_ + section)) : QVariant();
    }
    const bool isTime = section < timeColumns();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isTime ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    if (isTime) return tr("%1\ntime").arg(fromUtf8(series_->time.name));
    const auto channel = static_cast<std::size_t>(section - timeColumns());
    QString name = fromUtf8(series_->channels[channel].name);
    if (!series_->channels[channel].unit.empty()) name += QLatin1Char(' ') + fromUtf8(series_->channels[channel].unit);
    return channel < roles_.size() ? name + QLatin1Char('\n') + roles_[channel] : name;
}

}  // namespace gatelab
