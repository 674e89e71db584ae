// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/compress_card.h"

#include "app/run_data.h"
#include "base/guarded.h"
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "runs/measurement.h"
#include "runs/run_controller.h"
#include "session/measure_compression.h"
#include "store/record/run_folder.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/segments.h"
#include "widgets/thin_progress.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

namespace {

constexpr int kChartHeight = 196, kDigits = 3;
enum XOf { kOne, kMany, kFile };

const std::vector<double>& valuesOf(const CompressionPoint& point, int axis) {
    return axis == kOne ? point.oneMicros : axis == kMany ? point.manyMicros : point.bytes;
}

QString withInterval(const std::vector<double>& values) {
    const CompressionInterval of = intervalOf(values);
    const QString mean = formatNumber(of.mean, kDigits);
    return std::isnan(of.high) ? mean : QStringLiteral("%1 ± %2").arg(mean, formatNumber(of.high - of.mean, 2));
}

/// The loss, and under it what it costs: the column has no room for both.
QString figuresOf(const CompressionPoint& point) {
    return withInterval(point.losses) + QLatin1Char('\n') +
           CompressCard::tr("%1 µs, %2")
               .arg(formatNumber(intervalOf(point.oneMicros).mean, kDigits), formatBytes(intervalOf(point.bytes).mean));
}

/// Points that are drawn alike.
struct Family {
    QString name;
    int slot = -1;  ///< of its colour; -1: that of text
    Marker marker = Marker::Square;
};
Family familyOf(CompressionMethod method) {
    switch (method) {
        case CompressionMethod::Int8:
            return {CompressCard::tr("INT8"), 0, Marker::Disc};
        case CompressionMethod::Blocks:
        case CompressionMethod::BlocksInt8:
            return {CompressCard::tr("blocks"), 1, Marker::Triangle};
        case CompressionMethod::Threshold:
            return {CompressCard::tr("CSR"), 2, Marker::Diamond};
        case CompressionMethod::LowRank:
            return {CompressCard::tr("low rank"), 3, Marker::Cross};
        default:
            return {CompressCard::tr("dense"), -1, Marker::Square};
    }
}

ChartLine dotsOf(const QString& name, const QColor& colour, Marker marker) {
    ChartLine line;
    line.slot = static_cast<int>(marker);
    line.name = name;
    line.colour = colour;
    line.style = ChartLine::Style::Dots;
    line.hasLast = false;
    return line;
}

/// From the lower to the upper end of the loss's interval.
ChartLine barOf(double x, const CompressionInterval& loss, const QColor& colour) {
    ChartLine line;
    line.colour = colour;
    line.hasLast = false;
    line.x = {x, x};
    line.y = {loss.low, loss.high};
    return line;
}

}  // namespace

/// Between the measuring thread and the window.
struct CompressCard::Shared {
    Guarded<std::optional<CompressionReport>> report;  ///< the newest with another seed, until it is looked at
};

CompressCard::CompressCard(Theme& theme, RunController& runs, QWidget* parent, Measure measure)
    : MeasuredCard(theme, runs, tr("Compress"), parent),
      measure_(measure ? std::move(measure) : Measure(measureCompression)) {
    addContent();
    connect(axis_, &Segments::chosen, this, &CompressCard::drawChart);
    connect(theme_, &Theme::changed, this, &CompressCard::drawChart);
    connect(job_, &BackgroundJob::progressed, this, [this] {
        if (!shared_) return;
        auto newest = shared_->report.take();
        if (newest && isOfShown()) report_ = std::move(newest), showAll();
    });
}

void CompressCard::addContent() {
    axis_ = new Segments({tr("One window"), tr("Batch"), tr("File")});
    axis_->setCompact(true);
    axis_->setCurrent(kOne);
    axis_->setAccessibleName(tr("Horizontal"));
    chart_ = new LineChart(*theme_, tr("Loss against cost"), {});
    chart_->setFixedHeight(qRound(kChartHeight * theme_->textScale()));
    chart_->setUsuallyLogY(true);
    chart_->setLogX(true);
    findings_ = new WrappedLabel("note");
    findings_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    table_ = new KeyValueList;
    for (QWidget* widget : std::initializer_list<QWidget*>{note_, progress_, button_, axis_, chart_, findings_, table_})
        column_->addWidget(widget);
}

void CompressCard::readKept() {
    const auto workspace = runs_->workspace();
    if (!workspace || run_.empty() || report_) return;
    reading_->run<Result<CompressionReport>>(
        [folder = workspace->folder(), run = run_](const Progress&) { return readCompression(folder, run); },
        [this, run = run_](Result<CompressionReport> kept) {
            if (run != run_ || report_) return;
            if (kept.ok())
                report_ = std::move(*kept);
            else if (kept.error().code != ErrorCode::NotFound)
                setProblem(run, translated(kept.error()));
            showAll();
        });
}

void CompressCard::start() {
    if (running() || !summary_ || !runs_->workspace()) return;
    ask(tr("the compression of a run is measured"),
        [this](const RunSummary& run, Measurements::Lease lease) { measure(run, std::move(lease)); });
}

void CompressCard::measure(const RunSummary& run, Measurements::Lease lease) {
    const Stop stop = begin(run);
    shared_ = std::make_shared<Shared>();
    CompressionRequest request{.config = *run.config, .data = {}, .run = run.id};
    request.runFolder = runFolderIn(runs_->workspace()->folder(), run.id);
    if (report_ && isOfShown())
        request.known = *report_, request.steps = report_->steps, request.further = report_->further;
    job_->run<Result<CompressionReport>>(
        [request = std::move(request), folder = runs_->workspace()->folder(), shared = shared_, stop,
         measure = measure_](const Progress& progress) -> Result<CompressionReport> {
            if (auto data = checkRunData(runFolderIn(folder, request.run), request.config); !data.ok())
                return data.error();
            std::int64_t kept = 0;
            Result<> saved;
            auto result = measure(request, [&](const CompressionReport& report, double share) {
                if (report.fresh > kept) {
                    saved = keepCompression(folder, report);
                    kept = report.fresh;
                    shared->report.with([&](auto& newest) { newest = report; });
                }
                return gatelab::report(progress, share) && !*stop && saved.ok();
            });
            return saved.ok() ? std::move(result) : Result<CompressionReport>(saved.error());
        },
        [this, id = run.id, lease = std::move(lease)](const Result<CompressionReport>& result) {
            lease->end();
            finish(id, result);
        });
    showState();
}

void CompressCard::finish(const std::string& run, const Result<CompressionReport>& result) {
    auto newest = shared_->report.take();
    shared_.reset();
    end(result.ok() ? nullptr : &result.error());
    if (run == run_) {
        if (result.ok())
            report_ = *result;
        else if (newest)
            report_ = std::move(newest);
    }
    showAll();
}

void CompressCard::showState() {
    const auto seeds = report_ ? static_cast<int>(report_->seeds.size()) : 0;
    const bool isWhole = seeds > 0 && report_->finished() && !lacksMethods(*report_);
    showButton(running() ? tr("Stop") : seeds > 0 && !isWhole ? tr("Go on") : tr("Measure, 5 seeds"));
    button_->setVisible(running() || !isWhole);
    showNote(running() && !isOfShown() ? tr("Another run is being measured.")
             : seeds == 0 ? tr("Trains networks of its own beside this one: smaller, pruned, of lower rank, in bytes.")
                          : tr("%1 of %2 seeds, validation loss, 95 %").arg(seeds).arg(report_->wantedSeeds));
}

void CompressCard::showAll() {
    showState();
    const bool has = report_ && !report_->seeds.empty();
    for (QWidget* widget : std::initializer_list<QWidget*>{axis_, chart_, findings_, table_}) widget->setVisible(has);
    if (!has) return;
    QStringList sentences;
    for (const Phrase& finding : compressionFindings(*report_)) sentences << translated(finding);
    findings_->setFullText(sentences.join(QLatin1Char('\n')));
    KeyValueList::Rows rows;
    for (const CompressionPoint& point : report_->points)
        rows.emplace_back(translated(pointLabel(point)), figuresOf(point));
    table_->setRows(rows);
    axis_->setText(kMany, tr("Batch of %1").arg(report_->batch));
    drawChart();
}

void CompressCard::drawChart() {
    if (!report_ || report_->seeds.empty()) return;
    const int axis = axis_->current();
    std::vector<ChartLine> lines, dots;
    for (const CompressionPoint& point : report_->points) {
        const Family family = familyOf(point.method);
        auto found = std::ranges::find(dots, family.name, &ChartLine::name);
        if (found == dots.end()) {
            const QColor colour = family.slot < 0 ? theme_->palette().text : theme_->runColour(family.slot);
            found = dots.insert(found, dotsOf(family.name, colour, family.marker));
        }
        ChartLine& line = *found;
        const CompressionInterval loss = intervalOf(point.losses);
        const double x = intervalOf(valuesOf(point, axis)).mean;
        line.x.push_back(x);
        line.y.push_back(loss.mean);
        if (std::isfinite(loss.high) && loss.low > 0) lines.push_back(barOf(x, loss, line.colour));
    }
    std::ranges::move(dots, std::back_inserter(lines));
    chart_->setXLabel(axis == kFile ? tr("file, bytes") : tr("forward pass, µs"));
    std::vector<ChartPoint> rings;
    const int best = bestPoint(*report_, axis == kMany ? CompressionTime::Many : CompressionTime::One);
    if (best >= 0 && axis != kFile) {
        const CompressionPoint& point = report_->points[static_cast<std::size_t>(best)];
        rings.push_back(
            {intervalOf(valuesOf(point, axis)).mean, intervalOf(point.losses).mean, tr("best"), theme_->runColour(0)});
    }
    chart_->setPoints(std::move(rings));
    chart_->setLines(std::move(lines));
    chart_->fit();
}

}  // namespace gatelab
