// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/report/report_document.h"

#include <functional>
#include <string>

namespace gatelab {

/// In which language a report is written.
struct ReportWording {
    std::string language = "en";  ///< as in HTML's lang
    std::function<std::string(const Phrase&)> say = [](const Phrase& phrase) { return phrase.english(); };
};

/// One HTML file that stands alone: charts as SVG inside it, no script, no font, no link that leads outside, and a
/// policy that forbids all of them; light and dark as the reader's system is, and pages of A4 when it is printed.
std::string reportHtml(const ReportDocument& document, const ReportWording& wording = {});

}  // namespace gatelab
