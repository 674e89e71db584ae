// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace gatelab {

/// While one lives, its thread reads files for a kept run: texts are numbered by the words that the run knows, however
/// often they stand in the file, and need no label; one sequence is a whole file.
class ReadingForRun {
public:
    /// `words`: SavedSequences::tokenNames; empty: the run reads no texts.
    explicit ReadingForRun(std::vector<std::string> words);
    ~ReadingForRun();
    ReadingForRun(const ReadingForRun&) = delete;
    ReadingForRun& operator=(const ReadingForRun&) = delete;
    /// Of this thread; null: it reads for no run.
    static const ReadingForRun* current();
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
    const ReadingForRun* before_;
};

}  // namespace gatelab
