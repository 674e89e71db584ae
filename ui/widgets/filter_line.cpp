// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filter_line.h"

#include "common/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QScrollBar>

namespace gatelab {

namespace {

bool isWordLetter(QChar c) { return c.isLetterOrNumber() || c == '_'; }

}  // namespace

FilterLine::FilterLine(const QStringList& words, QWidget* parent)
    : QLineEdit(parent), completer_(new QCompleter(words, this)) {
    // Not setCompleter(): that one completes whole lines.
    completer_->setWidget(this);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->setFilterMode(Qt::MatchContains);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FilterLine::insert);
    connect(this, &QLineEdit::textEdited, this, &FilterLine::offer);
    setClearButtonEnabled(true);
}

void FilterLine::setProblem(const QString& problem) {
    setStyleProperty(this, "invalid", !problem.isEmpty());
    setToolTip(problem);
    setAccessibleDescription(problem);
}

std::pair<int, int> FilterLine::word() const {
    const QString line = text();
    int first = cursorPosition(), last = first;
    while (first > 0 && isWordLetter(line[first - 1])) --first;
    while (last < line.size() && isWordLetter(line[last])) ++last;
    return {first, last};
}

void FilterLine::offer() {
    const auto [first, last] = word();
    const QString typed = text().mid(first, cursorPosition() - first);
    completer_->setCompletionPrefix(typed);
    const bool complete = completer_->completionCount() == 1 && completer_->currentCompletion() == typed;
    if (typed.size() < 2 || completer_->completionCount() == 0 || complete) return completer_->popup()->hide();
    QRect below = cursorRect();
    below.setWidth(completer_->popup()->sizeHintForColumn(0) +
                   completer_->popup()->verticalScrollBar()->sizeHint().width() + 16);
    completer_->complete(below);
}

void FilterLine::insert(const QString& completion) {
    const auto [first, last] = word();
    setText(text().left(first) + completion + text().mid(last));
    setCursorPosition(first + static_cast<int>(completion.size()));
}

}  // namespace gatelab
