// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/sequence_export.h"

#include "data/sequences/sequence_sizes.h"
#include "export/sequence_arrays.h"
#include "io/csv_cell.h"
#include "io/file_io.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;

/// The format has no quotes.
std::string word(std::string text) {
    for (char& c : text)
        if (std::string_view(" \t\r\n:,@").find(c) != std::string_view::npos) c = '_';
    return text.empty() ? "_" : text;
}

bool hasTest(const SequenceSet& set) { return std::ranges::find(set.parts, Part::Test) != set.parts.end(); }

Result<> checkKind(const SequenceSet& set, const std::filesystem::path& path) {
    const auto refused = [&](const Text& why) {
        return Error{ErrorCode::Unsupported, {GATELAB_TEXT("Files", "'%1': %2"), {path.string(), why}}};
    };
    if (path.extension() != ".ts")
        return refused(GATELAB_TEXT("Files", "labelled sequences are written as .ts, .npz or .h5; choose one of them"));
    if (set.tokens > 0)
        return refused(GATELAB_TEXT("Files", "texts are no sequences of numbers; .ts has no place for them"));
    if (std::ranges::find(set.parts, kGivenValidation) != set.parts.end())
        return refused(GATELAB_TEXT("Files",
                                    ".ts has a training and a test part, and these data bring a validation part as "
                                    "well; choose .npz or .h5, which hold all three"));
    for (const SequenceSet::Item& item : set.items)
        if (item.targets.size() > 1)
            return refused(GATELAB_TEXT("Files",
                                        ".ts has one class or number for each sequence, and these have several; "
                                        "choose .npz or .h5, which hold them"));
    return {};
}

/// Whether a sequence has a number as its answer.
bool hasNumbers(const SequenceSet& set) {
    return std::ranges::any_of(set.items, [](const auto& item) { return !item.targets.empty(); });
}

std::string headOf(const SequenceSet& set, const std::string& name) {
    const bool isEqual =
        std::ranges::all_of(set.items, [&](const auto& one) { return one.steps == set.items[0].steps; });
    const std::size_t channels = set.channelNames.size();
    std::string head = "@problemName " + word(name) + "\n@timeStamps false\n@missing " +
                       (set.report.valuesMissing > 0 ? "true" : "false") + "\n@univariate " +
                       (channels == 1 ? "true" : "false") + "\n";
    if (channels > 1) head += "@dimensions " + std::to_string(channels) + "\n";
    head += std::string("@equalLength ") + (isEqual ? "true" : "false") + "\n";
    if (isEqual) head += "@seriesLength " + std::to_string(set.items[0].steps) + "\n";
    if (set.classNames.empty()) return head + "@targetLabel " + (hasNumbers(set) ? "true" : "false") + "\n@data\n";
    head += "@classLabel true";
    for (const std::string& one : set.classNames) head += " " + word(one);
    return head + "\n@data\n";
}

void appendItem(const SequenceSet& set, const SequenceSet::Item& item, bool isAnswered, std::string& text) {
    const std::size_t channels = set.channelNames.size();
    const auto append = [&](double value) {
        if (std::isfinite(value))
            appendCsvNumber(text, value);
        else
            text += '?';
    };
    for (std::size_t c = 0; c < channels; ++c) {
        if (c > 0) text += ':';
        for (std::size_t t = 0; t < static_cast<std::size_t>(item.steps); ++t) {
            if (t > 0) text += ',';
            append(item.values[t * channels + c]);
        }
    }
    // An answer that is not there is a '?': without one the last channel would be read as it.
    if (!set.classNames.empty())
        text += ":" + (item.label >= 0 ? word(set.classNames[static_cast<std::size_t>(item.label)]) : "?");
    else if (isAnswered)
        text += ':', append(item.targets.empty() ? std::nan("") : item.targets[0]);
    text += '\n';
}

}  // namespace

std::vector<std::filesystem::path> sequenceFilesFor(const SequenceSet& set, const std::filesystem::path& path) {
    if (!hasTest(set) || isArrayEnding(path)) return {path};
    const std::filesystem::path stem = path.parent_path() / path.stem();
    return {stem.string() + "_TRAIN.ts", stem.string() + "_TEST.ts"};
}

Result<> exportSequences(const SequenceSet& set, const std::filesystem::path& path, const Progress& progress) {
    if (isArrayEnding(path)) return exportSequenceArrays(set, path, progress);
    if (auto checked = checkKind(set, path); !checked) return checked;
    const auto files = sequenceFilesFor(set, path);
    const bool isAnswered = hasNumbers(set);
    std::error_code unknown;
    const bool wasThere = std::filesystem::exists(files.front(), unknown);
    for (std::size_t f = 0; f < files.size(); ++f) {
        auto written = writeFileDurably(files[f], [&](FileSink& sink) -> Result<> {
            if (auto head = sink.write(headOf(set, path.stem().string())); !head) return head;
            std::string text;
            for (std::size_t i = 0; i < set.items.size(); ++i) {
                if (files.size() > 1 && (set.parts[i] == Part::Test) != (f == 1)) continue;
                text.clear();
                appendItem(set, set.items[i], isAnswered, text);
                if (auto line = sink.write(text); !line) return line;
                if (!report(progress, static_cast<double>(i) / static_cast<double>(set.items.size())))
                    return Error{ErrorCode::Cancelled,
                                 GATELAB_TEXT("Files", "writing was cancelled; nothing was kept")};
            }
            return {};
        });
        if (written) continue;
        // Of two parts one alone would be taken for the whole set.
        if (f > 0 && !wasThere)
            if (auto removed = removePath(files.front()); !removed) return removed;
        return written;
    }
    return {};
}

}  // namespace gatelab
