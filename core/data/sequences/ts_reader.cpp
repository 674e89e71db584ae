// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/numbers.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"
#include "data/reader_members.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/sequence_file.h"
#include "data/sequences/ts_header.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace gatelab {
namespace {

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

Result<double> readValue(std::string_view cell, std::int64_t line) {
    cell = trimCell(cell);
    double value = std::numeric_limits<double>::quiet_NaN();
    if (isMissingWord(cell, {})) return value;
    const NumberSniff look = sniffNumber(cell);
    if (!parseNumber(cell, look, 0, value))
        return badLine(line, {GATELAB_TEXT("Reading", "'%1' is not a number"), {std::string(cell.substr(0, 40))}});
    return value;
}

/// A line may be the whole file.
constexpr std::size_t kMaxChannels = 32'768, kValuesBetweenLooks = 8192;

/// "1,2,3" or, with time stamps, "(2007-01-01 00:00:00,241.97),(...)": only the values are kept, in their order.
Result<std::vector<double>> readChannel(std::string_view text, bool stamped, std::int64_t line,
                                        const std::function<bool()>& goOn) {
    std::vector<double> values;
    values.reserve(1 + static_cast<std::size_t>(std::ranges::count(text, stamped ? '(' : ',')));
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = 0;
        std::string_view cell;
        if (stamped) {
            const std::size_t open = text.find('(', at), close = text.find(')', at);
            if (open == std::string_view::npos || close == std::string_view::npos || close < open)
                return badLine(line, GATELAB_TEXT("Reading", "a pair (time,value) does not close"));
            cell = text.substr(open + 1, close - open - 1);
            const std::size_t comma = cell.rfind(',');
            if (comma == std::string_view::npos)
                return badLine(line, GATELAB_TEXT("Reading", "a pair (time,value) has no value"));
            cell = cell.substr(comma + 1);
            end = std::min(text.find(',', close), text.size());
        } else {
            end = std::min(text.find(',', at), text.size());
            cell = text.substr(at, end - at);
        }
        auto value = readValue(cell, line);
        if (!value) return value.error();
        values.push_back(*value);
        if (values.size() % kValuesBetweenLooks == 0 && !goOn()) return cancelled();
        at = end + 1;
    }
    if (!text.empty() && text.back() == ',' && !stamped) values.push_back(std::numeric_limits<double>::quiet_NaN());
    return values;
}

/// Cuts at ':' outside of brackets (time stamps hold colons); beyond kMaxChannels and the class it stops.
std::vector<std::string_view> cutChannels(std::string_view line) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= line.size() && parts.size() < kMaxChannels + 2; ++i) {
        if (i < line.size() && line[i] == '(') ++depth;
        if (i < line.size() && line[i] == ')') --depth;
        if (i < line.size() && (line[i] != ':' || depth > 0)) continue;
        parts.push_back(trimCell(line.substr(from, i - from)));
        from = i + 1;
    }
    return parts;
}

Result<> readItem(std::string_view line, std::int64_t number, const TsHeader& header, SequenceSet::Part part,
                  SequenceBuilder& builder, TsHeaderCheck& check, const std::function<bool()>& goOn) {
    auto parts = cutChannels(line);
    if (parts.size() > kMaxChannels + 1)
        return badLine(number, {GATELAB_TEXT("Reading",
                                             "this sequence has more than %1 channels, which no set has; check that "
                                             "values are separated by ',' and channels by ':'"),
                                {kMaxChannels}});
    std::string_view answer;
    if (header.classes || header.targets) {
        if (parts.size() < 2)
            return badLine(number, GATELAB_TEXT("Reading", "the class is missing at the end; the file may be cut off"));
        answer = parts.back();
        parts.pop_back();
        if (answer.empty())
            return badLine(number, GATELAB_TEXT("Reading", "the class is missing at the end; the file may be cut off"));
    }
    // What is not known is no class, and no number to be learned; a run answers it all the same.
    const bool isOpen = answer == "?" && std::ranges::find(header.classNames, answer) == header.classNames.end();
    if (isOpen && ReadingForRun::current() == nullptr) {
        builder.account.leave(number, GATELAB_TEXT("Reading", "there is no answer"));
        return {};
    }
    std::vector<std::vector<double>> channels;
    for (const std::string_view text : parts) {
        auto values = readChannel(text, header.timeStamps || text.starts_with('('), number, goOn);
        if (!values) return values.error();
        channels.push_back(std::move(*values));
    }
    if (std::all_of(channels.begin(), channels.end(), [](const auto& channel) { return channel.empty(); }))
        return badLine(number, GATELAB_TEXT("Reading", "the sequence is empty"));
    auto& names = builder.set.channelNames;
    if (names.empty())
        for (std::size_t c = 0; c < channels.size(); ++c) names.push_back("c" + std::to_string(c + 1));
    if (channels.size() != names.size())
        return badLine(number, "this sequence has " + std::to_string(channels.size()) +
                                   " channels and the ones before have " + std::to_string(names.size()) +
                                   "; the file may be cut off");
    builder.add(std::move(channels), number, part);
    if (isOpen) return {};
    check.add(header, builder.set.items.back(), number, parts, answer);
    if (header.classes) builder.set.items.back().label = builder.classOf(answer);
    if (header.targets) {
        auto value = readValue(answer, number);
        if (!value) return value.error();
        builder.set.items.back().targets = {*value};
    }
    return {};
}

/// A line that cannot be read may be right, and the directive that tells of its class written in a way of its own.
Error blameHeader(const Error& error, const TsHeader& header) {
    if (header.unknownLine < 0 || header.classes || header.targets) return error;
    return {error.code,
            {GATELAB_TEXT("Reading",
                          "%1. The header does not say that there are classes, and line %2: '%3' is not a known "
                          "directive; if it means them, write @classLabel true with their names"),
             {error.phrase, header.unknownLine, header.unknownTag}}};
}

Result<> parseTs(std::string_view text, SequenceSet::Part part, SequenceBuilder& builder, const Progress& progress) {
    TsHeader header;
    TsHeaderCheck check;
    std::string_view line;
    std::int64_t number = 0;
    std::size_t at = 0;
    const auto goOn = [&] { return report(progress, static_cast<double>(at) / static_cast<double>(text.size())); };
    while (nextLine(text, at, line)) {
        ++number;
        line = trimCell(line);
        if (line.empty() || line.starts_with('#') || line.starts_with('%')) {
            // Comments describe the set, as the lines of the header do.
            if (line.empty())
                builder.account.leave(number, GATELAB_TEXT("Reading", "a blank line"));
            else
                ++builder.headerLines;
            continue;
        }
        if (number % 16 == 0 && !goOn()) return cancelled();
        if (line.starts_with('@')) {
            ++builder.headerLines;
            header.readLine(line, number);
            if (header.inData)
                for (const std::string& name : header.classNames) builder.classOf(name);
            continue;
        }
        if (!header.inData)
            return badLine(
                number, GATELAB_TEXT("Reading",
                                     "values before the line @data; this is not a .ts file, or its header is damaged"));
        if (auto read = readItem(line, number, header, part, builder, check, goOn); !read)
            return read.error().code == ErrorCode::Cancelled ? read : blameHeader(read.error(), header);
    }
    if (header.unknownLine > 0)
        builder.set.report.warnings.push_back(
            {header.unknownLine,
             {GATELAB_TEXT("Reading", "the directive '%1' is not known and was passed over"), {header.unknownTag}}});
    if (!header.inData)
        return Error{ErrorCode::Corrupt, GATELAB_TEXT("Reading", "there is no line @data; the file may be cut off")};
    check.report(builder.set.report.warnings);
    return {};
}

Result<Dataset> readTs(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    return readSequenceFile(path, options, "ts", parseTs, progress);
}

int probeTs(std::span<const char> head, const std::filesystem::path& path) {
    const std::string text = lowered({head.data(), head.size()});
    const bool tags = text.find("@data") != std::string::npos &&
                      (text.find("@problemname") != std::string::npos ||
                       text.find("@classlabel") != std::string::npos || text.find("@univariate") != std::string::npos);
    if (tags) return 95;
    return path.extension() == ".ts" && text.find('\0') == std::string::npos ? 70 : 0;
}

}  // namespace

Reader tsReader() {
    return {"ts", GATELAB_TEXT("readers", "Labelled sequences (UCR/UEA .ts)"), {"ts"}, probeTs, readTs};
}

}  // namespace gatelab
