// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/relations_panel.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/series_look.h"
#include "pages/data/look/stems.h"
#include "widgets/layouts.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kLagPoints = 3000, kShades = 33, kMostTexts = 12;
constexpr qsizetype kLongestName = 14;

QString shortName(const std::string& name) {
    const QString text = fromUtf8(name);
    return text.size() <= kLongestName ? text : text.left(kLongestName - 1) + QChar(0x2026);
}

}  // namespace

RelationsPanel::RelationsPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent)
    : LookPanel(theme, experiment, look, parent),
      matrix_(new LineChart(theme, tr("Correlation"), tr("at the same row"))),
      crossed_(new LineChart(theme, tr("Cross-correlation"), {})),
      lagged_(new LineChart(theme, tr("Lag plot"), {})),
      other_(new QComboBox),
      lag_(new QSpinBox) {
    auto* grid = new QGridLayout;
    grid->setSpacing(8);
    grid->setContentsMargins(8, 0, 8, 8);
    grid->addWidget(matrix_, 0, 0, 2, 1);
    grid->addWidget(crossed_, 0, 1);
    grid->addWidget(lagged_, 1, 1);
    for (const int one : {0, 1}) grid->setRowStretch(one, 1), grid->setColumnStretch(one, 1);
    makeColumn(this, {}, 0, {&insights(), {grid, 1}});
    other_->setAccessibleName(tr("The other column"));
    crossed_->addHeaderWidget(other_);
    crossed_->setXLabel(tr("rows ahead"));
    crossed_->setXCounted(true);
    lag_->setAccessibleName(tr("Lag, rows"));
    lag_->setPrefix(tr("lag "));
    lag_->setRange(1, 1);
    lagged_->addHeaderWidget(lag_);
    connect(other_, &QComboBox::activated, this,
            [this] { this->look().setOther(static_cast<std::size_t>(other_->currentData().toInt())); });
    connect(lag_, &QSpinBox::valueChanged, this, &RelationsPanel::drawLag);
}

Insights RelationsPanel::tell(const ExperimentConfig& config) const {
    const auto& values = *look().values();
    Insights all = relationInsights(*look().series(), look().channel(), values.leaders, config);
    for (const Insights& more :
         {twinInsights(*look().series(), values.correlations, config), wordInsights(*look().series(), config)})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

void RelationsPanel::draw(const QString& waiting) {
    const auto* values = look().values();
    for (LineChart* chart : {matrix_, crossed_, lagged_}) {
        chart->setEmptyText(values ? tr("Too few different values.") : waiting);
        chart->setLines({});
        chart->setMarkers({});
    }
    if (!values) return;
    drawMatrix();
    drawCrossed();
    const auto rows = static_cast<int>(std::min<std::int64_t>(values->channel.rows.size() / 2, 100'000));
    const QSignalBlocker quiet(lag_);
    lag_->setRange(1, std::max(1, rows));
    drawLag();
}

void RelationsPanel::drawMatrix() {
    const Correlations& found = look().values()->correlations;
    const std::size_t count = found.channels.size();
    const qint64 all = static_cast<qint64>(look().series()->channels.size()),
                 rows = look().values()->channel.rows.size();
    const QString columns =
        static_cast<qint64>(count) < all
            ? tr("first %1 of %2 columns").arg(formatCount(static_cast<qint64>(count)), formatCount(all))
            : tr("at the same row");
    matrix_->setTitle(tr("Correlation"), found.rows < rows
                                             ? tr("%1, every %2th row").arg(columns, formatCount(rows / found.rows))
                                             : columns);
    if (count < 2) return matrix_->setEmptyText(tr("There is no other column."));
    constexpr double kLowest = 1e-9;  // a cell of 0 is drawn as nothing
    ChartLine line;
    line.style = ChartLine::Style::Heat;
    line.column = tr("correlation");
    line.colour = theme().palette().tide.back();
    for (std::size_t i = 0; i < kShades; ++i)
        line.ramp.push_back(heatColour(theme().palette().tide, static_cast<double>(i) / (kShades - 1)));
    std::vector<QString> names, upwards;
    for (std::size_t at = 0; at < count; ++at) {
        names.push_back(shortName(look().series()->channels[found.channels[at]].name));
        line.x.push_back(static_cast<double>(at) - 0.5);
        line.y.push_back(-0.5), line.y2.push_back(static_cast<double>(count) - 0.5);
        std::vector<double>& cells = line.cells.emplace_back();
        std::vector<QString>& texts = line.texts.emplace_back();
        for (std::size_t row = count; row-- > 0;) {
            const double value = found.at(row, at);
            cells.push_back(std::isfinite(value) ? std::max(kLowest, 0.5 + 0.5 * value) : 0.5);
            texts.push_back(count > kMostTexts     ? QString()
                            : std::isfinite(value) ? formatWritten(QString::number(value, 'f', 2))
                                                   : QString());
        }
    }
    upwards.assign(names.rbegin(), names.rend());
    matrix_->setNames(std::move(names), std::move(upwards));
    matrix_->setLines({std::move(line)});
    matrix_->fit();
}

void RelationsPanel::drawCrossed() {
    const auto& values = *look().values();
    const Series& series = *look().series();
    const QSignalBlocker quiet(other_);
    other_->clear();
    for (const Leader& one : values.leaders)
        other_->addItem(fromUtf8(series.channels[one.channel].name), static_cast<int>(one.channel));
    other_->setCurrentIndex(std::max(0, other_->findData(static_cast<int>(values.other))));
    other_->setVisible(other_->count() > 1);
    if (values.leaders.empty()) {
        crossed_->setTitle(tr("Cross-correlation"), {});
        return crossed_->setEmptyText(tr("There is no other column."));
    }
    const qint64 moved = std::min(values.channel.rows.size(), SeriesLook::kMostMoved);
    const QString which =
        tr("%1 ahead of %2")
            .arg(fromUtf8(series.channels[values.other].name), fromUtf8(series.channels[look().channel()].name));
    crossed_->setTitle(tr("Cross-correlation"), moved < values.channel.trainRows
                                                    ? tr("%1, last %2 training rows").arg(which, formatCount(moved))
                                                    : which);
    const CrossCorrelation& found = values.crossed;
    if (found.values.empty()) return;
    const auto most = static_cast<double>(found.values.size() / 2);
    const Palette& p = theme().palette();
    crossed_->setLines(stemLines(tr("correlation"), -most, found.values,
                                 std::vector<double>(found.values.size(), found.bound), tr("chance, 95 %"), p.text,
                                 p.axis));
    const auto leader = std::ranges::find(values.leaders, values.other, &Leader::channel);
    if (leader != values.leaders.end() && leader->isBeyondChance && leader->lag > 0)
        crossed_->setMarkers({{static_cast<double>(leader->lag),
                               translated(shownPeriod(static_cast<double>(leader->lag), series.time.stepMicros)),
                               ChartMarker::Kind::Change}});
    crossed_->fit();
}

void RelationsPanel::drawLag() {
    const auto* values = look().values();
    if (!values) return;
    const Series& series = *look().series();
    const auto lag = static_cast<std::size_t>(lag_->value());
    ChartLine dots;
    dots.style = ChartLine::Style::Dots, dots.colour = theme().palette().text;
    dots.hasLast = false;
    for (const auto& [before, after] : lagPairs(valuesOf(series, values->channel), lag, kLagPoints))
        dots.x.push_back(before), dots.y.push_back(after);
    dots.name = tr("%1 pairs, evenly spread").arg(formatCount(static_cast<qint64>(dots.x.size())));
    const double earlier = lag < values->channel.autocorrelation.values.size()
                               ? values->channel.autocorrelation.values[lag]
                               : std::nan("");
    lagged_->setTitle(
        tr("Lag plot"),
        tr("%1 later, correlation %2")
            .arg(translated(shownPeriod(static_cast<double>(lag), series.time.stepMicros)), formatNumber(earlier, 2)));
    lagged_->setXLabel(fromUtf8(series.channels[look().channel()].name));
    lagged_->setLines({std::move(dots)});
    lagged_->fit();
}

}  // namespace gatelab
