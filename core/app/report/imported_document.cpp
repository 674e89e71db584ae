// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/imported_document.h"

#include "app/report/report_words.h"
#include "app/run_names.h"
#include "base/number_text.h"
#include "run/curves/further_metrics.h"
#include "store/imported_run.h"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMostCharts = 12, kMostPoints = 1000;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Phrase figure(double value) { return numberPhrase(numberText(value, 4)); }

Phrase nameOf(const MetricChannelId& channel) {
    if (channel.metric == kFurtherMetric) return furtherName(channel.layer);
    return metric(channel.metric).label;
}

bool isLoss(const MetricChannelId& channel) {
    return channel.metric == MetricId::TrainLoss || channel.metric == MetricId::ValidationLoss;
}

/// Of which first and last point stay.
ReportLine thinned(ReportLine line) {
    if (line.x.size() <= kMostPoints) return line;
    ReportLine some{line.name, {}, {}, line.isDashed, line.colour};
    for (std::size_t i = 0; i < kMostPoints; ++i) {
        const std::size_t at = i * (line.x.size() - 1) / (kMostPoints - 1);
        some.x.push_back(line.x[at]), some.y.push_back(line.y[at]);
    }
    return some;
}

ReportTable textsTable(Phrase title, const ImportedRun::Texts& texts) {
    ReportTable table{
        std::move(title), {GATELAB_TEXT("Report", "Name"), GATELAB_TEXT("Report", "Value")}, {}, -1, 2, {}};
    for (const auto& [name, value] : texts) table.rows.push_back({Phrase(name), Phrase(value)});
    return table;
}

}  // namespace

Phrase unknownSettings(const RunSummary& run) {
    return {GATELAB_TEXT("Report",
                         "Its settings are not known (imported from %1): its curves and values are told, and there is "
                         "no verdict, forecast or test of it."),
            {importedFrom(run).tool}};
}

std::vector<ReportLine> trackedLines(const RunHistory& history) {
    std::map<MetricChannelId, std::size_t> places;
    std::vector<ReportLine> lines;
    for (const MetricSample& sample : history.metrics) {
        const auto [at, isNew] = places.try_emplace(sample.channel(), lines.size());
        if (isNew)
            lines.push_back(
                {nameOf(sample.channel()), {}, {}, false, sample.metric == MetricId::TrainLoss ? ReportLine::kInk : 0});
        lines[at->second].x.push_back(sample.epoch), lines[at->second].y.push_back(sample.value);
    }
    // The losses first: both in one chart
    std::vector<ReportLine> ordered;
    for (const bool loss : {true, false})
        for (const auto& [channel, place] : places)
            if (isLoss(channel) == loss) ordered.push_back(thinned(std::move(lines[place])));
    return ordered;
}

std::vector<EpochRow> trackedEpochs(const RunSummary& run, const RunHistory& history) {
    if (!importedFrom(run).hasEpochs) return {};
    std::map<std::int64_t, EpochRow> rows;
    for (const MetricSample& sample : history.metrics) {
        if (!isLoss(sample.channel())) continue;
        EpochRow& row = rows.try_emplace(epochOf(sample), EpochRow{epochOf(sample), kUnknown, kUnknown}).first->second;
        (sample.metric == MetricId::TrainLoss ? row.trainLoss : row.validationLoss) = sample.value;
    }
    std::vector<EpochRow> ordered;
    for (const auto& [epoch, row] : rows) ordered.push_back(row);
    return ordered;
}

ReportTable trackedValues(const RunSummary& run) {
    ReportTable table{GATELAB_TEXT("Report", "Values"),
                      {GATELAB_TEXT("Report", "Curve"), GATELAB_TEXT("Report", "Last"), GATELAB_TEXT("Report", "Best")},
                      {},
                      -1,
                      1,
                      {}};
    for (const auto& [key, last] : *run.lastValues) {
        const auto channel = findChannel(key);
        const auto best = run.bestValues->find(key);
        table.rows.push_back({channel ? nameOf(*channel) : Phrase(key), figure(last),
                              best == run.bestValues->end() ? Phrase() : figure(best->second)});
    }
    return table;
}

std::vector<ReportChart> trackedCharts(const ReportedRun& told) {
    const Phrase x = importedFrom(told.run).hasEpochs ? Phrase(GATELAB_TEXT("Report", "epoch"))
                                                      : Phrase(GATELAB_TEXT("Report", "step"));
    const Phrase losses[] = {metric(MetricId::TrainLoss).label, metric(MetricId::ValidationLoss).label};
    std::vector<ReportChart> charts;
    for (const ReportLine& line : told.tracked) {
        const bool isOfLosses = line.name == losses[0] || line.name == losses[1];
        if (isOfLosses && !charts.empty() && charts.front().title == Phrase(GATELAB_TEXT("Report", "Loss"))) {
            charts.front().lines.push_back(line);
            continue;
        }
        if (charts.size() == kMostCharts) break;
        charts.push_back({isOfLosses ? Phrase(GATELAB_TEXT("Report", "Loss")) : line.name, x, {}, {line}});
    }
    return charts;
}

ReportDocument importedDocument(const ReportedRun& told) {
    const ImportedRun from = importedFrom(told.run);
    ReportDocument document;
    document.title = numberedName(told.run);
    document.subtitle = told.run.dataName;
    document.summary.push_back(unknownSettings(told.run));
    if (told.run.bestEpoch >= 0)
        document.summary.push_back({GATELAB_TEXT("Report", "Lowest validation loss, by the name it has there: %1."),
                                    {figure(told.run.bestValidation)}});
    for (const Phrase& problem : told.details.problems) document.summary.push_back(problem);
    document.sections.push_back({GATELAB_TEXT("Report", "Where it comes from"),
                                 {factTable({{GATELAB_TEXT("Report", "Program"), from.tool},
                                             {GATELAB_TEXT("Report", "Project"), from.project},
                                             {GATELAB_TEXT("Report", "Id there"), from.key},
                                             {GATELAB_TEXT("Report", "Read from"), from.source},
                                             {GATELAB_TEXT("Report", "Settings"), settingsObstacle(told.run)}})}});
    ReportSection curves{GATELAB_TEXT("Report", "Curves and values"), {}};
    std::size_t drawn = 0;
    for (ReportChart& chart : trackedCharts(told)) {
        drawn += chart.lines.size();
        curves.blocks.emplace_back(std::move(chart));
    }
    if (told.tracked.size() > drawn)
        curves.blocks.emplace_back(Phrase(GATELAB_TEXT("Report", "It has %1 curves; the first are drawn."),
                                          {numberPhrase(std::to_string(told.tracked.size()))}));
    if (ReportTable values = trackedValues(told.run); !values.rows.empty())
        curves.blocks.emplace_back(std::move(values));
    else
        curves.blocks.emplace_back(GATELAB_TEXT("Report", "The tracker has no curve of it."));
    document.sections.push_back(std::move(curves));
    if (!from.parameters.empty() || !from.tags.empty()) {
        ReportSection texts{{GATELAB_TEXT("Report", "As %1 has them"), {from.tool}}, {}};
        if (!from.parameters.empty())
            texts.blocks.emplace_back(textsTable(GATELAB_TEXT("Report", "Parameters"), from.parameters));
        if (!from.tags.empty()) texts.blocks.emplace_back(textsTable(GATELAB_TEXT("Report", "Tags"), from.tags));
        document.sections.push_back(std::move(texts));
    }
    return document;
}

}  // namespace gatelab
