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

using table_text::interval, table_text::number, table_text::padded;

namespace {

/// "4.56 x (2.62 to 8.66)*", where it is beyond chance; "4.56 x" of one repeat.
std::string ratioText(const LabRatio& ratio) {
    using lab_digits::kRatio;
    if (!std::isfinite(ratio.value)) return "-";
    return numberText(ratio.value, kRatio) + " x" + interval(ratio.low, ratio.high, kRatio) +
           (ratio.isBeyondChance() ? "*" : "");
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

/// What people read of a rung besides its name, in the order of kHeads.
std::vector<std::string> cells(const LabReport& report, std::size_t rung) {
    const LabFigures& f = report.figures[rung];
    using namespace lab_digits;
    return {rung == 0 ? "1 x" : ratioText(f.speedup),
            rung == 0 ? "-" : ratioText(f.effect),
            numberText(f.validationEqualTime, kLoss),
            numberText(f.samplesPerSecond, kRate),
            numberText(f.peakMiB, kMemory),
            numberText(f.outputDifference, kDifference),
            msText(f),
            percent(f.shareOfLimit),
            disturbedText(f)};
}

/// Head and width in a terminal; below 0: text.
constexpr std::pair<const char*, int> kHeads[] = {{"all so far (95 %)", -26},
                                                  {"this switch (95 %)", -26},
                                                  {"loss, equal time", 16},
                                                  {"samples/s", 10},
                                                  {"peak MiB", 9},
                                                  {"outputs move", 13},
                                                  {"ms/step (95 %)", 24},
                                                  {"limit", 7},
                                                  {"disturbed", -9}};

/// Title, range, and whether it is disturbed, in one line; empty: nothing is measured.
std::string headlineText(const LabReport& report) {
    const auto headline = labHeadline(report);
    if (!headline) return {};
    std::string text = headline->title.english();
    if (!headline->range.empty()) text += ", " + headline->range.english();
    return text + (headline->isDisturbed ? ", disturbed" : "");
}

std::string headlineNote(const LabReport& report) {
    const auto headline = labHeadline(report);
    return headline ? headline->text.english() : std::string();
}

/// A line for the rungs that cannot run here and one for those left out, each with its end; empty: there are none.
std::string missingText(const LabPlan& plan) {
    std::string missing, leftOut;
    for (const LabRung& rung : plan.rungs) {
        std::string& list = rung.supported() ? leftOut : missing;
        if (!rung.wanted()) list += (list.empty() ? "" : ", ") + rung.key;
    }
    return (missing.empty() ? "" : labMissing(plan).english() + ": " + missing + "\n") +
           (leftOut.empty() ? "" : "Left out: " + leftOut + "\n");
}

/// What rungs said of themselves.
std::string notesText(const LabReport& report) {
    std::string text;
    for (std::size_t i = 0; i < report.figures.size(); ++i)
        if (const Phrase& note = report.figures[i].note; report.plan.rungs[i].wanted() && !note.empty())
            text += report.plan.rungs[i].key + ": " + note.english() + "\n";
    return text;
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
        "speedup,speedup_low,speedup_high,effect,effect_low,effect_high,effect_p,implementation,threads,disturbed_"
        "repeats,"
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
                                   f.effect.value, f.effect.low, f.effect.high, f.effect.p})
            text += "," + number(value);
        text += "," + f.implementation + "," + (f.implementation.empty() ? "" : std::to_string(f.threads)) + "," +
                disturbedCsv(f) + "," + csvText(lab_words::status(rung, f)) + "\n";
    }
    return text;
}

std::string labMarkdown(const LabReport& report) {
    std::string text, rule = "|---|";
    if (const std::string headline = headlineText(report); !headline.empty())
        text = "**" + headline + "**\n\n" + headlineNote(report) + "\n\n";
    text += "| rung |";
    for (const auto& [head, width] : kHeads) {
        text += std::string(" ") + head + " |";
        rule += "---:|";
    }
    text += "\n" + rule + "\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        if (!rung.wanted()) continue;
        text += "| " + rung.name().english() + " | ";
        if (const std::string note = lab_words::status(rung, report.figures[i]); !note.empty()) {
            text += note + " | | | | | | | | |\n";
            continue;
        }
        for (const std::string& cell : cells(report, i)) text += cell + " | ";
        text.back() = '\n';
    }
    return text + "\n" + missingText(report.plan) + notesText(report) + machineLine(report) + ".\n\n    " +
           labCommand(report.plan) + "\n";
}

std::string labText(const LabReport& report) {
    static constexpr int kNumber = 2, kKey = -28;
    std::string text;
    if (const std::string headline = headlineText(report); !headline.empty())
        text = headline + "\n" + headlineNote(report) + "\n\n";
    text += padded("#", kNumber) + "  " + padded("rung", kKey);
    const auto add = [&text](std::size_t column, const std::string& cell) {
        text += (kHeads[column].second > 0 ? " " : "  ") + padded(cell, kHeads[column].second);
    };
    for (std::size_t column = 0; column < std::size(kHeads); ++column) add(column, kHeads[column].first);
    text += "\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        if (!rung.wanted()) continue;
        text += padded(std::to_string(report.plan.numberOf(i)), kNumber) + "  " + padded(rung.key, kKey);
        if (const std::string note = lab_words::status(rung, report.figures[i]); !note.empty()) {
            text += "  " + note + "\n";
            continue;
        }
        const std::vector<std::string> row = cells(report, i);
        for (std::size_t column = 0; column < row.size(); ++column) add(column, row[column]);
        text += "\n";
    }
    return text + "\n" + missingText(report.plan) + notesText(report) + machineLine(report) + "\n";
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
