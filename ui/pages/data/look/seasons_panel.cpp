// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/seasons_panel.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/series_look.h"
#include "pages/data/look/stems.h"
#include "widgets/layouts.h"

#include <QGridLayout>

#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kSpectrumPoints = 1500;
constexpr std::int64_t kHour = INT64_C(3'600'000'000), kDay = 24 * kHour;

/// The periods that people have; empty where the step is not known: round numbers of rows then.
std::vector<ChartTick> periodTicks(double shortest, double longest, std::int64_t step) {
    constexpr std::int64_t kMinute = kHour / 60;
    std::vector<ChartTick> ticks;
    if (step <= 0) return ticks;
    for (const std::int64_t micros : {kMinute, 10 * kMinute, kHour, 3 * kHour, 12 * kHour, 2 * kDay, 7 * kDay,
                                      30 * kDay, 91 * kDay, std::int64_t{365} * kDay, 10 * 365 * kDay}) {
        const double rows = static_cast<double>(micros) / static_cast<double>(step);
        if (rows >= shortest && rows <= longest) ticks.push_back({rows, translated(shownPeriod(rows, step))});
    }
    return ticks;
}

}  // namespace

SeasonsPanel::SeasonsPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent)
    : LookPanel(theme, experiment, look, parent),
      autocorrelation_(new LineChart(theme, tr("Autocorrelation"), {})),
      partial_(new LineChart(theme, tr("Partial autocorrelation"), tr("what each lag adds"))),
      spectrum_(new LineChart(theme, tr("Spectrum"), tr("variance by period"))),
      shape_(new LineChart(theme, tr("Seasonal plot"), {})) {
    auto* grid = new QGridLayout;
    grid->setSpacing(8);
    grid->setContentsMargins(8, 0, 8, 8);
    grid->addWidget(autocorrelation_, 0, 0);
    grid->addWidget(partial_, 0, 1);
    grid->addWidget(spectrum_, 1, 0);
    grid->addWidget(shape_, 1, 1);
    for (const int one : {0, 1}) grid->setRowStretch(one, 1), grid->setColumnStretch(one, 1);
    makeColumn(this, {}, 0, {&insights(), {grid, 1}});
    spectrum_->setLogX(true);
    spectrum_->setUsuallyLogY(true);
    for (LineChart* chart : {autocorrelation_, partial_}) chart->setXCounted(true);
}

Insights SeasonsPanel::tell(const ExperimentConfig& config) const {
    return seasonInsights(*look().series(), look().values()->channel, config);
}

void SeasonsPanel::draw(const QString& waiting) {
    const auto* values = look().values();
    for (LineChart* chart : {autocorrelation_, partial_, spectrum_, shape_}) {
        chart->setEmptyText(values ? tr("Too few different values.") : waiting);
        chart->setLines({});
        chart->setMarkers({});
    }
    if (!values) return;
    const qint64 rows = values->channel.rows.size(), all = values->channel.trainRows;
    autocorrelation_->setTitle(tr("Autocorrelation"),
                               rows < all ? tr("last %1 of %2 training rows").arg(formatCount(rows), formatCount(all))
                                          : tr("%1 training rows").arg(formatCount(rows)));
    drawCorrelations();
    drawSpectrum();
    drawShape();
}

void SeasonsPanel::drawCorrelations() {
    const Autocorrelation& found = look().values()->channel.autocorrelation;
    const bool isByClock = look().values()->channel.isByClock;
    for (LineChart* chart : {autocorrelation_, partial_})
        chart->setXLabel(isByClock ? tr("lag, time steps") : tr("lag, rows"));
    partial_->setTitle(tr("Partial autocorrelation"), tr("what each lag adds"));
    if (found.values.size() < 2) return;
    const Palette& p = theme().palette();
    const std::vector<double> values(found.values.begin() + 1, found.values.end()),
        bounds(found.bounds.begin() + 1, found.bounds.end()), partial(found.partial.begin() + 1, found.partial.end()),
        even(partial.size(), found.partialBound);
    // Correlations of values with gaps need not be those of any series: from some lag on there is no partial one.
    if (partial.size() < values.size())
        partial_->setTitle(
            tr("Partial autocorrelation"),
            tr("ends at lag %1: gaps allow no more").arg(formatCount(static_cast<qint64>(partial.size()))));
    autocorrelation_->setLines(stemLines(tr("autocorrelation"), 1, values, bounds, tr("chance, 95 %"), p.text, p.axis));
    partial_->setLines(stemLines(tr("partial"), 1, partial, even, tr("chance, 95 %"), p.text, p.axis));
    std::vector<ChartMarker> markers;
    for (const Season& season : look().values()->channel.seasons)
        if (season.rows < static_cast<std::int64_t>(found.values.size()))
            markers.push_back(
                {static_cast<double>(season.rows),
                 translated(shownPeriod(static_cast<double>(season.rows), look().series()->time.stepMicros)),
                 ChartMarker::Kind::Change});
    autocorrelation_->setMarkers(std::move(markers));
    autocorrelation_->fit();
    partial_->fit();
}

/// From the shortest period on.
void SeasonsPanel::drawSpectrum() {
    const Spectrum& found = look().values()->channel.spectrum;
    const std::int64_t step = look().series()->time.stepMicros;
    ChartLine line;
    line.name = tr("variance"), line.colour = theme().palette().text, line.hasLast = false;
    for (std::size_t i = found.power.size(); i-- > 0;)
        line.x.push_back(found.period(i)), line.y.push_back(found.power[i]);
    spectrum_->setXLabel(tr("period"));
    if (!line.x.empty()) spectrum_->setTicks(periodTicks(line.x.front(), line.x.back(), step), {});
    spectrum_->setXFormat([step](double period) { return translated(shownPeriod(period, step)); });
    if (line.x.empty()) return;
    std::vector<ChartMarker> markers;
    for (const Season& season : look().values()->channel.seasons)
        markers.push_back({static_cast<double>(season.rows),
                           translated(shownPeriod(static_cast<double>(season.rows), step)), ChartMarker::Kind::Change});
    spectrum_->setLines({thinned(line, kSpectrumPoints)});
    spectrum_->setMarkers(std::move(markers));
    spectrum_->fit();
}

void SeasonsPanel::drawShape() {
    const ChannelLook& found = look().values()->channel;
    shape_->setTitle(tr("Seasonal plot"), {});
    shape_->setEmptyText(tr("No season repeats."));
    if (found.seasons.empty()) return;
    const std::int64_t period = found.seasons.front().rows, step = look().series()->time.stepMicros,
                       length = period * step;
    const bool isDay = length == kDay, isWeek = length == 7 * kDay;
    const double unit = isDay ? static_cast<double>(step) / kHour : isWeek ? static_cast<double>(step) / kDay : 1;
    shape_->setXLabel(isDay    ? tr("hour of the day")
                      : isWeek ? tr("day of the week, from Monday")
                               : tr("row of the season"));
    ChartLine band, line;
    band.name = tr("middle half"), band.style = ChartLine::Style::Band, band.colour = theme().palette().axis;
    line.name = tr("mean"), line.style = ChartLine::Style::Smooth, line.colour = theme().palette().text;
    band.hasLast = line.hasLast = false;
    for (std::size_t i = 0; i < found.shape.mean.size(); ++i) {
        const double x = unit * static_cast<double>(i);
        band.x.push_back(x), band.y.push_back(found.shape.lower[i]), band.y2.push_back(found.shape.upper[i]);
        line.x.push_back(x), line.y.push_back(found.shape.mean[i]);
    }
    const std::string& unitText = look().series()->channels[look().channel()].unit;
    const QString periods =
        tr("%1 over %2 periods")
            .arg(translated(shownPeriod(static_cast<double>(period), step)), formatCount(found.shape.periods));
    shape_->setTitle(tr("Seasonal plot"), unitText.empty() ? periods : tr("%1, %2").arg(periods, fromUtf8(unitText)));
    shape_->setLines({std::move(band), std::move(line)});
    shape_->fit();
}

}  // namespace gatelab
