// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compare_curves.h"

#include "charts/chart_link.h"
#include "common/list_text.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "models/run_groups.h"
#include "pages/compare/curves/curve_choice.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"
#include "verdict/run_groups.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

/// More curves at once are a heap, not a comparison.
constexpr int kMaxCurves = 20;
/// Of one chart among many: header, legend, axis, and a plot of 120 pixels; what finds no room is scrolled to.
constexpr int kMinHeight = 220;
const QString kBand = QStringLiteral("compare/band");

std::size_t drawn(const std::vector<ComparedRuns>& compared) {
    return std::min(compared.size(), static_cast<std::size_t>(kMaxCurves));
}

}  // namespace

CompareCurves::CompareCurves(Theme& theme, Preferences& preferences, QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      preferences_(&preferences),
      chart_(new LineChart(theme, {}, {})),
      choice_(new CurveChoice(theme, preferences)),
      band_(new QComboBox) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* row = new QHBoxLayout;
    row->addWidget(choice_);
    row->addStretch();
    row->addWidget(band_);
    column->addLayout(row);
    column->addWidget(chart_, 1);
    chart_->setIgnoreOutliers(true);
    band_->addItems({tr("No band"), tr("Least to most"), tr("Standard error"), tr("95 % interval")});
    band_->setCurrentIndex(static_cast<int>(keptBand(preferences)));
    band_->setToolTip(
        tr("What is drawn around the mean of runs that are grouped in the table; standard error and interval take one "
           "run of each seed"));
    band_->setAccessibleName(tr("Band around means"));
    band_->setProperty("compact", true);
    band_->hide();
    showSource();
    connect(choice_, &CurveChoice::changed, this, &CompareCurves::showChoice);
    connect(choice_, &CurveChoice::smoothed, chart_, &LineChart::refresh);
    connect(band_, &QComboBox::currentIndexChanged, this, [this](int kind) {
        preferences_->setWindow(kBand, kind);
        chart_->refresh();
    });
    connect(chart_, &LineChart::pointed, this, [this](const QString& key) { chart_->setHighlight(key); });
    connect(chart_, &LineChart::picked, this, [this](const QString& key) { Q_EMIT picked(key); });
    showChoice();
}

int CompareCurves::maxCurves() const { return kMaxCurves; }

void CompareCurves::showTitle() {
    QStringList about{choice_->unit()}, single;
    for (std::size_t i = 0; i < drawn(compared_); ++i)
        if (compared_[i].runs.size() > 1 && !haveMean(*choice_, compared_[i])) single << compared_[i].name;
    if (!single.isEmpty()) about << tr("no mean of other data, tasks or losses: %1").arg(listText(single));
    about.removeAll(QString());
    const QString absence = choice_->absence();
    chart_->setEmptyText(absence.isEmpty() ? tr("Tick runs in the table to see their curves together.") : absence);
    chart_->setEmptyAction(absence.isEmpty() || choice_->isTrainLoss() ? QString() : tr("Show the training loss"),
                           [this] { choice_->choose(MetricId::TrainLoss); });
    chart_->setTitle(choice_->title(), clausesText(about));
}

void CompareCurves::showChoice() {
    showTitle();
    choice_->shape(*chart_);
    chart_->fit();
    chart_->refresh();
}

void CompareCurves::setCompared(const std::vector<ComparedRuns>& runs) {
    const bool isOther = runs != compared_;
    compared_ = runs;
    choice_->setRuns(runs);
    showTitle();
    const bool groups =
        std::any_of(runs.begin(), runs.end(), [](const ComparedRuns& one) { return one.runs.size() > 1; });
    band_->setVisible(groups);
    if (isOther)
        showSource();  // other data: the axis ends where they end
    else
        chart_->refresh();
}

void CompareCurves::showSource() {
    chart_->setSource([this](double low, double high, int pixels) { return lines(low, high, pixels); });
}

BandKind CompareCurves::keptBand(const Preferences& preferences) {
    return static_cast<BandKind>(
        std::clamp(preferences.window(kBand, static_cast<int>(BandKind::Interval95)).toInt(), 0, 3));
}

std::vector<ChartLine> CompareCurves::lines(double low, double high, int pixels) const {
    std::vector<ChartLine> all;
    for (std::size_t i = 0; i < drawn(compared_); ++i) {
        std::vector<ChartLine> lines = comparedLines(*choice_, *theme_, compared_[i],
                                                     static_cast<BandKind>(band_->currentIndex()), low, high, pixels);
        std::move(lines.begin(), lines.end(), std::back_inserter(all));
    }
    return all;
}

CompareMultiples::CompareMultiples(Theme& theme, Preferences& preferences, QWidget* parent)
    : CompareView(parent),
      theme_(&theme),
      preferences_(&preferences),
      choice_(new CurveChoice(theme, preferences)),
      area_(new QWidget),
      link_(new ChartLink(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(choice_, 0, Qt::AlignLeft);
    // However many charts there are, the page keeps its parts where they are.
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(area_);
    area_->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    column->addWidget(scroll, 1);
    auto* grid = new QGridLayout(area_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    connect(choice_, &CurveChoice::changed, this, [this] { setCompared(compared_); });
    connect(choice_, &CurveChoice::smoothed, this, &CompareMultiples::refresh);
}

int CompareMultiples::maxCurves() const { return kMaxCurves; }

LineChart* CompareMultiples::makeChart(std::size_t index) {
    auto* chart = new LineChart(*theme_, compared_[index].name, {}, area_);
    chart->setMinimumHeight(qRound(kMinHeight * theme_->textScale()));
    choice_->shape(*chart);
    chart->setIgnoreOutliers(true);
    chart->setToolsVisible(false);
    chart->setSource([this, index](double low, double high, int pixels) { return lines(index, low, high, pixels); });
    connect(chart, &LineChart::picked, this, [this](const QString& key) { Q_EMIT picked(key); });
    return chart;
}

void CompareMultiples::setCompared(const std::vector<ComparedRuns>& runs) {
    if (&runs != &compared_) compared_ = runs;
    choice_->setRuns(compared_);
    qDeleteAll(charts_);
    charts_.clear();
    link_->reset();
    auto* grid = static_cast<QGridLayout*>(area_->layout());
    const std::size_t count = drawn(compared_), columns = count <= 4 ? 2 : count <= 9 ? 3 : 4;
    for (std::size_t i = 0; i < count; ++i) {
        charts_.push_back(makeChart(i));
        link_->add(charts_.back());
        grid->addWidget(charts_.back(), static_cast<int>(i / columns), static_cast<int>(i % columns));
    }
}

std::vector<ChartLine> CompareMultiples::lines(std::size_t index, double low, double high, int pixels) const {
    std::vector<ChartLine> all;
    const BandKind band = CompareCurves::keptBand(*preferences_);
    for (std::size_t i = 0; i < drawn(compared_); ++i) {
        std::vector<ChartLine> lines =
            comparedLines(*choice_, *theme_, compared_[i], i == index ? band : BandKind::None, low, high, pixels);
        if (i != index && !lines.empty()) {
            // Of a ghost only the curve itself.
            lines.erase(lines.begin(), lines.end() - 1);
            lines.back().colour = theme_->palette().hatch;
            lines.back().style = ChartLine::Style::Plain;
            lines.back().slot = -1;
            lines.back().isSampled = false;
            lines.back().column = std::exchange(lines.back().name, QString());
        }
        std::move(lines.begin(), lines.end(), std::back_inserter(all));
    }
    return all;
}

void CompareMultiples::refresh() {
    for (LineChart* chart : charts_) chart->refresh();
}

namespace {

std::vector<ChartLine> linesOfRun(const CurveChoice& choice, const QString& name, RunView& run, double low, double high,
                                  int pixels) {
    std::vector<ChartLine> lines = choice.lines(run, low, high, pixels);
    if (lines.empty()) return lines;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
        lines[i].column = QCoreApplication::translate("CompareCurves", "%1, raw").arg(name);
    lines.back().style = ChartLine::Style::Smooth;
    lines.back().name = name;
    return lines;
}

std::vector<ChartLine> linesOfGroup(const CurveChoice& choice, const ComparedRuns& group, BandKind band, double low,
                                    double high, int pixels) {
    std::vector<ChartLine> members;
    std::vector<std::int64_t> seeds;
    for (const auto& run : group.runs)
        if (ChartLine line = choice.meanOf(*run, low, high, pixels); !line.x.empty()) {
            members.push_back(std::move(line));
            seeds.push_back(run->summary.config->seed);
        }
    if (members.empty()) return members;
    GroupLines lines = groupLines(members, band, static_cast<std::size_t>(std::max(2, pixels / 2)), firstOfSeed(seeds));
    const auto drawn = static_cast<int>(members.size());
    lines.mean.name = group.listed > drawn
                          ? QCoreApplication::translate("CompareCurves", "%1, %2 of %3 runs")
                                .arg(group.name)
                                .arg(drawn)
                                .arg(group.listed)
                          : QCoreApplication::translate("CompareCurves", "%1, %2 runs").arg(group.name).arg(drawn);
    lines.band.column = group.name;
    for (ChartLine& line : members) line.style = ChartLine::Style::Raw;
    if (band != BandKind::None) members.push_back(std::move(lines.band));
    members.push_back(std::move(lines.mean));
    return members;
}

}  // namespace

bool haveMean(const CurveChoice& choice, const ComparedRuns& group) {
    const auto isAlike = [&](const auto& run) {
        return sameMeasure(group.runs.front()->summary.config, run->summary.config);
    };
    return group.runs.size() > 1 && (!choice.isLoss() || std::ranges::all_of(group.runs, isAlike));
}

std::vector<ChartLine> comparedLines(const CurveChoice& choice, const Theme& theme, const ComparedRuns& compared,
                                     BandKind band, double low, double high, int pixels) {
    if (compared.runs.empty()) return {};
    const auto marked = [&](std::vector<ChartLine> lines, int slot) {
        for (ChartLine& line : lines) {
            line.colour = theme.runColour(slot);
            line.key = compared.id;
        }
        if (!lines.empty()) lines.back().slot = slot;
        return lines;
    };
    if (haveMean(choice, compared))
        return marked(linesOfGroup(choice, compared, band, low, high, pixels), compared.slot);
    if (compared.runs.size() == 1)
        return marked(linesOfRun(choice, compared.name, *compared.runs.front(), low, high, pixels), compared.slot);
    std::vector<ChartLine> lines;  // the mark of the group would tell none of its runs apart
    for (const auto& run : compared.runs) {
        const QString name = shownRunName(run->summary);
        std::ranges::move(marked(linesOfRun(choice, name, *run, low, high, pixels), run->summary.colour),
                          std::back_inserter(lines));
    }
    return lines;
}

}  // namespace gatelab
