// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/series.h"

#include <QPlainTextEdit>
#include <string>
#include <vector>

namespace gatelab {

/// The first lines of a text file as they are, with their numbers: lines that are no rows struck through, the line with
/// the names of the columns bold, also where it is a comment.
class RawText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RawText(Theme& theme, QWidget* parent = nullptr);
    void setLines(const std::vector<std::string>& lines);
    /// How the reader understood the lines; null: nothing is known of them.
    void setReport(const ReadReport* report);
    void setVisibleLines(int count);

private:
    /// Of what the reader made of a line.
    enum class Part { Rest, Left, Header };
    [[nodiscard]] std::vector<Part> partsOfLines() const;
    void render();
    void fit();
    Theme& theme_;
    std::vector<std::string> lines_;
    std::int64_t skip_ = 0;
    std::vector<std::int64_t> left_;  ///< 1-based lines that the reader left out, the first ones
    int most_ = 6;                    ///< lines that are seen without scrolling
    bool header_ = false, hasComments_ = false;
};

}  // namespace gatelab
