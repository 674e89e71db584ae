// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/curves/compared_lines.h"

#include "common/texts.h"
#include "common/theme.h"
#include "models/run_groups.h"
#include "pages/compare/curves/curve_choice.h"
#include "runs/run_names.h"
#include "runs/run_view.h"
#include "verdict/run_groups.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

namespace gatelab {

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
        const QString name = compared.names ? compared.names->name(run->summary) : shownRunName(run->summary.name);
        std::ranges::move(marked(linesOfRun(choice, name, *run, low, high, pixels), run->summary.colour),
                          std::back_inserter(lines));
    }
    return lines;
}

}  // namespace gatelab
