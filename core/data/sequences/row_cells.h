// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Lines of numbers that are a sequence each, as the text files of the UCR archive have them.
namespace gatelab {

/// What stands between the cells of a line: a tab, a comma, else blanks.
char rowDelimiter(std::string_view line);
/// Takes the next cell off a line, without the blanks around it.
std::string_view takeRowCell(std::string_view& line, char delimiter);
/// The class that a cell names: "1" of "1.0000000e+00"; a word stays.
std::string rowClass(std::string_view cell);

}  // namespace gatelab
