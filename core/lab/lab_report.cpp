// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_report.h"

#include "config/config_difference.h"
#include "lab/lab_words.h"
#include "lab/table_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gatelab {

using table_text::number, table_text::orDash, table_text::quoted;

namespace {

/// Without an exponent where people read.
std::string plain(double value, int decimals) {
    if (!std::isfinite(value)) return "-";
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

std::string interval(double low, double high, const std::string& lowText, const std::string& highText) {
    return std::isfinite(low) && std::isfinite(high) ? " (" + lowText + " to " + highText + ")" : std::string();
}

/// "1.42 x (1.35 to 1.49)" where it holds, else "not decided (0.60 to 1.30)", "no difference (0.98 to 1.02)", or "-" without an interval.
std::string ratioText(const LabRatio& ratio) {
    const LabOutcome outcome = ratio.outcome();
    const bool holds = outcome == LabOutcome::Faster || outcome == LabOutcome::Slower;
    return (holds ? plain(ratio.value, 2) + " x" : lab_words::outcome(outcome)) + interval(ratio.low, ratio.high, plain(ratio.low, 2), plain(ratio.high, 2));
}

std::string msText(const LabFigures& f) { return orDash(number(f.ms)) + interval(f.msLow, f.msHigh, number(f.msLow), number(f.msHigh)); }

/// "2 again, 1 of 5 left out", "1 of 2 counted".
std::string disturbedText(const LabFigures& f) {
    const std::string again = f.replaced.empty() ? std::string() : std::to_string(f.replaced.size()) + " again";
    const std::string stayed = f.disturbed() == 0 ? std::string() : std::to_string(f.disturbed()) + " of " + std::to_string(f.repeats.size()) + (f.leftOut() > 0 ? " left out" : " counted");
    return again.empty() && stayed.empty() ? "none" : again + (again.empty() || stayed.empty() ? "" : ", ") + stayed;
}

/// Empty where nothing was measured.
std::string disturbedCsv(const LabFigures& f) {
    return f.measured() ? std::to_string(f.disturbed()) + "," + std::to_string(f.replaced.size()) + "," + std::to_string(f.leftOut()) : ",,";
}

std::string percent(double share) { return std::isfinite(share) ? plain(100 * share, share < 0.1 ? 1 : 0) + " %" : "-"; }

std::string machineLine(const LabReport& report) {
    std::string text = report.device;
    for (const MachineLimits& limits : report.limits)
        text += ", measured limit " + plain(limits.flopsPerSecond / 1e9, 0) + " GFLOP/s and " + plain(limits.bytesPerSecond / 1e9, 1) + " GB/s (threads: " + std::to_string(limits.threads) + ")";
    return text + ", " + std::to_string(report.plan.repeats) + " repeats in shuffled order, each " + std::to_string(report.plan.steps) + " steps after " +
           std::to_string(report.plan.warmup) + "; " + kLabEstimator + "; " + kLabDisturbedRule;
}

}  // namespace

std::string labCsv(const LabReport& report) {
    std::string text = "rung,group,samples_per_s,ms_per_step,ms_low,ms_high,peak_mib,validation_equal_steps,validation_equal_time,equal_time_steps,output_difference,share_of_limit,"
                       "speedup,speedup_low,speedup_high,effect,effect_low,effect_high,implementation,threads,disturbed_repeats,measured_again,left_out,note\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        const LabFigures& f = report.figures[i];
        text += rung.key + "," + lab_words::group(rung.group);
        for (const double value : {f.samplesPerSecond, f.ms, f.msLow, f.msHigh, f.peakMiB, f.validationLoss, f.validationEqualTime}) text += "," + number(value, 7);
        text += "," + (f.equalTimeSteps > 0 ? std::to_string(f.equalTimeSteps) : "");
        for (const double value : {f.outputDifference, f.shareOfLimit, f.speedup.value, f.speedup.low, f.speedup.high, f.effect.value, f.effect.low, f.effect.high})
            text += "," + number(value, 7);
        text += "," + f.implementation + "," + (f.implementation.empty() ? "" : std::to_string(f.threads)) + "," + disturbedCsv(f) + "," + quoted(lab_words::status(rung, f)) + "\n";
    }
    return text;
}

std::string labMarkdown(const LabReport& report) {
    std::string text = "| rung | samples/s | ms/step (95 % interval) | peak MiB | val. loss, equal steps | equal time | largest diff. | of the limit | against the first line | this switch | disturbed |\n"
                       "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        const LabFigures& f = report.figures[i];
        text += "| " + std::string(rung.title.source) + " | ";
        if (const std::string note = lab_words::status(rung, f); !note.empty()) {
            text += note + " | | | | | | | | | |\n";
            continue;
        }
        text += plain(f.samplesPerSecond, 0) + " | " + msText(f) + " | " + plain(f.peakMiB, 0) + " | " +
                orDash(number(f.validationLoss)) + " | " + orDash(number(f.validationEqualTime)) + " | " + orDash(number(f.outputDifference, 2)) + " | " + percent(f.shareOfLimit) + " | " +
                (i == 0 ? "1" : ratioText(f.speedup)) + " | " + (i == 0 ? "-" : ratioText(f.effect)) + " | " + disturbedText(f) + " |\n";
    }
    return text + "\n" + machineLine(report) + ".\n";
}

std::string labText(const LabReport& report) {
    std::string text;
    char line[400];
    std::snprintf(line, sizeof line, "%-28s %10s %24s %9s %10s %10s %9s %7s %-24s  %s\n", "rung", "samples/s", "ms/step (95 % interval)", "peak MiB", "val.steps", "val.time", "diff.", "limit", "disturbed",
                  "against the first | this switch");
    text += line;
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const LabRung& rung = report.plan.rungs[i];
        const LabFigures& f = report.figures[i];
        if (const std::string note = lab_words::status(rung, f); !note.empty()) {
            std::snprintf(line, sizeof line, "%-28s %s\n", rung.key.c_str(), note.c_str());
        } else {
            std::snprintf(line, sizeof line, "%-28s %10s %24s %9s %10s %10s %9s %7s %-24s  %s | %s\n", rung.key.c_str(), plain(f.samplesPerSecond, 0).c_str(), msText(f).c_str(),
                          plain(f.peakMiB, 0).c_str(), orDash(number(f.validationLoss)).c_str(),
                          orDash(number(f.validationEqualTime)).c_str(), orDash(number(f.outputDifference, 2)).c_str(), percent(f.shareOfLimit).c_str(), disturbedText(f).c_str(),
                          i == 0 ? "1" : ratioText(f.speedup).c_str(), i == 0 ? "-" : ratioText(f.effect).c_str());
        }
        text += line;
    }
    return text + "\n" + machineLine(report) + "\n";
}

std::string labCommand(const LabPlan& plan) {
    const std::string command = reproduceCommand(plan.base);
    const std::string train = "gatelab-worker train";
    const std::string mode = plan.mode == LabMode::Ladder ? "--ladder" : plan.mode == LabMode::OneOff ? "--one-off" : "--ab " + plan.rungs.front().key + "," + plan.rungs.back().key;
    std::string left;
    for (const LabRung& rung : plan.rungs)
        if (rung.leftOut) left += (left.empty() ? " --without " : ",") + rung.key;
    return "gatelab-worker lab " + mode + left + (plan.equalTime ? "" : " --no-equal-time") + " --repeats " + std::to_string(plan.repeats) + " --lab-warmup " + std::to_string(plan.warmup) + " --lab-steps " + std::to_string(plan.steps) +
           command.substr(train.size());
}

}  // namespace gatelab
