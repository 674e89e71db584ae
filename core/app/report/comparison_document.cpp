// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/imported_document.h"
#include "app/report/report_words.h"
#include "app/report/run_document.h"

#include "app/run_names.h"
#include "app/verdict_question.h"
#include "base/number_text.h"
#include "baselines/baselines.h"
#include "config/config_difference.h"
#include "run/selection_score.h"
#include "store/imported_run.h"
#include "verdict/verdict_words.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace gatelab {

namespace {

Phrase figure(double value) { return numberPhrase(numberText(value, 4)); }

/// Null: all are imported.
const ReportedRun* firstOwn(std::span<const ReportedRun> told) {
    const auto found = std::ranges::find_if(told, [](const ReportedRun& one) { return hasSettings(one.run); });
    return found == told.end() ? nullptr : &*found;
}

/// Settings in which any two of the runs differ; names and notes are none.
std::vector<const Field*> differingFields(std::span<const ReportedRun> told) {
    std::vector<const Field*> differing;
    const ReportedRun* first = firstOwn(told);
    for (const Field& field : fields()) {
        const bool differs = first != nullptr && std::ranges::any_of(told, [&](const ReportedRun& one) {
                                 return hasSettings(one.run) && !isSameValue(field, one.run.config, first->run.config);
                             });
        if (differs && !isCosmetic(field)) differing.push_back(&field);
    }
    return differing;
}

/// `isOneMeasure`: of the same data, so that one of them is the best.
ReportTable runsTable(std::span<const ReportedRun> told, bool isOneMeasure) {
    const SelectionScore judged = selectionScore((firstOwn(told) ? *firstOwn(told) : told.front()).run.config);
    const Score* score = findScore(judged.score);
    ReportTable table;
    table.title = GATELAB_TEXT("Report", "The runs");
    table.heads = {GATELAB_TEXT("Report", "Run"),
                   GATELAB_TEXT("Report", "Best validation loss"),
                   score != nullptr
                       ? Phrase(GATELAB_TEXT("Report", "%1 on the test part"), {Text{"Scores", score->name}})
                       : Phrase(GATELAB_TEXT("Report", "Test")),
                   GATELAB_TEXT("Report", "Parameters"),
                   GATELAB_TEXT("Report", "Epochs"),
                   GATELAB_TEXT("Report", "Time")};
    double best = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < told.size(); ++i) {
        const RunSummary& run = told[i].run;
        const double test = testScoreOf(run);
        if (isOneMeasure && score != nullptr && score->isBetter(test, best))
            best = test, table.marked = static_cast<int>(i);
        table.rows.push_back({numberedName(run), figure(run.bestEpoch >= 0 ? run.bestValidation : std::nan("")),
                              figure(test), countPhrase(told[i].details.plan.parameters),
                              numberPhrase(std::to_string(run.epoch)), durationPhrase(run.seconds)});
    }
    if (!isOneMeasure) return table;
    table.note = GATELAB_TEXT("Report",
                              "Marked: the best on the test part. One run of each is no proof; the verdict below says "
                              "what the seeds allow to be said.");
    return table;
}

ReportTable differencesTable(std::span<const ReportedRun> told) {
    ReportTable table;
    table.title = GATELAB_TEXT("Report", "Settings in which they differ");
    table.heads.emplace_back(GATELAB_TEXT("Report", "Setting"));
    table.texts = 1 + told.size();
    for (const ReportedRun& one : told) table.heads.push_back(numberedName(one.run));
    for (const Field* field : differingFields(told)) {
        std::vector<Phrase> row{Phrase(field->label)};
        for (const ReportedRun& one : told)
            row.emplace_back(hasSettings(one.run) ? Phrase(shownSetting(*field, fieldValue(one.run.config, *field)))
                                                  : Phrase(GATELAB_TEXT("Report", "not known")));
        table.rows.push_back(std::move(row));
    }
    return table;
}

const RunGroup* groupOf(const std::vector<RunGroup>& groups, const RunSummary& run) {
    const auto found = std::ranges::find_if(
        groups, [&](const RunGroup& group) { return std::ranges::find(group.ids, run.id) != group.ids.end(); });
    return found == groups.end() ? nullptr : &*found;
}

void addVerdict(const RunGroup& challenger, const RunGroup& base, const std::vector<RunGroup>& groups,
                ReportSection& section) {
    const auto nameOf = [](const RunGroup& group) {
        return numberedName(group.number, group.name, group.config).english();
    };
    const std::string a = nameOf(challenger), b = nameOf(base);
    const VerdictQuestion question(challenger, base, groups);
    if (!question.otherMeasures().empty() || !question.givenStarts().empty()) {
        section.blocks.emplace_back(
            Phrase(GATELAB_TEXT("Report",
                                "There is no verdict of %1 and %2: they measure different things, or began with given "
                                "weights."),
                   {a, b}));
        return;
    }
    const Verdict verdict = question.verdict();
    const Phrase asked(GATELAB_TEXT("Report", "Is %1 better than %2 by %3?"),
                       {a, b, verdictScoreName(question.score(), challenger.config)});
    section.blocks.emplace_back(together(asked, verdictAnswer(verdict)));
    for (Phrase& sentence : verdictSentences(verdict, question.score(), base, a, b))
        section.blocks.emplace_back(std::move(sentence));
    if (Phrase note = otherScoreNote(verdict, question.score(), challenger, base, a, b); !note.empty())
        section.blocks.emplace_back(std::move(note));
    section.blocks.emplace_back(factTable(verdictFacts(verdict, challenger, base)));
}

/// Every other setting against that of the first run.
ReportSection verdictSection(std::span<const ReportedRun> told, std::span<const RunSummary> all) {
    ReportSection section{GATELAB_TEXT("Report", "Verdict"), {}};
    const std::vector<RunGroup> groups = groupRuns(all);
    const RunGroup* base = groupOf(groups, firstOwn(told)->run);
    std::set<const RunGroup*> asked{base};
    for (const ReportedRun& one : told) {
        if (!hasSettings(one.run)) continue;
        const RunGroup* challenger = groupOf(groups, one.run);
        if (base == nullptr || challenger == nullptr || !asked.insert(challenger).second) continue;
        addVerdict(*challenger, *base, groups, section);
    }
    if (section.blocks.empty())
        section.blocks.emplace_back(GATELAB_TEXT(
            "Report", "All of these runs have the same settings but for the seed: there is nothing to judge."));
    return section;
}

ReportSection shortSection(const ReportedRun& told) {
    ReportSection section{numberedName(told.run), {}};
    if (!hasSettings(told.run)) {
        section.blocks.emplace_back(unknownSettings(told.run));
        for (ReportChart& chart : trackedCharts(told)) section.blocks.emplace_back(std::move(chart));
        if (ReportTable values = trackedValues(told.run); !values.rows.empty())
            section.blocks.emplace_back(std::move(values));
        return section;
    }
    for (Phrase& sentence : outcomeOf(told)) section.blocks.emplace_back(std::move(sentence));
    for (const char* scale : {"original", "standardised"}) {
        ReportTable table = scoreTable(*told.run.scores, scale, told.details.plan.unit);
        if (table.rows.empty()) continue;
        section.blocks.emplace_back(std::move(table));
        break;
    }
    section.blocks.emplace_back(ReportCode{GATELAB_TEXT("Report", "Made again by"), told.command});
    for (const Phrase& caveat : told.caveats) section.blocks.emplace_back(caveat);
    return section;
}

}  // namespace

ReportDocument comparisonDocument(std::span<const ReportedRun> told, std::span<const RunSummary> all) {
    ReportDocument document;
    document.title = {GATELAB_TEXT("Report", "%1 runs compared"), {numberPhrase(std::to_string(told.size()))}};
    std::set<std::string> data, ownData;
    std::size_t own = 0;
    for (const ReportedRun& one : told) {
        data.insert(one.run.dataName);
        if (hasSettings(one.run)) ownData.insert(one.run.dataName), ++own;
    }
    std::string names;
    for (const std::string& name : data) names += (names.empty() ? "" : ", ") + name;
    document.subtitle = names;
    if (ownData.size() > 1)
        document.summary.emplace_back(
            GATELAB_TEXT("Report", "They were trained on different data: their scores are no common measure."));
    if (own < told.size())
        document.summary.push_back({GATELAB_TEXT("Report",
                                                 "%1 of the runs are imported: their settings are not known, nor what "
                                                 "their loss is. They stand beside the others with curves and values, "
                                                 "and take no part in the verdict."),
                                    {numberPhrase(std::to_string(told.size() - own))}});
    ReportSection side{GATELAB_TEXT("Report", "Side by side"), {}};
    side.blocks.emplace_back(runsTable(told, ownData.size() == 1 && own > 1));
    if (ReportTable differences = differencesTable(told); !differences.rows.empty())
        side.blocks.emplace_back(std::move(differences));
    if (ReportChart curves = lossChart(told); !curves.lines.empty()) side.blocks.emplace_back(std::move(curves));
    document.sections.push_back(std::move(side));
    if (own > 1) document.sections.push_back(verdictSection(told, all));
    for (const ReportedRun& one : told) document.sections.push_back(shortSection(one));
    return document;
}

}  // namespace gatelab
