// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/lab_chart.h"

#include "common/texts.h"
#include "models/lab_model.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>
#include <span>

namespace gatelab {

namespace {

constexpr double kBarWidth = 0.7;

struct Interval {
    double value = kNotMeasured, low = kNotMeasured, high = kNotMeasured;
};
/// A figure of a rung; a bar of its own in each group of bars.
using Read = Interval (*)(const LabFigures& figures);

Interval samples(const LabFigures& f) {
    return {f.samplesPerSecond, f.samplesPerSecond * f.ms / f.msHigh, f.samplesPerSecond * f.ms / f.msLow};
}
Interval milliseconds(const LabFigures& f) { return {f.ms, f.msLow, f.msHigh}; }
Interval peak(const LabFigures& f) { return {f.peakMiB}; }
Interval equalSteps(const LabFigures& f) { return {f.validationLoss}; }
Interval equalTime(const LabFigures& f) { return {f.validationEqualTime}; }
Interval difference(const LabFigures& f) { return {f.outputDifference}; }
Interval share(const LabFigures& f) { return {100 * f.shareOfLimit}; }
Interval speedup(const LabFigures& f) { return {f.speedup.value, f.speedup.low, f.speedup.high}; }

/// From zero to the value: a column of a heat map that is full. Its right edge stands twice, so that no column begins
/// there.
void addBar(ChartLine& bars, double left, double right, double value) {
    bars.x.insert(bars.x.end(), {left, right, right});
    bars.y.insert(bars.y.end(), {0, kNotMeasured, kNotMeasured});
    bars.y2.insert(bars.y2.end(), {value, kNotMeasured, kNotMeasured});
    bars.cells.insert(bars.cells.end(), {{1}, {}, {}});
}

void addWhisker(ChartLine& whiskers, double x, const Interval& interval) {
    whiskers.x.insert(whiskers.x.end(), {x, x, x});
    whiskers.y.insert(whiskers.y.end(), {interval.low, interval.high, kNotMeasured});
}

}  // namespace

struct LabChart::Figure {
    const char* key;
    const char* name;
    const char* unit;
    std::vector<Read> reads;         ///< empty: speed against memory
    std::vector<const char*> names;  ///< of the bars in a group; empty: a rung has one
    bool logarithmic = false;        ///< dots only: a bar has no beginning there
};

std::span<const LabChart::Figure> LabChart::figures() {
    static const std::vector<Figure> all = {
        {"scatter", QT_TR_NOOP("Speed against memory"), QT_TR_NOOP("samples/s"), {}, {}},
        {"samples", QT_TR_NOOP("Samples per second"), QT_TR_NOOP("samples/s"), {samples}, {}},
        {"ms", QT_TR_NOOP("Time per step"), QT_TR_NOOP("ms"), {milliseconds}, {}},
        {"speedup", QT_TR_NOOP("Against the first line"), QT_TR_NOOP("times as fast"), {speedup}, {}},
        {"peak", QT_TR_NOOP("Peak memory"), QT_TR_NOOP("MiB"), {peak}, {}},
        {"validation",
         QT_TR_NOOP("Validation loss"),
         QT_TR_NOOP("prepared scale"),
         {equalSteps, equalTime},
         {QT_TR_NOOP("after equal steps"), QT_TR_NOOP("after equal time")}},
        {"difference",
         QT_TR_NOOP("Largest difference of the outputs"),
         QT_TR_NOOP("parts of the largest output"),
         {difference},
         {},
         true},
        {"limit", QT_TR_NOOP("Share of the machine's limit"), QT_TR_NOOP("%"), {share}, {}},
    };
    return all;
}

LabChart::LabChart(Theme& theme, QWidget* parent)
    : LineChart(theme, {}, {}, parent), theme_(&theme), box_(new QComboBox) {
    for (const Figure& figure : figures()) box_->addItem(tr(figure.name), QString::fromLatin1(figure.key));
    box_->setAccessibleName(tr("Figure of the chart"));
    box_->setToolTip(tr("What the chart shows of every line of the table"));
    box_->setProperty("compact", true);
    addHeaderWidget(box_);
    setEmptyText(tr("Run the lab to see what each switch costs in memory and gives in speed."));
    connect(box_, &QComboBox::activated, this, [this] {
        showFigure();
        Q_EMIT figureChosen(figure());
    });
    showFigure();
}

QString LabChart::figure() const { return box_->currentData().toString(); }

void LabChart::setFigure(const QString& key) {
    const int at = std::max(0, box_->findData(key));
    if (at == box_->currentIndex()) return;
    box_->setCurrentIndex(at);
    showFigure();
}

void LabChart::setReport(const LabReport& report) {
    report_ = report;
    draw();
}

const LabChart::Figure& LabChart::chosen() const { return figures()[static_cast<std::size_t>(box_->currentIndex())]; }

void LabChart::showFigure() {
    const bool isScatter = chosen().reads.empty();
    setXLabel(isScatter ? tr("peak MiB") : QString());
    setYFromZero(!chosen().logarithmic);
    setLogX(false);
    setLogY(chosen().logarithmic);
    draw();
    fit();
}

void LabChart::draw() {
    const Figure& figure = chosen();
    const bool hasInterval = std::ranges::any_of(report_.figures, [&](const LabFigures& f) {
        return !figure.reads.empty() && std::isfinite(figure.reads.front()(f).low);
    });
    const bool isRatio = !figure.reads.empty() && figure.reads.front() == speedup;
    const QString intervals =
        isRatio ? tr("%1, with intervals at 95 % for all rungs together") : tr("%1, with 95 % intervals");
    setTitle(tr(figure.name), hasInterval ? intervals.arg(tr(figure.unit)) : tr(figure.unit));
    if (figure.reads.empty())
        showScatter();
    else
        showBars(figure);
}

QString LabChart::groupName(LabGroup group) {
    return group == LabGroup::SameNumbers    ? tr("same numbers")
           : group == LabGroup::OtherNumbers ? tr("other precision")
                                             : tr("time for something else");
}

void LabChart::showScatter() {
    std::vector<ChartLine> lines(3);
    std::vector<ChartPoint> points;
    for (std::size_t group = 0; group < lines.size(); ++group) {
        lines[group].name = groupName(static_cast<LabGroup>(group));
        lines[group].slot = LabModel::slot(static_cast<LabGroup>(group));
        lines[group].colour = theme_->runColour(lines[group].slot);
        lines[group].style = ChartLine::Style::Dots;
        lines[group].hasLast = false;
    }
    for (std::size_t i = 0; i < report_.figures.size(); ++i) {
        const LabFigures& f = report_.figures[i];
        if (!std::isfinite(f.peakMiB) || !std::isfinite(f.samplesPerSecond)) continue;
        ChartLine& line = lines[static_cast<std::size_t>(report_.plan.rungs[i].group)];
        line.x.push_back(f.peakMiB);
        line.y.push_back(f.samplesPerSecond);
        // Where rungs lie on one another there is only room for their numbers in the table.
        const QString title = LabModel::title(report_.plan.rungs[i]),
                      number = LabModel::isNumbered(report_.plan.mode) ? QString::number(i) : QString();
        points.push_back({f.peakMiB, f.samplesPerSecond,
                          number.isEmpty() ? title : QStringLiteral("%1 %2").arg(number, title), line.colour, line.slot,
                          number});
    }
    std::erase_if(lines, [](const ChartLine& line) { return line.x.empty(); });
    setNames({}, {});
    setXExtent(1, 0);
    setLines(std::move(lines));
    setPoints(std::move(points));
}

/// The lines that are measured, beside each other at 0, 1, 2: the axis names them.
void LabChart::showBars(const Figure& figure) {
    std::vector<QString> titles;
    std::vector<ChartLine> lines;
    // A mark on each bar has the value for the cursor, the legend and the file.
    const auto lineOf = [&](std::size_t read, LabGroup group) -> ChartLine* {
        const QString key = QStringLiteral("%1 %2").arg(read).arg(static_cast<int>(group));
        const auto found = std::ranges::find(lines, key, &ChartLine::key);
        if (found != lines.end()) return &*found;
        ChartLine marks, bars, whiskers;
        marks.slot = figure.names.empty() ? LabModel::slot(group) : static_cast<int>(read);
        marks.colour = bars.colour = whiskers.colour = theme_->runColour(marks.slot);
        marks.name = figure.names.empty() ? groupName(group) : tr(figure.names[read]);
        marks.style = ChartLine::Style::Dots;
        marks.hasLast = false;
        marks.key = key;
        bars.style = ChartLine::Style::Heat;
        QColor fill = marks.colour;
        fill.setAlphaF(0.35F);
        bars.ramp = {fill};
        bars.column = tr("%1, bar").arg(marks.name);
        whiskers.column = tr("%1, interval").arg(marks.name);
        lines.insert(lines.end(), {std::move(bars), std::move(whiskers), std::move(marks)});
        return &lines.back();
    };
    const auto reads = static_cast<double>(figure.reads.size());
    for (std::size_t i = 0; i < report_.figures.size(); ++i) {
        if (!report_.plan.rungs[i].wanted()) continue;
        const double centre = static_cast<double>(titles.size());
        titles.push_back(LabModel::title(report_.plan.rungs[i]));
        for (std::size_t read = 0; read < figure.reads.size(); ++read) {
            const Interval interval = figure.reads[read](report_.figures[i]);
            if (!std::isfinite(interval.value) || (figure.logarithmic && interval.value <= 0)) continue;
            // The colours of a figure with several bars are theirs, not those of the groups.
            ChartLine* marks = lineOf(read, figure.names.empty() ? report_.plan.rungs[i].group : LabGroup::SameNumbers);
            const double width = kBarWidth / reads, left = centre - kBarWidth / 2 + width * static_cast<double>(read),
                         middle = left + width / 2;
            marks->x.push_back(middle);
            marks->y.push_back(interval.value);
            if (!figure.logarithmic) addBar(marks[-2], left, left + width, interval.value);
            if (std::isfinite(interval.low) && std::isfinite(interval.high)) addWhisker(marks[-1], middle, interval);
        }
    }
    std::erase_if(lines, [](const ChartLine& line) { return line.x.empty(); });
    setXExtent(-0.5, static_cast<double>(titles.size()) - 0.5);
    setNames(std::move(titles), {});
    setPoints({});
    setLines(std::move(lines));
}

}  // namespace gatelab
