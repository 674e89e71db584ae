// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/memory_study_report.h"

#include "base/number_text.h"
#include "config/config_difference.h"
#include "io/csv_cell.h"
#include "lab/table_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

using table_text::number, table_text::padded;

namespace {

constexpr int kMaxReported = 3;  ///< digits of a sentence

std::string whole(double value) { return std::to_string(std::llround(value)); }

/// "Batch 128", in the words of the screen.
Phrase named(const StudyRow& row) {
    Phrase value = formatFieldValue(row.value);
    if (const Field* field = findField(row.factor))
        for (const Choice& choice : field->choices)
            if (FieldValue(std::string(choice.key)) == row.value) value = choice.label;
    if (const bool* on = std::get_if<bool>(&row.value))
        value = *on ? GATELAB_TEXT("Study", "on") : GATELAB_TEXT("Study", "off");
    if (!row.instead.empty()) value = {GATELAB_TEXT("Study", "%1 (%2)"), {std::move(value), row.instead}};
    return together(studyFactorTitle(row.factor), std::move(value));
}

/// A part of a run as its peaks are told apart.
struct PeakPart {
    const char* key;
    Text words;
};

PeakPart peakPart(const StudyRow& row) {
    static constexpr std::pair<MetricId, PeakPart> kSteps[] = {
        {MetricId::PeakData, {"data", GATELAB_TEXT("Study", "gathering the data")}},
        {MetricId::PeakForward, {"forward", GATELAB_TEXT("Study", "the forward pass")}},
        {MetricId::PeakBackward, {"backward", GATELAB_TEXT("Study", "the backward pass")}},
        {MetricId::PeakOptimiser, {"optimiser", GATELAB_TEXT("Study", "the update")}}};
    constexpr double kSame = 0.999;
    if (!std::isfinite(row.measuredOf(MetricId::PeakBackward))) return {"", {}};
    const auto most =
        std::ranges::max_element(kSteps, {}, [&](const auto& part) { return row.measuredOf(part.first); });
    return row.measuredOf(most->first) >= kSame * row.peak.measured
               ? most->second
               : PeakPart{"evaluation", GATELAB_TEXT("Study", "the evaluation")};
}

/// What most of the peak is held for, and its share in %, measured or else forecast; an empty share: not known.
std::pair<Text, std::string> largestCause(const StudyRow& row) {
    const auto causes = studyCauses();
    const bool isMeasured = std::isfinite(row.measuredOf(causes.front()));
    const auto held = [&](MetricId id) { return isMeasured ? row.measuredOf(id) : row.forecastOf(id); };
    const MetricId most = *std::ranges::max_element(causes, {}, held);
    const double share = 100 * held(most) / (isMeasured ? row.peak.measured : row.peak.forecast);
    return {metric(most).label, share > 0 ? whole(share) : std::string()};
}

Phrase headline(const StudyRow& now) {
    const Phrase peak = {GATELAB_TEXT("Study", "The experiment as it is holds %1 MiB of tensors at most."),
                         {numberText(now.peak.measured, kMaxReported)}};
    const Text part = peakPart(now).words;
    const auto [cause, share] = largestCause(now);
    if (!*part.source || share.empty()) return peak;
    return together(peak, {GATELAB_TEXT("Study", "The peak is in %1; the largest part of it is %2 with %3 %."),
                           {part, cause, share}});
}

}  // namespace

std::string studyNote(const StudyRow& row) {
    if (!row.supported()) return "not here: " + row.reason.english();
    return row.problem.empty() ? std::string() : "failed: " + row.problem.english();
}

Phrase studyPeak(const StudyRow& row) {
    const Text part = peakPart(row).words;
    const auto [cause, share] = largestCause(row);
    if (share.empty()) return part;
    Phrase most = {GATELAB_TEXT("Study", "%1 % %2"), {share, cause}};
    return *part.source ? labelled(part, std::move(most)) : most;
}

std::string studyPeakPhase(const StudyRow& row) { return peakPart(row).key; }

std::string studyCsv(const MemoryStudy& study) {
    std::string text = "factor,value,scale,present,forecast_mib,measured_mib,error_percent";
    for (const MetricId id : studyCauses()) text += std::string(",forecast_") + metric(id).key + "," + metric(id).key;
    for (const auto& group : {studyPhases(), studyDevice()})
        for (const MetricId id : group) text += std::string(",") + metric(id).key;
    text += ",peak_phase,note\n";
    for (const StudyRow& row : study.rows) {
        text += row.factor + "," + csvText(formatFieldValue(row.value)) + "," + number(row.scale) + "," +
                (row.present ? "yes" : "no");
        for (const double value : {row.peak.forecast, row.peak.measured, row.peak.errorPercent()})
            text += "," + number(value);
        for (const MetricId id : studyCauses())
            text += "," + number(row.forecastOf(id)) + "," + number(row.measuredOf(id));
        for (const auto& group : {studyPhases(), studyDevice()})
            for (const MetricId id : group) text += "," + number(row.measuredOf(id));
        text += "," + studyPeakPhase(row) + "," +
                csvText(row.instead.empty() ? studyNote(row) : "run by " + row.instead) + "\n";
    }
    return text;
}

std::string studyText(const MemoryStudy& study) {
    static constexpr int kFactor = -18, kValue = -12, kCause = -17, kPeak = -19, kError = -8;
    constexpr const char* kCauseHeads[] = {"weights", "gradients", "optimiser", "activations", "workspace", "data"};
    std::string text =
        "Memory of the tensors in MiB: forecast/measured, at the moment of the peak, which the causes add up to. The "
        "error is that of the forecast peak.\n" +
        padded("factor", kFactor) + " " + padded("value", kValue);
    for (const char* cause : kCauseHeads) text += " " + padded(cause, kCause);
    text += " " + padded("peak", kPeak) + " " + padded("error %", kError) + " peak in\n";
    const auto both = [](double forecast, double measured, int digits, int width) {
        return " " + padded(numberText(forecast, digits) + "/" + numberText(measured, digits), width);
    };
    for (const StudyRow& row : study.rows) {
        text += padded(row.factor, kFactor) + " " +
                padded(formatFieldValue(row.value) + (row.present ? " *" : "") +
                           (row.instead.empty() ? "" : " (" + row.instead + ")"),
                       kValue);
        if (const std::string note = studyNote(row); !note.empty()) {
            text += " " + note + "\n";
            continue;
        }
        for (const MetricId id : studyCauses()) text += both(row.forecastOf(id), row.measuredOf(id), 3, kCause);
        text += both(row.peak.forecast, row.peak.measured, 4, kPeak) + " " +
                padded(numberText(row.peak.errorPercent(), 2), kError) + " " + studyPeakPhase(row) + "\n";
    }
    const std::string part = study.finished() ? std::string()
                                              : "; interrupted after " + std::to_string(study.done) + " of " +
                                                    std::to_string(study.total) + " runs";
    return text + "* the experiment as it is; " + study.device + part + "\n";
}

std::vector<Phrase> studyFindings(const MemoryStudy& study) {
    std::vector<Phrase> findings;
    const StudyRow* now = study.present();
    if (!now || !std::isfinite(now->peak.measured)) return findings;
    findings.push_back(headline(*now));
    std::vector<const StudyRow*> measured;
    int failed = 0;
    for (const StudyRow& row : study.rows) {
        failed += row.problem.empty() ? 0 : 1;
        if (std::isfinite(row.peak.measured)) measured.push_back(&row);
    }
    bool differs = false;
    const auto notify = [&](const Text& sentence, const StudyRow& row) {
        const std::string share = whole(100 * row.peak.measured / now->peak.measured);
        if (row.present || share == "100") return;
        findings.push_back({sentence, {named(row), numberText(row.peak.measured, kMaxReported), share}});
        differs = true;
    };
    const auto [least, most] =
        std::ranges::minmax_element(measured, {}, [](const StudyRow* row) { return row->peak.measured; });
    notify(GATELAB_TEXT("Study", "Least: %1 with %2 MiB, %3 % of it."), **least);
    notify(GATELAB_TEXT("Study", "Most: %1 with %2 MiB, %3 % of it."), **most);
    if (!differs && std::ranges::any_of(measured, [](const StudyRow* row) { return !row->present; }))
        findings.push_back({GATELAB_TEXT("Study", "None of the values that were tried changes the peak.")});
    const StudyRow& worst = **std::ranges::max_element(
        measured, {}, [](const StudyRow* row) { return std::abs(row->peak.errorPercent()); });
    findings.push_back({GATELAB_TEXT("Study", "The forecast was off by %1 % at most (%2)."),
                        {numberText(std::abs(worst.peak.errorPercent()), 2), named(worst)}});
    if (failed > 0) findings.push_back({GATELAB_TEXT("Study", "Runs that failed: %1; their lines say why."), {failed}});
    return findings;
}

std::string studyCommand(const MemoryStudy& study) {
    const std::string train = "gatelab-worker train";
    const ExperimentConfig plain;
    const ExperimentConfig& base = study.subject.base;
    std::string command = "gatelab-worker study memory";
    // Without any setting the command studies a standard shape.
    if (base.dataPath.empty() && base.builtin == plain.builtin) command += " --builtin " + base.builtin;
    for (const std::string& factor : study.factors)
        command += (factor == *study.factors.begin() ? " --only " : ",") + factor;
    return command + reproduceCommand(base).substr(train.size());
}

}  // namespace gatelab
