// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_words.h"
#include "app/report/run_document.h"

#include "app/run_names.h"
#include "app/verdict_question.h"
#include "base/number_text.h"
#include "baselines/baselines.h"
#include "config/config_difference.h"
#include "run/selection_score.h"
#include "verdict/verdict_words.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace gatelab {

namespace {

Phrase figure(double value) { return numberPhrase(numberText(value, 4)); }

/// Settings in which any two of the runs differ; names and notes are none.
std::vector<const Field*> differingFields(std::span<const ReportedRun> told) {
    std::vector<const Field*> differing;
    for (const Field& field : fields()) {
        const bool differs = std::ranges::any_of(
            told, [&](const ReportedRun& one) { return !isSameValue(field, one.run.config, told.front().run.config); });
        if (differs && !isCosmetic(field)) differing.push_back(&field);
    }
    return differing;
}

/// `isOneMeasure`: of the same data, so that one of them is the best.
ReportTable runsTable(std::span<const ReportedRun> told, bool isOneMeasure) {
    const SelectionScore judged = selectionScore(told.front().run.config->task);
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
                              figure(test), numberPhrase(std::to_string(told[i].details.plan.parameters)),
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
        for (const ReportedRun& one : told) row.emplace_back(shownSetting(*field, fieldValue(one.run.config, *field)));
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
                       {a, b, verdictScoreName(question.score(), challenger.config.task)});
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
    const RunGroup* base = groupOf(groups, told.front().run);
    std::set<const RunGroup*> asked{base};
    for (const ReportedRun& one : told) {
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
    std::set<std::string> data;
    for (const ReportedRun& one : told) data.insert(one.run.dataName);
    std::string names;
    for (const std::string& name : data) names += (names.empty() ? "" : ", ") + name;
    document.subtitle = names;
    if (data.size() > 1)
        document.summary.emplace_back(
            GATELAB_TEXT("Report", "They were trained on different data: their scores are no common measure."));
    ReportSection side{GATELAB_TEXT("Report", "Side by side"), {}};
    side.blocks.emplace_back(runsTable(told, data.size() == 1));
    if (ReportTable differences = differencesTable(told); !differences.rows.empty())
        side.blocks.emplace_back(std::move(differences));
    if (ReportChart curves = lossChart(told); !curves.lines.empty()) side.blocks.emplace_back(std::move(curves));
    document.sections.push_back(std::move(side));
    document.sections.push_back(verdictSection(told, all));
    for (const ReportedRun& one : told) document.sections.push_back(shortSection(one));
    return document;
}

}  // namespace gatelab
