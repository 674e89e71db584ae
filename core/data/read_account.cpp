// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/read_account.h"

#include <algorithm>
#include <limits>

namespace gatelab {

std::uint32_t ReadAccount::reasonOf(const Phrase& why) {
    const auto known = std::ranges::find(reasons_, why);
    if (known == reasons_.end()) {
        reasons_.push_back(why);
        return static_cast<std::uint32_t>(reasons_.size() - 1);
    }
    return static_cast<std::uint32_t>(known - reasons_.begin());
}

void ReadAccount::leave(std::int64_t line, const Phrase& why) {
    constexpr std::uint32_t kMax = std::numeric_limits<std::uint32_t>::max();
    ++left_;
    // Mostly the reason of the line before
    const std::uint32_t reason = !runs_.empty() && reasons_[runs_.back().why] == why ? runs_.back().why : reasonOf(why);
    if (!runs_.empty() && runs_.back().why == reason && runs_.back().count < kMax) {
        Run& run = runs_.back();
        if (const std::int64_t step = line - run.first; run.count == 1 && step > 0 && step < kMax) {
            run.step = static_cast<std::uint32_t>(step), run.count = 2;
            return;
        }
        if (run.count > 1 && line == run.first + std::int64_t{run.step} * run.count) {
            ++run.count;
            return;
        }
    }
    runs_.push_back({line, 1, 1, reason});
}

std::vector<ReadAccount::LeftOut> ReadAccount::leftOut(std::int64_t most) const {
    std::vector<std::pair<std::int64_t, std::uint32_t>> lines;
    for (const Run& run : runs_)
        for (std::int64_t i = 0; i < std::min<std::int64_t>(run.count, most); ++i)
            lines.emplace_back(run.first + i * run.step, run.why);
    std::ranges::stable_sort(lines, {}, &std::pair<std::int64_t, std::uint32_t>::first);
    lines.resize(static_cast<std::size_t>(std::min(most, static_cast<std::int64_t>(lines.size()))));
    std::vector<LeftOut> out;
    out.reserve(lines.size());
    for (const auto& [line, why] : lines) out.push_back({line, reasons_[why]});
    return out;
}

ReadAccount::Kept ReadAccount::kept() const {
    Kept kept{rowsInFile, rowsRead, reasons_, {}};
    for (const Run& run : runs_) kept.runs.push_back({run.first, run.count, run.step, run.why});
    return kept;
}

std::optional<ReadAccount> ReadAccount::restored(const Kept& kept) {
    constexpr std::int64_t kMax = std::numeric_limits<std::uint32_t>::max();
    ReadAccount account;
    account.rowsInFile = kept.rowsInFile, account.rowsRead = kept.rowsRead;
    account.reasons_ = kept.reasons;
    for (const auto& [first, count, step, why] : kept.runs) {
        if (count < 1 || count > kMax || step < 1 || step > kMax || why < 0 || why >= std::ssize(kept.reasons))
            return std::nullopt;
        account.runs_.push_back({first, static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(step),
                                 static_cast<std::uint32_t>(why)});
        account.left_ += count;
    }
    return account;
}

void ReadAccount::append(const ReadAccount& other, const Phrase& label) {
    std::vector<std::uint32_t> reasons;
    for (const Phrase& why : other.reasons_) reasons.push_back(reasonOf(label.empty() ? why : labelled(label, why)));
    for (Run run : other.runs_) run.why = reasons[run.why], runs_.push_back(run);
    left_ += other.left_;
}

const char* keyOf(ReadColumn::Kind kind) {
    static constexpr const char* kKeys[] = {"number", "date", "clock", "text", "empty"};
    return kKeys[static_cast<std::size_t>(kind)];
}

const char* keyOf(ReadColumn::Role role) {
    static constexpr const char* kKeys[] = {"value",   "time", "other time", "part of a time",
                                            "counter", "text", "empty"};
    return kKeys[static_cast<std::size_t>(role)];
}

std::int64_t countLines(std::string_view text) {
    std::int64_t lines = 0;
    for (std::size_t at = 0; at < text.size(); ++lines) {
        const std::size_t end = text.find_first_of("\r\n", at);
        if (end == std::string_view::npos) return lines + 1;
        at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    }
    return lines;
}

}  // namespace gatelab
