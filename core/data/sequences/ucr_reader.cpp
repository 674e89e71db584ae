// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/sequences/row_cells.h"
#include "data/sequences/sequence_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>

namespace gatelab {
namespace {

/// The text files of the UCR archive (Dau et al., 2018): a sequence a line, its class first, between tabs, commas or
/// blanks; shorter ones are filled up with NaN.
Result<> readItem(std::string_view line, std::int64_t number, SequenceSet::Part part, SequenceBuilder& builder) {
    const char delimiter = rowDelimiter(line);
    const std::string name = rowClass(takeRowCell(line, delimiter));
    std::vector<std::vector<double>> channel(1);
    while (!trimCell(line).empty()) {
        const std::string_view cell = takeRowCell(line, delimiter);
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!isMissingWord(cell, {}) && !parseNumber(cell, sniffNumber(cell), 0, value))
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading", "line %1: '%2' is not a number"), {number, std::string(cell.substr(0, 40))}}};
        channel[0].push_back(value);
    }
    while (!channel[0].empty() && std::isnan(channel[0].back())) channel[0].pop_back();
    if (channel[0].empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "line %1 holds a class and no values; the file may be cut off"), {number}}};
    builder.add(std::move(channel), number, part);
    builder.set.items.back().label = builder.classOf(name);
    return {};
}

Result<> parseUcr(std::string_view text, SequenceSet::Part part, SequenceBuilder& builder, const Progress& progress) {
    builder.set.channelNames = {"c1"};
    std::string_view line;
    std::int64_t number = 0;
    for (std::size_t at = 0; nextLine(text, at, line);) {
        ++number;
        line = trimCell(line);
        if (line.empty()) {
            builder.account.leave(number, GATELAB_TEXT("Reading", "a blank line"));
            continue;
        }
        if (number % 16 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        if (auto read = readItem(line, number, part, builder); !read) return read;
    }
    return {};
}

Result<Dataset> readUcr(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    auto data = readSequenceFile(path, options, "ucr", parseUcr, progress);
    if (!data) return data;
    auto set = std::make_shared<SequenceSet>(*data->sequences);
    set->report.warnings.push_back(
        {-1, GATELAB_TEXT("Reading",
                          "each line was read as a class and a sequence, as files of such a name are in the UCR "
                          "archive; if it is a table, give it another name than ..._TRAIN or ..._TEST")});
    data->sequences = std::move(set);
    return data;
}

/// By its name, as the archive has it, and a whole number or word before many numbers in its first line.
int probeUcr(std::span<const char> head, const std::filesystem::path& path) {
    constexpr std::size_t kFew = 8;
    const std::string name = lowered(path.stem().string());
    if (!name.ends_with("_train") && !name.ends_with("_test")) return 0;
    std::string_view text(head.data(), head.size()), line;
    std::size_t at = 0;
    if (!nextLine(text, at, line)) return 0;
    line = trimCell(line);
    const char delimiter = rowDelimiter(line);
    const std::string_view label = takeRowCell(line, delimiter);
    std::size_t values = 0;
    for (; !trimCell(line).empty(); ++values) {
        const std::string_view cell = takeRowCell(line, delimiter);
        if (!isMissingWord(cell, {}) && !sniffNumber(cell).mask) return 0;
    }
    const std::string shown = rowClass(label);
    const bool isLabel = !label.empty() && shown.find('.') == std::string::npos;
    return isLabel && values >= kFew ? 85 : 0;
}

}  // namespace

Reader ucrReader() { return {"ucr", GATELAB_TEXT("readers", "Labelled sequences (UCR text)"), {}, probeUcr, readUcr}; }

}  // namespace gatelab
