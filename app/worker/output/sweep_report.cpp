// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/sweep_report.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include "verdict/verdict_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMaxRows = 50;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    std::size_t count = 0;
    for (const double value : values)
        if (std::isfinite(value)) sum += value, ++count;
    return count > 0 ? sum / static_cast<double>(count) : kNone;
}

/// "learning_rate", "learning_rate with hidden_size", "seed"
std::string partName(const ScoreShare& part) {
    switch (part.of) {
        case ScoreShare::Of::Seed:
            return "seed";
        case ScoreShare::Of::Rest:
            return "rest";
        case ScoreShare::Of::Together:
            return part.with.empty() ? "together" : part.key + " with " + part.with;
        case ScoreShare::Of::Setting:
            break;
    }
    return part.key;
}

double deviationOf(const std::vector<double>& values) {
    const double mean = meanOf(values);
    double sum = 0;
    std::size_t count = 0;
    for (const double value : values)
        if (std::isfinite(value)) sum += (value - mean) * (value - mean), ++count;
    return count > 1 ? std::sqrt(sum / static_cast<double>(count - 1)) : kNone;
}

}  // namespace

double SweepReport::Row::mean() const { return meanOf(scores); }
double SweepReport::Row::deviation() const { return deviationOf(scores); }

SweepReport::Row SweepReport::rowOf(const ExperimentConfig& config, const std::vector<GroupRunEnd>& ends,
                                    std::size_t first, std::size_t count, std::size_t step) {
    Row row{config};
    for (std::size_t i = 0; i < count; ++i) {
        const GroupRunEnd& end = ends[first + i * step];
        if (!end.run.empty()) row.runs.push_back(end.run);
        row.stoppedAt = std::max(row.stoppedAt, end.stoppedAt);
        if (!end.begun || !end.whole || end.state == RunState::Interrupted)
            ++row.left;
        else if (end.state == RunState::Failed && end.code == ErrorCode::NonFinite)
            ++row.diverged;
        else if (end.state == RunState::Failed)
            ++row.failed;
        else if (std::isfinite(end.validation))
            row.scores.push_back(end.validation);
        else
            ++row.failed;
    }
    return row;
}

SweepReport::SweepReport(ExperimentConfig base, const std::vector<ExperimentConfig>& configs,
                         const std::vector<GroupRunEnd>& ends, std::int64_t seeds)
    : base_(std::move(base)) {
    const auto each = static_cast<std::size_t>(std::max<std::int64_t>(1, seeds));
    for (std::size_t i = 0; i + each <= configs.size(); i += each) rows_.push_back(rowOf(configs[i], ends, i, each));
    for (const Field& field : fields())
        if (std::string_view(field.key) != "seed" && std::ranges::any_of(configs, [&](const ExperimentConfig& config) {
                return fieldValue(config, field) != fieldValue(base_, field);
            }))
            varied_.push_back(&field);
    // A setting that diverges for some seed, or was stopped, stands behind those that never do.
    std::ranges::stable_sort(rows_, [](const Row& a, const Row& b) {
        if (a.isWhole() != b.isWhole()) return a.isWhole();
        if (a.scores.empty() || b.scores.empty()) return !a.scores.empty() && b.scores.empty();
        return a.mean() < b.mean();
    });
}

std::size_t SweepReport::ranked() const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, [](const Row& row) { return !row.scores.empty(); }));
}

void SweepReport::confirm(const std::vector<ExperimentConfig>& configs, const std::vector<GroupRunEnd>& ends) {
    const std::size_t settings = std::min<std::size_t>(2, ranked());
    Confirmed confirmed;
    for (std::size_t i = 0; i + settings <= configs.size(); i += settings) {
        const auto score = [&](std::size_t k) {
            return ends[i + k].state == RunState::Finished ? ends[i + k].validation : kNone;
        };
        const auto counts = [&](std::size_t k) {
            return ends[i + k].begun && ends[i + k].whole &&
                   (ends[i + k].state == RunState::Finished || ends[i + k].code == ErrorCode::NonFinite);
        };
        if (!counts(0) || (settings == 2 && !counts(1))) continue;  // stopped, or failed for another reason: no pair
        confirmed.best.push_back(score(0));
        if (settings == 2) confirmed.second.push_back(score(1));
    }
    if (settings == 2) confirmed.verdict = decideVerdict(confirmed.best, confirmed.second);
    confirmed_ = std::move(confirmed);
}

std::vector<std::pair<const Field*, std::string>> SweepReport::settingsOf(const Row& row) const {
    std::vector<std::pair<const Field*, std::string>> settings;
    for (const Field* field : varied_) settings.emplace_back(field, formatFieldValue(fieldValue(row.config, *field)));
    return settings;
}

std::string SweepReport::confirmedText() const {
    if (!confirmed_) return "";
    const double before = rows_.front().mean(), fresh = meanOf(confirmed_->best),
                 grew = 100 * (fresh - before) / before;
    if (!std::isfinite(fresh)) return "\nconfirmed: the best setting has no score on fresh seeds\n";
    std::string text = "\nconfirmed on " + std::to_string(confirmed_->best.size()) +
                       " fresh seeds: the best setting's validation loss was " + figureText(before, 5) +
                       " in the sweep and is " + figureText(fresh, 5);
    if (const double deviation = deviationOf(confirmed_->best); std::isfinite(deviation))
        text += " (deviation " + figureText(deviation, 2) + ")";
    text += grew > 0 ? ", " + figureText(grew, 2) + " % more: that much of the best of " + std::to_string(ranked()) +
                           " was luck\n"
                     : ", " + figureText(-grew, 2) + " % less: it was not the luckiest of " + std::to_string(ranked()) +
                           "\n";
    if (confirmed_->second.empty()) return text;
    const Verdict& verdict = confirmed_->verdict;
    text += "the best against the second best, on the same fresh seeds: " + figureText(fresh, 5) + " and " +
            figureText(meanOf(confirmed_->second), 5) + "; ";
    if (verdict.pairs == 0) return text + "the verdict needs " + std::to_string(verdict.nextLook) + " pairs\n";
    if (verdict.seedsVaryNothing)
        return text + verdictAnswerKey(verdict.answer) + " (" + std::to_string(verdict.pairs) +
               " pairs, and the seeds vary nothing: one result, not " + std::to_string(verdict.pairs) + ")\n";
    if (verdict.seedsRepeat)
        return text + verdictAnswerKey(verdict.answer) + " (" + repeatedResults(verdict).english() + ")\n";
    return text + verdictAnswerKey(verdict.answer) + " (" + std::to_string(verdict.pairs) +
           (verdict.hasTest() ? " pairs, paired t-test, p " + figureText(verdict.p, 2)
                              : " pairs, each of which differs by the same") +
           ")\n";
}

std::string SweepReport::text() const {
    std::string text = "validation loss (mean of the best of each seed), best first\n";
    for (std::size_t k = 0; k < std::min(rows_.size(), kMaxRows); ++k) {
        const Row& row = rows_[k];
        char head[96];
        std::snprintf(head, sizeof head, "%4zu  %-11s", k + 1, figureText(row.mean(), 5).c_str());
        text += head;
        if (std::isfinite(row.deviation())) text += " ± " + figureText(row.deviation(), 2);
        for (const auto& [field, value] : settingsOf(row)) text += "  " + std::string(field->key) + " " + value;
        if (row.stoppedAt > 0) text += "; stopped at epoch " + std::to_string(row.stoppedAt);
        if (row.diverged > 0) text += "; " + std::to_string(row.diverged) + " diverged";
        if (row.failed > 0) text += "; " + std::to_string(row.failed) + " failed";
        if (row.left > 0) text += "; " + std::to_string(row.left) + " left out or stopped";
        text += "\n";
    }
    if (rows_.size() > kMaxRows) text += "      and " + std::to_string(rows_.size() - kMaxRows) + " more\n";
    if (!confirmed_ && ranked() > 1)
        text += "The best of " + std::to_string(ranked()) +
                " was also the luckiest: --confirm N trains the best two again on N fresh seeds.\n";
    return text + sharesText() + confirmedText();
}

void SweepReport::tellShares() {
    std::vector<ScoreSample> samples;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].stoppedAt == 0)
            for (const double score : rows_[i].scores) samples.push_back({&rows_[i].config, i, score});
    std::vector<std::string> keys;
    for (const Field* field : varied_) keys.emplace_back(field->key);
    shares_ = scoreShares(samples, keys);
}

std::string SweepReport::sharesText() const {
    if (!shares_ || shares_->lack != ScoreShares::Lack::None) return "";
    if (!shares_->strongest()) return "No setting explains the losses so far.\n";
    std::string text = "what moves the loss, " + std::to_string(shares_->runs) + " runs:";
    for (const ScoreShare& part : shares_->parts)
        text += (&part == &shares_->parts.front() ? " " : ", ") + partName(part) + " " +
                std::to_string(std::lround(100 * part.share)) + " %";
    return text + "\n";
}

std::string SweepReport::json() const {
    Json settings = Json::array();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const Row& row = rows_[k];
        Json changes = Json::object();
        for (const auto& [field, value] : settingsOf(row)) changes[field->key] = value;
        Json one{{"rank", k + 1},
                 {"settings", std::move(changes)},
                 {"seeds", row.scores.size()},
                 {"validation_loss", number(row.mean())},
                 {"deviation", number(row.deviation())},
                 {"diverged", row.diverged},
                 {"failed", row.failed},
                 {"left_out", row.left},
                 {"runs", row.runs}};
        if (row.stoppedAt > 0) one["stopped_at"] = row.stoppedAt;
        settings.push_back(std::move(one));
    }
    Json result{{"settings", std::move(settings)}};
    if (shares_)
        for (const ScoreShare& part : shares_->parts) result["importance"][partName(part)] = number(part.share);
    if (confirmed_) {
        const double before = rows_.front().mean(), fresh = meanOf(confirmed_->best);
        result["confirmed"] = {{"seeds", confirmed_->best.size()},
                               {"sweep", number(before)},
                               {"fresh", number(fresh)},
                               {"deviation", number(deviationOf(confirmed_->best))},
                               {"grew_percent", number(100 * (fresh - before) / before)},
                               {"second", number(meanOf(confirmed_->second))},
                               {"verdict", verdictAnswerKey(confirmed_->verdict.answer)},
                               {"pairs", confirmed_->verdict.pairs}};
    }
    return jsonLine(Json{{"result", std::move(result)}});
}

}  // namespace gatelab::worker
