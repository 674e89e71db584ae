// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/badge.h"

#include <QString>
#include <QWidget>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace gatelab {

class Theme;

/// What there is to say about the data: mark, bold name, where, and a button that mends or shows it.
struct FindingLine {
    Tone tone = Tone::Warning;
    QString title, note;
    QString button = {};              ///< empty: none
    std::function<void()> act = {};   ///< of the button
    std::function<void()> mask = {};  ///< of a second one, "Mask"
    /// Instead of `act`: what the button lets one choose from; the one without an act is what is so now
    std::vector<std::pair<QString, std::function<void()>>> choices = {};
    QString sentence = {};  ///< value, rows, column and why: two lines of it, all of it when it is asked for
    QString actHelp = {};   ///< what `act` would do, on hover of its button; empty: as sentence
    QString maskHelp = {};  ///< what `mask` would do
    std::function<QWidget*(QWidget* parent)> drawing = {};  ///< of what `act` would do; null: none
};

/// The findings, the whole of each below its name; what is done about it is a button of its own. GUI thread.
class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(Theme& theme, QWidget* parent = nullptr);
    /// Lines that read alike stay as they are, with what was opened and where the keyboard is.
    void setLines(std::vector<FindingLine> lines);
    /// The gravest of the lines; Neutral: none warns.
    [[nodiscard]] Tone worst() const { return worst_; }

private:
    QWidget* makeLine(std::size_t at);
    QWidget* makeChoices(std::size_t at, QWidget* box);
    Theme& theme_;
    std::vector<FindingLine> lines_;
    Tone worst_ = Tone::Neutral;
};

}  // namespace gatelab
