// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/sequences/sequence_file.h"

#include <algorithm>
#include <limits>

namespace gatelab {
namespace {

std::string_view unquoted(std::string_view text) {
    text = trimCell(text);
    if (text.size() > 1 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front())
        return text.substr(1, text.size() - 2);
    return text;
}

/// One attribute per time step; the nominal one is the class.
struct Attributes {
    std::size_t count = 0;
    std::size_t classAt = std::string_view::npos;
    bool inData = false;
};

Result<> readHeaderLine(std::string_view line, std::int64_t number, Attributes& attributes, SequenceBuilder& builder) {
    const std::string lower = lowered(line);
    if (lower.starts_with("@data")) attributes.inData = true;
    if (!lower.starts_with("@attribute")) return {};
    if (lower.find("relational") != std::string::npos)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT(
                 "Reading",
                 "line %1: relational attributes (several channels) are not read; use the .ts file of this data set"),
             {number}}};
    const std::size_t open = line.find('{'), close = line.rfind('}');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
        if (attributes.classAt != std::string_view::npos)
            return badLine(number, GATELAB_TEXT("Reading", "a second attribute with classes; one is expected"));
        attributes.classAt = attributes.count;
        for (std::size_t at = open + 1; at < close;) {
            const std::size_t end = std::min(line.find(',', at), close);
            builder.classOf(unquoted(line.substr(at, end - at)));
            at = end + 1;
        }
    }
    ++attributes.count;
    return {};
}

Result<> readItem(std::string_view line, std::int64_t number, const Attributes& attributes, SequenceSet::Part part,
                  SequenceBuilder& builder) {
    std::vector<std::vector<double>> channel(1);
    channel[0].reserve(attributes.count);
    std::string_view answer;
    std::size_t index = 0;
    for (std::size_t at = 0; at <= line.size(); ++index) {
        if (index >= attributes.count) {
            index += 1 + static_cast<std::size_t>(
                             std::count(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(), ','));
            break;
        }
        const std::size_t end = std::min(line.find(',', at), line.size());
        const std::string_view cell = trimCell(line.substr(at, end - at));
        at = end + 1;
        if (index == attributes.classAt) {
            answer = unquoted(cell);
            continue;
        }
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!isMissingWord(cell, {}) && !parseNumber(cell, sniffNumber(cell), 0, value))
            return badLine(number,
                           {GATELAB_TEXT("Reading", "'%1' is not a number"), {std::string(cell.substr(0, 40))}});
        channel[0].push_back(value);
    }
    if (index != attributes.count)
        return badLine(number, {GATELAB_TEXT("Reading", "this line has %1 of %2 values; the file may be cut off"),
                                {index, attributes.count}});
    builder.add(std::move(channel), number, part);
    if (attributes.classAt == std::string_view::npos) return {};
    const auto known = builder.classNumbers.find(answer);
    if (known == builder.classNumbers.end())
        return badLine(number, {GATELAB_TEXT("Reading", "class '%1' is not in the header; the file may be cut off"),
                                {std::string(answer.substr(0, 40))}});
    builder.set.items.back().label = known->second;
    return {};
}

Result<> parseArff(std::string_view text, SequenceSet::Part part, SequenceBuilder& builder, const Progress& progress) {
    Attributes attributes;
    builder.set.channelNames = {"c1"};
    std::string_view line;
    std::int64_t number = 0;
    for (std::size_t at = 0; nextLine(text, at, line);) {
        ++number;
        line = trimCell(line);
        if (line.empty() || line.starts_with('%')) {
            // Comments describe the set, as the lines of the header do.
            if (line.empty())
                builder.account.leave(number, GATELAB_TEXT("Reading", "a blank line"));
            else
                ++builder.headerLines;
            continue;
        }
        builder.headerLines += attributes.inData ? 0 : 1;
        if (number % 16 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        auto read = attributes.inData ? readItem(line, number, attributes, part, builder)
                                      : readHeaderLine(line, number, attributes, builder);
        if (!read) return read;
    }
    if (!attributes.inData)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Reading", "there is no line @data; the file may be cut off")};
    return {};
}

Result<Dataset> readArff(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    return readSequenceFile(path, options, "arff", parseArff, progress);
}

int probeArff(std::span<const char> head, const std::filesystem::path& path) {
    const std::string text = lowered({head.data(), head.size()});
    if (text.find("@relation") != std::string::npos && text.find("@attribute") != std::string::npos)
        return path.extension() == ".arff" ? 98 : 90;
    return path.extension() == ".arff" && text.find('\0') == std::string::npos ? 70 : 0;
}

}  // namespace

Reader arffReader() {
    return {"arff", GATELAB_TEXT("readers", "Labelled sequences (ARFF)"), {"arff"}, probeArff, readArff};
}

}  // namespace gatelab
