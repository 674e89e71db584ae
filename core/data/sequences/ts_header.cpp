// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/sequences/ts_header.h"
#include "data/csv/words.h"

#include "data/csv/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gatelab {
namespace {

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < line.size();) {
        while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        if (end > at) out.push_back(line.substr(at, end - at));
        at = end;
    }
    return out;
}

/// Lower case, without the joins and the plural that some writers put in: @class_labels is @classlabel.
std::string tagOf(std::string_view word) {
    std::string tag = lowered(word);
    std::erase_if(tag, [](char c) { return c == '_' || c == '-'; });
    return tag == "@classlabels" || tag == "@targetlabels" ? tag.substr(0, tag.size() - 1) : tag;
}

bool isKnownTag(std::string_view tag) {
    static constexpr std::string_view kTags[] = {
        "@data",         "@timestamps", "@targetlabel", "@equallength", "@univariate",  "@missing",
        "@serieslength", "@classlabel", "@dimensions",  "@dimension",   "@problemname", "@relation",
        "@frequency",    "@horizon",    "@attribute",   "@seriesname",  "@license"};
    return std::ranges::find(kTags, tag) != std::end(kTags);
}

}  // namespace

void TsHeader::readLine(std::string_view line, std::int64_t number) {
    const auto parts = words(line);
    const std::string tag = tagOf(parts.front());
    const bool yes = parts.size() > 1 && lowered(parts[1]) == "true";
    const auto count = [&] {
        std::int64_t value = -1;
        if (parts.size() > 1) std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), value);
        return value;
    };
    if (tag == "@data")
        inData = true;
    else if (tag == "@timestamps")
        timeStamps = yes;
    else if (tag == "@targetlabel")
        targets = yes;
    else if (tag == "@equallength")
        equalLength = yes, unequalLength = !yes;
    else if (tag == "@univariate")
        univariate = yes;
    else if (tag == "@missing")
        complete = parts.size() > 1 && !yes;
    else if (tag == "@serieslength")
        seriesLength = count();
    else if (tag == "@dimensions" || tag == "@dimension")
        dimensions = count();
    else if (tag == "@classlabel") {
        classes = yes;
        classNames.assign(parts.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, parts.size())),
                          parts.end());
    } else if (!isKnownTag(tag) && unknownLine < 0) {
        unknownLine = number, unknownTag = std::string(parts.front().substr(0, 40));
    }
}

void TsHeaderCheck::note(Difference& difference, std::int64_t line, std::string seen, std::string message) {
    if (difference.count++ > 0) return;
    difference.line = line, difference.seen = std::move(seen), difference.message = std::move(message);
}

void TsHeaderCheck::add(const TsHeader& header, const SequenceSet::Item& item, std::int64_t line,
                        const std::vector<std::string_view>& channels, std::string_view className) {
    ++items_;
    if (steps_ < 0) steps_ = item.steps;
    if (header.seriesLength > 0 && item.steps != header.seriesLength &&
        (!header.unequalLength || item.steps > header.seriesLength))
        note(length_, line, std::to_string(item.steps), "@seriesLength " + std::to_string(header.seriesLength));
    else if (header.equalLength && item.steps != steps_)
        note(length_, line, std::to_string(item.steps), "@equalLength true, " + std::to_string(steps_));
    const auto width = static_cast<std::int64_t>(channels.size());
    if ((header.univariate && width != 1) || (header.dimensions > 0 && width != header.dimensions))
        note(channels_, line, std::to_string(width),
             header.dimensions > 0 ? "@dimensions " + std::to_string(header.dimensions) : "@univariate true");
    if (header.classes && !header.classNames.empty() &&
        std::ranges::find(header.classNames, className) == header.classNames.end())
        note(class_, line, std::string(className.substr(0, 40)), {});
    if (header.complete && std::ranges::any_of(item.values, [](double value) { return std::isnan(value); }))
        note(missing_, line, {}, {});
    if (!header.timeStamps) lookForHalves(channels, line);
}

/// Whole numbers only, and every second one looks like the decimals of the one before: always of one digit, or written
/// with a nought before it.
void TsHeaderCheck::lookForHalves(const std::vector<std::string_view>& channels, std::int64_t line) {
    for (const std::string_view text : channels) {
        std::size_t cells = 0;
        bool oneDigit = true;
        for (std::size_t at = 0; at <= text.size(); ++cells) {
            const std::size_t end = std::min(text.find(',', at), text.size());
            std::string_view cell = trimCell(text.substr(at, end - at));
            at = end + 1;
            const bool negative = cell.starts_with('-');
            if (negative) cell.remove_prefix(1);
            if (cell.empty() || !std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; })) return;
            const bool decimals = cells % 2 == 1;
            if (cell.size() > 1 && cell[0] == '0') {
                if (!decimals) return;
                ++zeroLed_;
            }
            if (decimals && negative) return;
            oneDigit = oneDigit && (!decimals || cell.size() == 1);
            longWholes_ += !decimals && cell.size() > 1 ? 1 : 0;
        }
        if (cells % 2 == 1 || (!oneDigit && zeroLed_ == 0)) return;
    }
    if (halves_++ == 0) halfLine_ = line;
}

void TsHeaderCheck::report(std::vector<ReadWarning>& warnings) const {
    if (length_.count > 0)
        warnings.push_back(
            {length_.line,
             {GATELAB_TEXT("Reading",
                           "this sequence has %1 steps and the header says %2 (%3 such sequences in all): check that "
                           "no line was cut and that no decimal comma cuts the numbers, or mend the header"),
              {length_.seen, length_.message, length_.count}}});
    if (channels_.count > 0)
        warnings.push_back({channels_.line,
                            {GATELAB_TEXT("Reading",
                                          "this sequence has %1 channels and the header says %2 (%3 such sequences in "
                                          "all): check the file, or mend the header"),
                             {channels_.seen, channels_.message, channels_.count}}});
    if (class_.count > 0)
        warnings.push_back({class_.line,
                            {GATELAB_TEXT("Reading",
                                          "the class '%1' is not among those of @classLabel (%2 such sequences in "
                                          "all); it was taken as one more class. Mend the line, or the header"),
                             {class_.seen, class_.count}}});
    if (missing_.count > 0)
        warnings.push_back(
            {missing_.line,
             {GATELAB_TEXT(
                  "Reading",
                  "this sequence lacks values and the header says that none is missing (%1 such sequences in all)"),
              {missing_.count}}});
    if (items_ > 0 && halves_ == items_ && (zeroLed_ > 0 || longWholes_ > 0))
        warnings.push_back(
            {halfLine_, GATELAB_TEXT("Reading",
                                     "every second number looks like the decimals of the one before it: a decimal "
                                     "comma cuts the numbers in two, and every sequence is then twice as long. If that "
                                     "is so, write the file again with a decimal point")});
}

}  // namespace gatelab
