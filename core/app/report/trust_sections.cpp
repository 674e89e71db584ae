// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/trust_sections.h"

#include "app/report/report_words.h"
#include "base/number_text.h"
#include "lab/backtest/backtest_scores.h"
#include "lab/backtest/residuals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMostRows = 20;  // of the table of what matters

Phrase figurePhrase(double value) { return numberPhrase(numberText(value, 4)); }

/// Over moving origins, beside what needs no network.
ReportTable backtestTable(const Backtest& backtest) {
    std::vector<BacktestIntervals> intervals;
    for (const BacktestMethod& one : backtest.methods)
        intervals.push_back(makeIntervals(backtest,
                                          one.key == "dropout"    ? IntervalMethod::Dropout
                                          : one.key == "ensemble" ? IntervalMethod::Ensemble
                                                                  : IntervalMethod::Adaptive,
                                          one.key));
    const std::vector<double> levels = commonLevels(intervals);
    ReportTable table{{}, {GATELAB_TEXT("Report", "Method")}, {}, 0, 1};
    for (const BacktestScore& score : backtestScores()) table.heads.emplace_back(score.name);
    for (std::size_t m = 0; m < backtest.methods.size(); ++m) {
        const BacktestMethod& one = backtest.methods[m];
        const WindowScores mean =
            meanScores(windowScores(backtest, one, intervals[m].empty() ? nullptr : &intervals[m], &levels));
        table.rows.push_back({testedMethodLabel(one.key)});
        for (const BacktestScore& score : backtestScores()) {
            const double value = mean.*score.value;
            table.rows.back().push_back(std::isfinite(value) ? figurePhrase(value) : Phrase("-"));
        }
    }
    table.note = {GATELAB_TEXT("Report",
                               "Scores as fev defines them, intervals by adaptive conformal prediction (ACI); WQL and "
                               "CRPS of the levels %1. Coverage is a share of 1."),
                  {levelsText(levels)}};
    return table;
}

ReportLine level(const std::vector<CoverageRow>& rows, double share) {
    ReportLine line{{}, {}, {}, true, ReportLine::kMuted};
    for (std::size_t i = 0; i < rows.size(); ++i)
        line.x.push_back(static_cast<double>(i) + 1), line.y.push_back(100 * share);
    return line;
}

/// Share of the truths that the intervals held, by the step ahead.
ReportChart coverageChart(const std::vector<CoverageRow>& rows) {
    ReportLine inner{GATELAB_TEXT("Report", "held of 80 %"), {}, {}, false, 0},
        outer{GATELAB_TEXT("Report", "held of 95 %"), {}, {}, false, 1};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        inner.x.push_back(static_cast<double>(i) + 1), inner.y.push_back(100 * rows[i].coverage80);
        outer.x.push_back(static_cast<double>(i) + 1), outer.y.push_back(100 * rows[i].coverage95);
    }
    return {GATELAB_TEXT("Report", "Coverage by step"),
            GATELAB_TEXT("Report", "step ahead"),
            GATELAB_TEXT("Report", "share in %"),
            {level(rows, 0.8), level(rows, 0.95), inner, outer}};
}

/// Of the one-step errors, with the band that chance keeps to.
ReportChart correlationChart(const ResidualReport& report) {
    ReportLine line{GATELAB_TEXT("Report", "autocorrelation"), {}, {}, false, 0};
    ReportBand band{GATELAB_TEXT("Report", "95 % of chance"), {}, {}, {}, 0};
    for (std::size_t lag = 1; lag < report.acf.size(); ++lag) {
        const double x = static_cast<double>(lag) * static_cast<double>(report.every);
        line.x.push_back(x), line.y.push_back(report.acf[lag]);
        band.x.push_back(x), band.low.push_back(-report.band), band.high.push_back(report.band);
    }
    return {GATELAB_TEXT("Report", "Correlation of the errors one step ahead"),
            GATELAB_TEXT("Report", "lag in rows"),
            GATELAB_TEXT("Report", "correlation"),
            {line},
            {band}};
}

void addResiduals(const Backtest& backtest, ReportSection& section) {
    const auto report = residualReport(backtest, "model", 0);
    if (!report.ok()) {
        section.blocks.emplace_back(labelled(GATELAB_TEXT("Report", "No residuals"), report.error().phrase));
        return;
    }
    if (report->acf.size() > 2) section.blocks.emplace_back(correlationChart(*report));
    for (const Phrase& finding : report->findings) section.blocks.emplace_back(finding);
}

/// How much each block of steps of the window matters, the newest at the right.
ReportChart stepsChart(const Importance& importance) {
    ReportLine line{GATELAB_TEXT("Report", "error without these steps"), {}, {}, false, 0};
    ReportBand band{GATELAB_TEXT("Report", "95 % interval"), {}, {}, {}, 0};
    std::vector<const ImportanceRow*> rows = importance.of(ImportanceRow::Kind::Steps);
    std::ranges::sort(rows, {}, &ImportanceRow::first);
    for (const ImportanceRow* row : rows) {
        line.x.push_back(static_cast<double>(row->first + row->last) / 2 + 1), line.y.push_back(row->ratio);
        band.x.push_back(line.x.back()), band.low.push_back(row->low), band.high.push_back(row->high);
    }
    return {GATELAB_TEXT("Report", "What matters, by step of the window"),
            GATELAB_TEXT("Report", "step of the window"),
            GATELAB_TEXT("Report", "error, 1 as it is"),
            {line},
            {band}};
}

}  // namespace

ReportSection trustSection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Trust"), {}};
    if (!told.backtest || told.backtest->windows() == 0) {
        section.blocks.emplace_back(Phrase(
            GATELAB_TEXT("Report",
                         "Not made: no backtest over moving origins, so that no interval was counted and no residual "
                         "tested. backtest %1 makes it (Trust in the run's drawer)."),
            {told.run.id}));
        return section;
    }
    const Backtest& backtest = *told.backtest;
    section.blocks.emplace_back(
        Phrase(GATELAB_TEXT("Report", "%1 origins, every %2 rows from row %3 on, %4 steps each."),
               {static_cast<std::int64_t>(backtest.windows()), backtest.plan.windowStepSize, backtest.cutoffs.front(),
                backtest.horizon}));
    section.blocks.emplace_back(backtestTable(backtest));
    const BacktestIntervals intervals = makeIntervals(backtest, IntervalMethod::Adaptive);
    const std::vector<CoverageRow> steps =
        byStep(backtest, backtest.methods.front(), intervals.empty() ? nullptr : &intervals);
    if (steps.size() > 1 && std::isfinite(steps.front().coverage80)) section.blocks.emplace_back(coverageChart(steps));
    for (Phrase& finding : backtestFindings(backtest, intervals)) section.blocks.emplace_back(std::move(finding));
    addResiduals(backtest, section);
    return section;
}

ReportSection whySection(const ReportedRun& told) {
    ReportSection section{GATELAB_TEXT("Report", "Why"), {}};
    if (!told.importance) {
        section.blocks.emplace_back(Phrase(
            GATELAB_TEXT("Report", "Not made: nobody asked what matters to this run. explain %1 does (Why on Learn)."),
            {told.run.id}));
        return section;
    }
    const Importance& importance = *told.importance;
    std::vector<const ImportanceRow*> rows;
    for (const ImportanceRow& row : importance.rows) rows.push_back(&row);
    std::ranges::stable_sort(rows, std::greater<>(),
                             [](const ImportanceRow* row) { return std::isfinite(row->ratio) ? row->ratio : 0; });
    const std::size_t all = rows.size();
    if (rows.size() > kMostRows) rows.resize(kMostRows);
    ReportTable table{
        GATELAB_TEXT("Report", "Error when one is exchanged among windows, in parts of the error as it is"),
        {GATELAB_TEXT("Report", "Exchanged"), GATELAB_TEXT("Report", "Error"), GATELAB_TEXT("Report", "95 % from"),
         GATELAB_TEXT("Report", "to")},
        {},
        -1,
        1};
    for (const ImportanceRow* row : rows)
        table.rows.push_back({row->name, figurePhrase(row->ratio), figurePhrase(row->low), figurePhrase(row->high)});
    table.note = {GATELAB_TEXT("Report", "1: it does not matter. %1 of %2 rows, over %3 windows."),
                  {rows.size(), all, importance.looked}};
    section.blocks.emplace_back(importance.soWhat());
    if (ReportChart chart = stepsChart(importance); chart.lines.front().x.size() > 1)
        section.blocks.emplace_back(std::move(chart));
    section.blocks.emplace_back(std::move(table));
    return section;
}

}  // namespace gatelab
