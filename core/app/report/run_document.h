// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/report_source.h"
#include "export/report/report_document.h"

#include <span>

namespace gatelab {

/// A run as a report: what it came to, data and split, settings, curves, scores beside what needs no network, forecasts
/// of three windows of the test part, machine, and the command that makes it again.
ReportDocument runDocument(const ReportedRun& told);

/// Several runs side by side, in the order given: what differs, curves, scores, and the verdict of every other setting
/// against the first one's; then each run by itself, shorter. `all`: of the workspace, for further seeds.
ReportDocument comparisonDocument(std::span<const ReportedRun> told, std::span<const RunSummary> all);

}  // namespace gatelab
