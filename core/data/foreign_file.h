// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What kind of file begins with these bytes, where it is known to be none that is read, and what to do instead
/// (archives, workbooks, pictures, web pages, pointers of Git LFS); empty: it may be one.
Phrase describeKnown(std::string_view head);
/// The same, and also why bytes can be no text: which one, in which line. Empty when they can be text.
Phrase describeBinary(std::string_view head);

/// Of a file that is no text, by what lies beside it: the signals of a WFDB record beside their header.
Phrase describeBeside(const std::filesystem::path& path);

/// The same of bytes that are read as a running text: pages, documents and code are texts, too.
Phrase describeNoText(std::string_view head);

/// A text with a few blocks of bytes of value 0 in it, as a loss of power leaves them.
bool hasZeroBlocks(std::string_view text);
/// Takes such blocks out of a text and says where they stood. A row that they cut becomes two.
void removeZeroBlocks(std::string& text, std::vector<ReadWarning>& warnings);

/// Lines of the two heads of a text file of LabVIEW (.lvm), above the names of its columns, "X_Value" first; 0: it is
/// none.
std::int64_t linesAboveLabView(std::string_view text);

}  // namespace gatelab
