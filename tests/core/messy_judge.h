// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/messy_tables.h"
#include "data/doctor.h"

/// How what was read of a messy table compares with what it says.
namespace messy {

/// A switch of the truth, or where one of its words stands.
inline bool isBeside(const Channel& channel, const Truth& truth) {
    const auto& got = channel.values;
    const auto holds = [&](std::size_t rows, const auto& wanted) {
        for (std::size_t r = 0; r < rows; ++r)
            if (!std::isnan(got[r]) && got[r] != wanted(r)) return false;
        return true;
    };
    for (const std::vector<double>& values : truth.switches)
        if (holds(values.size(), [&](std::size_t r) { return values[r]; })) return true;
    if (!truth.words.empty() && channel.name.ends_with("=(missing)")) return true;
    const std::string word = channel.name.substr(channel.name.find('=') + 1);
    for (const std::vector<std::string>& words : truth.words)
        if (holds(words.size(), [&](std::size_t r) { return words[r] == word ? 1.0 : 0.0; })) return true;
    return false;
}

/// What of the truth did not come out; empty: all is there.
inline std::string difference(const Series& series, const Truth& truth) {
    const std::size_t rows = truth.columns.front().size();
    if (series.rows() != static_cast<std::int64_t>(rows))
        return "rows " + std::to_string(series.rows()) + " of " + std::to_string(rows);
    if (series.time.known() && truth.times.empty()) return "a time where there is none";
    if (!series.time.known() && !truth.times.empty()) return "no time";
    for (std::size_t r = 0; r < truth.times.size(); ++r)
        if (series.time.values[r] != truth.times[r])
            return "time of row " + std::to_string(r) + ": " + timeText(series.time.values[r]) + " for " +
                   timeText(truth.times[r]);
    const auto& channels = series.channels;
    std::size_t at = 0;
    for (std::size_t c = 0; c < truth.columns.size(); ++c, ++at) {
        while (at < channels.size() && isBeside(channels[at], truth)) ++at;
        if (at == channels.size()) return "columns " + std::to_string(channels.size());
        if (!truth.names[c].empty() && channels[at].name != truth.names[c]) return "name " + channels[at].name;
        for (std::size_t r = 0; r < rows; ++r) {
            const double got = channels[at].values[r], wanted = truth.columns[c][r];
            if (got == wanted || (std::isnan(got) && (std::isnan(wanted) || truth.lost.contains({r, c})))) continue;
            return "column " + std::to_string(c) + " row " + std::to_string(r) + ": " + numberText(got) + " for " +
                   numberText(wanted);
        }
    }
    while (at < channels.size() && isBeside(channels[at], truth)) ++at;
    return at < channels.size() ? "one more column: " + channels[at].name : std::string();
}

/// Whether reading warns, or `data inspect`, the window and a training tell of missing values.
inline bool isMissingSaid(const Series& series) {
    const auto findings = examine(series);
    return !series.report.warnings.empty() ||
           std::ranges::any_of(findings, [](const DataFinding& f) { return f.code == "missing"; });
}

/// Exact: every cell, place, time and type of the truth is there. A cell whose value cannot be told from the file is
/// missing, and something is said of the file.
inline Outcome judge(const File& file, const Result<Dataset>& data, std::string& wrong) {
    wrong = data ? std::string() : data.error().message;
    if (!data) return Outcome::Refused;
    if (!data->series) return wrong = "sequences", Outcome::Said;
    const bool isSaid = !data->series->report.warnings.empty();
    wrong = difference(*data->series, file.truth);
    if (wrong.empty() && !file.truth.lost.empty() && !isMissingSaid(*data->series))
        wrong = "a lost cell is not told of";
    return wrong.empty() ? Outcome::Exact : isSaid ? Outcome::Said : Outcome::Silent;
}

/// Random damage to one line of a text: how many of `trials` change what other rows say without a warning or a refusal.
/// `good`: the reading of the whole text.
inline int countSilentMutations(const datatest::Folder& folder, const std::string& text, const Series& good, Rng& rng,
                                int trials, std::string& reasons) {
    static constexpr std::string_view kBytes = "0123456789,;.\"'-# \tex/:\n";
    int silent = 0;
    const auto rows = static_cast<std::size_t>(good.rows());
    for (int trial = 0; trial < trials; ++trial) {
        std::string damaged = text;
        const std::size_t at = text.find('\n') + 1 + rng.below(text.size() - text.find('\n') - 2);
        const char byte = kBytes[rng.below(kBytes.size())];
        const std::uint64_t kind = rng.below(3);
        if (kind == 0)
            damaged[at] = byte;
        else if (kind == 1)
            damaged.insert(at, 1, byte);
        else
            damaged.erase(at, 1 + rng.below(4));
        const auto data = readFile(folder.put("mutated.csv", damaged), {});
        if (!data || !data->series || !data->series->report.warnings.empty()) continue;
        const Series& series = *data->series;
        // Untouched rows lie before and after the damage: at most two rows differ, and one may have become two, or two
        // one.
        const auto read = static_cast<std::size_t>(series.rows());
        std::string why;
        if (series.channels.size() != good.channels.size() || series.time.known() != good.time.known() ||
            read + 1 < rows || read > rows + 1)
            why = "shape";
        std::size_t same = 0, sameEnd = 0;
        const auto equal = [&](std::size_t a, std::size_t b) {
            for (std::size_t c = 0; c < good.channels.size(); ++c) {
                const double x = good.channels[c].values[a], y = series.channels[c].values[b];
                if (!(x == y || (std::isnan(x) && std::isnan(y)))) return false;
            }
            return !good.time.known() || good.time.values[a] == series.time.values[b];
        };
        if (why.empty()) {
            while (same < std::min(rows, read) && equal(same, same)) ++same;
            while (sameEnd + same < std::min(rows, read) && equal(rows - 1 - sameEnd, read - 1 - sameEnd)) ++sameEnd;
            if (same + sameEnd + 2 < rows) why = std::to_string(rows - same - sameEnd) + " rows differ";
        }
        if (why.empty()) continue;
        if (++silent <= 5)
            reasons += why + " after " +
                       (kind == 0   ? "change"
                        : kind == 1 ? "insertion"
                                    : "removal") +
                       " of '" + byte + "' in: " + damaged.substr(at > 30 ? at - 30 : 0, 60) + "\n";
    }
    return silent;
}

}  // namespace messy
