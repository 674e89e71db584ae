// SPDX-License-Identifier: GPL-3.0-or-later
// Why a kept network answers as it does: the shares of one answer, and what matters to all of them.
#include "worker/look/explain_command.h"

#include "worker/inspect_options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/padded.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "inspect/explanation.h"
#include "lab/kept_importance.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct ExplainOptions {
    std::shared_ptr<InspectOptions> inspect;
    std::int64_t row = 0, step = 0, shuffles = 5;
    std::string target, label;
    bool onlyRun = false, onlyAnswer = false;
};

/// A name, or a number from 1; -1: neither.
std::int64_t placeOf(const std::vector<std::string>& names, const std::string& word) {
    const auto found = std::ranges::find(names, word);
    if (found != names.end()) return found - names.begin();
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool isNumber = problem == std::errc() && end == word.data() + word.size();
    return isNumber && number >= 1 && number <= std::ssize(names) ? number - 1 : -1;
}

Result<std::int64_t> chosenOf(const std::vector<std::string>& names, const std::string& word, std::int64_t none,
                              const Text& refusal) {
    if (word.empty()) return none;
    const std::int64_t place = placeOf(names, word);
    if (place >= 0) return place;
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return Error{ErrorCode::InvalidInput, {refusal, {word, all}}};
}

Result<AttributionQuestion> questionOf(const ExplainOptions& options, const Opened& opened) {
    const InspectedRun& run = opened.inspector->run();
    AttributionQuestion question;
    question.part = partOf(options.inspect->part), question.window = opened.window;
    question.step = options.step - 1;
    auto target = chosenOf(run.targets, options.target, 0,
                           GATELAB_TEXT("Inspect", "there is no target '%1'; the targets are: %2"));
    if (!target.ok()) return target.error();
    auto label = chosenOf(run.classes, options.label, -1,
                          GATELAB_TEXT("Inspect", "there is no class '%1'; the classes are: %2"));
    if (!label.ok()) return label.error();
    question.target = *target, question.label = *label;
    return question;
}

Json attributionJson(const Attribution& answer) {
    Json json{{"subject", answer.subject.english()},
              {"answer", number(answer.answer)},
              {"baseline", number(answer.baseline)},
              {"baseline_is", "mean of the training windows"},
              {"training_windows", answer.training},
              {"change", number(answer.change())},
              {"sum", number(answer.sum())},
              {"gap", number(answer.gap())},
              {"nodes", answer.nodes},
              {"columns", answer.columns},
              {"by_column", answer.byColumn()},
              {"steps", answer.window.steps},
              {"values", answer.values},
              {"attention", answer.attention},
              {"so_what", answer.soWhat().english()}};
    json["rest"] = Json::array();
    for (const AttributionRest& one : answer.rest)
        json["rest"].push_back({{"what", one.what.english()}, {"value", number(one.value)}});
    return json;
}

/// Each column with its share and the step where it pulls most.
void print(const Attribution& answer) {
    std::printf("why: %s\n", plainText(answer.subject).c_str());
    std::printf("%-24s %12s  %s\n", "column", "share", "pulls most at");
    const std::vector<double> sums = answer.byColumn();
    for (std::size_t c = 0; c < sums.size(); ++c) {
        std::size_t most = 0;
        for (std::size_t i = c; i < answer.values.size(); i += sums.size())
            if (std::abs(answer.values[i]) > std::abs(answer.values[most * sums.size() + c])) most = i / sums.size();
        std::printf("%s %12s  step %zu of %lld (%s)\n", padded(answer.columns[c], 24).c_str(),
                    figureText(sums[c], 4).c_str(), most + 1, static_cast<long long>(answer.window.steps),
                    figureText(answer.values[most * sums.size() + c], 3).c_str());
    }
    for (const AttributionRest& one : answer.rest)
        std::printf("%-24s %12s\n", plainText(one.what).c_str(), figureText(one.value, 4).c_str());
    if (!answer.attention.empty()) {
        const auto most = std::ranges::max_element(answer.attention);
        std::printf("attention is highest at step %lld: %s\n",
                    static_cast<long long>(most - answer.attention.begin() + 1), figureText(*most, 3).c_str());
    }
    std::printf("%s\n%s\n", plainText(answer.proof()).c_str(), plainText(answer.soWhat()).c_str());
}

const char* kindWord(ImportanceRow::Kind kind) {
    return kind == ImportanceRow::Kind::Column ? "column" : kind == ImportanceRow::Kind::Group ? "together" : "steps";
}

Json importanceJson(const Importance& answer) {
    Json json{{"windows", answer.windows},
              {"looked", answer.looked},
              {"shuffles", answer.question.shuffles},
              {"measure", answer.isEntropy ? "cross entropy" : "mean squared error"},
              {"error", number(answer.error)},
              {"so_what", answer.soWhat().english()}};
    for (const ImportanceRow& row : answer.rows)
        json["rows"].push_back({{"kind", kindWord(row.kind)},
                                {"name", row.name.english()},
                                {"ratio", number(row.ratio)},
                                {"low", number(row.low)},
                                {"high", number(row.high)},
                                {"matters", row.matters()}});
    return json;
}

void print(const Importance& answer) {
    std::printf("what matters: error with it exchanged among %lld of %lld windows, in parts of the error (%s %s)\n",
                static_cast<long long>(answer.looked), static_cast<long long>(answer.windows),
                answer.isEntropy ? "cross entropy" : "mean squared", figureText(answer.error, 4).c_str());
    std::printf("%-9s %-32s %8s  %s\n", "", "", "times", "95 % interval of the shuffles");
    for (const ImportanceRow& row : answer.rows)
        std::printf("%-9s %-32s %8s  %s to %s\n", kindWord(row.kind), plainText(row.name).c_str(),
                    figureText(row.ratio, 3).c_str(), figureText(row.low, 3).c_str(), figureText(row.high, 3).c_str());
    std::printf("%s\n", plainText(answer.soWhat()).c_str());
}

Result<> chooseRow(const ExplainOptions& options, Opened& opened) {
    if (options.row == 0) return {};
    const auto found = windowOfRow(opened.inspector->run(), options.row);
    if (!found.ok()) return found.error();
    opened.window = found->window;
    options.inspect->part = found->part == WindowPart::Train  ? "train"
                            : found->part == WindowPart::Test ? "test"
                                                              : "validation";
    return {};
}

int explain(const ExplainOptions& options) {
    installSignals();
    InspectOptions& inspect = *options.inspect;
    ProgressLine line(inspect.json);
    const auto watch = [&](const char* what) {
        return [&line, what](double share) {
            line.show(what, std::max(0.0, share));
            return signalCount == 0;
        };
    };
    const auto refused = [&](const Error& error) { return line.end(), fail(error, inspect.json); };
    auto opened = openInspected(inspect, watch("looking for the window"));
    if (!opened.ok()) return refused(opened.error());
    if (const auto row = chooseRow(options, *opened); !row.ok()) return refused(row.error());
    Json json{{"run", inspect.run}};
    if (!options.onlyRun) {
        const auto question = questionOf(options, *opened);
        if (!question.ok()) return refused(question.error());
        const auto answer = attribution(*opened->inspector, *question, watch("integrating gradients"));
        line.end();
        // What matters to the run can be told all the same
        const bool goesOn = !answer.ok() && answer.error().code == ErrorCode::Unsupported && !options.onlyAnswer;
        if (!answer.ok() && !goesOn) return fail(answer.error(), inspect.json);
        if (goesOn) {
            json["not_explained"] = answer.error().message;
            if (!inspect.json) std::printf("%s\n", plainText(answer.error().phrase).c_str());
        } else {
            json.update(windowJson(answer->window, answer->weights, inspect));
            json["attribution"] = attributionJson(*answer);
        }
        if (!goesOn && !inspect.json) {
            printWindow(answer->window, answer->weights, opened->inspector->run(), inspect);
            print(*answer);
        }
    }
    if (!options.onlyAnswer) {
        ImportanceQuestion question;
        question.part = partOf(inspect.part), question.shuffles = options.shuffles;
        const auto answer = importance(*opened->inspector, question, watch("exchanging among windows"));
        line.end();
        if (!answer.ok()) return fail(answer.error(), inspect.json);
        if (inspect.checkpoint == "best")  // a report tells it
            if (auto kept = keepImportance(opened->runFolder, *answer); !kept.ok())
                return fail(kept.error(), inspect.json);
        json["importance"] = importanceJson(*answer);
        if (!inspect.json) print(*answer);
    }
    if (inspect.json) printJson(json);
    return kDone;
}

}  // namespace

CommandAction setExplain(CLI::App& app) {
    const auto options = std::make_shared<ExplainOptions>();
    options->inspect = addInspectOptions(app);
    app.add_option("--row", options->row, "The forecast that begins at this row of the data, from 1, in any part")
        ->check(CLI::PositiveNumber);
    app.add_option("--target", options->target, "Which target of the forecast, by name or number (the first)");
    app.add_option("--step", options->step, "Which step ahead, from 1 (the mean of all)")->check(CLI::PositiveNumber);
    app.add_option("--class", options->label, "The class whose logit is explained (the likeliest)");
    app.add_option("--shuffles", options->shuffles, "How often each is exchanged among windows, 2 or more (5)")
        ->check(CLI::Range(2, 1000));
    app.add_flag("--only-run", options->onlyRun, "What matters to the run alone")
        ->excludes(app.add_flag("--only-forecast", options->onlyAnswer, "The one forecast alone"));
    return [options] { return explain(*options); };
}

}  // namespace gatelab::worker
