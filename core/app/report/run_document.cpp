// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_document.h"

#include "app/report/imported_document.h"
#include "app/report/report_words.h"
#include "app/report/trust_sections.h"

#include "app/run_names.h"
#include "app/run_report.h"
#include "base/number_text.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "data/row_time.h"
#include "run/selection_score.h"
#include "store/imported_run.h"
#include "store/record/run_ending.h"
#include "store/run_extension.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kShownWindows = 3;

/// No more than was looked at.
std::vector<Phrase> auditTexts(const LeakAudit& audit, bool isPerturbed) {
    std::vector<Phrase> said;
    const Phrase windows = numberPhrase(std::to_string(audit.windows));
    if (audit.crossing > 0)
        said.push_back({GATELAB_TEXT("Report", "Leak audit: %1 of %2 windows cross a border between the parts."),
                        {numberPhrase(std::to_string(audit.crossing)), windows}});
    for (const Phrase& leak : audit.leaks) said.push_back(labelled(GATELAB_TEXT("Report", "Leak audit"), leak));
    if (!said.empty()) return said;
    const Phrase counted =
        audit.lastFittedRow < 0
            ? Phrase(GATELAB_TEXT("Report",
                                  "Leak audit: none of %1 windows crosses a border between the parts; the recipe was "
                                  "fitted on the training rows of each series."),
                     {windows})
            : Phrase(GATELAB_TEXT("Report",
                                  "Leak audit: none of %1 windows crosses a border between the parts; the recipe was "
                                  "fitted on rows up to %2."),
                     {windows, numberPhrase(std::to_string(audit.lastFittedRow))});
    return {together(counted,
                     isPerturbed
                         ? GATELAB_TEXT("Report",
                                        "With other values after each border, all before it came out the same to the "
                                        "last bit.")
                         : GATELAB_TEXT("Report",
                                        "Whether a column depends on later rows was not looked at: the data are large. "
                                        "The command audit does."))};
}

ReportSection dataSection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Data and split"), {}};
    const RunPlanInfo& plan = told.details.plan;
    std::string columns;
    for (const std::string& name : told.columns) columns += (columns.empty() ? "" : ", ") + name;
    section.blocks.emplace_back(factTable({
        {GATELAB_TEXT("Report", "Data"), told.run.dataName},
        {GATELAB_TEXT("Report", "Rows"), told.rows > 0 ? numberPhrase(std::to_string(told.rows)) : Phrase()},
        {GATELAB_TEXT("Report", "Columns"), columns},
        {GATELAB_TEXT("Report", "Training windows"), countPhrase(plan.trainWindows)},
        {GATELAB_TEXT("Report", "Validation windows"), countPhrase(plan.validationWindows)},
        {GATELAB_TEXT("Report", "Test windows"), countPhrase(plan.testWindows)},
        {GATELAB_TEXT("Report", "SHA-256 of the data"), plan.identity.data},
    }));
    if (told.audit)
        for (Phrase& said : auditTexts(*told.audit, told.isPerturbed)) section.blocks.emplace_back(std::move(said));
    for (const Phrase& missing : told.missing) section.blocks.emplace_back(missing);
    return section;
}

ReportSection settingsSection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Settings"), {}};
    const ExperimentConfig defaults;
    ReportTable table{GATELAB_TEXT("Report", "What is not the default"),
                      {GATELAB_TEXT("Report", "Setting"), GATELAB_TEXT("Report", "Value")},
                      {},
                      -1,
                      2};
    for (const Field& field : fields()) {
        const FieldValue value = fieldValue(told.run.config, field);
        if (value == fieldValue(defaults, field) || formatFieldValue(value).empty()) continue;
        table.rows.push_back({Phrase(field.label), Phrase(shownSetting(field, value))});
    }
    if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
    for (const RunChange& change : told.run.changes)
        section.blocks.emplace_back(labelled(isSettledAtStart(change)
                                                 ? GATELAB_TEXT("Report", "Settled by the run itself")
                                                 : GATELAB_TEXT("Report", "Changed while it ran"),
                                             Phrase(describeRunChange(change))));
    section.blocks.emplace_back(
        ReportCode{GATELAB_TEXT("Report", "All settings as a file"), configToJson(told.run.config), true});
    return section;
}

ReportSection scoreSection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Scores on the test part"), {}};
    for (const char* scale : {"original", "standardised"})
        if (ReportTable table = scoreTable(*told.run.scores, scale, told.details.plan.unit); !table.rows.empty())
            section.blocks.emplace_back(std::move(table));
    if (section.blocks.empty())
        section.blocks.emplace_back(
            GATELAB_TEXT("Report", "There are no scores: the data have no test part, or the run did not come so far."));
    else
        for (const Phrase& note : told.details.baselineNotes) section.blocks.emplace_back(note);
    return section;
}

constexpr int kDates = 4;  ///< below a chart

/// Without seconds, and without a time of day where all is midnight's; empty: the data have no times.
std::string shortTime(const TimeAxis& time, std::int64_t row) {
    std::string text = rowTime(time, row);
    for (const std::string_view end : {":00", " 00:00"})
        if (text.ends_with(end))
            text.resize(text.size() - end.size());
        else
            break;
    return text;
}

/// Dates in place of the numbers of rows, where the data have them.
void datesBelow(const TimeAxis& time, std::int64_t first, std::int64_t last, std::int64_t origin, ReportChart& chart) {
    const std::string there = shortTime(time, origin);
    if (there.empty()) return;
    chart.title = {GATELAB_TEXT("Report", "Forecast after %1 (row %2)"),
                   {numberPhrase(there), numberPhrase(std::to_string(origin))}};
    chart.x = time.name.empty() ? Phrase(GATELAB_TEXT("Report", "time")) : Phrase(time.name);
    for (int k = 0; k < kDates; ++k) {  // in the middle of each quarter: at the edges half a date would be cut
        const std::int64_t row = first + (last - first) * (2 * k + 1) / (2 * kDates);
        if (std::string text = shortTime(time, row); !text.empty())
            chart.ticks.push_back({static_cast<double>(row), std::move(text)});
    }
}

/// Truth, forecast, interval and the best simple forecast of the window, of its first target.
ReportChart windowChart(const ForecastSet& set, std::size_t window, int colour) {
    const std::size_t targets = set.targets.size(), steps = static_cast<std::size_t>(set.horizon);
    const auto at = [&](std::size_t step) { return (window * steps + step) * targets; };
    ReportLine truth{GATELAB_TEXT("Report", "truth"), {}, {}, false, ReportLine::kInk};
    ReportLine answer{GATELAB_TEXT("Report", "forecast"), {}, {}, false, colour};
    ReportBand band{{}, {}, {}, {}, colour};
    const std::int64_t origin = set.originRows[window];
    const std::int64_t past = std::min<std::int64_t>(origin - set.firstRow + 1, 2 * set.horizon + 24);
    for (std::int64_t row = origin - past + 1; row <= origin; ++row) {
        truth.x.push_back(static_cast<double>(row));
        truth.y.push_back(set.observed[static_cast<std::size_t>(row - set.firstRow) * targets]);
    }
    for (std::size_t step = 0; step < steps; ++step) {
        const double row = static_cast<double>(origin) + 1 + static_cast<double>(step);
        truth.x.push_back(row), truth.y.push_back(set.truth[at(step)]);
        answer.x.push_back(row), answer.y.push_back(set.forecast[at(step)]);
        if (!set.spread.hasInterval()) continue;
        band.x.push_back(row);
        band.low.push_back(set.spread.quantiles.front()[at(step)]);
        band.high.push_back(set.spread.quantiles.back()[at(step)]);
    }
    ReportChart chart{
        {GATELAB_TEXT("Report", "Forecast after row %1"), {numberPhrase(std::to_string(origin))}},
        GATELAB_TEXT("Report", "row"),
        set.unit.empty() ? Phrase(set.targets.front()) : Phrase(set.targets.front() + " (" + set.unit + ")"),
        {truth}};
    datesBelow(set.time, origin - past + 1, origin + static_cast<std::int64_t>(steps), origin, chart);
    for (const auto& simple : set.baselines) {
        ReportLine line{methodPhrase(simple.method), {}, {}, true, ReportLine::kMuted};
        for (std::size_t step = 0; step < steps && at(step) < simple.values.size(); ++step)
            line.x.push_back(answer.x[step]), line.y.push_back(simple.values[at(step)]);
        chart.lines.push_back(std::move(line));
    }
    chart.lines.push_back(std::move(answer));
    if (!band.x.empty()) {
        band.name = {GATELAB_TEXT("Report", "%1 % interval of the network"),
                     {percentText(set.spread.nominalCoverage())}};
        chart.bands.push_back(std::move(band));
    }
    return chart;
}

ReportSection forecastSection(const ForecastSet& set) {
    ReportSection section{GATELAB_TEXT("Report", "Forecasts"), {}};
    if (!set.problem.empty()) section.blocks.emplace_back(set.problem);
    const std::size_t windows = set.originRows.size();
    for (std::size_t i = 0; i < std::min(windows, kShownWindows); ++i)
        section.blocks.emplace_back(windowChart(set, windows <= kShownWindows ? i : i * (windows - 1) / 2, 0));
    section.blocks.emplace_back(Phrase(
        GATELAB_TEXT("Report", "The first, the middle and the last of %1 windows of the test part; none was chosen."),
        {numberPhrase(std::to_string(windows))}));
    return section;
}

ReportSection machineSection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Machine, cost and origin"), {}};
    const RunMeasures measures{.forecasts = told.details.forecasts};
    std::vector<std::pair<Phrase, Phrase>> facts;
    for (const RunSection part : {RunSection::Costs, RunSection::Machine, RunSection::Program, RunSection::Data})
        for (const ReportedFact& fact : runReport(part, told.run, told.details.plan, measures))
            if (!fact.value.empty()) facts.emplace_back(Phrase(fact.label), fact.value);
    section.blocks.emplace_back(factTable(facts));
    for (const Disturbance& timing : told.details.disturbances)
        section.blocks.emplace_back(Phrase(GATELAB_TEXT("Report", "Timing disturbed from %1 to %2: %3"),
                                           {durationPhrase(timing.from), durationPhrase(timing.to), timing.cause}));
    section.blocks.emplace_back(ReportCode{GATELAB_TEXT("Report", "Made again by"), told.command});
    for (const Phrase& caveat : told.caveats) section.blocks.emplace_back(caveat);
    return section;
}

}  // namespace

ReportDocument runDocument(const ReportedRun& told) {
    if (!hasSettings(told.run)) return importedDocument(told);
    ReportDocument document;
    document.title = numberedName(told.run);
    document.subtitle = subtitleOf(told.run);
    document.summary = outcomeOf(told);
    document.sections.push_back(dataSection(told));
    if (ReportChart curves = lossChart({&told, 1}); !curves.lines.empty())
        document.sections.push_back({GATELAB_TEXT("Report", "Training"), {std::move(curves)}});
    document.sections.push_back(scoreSection(told));
    if (told.answers && !told.answers->originRows.empty()) document.sections.push_back(forecastSection(*told.answers));
    if (isForecast(told.run.config->task)) document.sections.push_back(trustSection(told));
    document.sections.push_back(whySection(told));
    document.sections.push_back(settingsSection(told));
    document.sections.push_back(machineSection(told));
    return document;
}

}  // namespace gatelab
