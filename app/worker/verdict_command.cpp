// SPDX-License-Identifier: GPL-3.0-or-later
// "verdict": whether the setting of one kept run is better than that of another, over paired seeds.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/group_options.h"
#include "worker/group_runs.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include "app/run_names.h"
#include "app/verdict_question.h"
#include "config/architecture.h"
#include "verdict/verdict_words.h"

#include <cstdio>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct VerdictOptions {
    WorkspaceOptions workspace;
    GroupOptions group;
    std::string challenger, base, by;
    std::int64_t diskWait = kDiskPatience.count();
    bool train = false, json = false, quiet = false;
};

/// The question about the settings of the two, with all runs that there are of them.
Result<VerdictQuestion> questionOf(const VerdictOptions& options, Workspace& workspace) {
    const auto challenger = ownRun(workspace, options.challenger), base = ownRun(workspace, options.base);
    if (!challenger.ok()) return challenger.error();
    if (!base.ok()) return base.error();
    const auto runs = workspace.runs();
    if (!runs.ok()) return runs.error();
    std::vector<RunGroup> groups = groupRuns(*runs, 0, {challenger->id, base->id});
    const auto groupOf = [&groups](const std::string& id) {
        return std::ranges::find_if(groups, [&id](const RunGroup& group) { return std::ranges::count(group.ids, id); });
    };
    const auto a = groupOf(challenger->id), b = groupOf(base->id);
    if (a == b)
        return Error{ErrorCode::InvalidInput, "both are runs of the same settings; a verdict needs two different ones"};
    return VerdictQuestion(*a, *b, std::move(groups),
                           options.by.empty() ? std::nullopt : std::optional(verdictScoreOf(options.by)));
}

struct Names {
    std::string a, b;
};
Names namesOf(const RunGroup& a, const RunGroup& b) {
    const auto nameOf = [](const RunGroup& group) {
        return shown(numberedName(group.number, group.name, group.config).english());
    };
    return {nameOf(a), nameOf(b)};
}

/// Why there is no verdict of these two; empty: there may be one.
std::string obstacle(const VerdictQuestion& question, const Names& names) {
    if (const auto keys = question.otherMeasures(); !keys.empty()) {
        std::string list;
        for (const std::string& key : keys) list += (list.empty() ? "" : ", ") + key;
        return "they measure different things (" + list + "), so the lower score need not be the better";
    }
    std::string list;
    for (const RunGroup* group : question.givenStarts())
        list += (list.empty() ? "" : ", ") + (group == &question.challenger() ? names.a : names.b);
    return list.empty() ? ""
                        : "not begun with weights drawn from the seed but with trained ones, which makes no pair with "
                          "any other run: " +
                              list;
}

void printText(const VerdictQuestion& question, const Names& names, const Verdict& verdict,
               const VerdictQuestion::Plan& plan) {
    const RunGroup &a = question.challenger(), &b = question.base();
    std::printf("Is %s better than %s by %s?\n", names.a.c_str(), names.b.c_str(),
                consoleText(verdictScoreName(question.score(), a.config)).c_str());
    for (const ConfigChange& change : effectiveChanges(b.config, a.config))
        std::printf("  %s %s, not %s\n", change.field->key,
                    shown(formatFieldValue(fieldValue(a.config, *change.field))).c_str(),
                    shown(formatFieldValue(fieldValue(b.config, *change.field))).c_str());
    std::printf("\n%s\n", consoleText(verdictAnswer(verdict)).c_str());
    std::vector<Phrase> sentences = verdictSentences(verdict, question.score(), b, names.a, names.b);
    sentences.push_back(otherScoreNote(verdict, question.score(), a, b, names.a, names.b));
    for (const Phrase& sentence : sentences)
        if (!sentence.empty()) std::printf("%s\n", consoleText(sentence).c_str());
    std::printf("\n");
    for (const auto& [what, value] : verdictFacts(verdict, a, b))
        std::printf("%-28s%s\n", consoleText(what).c_str(), consoleText(value).c_str());
    if (plan.missing.empty()) return;
    std::printf("\n%zu %s missing until the next look", plan.missing.size(),
                plan.missing.size() == 1 ? "run is" : "runs are");
    if (plan.seconds > 0)
        std::printf(" (%s%s of training one after the other)", plan.isWhole ? "" : "more than ",
                    spanText(plan.seconds).c_str());
    std::printf("; --train trains %s\n", plan.missing.size() == 1 ? "it" : "them");
}

Json verdictJson(const VerdictQuestion& question, const Verdict& verdict, const VerdictQuestion::Plan& plan) {
    const RunGroup &a = question.challenger(), &b = question.base();
    const PairedScores pairs = pairScores(a, b, question.score());
    Json scores = Json::array(), changes = Json::object();
    for (std::size_t i = 0; i < pairs.seeds.size(); ++i)
        scores.push_back({{"seed", pairs.seeds[i]}, {"a", number(pairs.a[i])}, {"b", number(pairs.b[i])}});
    for (const ConfigChange& change : effectiveChanges(b.config, a.config))
        changes[change.field->key] = {{"a", formatFieldValue(fieldValue(a.config, *change.field))},
                                      {"b", formatFieldValue(fieldValue(b.config, *change.field))}};
    Json result{{"answer", verdictAnswerKey(verdict.answer)},
                {"by", verdictScoreKey(question.score())},
                {"lower_is_better", lowerIsBetter(question.score(), a.config)},
                {"pairs", verdict.pairs},
                {"pairs_given", verdict.pairsGiven},
                {"next_look", verdict.nextLook},
                {"missing_runs", plan.missing.size()},
                {"changes", std::move(changes)},
                {"runs", {{"a", a.ids}, {"b", b.ids}}},
                {"scores", std::move(scores)}};
    if (verdict.hasSize()) result["effect"] = verdict.effect;
    if (verdict.hasInterval()) result.update({{"low", verdict.low}, {"high", verdict.high}});
    if (verdict.hasTest()) result["p"] = number(verdict.p);
    if (verdict.pairs > 0)
        result.update({{"results", verdict.results}, {"seeds_vary_nothing", verdict.seedsVaryNothing}});
    return Json{{"verdict", std::move(result)}};
}

/// The runs that the next look lacks, both settings in turn.
Result<int> train(const VerdictOptions& options, Workspace& workspace, const VerdictQuestion& question,
                  const VerdictQuestion::Plan& plan) {
    auto engine = openEngine();
    if (!engine.ok()) return engine.error();
    if (auto limited = limitMemory(plan.missing.front(), (*engine)->info()); !limited.ok()) return limited.error();
    installSignals();
    std::vector<RunOrder> runs;
    for (const ExperimentConfig& config : plan.missing) {
        const RunGroup& like =
            sameSetting(config, question.challenger().config) ? question.challenger() : question.base();
        runs.push_back({.config = config, .parent = like.ids.front()});
    }
    return exitCode(trainGroup(
        **engine, runs,
        {&workspace, options.group.limits(), options.json, options.quiet, std::chrono::seconds(options.diskWait)}));
}

int verdict(const VerdictOptions& options) {
    const auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    auto question = questionOf(options, **workspace);
    if (!question.ok()) return fail(question.error(), options.json);
    const Names names = namesOf(question->challenger(), question->base());
    if (const std::string why = obstacle(*question, names); !why.empty())
        return fail({ErrorCode::InvalidInput, "there is no verdict: " + why}, options.json);
    int code = kDone;
    if (const auto plan = question->plan(); options.train && !plan.missing.empty()) {
        const auto trained = train(options, **workspace, *question, plan);
        if (!trained.ok()) return fail(trained.error(), options.json);
        code = *trained;
        question = questionOf(options, **workspace);
        if (!question.ok()) return fail(question.error(), options.json);
    }
    const Verdict answer = question->verdict();
    const auto plan = question->plan();
    if (options.train && !options.json && !options.quiet) std::printf("\n");
    if (options.json)
        printJson(verdictJson(*question, answer, plan));
    else
        printText(*question, names, answer, plan);
    return code;
}

}  // namespace

CommandAction setVerdict(CLI::App& app) {
    const auto options = std::make_shared<VerdictOptions>();
    options->workspace.addTo(app);
    app.add_option("a", options->challenger,
                   "A run of the settings that may be better: its number, id or name, or last")
        ->required();
    app.add_option("b", options->base, "A run of the settings that they are held against")->required();
    app.add_option("--by", options->by,
                   "By which score: validation, test, time or memory (validation loss; the test score where runs have "
                   "no validation part). To be chosen before the first look: afterwards one would choose the score "
                   "that agrees")
        ->check(CLI::IsMember({"validation", "test", "time", "memory"}));
    app.add_flag("--train", options->train, "First train the paired seeds that are missing until the next look");
    options->group.addTo(app);
    app.add_flag("--json", options->json,
                 "The result as JSON, with the scores of each seed; with --train as sweep tells its runs before it");
    app.add_flag("--quiet", options->quiet, "Only the result");
    addDiskWait(app, options->diskWait);
    return [options] { return verdict(*options); };
}

}  // namespace gatelab::worker
