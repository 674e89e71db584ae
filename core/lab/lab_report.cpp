// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_report.h"

#include "base/number_text.h"
#include "config/config_difference.h"
#include "io/csv_cell.h"
#include "lab/lab_digits.h"
#include "lab/lab_words.h"
#include "lab/table_text.h"

#include <cmath>
#include <iterator>
#include <utility>

namespace gatelab {

using table_text::number, table_text::padded;

namespace {

std::string interval(double low, double high, int digits) {
    return std::isfinite(low) && std::isfinite(high)
               ? " (" + numberText(low, digits) + " to " + numberText(high, digits) + ")"
               : std::string();
}

constexpr double kTellingInterval = 1000;  ///< wider ones, of two repeats, tell nothing

/// "1.42 x (1.35 to 1.49)" where it holds, else "not decided (0.60 to 1.30)", "no difference (0.98 to 1.02)", or "-"
/// without an interval; "1.42 x so far" before all of it is measured.
std::string ratioText(const LabRatio& ratio, bool isDecided) {
    using lab_digits::kRatio;
    if (!isDecided) return std::isfinite(ratio.value) ? numberText(ratio.value, kRatio) + " x so far" : "-";
    const LabOutcome outcome = ratio.outcome();
    const bool holds = outcome == LabOutcome::Faster || outcome == LabOutcome::Slower;
    const bool isNarrow = ratio.high < kTellingInterval * ratio.low;
    return (holds ? numberText(ratio.value, kRatio) + " x" : lab_words::outcome(outcome)) +
           (isNarrow ? interval(ratio.low, ratio.high, kRatio) : std::string());
}

std::string msText(const LabFigures& f) {
    return numberText(f.ms, lab_digits::kTime) + interval(f.msLow, f.msHigh, lab_digits::kInterval);
}

/// "2 again, 1 of 5 left out", "1 of 2 counted".
std::string disturbedText(const LabFigures& f) {
    const std::string again = f.replaced.empty() ? std::string() : std::to_string(f.replaced.size()) + " again";
    const std::string stayed = f.disturbed() == 0
                                   ? std::string()
                                   : std::to_string(f.disturbed()) + " of " + std::to_string(f.repeats.size()) +
                                         (f.leftOut() > 0 ? " left out" : " counted");
    return again.empty() && stayed.empty() ? "none" : again + (again.empty() || stayed.empty() ? "" : ", ") + stayed;
}

/// Empty where nothing was measured.
std::string disturbedCsv(const LabFigures& f) {
    return f.measured() ? std::to_string(f.disturbed()) + "," + std::to_string(f.replaced.size()) + "," +
                              std::to_string(f.leftOut())
                        : ",,";
}

std::string percent(double share) {
    return std::isfinite(share) ? numberText(100 * share, lab_digits::kShare) + " %" : "-";
}

/// What people read of a rung besides its name, in the order of the table's heads.
std::vector<std::string> cells(const LabReport& report, std::size_t rung) {
    const LabFigures& f = report.figures[rung];
    using namespace lab_digits;
    return {numberText(f.samplesPerSecond, kRate),
            msText(f),
            numberText(f.peakMiB, kMemory),
            numberText(f.validationLoss, kLoss),
            numberText(f.validationEqualTime, kLoss),
            numberText(f.outputDifference, kDifference),
            percent(f.shareOfLimit),
            rung == 0 ? "1" : ratioText(f.speedup, report.isDecided(rung) && report.isDecided(0)),
            rung == 0 ? "-" : ratioText(f.effect, report.isDecided(rung)),
            disturbedText(f)};
}

std::string machineLine(const LabReport& report) {
    std::string text = report.device;
    for (const MachineLimits& limits : report.limits)
        text += ", measured limit " + numberText(limits.flopsPerSecond / 1e9, 3) + " GFLOP/s and " +
                numberText(limits.bytesPerSecond / 1e9, 3) + " GB/s (threads: " + std::to_string(limits.threads) + ")";
    // What was interrupted says so in every format.
    if (!report.finished())
        text += (text.empty() ? "" : ", ") + std::string("interrupted after ") + std::to_string(report.rounds()) +
                " of " + std::to_string(report.plan.repeats) + " rounds, " + std::to_string(report.done) + " of " +
                std::to_string(report.total) + " runs";
    return text + ", " + labRuns(report).english() + ", repeats in shuffled order" + ", each " +
           (report.plan.minMs > 0 ? "at least " : "") + std::to_string(report.plan.steps) + " steps" +
           (report.plan.minMs > 0 ? " and " + numberText(report.plan.minMs, lab_digits::kInterval) + " ms" : "") +
           " after " + std::to_string(report.plan.warmup) + " of warm-up; " + kLabEstimator + "; " + kLabDisturbedRule;
}

}  // namespace

Phrase labRuns(const LabReport& report) {
    const int planned = LabWork(report.plan).runs(), rungs = report.wantedRungs();
    const Phrase of = counted(rungs, GATELAB_TEXT("Lab", "1 rung"), GATELAB_TEXT("Lab", "%1 rungs"));
    const Phrase repeats =
        counted(report.plan.repeats, GATELAB_TEXT("Lab", "1 repeat"), GATELAB_TEXT("Lab", "%1 repeats"));
    Phrase runs =
        report.plan.equalTime
            ? Phrase(GATELAB_TEXT("Lab", "%1 × %2 + %3 for the outputs + %3 of equal time = %4 runs"),
                     {of, repeats, rungs, planned})
            : Phrase(GATELAB_TEXT("Lab", "%1 × %2 + %3 for the outputs = %4 runs"), {of, repeats, rungs, planned});
    if (report.total == 0 || report.total >= planned) return runs;
    return {GATELAB_TEXT("Lab", "%1, %2 of them left out with rungs that failed"),
            {std::move(runs), planned - report.total}};
}

std::string labCsv(const LabReport& report) {
    std::string text =
        "rung,group,samples_per_s,ms_per_step,ms_low,ms_high,peak_mib,validation_equal_steps,validation_equal_time,"
        "equal_time_steps,output_difference,share_of_limit,"
        "speedup,speedup_low,speedup_high,effect,effect_low,effect_high,implementation,threads,disturbed_repeats,"
        "measured_again,left_out,note\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        const LabFigures& f = report.figures[i];
        text += rung.key + "," + lab_words::group(rung.group);
        for (const double value :
             {f.samplesPerSecond, f.ms, f.msLow, f.msHigh, f.peakMiB, f.validationLoss, f.validationEqualTime})
            text += "," + number(value);
        text += "," + (f.equalTimeSteps > 0 ? std::to_string(f.equalTimeSteps) : "");
        for (const double value : {f.outputDifference, f.shareOfLimit, f.speedup.value, f.speedup.low, f.speedup.high,
                                   f.effect.value, f.effect.low, f.effect.high})
            text += "," + number(value);
        text += "," + f.implementation + "," + (f.implementation.empty() ? "" : std::to_string(f.threads)) + "," +
                disturbedCsv(f) + "," + csvText(lab_words::status(rung, f)) + "\n";
    }
    return text;
}

std::string labMarkdown(const LabReport& report) {
    std::string text =
        "| rung | samples/s | ms/step (95 % interval) | peak MiB | val. loss, equal steps | equal time | largest diff. "
        "| of the limit | against the first line | this switch | disturbed |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        text += "| " + rung.name().english() + " | ";
        if (const std::string note = lab_words::status(rung, report.figures[i]); !note.empty()) {
            text += note + " | | | | | | | | | |\n";
            continue;
        }
        for (const std::string& cell : cells(report, i)) text += cell + " | ";
        text.back() = '\n';
    }
    return text + "\n" + machineLine(report) + ".\n\n    " + labCommand(report.plan) + "\n";
}

std::string labText(const LabReport& report) {
    static constexpr int kKey = -30;
    static constexpr std::pair<const char*, int> kHeads[] = {{"samples/s", 10},    {"ms/step (95 % interval)", 24},
                                                             {"peak MiB", 9},      {"val.steps", 10},
                                                             {"val.time", 10},     {"diff.", 9},
                                                             {"limit", 7},         {"against the first", -28},
                                                             {"this switch", -28}, {"disturbed", 0}};
    std::string text = padded("rung", kKey);
    const auto add = [&text](std::size_t column, const std::string& cell) {
        text += (kHeads[column].second > 0 ? " " : "  ") + padded(cell, kHeads[column].second);
    };
    for (std::size_t column = 0; column < std::size(kHeads); ++column) add(column, kHeads[column].first);
    text += "\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        text += padded(rung.key, kKey);
        if (const std::string note = lab_words::status(rung, report.figures[i]); !note.empty()) {
            text += "  " + note + "\n";
            continue;
        }
        const std::vector<std::string> row = cells(report, i);
        for (std::size_t column = 0; column < row.size(); ++column) add(column, row[column]);
        text += "\n";
    }
    return text + "\n" + machineLine(report) + "\n";
}

std::string labCommand(const LabPlan& plan) {
    const std::string command = reproduceCommand(plan.base);
    const std::string train = "gatelab-worker train";
    const std::string mode = plan.mode == LabMode::Ladder ? "--ladder"
                             : plan.mode == LabMode::OneOff
                                 ? "--one-off"
                                 : "--ab " + plan.rungs.front().key + "," + plan.rungs.back().key;
    std::string left;
    for (const LabRung& rung : plan.rungs)
        if (rung.leftOut) left += (left.empty() ? " --without " : ",") + rung.key;
    // A number of steps that is given is kept to, however short they are.
    const std::string stepsFlag =
        plan.minMs > 0 && plan.steps == LabPlan{}.steps ? std::string() : " --lab-steps " + std::to_string(plan.steps);
    return "gatelab-worker lab " + mode + left + (plan.equalTime ? "" : " --no-equal-time") + " --repeats " +
           std::to_string(plan.repeats) + " --lab-warmup " + std::to_string(plan.warmup) + stepsFlag +
           command.substr(train.size());
}

}  // namespace gatelab
