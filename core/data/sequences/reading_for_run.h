// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// While one lives, its thread reads files for a kept run: texts are numbered by the words that the run knows, however
/// often they stand in the file, and need no label; one sequence is a whole file.
class ReadingForRun {
public:
    /// What the run has learned from.
    enum class Of { Unknown, Series, Sequences };
    /// Of the sequences of its training; 0: not known.
    struct Sizes {
        std::int64_t channels = 0, shortest = 0, longest = 0;  ///< the latter two in steps
    };
    /// `words`: SavedSequences::tokenNames; empty: the run reads no texts. `asked`: the file that was named, which is
    /// read without the other parts of a set beside it; empty: with them.
    explicit ReadingForRun(std::vector<std::string> words, Of of = Of::Unknown, Sizes sizes = {0, 0, 0},
                           std::filesystem::path asked = {});
    ~ReadingForRun();
    ReadingForRun(const ReadingForRun&) = delete;
    ReadingForRun& operator=(const ReadingForRun&) = delete;
    /// Of this thread; null: it reads for no run.
    static const ReadingForRun* current();
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
    [[nodiscard]] Of of() const { return of_; }
    [[nodiscard]] const Sizes& sizes() const { return sizes_; }
    /// Whether this thread reads for a run, and this is the file that was named for it.
    static bool isAsked(const std::filesystem::path& file);

private:
    std::vector<std::string> words_;
    Of of_;
    Sizes sizes_;
    std::filesystem::path asked_;
    const ReadingForRun* before_;
};

}  // namespace gatelab
