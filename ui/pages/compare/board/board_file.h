// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The board written down, for spreadsheets and reports. GUI thread.
namespace gatelab {

class BoardModel;

/// The listed rows as they stand there. CSV: numbers with all digits, nothing where there is none.
std::string boardCsv(const BoardModel& model, const std::vector<int>& columns);
/// The same as people read it.
std::string boardMarkdown(const BoardModel& model, const std::vector<int>& columns);

}  // namespace gatelab
