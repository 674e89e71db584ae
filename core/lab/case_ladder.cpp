// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/case_ladder.h"

#include "base/number_text.h"
#include "config/architecture.h"
#include "config/field.h"
#include "config/preset_experiment.h"
#include "data/sequences/sequence_parts.h"
#include "lab/lab_digits.h"
#include "lab/table_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gatelab {
namespace {

constexpr const char* kText = "text";
constexpr double kTextAccuracy = 0.97;

using Change = void (*)(ExperimentConfig&);
struct Means {
    const char* key;
    Text title, does;
    Change change;
    bool isAside = false;
};

/// THE table of the means of the text case, in their order. What they begin with is the preset case-text.
constexpr Means kTextMeans[] = {
    {"kernels", GATELAB_TEXT("Case", "Kernels"),
     GATELAB_TEXT("Case", "LibTorch's LSTM becomes Gatelab's: the whole step in own vector code. The numbers stay."),
     [](ExperimentConfig& c) { c.implementation = "auto"; }},
    {"initialisation", GATELAB_TEXT("Case", "Initialisation"),
     GATELAB_TEXT("Case", "The bias of the forget gates starts at 2 instead of 0, so that cells keep what they read."),
     [](ExperimentConfig& c) { c.forgetBias = 2; }},
    {"schedule", GATELAB_TEXT("Case", "Rate schedule"),
     GATELAB_TEXT("Case", "A learning rate of 0.005 that falls along a cosine, instead of 0.001 throughout."),
     [](ExperimentConfig& c) { c.learningRate = 0.005, c.schedule = "cosine"; }},
    {"batch", GATELAB_TEXT("Case", "Batch"), GATELAB_TEXT("Case", "64 sentences a step instead of 32."),
     [](ExperimentConfig& c) { c.batchSize = 64; }},
    {"architecture", GATELAB_TEXT("Case", "Architecture"),
     GATELAB_TEXT("Case", "48 units in each direction instead of 128: enough for this text."),
     [](ExperimentConfig& c) { c.hiddenSize = 48; }},
    {"precision", GATELAB_TEXT("Case", "Precision"),
     GATELAB_TEXT("Case",
                  "BF16 instead of FP32, with LibTorch's layer, for the own kernel has none. Told against all others, "
                  "not built upon: few processors compute it faster."),
     [](ExperimentConfig& c) { c.precision = "bf16", c.implementation = "library"; }, true},
};

LabFigures figuresOf(const std::vector<CaseRun>& runs, const std::vector<CaseRun>& beside) {
    LabFigures figures;
    for (std::size_t i = 0; i < std::min(runs.size(), beside.size()); ++i)
        if (runs[i].reached() && beside[i].reached())
            figures.repeats.push_back({1e3 * runs[i].seconds, runs[i].disturbance});
    if (figures.measured()) figures.summarise();
    return figures;
}

std::string ratioText(const LabRatio& ratio) {
    using lab_digits::kRatio;
    if (!std::isfinite(ratio.value)) return "-";
    return numberText(ratio.value, kRatio) + " x" + table_text::interval(ratio.low, ratio.high, kRatio);
}

double testMean(const std::vector<CaseRun>& runs) {
    double sum = 0;
    for (const CaseRun& run : runs) sum += run.testAccuracy;
    return runs.empty() ? kNotMeasured : sum / static_cast<double>(runs.size());
}

}  // namespace

std::size_t CasePlan::last() const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < rungs.size(); ++i)
        if (!rungs[i].isAside) last = i;
    return last;
}

std::vector<std::string> caseKeys() { return {kText}; }

namespace {

/// Which file, how it is read and how it is parted.
void takeReading(const ExperimentConfig& from, ExperimentConfig& to) {
    for (const Field& field : fields())
        if (field.group == FieldGroup::Source || field.group == FieldGroup::Import ||
            std::string_view(field.key) == "split")
            (void)setFieldValue(to, field, fieldValue(from, field));
}

Error tooFew(std::int64_t examples, std::int64_t all) {
    const auto needed = static_cast<std::int64_t>(std::ceil(static_cast<double>(all) * kLeastCaseExamples /
                                                            static_cast<double>(std::max<std::int64_t>(1, examples))));
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Case",
                          "%1 texts are too few: the validation part has %2 of them, and an accuracy is told apart "
                          "from chance from %3 on; about %4 texts would do"),
             {all, examples, kLeastCaseExamples, needed}}};
}

}  // namespace

Result<CasePlan> planCaseOn(const ExperimentConfig& reading, const Dataset& texts) {
    const SequenceSetPtr set = texts.sequences;
    if (set && set->tokens > 0 && set->classNames.size() == 1)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Case", "all %1 texts are of one class, '%2'; the case tells two or more apart"),
                      {set->items.size(), set->classNames.front()}}};
    if (!set || set->tokens == 0 || set->classNames.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Case",
                                  "the case is about labelled texts: a table of text and label, or a folder for each "
                                  "class")};
    auto plan = planCase(kText);
    if (!plan.ok()) return plan;
    plan->accuracy = 0;
    plan->data = dataName(reading);
    for (CaseRung& rung : plan->rungs) takeReading(reading, rung.config);
    const auto parts = splitSequences(*set, plan->rungs.front().config);
    if (!parts.ok()) return parts.error();
    plan->examples = static_cast<std::int64_t>(parts->validation.size());
    if (plan->examples < kLeastCaseExamples)
        return tooFew(plan->examples, static_cast<std::int64_t>(set->items.size()));
    std::map<std::int32_t, std::int64_t> counts;
    for (const std::int64_t item : parts->validation) ++counts[set->items[static_cast<std::size_t>(item)].label];
    for (const auto& [label, count] : counts)
        plan->majority = std::max(plan->majority, static_cast<double>(count) / static_cast<double>(plan->examples));
    return plan;
}

Result<double> barOf(const CasePlan& plan, double best) {
    const auto error = [&](double share) {
        return std::sqrt(share * (1 - share) / static_cast<double>(plan.examples));
    };
    constexpr double kErrorsAbove = 3;
    if (!(best > plan.majority + kErrorsAbove * error(plan.majority)))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Case",
                                   "a plain training came to %1 % of the validation texts, where the most frequent "
                                   "class alone has %2 %: it learned nothing that could be reached faster"),
                      {numberText(100 * (std::isfinite(best) ? best : 0), 3), numberText(100 * plan.majority, 3)}}};
    return std::min(kTextAccuracy, best - error(best));
}

Result<CasePlan> planCase(std::string_view key) {
    if (key != kText)
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Case", "there is no case '%1'; there is: text"), {std::string(key)}}};
    const auto preset = readPresetExperiment(*findPresetExperiment("case-text"));
    if (!preset.ok()) return preset.error();
    CasePlan plan;
    plan.key = kText;
    plan.title = GATELAB_TEXT("Case", "Text classification in a fraction of the time");
    plan.accuracy = kTextAccuracy;
    plan.rungs.push_back({"beginning", GATELAB_TEXT("Case", "As it begins"),
                          GATELAB_TEXT("Case",
                                       "A bidirectional LSTM of 128 units, LibTorch's layer, 32 sentences a step, "
                                       "Adam at 0.001, PyTorch's start values, FP32, one thread."),
                          preset->config, 0});
    for (const Means& means : kTextMeans) {
        const std::size_t top = plan.last();
        CaseRung rung{means.key, means.title, means.does, plan.rungs[top].config, top, means.isAside};
        means.change(rung.config);
        plan.rungs.push_back(std::move(rung));
    }
    return plan;
}

int CaseReport::done() const {
    std::size_t count = 0;
    for (const auto& rung : runs) count += rung.size();
    return static_cast<int>(count);
}

int CaseReport::reached(std::size_t rung) const {
    return static_cast<int>(std::ranges::count_if(runs[rung], &CaseRun::reached));
}

LabFigures CaseReport::times(std::size_t rung) const { return figuresOf(runs[rung], runs[rung]); }

LabRatio CaseReport::ratio(std::size_t base, std::size_t rung) const {
    return labRatio(figuresOf(runs[base], runs[rung]), figuresOf(runs[rung], runs[base]), 1);
}

int CaseReport::halved() const {
    const auto &before = runs.front(), &after = runs[plan.last()];
    int count = 0;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        if (after[i].reached() && before[i].reached() && after[i].seconds <= before[i].seconds / 2) ++count;
    return count;
}

Result<CaseReport> runCase(CasePlan plan, const CaseMachine& machine, const CaseWatch& watch) {
    CaseReport report;
    report.runs.resize(plan.rungs.size());
    report.plan = std::move(plan);
    CasePlan& of = report.plan;
    if (of.findsBar()) {
        constexpr double kNever = 2;
        const auto plain = machine(of.rungs.front(), 1, kNever);
        if (!plain.ok()) return plain.error();
        const auto bar = barOf(of, plain->accuracy);
        if (!bar.ok()) return bar.error();
        of.accuracy = *bar;
        if (!watch(report)) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lab", "stopped")};
    }
    for (int seed = 1; seed <= of.seeds; ++seed)
        for (std::size_t rung = 0; rung < of.rungs.size(); ++rung) {
            auto run = machine(of.rungs[rung], seed, of.accuracy);
            if (!run.ok()) return run.error();
            report.runs[rung].push_back(*run);
            if (!watch(report)) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Lab", "stopped")};
        }
    return report;
}

std::vector<CaseLine> caseLines(const CaseReport& report) {
    std::vector<CaseLine> lines;
    for (std::size_t i = 0; i < report.plan.rungs.size(); ++i) {
        const CaseRung& rung = report.plan.rungs[i];
        const LabFigures times = report.times(i);
        const auto seconds = [&](double ms) { return ms / 1e3; };
        CaseLine line;
        line.title = rung.title;
        if (times.measured())
            line.time = numberText(seconds(times.ms), lab_digits::kInterval) + " s" +
                        table_text::interval(seconds(times.msLow), seconds(times.msHigh), lab_digits::kInterval);
        if (i > 0) line.all = ratioText(report.ratio(0, i)), line.step = ratioText(report.ratio(rung.against, i));
        if (!report.runs[i].empty()) {
            line.reached = std::to_string(report.reached(i)) + "/" + std::to_string(report.runs[i].size());
            line.test = numberText(100 * testMean(report.runs[i]), 4) + " %";
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Phrase caseHeadline(const CaseReport& report) {
    const std::size_t last = report.plan.last();
    const LabRatio ratio = report.ratio(0, last);
    if (!std::isfinite(ratio.value)) return {};
    const auto less = [](double times) { return numberText(100 * (1 - 1 / times), 3); };
    const std::string accuracy = numberText(100 * report.plan.accuracy, 3),
                      seeds = std::to_string(report.runs[last].size()), halved = std::to_string(report.halved());
    if (!std::isfinite(ratio.low))
        return {GATELAB_TEXT("Case", "The time to %1 % accuracy fell by %2 %, by half or more in %3 of %4 seeds."),
                {accuracy, less(ratio.value), halved, seeds}};
    return {GATELAB_TEXT("Case",
                         "The time to %1 % accuracy fell by %2 % (95 %: %3 to %4), by half or more in %5 of %6 seeds."),
            {accuracy, less(ratio.value), less(ratio.low), less(ratio.high), halved, seeds}};
}

std::string caseText(const CaseReport& report) {
    using table_text::padded;
    constexpr int kTitle = -16, kTime = -22, kRatio = -24, kReached = -8;
    const auto row = [&](const std::string& title, const CaseLine& line) {
        return padded(title, kTitle) + "  " + padded(line.time, kTime) + "  " + padded(line.all, kRatio) + "  " +
               padded(line.step, kRatio) + "  " + padded(line.reached, kReached) + "  " + line.test + "\n";
    };
    const std::string head = "time to " + numberText(100 * report.plan.accuracy, 3) + " %";
    std::string text = row("means", {{}, head, "all so far (95 %)", "this means (95 %)", "reached", "test accuracy"});
    const std::vector<CaseLine> lines = caseLines(report);
    for (const CaseLine& line : lines) text += row(line.title.source, line);
    text += "\n";
    for (const CaseRung& rung : report.plan.rungs)
        text += padded(rung.title.source, kTitle) + "  " + rung.does.source + "\n";
    if (!report.plan.data.empty())
        text += "\nOn " + report.plan.data + ": " + numberText(100 * report.plan.accuracy, 3) +
                " % is what a plain training reaches there, less one standard error, or 97 %.\n";
    if (const Phrase headline = caseHeadline(report); !headline.empty()) text += "\n" + headline.english() + "\n";
    return text +
           "Geometric means over seeds, Student's t on the logarithms; each run is stopped at its first validation " +
           "with the accuracy. " + report.device + ".\n";
}

}  // namespace gatelab
