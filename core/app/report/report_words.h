// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/report_source.h"
#include "config/field.h"
#include "export/report/report_document.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the reports of one run and of several share: tables, curves and sentences.
namespace gatelab {

/// "this run", or the label of what needs no network.
Phrase methodPhrase(std::string_view method);
Phrase countPhrase(std::int64_t count);  ///< empty for 0: not known
/// A setting's value as others may read it: of a file only its name, for where it lies is nobody else's business.
std::string shownSetting(const Field& field, const FieldValue& value);

/// A table of two columns; rows without a value are left out.
ReportTable factTable(const std::vector<std::pair<Phrase, Phrase>>& facts);
/// Every method with every score of the scale, the network first and marked; without rows: there are none.
ReportTable scoreTable(const std::vector<TestScore>& scores, std::string_view scale, const std::string& unit);
/// Validation losses of the runs, and the training loss where it is one; without lines: no epoch has ended.
ReportChart lossChart(std::span<const ReportedRun> told);

/// When it was trained, on what data.
Phrase subtitleOf(const RunSummary& run);
/// The score that the task is judged by, on the test part. NaN: not known.
double testScoreOf(const RunSummary& run, std::string_view method = "model");
/// How the run ended, its score beside the best without a network ("worse than" first), and what it might be worth to
/// do next.
std::vector<Phrase> outcomeOf(const ReportedRun& told);

}  // namespace gatelab
