// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/series.h"

#include <QPlainTextEdit>
#include <string>
#include <vector>

namespace gatelab {

/// The first lines of a text file as they are, with their numbers: skipped lines struck through, the header bold.
class RawText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RawText(Theme& theme, QWidget* parent = nullptr);
    void setLines(const std::vector<std::string>& lines);
    /// How the reader understood the lines.
    void setReport(const ReadReport& report);
    void setVisibleLines(int count);

private:
    void render();
    Theme& theme_;
    std::vector<std::string> lines_;
    std::int64_t skip_ = 0;
    bool header_ = false;
};

}  // namespace gatelab
